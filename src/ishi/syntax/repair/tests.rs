//! What people type, with the reading that a person would choose.

use super::*;
use crate::ishi::syntax::parse;

/// Lines before, what is typed, and the lines that are read in its place.
type Case = (&'static str, &'static str, &'static str);

const GAME: &str = "B 1 Q4\nW 2 D4\n";

const MOVES: &[Case] = &[
    ("", "Blk 1 Q4 Wht 2 D4", "B 1 Q4 / W 2 D4"),
    ("", "B 1 at R16", "B 1 R16"),
    ("B 1 Q4\n", "W 2 passes", "W 2 PASS"),
    ("B 1 Q4\n", "W 2 --", "W 2 PASS"),
    ("", "B l Q4", "B 1 Q4"),
    ("", "B 1 Ql6", "B 1 Q16"),
    ("", "B 1 Q1O", "B 1 Q10"),
    ("B 9 Q4\n", "W 1O PASS", "W 10 PASS"),
    ("W 100 Q4\n", "B l01 Q3", "B 101 Q3"),
    ("B 11 Q4\n", "W 1 2 D4", "W 12 D4"),
    ("B 1 Q4\n", "W 21Q4", "W 21 Q4"),
    ("", "B 1 Q4 W 2 D4", "B 1 Q4 / W 2 D4"),
    ("", "B 1. Q4", "B 1 Q4"),
    ("", "B1 Q4", "B 1 Q4"),
    ("", "B Q4", "B 1 Q4"),
    ("", "B 1 Q4,", "B 1 Q4"),
    ("", "B 1 Q 4", "B 1 Q4"),
    ("", "B 1 Q4!", "B 1 Q4"),
    ("", "1 B Q4", "B 1 Q4"),
    ("", "B1Q4", "B 1 Q4"),
    ("", "b1 q16", "B 1 Q16"),
    ("", "B-1-Q4", "B 1 Q4"),
    ("", "B 1 Q-4", "B 1 Q4"),
    ("", "B 1: Q4", "B 1 Q4"),
    ("", "B 1) Q4", "B 1 Q4"),
    ("", "(B 1 Q4)", "B 1 Q4"),
    ("", "B 1, Q4", "B 1 Q4"),
    ("", "B 1 Q4.", "B 1 Q4"),
    ("", "B 1 Q4?!", "B 1 Q4"),
    ("", "B 1 Q.4", "B 1 Q4"),
    ("", "B 1 Q1,6", "B 1 Q16"),
    ("", "B 1 QQ4", "B 1 Q4"),
    ("", "B #1 Q4", "B 1 Q4"),
    ("", "BLACK 1 Q4", "B 1 Q4"),
    ("", "BLACK 1 Q4\nwords", "B 1 Q4 / words"),
    ("", "Black 1: Q4", "B 1 Q4"),
    ("", "1. Q4", "B 1 Q4"),
    ("", "1 Q4 2 D4 3 Q16", "B 1 Q4 / W 2 D4 / B 3 Q16"),
    ("", "1. Q4 2. D4", "B 1 Q4 / W 2 D4"),
    ("", "B 1 Q4; W 2 D4; B 3 Q16", "B 1 Q4 / W 2 D4 / B 3 Q16"),
    ("", "B 1 Q4, W 2 D4", "B 1 Q4 / W 2 D4"),
    ("", "B Q4 W D4", "B 1 Q4 / W 2 D4"),
    ("B 1 Q4\n", "W D4", "W 2 D4"),
    ("B 1 Q4\n", "White 2 D4", "W 2 D4"),
    ("B 1 Q4\n", "2. D4", "W 2 D4"),
    ("B 1 Q4\n", "W2 pass", "W 2 PASS"),
    ("B 1 Q4\n", "W PASS", "W 2 PASS"),
    ("B 1 Q4\n", "2 pass", "W 2 PASS"),
    (GAME, "b3. d16", "B 3 D16"),
    ("B 1 Q4\nVAR\n", "1 D4", "B 1 D4"),
    ("B 1 Q4\nW 2 D4\nB 3 C3\nVAR\n", "B F6", "B 3 F6"),
    ("B 1 Q4\nW 2 D4\nVAR\nW 2 C3\nENDVAR\n", "3 Q16", "B 3 Q16"),
    ("", "B 1\nQ4", "B 1 Q4"),
    ("", "B 123456789. Q4", "B 123456789 Q4"),
    ("", "B22 Q4", "B 22 Q4"),
    ("B 1 Q4\n", "W 21Q14", "W 21 Q14"),
    ("VAR\nB 1 Q4\nENDVAR\n", "1 D4", "B 1 D4"),
    (
        "B 1 Q4\nW 2 D4\nVAR\nW 2 C3\nB 3 D3\nENDVAR\n",
        "3 Q16",
        "B 3 Q16",
    ),
];

const LISTS: &[Case] = &[
    (GAME, "MARK #1–2", "MARK #1-2"),
    (GAME, "MARK #1 — #2 a@C3", "MARK #1-2 a@C3"),
    ("", "SETUP B Dl6 O1O", "SETUP B D16 O10"),
    ("", "SETUP B K2 D12W D4", "SETUP B K2 D12 W D4"),
    ("SETUP W A1\n", "SETUP B\nC3 D4", "SETUP / SETUP B C3 D4"),
    ("", "SETUP B D4 W\nC3", "SETUP B D4 / SETUP W C3"),
    ("", "MARK a@C3, ?? b@C4", "MARK a@C3 b@C4"),
    ("", "SETUP B C3,D4,E5", "SETUP B C3 D4 E5"),
    ("", "SETUP BLACK C3", "SETUP B C3"),
    ("", "SETUP B: C3 D4 W: E5", "SETUP B C3 D4 W E5"),
    ("", "SETUP BC3 D4", "SETUP B C3 D4"),
    ("", "SETUP B C3D4E5", "SETUP B C3 D4 E5"),
    ("", "SETUP B C3; D4", "SETUP B C3 D4"),
    ("", "SETUP white C3 black D4", "SETUP W C3 B D4"),
    ("", "SETUP B C 3 D4", "SETUP B C3 D4"),
    ("", "SETUP B C3. D4.", "SETUP B C3 D4"),
    ("", "SETUP B CC3 D4", "SETUP B C3 D4"),
    ("", "SETUP B C3 + D4", "SETUP B C3 D4"),
    ("", "SETUP .B C3 D4", "SETUP B C3 D4"),
    ("SETUP B C3\n", "W D4", "SETUP W D4"),
    ("SETUP B C3\n", "D4 E5", "SETUP B D4 E5"),
    ("SETUP\n", "B C3 D4", "SETUP B C3 D4"),
    ("SETUP B C3 W D4\n", "E5", "SETUP W E5"),
    ("", "MARK a@C3, b@C4", "MARK a@C3 b@C4"),
    (GAME, "MARK #1-#2", "MARK #1-2"),
    (GAME, "MARK #1 - 2", "MARK #1-2"),
    (GAME, "MARK 1-2", "MARK #1-2"),
    (GAME, "MARK # 2 a@C3", "MARK #2 a@C3"),
    ("", "MARK a@C1.6", "MARK a@C16"),
    ("", "MARK 1.0@C3", "MARK 10@C3"),
    ("", "MARK a@ C3", "MARK a@C3"),
    ("", "MARK a @C3", "MARK a@C3"),
    ("", "MARK a @ C3 b@C4", "MARK a@C3 b@C4"),
    ("", "MARK a C3", "MARK a@C3"),
    ("", "MARK a@C3;b@C4", "MARK a@C3 b@C4"),
    ("", "MARK \\t @C3", "MARK \\t@C3"),
    (GAME, "MARK ALL.", "MARK ALL"),
    ("MARK a@C3\n", "b@C4 c@C5", "MARK b@C4 c@C5"),
    (GAME, "UNMARK #1-#2", "UNMARK #1-2"),
    (GAME, "PRISONER C3,D4", "PRISONER C3 D4"),
    (GAME, "PRISONER ##1", "PRISONER #1"),
    ("DIAGRAM\n", "HIDE C3,D4", "HIDE C3 D4"),
    ("", "SETUP B Q1 6 D4", "SETUP B Q16 D4"),
    ("", "MARK a@Q1 6 b@C3", "MARK a@Q16 b@C3"),
    (GAME, "PRISONER #.1", "PRISONER #1"),
];

const KEYWORDS: &[Case] = &[
    (
        "",
        "COM t\nx\nENDCOMMENT\nB 1 Q4",
        "COM t\nx\nENDCOM / B 1 Q4",
    ),
    (
        "",
        "B 1 Q4\nCOM good move ENDCOM",
        "B 1 Q4 / COM\ngood move\nENDCOM",
    ),
    (
        "",
        "COM one ENDCOM\nB 1 Q4\nCOM two ENDCOM\nW 2 D4",
        "COM\none\nENDCOM / B 1 Q4 / COM\ntwo\nENDCOM / W 2 D4",
    ),
    (
        "B 1 Q4\n",
        "USER x ENDUSER\nW 2 D4",
        "USER\nx\nENDUSER / W 2 D4",
    ),
    (
        "B 1 Q4\n",
        "VAR A B 1 D4 W 2 Q16 ENDVAR",
        "VAR A / B 1 D4 / W 2 Q16 / ENDVAR",
    ),
    (
        "",
        "B 1 Q4 COM good move ENDCOM",
        "B 1 Q4 / COM\ngood move\nENDCOM",
    ),
    ("", "DIAGRAM A1-J9", "DIAGRAM A1 J9"),
    ("", "DIAGRAM A1:J9", "DIAGRAM A1 J9"),
    ("", "DIAGRAM A1,J9", "DIAGRAM A1 J9"),
    ("", "DIAGRAM 9*9", "DIAGRAM 9x9"),
    ("", "DIAGRAM 9 x 9", "DIAGRAM 9x9"),
    ("", "BOARDSIZE 9x9", "BOARDSIZE 9"),
    ("", "BOARDSIZE: 13", "BOARDSIZE 13"),
    ("", "BOARDSIZE=13", "BOARDSIZE 13"),
    ("", "BOARD SIZE 9", "BOARDSIZE 9"),
    ("", "BOARD\nSIZE 9", "BOARDSIZE 9"),
    ("", "EVENT: x", "EVENT x"),
    ("", "KOMI: 5.5", "KOMI 5.5"),
    ("", "KOMI5.5", "KOMI 5.5"),
    ("", "BLACK: Kato", "BLACK Kato"),
    ("", "DATE=8 March 1990", "DATE 8 March 1990"),
    ("", "TIME LIMIT 1 hour", "TIMELIMIT 1 hour"),
    ("", "REMARK: x", "REMARK x"),
    ("", "STEUP B C3", "SETUP B C3"),
    ("", "SETUP: B C3", "SETUP B C3"),
    ("", "MARKS a@C3", "MARK a@C3"),
    ("", "MAKR a@C3", "MARK a@C3"),
    (GAME, "PRISONERS D4", "PRISONER D4"),
    ("B 1 Q4\n", "VAR 100", "VAR 100"),
    ("B 1 Q4\n", "VAR: 8", "VAR 8"),
    ("B 1 Q4\nVAR\nB 1 D4\n", "END VAR", "ENDVAR"),
    ("B 1 Q4\nVAR\nB 1 D4\n", "ENDVRA", "ENDVAR"),
    ("VAR\nB 1 D4\n", "ENDVRA", "ENDVAR"),
    ("B 1 Q4\nVAR\nB 1 D4\n", "ENDVAR.", "ENDVAR"),
    ("", "COM: t\nx\nENDCOM", "COM t\nx\nENDCOM"),
    ("", "COM t\nx\nENDCON\nB 1 Q4", "COM t\nx\nENDCOM / B 1 Q4"),
    (
        "B 1 Q4\n",
        "COM t\nx\nENDCON\nVAR: 8\nB 1 D4\nENDVAR",
        "COM t\nx\nENDCOM / VAR 8 / B 1 D4 / ENDVAR",
    ),
    (
        "B 1 Q4\n",
        "COM t\nx\nENDCON\nVAR: 8\nB 1 D4\nENDVAR\nCOM\ny\nENDCOM",
        "COM t\nx\nENDCOM / VAR 8 / B 1 D4 / ENDVAR / COM\ny\nENDCOM",
    ),
    (
        "",
        "COM t\nx\nEND COM\nB 1 Q4\nCOM\ny\nENDCOM",
        "COM t\nx\nENDCOM / B 1 Q4 / COM\ny\nENDCOM",
    ),
    ("", "B 1 Q4 MARK a@Q4", "B 1 Q4 / MARK a@Q4"),
    (GAME, "B 3 C3 PRISONER D4", "B 3 C3 / PRISONER D4"),
    ("B 1 Q4\nVAR\nB 1 D4\n", "W 2 C3 ENDVAR", "W 2 C3 / ENDVAR"),
    ("B 1 Q4\n", "W 2 D4 VAR", "W 2 D4 / VAR"),
    ("B 1 Q4\n", "VAR: 999", "VAR 999"),
    (
        "",
        "COM t\nx\nE N D C O M\nB 1 Q4",
        "COM t\nx\nENDCOM / B 1 Q4",
    ),
    (
        "",
        "COM t\nx\nENDCON\nMARK a@Q4\nMARK b@D4\nMARK c@C3\nCOM\ny\nENDCOM",
        "COM t\nx\nENDCOM / MARK a@Q4 / MARK b@D4 / MARK c@C3 / COM\ny\nENDCOM",
    ),
    (
        "B 1 Q4\n",
        "COM t\nx\nENDCON\nW 2 D4\nCOM\ny\nENDCOM",
        "COM t\nx\nENDCOM / W 2 D4 / COM\ny\nENDCOM",
    ),
];

/// Lines without a certain reading, and lines of text.
const UNCHANGED: &[Case] = &[
    // A letter or number of a move would be guessed.
    ("", "Bl 3 M12", "Bl 3 M12"),
    ("", "W l4 PASS", "W l4 PASS"),
    ("", "B l01 Q3", "B l01 Q3"),
    ("", "W D9 1", "W D9 1"),
    ("", "B 1 4Q", "B 1 4Q"),
    ("", "BB1 BB2", "BB1 BB2"),
    ("", "B 1 Q44", "B 1 Q44"),
    ("BOARDSIZE 9\n", "B 1 J99", "B 1 J99"),
    ("B 1 Q4\n", "W 2 PAS", "W 2 PAS"),
    ("", "MARK 1@0C3", "MARK"),
    ("", "MARK aaa@C3", "MARK"),
    ("", "SETUP B D4 7W C3", "SETUP B D4"),
    ("", "SETUP B A1-C3", "SETUP"),
    ("", "BOARDSIZE 99", "BOARDSIZE 99"),
    ("", "DIAGARM A1 J9", "DIAGARM A1 J9"),
    ("", "COMM t\nx\nENDCOM", "COMM t / x / ENDCOM"),
    ("", "COMMENT\nx\nENDCOM", "COMMENT / x / ENDCOM"),
    ("", "EVENT The COM title", "EVENT The COM title"),
    // The end below belongs to the block.
    (
        "",
        "COM how to write ENDCOM\nx\nENDCOM",
        "COM how to write ENDCOM\nx\nENDCOM",
    ),
    ("B 1 Q4\n", "VAR see B 3 D4", "VAR"),
    ("B 1 Q4\nVAR\nB 1 D4\n", "ENDVAR back to W 3 Q4", "ENDVAR"),
    ("", "SETUP C3 D4", "SETUP"),
    (GAME, "B 22 Q3 R7", "B 22 Q3"),
    ("", "B 22 Q3 24 R7", "B 22 Q3 / B 24 R7"),
    ("", "Q4", "Q4"),
    ("", "B 1234567890. Q4", "B 1234567890. Q4"),
    ("SETUP B C3\n", "1 Q4", "1 Q4"),
    ("", "dame = 190", "dame = 190"),
    ("", "( ... )", "( ... )"),
    ("", "BLACK Kato 1 Q4", "BLACK Kato 1 Q4"),
    (GAME, "BLACK 1 Q4", "BLACK 1 Q4"),
    ("", "EVENTS of the year", "EVENTS of the year"),
    ("", "Black plays B 1 Q4 W 2 D4", "BLACK plays B 1 Q4 W 2 D4"),
    ("", "REMARK B 1 Q4 MARK a@Q4", "REMARK B 1 Q4 MARK a@Q4"),
    ("", "COMMENT on the game", "COMMENT on the game"),
    (
        "",
        "COM t\nENDCON\nis how I typed it\nENDCOM",
        "COM t\nENDCON\nis how I typed it\nENDCOM",
    ),
    ("", "BOARDSIZE nine", "BOARDSIZE nine"),
    ("", "VAR abc", "VAR"),
    ("B 1 Q4\n", "VRA\nW 2 D4", "VRA / W 2 D4"),
    ("B 1 Q4\nVAR\nB 1 D4\n", "ENDVRA\nENDVRA", "ENDVAR / ENDVRA"),
    ("BOARDSIZE 9\n", "B 1 Q16", "B 1 Q16"),
    (
        "BOARDSIZE 9\n",
        "B 1 J11\nW 2 J12\nB 3 J13",
        "B 1 J11 / W 2 J12 / B 3 J13",
    ),
    ("", "BOARDSIZE 19 x 19", "BOARDSIZE 19"),
    ("", "MARK 100@C3", "MARK"),
    ("", "MARK i9 q4", "MARK Q4"),
    ("", "BOARDSIZE 20", "BOARDSIZE 20"),
    ("", "B 1 2 Q4", "B 2 Q4"),
    ("", "SETUP B A1-A3", "SETUP"),
    ("", "SETUP B A1-C1", "SETUP"),
    ("", "B 2216Q", "B 2216Q"),
    ("B 1 Q4\n", "WPAS", "WPAS"),
    ("", "MARK @ C3", "MARK C3"),
    ("", "MARK C3 a@", "MARK C3"),
    ("B 1 Q4\n", "VAR: 1000", "VAR: 1000"),
    (
        "B 1 Q4\n",
        "VRA\nB 1 D4\nVAR\nB 1 D3\nENDVAR",
        "VRA / B 1 D4 / VAR / B 1 D3 / ENDVAR",
    ),
    (
        "",
        "COM t\nx\nE N D  C O M\nB 1 Q4",
        "COM t\nx\nE N D  C O M\nB 1 Q4\nENDCOM",
    ),
    (
        "",
        "COM t\nx\nENDCON\nMARK a@Q4\nMARK b@D4\nCOM\ny\nENDCOM",
        "COM t\nx\nENDCON\nMARK a@Q4\nMARK b@D4\nCOM\ny\nENDCOM",
    ),
];

/// Returns the lines that are read in the place of what is typed.
pub(super) fn read_after(before: &str, typed: &str) -> (String, Diagnostics) {
    let count = parse(before, &mut Diagnostics::new()).len();
    let mut log = Diagnostics::new();
    let text = format!("{before}{typed}\n");
    let items = parse(&text, &mut log);
    let lines: Vec<String> = items
        .iter()
        .skip(count)
        .map(|item| item.line.to_string())
        .collect();
    (lines.join(" / "), log)
}

fn misses(cases: &[Case]) -> Vec<String> {
    let found = cases.iter().filter_map(|(before, typed, meant)| {
        let (read, _) = read_after(before, typed);
        (read != *meant).then(|| format!("{before:?} {typed:?}: {read:?} in place of {meant:?}"))
    });
    found.collect()
}

#[test]
fn moves_are_read_as_meant() {
    assert_eq!(misses(MOVES), Vec::<String>::new());
}

#[test]
fn lists_are_read_as_meant() {
    assert_eq!(misses(LISTS), Vec::<String>::new());
}

#[test]
fn keywords_are_read_as_meant() {
    assert_eq!(misses(KEYWORDS), Vec::<String>::new());
}

#[test]
fn lines_without_a_certain_reading_are_unchanged() {
    assert_eq!(misses(UNCHANGED), Vec::<String>::new());
}

#[test]
fn a_line_of_moves_has_at_most_400_bytes() {
    let line = |length: usize| format!("{:.<length$}", "B 1 Q4 W 2 D4");
    let moves = |length| moves::read(&line(length), &RecordState::default());
    let pieces = moves(400).unwrap();
    let lines: Vec<&str> = pieces.iter().map(|piece| &*piece.line).collect();
    assert_eq!(lines, ["B 1 Q4", "W 2 D4"]);
    assert_eq!(moves(401), None);
}

#[test]
fn a_line_of_marks_below_a_list_stays_a_line() {
    for (typed, read) in [
        ("MARK A\n!", "MARK / !"),
        ("PRISONER W 0\n{", "PRISONER / {"),
        ("MARK a@C3 b@\nC4", "MARK a@C3 b@C4"),
    ] {
        assert_eq!(read_after("", typed).0, read);
    }
}

#[test]
fn numbers_with_marks_between_them_are_not_one_number() {
    for (typed, read) in [
        ("MARK #1,2 a@C3", "MARK a@C3"),
        ("MARK #1.2", "MARK"),
        ("MARK #1-2-3", "MARK"),
        ("MARK #1-#2-#3", "MARK"),
        ("PRISONER #1--2", "PRISONER"),
    ] {
        let (lines, log) = read_after(GAME, typed);
        assert_eq!(lines, read);
        assert_eq!(log.kept()[0].rule.code, "I003", "{typed}");
    }
}

#[test]
fn each_slip_has_a_finding() {
    for (before, typed, _) in [MOVES, LISTS, KEYWORDS].concat() {
        let (_, log) = read_after(before, typed);
        let is_read_as = |help: &str| help.starts_with("read as ");
        let mut helps = log.kept().iter().filter_map(|found| found.help.as_deref());
        let explained = helps.any(is_read_as);
        assert!(explained, "{typed:?}: {:?}", log.kept());
    }
}

#[test]
fn a_mended_line_keeps_the_findings_about_its_data() {
    let (_, log) = read_after("B 1 Q4\n", "VAR: 999");
    let found: Vec<_> = log
        .kept()
        .iter()
        .map(|found| (found.rule.code, found.span))
        .collect();
    let line = Some(Span::new(7, 15));
    assert_eq!(found, [("I001", line), ("I012", line)]);
}

#[test]
fn a_row_that_may_lack_a_digit_is_doubted() {
    for (typed, help) in [
        (
            "B 1 Q.4",
            "read as `B 1 Q4` (if no digit of its row is missing)",
        ),
        (
            "B 1 Q1,",
            "read as `B 1 Q1` (if no digit of its row is missing)",
        ),
        ("B 1 Q4,", "read as `B 1 Q4`"),
        ("B 1. Q4", "read as `B 1 Q4`"),
        ("B 1 Q1.6", "read as `B 1 Q16`"),
        // The number of a move has no row.
        ("PRISONER #.1", "read as `PRISONER #1`"),
    ] {
        let before = if typed.starts_with('P') { GAME } else { "" };
        let (_, log) = read_after(before, typed);
        let [found] = log.kept() else {
            panic!("{typed}: {:?}", log.kept());
        };
        assert_eq!(found.help.as_deref(), Some(help), "{typed}");
    }
}
