use proptest::prelude::*;

use super::*;
use crate::bracket::property::{move_text, property_text};
use crate::charset::Charset;
use crate::compare::{Scope, compare};
use crate::diagnostic::Diagnostics;
use crate::model::{Game, NodeId, Property, Value};
use crate::options::{ReadOptions, WriteOptions};
use crate::outcome::{Outcome, Outcomes};
use crate::refusal::Refusal;
use crate::sgf;
use crate::testing;

fn parse(text: &str) -> Game<'_> {
    read(text, &ReadOptions::default(), &mut Diagnostics::new()).remove(0)
}

fn written(game: &Game<'_>, options: &WriteOptions) -> (String, Outcomes) {
    let (mut text, mut outcomes) = (String::new(), Outcomes::new());
    write(game, options, &mut text, &mut outcomes).unwrap();
    (text, outcomes)
}

fn text_of(game: &Game<'_>) -> String {
    written(game, &WriteOptions::default()).0
}

/// Returns the meaning of a node as `FF[4]` text, in the order of the model.
fn meaning(game: &Game<'_>, node: NodeId) -> String {
    let mv = game.mv(node).map(move_text).into_iter();
    mv.chain(game.properties(node).iter().map(property_text))
        .collect()
}

fn details(game: &Game<'_>, node: NodeId) -> Vec<String> {
    game.details(node)
        .iter()
        .map(|entry| format!("{} {}", entry.dialect.letter(), entry.text))
        .collect()
}

/// Checks that a game comes back from its text, and that the text stays the same from then on.
fn check_round_trip(game: &Game<'_>, options: &WriteOptions) -> Result<(), TestCaseError> {
    let (text, _) = written(game, options);
    let again = parse(&text);
    let comparison = compare(game, &again, Scope::Whole);
    let first = comparison.differences.first().map(ToString::to_string);
    prop_assert!(comparison.is_same(), "{:?}\n{}", first, text);
    prop_assert_eq!(written(&again, options).0, text);
    Ok(())
}

#[test]
fn nodes_mean_what_ff4_says() {
    for (native, expected) in [
        ("L[aa][ba]", "LB[aa:A][ba:B]"),
        ("AB[aa]M[aa][bb]", "AB[aa]TR[aa]MA[bb]"),
        ("M[bb]TR[aa]M[cc]", "MA[bb][cc]TR[aa]"),
        ("VW[ss][aa]", "VW[aa:ss]"),
        ("VW[aa][cc][bb]", "VW[aa][cc][bb]"),
        ("VW[]", "VW[]"),
        ("TE[2]BM[1]", "IT[]"),
        ("BM[1]C[x]TE[1]", "DO[]C[x]"),
        ("TE[1]", "TE[1]"),
        ("DT[May 3, 1990]", "DT[1990-05-03]"),
        ("DT[spring 1990]", "DT[spring 1990]"),
        ("RE[White resigns.]", "RE[B+R]"),
        ("RE[W+2.25 {moves unknown}]", "RE[W+2.25 {moves unknown}]"),
        ("KM[5.]", "KM[5]"),
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
        check_round_trip(&game, &WriteOptions::default()).unwrap();
    }
}

#[test]
fn detail_is_what_the_meaning_does_not_say() {
    for (native, expected) in [
        (
            "L[aa][ba]M[cc]TE[1]BM[1]VW[aa][cc]TM[90]DT[1990-05-03]RE[B+3]KM[5.]",
            &[][..],
        ),
        ("DT[May 3, 1990]", &["G DT[May 3, 1990]"]),
        ("RE[Jigo]", &["G RE[Jigo]"]),
        ("TM[9 hours each]", &["G TM[9 hours each]"]),
        ("BM[2]TE[1]", &["G BM[2]", "G TE[1]"]),
        ("VW[aa][cc][bb]", &["G VW[aa][cc][bb]"]),
        ("B[zz]", &["G B[zz]"]),
        ("B[Q33]", &["G B[Q33]"]),
        ("M[aa][aa]", &["G M[aa][aa]"]),
        ("FG[x]", &["G FG[x]"]),
    ] {
        let text = format!("(;FF[1]GM[1]{native})");
        let game = parse(&text);
        assert_eq!(details(&game, NodeId::ROOT), expected, "{native}");
        let again = text_of(&game);
        assert!(!again.contains("XI["), "{again}");
        check_round_trip(&game, &WriteOptions::default()).unwrap();
    }
}

#[test]
fn the_meaning_becomes_the_nearest_form() {
    for (sgf, expected) in [
        ("B[]", "B[tt]"),
        ("B[zz]", "B[tt]\nXI[ishi 1|S B%5Bzz%5D]"),
        ("AB[aa:bb]", "AB[aa][ba][ab][bb]"),
        ("LB[aa:B][ba:A]", "L[ba][aa]"),
        (
            "LB[aa:a][ba:b]",
            "L[aa][ba]\nXI[ishi 1|S -LB%5Baa:A%5D%5Bba:B%5D|S LB%5Baa:a%5D%5Bba:b%5D]",
        ),
        ("LB[aa:1]", "\nXI[ishi 1|S LB%5Baa:1%5D]"),
        ("AB[aa]TR[aa]MA[bb]", "AB[aa]M[aa][bb]"),
        ("SQ[aa]", "M[aa]\nXI[ishi 1|S SQ%5Baa%5D|S -MA%5Baa%5D]"),
        ("IT[]", "TE[1]BM[1]"),
        ("DO[]", "BM[1]TE[1]"),
        ("DO[]IT[]", "TE[1]BM[1]\nXI[ishi 1|S DO%5B%5D]"),
        (
            "IT[x]DO[]",
            "TE[1]BM[1]\nXI[ishi 1|S DO%5B%5D|S IT%5B%5D|S +IT%5Bx%5D]",
        ),
        (
            "TE[1]BM[2]",
            "TE[1]BM[2]\nXI[ishi 1|S BM%5B2%5D|S IT|S TE%5B1%5D]",
        ),
        ("TM[5400]", "\nTM[90]"),
        ("TM[90]", "\nTM[1.5]"),
        ("TM[100]", "\nTM[1.67]\nXI[ishi 1|S TM%5B100%5D]"),
        ("VW[aa:cc]", "VW[aa][cc]"),
        ("VW[aa][cc]", "VW[aa][cc]\nXI[ishi 1|S VW%5Baa%5D%5Bcc%5D]"),
        ("FG[1:x]", "FG[]\nXI[ishi 1|S FG%5B1:x%5D]"),
        ("V[3.0]", "V[3]"),
        ("V[3.5]", "\nXI[ishi 1|S V%5B3.5%5D]"),
        (
            "PB[Šá\\]]",
            "\nPB[Sa\\]]\nXI[ishi 1|S PB%5B%C5%A0%C3%A1%5C%5D%5D]",
        ),
        ("RU[AGA]", "\nXI[ishi 1|S RU%5BAGA%5D]"),
        ("KK[a][b]KGSDE[x]", "KK[a][b]\nXI[ishi 1|S KGSDE%5Bx%5D]"),
        ("XI[foreign]", "\nXI[ishi 1|S XI%5Bforeign%5D]"),
    ] {
        let text = format!("(;FF[4]{sgf})");
        let log = &mut Diagnostics::new();
        let game = sgf::read(&text, &ReadOptions::default(), log).remove(0);
        let native = text_of(&game);
        assert_eq!(native, format!("(;FF[1]GM[1]SZ[19]{expected})\n"), "{sgf}");
        check_round_trip(&game, &WriteOptions::default()).unwrap();
    }
}

#[test]
fn edits_beside_the_carrier_count() {
    for (text, expected) in [
        ("PB[Other]XI[ishi 1|S PB%5BŠá%5D|S BR%5B1d%5D]", "PB[Other]"),
        ("PB[Sa]XI[ishi 1|S PB%5B%C5%A0%C3%A1%5D]", "PB[Šá]"),
        ("PB[Sá]XI[ishi 1|S PB%5B%C5%A0%C3%A1%5D]", "PB[Šá]"),
        ("PB[Śa]XI[ishi 1|S PB%5B%C5%A0%C3%A1%5D]", "PB[Śa]"),
        ("PB[Zhang]XI[ishi 1|S PB%5B%E5%BC%B5%5D]", "PB[張]"),
        ("PB[章]XI[ishi 1|S PB%5B%E5%BC%B5%5D]", "PB[章]"),
        (
            "M[aa][bb]XI[ishi 1|S SQ%5Baa%5D%5Bcc%5D|S -MA%5Baa%5D%5Bcc%5D]",
            "MA[bb]SQ[aa]",
        ),
        (
            "L[aa][ba][ca]XI[ishi 1|S LB%5Baa:x%5D]",
            "LB[aa:A][ba:B][ca:C]",
        ),
        ("BM[1]TE[1]XI[ishi 1|S IT|S TE%5B1%5D|S BM%5B2%5D]", "DO[]"),
        ("TM[90]XI[ishi 1|S TM%5B100%5D]", "TM[5400]"),
        ("B[aa]XI[ishi 1|S B%5Bzz%5D|S MN%5B5%5D]", "B[aa]MN[5]"),
        ("B[tt]XI[ishi 1|S B%5Bzz%5D]", "B[zz]"),
        ("AB[aa]XI[ishi 1|S AB%5Bbb%5D]", "AB[aa]"),
    ] {
        let text = format!("(;FF[1]GM[1]{text})");
        let game = parse(&text);
        assert_eq!(meaning(&game, NodeId::ROOT), expected, "{text}");
    }
}

#[test]
fn times_without_a_unit_are_never_scaled() {
    for head in ["", "FF[3]", "FF[1]AP[x:1]"] {
        let text = format!("(;{head}TM[1800])");
        let game = parse(&text);
        assert_eq!(
            game.text(NodeId::ROOT, crate::model::Id::TimeLimit),
            Some("1800")
        );
        assert!(text_of(&game).contains("TM[1800]"), "{head}");
        check_round_trip(&game, &WriteOptions::default()).unwrap();
    }
}

#[test]
fn times_of_smart_game_board_are_minutes() {
    for (text, limit) in [
        ("(;GaMe[1]TiMe[30];Black[aa])", "1800"),
        ("(;GM[1]TM[30];B[aa]CH[1])", "1800"),
        ("(;GM[1]TM[30];B[aa]M[bb])", "1800"),
        ("(;GM[1]TM[30];B[aa]VW[aa][ii])", "1800"),
        ("(;GM[1]TM[30];B[aa])", "30"),
        ("(;GM[1]TM[30];B[aa]VW[aa:ii])", "30"),
        // A later program wrote it.
        ("(;GaMe[1]TiMe[30];Black[aa]LB[bb:x])", "30"),
        ("(;GM[1]TM[30]AP[x:1];B[aa]CH[1])", "30"),
        ("(;FF[3]TM[30];B[aa]CH[1])", "30"),
    ] {
        let mut log = Diagnostics::new();
        let game = read(text, &ReadOptions::default(), &mut log).remove(0);
        let found = game.text(NodeId::ROOT, crate::model::Id::TimeLimit);
        assert_eq!(found, Some(limit), "{text}");
        let mut notes = log.kept().iter();
        assert!(notes.any(|found| found.rule.code == "B102"), "{text}");
        assert!(text_of(&game).contains("TM[30]"), "{text}");
        check_round_trip(&game, &WriteOptions::default()).unwrap();
    }
}

#[test]
fn header_text_stands_before_the_game() {
    let game = parse("From: X\r\n\r\n(see [1])\n(;FF[1]C[x];B[aa](;W[bb])(;W[cc];B[dd]))");
    assert_eq!(
        details(&game, NodeId::ROOT),
        ["G header From: X\n\n(see [1])"]
    );
    assert_eq!(
        text_of(&game),
        "From: X\n\n(see [1])\n(;FF[1]GM[1]SZ[19]C[x];B[aa]\n(;W[bb])\n(;W[cc];B[dd]))\n"
    );
    check_round_trip(&game, &WriteOptions::default()).unwrap();
    let game = parse("Näme\n(;FF[1])");
    assert_eq!(
        text_of(&game),
        "Name\n(;FF[1]GM[1]SZ[19]\nXI[ishi 1|G header N%C3%A4me])\n"
    );
    check_round_trip(&game, &WriteOptions::default()).unwrap();
}

#[test]
fn other_games_and_boards_are_refused() {
    let refused = |text: &str| {
        let log = &mut Diagnostics::new();
        let game = sgf::read(text, &ReadOptions::default(), log).remove(0);
        write(
            &game,
            &WriteOptions::default(),
            &mut String::new(),
            &mut Outcomes::new(),
        )
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
fn outcomes_are_counted() {
    let text = "(;FF[4]PB[x]SQ[aa]RU[AGA];B[aa])";
    let log = &mut Diagnostics::new();
    let game = sgf::read(text, &ReadOptions::default(), log).remove(0);
    let count = |plain| {
        let options = WriteOptions {
            plain,
            ..WriteOptions::default()
        };
        let (text, outcomes) = written(&game, &options);
        assert_eq!(text.contains("XI["), !plain);
        [
            Outcome::Native,
            Outcome::Adapted,
            Outcome::Kept,
            Outcome::Lost,
        ]
        .map(|outcome| outcomes.count(outcome))
    };
    assert_eq!(count(false), [2, 1, 1, 0]);
    assert_eq!(count(true), [2, 0, 0, 2]);
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
fn values_that_look_like_two_come_back() {
    for text in ["(V[aV[", "(V[TT[", "(V[[", "(;DT[CD\\[])", "(;RE[1B\\[])"] {
        for game in read(text, &ReadOptions::default(), &mut Diagnostics::new()) {
            check_round_trip(&game, &WriteOptions::default()).unwrap();
        }
    }
}

proptest! {
    #[test]
    fn any_game_comes_back(game in testing::game_with_detail()) {
        for charset in [Charset::Ascii, Charset::Utf8] {
            let options = WriteOptions { charset: Some(charset), ..WriteOptions::default() };
            check_round_trip(&game, &options)?;
        }
    }

    #[test]
    fn any_plain_record_stays_the_same(game in testing::small_board_game()) {
        let options = WriteOptions { plain: true, ..WriteOptions::default() };
        let (text, _) = written(&game, &options);
        prop_assert_eq!(written(&parse(&text), &options).0, text);
    }

    #[test]
    fn any_text_is_read(text in "[(;A-DLMTVW\\[\\]a-c1-3:\\\\ \n]{0,60}") {
        for game in read(&text, &ReadOptions::default(), &mut Diagnostics::new()) {
            check_round_trip(&game, &WriteOptions::default())?;
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
fn plain_files_have_the_carriers_of_others_alone() {
    let options = WriteOptions {
        plain: true,
        ..WriteOptions::default()
    };
    for (values, kept) in [
        (&["other"][..], true),
        (&["a", "b"], true),
        (&["caf\u{e9}"], false),
        (&["a\\]b"], false),
        (&["ishi 1|F x"], false),
        (&["other", "ishi 1|F x"], false),
    ] {
        let mut game = Game::new();
        let raw = Value::Raw(values.iter().map(|&value| value.into()).collect());
        game.add_property(NodeId::ROOT, Property::new("XI", raw));
        let (text, _) = written(&game, &options);
        assert_eq!(text.contains("XI["), kept, "{text}");
    }
}
