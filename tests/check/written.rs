//! What the program writes obeys the rules by which it reads.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use ishi::Format;
use ishi::check::{Levels, check};
use ishi::convert::{Conversion, ConvertError, ConvertOptions};
use ishi::diagnostic::Severity;
use ishi::source::{Source, SourceOptions};

/// A record that has GM with a name, or 0, would be a game of Go without its GM.
const KIND: &str = "is not a kind of game";

#[test]
fn sgf_that_is_written_has_no_error_of_syntax_type_or_uniqueness() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    assert!(errors_below(&fixtures) > 500);
}

#[test]
#[ignore = "needs the corpus: cargo test --test check -- --ignored"]
fn sgf_that_is_written_from_the_corpus_has_no_error_of_syntax_type_or_uniqueness() {
    assert!(errors_below(&crate::corpus::folder()) > 1000);
}

/// Converts all records below a folder to SGF and checks the results; returns how many there are.
fn errors_below(folder: &Path) -> usize {
    let (mut results, mut errors) = (0, Vec::new());
    for path in crate::files::below(folder) {
        if let Some(sgf) = to_sgf(&path) {
            results += 1;
            errors.extend(errors_in(&sgf, &path));
        }
    }
    assert_eq!(errors, [""; 0]);
    results
}

/// Converts a record; none if the file has no game.
fn to_sgf(path: &PathBuf) -> Option<Vec<u8>> {
    let bytes = fs::read(path).expect("a file");
    let options = SourceOptions {
        hint: Format::from_path(path),
        ..SourceOptions::default()
    };
    let mut source = Source::open(Cursor::new(bytes), options).ok()?;
    match Conversion::new(&ConvertOptions::new(Format::Sgf)).collect(&mut source) {
        Ok(sgf) => Some(sgf),
        Err(ConvertError::NoGame) => None,
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

/// Points that a node names twice.
const UNIQUENESS: [&str; 4] = ["G011", "G020", "G021", "G022"];

/// Returns the errors that reading the text of a result finds, and those about points that a node names
/// twice.
fn errors_in(sgf: &[u8], path: &Path) -> Vec<String> {
    let mut source = Source::open(Cursor::new(sgf), SourceOptions::default()).expect("SGF");
    let checked = check(&mut source, &Levels::default()).expect("a record in memory");
    let read = |code: &str| !code.starts_with('G') || UNIQUENESS.contains(&code);
    let found = checked.findings.kept().iter();
    found
        .map(|finding| &finding.diagnostic)
        .filter(|found| found.severity == Severity::Error && read(found.rule.code))
        .filter(|found| !found.message.contains(KIND))
        .map(|found| format!("{}: {} {}", path.display(), found.rule.code, found.message))
        .collect()
}
