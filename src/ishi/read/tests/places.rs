//! Every finding points at the words that it is about.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostics, Span};
use crate::ishi::item::Item;
use crate::ishi::line::Line;
use crate::ishi::{rules, syntax};

/// Reads a record; returns each finding as its code and the text that it points at.
fn found(text: &str) -> Vec<(&'static str, String)> {
    let mut log = Diagnostics::new();
    crate::ishi::read(text, &mut log);
    let kept = log.kept().iter();
    let kept = kept.map(|report| {
        // Of an empty text there is nothing to point at.
        let nowhere = || text.is_empty().then(Span::default).unwrap();
        let span = report.span.unwrap_or_else(nowhere);
        (report.rule.code, at(text, span).to_owned())
    });
    kept.collect()
}

fn at(text: &str, span: Span) -> &str {
    text.get(span.start..span.end).unwrap()
}

/// A record for each rule, with the text under each of its findings.
const RECORDS: &[(&str, &[(&str, &str)])] = &[
    ("EVENT\n  Move 1 Q4  \nB 1 Q4", &[("I001", "Move 1 Q4")]),
    (
        "EVENT\nSETUP B D4 I4 C3\nB 1 Q4\nMARK i5 a@i5",
        &[("I002", "I4"), ("I002", "i5"), ("I003", "a@i5")],
    ),
    (
        "EVENT\nB 1 Q4\nMARK Q4 100@C3 Q4 x",
        &[("I003", "100@C3"), ("I003", "x")],
    ),
    ("EVENT\nB 1 Q4\nW two D4", &[("I004", "two")]),
    ("EVENT\n B \n", &[("I004", "B")]),
    ("EVENT\nB 1 Q4 W 2 D4\n", &[("I005", "W 2 D4")]),
    ("EVENT\nB 1 Q4 2 D4 3 C3\n", &[("I006", "2 D4")]),
    ("EVENT\nB 0 Q4", &[("I007", "0")]),
    ("EVENT\nBOARDSIZE 9x9\n", &[("I008", "9x9")]),
    ("EVENT\nB 1 Q4\nDIAGRAM 20x20\n", &[("I009", "20x20")]),
    ("EVENT\nSETUP d4 B e5\n", &[("I010", "d4")]),
    (
        "EVENT\nB 1 Q4\nMARK #1 a@#9-5",
        &[("I011", "#9-5"), ("I041", "a@#9-5")],
    ),
    ("EVENT\nB 1 Q4\nVAR 100\nENDVAR", &[("I012", "100")]),
    ("EVENT\nCOM x\ny\n", &[("I013", "COM")]),
    ("EVENT\n  endcom x\nB 1 Q4", &[("I014", "endcom")]),
    (
        "EVENT\nCOM\n endcom  of it \nDIAGRAM 9x9 fig 1",
        &[("I015", "of it"), ("I015", "fig 1")],
    ),
    ("EVENT\nB 1 Q4\nVAR a\nB 1 D4", &[("I020", "VAR a")]),
    ("EVENT\nB 1 Q4\nENDVAR", &[("I021", "ENDVAR")]),
    ("EVENT\nB 1 Q4\nSETUP B D4", &[("I022", "SETUP B D4")]),
    ("EVENT\nB 1 Q4\nHIDE Q4", &[("I023", "HIDE Q4")]),
    ("EVENT\nPRISONER Q4", &[("I024", "PRISONER Q4")]),
    ("EVENT\nVAR\nB 1 Q4\nENDVAR", &[("I025", "VAR")]),
    ("EVENT\nB 1 Q4\nPLACE x", &[("I026", "PLACE x")]),
    (
        "EVENT\nBOARDSIZE 9\nBOARDSIZE 9",
        &[("I027", "BOARDSIZE 9")],
    ),
    ("EVENT\nB 1 A1\nBOARDSIZE 9", &[("I028", "BOARDSIZE 9")]),
    (
        "EVENT\nB 1 Q4\nVAR\nENDVAR\nMARK Q4",
        &[("I029", "MARK Q4")],
    ),
    ("EVENT\nB 1 Q4\nREMARK r", &[("I030", "REMARK r")]),
    ("EVENT\nBOARDSIZE 9\nB 1  N1", &[("I040", "N1")]),
    (
        "EVENT\nBOARDSIZE 9\nSETUP W A1 B N1 A2 N1\nPRISONER #1 T1",
        &[("I024", "PRISONER #1 T1"), ("I040", "N1"), ("I040", "N1")],
    ),
    (
        "EVENT\nBOARDSIZE 9\nB 1 D4\nMARK a@N1 b@C3 c@N1 #07\n",
        &[("I040", "a@N1"), ("I040", "c@N1"), ("I041", "#07")],
    ),
    (
        "EVENT\nB 1 Q4\nMARK q4 #1 D4 #1 d4 \\t@D4\nUNMARK #2-3",
        &[("I042", "D4"), ("I042", "d4"), ("I041", "#2-3")],
    ),
    (
        "EVENT\nSETUP B D4 W d4 C3 C3",
        &[("I043", "d4"), ("I043", "C3")],
    ),
    (
        "EVENT\nB 1 Q4\nDIAGRAM\nHIDE Q4 D4 #2",
        &[("I044", "D4"), ("I041", "#2")],
    ),
    (
        "EVENT\nBOARDSIZE 9\nB 1 C3\nDIAGRAM K10 T19",
        &[("I056", "DIAGRAM K10 T19")],
    ),
    (
        "EVENT\nB 1 Q4\nPRISONER D4 E4\nPRISONER #7",
        &[("I041", "#7"), ("I045", "PRISONER D4 E4")],
    ),
    ("EVENT\nB 1 Q4\nW  03   D4", &[("I046", "03")]),
    ("EVENT\nB 1 Q4\nW 1 D4", &[("I049", "1")]),
    (
        "EVENT\nB\u{1} 1 Q\u{2}4\n\u{1A}W 2\u{3} S\u{4}2\u{5}0\n\u{1A}x y\nz",
        &[
            ("I001", "x y"),
            ("I001", "z"),
            ("I051", "W 2\u{3} S\u{4}2\u{5}0"),
            ("I040", "S\u{4}2\u{5}0"),
        ],
    ),
    ("", &[("I052", "")]),
    (
        "EVENT B 1 A1 W 2 A2 B 3 A3 W 4 A4 B 5 A5 W 6 A6 B 7 A7 W 8 A8 B 9 A9 W 10 B1 B 11 B2 W 12 B3 B 13 B4 \
         W 14 B5 B 15 B6 W 16 B7 B 17 B8 W 18 B9 B 19 C1 W 20 C2 B 21 C3 W 22 C4 B 23 C5 W 24 C6 B 25 C7 \
         W 26 C8 B 27 C9 W 28 D1 B 29 D2 W 30 D3 B 31 D4 W 32 D5 B 33 D6 W 34 D7 B 35 D8 W 36 D9 B 37 E1 \
         W 38 E2 B 39 E3 W 40 E4 B 41 E5 W 42 E6 B 43 E7 W 44 E8 B 45 E9 W 46 F1 B 47 F2 W 48 F3 B 49 F4 \
         W 50 F5 B 51 F6 W 52 F7 B 53 F8 W 54 F9 B 55 G1",
        &[("I053", "E")],
    ),
    ("EVENT\nKOMI two\n", &[("I054", "KOMI two")]),
    ("EVENT\nB 1 A1\nCOM\nW 2 B1\nENDCOM\n", &[("I055", "COM")]),
    (
        "EVENT\nSETUP B D4\nMARK a@D4\nSETUP W C3",
        &[("I031", "MARK a@D4")],
    ),
];

#[test]
fn every_rule_has_a_record_that_shows_where_it_points() {
    let mut seen = BTreeSet::new();
    for (text, expected) in RECORDS {
        let found = found(text);
        let found: Vec<_> = found.iter().map(|(code, at)| (*code, &**at)).collect();
        assert_eq!(found, *expected, "{text}");
        seen.extend(expected.iter().map(|(code, _)| *code));
    }
    // The reader does not report it: `check/headers.rs` does.
    seen.insert(rules::NO_BOARD_SIZE.code);
    let all: BTreeSet<_> = rules::ALL.iter().map(|rule| rule.code).collect();
    assert_eq!(seen, all);
}

#[test]
fn findings_about_entries_have_the_lines_and_columns_of_the_entries() {
    let text = "EVENT\nBOARDSIZE 9\nB 1 D4\nMARK a@N1 b@C3 c@N1 #07\n";
    let mut log = Diagnostics::new();
    crate::ishi::read(text, &mut log);
    let line = text.find("MARK").unwrap();
    let columns = log
        .kept()
        .iter()
        .map(|report| report.span.unwrap().start - line + 1);
    assert_eq!(columns.collect::<Vec<_>>(), [6, 16, 21]);
}

#[test]
fn every_entry_has_its_place() {
    for (text, expected) in [
        ("B 1 Q4\r\n", &[&["1", "Q4"][..]][..]),
        (" b\t01   pass x", &[&["01", "pass"]]),
        ("W 7 D4 9 C3", &[&["7", "D4"], &["9", "C3"]]),
        ("PRISONER D4 E4 T19\n", &[&["D4", "E4", "T19"]]),
        ("Prisoner  D4 #2-3 x #5", &[&["D4", "#2-3", "#5"]]),
        ("SETUP B a1  W d4 c3 B e5", &[&["a1", "d4", "c3", "e5"]]),
        ("HIDE #1\tQ4", &[&["#1", "Q4"]]),
        (
            "MARK ALL \\T@Q4  @@#3 (@Q4 i9 q4",
            &[&["ALL", "\\T@Q4", "@@#3", "(@Q4", "q4"]],
        ),
        ("UNMARK all Q4", &[&["all", "Q4"]]),
    ] {
        let items = syntax::parse(text, &mut Diagnostics::new());
        let places: Vec<Vec<&str>> = items
            .iter()
            .map(|item| {
                let count = match &item.line {
                    Line::Move(..) => 2,
                    Line::Setup(stones) => stones.len(),
                    Line::Mark(marks) | Line::Unmark(marks) => marks.len(),
                    Line::Hide(targets) | Line::Prisoner(targets) => targets.len(),
                    _ => 0,
                };
                let spans = (0..count).map(|index| item.entry(index));
                spans.map(|span| at(text, span)).collect()
            })
            .collect();
        assert_eq!(places, expected, "{text}");
    }
}

#[test]
fn words_that_mean_nothing_have_their_places() {
    for (text, expected) in [
        ("B 1 Q4 W 2", &["W 2"][..]),
        ("B 1 Q4 3 R4 x y", &["x y"]),
        ("BOARDSIZE 9 lines ", &["lines"]),
        ("VAR a  way out", &["way out"]),
        ("ENDVAR back\tto", &["back\tto"]),
        ("DIAGRAM fig 1", &["fig 1"]),
        ("DIAGRAM 9x9 fig 1", &["fig 1"]),
        ("COM\nx\n endcom of it\n", &["of it"]),
        ("USER\nENDUSER x", &["x"]),
        ("B\t1 Q4  x y ", &["x y"]),
        ("B 1 2 Q4", &["1"]),
        ("MARK 100@C3 Q4 i3 zz", &["100@C3", "i3", "zz"]),
        ("UNMARK a@Q4", &["a@Q4"]),
        ("HIDE ALL #3 D4-5", &["ALL", "D4-5"]),
        ("PRISONER A1-A3 A1", &["A1-A3"]),
        ("SETUP d4 B e5 x", &["d4", "x"]),
        ("VAR 100", &[]),
        ("VAR abc x", &["abc", "x"]),
        ("DIAGRAM 20x20", &["20x20"]),
        ("DIAGRAM A1", &["A1"]),
        ("B Q4", &[]),
    ] {
        let mut log = Diagnostics::new();
        let items = syntax::parse(text, &mut log);
        let spans = items.iter().flat_map(Item::unread);
        let words: Vec<_> = spans.map(|span| at(text, *span)).collect();
        assert_eq!(words, expected, "{text}");
        assert_eq!(log.left_out(), []);
    }
}
