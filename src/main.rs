//! The command line program `ishi`.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
