//! `ishi convert -t json`: games for other programs. JSON is written only, so there is no proof.

use std::collections::HashSet;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use ishi::Games;
use ishi::json::Writer;
use ishi::source::SourceError;
use thiserror::Error;

use super::Wrong;
use crate::cli::Status;
use crate::cli::args::ConvertArgs;
use crate::cli::batch::{self, Found, Walk};
use crate::cli::input::{Input, InputError};
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
            let message =
                format!("{option} is not for JSON, which is written in UTF-8 and not proven");
            return Err((message, Some("-o, -d, --game and --force are")));
        }
    }
    match arguments.inputs.iter().find(|path| batch::is_archive(path)) {
        Some(path) => {
            let message = format!(
                "{} is an archive, which JSON is not made from",
                path.display()
            );
            Err((message, Some("extract it, and name the folder")))
        }
        None => Ok(()),
    }
}

/// Writes the games of each input.
pub fn run(arguments: &ConvertArgs, messages: Messages) -> Status {
    let mut run = Run {
        arguments,
        messages,
        status: Status::Done,
        taken: HashSet::new(),
    };
    for path in &arguments.inputs {
        let input = Input::new(path);
        if input.is_folder() {
            run.folder(path);
        } else {
            let below = path.file_name().map(PathBuf::from).unwrap_or_default();
            run.input(&input, &below, true);
        }
    }
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
    fn folder(&mut self, root: &Path) {
        let without = self.arguments.out_dir.as_deref();
        for found in Walk::new(root, self.arguments.hidden, without) {
            match found {
                Found::File { path, relative } => self.input(&Input::File(path), &relative, false),
                Found::Other(..) => {}
                Found::Unreadable(path, error) => {
                    self.fail(&format!("{}: {error}", path.display()), None);
                }
            }
        }
    }

    fn fail(&mut self, message: &str, help: Option<&'static str>) {
        self.messages.error(message, help);
        self.status = Status::Failed;
    }

    /// Writes the games of an input; `named` says whether the command line names it.
    fn input(&mut self, input: &Input, below: &Path, named: bool) {
        let target = self.target(input, below);
        match self.convert(input, target) {
            Ok(()) => {}
            Err(
                Failure::Source(SourceError::NoRecord(_))
                | Failure::Input(InputError::Source(SourceError::NoRecord(_))),
            ) if !named => {}
            Err(failure) => {
                let help = match &failure {
                    Failure::Input(error) => error.help(),
                    Failure::Output(error) => error.help(),
                    _ => None,
                };
                self.fail(&format!("{input}: {failure}"), help);
            }
        }
    }

    fn target(&mut self, input: &Input, below: &Path) -> Target {
        let path = match (&self.arguments.output, &self.arguments.out_dir, input) {
            (Some(path), _, _) if path.as_os_str() == "-" => return Target::Stdout,
            (Some(path), _, _) => path.clone(),
            (None, None, Input::Stdin) => return Target::Stdout,
            (None, Some(folder), Input::Stdin) => folder.join("stdin.json"),
            (None, Some(folder), _) => folder.join(below).with_extension("json"),
            (None, None, Input::File(path)) => path.with_extension("json"),
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

    fn convert(&self, input: &Input, target: Target) -> Result<(), Failure> {
        if let Target::File(path) = &target {
            if path.is_dir() {
                return Err(OutputError::Folder(path.clone()).into());
            }
            if !self.arguments.force && occupied(path) {
                return Err(OutputError::Exists(path.clone()).into());
            }
        }
        let mut source = input.open(&self.arguments.reading)?;
        let origin = (source.format(), source.charset());
        let mut games = Games::new(&mut source);
        let mut sink = Sink {
            output: Output::new(target, self.arguments.force, None),
            failed: None,
        };
        let written = self.write(&mut games, origin, &mut sink);
        if let Some(failed) = sink.failed.take() {
            return Err(failed.into());
        }
        written?;
        self.messages.findings(&input.to_string(), games.findings());
        Ok(sink.output.put_in_place()?)
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
