//! Records from files, and their positions and diagrams.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use ishi::Format;
use ishi::model::{Game, NodeId};
use ishi::sniff::NoRecord;
use ishi::source::{Source, SourceError, SourceOptions};
use ishi_draw::{Drawing, Signs, diagrams};

/// The games of a record, and the signs that its format uses.
pub struct Record {
    pub games: Vec<Game<'static>>,
    pub signs: Signs,
}

/// Endings of files of the corpus that are not game records: a licence, and `.ggf`, a format that looks like
/// SGF.
const NO_RECORDS: &[&str] = &["LESSER", "ggf"];

impl Record {
    /// Reads a file of the corpus. Returns `None` if it is not a record.
    pub fn of_corpus(path: &Path) -> Option<Self> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        match Self::from_file(path) {
            Ok(record) => Some(record),
            Err(_) if NO_RECORDS.contains(&ending.as_ref()) => None,
            // Files of the corpus that are empty on purpose.
            Err(SourceError::NoRecord(NoRecord::Empty)) => None,
            Err(error) => panic!("{}: {error}", path.display()),
        }
    }

    /// Reads a file.
    pub fn from_file(path: &Path) -> Result<Self, SourceError> {
        let options = SourceOptions {
            hint: Format::from_path(path),
            ..SourceOptions::default()
        };
        let mut source = Source::open(Cursor::new(fs::read(path)?), options)?;
        let collection = ishi::read_source(&mut source)?;
        let signs = match collection.format {
            Format::Ishi => Signs::Ishi,
            Format::SmartGo | Format::Sgf => Signs::Sgf,
        };
        Ok(Self {
            games: collection.games,
            signs,
        })
    }
}

/// Draws all diagrams of a game and its last position, each with its name.
pub fn drawings(game: &Game<'_>, signs: Signs) -> Vec<(String, Drawing)> {
    let mut drawings = Vec::new();
    for (number, node) in (1..).zip(diagrams(game)) {
        if let Ok(drawing) = Drawing::diagram(game, node, signs) {
            drawings.push((format!("diagram {number}"), drawing));
        }
    }
    let last = game.find("end").expect("every game has an end");
    if let Ok(drawing) = Drawing::position(game, last, signs) {
        drawings.push(("end".to_owned(), drawing));
    }
    drawings
}

/// Draws the positions of a game that have something to see: marks, comments, ends of lines.
pub fn positions(game: &Game<'_>, signs: Signs) -> Vec<(String, Drawing)> {
    let worth =
        |&node: &NodeId| !game.properties(node).is_empty() || game.first_child(node).is_none();
    game.nodes()
        .filter(worth)
        .filter_map(|node| {
            let drawing = Drawing::position(game, node, signs).ok()?;
            let name = format!("node {}, at {}", node.index(), game.address(node));
            Some((name, drawing))
        })
        .collect()
}

/// Returns the folder of the fixtures about drawing.
pub fn fixtures() -> PathBuf {
    crate::files::root().join("tests/fixtures/draw")
}
