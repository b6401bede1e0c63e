//! The work on one task: read, convert, prove, write.

mod earlier;
mod unchanged;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::SystemTime;

use ishi::convert::{Conversion, ConvertError, ConvertOptions, ConvertedGame, Report};
use ishi::crash::contained;
use ishi::sniff::NoRecord;
use ishi_archive::archive::Bytes;
use ishi_archive::{Name, Why, backed_up};

use super::find::{Goes, Task, result_name};
use super::in_place;
use super::stage::{Stage, StagedResult, Writing};
use crate::args::ConvertArgs;
use crate::disk::interrupt::TemporaryPath;
use crate::disk::paths::are_one_file;
use crate::done::{Done, Fate, Results};
use crate::failure::Failure;
use crate::input::{self, AnySource, InputError, Unopened};
use crate::manifest::{self, ContentDigest, Hash, Made, Manifest, SourceKey, read};
use crate::options::document;
use crate::options::to::To;
use crate::output::{Destination, Output, OutputError, Swept, filled, folder_of, is_stdout};
use crate::report::{self, Recorder};
use earlier::Earlier;
pub use unchanged::{Still, unchanged};

/// A task that is done but for putting its results in place.
pub struct Work {
    /// The outcome of the task.
    pub done: Done,
    /// The key of the source in the manifest.
    pub key: Option<SourceKey>,
    /// Its path below the folder of results.
    pub below: PathBuf,
    /// The content of the source, its size and time.
    pub hash: Hash,
    pub size: u64,
    pub modified: Option<SystemTime>,
    /// Results of an earlier run that are still right, if this run made them again because another source has them
    /// too.
    pub again: Option<Vec<Made>>,
    /// New results, one for each file.
    pub made: Option<Vec<StagedResult>>,
    /// Their paths, once they have names.
    pub placed: Option<Vec<Made>>,
    /// The changes that a dry run in place prints, when it is the turn of the task.
    pub differences: Option<Vec<u8>>,
    /// Collects the data for the report.
    pub recorder: Option<Recorder>,
}

/// How tasks are done.
pub struct Job<'a> {
    /// The command line.
    pub arguments: &'a ConvertArgs,
    /// The named inputs, from the root of the file system.
    pub inputs: Vec<PathBuf>,
    /// The target.
    pub to: To,
    /// How records are converted.
    pub options: ConvertOptions,
    /// The options that matter for results, as the manifest has them.
    pub words: String,
    /// The kind of report that is written.
    pub report: Option<report::ReportKind>,
    /// The folder for results before they are put in place, if there is a folder of results.
    pub stage: Option<Stage<'a>>,
    pub manifest: Option<&'a RwLock<Manifest>>,
    /// The folders in which files of killed runs were removed.
    pub swept: Mutex<Swept>,
}

impl Work {
    /// Notes the hash, the size and the key of the source. Returns the key: `key`, or one made of the hash for standard
    /// input.
    fn identify(
        &mut self,
        bytes: &mut dyn Bytes,
        key: Option<SourceKey>,
    ) -> Result<SourceKey, Failure> {
        self.hash = manifest::hash(bytes).map_err(InputError::from)?;
        self.size = bytes.stream_position().map_err(InputError::from)?;
        // Each standard input is a source by itself.
        let number = ContentDigest::of(&self.hash).0;
        let key = key.unwrap_or_else(|| format!("-#{number:016x}").into());
        self.key = Some(key.clone());
        Ok(key)
    }

    /// Prints the changes of a dry run.
    pub fn print(&mut self) {
        if let Some(text) = self.differences.take()
            && let Err(error) = io::stdout().lock().write_all(&text)
        {
            self.fail(Failure::Output(OutputError::Stdout(error)));
        }
    }

    /// Notes why there is no result.
    pub fn fail(&mut self, failure: Failure) {
        let hint = ishi::Format::from_path(&self.below);
        let failure = match failure {
            Failure::Convert(ConvertError::NoGame) => {
                Failure::Not(Why::no_record(NoRecord::Unknown, hint))
            }
            failure => failure,
        };
        self.done.fate = fate(&failure, self.done.named);
        if self.done.has_results() {
            self.done.results = Results::Stdout;
        }
        self.done.failure = Some(failure);
    }
}

impl Job<'_> {
    /// Does a task.
    pub fn run(&self, task: Task) -> Work {
        let mut work = Work {
            key: None,
            below: task.below.clone(),
            hash: Hash::default(),
            size: 0,
            modified: task.modified,
            again: None,
            made: None,
            placed: None,
            differences: None,
            recorder: self.report.map(Recorder::new),
            done: Done {
                name: task.name.clone(),
                file: task.file.clone(),
                named: task.named,
                fate: Fate::Failed,
                to: self.to,
                results: Results::Files(Vec::new()),
                report: None,
                failure: None,
                earlier: None,
                remark: None,
            },
        };
        let came = contained(|| self.attempt(task, &mut work));
        match came.map_err(Failure::from).flatten() {
            Ok(fate) => work.done.fate = fate,
            Err(failure) => work.fail(failure),
        }
        work
    }

    /// Does so, and returns how it ended: results are where they belong, or were printed, or are to be put in place.
    fn attempt(&self, task: Task, work: &mut Work) -> Result<Fate, Failure> {
        let target = match &task.goes {
            Goes::To(path) if is_stdout(path) => Destination::Stdout,
            Goes::To(path) if self.arguments.split => Destination::Split(path.clone()),
            Goes::To(path) => Destination::at(path.clone()),
            Goes::Below => return self.below(task, work),
            Goes::InPlace if backed_up(&task.file).is_some() => return Err(Failure::Backup),
            Goes::InPlace => {
                // A link stays, and the file that it leads to is replaced.
                let file = match task.file.canonicalize() {
                    Ok(file) if task.file.is_symlink() => file,
                    _ => task.file,
                };
                let (mut source, still) = self.open(task.content, task.hint)?;
                let source = (&mut source, still.as_ref());
                let fate = in_place::convert(self, &file, source, work)?;
                work.done.results = Results::Files(vec![file]);
                return Ok(fate);
            }
        };
        if let Destination::File(path) | Destination::Split(path) = &target
            && !self.arguments.dry_run
        {
            self.sweep(path);
        }
        // A file without a record says so first, because no other name for its result helps.
        let (mut source, still) = self.open(task.content, task.hint)?;
        if let Destination::File(path) = &target {
            may_be_written(&task.file, path)?;
        }
        let mut output = Output::new(target.clone(), self.arguments.force, &self.inputs);
        output.dry = self.arguments.dry_run;
        let verified = self.convert(&mut source, work, &mut |number, bytes| {
            output.game(number, bytes).map_err(io::Error::other)
        })?;
        unchanged(still.as_ref())?;
        let placed = output.put_in_place().map_err(Failure::Output)?;
        work.done.results = match target {
            Destination::Stdout => Results::Stdout,
            _ if !placed.files.is_empty() => Results::Files(placed.files),
            Destination::Device(path) | Destination::File(path) | Destination::Split(path) => {
                Results::Files(vec![path])
            }
        };
        Ok(if placed.is_old {
            Fate::Skipped
        } else {
            self.fate(verified)
        })
    }

    /// Removes temporary files of killed runs next to a file.
    pub fn sweep(&self, path: &Path) {
        let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
        swept.sweep(folder_of(path));
    }

    /// Adds a guess to an error about a missing file: `ishi convert old.go new.sgf` names the result like an
    /// input.
    fn meant(&self, failure: Failure) -> Failure {
        let arguments = self.arguments;
        let has_target = arguments.out_dir.is_some() || arguments.in_place;
        match (failure, arguments.inputs.as_slice()) {
            (Failure::Input(InputError::Missing(_)), [input, result])
                if !has_target && input.is_file() =>
            {
                let [input, result] = [input, result].map(|path| Name::of(path));
                let help =
                    format!("to name the result, use -o: `ishi convert {input} -o {result}`");
                Failure::Input(InputError::Missing(Some(help)))
            }
            (failure, _) => failure,
        }
    }

    /// Converts a task into the folder of results, unless an earlier run did.
    fn below(&self, task: Task, work: &mut Work) -> Result<Fate, Failure> {
        let Some(stage) = &self.stage else {
            return Err(Failure::Itself);
        };
        if let Some(earlier) = self.trusted(&task)
            && self.is_left(&earlier)
        {
            work.key = task.key;
            return Ok(self.leave(earlier, work));
        }
        let (mut bytes, still) = opened(task.content)?;
        let key = work.identify(&mut bytes, task.key)?;
        let earlier = match self.earlier(&key, work.hash) {
            Some(earlier) if self.is_left(&earlier) => {
                // A report tells more than the manifest knows.
                if self.report.is_some() && earlier.edited.is_none() {
                    let mut source = self.source(bytes, task.hint)?;
                    self.convert(&mut source, work, &mut |_, _| Ok(()))?;
                }
                return Ok(self.leave(earlier, work));
            }
            earlier => earlier.filter(|earlier| earlier.edited.is_none()),
        };
        let mut source = self.source(bytes, task.hint)?;
        let (verified, pieces) = self
            .staged(stage, &mut source, still.as_ref(), work)
            .map_err(|failure| self.named(failure, &task.below))?;
        let results = earlier.map(|earlier| earlier.line.results);
        work.again = results.filter(|results| {
            let hashes = results.iter().map(|made| made.hash);
            hashes.eq(pieces.iter().map(|piece| piece.hash)) && !self.arguments.force
        });
        work.made = Some(pieces);
        Ok(self.fate(verified))
    }

    /// Returns whether the results of an earlier run stay as they are, because they belong to this source.
    fn is_left(&self, earlier: &Earlier) -> bool {
        let Earlier { line, edited } = earlier;
        let manifest = self.manifest.map(read);
        let owner = |made: &Made| manifest.as_ref()?.known.owner(&made.path);
        let is_own = |made: &Made| owner(made).as_ref() == Some(&line.source);
        let stays = edited.is_none() || !self.arguments.keep_edited;
        stays && !self.arguments.force && line.results.iter().all(is_own)
    }

    /// Converts a source into the stage. Returns whether the results were verified, and the results.
    fn staged(
        &self,
        stage: &Stage<'_>,
        source: &mut AnySource,
        still: Option<&Still>,
        work: &mut Work,
    ) -> Result<(bool, Vec<StagedResult>), Failure> {
        let modified = work.modified;
        let mut writing: Option<Writing> = None;
        let mut pieces = Vec::new();
        let split = self.arguments.split;
        let dry = self.arguments.dry_run;
        let verified = self.convert(source, work, &mut |number, bytes| {
            if dry {
                return Ok(());
            }
            filled(&mut writing, || stage.start(split.then_some(number)))?.write(bytes)?;
            if let Some(whole) = writing.take_if(|_| split) {
                pieces.push(whole.finish(modified)?);
            }
            Ok(())
        })?;
        unchanged(still)?;
        let last = writing.map(|open| open.finish(modified)).transpose();
        pieces.extend(last.map_err(|error| Failure::from(ConvertError::Write(error)))?);
        if dry {
            pieces = self.would_be(work);
        }
        Ok((verified, pieces))
    }

    /// Returns results that have names but no content, because a dry run writes no files.
    fn would_be(&self, work: &Work) -> Vec<StagedResult> {
        let games = work.done.report.as_ref().map_or(1, |report| report.games);
        let numbers = if self.arguments.split {
            (1..=games).map(Some).collect()
        } else {
            vec![None]
        };
        let piece = |game| StagedResult {
            path: TemporaryPath::new(PathBuf::new()),
            game,
            size: 0,
            hash: work.hash,
        };
        numbers.into_iter().map(piece).collect()
    }

    /// Gives an error of the stage the name of the result.
    fn named(&self, failure: Failure, below: &Path) -> Failure {
        let folder = self.arguments.out_dir.clone().unwrap_or_default();
        match failure {
            Failure::Convert(ConvertError::Write(source)) => {
                let below = folder.join(below);
                let path = result_name(&below, self.to.ending(), 0);
                Failure::Output(OutputError::File { path, source })
            }
            other => other,
        }
    }

    /// Converts a source, and returns whether it was verified.
    pub fn convert(
        &self,
        source: &mut AnySource,
        work: &mut Work,
        sink: &mut ishi::convert::Sink<'_>,
    ) -> Result<bool, Failure> {
        match self.to {
            To::Format(_) => self.convert_as(&self.options, source, work, sink),
            To::Json { positions } => {
                let mut report = Report::default();
                let written = document::write(source, positions, &self.options, &mut report, sink);
                work.done.report = Some(report);
                written?;
                Ok(false)
            }
        }
    }

    /// Does so with other options.
    pub fn convert_as(
        &self,
        options: &ConvertOptions,
        source: &mut AnySource,
        work: &mut Work,
        sink: &mut ishi::convert::Sink<'_>,
    ) -> Result<bool, Failure> {
        let recorder = &mut work.recorder;
        let mut watch = |game: &ConvertedGame<'_>| {
            if let Some(recorder) = recorder {
                recorder.game(game);
            }
        };
        let mut conversion = Conversion::new(options);
        if self.report.is_some() {
            conversion = conversion.watched(&mut watch);
        }
        let result = conversion.run(source, sink);
        let report = conversion.into_report();
        let verified = report.verified;
        work.done.report = Some(report).filter(|report| report.from.is_some());
        result.map_err(|error| match error {
            ConvertError::Refused(_) if options.skip_refused => Failure::AllRefused(error),
            error => error.into(),
        })?;
        Ok(verified)
    }

    /// Returns the fate of a task that was converted.
    pub fn fate(&self, verified: bool) -> Fate {
        match (self.arguments.dry_run, verified) {
            (true, _) => Fate::DryRun,
            (_, true) => Fate::Verified,
            _ => Fate::Unverified,
        }
    }

    fn open(
        &self,
        content: Result<Unopened, Why>,
        hint: Option<ishi::Format>,
    ) -> Result<(AnySource, Option<Still>), Failure> {
        let (bytes, still) = opened(content).map_err(|failure| self.meant(failure))?;
        Ok((self.source(bytes, hint)?, still))
    }

    fn source(
        &self,
        bytes: Box<dyn Bytes>,
        hint: Option<ishi::Format>,
    ) -> Result<AnySource, Failure> {
        let source = input::opened(bytes, hint, &self.arguments.reading)?;
        let format = source.format();
        if self.options.exact && self.to == To::Format(format) {
            return Err(Failure::SameFormat(format));
        }
        Ok(source)
    }
}

fn opened(content: Result<Unopened, Why>) -> Result<(Box<dyn Bytes>, Option<Still>), Failure> {
    let bytes = content.map_err(Failure::Not)?;
    let still = Still::of(&bytes);
    Ok((bytes.open()?, still))
}

/// Returns an error if a result cannot be written next to its source, or to the path of `-o`.
fn may_be_written(file: &Path, path: &Path) -> Result<(), Failure> {
    if path.is_dir() || names_folder(path) {
        return Err(Failure::Output(OutputError::Folder(path.to_owned())));
    }
    if are_one_file(file, path) {
        return Err(Failure::Itself);
    }
    Ok(())
}

/// Returns whether a path ends like a folder: `out/`.
fn names_folder(path: &Path) -> bool {
    let name = path.as_os_str().to_string_lossy();
    name.ends_with(std::path::is_separator)
}

/// Returns the fate of a task that failed. A found file that is not a record is only counted; a file that the
/// command line names should be a record, so it fails.
fn fate(failure: &Failure, named: bool) -> Fate {
    match failure {
        Failure::Not(Why::Unreadable(_)) => Fate::Unreadable,
        // A pattern of the shell names backups too.
        Failure::Backup => Fate::NotRecord,
        Failure::Not(why) if !named && !why.is_failure() => Fate::NotRecord,
        Failure::SameFormat(_) if !named => Fate::NotRecord,
        Failure::Convert(ConvertError::Refused(_)) | Failure::AllRefused(_) => Fate::Refused,
        // The reader of standard output has closed it.
        Failure::Output(OutputError::Stdout(error))
            if error.kind() == io::ErrorKind::BrokenPipe =>
        {
            Fate::Verified
        }
        _ => Fate::Failed,
    }
}
