//! Records of servers: fixtures, and the corpus of public records.

use std::fs;
use std::path::{Path, PathBuf};

/// A record with the game that is expected of it in SGF.
pub struct Record {
    pub name: String,
    pub bytes: Vec<u8>,
    /// The game in SGF. Empty for fixtures, whose games are in snapshots.
    pub expected: String,
}

/// Returns the fixtures.
pub fn made() -> Vec<Record> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/servers/fixtures");
    let records: Vec<_> = in_folder(&folder)
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

/// Returns the records of servers in a folder, in a fixed order.
fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.flatten().map(|entry| entry.path());
    let mut paths: Vec<_> = paths.filter(|path| path.is_file()).collect();
    paths.sort();
    paths
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
