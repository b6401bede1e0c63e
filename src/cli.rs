//! The command line: what was typed, to work, to an exit status.

mod args;
mod batch;
mod check;
mod convert;
mod diff;
mod disk;
mod document;
mod done;
mod failure;
mod formats;
mod generate;
mod info;
mod input;
mod interrupt;
mod manifest;
mod output;
mod paths;
mod render;
mod report;
mod same;
mod show;
#[cfg(test)]
mod simulation;
mod tally;
mod to;
mod verify;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;
use ishi::printable;

use args::{Command, Ishi};

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// Everything was done; nothing differs.
    Done,
    /// An input failed; the records differ.
    Failed,
    /// The command line is wrong, or nothing could be started.
    Usage,
    /// The user ended it.
    Interrupted,
}

impl Status {
    /// Returns the exit status.
    fn number(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Failed => 1,
            Self::Usage => 2,
            Self::Interrupted => 130,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status.number())
    }
}

/// Runs the program.
pub fn main() -> ExitCode {
    let arguments = match Ishi::try_parse() {
        Ok(arguments) => arguments,
        Err(told) => return help(&told).into(),
    };
    interrupt::install(match &arguments.command {
        Command::Convert(arguments) => convert::interrupted(arguments),
        Command::Check(arguments) if arguments.fixing.fix => {
            "records that were mended stay; the same command again mends the others"
        }
        _ => "no record was changed; the same command starts again",
    });
    let status = match arguments.command {
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Info(arguments) => info::run(&arguments),
        Command::Completions { shell } => generate::completions(shell),
        Command::Man => generate::manual(),
        Command::Show(arguments) => show::run(&arguments),
        Command::Formats { format } => formats::run(format),
    };
    status.into()
}

/// Prints what was asked for in the place of a command, or what is wrong with the command line.
fn help(told: &clap::Error) -> Status {
    let status = if told.use_stderr() {
        Status::Usage
    } else {
        Status::Done
    };
    told.print()
        .map_or_else(|error| closed(&error), |()| status)
}

/// Writes the result of a command to standard output, and returns how the run ends then. A reader
/// that has seen enough is not a failure: like other Unix programs, this one then ends quietly.
fn print(bytes: &[u8], status: Status) -> Status {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Ok(()) => status,
        Err(error) => closed(&error),
    }
}

/// Prints a document for programs, in characters that do nothing to a terminal.
fn print_json(document: &serde_json::Value, status: Status) -> Status {
    let text = format!("{document:#}\n");
    print(printable::json(&text).as_bytes(), status)
}

fn closed(error: &io::Error) -> Status {
    if error.kind() == io::ErrorKind::BrokenPipe {
        return Status::Done;
    }
    let message = format!("standard output cannot be written: {error}");
    render::Messages::default().error(&message, None);
    Status::Failed
}
