//! Tells records from other files, over thousands of files: no source or manual is a record, all files of a
//! corpus are.

use std::path::{Path, PathBuf};

use ishi_archive::{Content, Search, Why, is_record};

use crate::{corpus, files};

/// Returns the folders with the sources of the crates that this project was built with.
fn sources() -> Vec<PathBuf> {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".cargo")));
    let folder = home.expect("a home").join("registry/src");
    files::below(&folder)
}

#[test]
#[ignore = "reads the sources of all crates on the machine"]
fn no_source_or_manual_is_a_record() {
    let mut texts = 0;
    for path in sources() {
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        // A crate may hold a record on purpose.
        if ishi::Format::from_path(&path).is_some() {
            continue;
        }
        texts += usize::from(std::str::from_utf8(&bytes).is_ok());
        let head = bytes.get(..64 * 1024).unwrap_or(&bytes);
        assert!(!is_record(head, &path), "{}", path.display());
    }
    assert!(texts >= 2000, "only {texts} texts");
}

/// The files of the corpus that hold no game.
const NO_RECORDS: [&str; 6] = [
    "ishi/examples.txt",
    "othergames/hex-GM11/COPYING.LESSER",
    "othergames/snippets/ggf-NOT-sgf-othello-amazons.ggf",
    "sgf/probes/32-empty-file.sgf",
    "sgf/probes/32b-parens-only.sgf",
    "sgf/probes/32c-ws-only.sgf",
];

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn every_record_of_the_corpus_is_found() {
    let folder = corpus::folder();
    let mut others = Vec::new();
    let mut records = 0;
    let _ = Search::default().find(&folder, &mut |found| {
        match found.content {
            Content::Not(Why::Failed(why)) => panic!("{}: {why}", found.name),
            Content::Not(_) => others.push(found.file),
            _ => records += 1,
        }
        std::ops::ControlFlow::Continue(())
    });
    let is_known = |path: &PathBuf| {
        let below = path.strip_prefix(&folder).expect("a part");
        NO_RECORDS.iter().any(|name| below == Path::new(name))
    };
    others.retain(|path| files::can_be_record(path) && !is_known(path));
    assert!(others.is_empty(), "{others:?}");
    assert!(records > 1000, "only {records} records");
}
