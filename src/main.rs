//! The command line program `ishi`.

// No input ends the program: functions that can fail return the reason.
#![deny(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::todo,
    clippy::unimplemented,
    clippy::unwrap_used
)]
#![cfg_attr(not(test), deny(clippy::unreachable))]

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
