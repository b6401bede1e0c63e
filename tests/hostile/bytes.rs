//! Every small record, every truncation and every changed byte.

use std::io::Cursor;

use ishi::Format;
use ishi::charset::Charset;
use ishi::convert::{Conversion, ConvertOptions};
use ishi::source::{Source, SourceOptions};
use proptest::prelude::*;

use crate::{convert, is_long_run, survives};

const ISHI: &str = "EVENT a\nBOARDSIZE 9\nSETUP B C3\nB 1 D4\nMARK a@C3 #1\nCOM t\nx\nENDCOM\nVAR x\nW 1 E5\n\
    DIAGRAM A1 C3\nHIDE C3\nENDVAR\nW 2 PASS\n";
const SGF: &str = "(;FF[4]GM[1]SZ[9]PB[a\\]b]KM[5.5]AB[aa:bb];B[cc]C[x:y]LB[aa:1][bb:lo];(;W[])(;AE[aa]XI[ishi 3 0 1 ishi utf-8 lf head|VAR x]))";
const SMART_GO: &str =
    "text(;GaMe[1]SZ[9]DT[May 3, 1990]AB[aa][bb];B[cc]L[aa][bb]M[cc]C[a\\]b](;W[tt])(;TE[1]BM[1]))";

const RECORDS: [(&str, Format); 3] = [
    (ISHI, Format::Ishi),
    (SGF, Format::Sgf),
    (SMART_GO, Format::SmartGo),
];

#[test]
fn every_truncation() {
    for (text, format) in RECORDS {
        for end in 0..=text.len() {
            survives(text.as_bytes().get(..end).unwrap_or_default(), Some(format));
            survives(text.as_bytes().get(end..).unwrap_or_default(), Some(format));
        }
    }
}

/// One byte of each kind that a grammar or a charset treats differently, and one between each two.
const KINDS: &[u8] =
    b"\0\x1a\x1b\t\n\r !\"#$%&'()*+,-./059:;<=>?@ACEMNVWZ[\\]^_`abz{|}~\x7f\x80\x81\x85\xa0\xc3\xe9\xff";

/// Changes each byte of a record to one of each kind, and on a long run to all others.
fn change_every_byte((text, format): (&str, Format)) {
    let all: Vec<u8> = (0..=255).collect();
    let bytes = if is_long_run() { &all } else { KINDS };
    let mut changed = text.as_bytes().to_vec();
    for at in 0..changed.len() {
        for &byte in bytes {
            let Some(place) = changed.get_mut(at) else {
                continue;
            };
            let before = std::mem::replace(place, byte);
            survives(&changed, Some(format));
            if let Some(place) = changed.get_mut(at) {
                *place = before;
            }
        }
    }
}

#[test]
fn every_changed_byte_in_ishi() {
    change_every_byte((ISHI, Format::Ishi));
}

#[test]
fn every_changed_byte_in_sgf() {
    change_every_byte((SGF, Format::Sgf));
}

#[test]
fn every_changed_byte_in_smart_go() {
    change_every_byte((SMART_GO, Format::SmartGo));
}

#[test]
fn every_record_of_two_bytes() {
    for first in 0..=255 {
        for second in 0..=255 {
            survives(&[first, second], None);
        }
    }
}

/// Malformed bytes, and bytes of characters that are never written.
#[test]
fn damaged_text_in_old_charsets() {
    let damaged: [&[u8]; 5] = [
        b"\xff \x05b",
        b"a\xff",
        b"\x81",
        b"\xe9\xa2\x81",
        b"\x87\x40 \xfa\x54",
    ];
    let labels = [
        "big5",
        "euc-kr",
        "shift_jis",
        "euc-jp",
        "iso-8859-7",
        "cp437",
    ];
    for (label, text) in labels
        .iter()
        .flat_map(|label| damaged.map(|text| (label, text)))
    {
        let record = [
            b"EVENT ",
            text,
            b"\r\nBLACK ",
            text,
            b"\r\nREMARK ",
            text,
            b"\r\n",
            text,
            b" x\r\nB 1 C3\r\nMARK ",
            text,
            b"@C3\r\nCOM ",
            text,
            b"\r\n",
            text,
            b"\r\nENDCOM\r\n",
        ]
        .concat();
        for &to in Format::ALL {
            let source = SourceOptions {
                format: Some(Format::Ishi),
                charset: Charset::from_label(label),
                ..SourceOptions::default()
            };
            let mut source = Source::open(Cursor::new(&record), source).expect("a record");
            let converted = Conversion::new(&ConvertOptions::new(to)).collect(&mut source);
            assert!(
                converted.is_ok(),
                "{label} to {to}: {converted:?} {text:x?}"
            );
        }
    }
}

/// The format has no control characters, and lets programs ignore them.
#[test]
fn control_characters_are_ignored_and_none_is_written() {
    let record = "EVENT ab\r\nBOARDSIZE 19\r\nBLACK ab\r\nB 1 C3\r\nPRISONER D4 E4\r\nCOM ab\r\nENDCOM\r\nUSER a\r\nb\r\nENDUSER\r\nREMARK c\r\nW 2 D4\r\n";
    for control in ["\x05", "\0", "\x1A", "\x7F", "\x1B\x01"] {
        for at in record.match_indices(|c: char| !matches!(c, '\r' | '\n')) {
            let (before, after) = record.split_at(at.0);
            let odd = [before, control, after].concat();
            let converted = convert(odd.as_bytes(), Some(Format::Ishi), Format::Ishi, true);
            let converted = String::from_utf8(converted.expect("a record")).expect("text");
            assert_eq!(converted, record, "{odd:?}");
        }
    }
}

proptest! {
    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200), format in 0..3_usize) {
        survives(&bytes, None);
        survives(&bytes, Format::ALL.get(format).copied());
    }
}
