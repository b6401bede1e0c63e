//! The charsets that a record may be in, each with the names that it gives.

use std::io::Cursor;

use ishi::Games;
use ishi::charset::{Charset, Detector};
use ishi::model::Id;
use ishi::sniff::Head;
use ishi::source::{Source, SourceOptions};
use ishi::summary::Summary;
use serde_json::{Value, json};

/// Further choices besides the likely charsets, the most frequent first.
const OTHERS: &[&str] = &[
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

/// Returns the charsets that can decode the record without damage, each with the names, the event and the
/// first comment in it: the charset in use, the likely ones, and others. Charsets with the same text are
/// listed once. The list is empty for a record in ASCII.
pub fn candidates(options: SourceOptions, record: &[u8], chosen: Charset) -> Vec<Value> {
    let sample = record.get(..SAMPLE).unwrap_or(record);
    if sample.is_ascii() && !sample.contains(&0x1b) {
        return Vec::new();
    }
    let head = Head::new(sample.get(..Head::SIZE).unwrap_or(sample));
    let format = options.format.or_else(|| head.format(options.hint).ok());
    let likely = format.map_or_else(Vec::new, |format| {
        let mut detector = Detector::new(format, head.about_charset());
        detector.feed(sample);
        detector.likely()
    });
    let others = OTHERS.iter().filter_map(|label| Charset::from_label(label));
    let mut seen = Vec::new();
    let mut all = Vec::new();
    for charset in std::iter::once(chosen)
        .chain(likely.iter().copied())
        .chain(others)
    {
        let Some(words) = words(options, sample, charset) else {
            continue;
        };
        let damaged = words.contains('\u{fffd}');
        if seen
            .iter()
            .any(|(known, text)| *known == charset || *text == words)
            || charset != chosen && (damaged || words.is_empty())
        {
            continue;
        }
        let is_likely = charset == chosen || likely.contains(&charset);
        all.push(json!({"label": charset.label(), "text": words, "likely": is_likely}));
        seen.push((charset, words));
    }
    all
}

/// Returns the first texts of the first game with letters outside ASCII.
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
