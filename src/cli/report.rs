//! The report of a run: data for programs, or a page for people.
//!
//! Rows are made where the work is done and go straight into a temporary file, so a report takes no
//! memory however long it gets.

mod html;
mod json;

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use ishi::convert::Converted;
use ishi::diagnostic::Span;
use ishi::source::Place;

use super::batch::{Done, Fate, Tally};
use super::interrupt;
use super::output::{Target, Temporary, create, folder_of, sweep};

pub use json::diagnostic;

/// What kind of report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Data for programs.
    Json,
    /// A page for people.
    Html,
}

impl Kind {
    fn of(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Json),
            "html" | "htm" => Some(Self::Html),
            _ => None,
        }
    }
}

/// What the report says about one input.
#[derive(Debug)]
pub enum Row {
    /// An object.
    Json(json::Row),
    /// A line of the table, and what is behind it.
    Html(html::Row),
}

/// Notes what is to be said about one input, game by game.
pub enum Recorder {
    /// For programs.
    Json(json::Recorder),
    /// For people.
    Html(html::Recorder),
}

impl Recorder {
    /// Creates a recorder for an input.
    pub fn new(kind: Kind) -> Self {
        match kind {
            Kind::Json => Self::Json(json::Recorder::default()),
            Kind::Html => Self::Html(html::Recorder::default()),
        }
    }

    /// Notes a game.
    pub fn game(&mut self, game: &Converted<'_>) {
        match self {
            Self::Json(recorder) => recorder.game(game),
            Self::Html(recorder) => recorder.game(game),
        }
    }

    /// Returns what there is to say.
    pub fn finish(self, done: &Done) -> Row {
        match self {
            Self::Json(recorder) => Row::Json(recorder.finish(done)),
            Self::Html(recorder) => Row::Html(recorder.finish(done)),
        }
    }
}

/// A report that is being written. It is put in place when the run is over.
pub struct ReportFile {
    path: PathBuf,
    kind: Kind,
    out: Temporary,
    /// What stands behind all rows: the details of the page.
    behind: BufWriter<File>,
    rows: usize,
    failure: Option<io::Error>,
}

impl ReportFile {
    /// Starts a report; its ending says of which kind it is.
    ///
    /// # Errors
    ///
    /// A message if the ending says nothing, or if there can be no such file.
    pub fn create(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let kind = Kind::of(path)
            .ok_or_else(|| format!("{shown}: a report is a .json or a .html file"))?;
        if path.is_dir() {
            return Err(format!("{shown} is a folder"));
        }
        let failed = |error: io::Error| format!("{shown} cannot be written: {error}");
        sweep(folder_of(path));
        let mut report = Self {
            path: path.to_owned(),
            kind,
            out: create(path).map_err(failed)?,
            behind: BufWriter::new(tempfile::tempfile().map_err(failed)?),
            rows: 0,
            failure: None,
        };
        let begun = match kind {
            Kind::Json => json::begin(&mut report.out.file),
            Kind::Html => html::begin(&mut report.out.file),
        };
        // Better now than when all is converted.
        begun
            .and_then(|()| report.out.file.flush())
            .map_err(failed)?;
        Ok(report)
    }

    /// Returns the kind.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Adds a row.
    pub fn add(&mut self, row: Row) {
        if self.failure.is_some() {
            return;
        }
        let added = match row {
            Row::Json(row) => row.write(&mut self.out.file, self.rows == 0),
            Row::Html(row) => row.write(&mut self.out.file, &mut self.behind),
        };
        self.rows += 1;
        self.failure = added.err();
    }

    /// Completes the report and puts it in place, also of a report that is there.
    ///
    /// # Errors
    ///
    /// A message if it cannot be written.
    pub fn finish(mut self, tally: &Tally) -> Result<(), String> {
        let path = self.path.clone();
        let watched = self.out.path.to_path_buf();
        let finished = self.complete(tally);
        interrupt::forget(&watched);
        finished.map_err(|error| format!("{} cannot be written: {error}", path.display()))
    }

    fn complete(&mut self, tally: &Tally) -> io::Result<()> {
        if let Some(error) = self.failure.take() {
            return Err(error);
        }
        match self.kind {
            Kind::Json => json::end(&mut self.out.file, tally)?,
            Kind::Html => {
                self.behind.flush()?;
                let details = self.behind.get_mut();
                details.seek(SeekFrom::Start(0))?;
                html::end(&mut self.out.file, details, tally)?;
            }
        }
        self.out.file.flush()?;
        std::fs::rename(&self.out.path, &self.path)
    }
}

/// Returns the word for what became of an input.
fn status(fate: Fate) -> &'static str {
    match fate {
        Fate::Verified => "verified",
        Fate::Unverified => "unverified",
        Fate::DryRun => "dry-run",
        Fate::Skipped => "skipped",
        Fate::NotRecord => "not-a-record",
        Fate::Refused => "refused",
        Fate::Failed => "failed",
    }
}

/// Returns where the result of an input is, or would be on a dry run; none if there is none.
fn output(done: &Done) -> Option<String> {
    let there = matches!(
        done.fate,
        Fate::Verified | Fate::Unverified | Fate::DryRun | Fate::Skipped
    );
    match &done.target {
        _ if !there => None,
        Target::Stdout => Some("-".to_owned()),
        Target::File(path) | Target::Device(path) | Target::Split(path) => {
            Some(path.display().to_string())
        }
        Target::Nothing => None,
    }
}

/// Returns where each construct of a game that is not native stands in the file.
fn places<'c>(game: &'c Converted<'c>) -> impl Iterator<Item = Option<Place>> + 'c {
    let places = (!game.items.is_empty()).then(|| game.unit.places());
    game.items.iter().map(move |item| {
        let start = game.span_of(item.node)?.start;
        let places = places.as_ref()?;
        Some(places.place(Span::new(start, start)))
    })
}
