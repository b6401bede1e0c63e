//! Words of Ishi records that mean nothing come back as they are: directly, and by way of the
//! other formats.

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

/// Checks that a record, in the order in which it is written, comes back, and that nothing of it is
/// named as left out.
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
        assert_eq!(text, record, "by way of {way:?}");
    }
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
    words_after_enduser: "EVENT\nB 1 Q4\nUSER x\n a\nENDUSER of data\n";
}
