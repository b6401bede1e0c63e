//! `ishi convert -t json`: games for other programs. JSON is written only, so there is no proof.

use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use ishi::Games;
use ishi::json::Writer;
use ishi::source::SourceError;
use thiserror::Error;

use super::Wrong;
use crate::cli::Status;
use crate::cli::args::ConvertArgs;
use crate::cli::input::{InputError, Record, records};
use crate::cli::output::{Output, OutputError, Target, occupied};
use crate::cli::render::Messages;

/// Returns whether JSON is asked for: by name, else by the ending of the output.
pub fn is_wanted(arguments: &ConvertArgs) -> bool {
    match &arguments.to {
        Some(name) => name.eq_ignore_ascii_case("json"),
        None => arguments.output.as_deref().is_some_and(|path| {
            let ending = path.extension();
            ending.is_some_and(|ending| ending.eq_ignore_ascii_case("json"))
        }),
    }
}

/// Returns which of the other options JSON does not have.
pub fn check(arguments: &ConvertArgs) -> Result<(), Wrong> {
    for (is_set, option) in [
        (arguments.split, "--split"),
        (arguments.report.is_some(), "--report"),
        (arguments.output_encoding.is_some(), "--output-encoding"),
        (arguments.strict, "--strict"),
    ] {
        if is_set {
            let message = format!("{option} cannot be used for JSON");
            return Err((message, Some("-o, -d, --game and --force can be used")));
        }
    }
    Ok(())
}

/// Writes the games of each input.
pub fn run(arguments: &ConvertArgs, messages: Messages) -> Status {
    let mut run = Run {
        arguments,
        messages,
        status: Status::Done,
        taken: HashSet::new(),
    };
    let _: ControlFlow<()> = records(
        &arguments.inputs,
        arguments.hidden,
        &arguments.reading,
        &mut |record| {
            run.input(record);
            ControlFlow::Continue(())
        },
    );
    run.status
}

/// Why there is no JSON of an input.
#[derive(Debug, Error)]
enum Failure {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error("there is no game {asked}: it has {there}")]
    NoGame { asked: usize, there: usize },
    #[error("there is no game in it")]
    Empty,
    #[error(transparent)]
    Output(#[from] OutputError),
    #[error("the result cannot be written: {0}")]
    Write(#[from] io::Error),
}

struct Run<'a> {
    arguments: &'a ConvertArgs,
    messages: Messages,
    status: Status,
    /// The results so far.
    taken: HashSet<PathBuf>,
}

impl Run<'_> {
    fn fail(&mut self, message: &str, help: Option<&'static str>) {
        self.messages.error(message, help);
        self.status = Status::Failed;
    }

    /// Writes the games of an input. A file that was found and is not a record is left out.
    fn input(&mut self, record: Record) {
        let (name, named) = (record.name.clone(), record.named);
        let target = self.target(&record);
        match self.convert(record, target) {
            Ok(()) => {}
            Err(Failure::Input(error)) if !named && error.is_no_record() => {}
            Err(failure) => {
                let help = match &failure {
                    Failure::Input(error) => error.help(),
                    Failure::Output(error) => error.help(),
                    _ => None,
                };
                self.fail(&format!("{name}: {failure}"), help);
            }
        }
    }

    fn target(&mut self, record: &Record) -> Target {
        let below = &record.below;
        let is_stdin = record.file.as_os_str() == "-";
        let path = match (&self.arguments.output, &self.arguments.out_dir) {
            (Some(path), _) if path.as_os_str() == "-" => return Target::Stdout,
            (Some(path), _) => path.clone(),
            (None, None) if is_stdin => return Target::Stdout,
            (None, Some(folder)) => folder.join(below).with_extension("json"),
            (None, None) => record.file.with_extension("json"),
        };
        if self.arguments.dry_run {
            return Target::Nothing;
        }
        // Of two sources with one name the later one keeps its ending.
        let path = if self.taken.contains(&path) {
            let mut name = path.with_file_name(below.file_name().unwrap_or_default());
            name.as_mut_os_string().push(".json");
            name
        } else {
            path
        };
        self.taken.insert(path.clone());
        Target::at(path)
    }

    fn convert(&self, record: Record, target: Target) -> Result<(), Failure> {
        if let Target::File(path) = &target {
            if path.is_dir() {
                return Err(OutputError::Folder(path.clone()).into());
            }
            if !self.arguments.force && occupied(path) {
                return Err(OutputError::Exists(path.clone()).into());
            }
        }
        let mut source = record.source?;
        let origin = (source.format(), source.charset());
        let mut games = Games::new(&mut source);
        let mut sink = Sink {
            output: Output::new(target, self.arguments.force),
            failed: None,
        };
        let written = self.write(&mut games, origin, &mut sink);
        if let Some(failed) = sink.failed.take() {
            return Err(failed.into());
        }
        written?;
        self.messages
            .findings(&record.name.to_string(), games.findings());
        sink.output.put_in_place()?;
        Ok(())
    }

    fn write<R: io::Read + io::Seek>(
        &self,
        games: &mut Games<'_, R>,
        origin: (ishi::Format, ishi::charset::Charset),
        sink: &mut Sink,
    ) -> Result<(), Failure> {
        let mut writer = Writer::new(BufWriter::new(sink), Some(origin))?;
        let asked = self.arguments.game.map(std::num::NonZeroUsize::get);
        let mut there = 0;
        let mut written = 0;
        for game in games {
            let game = game?;
            there += 1;
            if asked.is_none_or(|asked| asked == there) {
                writer.game(&game)?;
                written += 1;
            }
        }
        match asked {
            _ if there == 0 => return Err(Failure::Empty),
            Some(asked) if written == 0 => return Err(Failure::NoGame { asked, there }),
            _ => {}
        }
        writer.finish()?.flush()?;
        Ok(())
    }
}

/// An output that bytes can be written into; why it failed is kept as it was.
struct Sink {
    output: Output,
    failed: Option<OutputError>,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.output.game(1, bytes) {
            Ok(()) => Ok(bytes.len()),
            Err(error) => {
                let told = io::Error::other(error.to_string());
                self.failed = Some(error);
                Err(told)
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
