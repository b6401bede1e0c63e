//! `ishi diff`.
use super::Status;
use super::args::DiffArgs;

pub fn run(_arguments: &DiffArgs) -> Status {
    Status::Usage
}
