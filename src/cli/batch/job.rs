//! The work on one task: read, convert, prove, put in place.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

use ishi::convert::{Conversion, ConvertError, ConvertOptions, Converted, Report};
use ishi::source::{Source, SourceError, SourceOptions};

use super::failure::Failure;
use super::judge::NotTaken;
use super::task::{Content, Task};
use crate::cli::args::ConvertArgs;
use crate::cli::input::{Input, InputError, open_file};
use crate::cli::output::{Output, OutputError, Target, folder_of, is_done, occupied, sweep};
use crate::cli::report::{self, Recorder, Row};

/// What became of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It was converted, and all was read back and is the same.
    Verified,
    /// It was converted.
    Unverified,
    /// It would be converted.
    DryRun,
    /// Its result was there already.
    Skipped,
    /// It is no recording, and nobody said so.
    NotRecord,
    /// It has a game that the target cannot hold.
    Refused,
    /// Something is wrong.
    Failed,
}

/// A task that is done.
pub struct Done {
    /// What the task is called.
    pub name: String,
    /// Whether it was named on the command line itself.
    pub named: bool,
    /// What became of it.
    pub fate: Fate,
    /// The target format.
    pub to: ishi::Format,
    /// Where the result is.
    pub target: Target,
    /// What was found; none if nothing was read.
    pub report: Option<Report>,
    /// Why there is no result.
    pub failure: Option<Failure>,
    /// What the report of the run says about it, if there is one.
    pub row: Option<Row>,
}

/// How tasks are done.
pub struct Job<'a> {
    /// What was typed.
    pub arguments: &'a ConvertArgs,
    /// How records are converted.
    pub options: ConvertOptions,
    /// The kind of report that is written.
    pub report: Option<report::Kind>,
    /// The folders in which files of killed runs were removed.
    pub swept: Mutex<HashSet<PathBuf>>,
}

trait Bytes: Read + Seek {}

impl<T: Read + Seek> Bytes for T {}

type Opened = Source<Box<dyn Bytes>>;

impl Job<'_> {
    /// Does a task.
    pub fn run(&self, task: Task) -> Done {
        let target = self.target(task.path.as_deref());
        let (name, named) = (task.name.clone(), task.named);
        let mut recorder = self.report.map(Recorder::new);
        let mut watch = |game: &Converted<'_>| {
            if let Some(recorder) = &mut recorder {
                recorder.game(game);
            }
        };
        let mut conversion = Conversion::new(&self.options);
        if self.report.is_some() {
            conversion = conversion.watched(&mut watch);
        }
        let result = self.attempt(task, &target, &mut conversion);
        let report = conversion.into_report();
        let (fate, failure) = match result {
            Ok(fate) => (fate, None),
            Err(failure) => (failure.fate(named), Some(failure)),
        };
        let mut done = Done {
            name,
            named,
            fate,
            to: self.options.to,
            target,
            report: Some(report).filter(|report| report.from.is_some()),
            failure,
            row: None,
        };
        done.row = recorder.map(|recorder| recorder.finish(&done));
        done
    }

    fn target(&self, path: Option<&Path>) -> Target {
        match path {
            None => Target::Stdout,
            Some(path) if self.arguments.split => Target::Split(path.to_owned()),
            Some(path) => Target::at(path.to_owned()),
        }
    }

    fn attempt(
        &self,
        task: Task,
        target: &Target,
        conversion: &mut Conversion<'_>,
    ) -> Result<Fate, Failure> {
        let modified = task.modified.filter(|_| self.arguments.out_dir.is_some());
        if let Content::Not(why) = task.content {
            return Err(Failure::Not(why));
        }
        if task.taken {
            return Err(Failure::Taken(task.path.unwrap_or_default()));
        }
        if let Target::File(path) | Target::Split(path) = target
            && !self.arguments.dry_run
        {
            self.clear(path);
        }
        if let Target::File(path) = target
            && self.is_there(&task.content, path, modified)?
        {
            return Ok(Fate::Skipped);
        }
        let (mut source, still) = self.open(task.content)?;
        let written = if self.arguments.dry_run {
            Target::Nothing
        } else {
            target.clone()
        };
        let mut output = Output::new(written, self.arguments.force, modified);
        conversion.run(&mut source, &mut |number, bytes| {
            output.game(number, bytes).map_err(io::Error::other)
        })?;
        if still.is_some_and(|still| still.has_changed()) {
            return Err(Failure::Changed);
        }
        let was_there = output.was_there();
        output.put_in_place().map_err(Failure::Output)?;
        Ok(match (self.arguments.dry_run, was_there) {
            (true, _) => Fate::DryRun,
            (_, true) => Fate::Skipped,
            _ if conversion.report().verified => Fate::Verified,
            _ => Fate::Unverified,
        })
    }

    /// Returns whether the result is there already.
    fn is_there(
        &self,
        content: &Content,
        path: &Path,
        modified: Option<SystemTime>,
    ) -> Result<bool, Failure> {
        if path.is_dir() || names_folder(path) {
            return Err(Failure::Output(OutputError::Folder(path.to_owned())));
        }
        if is_same(content, path) && self.arguments.output.is_none() {
            return Err(Failure::Itself);
        }
        if self.arguments.force || !occupied(path) {
            return Ok(false);
        }
        if is_done(path, modified) {
            return Ok(true);
        }
        Err(Failure::Output(OutputError::Exists(path.to_owned())))
    }

    /// Removes what killed runs left where a result goes.
    fn clear(&self, path: &Path) {
        let folder = folder_of(path);
        let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
        if !swept.contains(folder) {
            swept.insert(folder.to_owned());
            sweep(folder);
        }
    }

    fn open(&self, content: Content) -> Result<(Opened, Option<Still>), Failure> {
        let mut still = None;
        let (bytes, hint): (Box<dyn Bytes>, _) = match content {
            Content::Member(file, hint) => (Box::new(file), hint),
            Content::Input(Input::File(path)) => {
                let file = open_file(&path).map_err(Failure::Input)?;
                still = Still::of(&file);
                (
                    Box::new(BufReader::new(file)),
                    ishi::Format::from_path(&path),
                )
            }
            Content::Input(Input::Stdin) => {
                let file = Input::spooled().map_err(Failure::Input)?;
                (Box::new(BufReader::new(file)), None)
            }
            Content::Not(why) => return Err(Failure::Not(why)),
        };
        let reading = &self.arguments.reading;
        let options = SourceOptions {
            format: reading.format(),
            hint,
            charset: reading.encoding,
        };
        let opened = Source::open(bytes, options).map_err(InputError::Source);
        Ok((opened.map_err(Failure::Input)?, still))
    }
}

/// What a file was when it was opened. It is read twice, and the second time must find the same.
struct Still {
    file: File,
    state: (u64, SystemTime),
}

impl Still {
    fn of(file: &File) -> Option<Self> {
        let file = file.try_clone().ok()?;
        let state = state(&file)?;
        Some(Self { file, state })
    }

    fn has_changed(&self) -> bool {
        state(&self.file) != Some(self.state)
    }
}

/// Returns the length of a file and the time of its last change.
fn state(file: &File) -> Option<(u64, SystemTime)> {
    let metadata = file.metadata().ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}

/// Returns whether a path is written like that of a folder.
fn names_folder(path: &Path) -> bool {
    let name = path.as_os_str().to_string_lossy();
    name.ends_with(std::path::is_separator)
}

fn is_same(content: &Content, path: &Path) -> bool {
    let Content::Input(Input::File(input)) = content else {
        return false;
    };
    match (input.canonicalize(), path.canonicalize()) {
        (Ok(input), Ok(path)) => input == path,
        _ => input == path,
    }
}

impl Failure {
    /// Returns what a failure makes of a task. What was met on a walk and is no recording is
    /// counted; what was named should be one.
    fn fate(&self, named: bool) -> Fate {
        match self {
            Self::Not(NotTaken::Other(_) | NotTaken::NoRecord(_))
            | Self::Input(InputError::Source(SourceError::NoRecord(_)))
            | Self::Convert(ConvertError::NoGame)
                if !named =>
            {
                Fate::NotRecord
            }
            Self::Convert(ConvertError::Refused(_)) => Fate::Refused,
            // Whoever reads standard output has seen enough.
            Self::Output(OutputError::Stdout(error))
                if error.kind() == io::ErrorKind::BrokenPipe =>
            {
                Fate::Verified
            }
            _ => Fate::Failed,
        }
    }
}
