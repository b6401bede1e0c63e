//! Findings about the moves, the setup, the marks and the information of a node.

use super::{findings, messages, of_go};
use crate::check::examine;
use crate::diagnostic::{Diagnostics, Severity};
use crate::format::Format;

#[test]
fn a_move_on_a_stone_is_an_error_unless_its_setup_repeats_it() {
    for (game, expected) in [
        (";B[aa];W[bb]", &[][..]),
        (";B[aa];W[aa]", &["White plays aa, where Black has a stone"]),
        (";AB[aa]B[aa]", &[]),
        (";AW[aa]B[aa]", &["Black plays aa, where White has a stone"]),
        ("AB[aa];B[aa]", &["Black plays aa, where Black has a stone"]),
        // KO says that it is meant.
        (";B[aa];W[aa]KO[]", &[]),
    ] {
        assert_eq!(of_go(game, &["G001"]), expected, "{game}");
    }
}

#[test]
fn a_suicide_is_doubtful_unless_the_rules_allow_it() {
    let one = "Black plays a stone that has no liberty";
    for (game, expected) in [
        ("AW[ba][ab];B[aa]", &[one][..]),
        ("AW[ba][ab]RU[Chinese];B[aa]", &[one]),
        ("AW[ba][ab]RU[NZ];B[aa]", &[]),
        ("AW[ba][ab];B[aa]KO[]", &[]),
        ("AW[ba];B[aa]", &[]),
        (
            "AB[ba]AW[ca][bb][ab];B[aa]",
            &["Black captures 2 stones of the same colour"],
        ),
    ] {
        assert_eq!(of_go(game, &["G002"]), expected, "{game}");
    }
}

#[test]
fn a_ko_is_taken_back_only_after_another_move() {
    let ko = "AB[ba][ab][bc][cb]AW[ca][db][cc];W[bb]";
    let expected = "Black takes the ko back at cb at once";
    for (moves, is_found) in [
        (";B[cb]", true),
        (";B[cb]KO[]", false),
        (";B[];W[];B[cb]", false),
        (";AB[ii];B[cb]", false),
    ] {
        let expected = if is_found { vec![expected] } else { Vec::new() };
        assert_eq!(of_go(&format!("{ko}{moves}"), &["G003"]), expected);
    }
    // White takes one stone, and Black takes five.
    let stones = "AB[aa][ea][ab][eb][bc][cc][dc]AW[ba][bb][cb][db]";
    let snapback = format!("{stones};B[ca];W[da];B[ca]");
    assert_eq!(of_go(&snapback, &["G003"]), [""; 0]);
}

#[test]
fn variations_begin_with_different_moves() {
    for (game, expected) in [
        (";B[aa](;W[bb])(;W[cc])(;B[bb])", &[][..]),
        (
            ";B[aa](;W[bb])(;W[bb])(;W[bb])",
            &["another variation begins with White at bb too"; 2],
        ),
        (
            ";B[aa](;W[])(;W[])",
            &["another variation begins with White at a pass too"],
        ),
        (";B[aa](;C[x])(;C[x])", &[]),
    ] {
        assert_eq!(of_go(game, &["G045"]), expected, "{game}");
    }
    assert_eq!(
        of_go(";B[aa];;W[bb];", &["G046"]),
        ["this node is empty"; 2]
    );
    assert_eq!(messages("(;)", &["G046"]), [""; 0]);
}

#[test]
fn setup_changes_points_of_the_position_before_it() {
    for (game, expected) in [
        ("AB[aa];AW[aa]", &[][..]),
        (
            "AB[aa];AB[bb][aa]",
            &["a stone of Black is set up on aa, where it has one already"],
        ),
        (
            "AW[aa];AW[aa]",
            &["a stone of White is set up on aa, where it has one already"],
        ),
        ("AE[aa]", &["aa is cleared, but no stone is there"]),
        ("AB[aa];AE[aa]", &[]),
        // A part of a cleared area can be empty.
        ("AE[aa:bb]", &[]),
        ("AE[cc][aa:bb]", &[]),
        ("AB[aa][aa]", &["aa is set up twice in this node"]),
        ("AB[aa]AW[bb][aa]", &["aa is set up twice in this node"]),
        ("AB[aa:bb]AW[bb]", &["bb is set up twice in this node"]),
        (
            ";B[aa];W[bb];AB[cc]",
            &["stones are set up after move 2 of the game"],
        ),
        (";B[aa](;W[bb])(;AB[cc])", &[]),
        (";B[aa];PL[B]", &[]),
    ] {
        assert_eq!(of_go(game, &["G011", "G012", "G013"]), expected, "{game}");
    }
}

#[test]
fn a_point_has_one_mark_of_a_kind_and_one_label() {
    let codes = ["G020", "G021", "G022", "G023", "G024", "G025"];
    for (game, expected) in [
        ("CR[aa]TR[bb]TB[aa]DD[aa]VW[aa]LB[aa:1]", &[][..]),
        ("CR[aa][aa]", &["aa appears in CR twice; expected once"]),
        (
            "TR[aa]CR[aa]",
            &["aa appears in CR and in TR; expected once"],
        ),
        (
            "CR[aa]MA[ba]SQ[ba]TR[ba]",
            &["ba appears in MA and in SQ and in TR; expected once"],
        ),
        (
            "TB[aa]TW[aa]",
            &["aa appears in TB and in TW; expected once"],
        ),
        ("DD[aa][bb][bb]", &["bb appears in DD twice; expected once"]),
        ("VW[aa:bb][bb]", &["bb appears in VW twice; expected once"]),
        ("LB[aa:1][bb:1]", &[]),
        ("LB[aa:1][bb:1][aa:2]", &["aa has two labels"]),
        // An arrow has a direction, but a line does not.
        ("AR[aa:bb][bb:aa]", &[]),
        (
            "AR[bb:aa][aa:bb][aa:bb]",
            &["the arrow from aa to bb appears twice"],
        ),
        (
            "LN[aa:bb][bb:aa]",
            &["the line from bb to aa appears twice"],
        ),
        (
            "LN[bb:aa][bb:aa]",
            &["the line from bb to aa appears twice"],
        ),
        (
            "AR[aa:bb][cc:cc][dd:dd]",
            &["the arrow at cc ends where it starts"],
        ),
        ("LN[cc:cc]", &["the line at cc ends where it starts"]),
    ] {
        assert_eq!(of_go(game, &codes), expected, "{game}");
    }
}

#[test]
fn annotations_need_their_move_and_do_not_contradict() {
    for (game, expected) in [
        (";B[aa]BM[1]GB[1]", &[][..]),
        ("BM[1]", &["BM is in a node without a move"]),
        (
            "DO[]IT[]",
            &[
                "DO is in a node without a move",
                "DO and IT are in one node",
            ],
        ),
        ("GB[1]", &[]),
        ("GB[1]GW[1]", &["GB and GW are in one node"]),
        (
            "DM[1]GB[1]GW[1]UC[1]",
            &["DM and GB and GW and UC are in one node"],
        ),
        (";B[aa]BM[1]TE[1]", &["BM and TE are in one node"]),
        (";B[aa]DO[]BM[1]", &["BM and DO are in one node"]),
        (
            ";B[aa]BM[1]DO[]TE[1]",
            &["BM and DO and TE are in one node"],
        ),
    ] {
        assert_eq!(of_go(game, &["G030", "G031", "G032"]), expected, "{game}");
    }
    for (game, code) in [("BM[1]TE[1]", "G032"), ("BM[1]IT[]", "G031")] {
        let record = format!("(;FF[4]GM[1]SZ[9];B[aa]{game})");
        let found = findings(&record, &["G031", "G032"]);
        let codes: Vec<_> = found.iter().map(|found| found.rule.code).collect();
        assert_eq!(codes, [code], "{game}");
    }
}

#[test]
fn game_information_is_in_the_first_node_of_a_path_that_needs_it() {
    let late = "EV is after the first node";
    let second = "PB is in a second node with game information";
    for (game, expected) in [
        ("EV[x]PB[a];C[x]", &[][..]),
        (";EV[x]", &[late]),
        ("EV[x];PB[a];PB[b]", &[second, second]),
        ("(;EV[x])(;EV[y])", &[]),
        (";C[x](;C[y];EV[x])(;C[z])", &[]),
        (";EV[x](;C[y])(;C[z])", &[late]),
        ("EV[x];C[x](;PB[a])(;PB[b])", &[second, second]),
        ("(;EV[x];PB[a])(;PB[b])", &[second]),
    ] {
        for kind in ["1", "11", "6"] {
            let record = format!("(;FF[4]GM[{kind}]{game})");
            let found = messages(&record, &["G040", "G041"]);
            assert_eq!(found, expected, "{record}");
        }
    }
    // In Backgammon CP is the owner of the cube.
    for (kind, expected) in [("1", &["CP is after the first node"][..]), ("6", &[])] {
        let record = format!("(;FF[4]GM[{kind}];CP[w])");
        assert_eq!(messages(&record, &["G040", "G041"]), expected);
    }
}

#[test]
fn a_margin_has_the_fraction_of_the_komi() {
    for (game, expected) in [
        (
            "KM[6.5]RE[B+3]",
            &["the margin is 3, but a komi of 6.5 does not allow it"][..],
        ),
        (
            "KM[6]RE[W+3.5]",
            &["the margin is 3.5, but a komi of 6 does not allow it"],
        ),
        (
            "KM[6.5]RE[0]",
            &["the game is a draw, but a komi of 6.5 allows no draw"],
        ),
        (
            "KM[49.5]RE[B+3]",
            &["the margin is 3, but a komi of 49.5 does not allow it"],
        ),
        ("KM[50.5]RE[B+3]", &[]),
        ("KM[6.5]RE[B+3.5]", &[]),
        ("KM[6]RE[0]", &[]),
        ("KM[6]RE[B+3.25]", &[]),
        ("KM[3.75]RE[B+3]", &[]),
        ("KM[6.5]RE[B+R]", &[]),
        ("RE[B+3.5]", &[]),
    ] {
        assert_eq!(of_go(game, &["G043"]), expected, "{game}");
    }
}

#[test]
fn players_have_names_without_ranks_in_their_properties() {
    let ends = |ident: &str, rank: &str| vec![format!("{ident} ends with the rank {rank}")];
    let named = |id: &str| vec![format!("{id} names the players, but PB and PW are missing")];
    for (game, expected) in [
        ("PB[Anna 3d]", ends("PB", "3d")),
        ("PB[Anna 3d]BR[3d]", ends("PB", "3d")),
        ("PB[Anna 3d]BR[4d]", Vec::new()),
        ("PW[Anna (3 dan )]", ends("PW", "3d")),
        ("PW[(3d)]", Vec::new()),
        ("PW[3d]", Vec::new()),
        ("GN[Otake 9p vs Cho]", named("GN")),
        ("EV[Otake vs. Cho]", named("EV")),
        ("GN[Cup]EV[Otake versus Cho]", named("EV")),
        ("GN[Otake vs Cho]EV[Kato vs Cho]", named("GN")),
        ("GN[Otake vs Cho]PW[Cho]", Vec::new()),
        ("GN[Otake vs Cho]PB[Otake]", Vec::new()),
        ("GN[a b c d vs e f g h]", named("GN")),
        ("GN[a b c d e vs f]", Vec::new()),
        ("GN[a vs b c d e f]", Vec::new()),
        ("GN[ vs Cho]", Vec::new()),
        ("GN[Otake vs Cho, game]", Vec::new()),
        ("GN[Team 2 vs Team 3]", Vec::new()),
    ] {
        assert_eq!(of_go(game, &["G049", "G050"]), expected, "{game}");
    }
}

#[test]
fn older_formats_have_simpler_values() {
    for (game, expected) in [
        ("FF[4]AB[aa:bb]FG[256:x]V[1.5]", &[][..]),
        ("FF[3]AB[aa][bb]", &[]),
        ("FF[3]AB[aa][bb:cc]", &["FF[3] has no rectangles in AB"]),
        ("FF[3]VW[aa:bb]", &[]),
        ("FF[3]V[1.5]", &[]),
        ("FF[1]V[1.5]", &["FF[1] has only whole numbers in V"]),
        ("FF[1]V[1]", &[]),
        ("FF[3]FG[256:x]", &["FF[3] has no flags and names in FG"]),
        ("FF[3]LB[aa:abcd]", &[]),
        (
            "FF[3]LB[aa:a][bb:abcde]",
            &["the label \"abcde\" has more than 4 characters"],
        ),
        ("FF[4]LB[aa:abcde]", &[]),
    ] {
        let record = format!("(;GM[1]SZ[9]{game})");
        assert_eq!(messages(&record, &["B064", "B069"]), expected, "{game}");
    }
}

#[test]
fn smart_go_has_the_visible_part_of_the_board_in_each_node_from_ff3_on() {
    for (file_format, expected) in [
        (
            "FF[1]",
            Some("VW appears after the first node, but FF[1] does not allow it there"),
        ),
        (
            "FF[2]",
            Some("VW appears after the first node, but FF[2] does not allow it there"),
        ),
        ("FF[3]", None),
    ] {
        let mut log = Diagnostics::unlimited().and_places();
        let record = format!("(;{file_format}GM[1]SZ[9]VW[aa:cc];VW[bb:cc])");
        examine(Format::SmartGo, &record, &mut log);
        let found = log.kept().iter().find(|found| found.rule.code == "B043");
        assert_eq!(found.map(|found| &*found.message), expected);
    }
}

#[test]
fn the_overtime_that_is_read_from_tm_is_no_property_of_the_record() {
    let mut log = Diagnostics::unlimited();
    examine(
        Format::SmartGo,
        "(;FF[3]GM[1]SZ[19]TM[30:00+30:00/25];B[aa])",
        &mut log,
    );
    let found: Vec<_> = log
        .kept()
        .iter()
        .filter(|found| found.rule.code == "B063")
        .collect();
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn setup_and_properties_of_moves_are_not_in_one_node() {
    let mixed = "BL is about a move, but AB in the same node is setup";
    let moved = "AB and the move B are in one node";
    for (record, expected) in [
        ("(;FF[4]GM[1];AB[aa]BL[5])", &[mixed][..]),
        ("(;FF[3]GM[1];AB[aa]BL[5])", &[]),
        ("(;FF[4]GM[1];AB[aa]C[x])", &[]),
        ("(;FF[4]GM[1];B[aa]BL[5])", &[]),
        ("(;FF[4]GM[11];AB[aa]B[bb])", &[moved]),
        ("(;FF[3]GM[11];AB[aa]B[bb])", &[]),
        ("(;FF[4]GM[11];AB[aa]BL[5])", &[mixed]),
    ] {
        let codes = ["B070", crate::bracket::rules::SETUP_AND_MOVE.code];
        assert_eq!(messages(record, &codes), expected, "{record}");
    }
}

#[test]
fn values_are_not_empty_and_are_in_the_range_of_their_property() {
    let empty = |ident: &str| Some(format!("{ident} has no value"));
    let out = |ident: &str, number: &str| Some(format!("{ident} cannot be {number}"));
    for (game, expected, severity) in [
        ("GN[]", empty("GN"), Severity::Note),
        ("C[]", empty("C"), Severity::Note),
        ("KM[]", empty("KM"), Severity::Warning),
        ("TM[]", empty("TM"), Severity::Warning),
        ("TB[]DD[]VW[]FG[]", None, Severity::Note),
        ("ST[3]PM[2]HA[0]OB[0]OW[0]", None, Severity::Note),
        ("ST[4]", out("ST", "4"), Severity::Warning),
        ("ST[-1]", out("ST", "-1"), Severity::Warning),
        ("PM[3]", out("PM", "3"), Severity::Warning),
        ("PM[-1]", out("PM", "-1"), Severity::Warning),
        ("HA[-1]", out("HA", "-1"), Severity::Warning),
        ("OB[-1]", out("OB", "-1"), Severity::Warning),
        ("OW[-1]", out("OW", "-1"), Severity::Warning),
    ] {
        let record = format!("(;FF[4]GM[1]SZ[9]{game})");
        let found = findings(&record, &["B060", "B066"]);
        let found: Vec<_> = found
            .into_iter()
            .map(|found| (found.message.into_owned(), found.severity))
            .collect();
        let expected: Vec<_> = expected
            .map(|message| (message, severity))
            .into_iter()
            .collect();
        assert_eq!(found, expected, "{game}");
    }
}

#[test]
fn rules_of_backgammon_are_names_that_go_together() {
    let needs = "a Crawford game needs the Crawford rule";
    for (game, expected) in [
        ("RU[Crawford:CrawfordGame]", &[][..]),
        ("RU[NoCube:Nackgammon:Hypergammon3]", &[]),
        ("RU[CrawfordGame]", &[needs]),
        ("RU[Crawford]", &[]),
        ("RU[Jacoby]", &[]),
        (
            "RU[Hypergammon4:x]",
            &[
                "\"Hypergammon4\" is not a rule of Backgammon",
                "\"x\" is not a rule of Backgammon",
            ],
        ),
    ] {
        let record = format!("(;FF[4]GM[6]{game})");
        assert_eq!(messages(&record, &["G107"]), expected, "{game}");
    }
    let owner = "the owner of the cube is written as CP";
    for (game, expected) in [
        (";CP[w]", &[owner][..]),
        (";CP[1999 by a club]", &[]),
        // In the first node it is the copyright.
        ("CP[w];B[double]", &[]),
    ] {
        let record = format!("(;FF[4]GM[6]{game})");
        assert_eq!(messages(&record, &["G103", "G104"]), expected, "{game}");
    }
}
