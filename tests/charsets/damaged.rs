//! Records in UTF-8 with some damaged bytes.
//!
//! They are made of the texts of these tests, or of the corpus. Bytes outside ASCII are lost, become a
//! question mark, as in a real server's export, or become another byte outside ASCII.

use std::fmt::Write as _;
use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use ishi::Format;
use ishi::charset::Charset;
use ishi::model::Game;
use ishi::source::{Source, SourceOptions};

use crate::TRIED;
use crate::files::below;
use crate::random::Random;
use crate::record::{Size, texts};

/// How many bytes outside ASCII a record has, at least.
const LEAST: usize = 20;

/// How often each record is damaged in each way.
const TIMES: u64 = 3;

#[derive(Debug, Clone, Copy)]
enum Damage {
    Lost,
    QuestionMark,
    OtherByte,
}

#[test]
fn damaged_utf_8_is_read_as_utf_8() {
    check(&made());
}

#[test]
#[ignore = "needs the corpus: cargo test --test charsets -- --ignored"]
fn damaged_utf_8_of_the_corpus_is_read_as_utf_8() {
    check(&of_corpus());
}

/// One name of a record that names UTF-8, with one byte that was lost, became a question mark, or another byte.
#[test]
fn a_name_with_a_damaged_byte_is_read_as_the_utf_8_that_ca_names() {
    let (mut all, mut failures) = (0, Vec::new());
    for tried in TRIED.iter().filter(|tried| tried.label != "cp437") {
        for name in texts(tried.texts, Charset::Utf8).names {
            for damage in [Damage::Lost, Damage::QuestionMark, Damage::OtherByte] {
                let record = format!("(;FF[4]CA[UTF-8]GM[1]SZ[19]PB[{name}];B[pd];W[dp])");
                let bytes = damaged(record.as_bytes(), 1, damage, all);
                let whole = String::from_utf8_lossy(&bytes).replace('\u{fffd}', "");
                // A letter alone may be one of another charset.
                if whole.chars().filter(|c| !c.is_ascii()).count() == 0 {
                    continue;
                }
                all += 1;
                if read(&bytes).0 != "utf-8" {
                    failures.push(format!("{damage:?} {}", String::from_utf8_lossy(&bytes)));
                }
            }
        }
    }
    println!(
        "{} of {all} names are read in another charset",
        failures.len()
    );
    assert!(all > 500, "{all} names");
    assert!(
        failures.len() * 100 <= 2 * all as usize,
        "{}\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// Damages records, and compares the charsets that they are read in with UTF-8.
fn check(texts: &[String]) {
    let mut records: Vec<String> = texts.iter().map(|text| without_ca(text)).collect();
    records.retain(|text| text.bytes().filter(|byte| !byte.is_ascii()).count() >= LEAST);
    assert!(records.len() >= 100, "{} records", records.len());
    let mut failures = String::new();
    println!("damaged bytes  CA       structure  charset  of");
    for percent in [1, 3, 5] {
        for ca in [true, false] {
            let (mut all, mut structure, mut charset) = (0, 0, 0);
            for (index, text) in records.iter().enumerate() {
                let record = with_ca(text, ca);
                let expected = read(record.as_bytes());
                for damage in [Damage::Lost, Damage::QuestionMark, Damage::OtherByte] {
                    for time in 0..TIMES {
                        let seed = (index as u64) << 8 | time << 4 | damage as u64;
                        let bytes = damaged(record.as_bytes(), percent, damage, seed);
                        let found = read(&bytes);
                        all += 1;
                        structure += usize::from(found.1 == expected.1);
                        charset += usize::from(found.0 == "utf-8");
                        if found.1 != expected.1 {
                            let start: String = text.chars().take(60).collect();
                            let _ = writeln!(failures, "{percent} % {damage:?} {start}");
                        }
                    }
                }
            }
            let ca = if ca { "right" } else { "missing" };
            println!("{percent:11} %  {ca:8} {structure:9} {charset:8}  {all}");
            if charset * 100 < all * 99 {
                let _ = writeln!(failures, "{percent} %, CA {ca}: {charset} of {all}");
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Returns texts of records that are made of the texts and events to try.
fn made() -> Vec<String> {
    let mut records = Vec::new();
    for tried in TRIED.iter().filter(|tried| tried.label != "cp437") {
        let texts = texts(tried.texts, Charset::Utf8);
        for index in 0..texts.names.len() / 4 {
            for size in [Size::Event, Size::Comments] {
                let said = texts.record(size, index, &tried.events, Charset::Utf8);
                let bytes = said.bytes(Charset::Utf8, Some("UTF-8"), crate::record::Order::Text);
                records.push(String::from_utf8(bytes).expect("UTF-8"));
            }
        }
    }
    records
}

/// Returns the texts of the records of the corpus.
fn of_corpus() -> Vec<String> {
    let folders = ["sgf", "smartgo"].map(|folder| below(&crate::corpus::folder().join(folder)));
    folders.into_iter().flatten().filter_map(text).collect()
}

/// Reads the text of a record that is whole.
fn text(path: PathBuf) -> Option<String> {
    let bytes = fs::read(path).expect("a file of the corpus");
    let mut source = open(&bytes)?;
    let mut text = String::new();
    while let Some(unit) = source.next_unit().expect("bytes in memory") {
        text.push_str(unit.text());
    }
    let text = text.trim_start_matches('\u{FEFF}').to_owned();
    (!text.contains('\u{FFFD}')).then_some(text)
}

fn open(bytes: &[u8]) -> Option<Source<Cursor<&[u8]>>> {
    let options = SourceOptions {
        hint: Some(Format::Sgf),
        ..SourceOptions::default()
    };
    Source::open(Cursor::new(bytes), options).ok()
}

fn without_ca(text: &str) -> String {
    let mut parts = text.split("CA[");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once(']').map_or(part, |(_, behind)| behind));
    }
    plain
}

fn with_ca(text: &str, ca: bool) -> String {
    match text.split_once(';') {
        Some((before, behind)) if ca => format!("{before};FF[4]CA[UTF-8]{behind}"),
        _ => text.to_owned(),
    }
}

/// Returns the charset and the structure of a record: the identifiers of each node, in order.
fn read(bytes: &[u8]) -> (String, String) {
    let mut source = open(bytes).expect("a game record");
    let read = ishi::read_source(&mut source).expect("bytes in memory");
    let structure = read.games.iter().map(structure).collect();
    (source.charset().label(), structure)
}

fn structure(game: &Game) -> String {
    let mut structure = String::from("(");
    for node in game.nodes() {
        structure.push(';');
        if let Some(parent) = game.parent(node) {
            let _ = write!(structure, "{parent:?}");
        }
        // Properties of values that a damage makes doubtful: no overtime in `LT[30?]`, one result and not two.
        let is_understood =
            |ident: &str| matches!(ident, "OT" | "LT" | "LC" | "RE" | "DT" | "TM" | "KM");
        for property in game.properties(node) {
            if !is_understood(property.ident.as_str()) {
                let _ = write!(structure, " {}", property.ident);
            }
        }
    }
    structure
}

/// Damages some of the bytes outside ASCII, one at least.
fn damaged(bytes: &[u8], percent: usize, damage: Damage, seed: u64) -> Vec<u8> {
    let mut random = Random(seed);
    let mut high: Vec<usize> = (0..bytes.len())
        .filter(|&at| !bytes.get(at).is_some_and(u8::is_ascii))
        .collect();
    let count = (high.len() * percent).div_ceil(100);
    let mut chosen = Vec::new();
    for _ in 0..count {
        chosen.push(high.swap_remove(random.below(high.len())));
    }
    chosen.sort_unstable();
    let mut result = bytes.to_vec();
    for at in chosen.into_iter().rev() {
        match damage {
            Damage::Lost => {
                result.remove(at);
            }
            Damage::QuestionMark => result[at] = b'?',
            Damage::OtherByte => result[at] = 128 + random.below(128) as u8,
        }
    }
    result
}
