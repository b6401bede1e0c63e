//! The corpus of public records, which is not part of the project. Tests that read it are ignored, and fail without it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folder of the corpus: `$ISHI_CORPUS`, else `shared/corpus` beside the repository.
pub fn folder() -> PathBuf {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    env::var_os("ISHI_CORPUS").map_or(beside, PathBuf::from)
}

/// Returns all files below a folder, in a fixed order.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder);
        for entry in entries.unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort_unstable();
    files
}

/// Returns the texts of twenty files of less than 2 KB from a part of the corpus. They are evenly spread over all
/// such files; bytes that are not UTF-8 are replaced.
pub fn short_texts(part: &str) -> Vec<String> {
    let files = files(&folder().join(part)).into_iter();
    let texts = files.map(|file| fs::read(file).unwrap());
    let texts = texts.filter(|bytes| bytes.len() < 2048);
    let texts: Vec<_> = texts
        .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        .collect();
    let step = (texts.len() / 20).max(1);
    let texts: Vec<_> = texts.into_iter().step_by(step).take(20).collect();
    assert_eq!(texts.len(), 20, "too few short files are in {part}");
    texts
}
