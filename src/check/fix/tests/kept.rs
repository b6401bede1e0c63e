//! Records that keep their words, numbers and values, because a fix could be wrong.

use std::io::Cursor;

use super::{fixed, fixes_of, guesses};
use crate::check::fix::{Choice, Fix, fixes};
use crate::check::{Levels, check, examine};
use crate::diagnostic::{Diagnostics, Severity};
use crate::format::Format;
use crate::source::{Source, SourceOptions};

/// Returns whether each fix of a text is a guess.
fn has_only_guesses(text: &str) -> bool {
    let all = fixes_of(text, &guesses());
    !all.is_empty() && !all.iter().any(|fix| fix.is_safe)
}

#[test]
fn words_between_the_properties_of_two_moves_stay() {
    for moves in ["B[aa] good W[bb]", "B[aa] W[bb] good", "B[aa] atari! W[bb]"] {
        let before = format!("(;FF[4]GM[1]SZ[9];{moves})");
        assert_eq!(fixed(&before, &Choice::default()), before);
        let guessed = fixed(&before, &guesses());
        assert_eq!(guessed, before);
    }
}

#[test]
fn numbers_in_a_variation_without_its_end_stay() {
    let before = "EVENT\nBOARDSIZE 19\nB 1 Q16\nVAR\nB 1 C3\nW 2 D4\nW 2 E5\n";
    assert_eq!(fixed(before, &guesses()), before);
    for code in ["I020", "I049"] {
        let only = Choice {
            guesses: true,
            rules: vec![code.to_owned()],
        };
        assert_eq!(fixed(before, &only), before);
    }
    // A number after a gap stays anyway.
    for number in [3, 5] {
        let right = before.replace("W 2 E5", &format!("B {number} E5"));
        let closed = format!("{right}ENDVAR\n");
        assert_eq!(fixed(&right, &Choice::default()), closed);
    }
}

#[test]
fn stones_that_are_a_position_are_no_handicap() {
    for (stones, fixes) in [("aa:ee", 1), ("aa:ef", 0)] {
        let before = format!("(;FF[4]GM[1]SZ[19]AB[{stones}];W[ss])");
        let added: Vec<_> = fixes_of(&before, &guesses());
        assert_eq!(added.len(), fixes, "{stones}");
    }
}

#[test]
fn prisoners_of_a_move_that_captures_nothing_stay() {
    let before = "EVENT\nBOARDSIZE 9\nB 1 C3\nPRISONER D4\nW 2 E5\n";
    assert_eq!(fixed(before, &guesses()), before);
}

#[test]
fn a_fix_is_made_beside_more_findings_than_are_kept() {
    let moves = ";W[dd]".repeat(Diagnostics::LIMIT + 10);
    let before = format!("(;FF[4]GM[1]SZ[19]KM[6,5];B[dd]{moves})");
    let after = before.replace("6,5", "6.5");
    assert_eq!(fixed(&before, &guesses()), after);
}

#[test]
fn names_of_several_players_keep_their_ranks() {
    for names in [
        "PB[one, 2k & two, 3k]PW[three, 1d & four, 2d]",
        "PB[Anna (5k), Otto (3k)]PW[Bo (1d), Cho (2d)]",
        "PB[Anna 5k / Otto 3k]PW[Bo 1d / Cho 2d]",
        "PB[Anna & Otto 3k]PW[Bo & Cho 2d]",
    ] {
        let before = format!("(;FF[4]GM[1]SZ[9]{names};B[aa])");
        assert_eq!(fixed(&before, &guesses()), before);
    }
}

#[test]
fn brackets_beside_each_other_in_a_text_stay() {
    for text in ["see [1] [2] here", "list [a] [b]"] {
        let before = format!("(;FF[4]GM[1]SZ[9];B[aa]C[{text}];W[bb])");
        assert_eq!(fixed(&before, &guesses()), before);
    }
    let before = "(;FF[4]GM[1]SZ[9];B[aa]C[see [1] and [2]];W[bb])";
    let after = before.replace("[1] and [2]]", "[1\\] and [2\\]]");
    assert_eq!(fixed(before, &Choice::default()), after);
}

#[test]
fn brackets_stay_in_a_record_with_escape_sequences() {
    let fixes_in = |record: &[u8]| -> Vec<Fix> {
        let mut source = Source::open(Cursor::new(record), SourceOptions::default()).unwrap();
        fixes(&mut source, &guesses()).unwrap()
    };
    let japanese = b"(;FF[4]GM[1]CA[ISO-2022-JP]SZ[19];B[dd]C[\x1b$B$3$l\x1b(B)";
    assert_eq!(fixes_in(japanese), []);
    let korean = b"(;FF[4]GM[1]CA[ISO-2022-KR]SZ[19];B[dd]C[\x1b$)C\x0e0!\x0f)";
    assert_eq!(fixes_in(korean), []);
}

#[test]
fn brackets_beside_words_without_a_meaning_are_guesses() {
    for text in [
        "(;FF[4]GM[1];B[dd](;W[pp])\nBye\n",
        "(;FF[4]GM[1];B(dd);W[pp])",
        "(;FF[4]GM[1];B[dd](\ntext\n;W[ee]))",
    ] {
        assert!(has_only_guesses(text), "{text}");
    }
}

#[test]
fn a_finding_is_mendable_only_if_a_fix_mends_it() {
    for (text, words) in [
        ("(;FF[4]GM[1]SZ[9]DT[2017.06.22 23:31]RE[W];B[aa])", "DT"),
        ("(;GK[1]TM[3]TE[x];B[qd])", "GK"),
    ] {
        let mut source =
            Source::open(Cursor::new(text.as_bytes()), SourceOptions::default()).unwrap();
        let checked = check(&mut source, &Levels::default()).unwrap();
        let mut found = checked.findings.kept().iter();
        let found = found
            .find(|one| one.diagnostic.message.contains(words))
            .unwrap();
        let is_safe = found.diagnostic.fix == Some(crate::diagnostic::FixKind::Safe);
        assert!(!is_safe, "{text}");
    }
}

#[test]
fn a_root_with_two_moves_stays() {
    for root in ["B[dd]W[pp]", "B[dd]AW[pp]", "AB[dd]B[pp]"] {
        let before = format!("(;FF[4]GM[1]SZ[19]{root};B[qq])");
        assert_eq!(fixed(&before, &guesses()), before);
    }
}

#[test]
fn a_divided_node_or_a_list_keeps_values_that_nobody_understands() {
    for node in [
        "W[bb]PL[1]",
        "W[bb]AB[hello]",
        "B[aa]W[bb]BL[14 0]",
        "B[aa]W[bb]TR[?]TE[5]",
        "B[aa]W[bb]N[x]N[y]",
        "B[aa]W[bb]MN[3][4]",
    ] {
        let before = format!("(;FF[4]GM[1]SZ[9];B[dd];{node})");
        assert_eq!(fixed(&before, &guesses()), before);
    }
    let before = "(;FF[4]GM[1]SZ[9];B[dd];B[aa]TR[cc:bb][?])";
    let after = before.replace("cc:bb", "bb:cc");
    assert_eq!(fixed(before, &guesses()), after);
}

#[test]
fn no_fix_takes_the_application_of_the_fox_server_away() {
    for applications in [
        "AP[GNU Go:3.8]AP[foxwq]",
        "AP[foxwq]AP[GNU Go:3.8]",
        "AP[GNU Go:3.8][foxwq]",
        "AP[foxwq][GNU Go:3.8]",
    ] {
        let before = format!("(;FF[4]GM[1]SZ[9]{applications}RU[Chinese]KM[375];B[aa])");
        let after = before.replace("375", "7.5");
        assert_eq!(fixed(&before, &Choice::default()), after);
        assert_eq!(fixed(&before, &guesses()), after);
    }
}

#[test]
fn the_second_of_two_different_komi_stays() {
    let before = "(;FF[4]GM[1]SZ[9]KM[375]AP[foxwq]RU[Chinese]KM[5.5];B[aa])";
    assert_eq!(fixed(before, &guesses()), before);
    let zero = before.replace("KM[5.5]", "KM[0]");
    assert!(fixed(&zero, &guesses()).contains("KM[7.5]"));
}

#[test]
fn a_move_without_its_point_becomes_a_pass_by_a_guess_alone() {
    for before in [
        "(;FF[4]GM[1]SZ[9];B[aa];W[",
        "(;FF[4]GM[1]SZ[9];B[;W[dd];B[ee])",
    ] {
        let after = fixed(before, &Choice::default());
        assert!(!after.contains("[]") && !after.contains("[)"), "{after}");
    }
}

#[test]
fn a_line_that_is_divided_keeps_the_blocks_below_it() {
    for end in [
        "USER\nCORRECT ANSWER\nENDUSER\nB 3 C3\n",
        "REMARK a\nB 3 C3\n",
        "USER\nDATA\nB 3 Q16\n",
        "COM\ntext\nB 3 Q16\n",
    ] {
        let before = format!("EVENT\nBOARDSIZE 19\nB 1 Q4 W 2 D4\n{end}");
        let after = fixed(&before, &Choice::default());
        let words = end.lines().filter(|line| !line.starts_with('B'));
        assert!(words.clone().all(|word| after.contains(word)), "{after}");
        assert_eq!(after.contains("ENDCOM"), end.contains("ENDCOM"), "{after}");
    }
}

#[test]
fn a_parenthesis_that_ends_a_value_can_stand_for_its_bracket() {
    // The parentheses fit.
    let before = "(;FF[4]GM[1]SZ[9];B[aa](;W[bb)(;W[cc]))";
    let after = before.replace("bb)", "bb])");
    assert_eq!(fixed(before, &Choice::default()), after);
    // Here `B[cc)` can be `B[cc]`, or the end of the variation.
    let before = "(;FF[4]GM[1]SZ[9];B[aa](;W[bb];B[cc);W[dd])(;W[ee]))";
    assert_eq!(fixed(before, &Choice::default()), before);
    assert!(has_only_guesses(before));
}

#[test]
fn brackets_of_another_alphabet_stay() {
    let before = "(;FF[4]GM[1]CA[UTF-8]SZ[9];B[aa];W［bb］;B[cc])";
    assert_eq!(fixed(before, &guesses()), before);
}

#[test]
fn both_brackets_of_a_value_go_together() {
    let before = "(;FF[4]GM[1]SZ[9];B[[aa]];W[bb])";
    let after = "(;FF[4]GM[1]SZ[9];B[aa];W[bb])";
    assert_eq!(fixed(before, &Choice::default()), after);
}

#[test]
fn a_bracket_before_the_name_of_a_property_is_not_escaped() {
    for value in ["PW[b]KM6.5]", "AP[CGoban:3]ST2]", "C[good]BL30]"] {
        let before = format!("(;FF[4]GM[1]SZ[9]{value};B[aa])");
        assert_eq!(fixed(&before, &guesses()), before);
    }
}

#[test]
fn a_slip_in_a_line_of_ishi_changes_no_other_line() {
    for (lines, mended) in [
        ("MARK #1 a@B 1\nUNMARK #1", "MARK #1 a@B1\nUNMARK #1"),
        ("BLACK Honinbo\nB\nLACK Alan", "BLACK Honinbo\nBLACK Alan"),
        ("SETUP W D4\nSETUP B D5 q 16", "SETUP W D4\nSETUP B D5 q16"),
        ("SETUP W D4, C33", "SETUP W D4 C33"),
        ("MARKK a@Q4 b@Q4 #1", "MARK a@Q4 b@Q4 #1"),
    ] {
        let before = format!("EVENT e\nBOARDSIZE 19\nB 1 Q4\n{lines}\n");
        let after = before.replace(lines, mended);
        assert_eq!(fixed(&before, &guesses()), after);
    }
}

#[test]
fn points_on_a_line_alone_are_no_certain_move() {
    let before = "EVENT e\nBOARDSIZE 19\nB 1 Q4\nDIAGRAM\nb5 j12\n";
    assert_eq!(fixed(before, &Choice::default()), before);
    let right = before.replace("DIAGRAM\nb5", "w2");
    assert_eq!(
        fixed(&right, &Choice::default()),
        right.replace("w2 j12", "W 2 J12")
    );
}

#[test]
fn a_variation_with_a_move_on_a_stone_keeps_its_open_end() {
    let before = "EVENT e\nBOARDSIZE 19\nB 1 Q4\nVAR\nW 2 C3\nW 2 C3\nB 3 D4\n";
    assert_eq!(fixed(before, &guesses()), before);
}

#[test]
fn a_damage_that_is_told_has_no_fix_that_hides_it() {
    for text in [
        // A lost bracket before a move, and in a comment before a parenthesis.
        "(;FF[4]GM[1]SZ[9];B[aa]C[hi]Wbb];B[cc])",
        "(;FF[4]GM[1]SZ[9];B[aa](;W[bb]C[Good)(;W[cc]))",
        "(;FF[4]GM[1]SZ[9]BR[5d]PC]London]EV[x];B[aa])",
        // A parenthesis for a bracket.
        "(;FF[4]GM[1]SZ[9]AB[aa](bb][cc])",
        // A root that is no root because of the damage before it.
        "(;FF[4]GM[1]SZ[9]AP[x:1];B[aa])(FF[4]GM[1]SZ[9]AP[x:1];B[bb])",
        // ENDVAR in a comment that lost its ENDCOM.
        "EVENT\nBOARDSIZE 9\nB 1 A1\nVAR\nB 1 B1\nCOM\nx\nENDVAR\nW 2 C3\nCOM\ny\nENDCOM\n",
    ] {
        assert_eq!(fixed(text, &Choice::default()), text);
        let mut log = Diagnostics::unlimited().and_places();
        let format = if text.starts_with('(') {
            Format::Sgf
        } else {
            Format::Ishi
        };
        examine(format, text, &mut log);
        assert!(
            log.kept()
                .iter()
                .any(|found| found.severity > Severity::Note),
            "{text}"
        );
    }
}

#[test]
fn values_of_a_property_that_lost_its_name_stay() {
    for game in [
        "AP[Jago\nAB[ei][di][be]",
        "EV[Cup]\nKM5.5]",
        "RU[Chinese]RE{B+R]",
    ] {
        let before = format!("(;FF[4]GM[1]CA[UTF-8]SZ[9]{game};B[aa])");
        assert_eq!(fixed(&before, &guesses()), before);
    }
}

#[test]
fn a_missing_parenthesis_that_another_place_explains_is_a_guess_or_stays() {
    for (tree, is_guess) in [
        (";B[aa](;W[bb]C[one](;W[cc]C[two])", true),
        (
            "(;B[aa];W[bb](;B[cc])(;B[dc]))(;W[cc];B[bb]))(;B[gg])",
            true,
        ),
        (";B[aa](;W[bb];B[cc]);W[cc];B[dd])", false),
    ] {
        let before = format!("(;FF[4]GM[1]CA[UTF-8]SZ[9]{tree})");
        assert_eq!(fixed(&before, &Choice::default()), before);
        assert_eq!(fixed(&before, &guesses()) != before, is_guess, "{tree}");
    }
}

#[test]
fn words_between_properties_stay_or_go_as_a_whole() {
    for moves in ["ABbc][cc]", "W［bb］", "B[aa] W bb"] {
        let before = format!("(;FF[4]GM[1]CA[UTF-8]SZ[9];{moves})");
        assert_eq!(fixed(&before, &guesses()), before);
    }
    let before = "(;FF[4]GM[1]SZ[9];B[aa] see page 12;W[bb])";
    assert_eq!(fixed(before, &Choice::default()), before);
    assert_eq!(fixed(before, &guesses()), before.replace("see page 12", ""));
}

#[test]
fn what_can_be_meant_otherwise_is_a_guess() {
    for text in [
        // A line that is doubled, a parenthesis too many at the start, a doubled start, a date that lost a digit.
        "(;FF[4]GM[1]SZ[9]\n(;B[aa](;W[cc])(;W[dd];B[ee]))\n;B[ee]))\n(;B[bb]))",
        "((;FF[4]GM[1];B[aa])",
        "(;FF[4]GM[1]SZ[9]",
        "(;FF[4]GM[1]SZ[9]DT[2009-09-1])",
    ] {
        assert_eq!(fixed(text, &Choice::default()), text);
    }
    let text = "(;FF[4]GM[1]SZ[9]AP[Aya 5.56])";
    assert_eq!(fixed(text, &guesses()), text);
    let text = "(;FF[4]GM[1]SZ[9]DT[2009-9-1])";
    assert_eq!(
        fixed(text, &Choice::default()),
        text.replace("2009-9-1", "2009-09-01")
    );
}

#[test]
fn parentheses_that_can_be_elsewhere_are_guesses() {
    for text in [
        "(;FF[4]GM[1]SZ[9](;B[aa];W[bb](;B[cc])))(;B[dd];W[aa]))(;B[ff]))",
        "(;FF[4]GM[1]SZ[9];B[aa](;W[bb];B[cc])(;B[ee]))(;W[ff]))",
    ] {
        assert!(has_only_guesses(text), "{text}");
    }
    let text = "(;FF[4]GM[1]SZ[9]PB[Ann]];B[aa])";
    assert_eq!(fixed(text, &guesses()), text);
}
