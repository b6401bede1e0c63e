//! The fixtures in formats of Go servers.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the fixtures in formats of Go servers, in a fixed order.
pub fn fixtures() -> Vec<PathBuf> {
    let folder = crate::files::root().join("tests/servers/fixtures");
    in_folder(&folder)
}

/// Returns the files in a folder, without folders, in a fixed order.
pub fn in_folder(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.flatten().map(|entry| entry.path());
    let mut paths: Vec<_> = paths.filter(|path| path.is_file()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{} is empty", folder.display());
    paths
}
