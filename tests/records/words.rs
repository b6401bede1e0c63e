//! Words of Ishi records without a meaning come back unchanged: directly, and by way of the other formats.

use crate::record::Record;
use ishi::Format::{self, Ishi, Sgf, SmartGo};
use ishi::convert::ConvertOptions;
use ishi::outcome::Outcome;

/// The formats on the way from Ishi to Ishi.
const WAYS: [&[Format]; 5] = [
    &[],
    &[Sgf],
    &[SmartGo],
    &[Sgf, SmartGo],
    &[SmartGo, Sgf, Ishi],
];

/// Returns a text without lines and words that are no content: the usual board size, words after complete data.
fn content(text: &str) -> String {
    let lines = text.lines().filter(|line| *line != "BOARDSIZE 19");
    let complete = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        match words.as_slice() {
            [word @ ("ENDCOM" | "ENDUSER" | "ENDVAR"), ..] => (*word).to_owned(),
            ["BOARDSIZE", size, ..] => format!("BOARDSIZE {size}"),
            ["DIAGRAM", "9X9", ..] => "DIAGRAM A1 J9".to_owned(),
            ["DIAGRAM", "fig", ..] => "DIAGRAM".to_owned(),
            ["DIAGRAM", from, to, ..] => format!("DIAGRAM {from} {to}"),
            ["VAR", marker, ..] => format!("VAR {marker}"),
            _ => line.to_owned(),
        }
    };
    lines.map(complete).collect::<Vec<_>>().join("\n")
}

/// Checks that a record, in the order in which it is written, comes back, and that no data of it is left out.
fn comes_back(record: &str) {
    for way in WAYS {
        let mut current = Record::written(record.as_bytes().to_vec(), Ishi);
        for to in way.iter().copied().chain([Ishi]) {
            let (result, report) = current.convert(&ConvertOptions::new(to));
            let bytes = result.unwrap_or_else(|error| panic!("{record:?} to {to}: {error}"));
            let named = report.findings.kept().iter();
            let named: Vec<_> = named
                .filter(|finding| finding.diagnostic.rule.code.starts_with('C'))
                .map(|finding| &finding.diagnostic.message)
                .collect();
            assert!(named.is_empty(), "{record:?} to {to}: {named:?}");
            assert_eq!(
                report.outcomes.count(Outcome::Lost),
                0,
                "{record:?} to {to}"
            );
            current = Record::written(bytes, to);
        }
        let text = String::from_utf8_lossy(&current.bytes).replace("\r\n", "\n");
        assert_eq!(content(&text), content(record), "by way of {way:?}");
    }
}

/// The move of the game is on the main line, although a variation comes before it.
#[test]
fn a_variation_before_the_first_move_is_no_main_line() {
    let record = Record::written(b"EVENT\nVAR\nB 1 Q3\nENDVAR\nB 1 Q4\n".to_vec(), Ishi);
    let sgf = record.to(Sgf).expect("a record");
    let text = String::from_utf8_lossy(&sgf.bytes).into_owned();
    assert!(text.contains("(;B[pp])\n(;B[pq]"), "{text}");
}

macro_rules! come_back {
    ($($name:ident: $lines:expr;)*) => {
        $(
            #[test]
            fn $name() {
                comes_back($lines);
            }
        )*
    };
}

come_back! {
    remarks_of_two_games: "EVENT a\nBOARDSIZE 19\nB 1 Q4\nREMARK r\nEVENT b\nBOARDSIZE 19\nREMARK s\n";
    ends_without_a_beginning: "EVENT\nB 1 Q4\nENDCOM of it\nENDVAR\nENDUSER\n";
    moves_after_a_move: "EVENT g\nB 1 Q4 W 2 D4\nB 3 C3 W 4 C4\n";
    words_before_the_number_of_a_move: "EVENT\nB 1 2 Q4\n";
    a_label_of_three_characters: "EVENT\nB 1 Q4\nMARK 100@C3\nW 2 D4\nMARK a@D4 100@C3 B@C4\n";
    prisoners_that_are_no_range: "EVENT\nB 1 Q4\nPRISONER A1-A3\nW 2 D4\nPRISONER C3 A1-A3\n";
    a_setup_stone_without_colour: "EVENT\nSETUP d4\nB 1 Q4\n";
    setup_stones_with_and_without_colour: "EVENT\nSETUP d4 B C3 x W C4\nB 1 Q4\n";
    hide_all: "EVENT\nB 1 Q4\nDIAGRAM\nHIDE ALL\n";
    hide_all_outside_a_diagram: "EVENT\nB 1 Q4\nHIDE ALL\nW 2 D4\n";
    a_label_to_unmark: "EVENT\nB 1 Q4\nMARK a@Q4\nUNMARK a@Q4\n";
    a_variation_marker_of_three_digits: "EVENT\nB 1 Q4\nVAR 100\nB 1 D4\nENDVAR\nW 2 C3\n";
    words_after_a_variation_marker: "EVENT\nB 1 Q4\nVAR a first way\nB 1 D4\nENDVAR\nW 2 C3\n";
    words_after_endvar: "EVENT\nB 1 Q4\nVAR\nB 1 D4\nREMARK r\nENDVAR back to main game\nW 2 C3\n";
    words_after_the_endvar_of_an_empty_variation: "EVENT\nB 1 Q4\nVAR 100\nENDVAR back\nW 2 C3\n";
    a_diagram_of_another_size: "EVENT\nB 1 Q4\nDIAGRAM 20x20\n";
    a_diagram_that_is_not_square: "EVENT\nB 1 Q4\nDIAGRAM 9x13\nW 2 D4\n";
    a_diagram_with_one_corner: "EVENT\nB 1 Q4\nDIAGRAM A1\nMARK a@Q4\nW 2 D4\n";
    a_diagram_with_a_number: "EVENT\nDIAGRAM 3\nB 1 Q4\n";
    a_diagram_with_a_title: "EVENT\nB 1 Q4\nDIAGRAM fig 1\nW 2 D4\nDIAGRAM fig 2\n";
    words_after_the_region_of_a_diagram: "EVENT\nB 1 Q4\nDIAGRAM C1 J9 of the corner\nW 2 D4\nDIAGRAM 9X9 (small)\n";
    a_diagram_with_a_title_and_hidden_stones: "EVENT\nB 1 Q4\nDIAGRAM fig 1\nHIDE Q4 all\nW 2 D4\n";
    words_after_a_board_size: "EVENT\nBOARDSIZE 9 lines\nB 1 E5\n";
    words_after_endcom: "EVENT\nCOM about it\n text\nENDCOM of notes\nB 1 Q4\nCOM\nENDCOM x\n";
    a_variation_before_the_first_move: "EVENT\nVAR\nB 1 Q3\nENDVAR\nB 1 Q4\n";
    a_variation_of_nothing: "EVENT\nVAR\nB 1 Q3\nENDVAR\n";
    an_empty_variation_of_nothing: "EVENT\nVAR\nENDVAR\n";
    a_marked_variation_of_nothing_and_a_remark: "EVENT\nVAR 100\nENDVAR\nREMARK hello\n";
    a_remark_at_the_end_of_a_file: "EVENT\nB 1 Q4\nREMARK r\n";
    a_remark_after_an_empty_variation: "EVENT\nB 1 Q4\nVAR\nENDVAR\nREMARK hello\n";
    an_empty_setup: "EVENT\nSETUP\nB 1 Q4\n";
    an_empty_setup_before_a_move_in_a_variation: "EVENT\nB 1 Q4\nVAR\nDIAGRAM\nSETUP\nB 1 D4\nENDVAR\n";
    an_empty_setup_in_a_variation_of_nothing: "EVENT\nVAR\nDIAGRAM\nSETUP\nB 1 Q4\nENDVAR\n";
    a_variation_after_a_diagram_and_one_before_the_first_move:
        "EVENT\nVAR\nB 6 C1\nENDVAR\nW 3 D7\nDIAGRAM\nVAR\nENDVAR\n";
    variations_between_diagrams_before_the_first_move:
        "EVENT\nVAR a\nDIAGRAM A1 C3\nB 1 C3\nVAR b\nB 1 C4\nENDVAR\nENDVAR\nDIAGRAM A1 D4\nVAR c\nENDVAR\nB 1 D4\nVAR d\nB 1 E4\nENDVAR\nW 2 E5\n";
    variations_of_a_variation_of_nothing:
        "EVENT\nVAR\nB 1 C3\nVAR\nB 1 C4\nVAR\nB 1 C5\nENDVAR\nENDVAR\nW 2 D4\nENDVAR\nB 1 D5\nVAR\nB 1 D6\nENDVAR\n";
    a_variation_after_a_diagram_without_a_move: "EVENT\nDIAGRAM\nVAR\nB 1 C3\nENDVAR\nDIAGRAM\nB 1 D4\n";
    lines_that_no_keyword_explains:
        "EVENT\njunk 1\nSETUP B D4\njunk 2\nB 1 Q4\njunk 3\nVAR\nB 1 D5\njunk 4\nENDVAR\nDIAGRAM\njunk 5\n";
    words_after_enduser: "EVENT\nB 1 Q4\nUSER x\n a\nENDUSER of data\n";
}

/// Lines with typing slips that are understood keep their words.
#[test]
fn lines_with_slips_come_back() {
    let lines = [
        "B1 Q16",
        "2. D4",
        "B 3, Q4 W 4 D16",
        "MARK a@Q4, b@D4",
        "B 5 C 3",
        "PRISONER ##1 foo",
        "COMM Title",
        "one",
        "END COM",
        "VAR 8",
        "5 C4",
        "w6 c6.",
        "END VAR",
        "W 6 PASSS; B 7 E3",
        "DIAGRAM A1-J9",
        "HIDE Q4,D4",
    ];
    let record = format!(
        "EVENT: Cup\nBOARD SIZE 19\nKOMI5.5\nSETUP BLACK K10, C10\n{}\n",
        lines.join("\n")
    );
    comes_back(&record);
}

/// A line that is read as EVENT, or as the first header of an event, starts a game although the words show no keyword.
#[test]
fn events_that_start_with_a_slip_come_back() {
    comes_back("EVENT a\nBOARDSIZE 19\nB 1 Q4\nEVEN T b\nB 1 D4\n");
    comes_back("EVENT a\nBOARDSIZE 19\nB 1 Q4\nCOM\nend\nEDNCOM\nEVENT b\nBOARDSIZE 19\nB 1 D4\n");
    comes_back("HANDICOP 2\nEVENT b\nBOARDSIZE 19\nB 1 D4\n");
}
