//! The files that tests read.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folder of the repository. Not only the package there has tests in `tests`.
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let has_tests = |folder: &&Path| folder.join("tests/files").is_dir();
    package.ancestors().find(has_tests).expect("the root")
}

/// Returns whether a file can be a record: no page about records, no file in a format of a Go server, and not one of the
/// files of the corpus that look like a game and have none.
pub fn can_be_record(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let is_other = ["gib", "ngf", "nip", "ugf", "ugi"].contains(&ending.as_ref());
    !is_other
        && ![
            "README.md",
            "10-identifier-only.sgf",
            "made-encrypted.ugf.sgf",
        ]
        .iter()
        .any(|name| path.ends_with(name))
}

/// Returns all files below a folder that can be records, in a fixed order.
pub fn below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries =
            fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for entry in entries.flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if can_be_record(&path) {
                files.push(path);
            }
        }
    }
    assert!(!files.is_empty(), "{} is empty", folder.display());
    files.sort();
    files
}
