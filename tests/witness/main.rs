//! The witness over the fixtures and the corpus, and what keeps it independent.

mod corpus;
#[path = "../files/mod.rs"]
mod files;
mod fixtures;
#[path = "../corpus/mod.rs"]
mod records;
mod tally;

use std::fs;
use std::path::Path;

/// What parses and decodes for the first readers.
const SHARED: &[&str] = &[
    "pest",
    "encoding_rs",
    "oem_cp",
    "any_ascii",
    "chardetng",
    "memchr",
];

/// The most lines of code, without comments, that the witness may have: with more it would not be naive.
const LINES: usize = 1500;

#[test]
fn the_witness_shares_no_crate_with_the_readers_and_stays_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = files::below(&root.join("witness"));
    files.push(root.join("witness.rs"));
    assert!(files.len() > 5, "only {} files were found", files.len());
    let mut lines = 0;
    for file in files.iter().filter(|file| !file.ends_with("tests.rs")) {
        let code = fs::read_to_string(file).expect("a source file");
        let is_code = |line: &&str| !line.is_empty() && !line.starts_with("//");
        lines += code.lines().map(str::trim).filter(is_code).count();
        for name in SHARED {
            assert!(!code.contains(name), "{} uses {name}", file.display());
        }
    }
    assert!(lines <= LINES, "the witness has {lines} lines");
}
