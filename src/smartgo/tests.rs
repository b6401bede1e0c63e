use proptest::prelude::*;

use super::*;
use crate::bracket::property::{move_text, property_text};
use crate::diagnostic::{Diagnostics, Severity};
use crate::format::charset::Charset;
use crate::format::{Refusal, WriteOptions};
use crate::model::{Game, Id, NodeId, Property, Value};
use crate::record::compare::compare;
use crate::sgf;
use crate::testing;

fn parse(text: &str) -> Game<'_> {
    read(text, &mut Diagnostics::new(), |_, _| {}).remove(0)
}

fn parse_sgf(text: &str) -> Game<'_> {
    sgf::read(text, &mut Diagnostics::new()).remove(0)
}

fn written(game: &Game<'_>, charset: Charset) -> String {
    let options = WriteOptions {
        charset: Some(charset),
        ..WriteOptions::default()
    };
    let mut text = String::new();
    write(game, &options, &mut text).unwrap();
    text
}

/// Writes a game as the writer does without options.
fn text_of(game: &Game<'_>) -> String {
    let mut text = String::new();
    write(game, &WriteOptions::default(), &mut text).unwrap();
    text
}

/// Returns the meaning of a node as `FF[4]` text, in the order of the model.
fn meaning(game: &Game<'_>, node: NodeId) -> String {
    let mv = game.mv(node).map(move_text).into_iter();
    mv.chain(game.properties(node).iter().map(property_text))
        .collect()
}

/// Checks that the text of a game, read and written again, is the same text.
fn check_shown_again(game: &Game<'_>, charset: Charset) -> Result<(), TestCaseError> {
    let text = written(game, charset);
    prop_assert_eq!(written(&parse(&text), charset), text);
    Ok(())
}

/// Checks the same, and that the game comes back from its text as it is.
fn check_comes_back(game: &Game<'_>) {
    let text = text_of(game);
    let again = parse(&text);
    let found = compare(game, &again).differences;
    assert!(found.is_empty(), "{found:?}\n{text}");
    assert_eq!(text_of(&again), text);
}

#[test]
fn nodes_mean_what_ff4_says() {
    for (native, expected) in [
        ("L[aa][ba]", "LB[aa:A][ba:B]"),
        ("AB[aa]M[aa][bb]", "AB[aa]TR[aa]MA[bb]"),
        ("VW[ss][aa]", "VW[aa:ss]"),
        ("VW[]", "VW[]"),
        ("TE[2]BM[1]", "IT[]"),
        ("BM[1]C[x]TE[1]", "DO[]C[x]"),
        ("TE[1]", "TE[1]"),
        ("DT[May 3, 1990]", "DT[1990-05-03]"),
        ("RE[White resigns.]", "RE[B+R]"),
        ("KM[5.]", "KM[5]"),
        ("KI[-11]", "KM[-5.5]"),
        ("KI[-1]", "KM[-0.5]"),
        ("KI[10]", "KM[5]"),
        ("KI[0]", "KM[0]"),
        ("TM[9 hours each]", "TM[32400]"),
        ("TM[90]", "TM[5400]"),
        ("TM[unlimited]", "TM[unlimited]"),
        ("Comment[x]AddBlack[aa]", "C[x]AB[aa]"),
        (
            "A1[x]BS[0]WS[1]CH[2]EL[3]EX[tt]SC[aa]RG[bb]",
            "A1[x]BS[0]WS[1]CH[2]EL[3]EX[]SC[aa]RG[bb]",
        ),
        ("B[aa][bb]", "AB[aa][bb]"),
        ("C[a\\]b\\\\c\\d:e]", "C[a\\]b\\\\c\\\\d:e]"),
        ("N[a\nb]", "N[a b]"),
    ] {
        let text = format!("(;FF[1]GM[1]{native})");
        let game = parse(&text);
        assert_eq!(meaning(&game, NodeId::ROOT), expected, "{native}");
        check_comes_back(&game);
    }
    // The properties of later formats have a nearest form in this one.
    for (native, expected) in [
        ("M[bb]TR[aa]M[cc]", "MA[bb][cc]TR[aa]"),
        ("VW[aa][cc][bb]", "VW[aa][cc][bb]"),
    ] {
        let text = format!("(;FF[1]GM[1]{native})");
        let game = parse(&text);
        assert_eq!(meaning(&game, NodeId::ROOT), expected, "{native}");
        check_shown_again(&game, Charset::Ascii).unwrap();
    }
}

#[test]
fn half_points_stay_if_they_are_no_number_or_if_the_node_has_a_komi() {
    for native in ["KI[5.5]", "KI[11][12]", "KI[11]KM[4.5]", "KM[4.5]KI[11]"] {
        let text = format!("(;FF[1]GM[1]{native})");
        assert_eq!(meaning(&parse(&text), NodeId::ROOT), native);
    }
}

#[test]
fn forms_of_the_record_become_canonical() {
    for (native, expected) in [
        ("TE[1]BM[1]", "TE[1]BM[1]"),
        ("BM[2]TE[1]", "BM[1]TE[1]"),
        ("L[aa][ba]M[cc]", "M[cc]L[aa][ba]"),
        ("M[aa][aa]", "M[aa]"),
        ("VW[aa][cc][bb]", "VW[aa][cc]"),
        ("B[zz]", ""),
        ("B[Q33]", ""),
        ("FG[x]", "FG[]"),
        ("DT[May 3, 1990]", "\nDT[1990-05-03]"),
        ("RE[Jigo]", "\nRE[0]"),
        ("KM[5.]", "\nKM[5]"),
        ("KI[11]", "\nKM[5.5]"),
        ("TM[90]", "\nTM[90]"),
        ("TM[9 hours each]", "\nTM[540]"),
    ] {
        let text = format!("(;FF[1]GM[1]{native})");
        let game = parse(&text);
        let expected = format!("(;FF[1]GM[1]SZ[19]{expected})\n");
        assert_eq!(text_of(&game), expected, "{native}");
        check_shown_again(&game, Charset::Ascii).unwrap();
    }
}

#[test]
fn the_meaning_becomes_the_nearest_form() {
    for (sgf, expected) in [
        ("B[]", "B[tt]"),
        ("B[zz]", ""),
        ("AB[aa:bb]", "AB[aa][ba][ab][bb]"),
        ("AB[aa:bb][bb:cc]", "AB[aa][ba][ab][bb][cb][bc][cc]"),
        ("AB[]TR[]TB[]", "TB[]"),
        ("TB[zz]", ""),
        ("TB[zz][aa]", "TB[aa]"),
        ("LB[aa:A][zz:B]", ""),
        ("SQ[bb]TR[aa]", "M[aa][bb]"),
        ("LB[aa:B][ba:A]", "L[ba][aa]"),
        ("LB[aa:a][ba:b]", "L[aa][ba]"),
        ("LB[aa:1]", ""),
        ("AB[aa]TR[aa]MA[bb]", "AB[aa]M[aa][bb]"),
        ("SQ[aa]", "M[aa]"),
        ("IT[]", "TE[1]BM[1]"),
        ("DO[]", "BM[1]TE[1]"),
        ("DO[]IT[]", "TE[1]BM[1]"),
        ("DO[]TE[1]", "TE[1]"),
        ("BM[1]IT[]", "BM[1]"),
        ("IT[x]DO[]", "TE[1]BM[1]"),
        ("TM[5400]", "\nTM[90]"),
        ("TM[90]", "\nTM[1.5]"),
        ("TM[100]", "\nTM[1.67]"),
        ("VW[aa:cc]", "VW[aa][cc]"),
        ("VW[aa][cc]", "VW[aa][cc]"),
        ("FG[1:x]", "FG[]"),
        ("V[3.0]", "V[3]"),
        ("V[3.5]", ""),
        ("PB[Šá\\]]", "\nPB[Sa\\]]"),
        ("RU[AGA]", ""),
        ("KK[a][b]KGSDE[x]", "KK[a][b]"),
        ("XI[foreign]", "XI[foreign]"),
    ] {
        let text = format!("(;FF[4]{sgf})");
        let game = parse_sgf(&text);
        let native = text_of(&game);
        assert_eq!(native, format!("(;FF[1]GM[1]SZ[19]{expected})\n"), "{sgf}");
        check_shown_again(&game, Charset::Ascii).unwrap();
    }
}

#[test]
fn edits_leave_the_properties_of_later_formats_in_their_place() {
    let as_read = WriteOptions {
        as_read: true,
        ..WriteOptions::default()
    };
    for (native, expected) in [
        ("L[aa]M[bb]", "M[bb]L[aa]"),
        ("LB[aa:long]", "LB[aa:long]"),
        ("SQ[aa]M[bb]", "SQ[aa]MA[bb]"),
        ("RU[AGA]PB[x]", "\nPB[x]\nRU[AGA]"),
        ("PB[\u{160}\u{e1}]", "\nPB[\u{160}\u{e1}]"),
        ("TE[2]DO[]", "DO[]TE[2]"),
        ("FG[1:x]AR[aa:bb]", "FG[1:x]AR[aa:bb]"),
    ] {
        let text = format!("(;FF[1]GM[1]{native})");
        let game = parse(&text);
        let mut written = String::new();
        write(&game, &as_read, &mut written).unwrap();
        let expected = format!("(;FF[1]GM[1]SZ[19]{expected})\n");
        assert_eq!(written, expected, "{native}");
        let found = compare(&game, &parse(&written)).differences;
        assert!(found.is_empty(), "{native}: {found:?}");
    }
}

#[test]
fn two_annotations_are_read_by_their_order() {
    let game = parse_sgf("(;FF[4]TE[1]BM[2])");
    let native = text_of(&game);
    assert_eq!(native, "(;FF[1]GM[1]SZ[19]TE[1]BM[2])\n");
    // Their values mean nothing, so they do not come back.
    let again = parse(&native);
    assert_eq!(meaning(&again, NodeId::ROOT), "IT[]");
    assert_eq!(text_of(&again), "(;FF[1]GM[1]SZ[19]TE[1]BM[1])\n");
}

#[test]
fn times_without_a_unit_are_read_as_they_stand() {
    for head in ["", "FF[3]", "FF[1]AP[x:1]"] {
        let text = format!("(;{head}TM[1800])");
        let game = parse(&text);
        assert_eq!(game.text(NodeId::ROOT, Id::TimeLimit), Some("1800"));
        // The game has seconds, and the file has minutes.
        let text = text_of(&game);
        assert!(text.contains("TM[30]"), "{head}");
        assert_eq!(parse(&text).text(NodeId::ROOT, Id::TimeLimit), Some("1800"));
    }
}

#[test]
fn times_of_smart_game_board_are_minutes() {
    for (text, limit, minutes) in [
        ("(;GaMe[1]TiMe[30];Black[aa])", "1800", "30"),
        ("(;GM[1]TM[30];B[aa]CH[1])", "1800", "30"),
        ("(;GM[1]TM[30];B[aa]M[bb])", "1800", "30"),
        ("(;GM[1]TM[30];B[aa]VW[aa][ii])", "1800", "30"),
        ("(;GM[1]TM[30];B[aa])", "30", "0.5"),
        ("(;GM[1]TM[30];B[aa]VW[aa:ii])", "30", "0.5"),
        ("(;FF[3]TM[30];B[aa]CH[1])", "30", "0.5"),
    ] {
        let mut log = Diagnostics::new();
        let game = read(text, &mut log, |_, _| {}).remove(0);
        let found = game.text(NodeId::ROOT, Id::TimeLimit);
        assert_eq!(found, Some(limit), "{text}");
        let mut notes = log.kept().iter();
        assert!(notes.any(|found| found.rule.code == "B102"), "{text}");
        let native = text_of(&game);
        assert!(native.contains(&format!("TM[{minutes}]")), "{native}");
        check_shown_again(&game, Charset::Ascii).unwrap();
    }
}

#[test]
fn times_without_ff_have_the_unit_that_the_record_shows() {
    for (text, limit, is_told) in [
        // The clocks decide first.
        ("(;GM[1]TM[60];W[pp]WL[52];B[dj]BL[57])", "60", false),
        ("(;GM[1]TM[60];B[aa]BL[3500]CH[1])", "3600", true),
        ("(;GM[1]TM[60]M[aa];B[aa]BL[60])", "60", false),
        ("(;GM[1]TM[60]AP[x:1];B[aa]BL[3601]CH[1])", "60", false),
        ("(;GM[1]TM[60]M[aa];B[aa]BL[30])", "3600", true),
        ("(;GM[1]TM[60]M[aa];B[aa]BL[1800])", "3600", true),
        // Then the header of Sina and CyberOro.
        ("(;GM[1]TM[60]RD[1990-01-01]AP[x:1])", "3600", true),
        ("(;TM[60]GK[1]LT[30]LC[3])", "3600", true),
        // Then signs of servers and of programs of today.
        ("(;GaMe[1]TiMe[30];Black[aa]LB[bb:x])", "30", false),
        ("(;GM[1]TM[30]AP[x:1];B[aa]CH[1])", "30", false),
        ("(;GM[1]CoPyright[free]TM[3600]M[aa])", "3600", false),
        (
            "(;GM[1]US[Brought to you by IGS PANDANET]TM[3600]M[aa])",
            "3600",
            false,
        ),
        (
            "(;GM[1]PC[NNGS: nngs.cosmic.org 9696]TM[3600]M[aa])",
            "3600",
            false,
        ),
        // Then signs of Smart Game Board.
        ("(;GM[1]TM[30]M[aa])", "1800", true),
        ("(;GM[1]TM[30])", "30", true),
    ] {
        let mut log = Diagnostics::new();
        let game = read(text, &mut log, |_, _| {}).remove(0);
        let found = game.text(NodeId::ROOT, Id::TimeLimit);
        assert_eq!(found, Some(limit), "{text}");
        let told: Vec<_> = log
            .kept()
            .iter()
            .filter(|found| found.rule.code == "B102")
            .collect();
        assert_eq!(told.len(), usize::from(is_told), "{text}");
        assert!(
            told.iter().all(|found| found.severity == Severity::Warning),
            "{text}"
        );
    }
}

#[test]
fn each_variation_starts_from_the_position_of_its_parent() {
    // In the second variation no move comes before, and no stone is on aa.
    let game = parse("(;FF[1](;B[aa];W[bb])(;B[dd][ee]M[aa][dd]))");
    let second = game.last_child(NodeId::ROOT).unwrap();
    assert_eq!(meaning(&game, second), "AB[dd][ee]TR[dd]MA[aa]");
    let game = parse("(;FF[1];B[aa](;W[bb])(;W[cc][dd]))");
    let outline: Vec<_> = game.nodes().map(|node| meaning(&game, node)).collect();
    assert_eq!(outline, ["", "B[aa]", "W[bb]", "W[cc]", "W[dd]"]);
}

#[test]
fn a_line_of_more_than_60_characters_ends_before_the_next_point_or_node() {
    let a = |count: usize| "a".repeat(count);
    for (text, expected) in [
        // After 60 characters the identifier and the first point come, because they stay together.
        (
            format!("N[{}]M[aa][bb]", a(38)),
            format!("N[{}]M[aa]\n[bb]", a(38)),
        ),
        (
            format!("N[{}]M[aa][bb]", a(39)),
            format!("N[{}]\nM[aa][bb]", a(39)),
        ),
        // In a text only the last line counts.
        (
            format!("C[{}\nx];B[aa]", a(70)),
            format!("C[{}\nx];B[aa]", a(70)),
        ),
        (
            format!("C[x\n{}];B[aa];W[bb]", a(59)),
            format!("C[x\n{}];B[aa]\n;W[bb]", a(59)),
        ),
        (
            format!("C[x\n{}];B[aa]", a(60)),
            format!("C[x\n{}]\n;B[aa]", a(60)),
        ),
    ] {
        let game = format!("(;FF[1]GM[1]SZ[19];{text})");
        let expected = format!("(;FF[1]GM[1]SZ[19];{expected})\n");
        assert_eq!(text_of(&parse(&game)), expected);
    }
}

#[test]
fn views_and_species_are_written_in_the_root_alone() {
    let game = parse_sgf("(;FF[4]BS[0]VW[aa:cc];BS[0]WS[1]VW[aa:bb]C[x])");
    let expected = "(;FF[1]GM[1]SZ[19]\nBS[0]VW[aa][cc];C[x])\n";
    assert_eq!(text_of(&game), expected);
}

#[test]
fn text_before_the_game_is_reported_and_left_out() {
    let header = "From: X\r\n\r\n(see [1])";
    let text = format!("\n{header} \n(;FF[1]C[x];B[aa](;W[bb])(;W[cc];B[dd]))");
    let mut log = Diagnostics::new();
    let game = read(&text, &mut log, |_, _| {}).remove(0);
    let [found] = log.kept() else {
        panic!("{:?}", log.kept());
    };
    assert_eq!(found.rule.code, rules::TEXT_BEFORE_GAME.code);
    assert_eq!(found.message, "text precedes the game, 20 characters");
    let span = found.span.unwrap();
    assert_eq!(text.get(span.start..span.end), Some(header));
    let left_out = log.left_out().iter();
    let left_out: Vec<_> = left_out
        .filter_map(|span| text.get(span.start..span.end))
        .collect();
    assert_eq!(left_out, [format!("\n{header} \n")]);
    assert_eq!(
        text_of(&game),
        "(;FF[1]GM[1]SZ[19]C[x];B[aa]\n(;W[bb])\n(;W[cc];B[dd]))\n"
    );
}

#[test]
fn a_mark_before_the_game_is_no_text() {
    for before in ["", " \r\n", "\u{feff}", "\u{1a}\n"] {
        let text = format!("{before}(;FF[1];B[aa])");
        let mut log = Diagnostics::new();
        read(&text, &mut log, |_, _| {});
        assert!(log.is_empty(), "{before:?}: {:?}", log.kept());
    }
}

#[test]
fn other_games_and_boards_are_refused() {
    let refused = |text: &str| {
        let game = parse_sgf(text);
        write(&game, &WriteOptions::default(), &mut String::new())
    };
    assert!(matches!(
        refused("(;GM[6])"),
        Err(Refusal::Kind { kind: 6, .. })
    ));
    for size in ["1", "20", "9:13"] {
        let text = format!("(;SZ[{size}])");
        assert!(
            matches!(refused(&text), Err(Refusal::Size { .. })),
            "{size}"
        );
    }
    assert!(refused("(;SZ[2])").is_ok());
}

#[test]
fn deep_trees_do_not_overflow() {
    let depth = 100_000;
    let text = format!(
        "(;FF[1]{}{})",
        "(;B[aa](;W[bb])".repeat(depth),
        ")".repeat(depth)
    );
    let game = parse(&text);
    assert_eq!(game.node_count(), 2 * depth + 1);
    assert_eq!(parse(&text_of(&game)).node_count(), 2 * depth + 1);
}

#[test]
fn values_that_look_like_two_are_shown_again() {
    for text in ["(V[aV[", "(V[TT[", "(V[[", "(;DT[CD\\[])", "(;RE[1B\\[])"] {
        for game in read(text, &mut Diagnostics::new(), |_, _| {}) {
            check_shown_again(&game, Charset::Ascii).unwrap();
        }
    }
}

/// Removes BM from nodes with TE, because the values of the two do not come back.
fn without_pairs(mut game: Game<'static>) -> Game<'static> {
    let nodes: Vec<NodeId> = game.nodes().collect();
    for node in nodes {
        if game.has(node, Id::Tesuji) {
            game.remove_property(node, Id::BadMove);
        }
    }
    game
}

proptest! {
    #[test]
    fn any_game_is_shown_again(game in testing::small_board_game().prop_map(without_pairs)) {
        for charset in [Charset::Ascii, Charset::Utf8] {
            check_shown_again(&game, charset)?;
        }
    }

    #[test]
    fn any_text_is_read(text in "[(;A-DLMTVW\\[\\]a-c1-3:\\\\ \n]{0,60}") {
        for game in read(&text, &mut Diagnostics::new(), |_, _| {}) {
            check_shown_again(&game, Charset::Ascii)?;
        }
    }
}

#[test]
fn texts_keep_the_characters_of_the_charset() {
    let charset = Charset::from_label("windows-1252").unwrap();
    for (given, expected) in [("é", "é"), ("é ē", "é e"), ("é\0", "é "), ("a ē", "a e")] {
        assert_eq!(text::fit(given, charset), expected);
    }
}

#[test]
fn private_properties_are_written_if_readers_of_the_time_can_read_them() {
    for (ident, values, is_written) in [
        ("XI", &["other"][..], true),
        ("XX", &["a", "b"], true),
        ("XX", &["ishi 1|F x"], true),
        ("A1", &["x"], true),
        ("XX", &["caf\u{e9}"], false),
        ("XX", &["a\\]b"], false),
        // Readers would take it for the komi.
        ("KI", &["11"], false),
        ("KGSDE", &["x"], false),
    ] {
        let mut game = Game::new();
        let raw = Value::Raw(values.iter().map(|&value| value.into()).collect());
        game.add_property(NodeId::ROOT, Property::new(ident, raw));
        let text = text_of(&game);
        assert_eq!(text.contains(&format!("{ident}[")), is_written, "{text}");
        if is_written {
            check_comes_back(&game);
        }
    }
}
