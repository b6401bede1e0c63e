//! The records that the fuzzer found to be different from all others.

use std::fs;
use std::path::Path;

use ishi::Format;

use crate::survives;

#[test]
fn what_the_fuzzer_kept() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for (folder, format) in [
        ("read_ishi", Some(Format::Ishi)),
        ("read_sgf", Some(Format::Sgf)),
        ("read_smartgo", Some(Format::SmartGo)),
        ("charset", None),
    ] {
        let files: Vec<_> = fs::read_dir(corpus.join(folder)).unwrap().collect();
        assert!(files.len() >= 10, "{folder}");
        for file in files {
            survives(&fs::read(file.unwrap().path()).unwrap(), format);
        }
    }
}
