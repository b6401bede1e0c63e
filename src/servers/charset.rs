//! The charset of a record of a server, told by words of Go.
//!
//! Nearly all of a record is ASCII, and the rest is a few names and words, so that a guess from frequencies of letters
//! fails. But a record in the right charset has words such as 胜 or 승.

use std::borrow::Cow;

use crate::charset::{Beginning, Charset, Detected, Detector, Doubt, Note, unicode_sign};
use crate::format::{Format, SourceFormat};

const KOREAN: Charset = Charset::Whatwg(encoding_rs::EUC_KR);
const CHINESE: Charset = Charset::Whatwg(encoding_rs::GB18030);
const TAIWANESE: Charset = Charset::Whatwg(encoding_rs::BIG5);
const JAPANESE: Charset = Charset::Whatwg(encoding_rs::SHIFT_JIS);

/// Words of records, by charset.
const WORDS: &[(Charset, &[&str])] = &[
    (
        KOREAN,
        &[
            "흑",
            "백",
            "승",
            "불계",
            "집",
            "단",
            "급",
            "대국",
            "시간",
            "바둑",
            "기원",
            "수",
            "초읽기",
        ],
    ),
    (
        CHINESE,
        &[
            "黑", "白", "胜", "目", "段", "级", "中盘", "让", "先", "子", "对局", "对弈", "时",
            "围棋", "杯", "战", "棋",
        ],
    ),
    (
        TAIWANESE,
        &[
            "黑", "白", "勝", "目", "段", "級", "中盤", "讓", "先", "子", "對局", "對弈", "時",
            "圍棋", "杯", "戰", "棋",
        ],
    ),
    (
        JAPANESE,
        &[
            "黒",
            "白",
            "勝",
            "目",
            "段",
            "級",
            "中押し",
            "対局",
            "半",
            "手完",
            "時間",
            "杯",
            "戦",
            "先",
            "局",
            "棋",
        ],
    ),
];

/// Finds out the charset of a whole record.
pub(crate) fn charset_of(format: SourceFormat, bytes: &[u8]) -> Detected {
    if let Some(detected) = named(format, bytes) {
        return detected;
    }
    let is_unicode = std::str::from_utf8(bytes).map_err(|error| error.error_len());
    if matches!(is_unicode, Ok(_) | Err(None)) || unicode_sign(bytes).is_some() {
        let mut detector = Detector::new(Format::Sgf, Beginning::default());
        detector.feed(bytes);
        return Detected {
            differs: false,
            escaped_bytes: false,
            ..detector.finish()
        };
    }
    let mut ranked: Vec<_> = candidates(format, bytes)
        .into_iter()
        .map(|charset| (score(charset, bytes), charset))
        .collect();
    // A tie leaves the order of the candidates as it is.
    ranked.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    let (score, charset) = ranked.first().copied().unwrap_or((0, Charset::Utf8));
    let is_doubtful = score <= 0;
    let (doubt, why) = if is_doubtful {
        (Doubt::Uncertain, "it is usual for the format")
    } else {
        (Doubt::Assumed, "words of Go occur in it")
    };
    let message = "the text is not UTF-8, and the record names no charset";
    let help = format!(
        "read as {}: {why}; choose another charset with --encoding",
        charset.label()
    );
    Detected {
        note: Some(Note::new(doubt, message, help)),
        is_doubtful,
        ..found(charset, why)
    }
}

fn found(charset: Charset, why: &'static str) -> Detected {
    Detected {
        charset,
        why: Cow::Borrowed(why),
        mark: 0,
        escaped_bytes: false,
        differs: false,
        note: None,
        is_doubtful: false,
    }
}

/// Returns the charset that a record in UGF names.
fn named(format: SourceFormat, bytes: &[u8]) -> Option<Detected> {
    let mut lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
    let lang = lines.find_map(|line| line.strip_prefix(b"Lang="));
    match lang.filter(|_| format == SourceFormat::Ugf)?.trim_ascii() {
        b"SJIS" if !bytes.is_ascii() => Some(found(JAPANESE, "the record names it (Lang=SJIS)")),
        _ => None,
    }
}

/// Returns the charsets that a record can be in. The usual one of its server is the first.
fn candidates(format: SourceFormat, bytes: &[u8]) -> Vec<Charset> {
    let has = |sign: &str| memchr::memmem::find(bytes, sign.as_bytes()).is_some();
    let (usual, rare) = match format {
        SourceFormat::Ugf => return vec![JAPANESE, Charset::Utf8],
        SourceFormat::Ngf => (vec![KOREAN, JAPANESE], vec![CHINESE, TAIWANESE]),
        _ if has("GIBOKIND=China") => (vec![CHINESE], vec![KOREAN, TAIWANESE]),
        _ if has("GIBOKIND=Taiwan") => (vec![TAIWANESE], vec![CHINESE, KOREAN]),
        _ => (vec![KOREAN], vec![CHINESE, TAIWANESE]),
    };
    [usual, rare, vec![Charset::Utf8]].concat()
}

/// Returns how many words of Go a record has in a charset, in characters. Each stretch that the charset cannot decode
/// takes four of them away.
fn score(charset: Charset, bytes: &[u8]) -> i64 {
    let text = charset.decode(bytes);
    let words = WORDS
        .iter()
        .filter(|(of, _)| *of == charset || charset == Charset::Utf8);
    let mut found = 0;
    for word in words.flat_map(|(_, words)| *words) {
        found += text.matches(word).count() * word.chars().count();
    }
    let damaged = text.matches(char::REPLACEMENT_CHARACTER).count();
    let count = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    count(found).saturating_sub(count(damaged).saturating_mul(4))
}
