//! The corpus's records in other charsets, whose texts are known.
//!
//! It is not part of the project: it is looked for in `$ISHI_CORPUS`, else beside the repository in
//! `shared/corpus`. Without it the test says so and passes.

use std::path::{Path, PathBuf};
use std::{env, fs};

use ishi::compare::{Scope, compare};

#[test]
fn records_of_the_corpus_are_those_in_utf_8() {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let corpus = env::var_os("ISHI_CORPUS").map_or(beside, PathBuf::from);
    let folder = corpus.join("sgf/charsets");
    if !folder.is_dir() {
        println!("no corpus found: nothing was tested");
        return;
    }
    let mut wrong = Vec::new();
    for charset in children(&folder)
        .iter()
        .filter(|path| !path.ends_with("orig"))
    {
        for kind in children(charset) {
            let files = children(&kind);
            let mut right = 0;
            for file in &files {
                let original = folder.join("orig").join(file.file_name().expect("a file"));
                match difference(&original, file) {
                    None => right += 1,
                    Some(found) => {
                        println!("{}: {found}", file.display());
                        if kind.ends_with("ca") || kind.ends_with("spec") {
                            wrong.push(file.clone());
                        }
                    }
                }
            }
            let kind = kind.strip_prefix(&folder).expect("a folder below it");
            println!("{:20} {right} of {}", kind.display(), files.len());
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn children(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the corpus");
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn difference(original: &Path, file: &Path) -> Option<String> {
    let [before, after] = [original, file].map(|path| {
        let bytes = fs::read(path).expect("a file of the corpus");
        ishi::read(&bytes).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    });
    if before.games.len() != after.games.len() {
        return Some("another number of games".to_owned());
    }
    before
        .games
        .iter()
        .zip(&after.games)
        .find_map(|(before, after)| {
            let found = compare(before, after, Scope::Whole);
            found.differences.first().map(ToString::to_string)
        })
}
