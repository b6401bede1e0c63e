//! The records that are edited: generated ones, fixtures, and records of the corpus if there is one.

use std::collections::VecDeque;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;

use crate::collection::{self, Games};
use crate::convert::round_trips::{orderly_ishi_text, smart_go_text};
use crate::convert::{Conversion, ConvertOptions, Findings};
use crate::format::Format;
use crate::model::Game;
use crate::source::{Source, SourceOptions};
use crate::testing;

/// The longest file that is taken, in bytes.
const LONGEST: u64 = 6_000;

/// A record in memory.
#[derive(Clone)]
pub(super) struct Record {
    pub format: Format,
    pub bytes: Vec<u8>,
}

impl Record {
    pub(super) fn new(format: Format, bytes: impl Into<Vec<u8>>) -> Self {
        Self {
            format,
            bytes: bytes.into(),
        }
    }

    fn open(&self) -> Option<Source<Cursor<&[u8]>>> {
        let options = SourceOptions {
            format: Some(self.format),
            ..SourceOptions::default()
        };
        Source::open(Cursor::new(self.bytes.as_slice()), options).ok()
    }

    /// Returns the text of the first unit.
    pub(super) fn text(&self) -> Option<String> {
        let unit = self.open()?.next_unit().ok()??;
        Some(unit.text().to_owned())
    }

    /// Reads the games, with the texts that travel in them.
    pub(super) fn read(&self) -> Option<Vec<Game<'static>>> {
        let mut source = self.open()?;
        Games::new(&mut source)
            .with_carried()
            .collect::<Result<_, _>>()
            .ok()
    }

    /// Converts with the proof. `None` if the conversion fails.
    pub(super) fn to(&self, format: Format) -> Option<(Self, Findings)> {
        let options = ConvertOptions::new(format);
        let mut conversion = Conversion::new(&options);
        let bytes = conversion.collect(&mut self.open()?);
        if let Err(error) = &bytes {
            println!("not converted to {format}: {error}");
        }
        let bytes = bytes.ok()?;
        Some((Self { format, bytes }, conversion.into_report().findings))
    }
}

/// Returns records of a format in turn: a generated one, a fixture, a generated one, and one of the
/// corpus, if it is wanted and there is one.
pub(super) fn of(format: Format, with_corpus: bool) -> impl Iterator<Item = Record> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = testing::corpus::folder();
    let (folder, corpus) = match format {
        Format::Ishi => ("ishi", corpus.join("ishi")),
        Format::SmartGo => ("smartgo", corpus.join("smartgo")),
        Format::Sgf => ("sgf", corpus.join("sgf")),
    };
    let mut fixtures = files_below(&top.join("tests/fixtures").join(folder));
    let mut corpus = if with_corpus {
        files_below(&corpus)
    } else {
        VecDeque::new()
    };
    let mut generated = generated(format);
    (0..4000).filter_map(move |turn: usize| match turn % 4 {
        1 => file(format, &mut fixtures),
        3 => file(format, &mut corpus),
        _ => Some(Record::new(format, generated())),
    })
}

fn generated(format: Format) -> impl FnMut() -> Vec<u8> {
    let mut runner = TestRunner::deterministic();
    let strategy = match format {
        Format::Ishi => prop_oneof![
            2 => orderly_ishi_text().prop_map(String::into_bytes),
            1 => testing::small_board_game().prop_map(move |game| written(&game, format)),
        ]
        .boxed(),
        Format::SmartGo => smart_go_text().prop_map(String::into_bytes).boxed(),
        Format::Sgf => testing::small_board_game()
            .prop_map(move |game| written(&game, format))
            .boxed(),
    };
    move || strategy.new_tree(&mut runner).expect("a record").current()
}

fn written(game: &Game<'_>, format: Format) -> Vec<u8> {
    collection::write(std::slice::from_ref(game), format).expect("a game of Go on a small board")
}

fn file(format: Format, paths: &mut VecDeque<PathBuf>) -> Option<Record> {
    let path = paths.pop_front()?;
    Some(Record::new(format, fs::read(path).ok()?))
}

/// Returns the short files below a folder, sorted by the hash of their names.
fn files_below(folder: &Path) -> VecDeque<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if entry.metadata().is_ok_and(|data| data.len() <= LONGEST) {
                files.push(path);
            }
        }
    }
    // The order of the names would bring all files about a subject together.
    files.sort_by_cached_key(|path| {
        crc32fast::hash(path.file_name().unwrap_or_default().as_encoded_bytes())
    });
    files.into()
}
