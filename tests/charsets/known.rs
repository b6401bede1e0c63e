//! Records of the corpus in other charsets, with known texts.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use ishi::Format;
use ishi::source::{Source, SourceOptions};

use crate::corpus;

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn records_of_the_corpus_are_those_in_utf_8() {
    let folder = corpus::folder().join("sgf/charsets");
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

/// Compares the text of a record, but for its first CA, with the original.
fn difference(original: &Path, file: &Path) -> Option<String> {
    let options = SourceOptions {
        hint: Some(Format::Sgf),
        ..SourceOptions::default()
    };
    let original = fs::read_to_string(original).expect("a record in UTF-8");
    let reader = File::open(file).expect("a file of the corpus");
    let mut source = Source::open(reader, options).expect("a record");
    let mut text = String::new();
    while let Some(unit) = source.next_unit().expect("a file of the corpus") {
        text.push_str(unit.text());
    }
    if let Some((before, rest)) = text.split_once("CA[")
        && let Some((_, behind)) = rest.split_once(']')
    {
        text = format!("{before}{behind}");
    }
    let same = |(a, b): &(&str, &str)| a == b;
    let mut lines = original.trim_end().lines().zip(text.trim_end().lines());
    let different = lines.find(|lines| !same(lines));
    let count = |text: &str| text.trim_end().lines().count();
    match different {
        Some((before, after)) => Some(format!("{before:?} became {after:?}")),
        None if count(&original) != count(&text) => Some("another number of lines".to_owned()),
        None => None,
    }
}
