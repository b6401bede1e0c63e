//! The oracle over the fixtures and the corpus, and a test that it stays independent.

mod corpus;
#[path = "../files/mod.rs"]
mod files;
mod fixtures;
#[path = "../judge/mod.rs"]
mod judge;
#[path = "../corpus/people.rs"]
mod people;
mod planted;
#[path = "../corpus/mod.rs"]
mod records;
mod tally;

use std::fs;
use std::path::Path;

use ishi as library;

/// The most lines of code, without comments, that the oracle may have: with more it would not be naive. About two hundred of
/// them are about properties that are no content, rounds, game information of servers, and the moves of their formats.
const LINES: usize = 2950;

#[test]
fn the_oracle_has_no_dependency_and_stays_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracle");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a manifest");
    let after = manifest.split("[dependencies]").nth(1).map(str::trim_start);
    assert!(
        after.is_some_and(|after| after.starts_with("[lints]")),
        "{manifest}"
    );
    let files = files::below(&root.join("src"));
    assert!(files.len() > 5, "only {} files were found", files.len());
    let mut lines = 0;
    for file in files.iter().filter(|file| !file.ends_with("tests.rs")) {
        let code = fs::read_to_string(file).expect("a source file");
        let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
        lines += code.lines().map(str::trim).filter(is_code).count();
    }
    assert!(lines <= LINES, "the oracle has {lines} lines");
}
