//! Exact bytes, and records too large for files, because snapshots cannot show them.

use std::fmt::Write;
use std::path::Path;

use crate::everything::{NO_GAMES, may_refuse};
use crate::record::Record;
use ishi::Format::{self, Ishi, Sgf, SmartGo};
use ishi::charset::Charset;
use ishi::compare::compare;
use ishi::convert::{ConvertError, ConvertOptions};

fn fixtures() -> Vec<(String, Record)> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    crate::files::below(&top)
        .iter()
        .map(|path| {
            let name = path
                .strip_prefix(&top)
                .unwrap_or(path)
                .display()
                .to_string();
            (name, Record::from_file(path))
        })
        .collect()
}

/// Converts a fixture. Returns `None` if the target cannot hold it, or if it has no game.
fn written(name: &str, record: &Record, to: Format) -> Option<Record> {
    expected(name, to, record.to(to))
}

/// Returns the result of a conversion of a fixture, `None` if the target cannot hold it, or if it has no
/// game. Other errors fail.
fn expected<T>(name: &str, to: Format, written: Result<T, ConvertError>) -> Option<T> {
    match written {
        Ok(written) => Some(written),
        Err(ConvertError::Refused(games)) if games.iter().all(|one| may_refuse(&one.refusal)) => {
            None
        }
        Err(ConvertError::NoGame | ConvertError::Source(_)) if NO_GAMES.contains(&name) => None,
        Err(error) => panic!("{name} to {to}: {error}"),
    }
}

#[test]
fn a_record_in_the_canonical_style_needs_no_carrier() {
    let path = "tests/fixtures/ishi/headers/canonical-style.go";
    let record = Record::from_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
    for to in [Sgf, SmartGo, Ishi] {
        let written = record.to(to).expect("any format can hold it");
        let text = String::from_utf8_lossy(&written.bytes);
        // Smart-Go cannot express annotator, rules, and signs but one.
        if to == Sgf {
            assert!(!text.contains("XI["), "{text}");
        }
        let back = written.to(Ishi).expect("it came from there");
        assert_eq!(
            String::from_utf8_lossy(&back.bytes),
            String::from_utf8_lossy(&record.bytes),
            "through {to}"
        );
    }
}

#[test]
fn lines_end_as_the_format_wants_it() {
    for (name, record) in fixtures() {
        if let Some(written) = written(&name, &record, Ishi) {
            let text = String::from_utf8_lossy(&written.bytes).replace("\r\n", "");
            assert!(!text.contains(['\r', '\n']), "{name}: a line without CR LF");
        }
        for to in [Sgf, SmartGo] {
            if let Some(written) = written(&name, &record, to) {
                assert!(!written.bytes.contains(&b'\r'), "{name}: CR as {to}");
                let comes_back = name.contains("carriers/");
                let has_end = comes_back || written.bytes.ends_with(b"\n");
                assert!(has_end, "{name} as {to}");
            }
        }
    }
}

#[test]
fn plain_output_has_no_carrier() {
    for (name, record) in fixtures() {
        for &to in Format::ALL {
            let options = ConvertOptions {
                plain: true,
                ..ConvertOptions::new(to)
            };
            if let Some(bytes) = expected(&name, to, record.convert(&options).0) {
                let text = String::from_utf8_lossy(&bytes);
                let carrier = if to == Ishi {
                    "USER ishi 3 "
                } else {
                    "XI[ishi 3 "
                };
                let foreign = name.contains("carriers/") || name.contains("carrier-");
                assert!(
                    foreign || !text.contains(carrier),
                    "{name} as {to}:\n{text}"
                );
            }
        }
    }
}

#[test]
fn writing_again_changes_nothing() {
    let mut failures = Vec::new();
    for (name, record) in fixtures() {
        for &to in Format::ALL {
            let Some(written) = written(&name, &record, to) else {
                continue;
            };
            match written.to(to) {
                Ok(again) if again.bytes == written.bytes => {}
                // A text that comes back is not in the style of this program.
                Ok(_) if name.contains("carriers/") => {}
                Ok(again) => failures.push(format!(
                    "{name} as {to}:\n{}became\n{}",
                    String::from_utf8_lossy(&written.bytes),
                    String::from_utf8_lossy(&again.bytes)
                )),
                Err(error) => failures.push(format!("{name} as {to}: {error}")),
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Converts a record to every format, and each result to every other one and back.
fn round_trips(name: &str, record: &Record) {
    for &to in Format::ALL {
        let written = record
            .to(to)
            .unwrap_or_else(|error| panic!("{name} to {to}: {error}"));
        for &other in Format::ALL {
            let back = written
                .to(other)
                .and_then(|middle| middle.to(to))
                .unwrap_or_else(|error| panic!("{name}, {to} to {other} and back: {error}"));
            let (before, after) = (written.games(), back.games());
            let (before, after) = (before.expect("ours"), after.expect("ours"));
            assert_eq!(
                before.len(),
                after.len(),
                "{name}, {to} to {other} and back"
            );
            for (before, after) in before.iter().zip(&after) {
                let found = compare(before, after);
                assert!(
                    found.is_same(),
                    "{name}, {to} to {other} and back: {:?}",
                    found.differences.first()
                );
            }
        }
    }
}

#[test]
fn three_hundred_nested_variations() {
    let mut text = String::from("EVENT\nBOARDSIZE 19\nB 1 A1\n");
    for number in 0..300 {
        let column = b"ABCDEFGHJKLMNOPQRST"[number % 19];
        let _ = writeln!(text, "VAR\nB 1 {}{}", char::from(column), number / 19 + 2);
    }
    text.push_str(&"ENDVAR\n".repeat(300));
    round_trips("nested", &Record::written(text.into_bytes(), Ishi));
}

#[test]
fn a_tree_twenty_thousand_levels_deep_or_wide() {
    let levels = 20_000;
    let deep = format!(
        "(;FF[4]GM[1]{}{}",
        "(;B[aa]".repeat(levels),
        ")".repeat(levels + 1)
    );
    round_trips("deep", &Record::written(deep.into_bytes(), Sgf));
    let branches = "(;W[bb];B[cc])(;W[dd])".repeat(levels / 2);
    let wide = format!("(;FF[4]GM[1];B[aa]{branches})");
    round_trips("wide", &Record::written(wide.into_bytes(), Sgf));
}

#[test]
fn a_hundred_kilobytes_on_one_line() {
    let words = "one line without an end ".repeat(4200);
    let comment = format!("(;FF[4]GM[1]PB[{words}];B[aa]C[{words}]XY[{words}];W[bb])");
    round_trips("comment", &Record::written(comment.into_bytes(), Sgf));
    let block = format!("EVENT\nB 1 Q16\nUSER {words}\n{words}\nENDUSER\nCOM\n{words}\nENDCOM\n");
    round_trips("block", &Record::written(block.into_bytes(), Ishi));
}

/// The proof reads a record in the charset of the result, for every charset of the source.
#[test]
fn a_record_comes_back_from_every_charset() {
    for text in ["plain", "d\u{e9}j\u{e0}", "d\u{e9}j\u{e0} \u{4e2d}"] {
        let record = format!("(;FF[4]CA[UTF-8]SZ[9];B[ee]C[{text}])");
        let record = Record::written(record.into_bytes(), Sgf);
        for label in ["utf-8", "windows-1252", "gb18030", "cp437", "us-ascii"] {
            for &to in Format::ALL {
                let options = ConvertOptions {
                    charset: Charset::from_label(label),
                    ..ConvertOptions::new(to)
                };
                match record.convert(&options).0 {
                    // Only Ishi and Smart-Go write the nearest characters that there are.
                    Ok(_) | Err(ConvertError::Unencodable { .. }) => {}
                    Err(error) => panic!("{text} as {to} in {label}: {error}"),
                }
            }
        }
    }
}
