//! Tests of carriers.

use proptest::prelude::*;

use super::*;

fn carried(charset: Charset, bytes: &[u8]) -> Carried {
    Carried {
        format: Format::Ishi,
        charset,
        mark: false,
        line_end: LineEnd::of(&charset.decode(bytes), Format::Ishi),
        shown: 0,
        signs: String::new(),
        exact: false,
        is_damaged: false,
        body: Body::Whole(bytes.to_vec()),
    }
}

fn from_block(carried: &Carried) -> Option<Result<Carried, Damage>> {
    let lines = carried.block();
    Carried::from_block(&carried.title(), lines.iter().map(String::as_str))
}

#[test]
fn a_text_is_written_in_lines() {
    let text = carried(Charset::Ascii, b"Event [x]\r\nMark  #1 100%\r\n b|{\x1a");
    let crc = format!(
        "{:08x}",
        crc32fast::hash(b"Event [x]\r\nMark  #1 100%\r\n b|{\x1a")
    );
    let title = format!("ishi 3 {crc} 00000000 ishi us-ascii crlf -");
    assert_eq!(text.title(), title);
    let lines = "|\n~0|\n:Event {x}|\n:Mark %20#1 100%25|\n:%20b%7C%7B%1A";
    assert_eq!(text.value(true), format!("{title}{lines}"));
    assert_eq!(
        text.block(),
        [
            "| ~0",
            "| :Event [x]",
            "| :Mark %20#1 100%25",
            "| :%20b|{%1A"
        ]
    );
}

#[test]
fn a_line_of_a_block_has_seventy_nine_columns_at_most() {
    let block = |text: &str| {
        carried(Charset::Ascii, text.as_bytes())
            .block()
            .split_off(1)
    };
    let [short, medium, long] = [73, 75, 76].map(|length| "x".repeat(length));
    assert_eq!(block(&long), [format!("| :{long}")]);
    assert_eq!(
        block(&format!("{long}y")),
        [format!("| :{long}"), "+ y".into()]
    );
    // A piece of three characters stays whole.
    assert_eq!(block(&format!("{short}%")), [format!("| :{short}%25")]);
    assert_eq!(
        block(&format!("{short}x%")),
        [format!("| :{short}x"), "+ %25".into()]
    );
    // A blank at an end starts the next line.
    assert_eq!(
        block(&format!("{medium} y")),
        [format!("| :{medium}"), "+ %20y".into()]
    );
    assert_eq!(
        block(&format!("{long} y")),
        [format!("| :{long}"), "+ %20y".into()]
    );
}

#[test]
fn the_most_frequent_line_end_is_the_one_of_the_text() {
    for (text, end) in [
        ("", LineEnd::CrLf),
        ("a", LineEnd::CrLf),
        ("a\n", LineEnd::Lf),
        ("a\rb\r", LineEnd::Cr),
        ("a\r\nb\n", LineEnd::CrLf),
        ("a\r\nb\r", LineEnd::CrLf),
        ("a\rb\n", LineEnd::Lf),
        ("a\r\nb\nc\n", LineEnd::Lf),
        ("a\r\nb\rc\rd\n", LineEnd::Cr),
    ] {
        assert_eq!(LineEnd::of(text, Format::Ishi), end, "{text:?}");
    }
    // In UTF-16 the bytes of U+0A0D and U+0D00 have a line end between them: `0D 0A`, `00 0D`.
    let bytes = Charset::Utf16Le.encode("a\u{A0D}\u{D00}\r").unwrap();
    let carried = carried(Charset::Utf16Le, &bytes);
    assert_eq!(carried.line_end, LineEnd::Cr);
}

#[test]
fn bytes_that_a_charset_does_not_define_travel_as_bytes() {
    for (charset, bytes) in [
        (Charset::Utf8, &b"caf\xe9 \xe4\xb8"[..]),
        (Charset::Utf8, "caf\u{e9} \u{FFFD}".as_bytes()),
        (Charset::CP437, b"M\x81ller \x1a"),
        (Charset::Ascii, b"M\x81ller"),
        (
            Charset::from_label("shift_jis").unwrap(),
            b"\x83\x5c\x83\xa0 \xff\x81",
        ),
        (Charset::from_label("gb18030").unwrap(), b"\x80 \xc4\xe3"),
        (
            Charset::from_label("iso-2022-jp").unwrap(),
            b"\x1b$B8k\x1b(B x",
        ),
        (Charset::Utf16Le, b"(\0;\0C\0[\0\x0a\x0d\x0d\0\x0a\0]\0"),
    ] {
        let text = carried(charset, bytes);
        for ascii in [true, false] {
            let value = text.value(ascii);
            let found = Carried::from_value(&value).unwrap().unwrap();
            assert_eq!(found, text, "{value}");
        }
        assert_eq!(from_block(&text).unwrap().unwrap(), text);
    }
}

#[test]
fn what_programs_do_to_a_value_does_no_harm() {
    let text = carried(Charset::Utf8, "EVENT a  b c\n\nCOM ] \\ |\n é\n".as_bytes());
    let value = text.value(false);
    for (before, after) in [
        (" ", "\n"),
        (" ", " \t\r\n "),
        ("|\n", "|"),
        ("|\n", " |\r\n  "),
        ("E", "\\E"),
        ("E", "\\\\E"),
        ("E", "\\\nE"),
        ("COM", "\\\r\nCOM"),
    ] {
        let changed = value.replace(before, after);
        let found = Carried::from_value(&changed).unwrap();
        assert_eq!(found.unwrap(), text, "{changed}");
    }
    let indented: Vec<_> = text
        .block()
        .iter()
        .map(|line| format!("\t  {line} "))
        .collect();
    let found = Carried::from_block(&text.title(), indented.iter().map(String::as_str));
    assert_eq!(found.unwrap().unwrap(), text);
}

#[test]
fn damaged_carriers_are_told_from_foreign_values() {
    let text = carried(Charset::Ascii, b"EVENT\r\nB 1 Q16\r\n");
    let value = text.value(true);
    for foreign in ["", "x", "Ishi 3 x", "ishi", "ishi x"] {
        assert_eq!(Carried::from_value(foreign), None, "{foreign}");
    }
    assert_eq!(Carried::from_value("ishi 2|I VAR 8"), Some(Err(Damage)));
    // Its hunks are tried all the same.
    let damaged = Carried::from_value(&value.replace("Q16", "Q17"));
    assert!(damaged.is_some_and(|found| found.is_ok_and(|found| found.is_damaged)));
    for damaged in [
        value.replace("us-ascii", "klingon"),
        value.replace("crlf", "lfcr"),
        value.replace("Q16", "Q%1"),
        value.replace("Q16", "%="),
        "ishi 3".to_owned(),
    ] {
        assert_eq!(
            Carried::from_value(&damaged),
            Some(Err(Damage)),
            "{damaged}"
        );
    }
}

proptest! {
    #![proptest_config(crate::testing::law())]

    #[test]
    fn every_text_comes_back(
        bytes in prop_oneof![
            prop::collection::vec(any::<u8>(), 0..60),
            "[ -~\n\r\té漢|%\\\\\\[\\]\u{FFFD}\u{FEFF}]{0,80}".prop_map(String::into_bytes),
        ],
        label in prop::sample::select(vec![
            "us-ascii", "utf-8", "cp437", "macintosh", "gb18030", "shift_jis", "euc-kr", "iso-2022-jp", "utf-16le",
        ]),
        ascii in any::<bool>(),
    ) {
        let text = carried(Charset::from_label(label).unwrap(), &bytes);
        let value = text.value(ascii);
        prop_assert_eq!(Carried::from_value(&value).unwrap().unwrap(), text.clone());
        prop_assert_eq!(from_block(&text).unwrap().unwrap(), text.clone());
        for line in text.block() {
            prop_assert!(line.len() <= LINE_LENGTH && line.is_ascii() && line.trim_end() == line);
        }
        let folded = value.replace(' ', "\n");
        prop_assert_eq!(Carried::from_value(&folded).unwrap().unwrap(), text);
    }
}
