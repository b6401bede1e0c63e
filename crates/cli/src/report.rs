//! The report of a run: data for programs, or a page for people.
//!
//! The data is collected where the work is done and goes straight into a temporary file, so a report takes no
//! memory however long it gets. Data that waits is text: values take ten times the memory.

mod html;
pub mod json;

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ishi::convert::ConvertedGame;
use ishi::diagnostic::Span;
use ishi::source::{Place, reason};
use ishi_archive::{Name, is_record};

use super::args::ConvertArgs;
use super::done::{Done, Results};
use super::output::{Temporary, create, folder_of, sweep};
use crate::disk::paths::{absolute, ending};
use crate::done::tally::RunTally;

/// What kind of report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportKind {
    /// Data for programs.
    Json,
    /// A page for people.
    Html,
}

impl ReportKind {
    fn of(path: &Path) -> Option<Self> {
        match &*ending(path) {
            "json" => Some(Self::Json),
            "html" | "htm" => Some(Self::Html),
            _ => None,
        }
    }
}

/// The message about a report that has the name of a result.
const REPLACES_RESULT: &str = "a report never replaces a result; choose another name for --report";

/// Collects the data about one input, game by game.
pub enum Recorder {
    /// For programs.
    Json(json::Recorder),
    /// For people.
    Html(html::Recorder),
}

impl Recorder {
    /// Creates a recorder for an input.
    pub fn new(kind: ReportKind) -> Self {
        match kind {
            ReportKind::Json => Self::Json(json::Recorder::default()),
            ReportKind::Html => Self::Html(html::Recorder::default()),
        }
    }

    /// Notes a game.
    pub fn game(&mut self, game: &ConvertedGame<'_>) {
        match self {
            Self::Json(recorder) => recorder.game(game),
            Self::Html(recorder) => recorder.game(game),
        }
    }
}

/// A report that is being written. It is put in place when the run is over.
pub struct ReportFile {
    path: PathBuf,
    /// The size and the time of the file that was there before the run.
    there: Option<(u64, Option<SystemTime>)>,
    pub kind: ReportKind,
    out: Temporary,
    /// The part after all rows: the details of the page.
    behind: BufWriter<File>,
    is_empty: bool,
    failure: Option<io::Error>,
}

impl ReportFile {
    /// Starts a report; its ending determines its kind.
    ///
    /// # Errors
    ///
    /// A message if the ending is not known, if there can be no such file, or if there is one that is
    /// neither an earlier report nor to be replaced by force. An input or a result is never replaced.
    pub fn create(
        path: &Path,
        arguments: &ConvertArgs,
        is_result: &dyn Fn(&Path) -> bool,
    ) -> Result<Self, String> {
        let shown = Name::of(path);
        let kind = ReportKind::of(path)
            .ok_or_else(|| format!("{shown}: a report is a .json or a .html file"))?;
        if path.is_dir() {
            return Err(format!("{shown} is a folder"));
        }
        let output = arguments.output.as_deref();
        let is_output = output.is_some_and(|output| absolute(output).ok() == absolute(path).ok());
        if is_output || path.canonicalize().is_ok_and(|path| is_result(&path)) {
            return Err(REPLACES_RESULT.to_owned());
        }
        may_be_replaced(path, arguments.force, &arguments.inputs)?;
        let failed = |error: io::Error| format!("{shown} cannot be written: {}", reason(&error));
        sweep(folder_of(path));
        let mut report = Self {
            path: path.to_owned(),
            there: state(path),
            kind,
            out: create(path).map_err(failed)?,
            behind: BufWriter::new(tempfile::tempfile().map_err(failed)?),
            is_empty: true,
            failure: None,
        };
        let begun = match kind {
            ReportKind::Json => json::begin(&mut report.out.file),
            ReportKind::Html => html::begin(&mut report.out.file),
        };
        // Better now than when all is converted.
        begun
            .and_then(|()| report.out.file.flush())
            .map_err(failed)?;
        Ok(report)
    }

    /// Adds an input.
    pub fn add(&mut self, recorder: Option<Recorder>, done: &Done) {
        if self.failure.is_some() {
            return;
        }
        let rows = &mut self.out.file;
        let added = match recorder.unwrap_or_else(|| Recorder::new(self.kind)) {
            Recorder::Json(recorder) => recorder.write(done, rows, self.is_empty),
            Recorder::Html(recorder) => recorder.write(done, &self.path, rows, &mut self.behind),
        };
        self.is_empty = false;
        self.failure = added.err();
    }

    /// Completes the report and puts it in place, also of a report that is there.
    ///
    /// # Errors
    ///
    /// A message if it cannot be written.
    pub fn finish(self, tally: &RunTally) -> Result<(), String> {
        let shown = Name::of(&self.path);
        let finished = self.complete(tally);
        finished.map_err(|error| format!("{shown} cannot be written: {}", reason(&error)))
    }

    fn complete(mut self, tally: &RunTally) -> io::Result<()> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        match self.kind {
            ReportKind::Json => json::end(&mut self.out.file, tally)?,
            ReportKind::Html => {
                self.behind.rewind()?;
                html::end(&mut self.out.file, self.behind.get_mut(), tally)?;
            }
        }
        self.out.file.flush()?;
        // A report that is half on the disk after a crash would not be replaced by the next run.
        self.out.file.get_ref().sync()?;
        if state(&self.path) != self.there {
            return Err(io::Error::other(REPLACES_RESULT));
        }
        self.out.path.replace(&self.path)
    }
}

/// Returns the size and the time of a file.
fn state(path: &Path) -> Option<(u64, Option<SystemTime>)> {
    let there = fs::metadata(path).ok()?;
    Some((there.len(), there.modified().ok()))
}

/// Returns the files with the results of an input, or that would have them on a dry run.
fn outputs(done: &Done) -> Vec<Name> {
    match &done.results {
        _ if !done.has_results() => Vec::new(),
        Results::Stdout => vec![Name::from("-")],
        Results::Files(paths) => paths.iter().map(|path| Name::of(path)).collect(),
    }
}

/// Returns an error if a report must not overwrite the file at a path.
fn may_be_replaced(path: &Path, force: bool, inputs: &[PathBuf]) -> Result<(), String> {
    let Ok(own) = path.canonicalize() else {
        return Ok(());
    };
    let shown = Name::of(path);
    let mut head = Vec::new();
    let is_file = path.is_file();
    // Opening a pipe would wait for its writer.
    let opened = is_file.then(|| File::open(path).ok()).flatten();
    let read = opened.map(|file| file.take(64 * 1024).read_to_end(&mut head));
    let is_input = inputs.iter().any(|input| {
        let Ok(input) = input.canonicalize() else {
            return false;
        };
        own == input || own.starts_with(input) && is_record(&head, path)
    });
    if is_input {
        return Err(format!(
            "{shown} is an input, and a report never replaces one"
        ));
    }
    let is_report = read.is_some() && (json::is_ours(&head) || html::is_ours(&head));
    if !is_file || force || is_report {
        return Ok(());
    }
    Err(format!(
        "{shown} exists and is not a report of ishi; --force replaces it"
    ))
}

/// Returns where each construct of a game that is not native is in the file.
fn places<'c>(game: &'c ConvertedGame<'c>) -> impl Iterator<Item = Option<Place>> + 'c {
    let mut places = game.unit.places();
    game.items.iter().map(move |item| {
        let start = game.span_of(item.node)?.start;
        Some(places.place(Span::new(start, start)))
    })
}
