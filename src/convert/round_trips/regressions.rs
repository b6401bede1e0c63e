//! Records that once did not come back. The name of each test says what was wrong.

use proptest::test_runner::TestCaseError;

use super::{Record, check, check_in_ascii};
use crate::format::Format;

/// Checks records that no program has edited.
fn check_all(format: Format, texts: impl IntoIterator<Item = String>) -> Result<(), TestCaseError> {
    let mut texts = texts.into_iter();
    texts.try_for_each(|text| check(&Record::untouched(format, text)))
}

#[test]
fn marks_and_comments_of_setup_lines_without_a_stone_on_the_board() -> Result<(), TestCaseError> {
    for after in [
        "MARK A@A1\n",
        "COM\nx\nENDCOM\n",
        "MARK A@A1\nCOM\nx\nENDCOM\n",
        "COM t\nx\nENDCOM\nMARK A@A1\nB 1 A2\n",
    ] {
        for size in [
            "EVENT\nSETUP B J10\n{}BOARDSIZE 2\n",
            "EVENT\nBOARDSIZE 2\nSETUP\n{}",
        ] {
            let text = size.replace("{}", after);
            check(&Record::new(Format::Ishi, text.clone()))?;
            let text = text.replace("EVENT\n", "EVENT\nCOM\ngame\nENDCOM\nMARK B@B1\n");
            check(&Record::new(Format::Ishi, text))?;
        }
    }
    Ok(())
}

#[test]
fn several_points_of_a_move_beside_what_is_no_point() -> Result<(), TestCaseError> {
    for nodes in [
        ";B[c\\]L[aa][bb]",
        ";B[x];W[aa][bb]",
        ";W[cc]B[aa][bb]",
        ";B[aa][bb]B[cc]W[dd][ee]",
        ";B[][aa];W[tt][bb]",
        ";B[aa][bb:cc](;W[dd][ee];B[ff][gg])(;B[hh][x][ii])",
        ";B[aa][][bb];W[d d][ee]",
        ";B[aa]AB[bb]W[cc][dd]B[ee]",
    ] {
        check(&Record::new(
            Format::SmartGo,
            format!("(;GM[1]SZ[9]{nodes})"),
        ))?;
        check(&Record::new(
            Format::Sgf,
            format!("(;FF[4]GM[1]SZ[9]{nodes})"),
        ))?;
    }
    Ok(())
}

#[test]
fn variations_in_a_variation_between_its_diagrams_and_its_move() -> Result<(), TestCaseError> {
    for before in ["", "B 1 A1\n", "VAR\nB 1 A2\nENDVAR\n"] {
        for lines in [
            "DIAGRAM A1 D4\n{}B 1 D4\nVAR d\nENDVAR\n",
            "DIAGRAM A1 D4\n{}DIAGRAM A1 F6\nB 1 G7\nVAR z\nB 1 G8\nENDVAR\n",
            "{}DIAGRAM A1 D4\n{}DIAGRAM A1 F6\nCOM\nx\nENDCOM\n",
            "DIAGRAM A1 D4\n{}DIAGRAM\nDIAGRAM A1 F6\nB 1 G7\n",
        ] {
            for inner in ["", "B 1 E5\nVAR y\nB 1 E6\nENDVAR\n", "DIAGRAM A1 H8\n"] {
                let lines = lines.replace("{}", &format!("VAR x\n{inner}ENDVAR\n"));
                let text = format!("EVENT\n{before}VAR\n{lines}ENDVAR\nB 1 J9\n");
                check(&Record::untouched(Format::Ishi, text))?;
            }
        }
    }
    Ok(())
}

#[test]
fn comments_that_lose_letters_after_a_setup_line_without_stones() -> Result<(), TestCaseError> {
    let comments = [
        "COM \u{e9}e",
        "COM\n\u{e9}e",
        "COM \u{e9}\ne\nENDCOM\nMARK b@A9\nCOM",
    ];
    let records = comments
        .map(|comment| format!("EVENT\nBOARDSIZE 9\nCOM\nENDCOM\nSETUP\n{comment}\nENDCOM\n"));
    check_all(Format::Ishi, records)
}

#[test]
fn text_before_a_second_game_that_reads_as_more_of_the_first() -> Result<(), TestCaseError> {
    let headers = [
        "DT[May 3",
        "x;B[aa]",
        "[aa]",
        ")",
        "(see PB[x])",
        "two words",
    ];
    let records =
        headers.map(|header| format!("(;GM[1]SZ[9];B[aa])\n{header}\n(;GM[1]SZ[9];B[bb])"));
    check_all(Format::SmartGo, records)
}

#[test]
fn words_that_would_be_a_keyword_without_their_letters() -> Result<(), TestCaseError> {
    let words = [
        "VAR\u{f8ff}",
        "\u{f8ff}EVENT",
        "B\u{f8ff} 1 A1",
        "END\u{f8ff}VAR",
        "COM\u{f8ff}",
    ];
    let records = words
        .map(|word| format!("EVENT\nBOARDSIZE 9\nB 1 A9\n{word}\nW 2 B8\nVAR\nW 2 C7\nENDVAR\n"));
    check_all(Format::Ishi, records)
}

#[test]
fn texts_that_end_like_a_move() -> Result<(), TestCaseError> {
    for kind in [1, 2] {
        let records = ["C", "PW", "XX", "DT", "LB"]
            .map(|ident| format!("(;FF[4]GM[{kind}]SZ[9];B[aa]{ident}[x;B[bb"));
        check_all(Format::Sgf, records)?;
    }
    let text = "EVENT\nB 1 A1\nCOM\nsee ;B[aa\nENDCOM\nB 2 A2\n";
    check_all(Format::Ishi, [text.to_owned()])
}

#[test]
fn time_limits_that_end_in_a_point() -> Result<(), TestCaseError> {
    let records = ["600.", "858.", "."].map(|seconds| format!("(;GM[1]SZ[9];B[aa]TM[{seconds}])"));
    check_all(Format::Sgf, records)
}

#[test]
fn names_that_are_ranks() -> Result<(), TestCaseError> {
    let records = ["1K", "9 dan", "1-kyu"].map(|name| format!("(;GM[1]SZ[9]PB[{name}];B[aa])"));
    check_all(Format::Sgf, records)
}

#[test]
fn kinds_of_games_that_would_read_as_others() -> Result<(), TestCaseError> {
    let records = ["(;GM$[1W[", "(;FF[4]GM$[1W[x]GM[0]", "(;GM[0]GM$[1W["];
    check_all(Format::Sgf, records.map(ToOwned::to_owned))
}

#[test]
fn empty_values_in_lists_beside_values_that_are_no_points() -> Result<(), TestCaseError> {
    let texts = [
        "M[eea][]TR[bb]",
        "M[][]TR[bb]",
        "M[cc][x][]TR[bb]",
        "L[x][]LB[bb:A]",
        "L[ ][]LB[bb:A]",
        "AB[x][]AB[aa]",
        "TB[][ ]TB[][x]",
        "VW[][]VW[x]",
    ];
    for format in [Format::Sgf, Format::SmartGo] {
        check_all(format, texts.map(|text| format!("(;GM[1]SZ[9]{text})")))?;
    }
    Ok(())
}

#[test]
fn words_that_end_in_white_space_of_unicode() -> Result<(), TestCaseError> {
    let lines = [
        "SETUP B D4 E5 \u{2003}",
        "SETUP B D4 E5 \u{a0}",
        "SETUP B D4 x\u{a0} E5",
        "B 1 D4 x\u{a0}",
        "MARK a@D4 \u{2003}",
        "HIDE D4\u{a0}",
        "PLACE Z\u{fc}rich\u{2003}",
        "FOO \u{2003}",
        "COM \u{2003}\n\u{a0}\nENDCOM",
    ];
    let text = |line| format!("EVENT\nREMARK Z\u{fc}rich, M\u{fc}nchen\n{line}\n");
    check_all(Format::Ishi, lines.map(text))
}

#[test]
fn lines_and_words_without_a_letter_in_ascii() -> Result<(), TestCaseError> {
    for lines in [
        "\u{e2e5}\n\u{fffd}",
        "\u{fffd}\n\u{e2e5}",
        "\u{e2e5}\n\u{e2e6}\n\u{fc}\n\u{e2e7}",
        "SETUP B D4 \u{e2e5}\n\u{e2e5}\n\u{fc}",
        "SETUP B D4\n\u{e2e5}\nHIDE C3\n\u{fc}\nW 2 C3",
        "MARK a@D4 \u{2003}\nVAR\u{e9}\n\u{fc}",
        "MARK #@\u{e9}1",
        "SETUP B D4 \u{e9}3",
        "V\u{e2e5}AR\nHIDE \u{e9}1",
    ] {
        check_in_ascii(&format!("EVENT\n{lines}\nB 1 E5\n"))?;
    }
    Ok(())
}

#[test]
fn a_game_that_is_two_events_in_ascii() -> Result<(), TestCaseError> {
    check_in_ascii("EVENT\nDIAGRAM A1 A10\nVAR\nDIAGRAM\nB 1 J1\n")
}
