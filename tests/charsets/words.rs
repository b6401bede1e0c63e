//! Words of records with one damaged byte: they are in the result, or a message names them.

use std::fmt::Write as _;

use ishi::Format;
use ishi::convert::ConvertOptions;

use crate::random::Random;

/// Records of people and programs that name their charset in all the usual places.
const RECORDS: [&str; 8] = [
    "(;FF[4]GM[1]CA[UTF-8]AP[CGoban:3]SZ[9]PB[Anna Berg]PW[Bertil Holm]EV[Spring Cup];B[aa];W[bb])",
    "(;FF[4]CA[UTF-8]GM[1]SZ[19]\nPB[Jörg Müller]PW[Łukasz Żak]\nEV[Göteborg Öppna]\n;B[pd];W[dp])\n",
    "(;GM[1]FF[4]SZ[19]PB[张三李四]PW[王五]EV[友谊赛决赛]CA[UTF-8]\n;B[pd]C[好手];W[dp])",
    "(;CA[UTF-8]FF[4]GM[1]SZ[13]PB[山田太郎]BR[3 dan]PW[鈴木花子]WR[5 dan]RE[B+R];B[aa])",
    "(;FF[4]GM[1]SZ[9]PB[Иван Петров]PW[Αλέξης]CA[UTF-8];B[aa]C[Хороший ход];W[])",
    "(;FF[4]CA[ISO-8859-1]GM[1]SZ[9]PB[Anna]PW[Bert]DT[2001-02-03]KM[6.5];B[aa])",
    "(;FF[4]GM[1]SZ[9]\nCA[UTF-8]\nPB[김철수]\nPW[이영희]\nC[First words of the game];B[aa])",
    "(;FF[4]GM[1]CA[UTF-8]SZ[9]GN[Semifinal]GC[Played by mail]US[Clara]PB[Dora]PW[Emil];B[ee])",
];

/// How many characters of a word are looked for. Shorter words are in any text.
const LEAST: usize = 2;

/// Tries as many changes as `ISHI_DAMAGES` says.
#[test]
fn no_word_is_lost_unnamed_when_a_byte_near_the_header_is_damaged() {
    let wanted = std::env::var("ISHI_DAMAGES").ok();
    let wanted: u64 = wanted.and_then(|count| count.parse().ok()).unwrap_or(400);
    let (mut failures, mut count) = (String::new(), 0);
    for seed in 0..wanted {
        let mut random = Random(seed);
        let record = RECORDS[random.below(RECORDS.len())];
        let bytes = damaged(record.as_bytes(), &mut random);
        for word in lost(record, &bytes) {
            count += 1;
            let _ = writeln!(
                failures,
                "{word:?} of {:?}",
                String::from_utf8_lossy(&bytes)
            );
        }
    }
    assert!(failures.is_empty(), "{count} words are lost\n{failures}");
}

#[test]
fn damaged_names_of_a_charset_lose_no_words() {
    for record in [
        "(;FF[4]CA[UTF-8][words of mine]GM[1]SZ[9]PB[Anna];B[aa])",
        "(;FF[4]GM[1]SZ[9]CA[UTF-8 PB[Anna];B[aa])",
        "(;FF[4]GM[1]SZ[9]CA[UTF-8\nPB[Anna];B[aa])",
        "(;FF[4]CA[UTF-8]PBAnna Berg]GM[1];B[aa])",
        "(;FF[4]CA[UTF-8]CA[words of mine]GM[1];B[aa])",
    ] {
        assert_eq!(lost(record, record.as_bytes()), [""; 0], "{record}");
    }
}

/// Returns a record with one byte of its first node lost, doubled or replaced.
fn damaged(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    const SIGNS: &[u8] = b"[]();\\: x1Z\n";
    let end = bytes.iter().rposition(|byte| *byte == b';').unwrap_or(0);
    let at = random.below(end);
    let mut result = bytes.to_vec();
    match random.below(4) {
        0 => _ = result.remove(at),
        1 => result.insert(at, bytes[at]),
        2 if !bytes[at].is_ascii() => result[at] = 128 + random.below(128) as u8,
        _ => result[at] = SIGNS[random.below(SIGNS.len())],
    }
    result
}

/// Returns the words of a record that are still in its damaged bytes, and neither in the result nor in a message.
fn lost(record: &str, damaged: &[u8]) -> Vec<String> {
    let options = ConvertOptions::new(Format::Sgf);
    // Bytes that are no record any more stay as they are.
    let Ok(converted) = ishi::convert_with(damaged, &options) else {
        return Vec::new();
    };
    let mut known = String::from_utf8_lossy(&percent_decoded(&converted.bytes)).into_owned();
    for finding in converted.report.findings.kept() {
        let _ = writeln!(known, "{}", finding.diagnostic.message);
    }
    for loss in &converted.report.losses {
        let _ = writeln!(known, "{}", loss.what);
    }
    let is_there = |word: &&str| contains(damaged, word.as_bytes());
    words(record)
        .filter(is_there)
        .filter(|word| !parts(word).all(|part| known.contains(part)))
        .map(str::to_owned)
        .collect()
}

/// Returns the words of the values of a record.
fn words(record: &str) -> impl Iterator<Item = &str> {
    let values = record
        .split('[')
        .skip(1)
        .filter_map(|part| part.split_once(']'));
    let values = values.map(|(value, _)| value);
    let words = values.flat_map(|value| value.split(|c: char| !c.is_alphabetic()));
    // The charset of the record differs from the charset of the result.
    words.filter(|word| word.chars().count() >= LEAST && !["UTF", "ISO"].contains(word))
}

/// Returns the parts of a word in and outside ASCII: where a word is no value, a message names its letters as an
/// identifier and the others as text without a place.
fn parts(word: &str) -> impl Iterator<Item = &str> {
    word.split_inclusive(|c: char| !c.is_ascii())
        .flat_map(|part| {
            let (letters, other) =
                part.split_at(part.find(|c: char| !c.is_ascii()).unwrap_or(part.len()));
            [letters, other]
        })
}

fn contains(bytes: &[u8], word: &[u8]) -> bool {
    bytes.windows(word.len()).any(|part| part == word)
}

/// Returns a text with the escapes of carriers decoded.
fn percent_decoded(bytes: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let hex = hex.and_then(|hex| std::str::from_utf8(hex).ok());
        if let Some(byte) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            decoded.push(byte);
            at += 3;
        } else {
            decoded.push(bytes[at]);
            at += 1;
        }
    }
    decoded
}
