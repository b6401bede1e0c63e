//! The command line program `ishi`: parses the arguments, runs a command and returns its exit status.

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

mod args;
mod batch;
mod check;
mod convert;
mod diff;
mod disk;
mod done;
mod edit;
mod failure;
mod info;
mod input;
mod manifest;
mod options;
mod output;
mod render;
mod report;
mod same;
mod show;
mod usage;
mod verify;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{FromArgMatches, Parser};
use ishi::crash;
use ishi::printable;
use ishi::source::reason;

use args::{Command, Ishi, Messages};

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Status {
    /// Everything was done; nothing differs.
    Done = 0,
    /// An input failed; the records differ.
    Failed = 1,
    /// The command line is wrong, or nothing could be started.
    Usage = 2,
    /// The user ended it.
    Interrupted = 130,
}

impl Status {
    /// Returns the status of a run that came to a good end, or of one that did not.
    fn of(is_good: bool) -> Self {
        if is_good { Self::Done } else { Self::Failed }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        Self::from(status as u8)
    }
}

/// Runs the program.
fn main() -> ExitCode {
    crash::name_places();
    let typed: Vec<_> = env::args_os().collect();
    // Only help and messages show the groups of options, and to make them costs more than to read a record.
    let parsed = Ishi::try_parse_from(&typed).or_else(|_| {
        let found = usage::grouped().try_get_matches_from(&typed)?;
        Ishi::from_arg_matches(&found)
    });
    let arguments = match parsed {
        Ok(arguments) => arguments,
        Err(told) => {
            let words: Vec<_> = typed.iter().map(OsString::as_os_str).collect();
            return help(&usage::explained(told, &words)).into();
        }
    };
    disk::interrupt::install(match &arguments.command {
        Command::Convert(arguments) => convert::interrupted(arguments),
        Command::Check(arguments) if arguments.fixing.fix => {
            "records that were mended stay; the same command again mends the others"
        }
        Command::Edit(_) => "records that were edited stay edited",
        _ => "no record was changed; the same command starts again",
    });
    let status = match arguments.command {
        Command::Convert(mut arguments) => {
            with_input(&mut arguments.inputs).unwrap_or_else(|| convert::run(&arguments))
        }
        Command::Check(arguments) if arguments.list_rules => check::list_rules(arguments.format),
        Command::Check(arguments) if !arguments.explain.is_empty() => {
            check::explain(&arguments.explain, arguments.talk)
        }
        Command::Check(mut arguments) => {
            with_input(&mut arguments.inputs).unwrap_or_else(|| check::run(&arguments))
        }
        Command::Edit(mut arguments) => edit::run(&mut arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Diff(arguments) => diff::run(&arguments),
        Command::Info(mut arguments) => {
            with_input(&mut arguments.inputs).unwrap_or_else(|| info::run(&arguments))
        }
        Command::Completions { shell } => usage::generate::completions(shell),
        Command::Man => usage::generate::manual(),
        Command::Show(arguments) => {
            let mut input = arguments.input.iter().cloned().collect();
            with_input(&mut input).unwrap_or_else(|| show::run(&arguments))
        }
        Command::Formats { format } => usage::formats::run(format),
    };
    status.into()
}

/// Adds standard input if no input is named, and returns how the run ends if there is nothing to read.
fn with_input(inputs: &mut Vec<PathBuf>) -> Option<Status> {
    let (message, help) = input::named_or_piped(inputs).err()?;
    Some(Messages::default().misuse(message, Some(help)))
}

/// Prints the help or version that the user asked for, or the error in the command line.
fn help(told: &clap::Error) -> Status {
    let status = if told.use_stderr() {
        Status::Usage
    } else {
        Status::Done
    };
    ended(told.print().map(|()| status))
}

/// Writes the result of a command to standard output, and returns how the run ends then.
fn print(bytes: &[u8], status: Status) -> Status {
    let mut stdout = io::stdout().lock();
    let written = stdout.write_all(bytes).and_then(|()| stdout.flush());
    ended(written.map(|()| status))
}

/// Prints a JSON document. Control characters are escaped, because a terminal would obey them.
fn print_json(document: &serde_json::Value, status: Status) -> Status {
    let text = format!("{document:#}\n");
    print(printable::json(&text).as_bytes(), status)
}

/// Returns how a run ends that wrote to standard output. A reader that has seen enough is not a failure: like other Unix
/// programs, this one then ends quietly.
fn ended(written: io::Result<Status>) -> Status {
    written.unwrap_or_else(|error| {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Status::Done;
        }
        let message = format!("standard output cannot be written: {}", reason(&error));
        Messages::default().error(&message, None);
        Status::Failed
    })
}
