//! For `tests/faults/run`: who sees that a program with a planted fault converts records differently.

use std::io::Cursor;
use std::path::Path;
use std::{env, fs};

use ishi::Format;
use ishi::convert::rules::NOT_PROVEN;
use ishi::convert::{Conversion, ConvertOptions};
use ishi::source::{Source, SourceOptions};

use crate::judge::Converted;

#[test]
#[ignore = "tests/faults/run names the records"]
fn seen() {
    let folder = env::var_os("ISHI_RECORDS").expect("the folder of the records, in ISHI_RECORDS");
    for file in crate::files::below(Path::new(&folder)) {
        let bytes = fs::read(&file).expect("a file");
        let options = SourceOptions {
            hint: Format::from_path(&file),
            ..SourceOptions::default()
        };
        for to in Format::ALL {
            for (who, sees) in [
                ("proof", is_refuted(&bytes, options, *to)),
                ("oracle", is_contradicted(&bytes, options, *to)),
            ] {
                if sees {
                    println!("seen by {who}: {} to {to}", file.display());
                }
            }
        }
    }
}

/// Returns whether the proof of a conversion fails.
fn is_refuted(bytes: &[u8], source: SourceOptions, to: Format) -> bool {
    let options = ConvertOptions {
        skip_refused: true,
        ..ConvertOptions::new(to)
    };
    let Ok(mut source) = Source::open(Cursor::new(bytes), source) else {
        return false;
    };
    let result = Conversion::new(&options).collect(&mut source);
    result.is_err_and(|error| error.rule().code == NOT_PROVEN.code)
}

/// Returns whether the oracle contradicts a result, or the record on the way home.
fn is_contradicted(bytes: &[u8], source: SourceOptions, to: Format) -> bool {
    let Ok(converted) = Converted::new(bytes, source, to) else {
        return false;
    };
    let home = converted.home(bytes);
    let verdicts = [Some(converted.verdict(bytes)), home.ok().flatten()];
    let mut verdicts = verdicts.into_iter().flatten();
    verdicts.any(|verdict| !verdict.disagreements.is_empty())
}
