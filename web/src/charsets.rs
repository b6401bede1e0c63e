//! The charsets that a record may be in, each with the names that it gives.

use std::io::Cursor;

use ishi::Games;
use ishi::charset::Charset;
use ishi::model::Id;
use ishi::source::{Source, SourceOptions};
use ishi::summary::Summary;
use serde_json::{Value, json};

/// The charsets of records of Go, the most frequent first.
const USUAL: &[&str] = &[
    "utf-8",
    "gb18030",
    "shift_jis",
    "euc-kr",
    "big5",
    "euc-jp",
    "windows-1252",
    "windows-1251",
    "windows-1250",
    "cp437",
    "cp850",
    "koi8-r",
];

/// How much of a record is looked at, in bytes.
const SAMPLE: usize = 256 * 1024;

/// Returns the charsets in which the record has no damaged text, with what the names, the event and
/// the first comment are in each; the one that is in use first, and one of those that read alike.
/// Nothing for a record in ASCII.
pub fn candidates(options: SourceOptions, record: &[u8], chosen: Charset) -> Vec<Value> {
    let sample = record.get(..SAMPLE).unwrap_or(record);
    if sample.is_ascii() && !sample.contains(&0x1b) {
        return Vec::new();
    }
    let usual = USUAL.iter().filter_map(|label| Charset::from_label(label));
    let others = usual.filter(|charset| *charset != chosen);
    let mut seen = Vec::new();
    let mut all = Vec::new();
    for charset in std::iter::once(chosen).chain(others) {
        let Some(words) = words(options, sample, charset) else {
            continue;
        };
        let damaged = words.contains('\u{fffd}');
        if charset != chosen && (damaged || words.is_empty() || seen.contains(&words)) {
            continue;
        }
        all.push(json!({"label": charset.label(), "text": words}));
        seen.push(words);
    }
    all
}

/// Returns what is told by letters in the first game, as far as they are not ASCII.
fn words(options: SourceOptions, sample: &[u8], charset: Charset) -> Option<String> {
    let options = SourceOptions {
        charset: Some(charset),
        ..options
    };
    let mut source = Source::open(Cursor::new(sample), options).ok()?;
    let game = Games::new(&mut source).next()?.ok()?;
    let summary = Summary::of(&game);
    let facts = summary.facts.iter().map(|(_, text)| text.as_str());
    let comments = game.nodes().filter_map(|node| game.text(node, Id::Comment));
    let mut told = facts.chain(comments).filter(|text| !text.is_ascii());
    let words: Vec<String> = told
        .by_ref()
        .take(3)
        .map(|text| text.chars().take(60).collect())
        .collect();
    Some(words.join(" · "))
}
