//! Tests of the choice of a charset.

use super::*;
use crate::sniff::Head;

fn detect(bytes: &[u8], format: Format) -> Detected {
    let mut detector = Detector::new(format, Head::new(bytes).about_charset());
    detector.feed(bytes);
    detector.finish()
}

#[test]
fn a_right_name_of_a_charset_of_latin_letters_is_believed() {
    for (label, letters) in [
        (
            "ISO-8859-1",
            &b"\xC4\xE4 \xC0\xE0 \xC2\xE2 \xC5\xE5 \xC6\xE6 \xC7\xE7 \xD1\xF1"[..],
        ),
        (
            "macintosh",
            b"\x80\x8A \xCB\x88 \xE5\x89 \x81\x8C \xAE\xBE \x82\x8D \x84\x96",
        ),
    ] {
        let mut record = format!("(;FF[4]CA[{label}]C[").into_bytes();
        record.extend(letters);
        record.extend(b"])");
        let found = detect(&record, Format::Sgf);
        assert_eq!(Some(found.charset), Charset::from_label(label), "{label}");
        assert_eq!(found.note, None, "{label}");
    }
    // The same name before Chinese text is not a reason to read it so.
    let found = detect(
        b"(;FF[4]CA[ISO-8859-1]C[\xCE\xA7\xC6\xE5\xCA\xC7\xD2\xBB\xD6\xD6\xB9\xC5])",
        Format::Sgf,
    );
    assert_eq!(found.charset.label(), "gb18030");
}

#[test]
fn the_likely_charsets_are_told_in_their_order() {
    let likely = |bytes: &[u8], format| {
        let mut detector = Detector::new(format, Head::new(bytes).about_charset());
        detector.feed(bytes);
        let likely = detector.likely();
        let labels = likely.iter().map(|charset| charset.label());
        labels.collect::<Vec<_>>()
    };
    let names = b"(;FF[4]CA[ISO-8859-1]PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xC2\xED\xCF\xFE\xB4\xBA])";
    let found = likely(names, Format::Sgf);
    assert_eq!(
        found.first().map(String::as_str),
        Some("gb18030"),
        "{found:?}"
    );
    assert!(found.contains(&"windows-1252".to_owned()), "{found:?}");
    assert!(!found.contains(&"utf-8".to_owned()), "{found:?}");
    let found = likely(b"EVENT J\x81rgen M\x81ller\r\n", Format::Ishi);
    assert_eq!(
        found.first().map(String::as_str),
        Some("cp437"),
        "{found:?}"
    );
}

#[test]
fn each_kind_of_record_finds_its_charset() {
    for (bytes, format, label, code) in [
        (&b"(;FF[4])"[..], Format::Sgf, "us-ascii", None),
        (b"\xEF\xBB\xBF(;PB[\xC3\xBC])", Format::Sgf, "utf-8", None),
        (b"\xFF\xFE(\0;\0)\0", Format::Sgf, "utf-16le", None),
        (b"\0(\0;\0)", Format::Sgf, "utf-16be", None),
        (b"(;PB[\xC3\xBC])", Format::Sgf, "utf-8", None),
        (b"(;CA[UTF8]PB[\xC3\xBC])", Format::Sgf, "utf-8", None),
        (
            b"(;CA[gbk]PB[\xC3\xBC])",
            Format::Sgf,
            "utf-8",
            Some("E002"),
        ),
        (
            b"(;CA[shift_jis]PB[\x95\x5c])",
            Format::Sgf,
            "shift_jis",
            None,
        ),
        (
            b"(;CA[UTF-8]PB[\xFC])",
            Format::Sgf,
            "windows-1252",
            Some("E002"),
        ),
        (
            b"(;CA[klingon]PB[\xFC])",
            Format::Sgf,
            "windows-1252",
            Some("E002"),
        ),
        (
            b"(;CA[klingon]PB[x])",
            Format::Sgf,
            "us-ascii",
            Some("E002"),
        ),
        (b"(;CA[UTF-8]PB[\xC3", Format::Sgf, "utf-8", None),
        (b"(;PB[\xC3\xBC]C[\xE7\xA2", Format::Sgf, "utf-8", None),
        (b"(;PB[x]C[\xC3", Format::Sgf, "windows-1252", Some("E004")),
        (
            b"(;CA[iso-2022-jp]PB[\x1b$B0B\x1b(B])",
            Format::Sgf,
            "iso-2022-jp",
            None,
        ),
        (b"(;PB[\xFC])", Format::Sgf, "windows-1252", Some("E001")),
        (b"(;PB[\x9F])", Format::SmartGo, "macintosh", Some("E004")),
        (
            b"(;SY[cgoban]PB[\xFC])",
            Format::SmartGo,
            "windows-1252",
            Some("E001"),
        ),
        (b"EVENT J\x81rgen\r\n", Format::Ishi, "cp437", Some("E004")),
        // The bytes of some characters became question marks.
        (
            b"(;PB[\xE4\xB8\xAD\xE5\x9B\xBD]PW[\xE6\x9D\x8E\xE5?\x83\xE6\xB0?\xE4\xB8\x96])",
            Format::Sgf,
            "utf-8",
            None,
        ),
        (
            b"(;CA[gbk]PB[\xE4\xB8\xAD\xE5\x9B\xBD]PW[\xE6\x9D\x8E\xE5?\x83\xE4\xB8\x96])",
            Format::Sgf,
            "utf-8",
            Some("E002"),
        ),
        (
            b"EVENT J\x81rgen M\x81ller\r\n",
            Format::Ishi,
            "cp437",
            Some("E001"),
        ),
    ] {
        let found = detect(bytes, format);
        let name = String::from_utf8_lossy(bytes);
        assert_eq!(found.charset.label(), label, "{name}");
        assert_eq!(found.note.map(|note| note.rule.code), code, "{name}");
    }
}

#[test]
fn games_that_name_two_charsets_are_each_read_in_theirs() {
    let two = b"(;FF[4]CA[ISO-8859-1]PB[M\xFCller])(;FF[4]CA[Shift_JIS]PB[\x96\x7B\x88\xF6])";
    let found = detect(two, Format::Sgf);
    assert!(found.differs);
    assert_eq!(found.charset.label(), "windows-1252");
    let one = b"(;FF[4]CA[ISO-8859-1]PB[M\xFCller])(;FF[4]CA[latin1]PB[J\xF6rg])";
    assert!(!detect(one, Format::Sgf).differs);
}

#[test]
fn utf_8_is_valid_until_a_byte_breaks_it_also_where_a_piece_cuts_a_character() {
    let mut utf8 = Utf8::default();
    assert!(utf8.feed(b"go \xE5\x9B"));
    assert!(utf8.feed(b"\xB2"));
    assert!(!utf8.feed(b"\xFF\xE5\x9B"));
    assert!(!utf8.feed(b"\xB2"));
}
