//! One edit of each kind in each of many records.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use ishi::bracket::property::property_text;
use ishi::model::equal::{same_move, same_properties};
use ishi::model::{Game, Id, Property, Step};
use ishi::{Collection, WriteError};

use crate::edits::KINDS;
use crate::files;

/// Records with many typing slips in a row. The reader explains a slip by the lines around it, so an edit between
/// slips can leave a text that reads as something else; then the editor refuses it.
const SLIPS: [&str; 3] = [
    "mistakes/lost-line-breaks.go",
    "mistakes/typing-slips.go",
    "mistakes/move-with-extra-token.go",
];

/// Returns the records below a folder: all files that can be read.
pub fn records(folder: &Path) -> Vec<PathBuf> {
    let mut files = files::below(folder);
    files.retain(|file| fs::read(file).is_ok_and(|bytes| ishi::read(&bytes).is_ok()));
    files
}

/// The outcomes of the edits.
#[derive(Default)]
pub struct Sweep {
    /// For each kind of edit the changes of the bytes that the edits made: how many edits made so many.
    places: BTreeMap<&'static str, BTreeMap<usize, usize>>,
    /// The edits of fields that made several changes.
    pub several: Vec<String>,
    /// The edits that the format of the record cannot express.
    pub refused: Vec<String>,
    /// The failures.
    pub failures: Vec<String>,
}

impl Sweep {
    /// Edits records.
    pub fn over(files: &[PathBuf]) -> Self {
        let mut sweep = Self::default();
        for file in files {
            let bytes = fs::read(file).expect("a file that was read before");
            sweep.record(&bytes, &file.display().to_string());
        }
        sweep
    }

    /// Returns how many edits of a kind made one change, and how many there were.
    pub fn share(&self, kind: &str) -> (usize, usize) {
        let places = self.places.get(kind).into_iter().flatten();
        places.fold((0, 0), |(one, all), (changes, count)| {
            (one + usize::from(*changes == 1) * count, all + count)
        })
    }

    fn record(&mut self, bytes: &[u8], name: &str) {
        let record = ishi::read(bytes).expect("a record that was read before");
        if record.games.is_empty() {
            return;
        }
        match record.write() {
            Ok(written) if written == bytes => {}
            Ok(_) => self
                .failures
                .push(format!("{name}: without an edit: other bytes")),
            Err(error) => self
                .failures
                .push(format!("{name}: without an edit: {error}")),
        }
        let game = record.games.len() / 2;
        for kind in KINDS {
            let mut edited = record.clone();
            if !(kind.edit)(&mut edited.games[game]) {
                continue;
            }
            match edit(&edited, bytes) {
                Ok(places) => {
                    let counts = self.places.entry(kind.name).or_default();
                    *counts.entry(places).or_default() += 1;
                    if kind.is_field && places > 1 {
                        self.several
                            .push(format!("{name}: {}: {places}", kind.name));
                    }
                }
                // The format has no place for it.
                Err(Failed::Write(WriteError::Refused(_))) => {}
                Err(Failed::Write(WriteError::NotReadBack { .. }))
                    if SLIPS.iter().any(|slips| name.ends_with(slips)) => {}
                // The text of the format is another game, for example a DIAGRAM changes places with a variation.
                Err(Failed::Write(WriteError::NotReadBack { .. })) if !can_be_said(&edited) => {
                    self.refused.push(format!("{name}: {}", kind.name));
                }
                Err(error) => self
                    .failures
                    .push(format!("{name}: {}: {error}", kind.name)),
            }
        }
    }
}

/// Returns whether the format of a record expresses all of its games.
fn can_be_said(record: &Collection) -> bool {
    record.games.iter().all(|game| {
        let text = ishi::write(std::slice::from_ref(game), record.format);
        let shown = text.ok().and_then(|text| ishi::read(&text).ok());
        shown.is_some_and(|shown| match shown.games.as_slice() {
            [shown] => difference(shown, game).is_none(),
            _ => false,
        })
    })
}

/// Writes an edited record and reads it back; returns how many changes of the bytes that made.
fn edit(edited: &Collection, bytes: &[u8]) -> Result<usize, Failed> {
    let edits = edited.edits().map_err(Failed::Write)?;
    let written = edited.write().map_err(Failed::Write)?;
    let back = ishi::read(&written).map_err(|error| Failed::Read(error.to_string()))?;
    if back.games.len() != edited.games.len() {
        return Err(Failed::Read(format!("{} games", back.games.len())));
    }
    for (number, (found, game)) in (1..).zip(back.games.iter().zip(&edited.games)) {
        if let Some(difference) = difference(found, game) {
            let text = String::from_utf8_lossy(&written);
            let start: String = text.chars().take(2000).collect();
            return Err(Failed::Read(format!(
                "game {number}, {difference}:\n{start}"
            )));
        }
    }
    let changed: u64 = edits
        .iter()
        .map(|edit| edit.range.end - edit.range.start)
        .sum();
    assert!(changed <= bytes.len() as u64);
    Ok(edits.len())
}

impl fmt::Display for Sweep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (kind, places) in &self.places {
            let (one, all) = self.share(kind);
            writeln!(f, "{kind}: {one} of {all} in one place; {places:?}")?;
        }
        for several in &self.several {
            writeln!(f, "  {several}")?;
        }
        for refused in &self.refused {
            writeln!(f, "  refused: {refused}")?;
        }
        Ok(())
    }
}

/// Why an edit did not come back.
enum Failed {
    Write(WriteError),
    Read(String),
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Write(error) => write!(f, "not written: {error}"),
            Self::Read(reason) => write!(f, "not read back: {reason}"),
        }
    }
}

fn texts(properties: &[Property<'_>]) -> Vec<String> {
    let mut texts: Vec<_> = properties.iter().map(property_text).collect();
    texts.sort_unstable();
    texts
}

/// Returns where two games mean something else.
fn difference(a: &Game<'_>, b: &Game<'_>) -> Option<String> {
    if (a.kind, a.size) != (b.kind, b.size) {
        return Some("another kind or size".to_owned());
    }
    let (mut left, mut right) = (a.walk(), b.walk());
    loop {
        match (left.next(), right.next()) {
            (Some(Step::Enter(x)), Some(Step::Enter(y))) => {
                let moves = same_move(a.mv(x), b.mv(y));
                // In Ishi a node without a move is a diagram.
                let is_diagram = b.mv(y).is_none() && !b.has(y, Id::Figure);
                let figure = |one: &&Property<'_>| is_diagram && one.ident == Id::Figure.into();
                let shown: Vec<_> = a
                    .properties(x)
                    .iter()
                    .filter(|one| !figure(one))
                    .cloned()
                    .collect();
                let (a, b) = (shown.as_slice(), b.properties(y));
                if !moves || !same_properties(a, b) && texts(a) != texts(b) {
                    return Some(format!("node {}: {a:?} against {b:?}", x.index()));
                }
            }
            (Some(Step::Leave(_)), Some(Step::Leave(_))) => {}
            (None, None) => return None,
            _ => return Some("another tree".to_owned()),
        }
    }
}
