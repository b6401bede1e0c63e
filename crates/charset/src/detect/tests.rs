//! Tests of the choice of a charset.

use super::*;

/// Returns the facts that a reader finds at the beginning of a record, here anywhere in it.
fn beginning(bytes: &[u8]) -> Beginning {
    let value = |ident: &[u8]| {
        let (_, behind) = bytes.split_at(memchr::memmem::find(bytes, ident)? + ident.len());
        let value = behind.split(|byte| *byte == b']').next()?;
        Some(String::from_utf8_lossy(value).into_owned())
    };
    let foreign = [b"AP[", b"SY[", b"CA["];
    Beginning {
        label: value(b"CA["),
        foreign: foreign.iter().any(|ident| value(*ident).is_some()),
    }
}

fn detect(bytes: &[u8], format: Family) -> Detected {
    let mut detector = Detector::new(format, beginning(bytes));
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
        let found = detect(&record, Family::Sgf);
        assert_eq!(Some(found.charset), Charset::from_label(label), "{label}");
        assert_eq!(found.note, None, "{label}");
    }
    // The same name before Chinese text is not a reason to read it so.
    let found = detect(
        b"(;FF[4]CA[ISO-8859-1]C[\xCE\xA7\xC6\xE5\xCA\xC7\xD2\xBB\xD6\xD6\xB9\xC5])",
        Family::Sgf,
    );
    assert_eq!(found.charset.label(), "gb18030");
}

#[test]
fn the_likely_charsets_are_told_in_their_order() {
    let likely = |bytes: &[u8], format| {
        let mut detector = Detector::new(format, beginning(bytes));
        detector.feed(bytes);
        let likely = detector.likely();
        let labels = likely.iter().map(|charset| charset.label());
        labels.collect::<Vec<_>>()
    };
    let names = b"(;FF[4]CA[ISO-8859-1]PB[\xC4\xF4\xCE\xC0\xC6\xBD]PW[\xC2\xED\xCF\xFE\xB4\xBA])";
    let found = likely(names, Family::Sgf);
    assert_eq!(
        found.first().map(String::as_str),
        Some("gb18030"),
        "{found:?}"
    );
    assert!(found.contains(&"windows-1252".to_owned()), "{found:?}");
    assert!(!found.contains(&"utf-8".to_owned()), "{found:?}");
    let found = likely(b"EVENT J\x81rgen M\x81ller\r\n", Family::Ishi);
    assert_eq!(
        found.first().map(String::as_str),
        Some("cp437"),
        "{found:?}"
    );
}

#[test]
fn each_kind_of_record_finds_its_charset() {
    for (bytes, format, label, code) in [
        (&b"(;FF[4])"[..], Family::Sgf, "us-ascii", None),
        (b"\xEF\xBB\xBF(;PB[\xC3\xBC])", Family::Sgf, "utf-8", None),
        (b"\xFF\xFE(\0;\0)\0", Family::Sgf, "utf-16le", None),
        (b"\0(\0;\0)", Family::Sgf, "utf-16be", None),
        (b"(;PB[\xC3\xBC])", Family::Sgf, "utf-8", None),
        (b"(;CA[UTF8]PB[\xC3\xBC])", Family::Sgf, "utf-8", None),
        (
            b"(;CA[gbk]PB[\xC3\xBC])",
            Family::Sgf,
            "utf-8",
            Some(Doubt::OtherThanNamed),
        ),
        (
            b"(;CA[shift_jis]PB[\x95\x5c])",
            Family::Sgf,
            "shift_jis",
            None,
        ),
        (
            b"(;CA[UTF-8]PB[\xFC])",
            Family::Sgf,
            "windows-1252",
            Some(Doubt::OtherThanNamed),
        ),
        (
            b"(;CA[klingon]PB[\xFC])",
            Family::Sgf,
            "windows-1252",
            Some(Doubt::OtherThanNamed),
        ),
        (
            b"(;CA[klingon]PB[x])",
            Family::Sgf,
            "us-ascii",
            Some(Doubt::OtherThanNamed),
        ),
        (b"(;CA[UTF-8]PB[\xC3", Family::Sgf, "utf-8", None),
        (b"(;PB[\xC3\xBC]C[\xE7\xA2", Family::Sgf, "utf-8", None),
        (
            b"(;PB[x]C[\xC3",
            Family::Sgf,
            "windows-1252",
            Some(Doubt::Uncertain),
        ),
        (
            b"(;CA[iso-2022-jp]PB[\x1b$B0B\x1b(B])",
            Family::Sgf,
            "iso-2022-jp",
            None,
        ),
        (
            b"(;PB[\xFC])",
            Family::Sgf,
            "windows-1252",
            Some(Doubt::Assumed),
        ),
        (
            b"(;PB[\x9F])",
            Family::SmartGo,
            "macintosh",
            Some(Doubt::Uncertain),
        ),
        (
            b"(;SY[cgoban]PB[\xFC])",
            Family::SmartGo,
            "windows-1252",
            Some(Doubt::Assumed),
        ),
        (
            b"EVENT J\x81rgen\r\n",
            Family::Ishi,
            "cp437",
            Some(Doubt::Uncertain),
        ),
        // The bytes of some characters became question marks.
        (
            b"(;PB[\xE4\xB8\xAD\xE5\x9B\xBD]PW[\xE6\x9D\x8E\xE5?\x83\xE6\xB0?\xE4\xB8\x96])",
            Family::Sgf,
            "utf-8",
            None,
        ),
        (
            b"(;CA[gbk]PB[\xE4\xB8\xAD\xE5\x9B\xBD]PW[\xE6\x9D\x8E\xE5?\x83\xE4\xB8\x96])",
            Family::Sgf,
            "utf-8",
            Some(Doubt::OtherThanNamed),
        ),
        (
            b"EVENT J\x81rgen M\x81ller\r\n",
            Family::Ishi,
            "cp437",
            Some(Doubt::Assumed),
        ),
    ] {
        let found = detect(bytes, format);
        let name = String::from_utf8_lossy(bytes);
        assert_eq!(found.charset.label(), label, "{name}");
        assert_eq!(found.note.map(|note| note.doubt), code, "{name}");
    }
}

#[test]
fn games_that_name_two_charsets_are_each_read_in_theirs() {
    let two = b"(;FF[4]CA[ISO-8859-1]PB[M\xFCller])(;FF[4]CA[Shift_JIS]PB[\x96\x7B\x88\xF6])";
    let found = detect(two, Family::Sgf);
    assert!(found.differs);
    assert_eq!(found.charset.label(), "windows-1252");
    let one = b"(;FF[4]CA[ISO-8859-1]PB[M\xFCller])(;FF[4]CA[latin1]PB[J\xF6rg])";
    assert!(!detect(one, Family::Sgf).differs);
}

#[test]
fn utf_8_is_valid_until_a_byte_breaks_it_also_where_a_piece_cuts_a_character() {
    let mut utf8 = Utf8::default();
    assert!(utf8.feed(b"go \xE5\x9B"));
    assert!(utf8.feed(b"\xB2"));
    assert!(!utf8.feed(b"\xFF\xE5\x9B"));
    assert!(!utf8.feed(b"\xB2"));
}

#[test]
fn a_half_after_a_digit_is_utf8_and_no_chinese_letter() {
    let records = [
        ("KOMI 5\u{bd}", Family::Ishi),
        ("(;RE[B+2\u{bd}])", Family::Sgf),
    ];
    for (record, family) in records {
        assert_eq!(
            detect(record.as_bytes(), family).charset,
            Charset::Utf8,
            "{record}"
        );
    }
    let name = b"(;PB[\xC2\xBD])";
    assert_eq!(
        detect(name, Family::Sgf).charset,
        Charset::Whatwg(encoding_rs::GB18030)
    );
}

#[test]
fn damage_of_utf8_is_told_from_other_charsets_by_its_whole_characters() {
    for (broken, following, long, cut, expected) in [
        // Valid, valid if the record names UTF-8, UTF-8 with one damage if it names it, damaged UTF-8.
        (0, 0, 0, 0, [true, true, false, false]),
        (0, 0, 0, 1, [false, true, false, false]),
        (0, 1, 0, 1, [true, true, false, false]),
        (0, 20, 9, 0, [true, true, false, false]),
        (1, 2, 0, 0, [false, false, false, false]),
        (1, 3, 0, 0, [false, false, true, false]),
        (3, 2, 1, 0, [false, false, true, false]),
        (4, 7, 1, 0, [false, false, false, false]),
        (1, 7, 0, 0, [false, false, true, false]),
        (1, 8, 0, 0, [false, false, true, true]),
        (4, 8, 0, 0, [false, false, false, true]),
        (5, 9, 0, 0, [false, false, false, false]),
        (5, 10, 0, 0, [false, false, false, true]),
    ] {
        let utf8 = Utf8 {
            cut: vec![0xC3; cut],
            following,
            long,
            broken,
        };
        let found = [
            utf8.is_valid(false),
            utf8.is_valid(true),
            utf8.has_one_damage(),
            utf8.is_damaged(),
        ];
        assert_eq!(found, expected, "{broken} {following} {long} {cut}");
    }
}

#[test]
fn characters_of_utf8_are_counted_across_pieces() {
    for (text, expected) in [
        (&b"plain"[..], (0, 0, 0, 0)),
        ("äö中".as_bytes(), (0, 4, 1, 0)),
        ("\u{1F600}".as_bytes(), (0, 3, 1, 0)),
        (b"\xE4\xB8\xADx\xE4\xB8", (0, 2, 1, 2)),
        (b"\xE4\xB8x\xFF\xFFx\xC3\xA4", (3, 1, 0, 0)),
        (b"\xE4\xB8\xAD\xB8\xC3\xA4\xC3", (1, 3, 1, 1)),
    ] {
        for length in 1..=text.len() {
            let mut utf8 = Utf8::default();
            for piece in text.chunks(length) {
                let is_valid = utf8.feed(piece);
                assert_eq!(is_valid, utf8.broken == 0);
            }
            let Utf8 {
                cut,
                following,
                long,
                broken,
            } = utf8;
            let found = (broken, following, long, cut.len());
            assert_eq!(found, expected, "{text:?} by {length}");
        }
    }
}

#[test]
fn a_label_has_fewer_than_forty_characters_and_no_letter_before_its_identifier() {
    let labels = |text: &str| charset_labels(text.as_bytes()).collect::<Vec<_>>();
    let long = |length: usize| format!("(;CA[{}gbk])", " ".repeat(length - 3));
    assert_eq!(labels(&long(39)), [format!("{}gbk", " ".repeat(36))]);
    assert!(labels(&long(40)).is_empty());
    for (text, count) in [
        ("CA[gbk]", 1),
        ("(CA[gbk]", 1),
        ("x CA[gbk]", 1),
        ("xCA[gbk]", 0),
        ("(;1CA[gbk]", 0),
        ("(;CA[klingon]CA[big5]", 1),
        ("(;CA[gbk", 0),
        ("(;CA[gbk](;CA[big5]", 2),
    ] {
        assert_eq!(labels(text).len(), count, "{text}");
    }
}

#[test]
fn the_reason_for_a_charset_is_told() {
    let dos = "it has figures of DOS";
    let ascii = "all of it is ASCII";
    for (bytes, format, label, why) in [
        (
            &b"\xEF\xBB\xBF(;)"[..],
            Family::Sgf,
            "utf-8",
            "a byte order mark",
        ),
        (
            b"\xFE\xFF\0(\0;\0)",
            Family::Sgf,
            "utf-16be",
            "a byte order mark",
        ),
        (
            b"(\0;\0)\0",
            Family::Sgf,
            "utf-16le",
            "every second byte is zero",
        ),
        (
            b"\0(\0;\0)",
            Family::Sgf,
            "utf-16be",
            "every second byte is zero",
        ),
        (b"EVENT \x04\r\n", Family::Ishi, "cp437", dos),
        (b"EVENT \x1e\r\n", Family::Ishi, "cp437", dos),
        (b"EVENT \x05\x1f\r\n", Family::Ishi, "us-ascii", ascii),
        (b"(;C[\x04\x1e])", Family::Sgf, "us-ascii", ascii),
        (b"(;C[\x1b$B0B\x1b(B])", Family::Sgf, "us-ascii", ascii),
        (
            b"(;CA[iso-2022-jp]C[\x1b$B0B\x1b(B])",
            Family::Sgf,
            "iso-2022-jp",
            "the record names it (iso-2022-jp)",
        ),
        (b"(;CA[iso-2022-jp]C[x])", Family::Sgf, "us-ascii", ascii),
        (
            b"(;C[\xC3\xBC])",
            Family::Sgf,
            "utf-8",
            "all of it is valid UTF-8",
        ),
        (
            b"(;CA[ISO-8859-1]C[\xFC])",
            Family::Sgf,
            "windows-1252",
            "the record names it (ISO-8859-1)",
        ),
        (
            b"(;C[\xFC])",
            Family::Sgf,
            "windows-1252",
            "the most likely for its text",
        ),
    ] {
        let found = detect(bytes, format);
        let name = String::from_utf8_lossy(bytes);
        assert_eq!(
            (&*found.charset.label(), &*found.why),
            (label, why),
            "{name}"
        );
    }
}

#[test]
fn a_doubt_about_a_charset_is_told_with_both_charsets() {
    let named = |label: &str| Named {
        label: label.to_owned(),
        charset: Charset::from_label(label),
    };
    let likely = ", the most likely for its text";
    for (charset, rival, label, expected) in [
        (
            Charset::LATIN_1,
            None,
            None,
            Some((
                Doubt::Assumed,
                "the text is not UTF-8, and the record names no charset",
                "windows-1252",
                likely,
            )),
        ),
        (
            Charset::Utf8,
            None,
            None,
            Some((
                Doubt::Assumed,
                "part of the text is not UTF-8, and the record names no charset",
                "UTF-8",
                likely,
            )),
        ),
        (
            Charset::CP437,
            Some(Charset::MAC_ROMAN),
            None,
            Some((
                Doubt::Uncertain,
                "the text is not UTF-8, and the record names no charset: it is likely code page 437, but could also be \
                 MacRoman",
                "code page 437",
                likely,
            )),
        ),
        (Charset::LATIN_1, None, Some("latin1"), None),
        (
            Charset::LATIN_1,
            Some(Charset::Whatwg(encoding_rs::GBK)),
            Some("latin1"),
            Some((
                Doubt::Uncertain,
                "the record names the charset latin1, but it could also be GB18030",
                "windows-1252",
                "",
            )),
        ),
        (
            Charset::Whatwg(encoding_rs::GB18030),
            None,
            Some("latin1"),
            Some((
                Doubt::OtherThanNamed,
                "the record names the charset latin1, but its text is in another",
                "GB18030",
                likely,
            )),
        ),
        (
            Charset::Whatwg(encoding_rs::BIG5),
            Some(Charset::Utf8),
            Some("klingon"),
            Some((
                Doubt::OtherThanNamed,
                "the record names the charset klingon, but its text is in another: it is likely Big5, but could also be \
                 UTF-8",
                "Big5",
                likely,
            )),
        ),
    ] {
        let found = note(Guess { charset, rival }, label.map(named).as_ref());
        let found = found.map(|note| (note.doubt, note.message, note.help));
        let expected = expected.map(|(code, message, name, reason)| {
            let help = format!("read as {name}{reason}; choose another charset with --encoding");
            (code, message.to_owned(), help)
        });
        assert_eq!(found, expected);
    }
    for (format, foreign, charset) in [
        (Family::Ishi, true, Charset::CP437),
        (Family::SmartGo, false, Charset::MAC_ROMAN),
        (Family::SmartGo, true, Charset::LATIN_1),
        (Family::Sgf, false, Charset::LATIN_1),
    ] {
        assert_eq!(default_of(format, foreign), charset, "{format:?}");
    }
}
