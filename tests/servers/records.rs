//! Records of servers: fixtures, and the corpus of public records.

use std::fs;
use std::path::Path;

use crate::servers::{fixtures, in_folder};

/// A record with the game that is expected of it in SGF.
pub struct Record {
    pub name: String,
    pub bytes: Vec<u8>,
    /// The game in SGF. Empty for fixtures, whose games are in snapshots.
    pub expected: String,
}

/// Returns the fixtures.
pub fn made() -> Vec<Record> {
    let records: Vec<_> = fixtures()
        .iter()
        .map(|path| record(path, String::new()))
        .collect();
    assert!(
        records.len() > 5,
        "only {} fixtures were found",
        records.len()
    );
    records
}

/// Returns the records of the corpus that are not encrypted.
pub fn of_corpus(corpus: &Path) -> Vec<Record> {
    let mut records = Vec::new();
    for folder in ["gib", "ngf", "ugf"] {
        let folder = corpus.join("other-formats").join(folder);
        for path in in_folder(&folder) {
            let name = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            let expected = folder.join("expected").join(format!("{name}.sgf"));
            let expected = fs::read_to_string(expected).unwrap_or_default();
            if expected.starts_with('(') {
                records.push(record(&path, expected));
            }
        }
    }
    records
}

fn record(path: &Path, expected: String) -> Record {
    Record {
        name: path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        bytes: fs::read(path).expect("a record"),
        expected,
    }
}
