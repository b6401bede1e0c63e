//! Records with their fixes: all facts about a fix, and the fixes that are proven.

use super::{fixed, fixes_of, guesses};
use crate::check::fix::Choice;

/// The facts about a fix: its rules, game, address, line, property, texts and bytes, and whether it is proven.
fn facts(text: &str, choice: &Choice) -> Vec<String> {
    let fixes = fixes_of(text, choice).into_iter();
    let facts = fixes.map(|fix| {
        let codes: Vec<_> = fix.rules.iter().map(|rule| rule.code).collect();
        let address = fix
            .address
            .map_or("-".to_owned(), |address| address.to_string());
        let kind = if fix.is_safe { "proven" } else { "guess" };
        format!(
            "{} in game {}, move {address}, line {}, {}: {:?} -> {:?}, {kind}, bytes {:?}",
            codes.join("+"),
            fix.game,
            fix.line,
            fix.what,
            fix.before,
            fix.after,
            fix.edit.range,
        )
    });
    facts.collect()
}

#[test]
fn a_fix_tells_its_rules_its_place_and_its_bytes() {
    let sgf =
        "(;FF[4]GM[1]SZ[9]RU[japanese]\n;B[aa]DD[bb][bb])\n(;FF[4]GM[1]SZ[9];B[aa];W[bb]MN[2])";
    assert_eq!(
        facts(sgf, &Choice::default()),
        [
            "B067 in game 1, move 0, line 1, RU: \"RU[japanese]\" -> \"RU[Japanese]\", proven, bytes 17..29",
            "G025 in game 1, move 1, line 2, DD: \"DD[bb][bb]\" -> \"DD[bb]\", proven, bytes 36..46",
            "G034 in game 2, move 2, line 3, MN: \"MN[2]\" -> \"\", proven, bytes 77..82",
        ]
    );
    let older = "(;FF[3]GM[1]SZ[9]AP[x:1]RU[japanese];B[aa])";
    assert_eq!(
        facts(older, &guesses()),
        [
            "B063 in game 1, move 0, line 1, FF: \"FF[3]\" -> \"FF[4]\", guess, bytes 2..7",
            "B067 in game 1, move 0, line 1, RU: \"RU[japanese]\" -> \"RU[Japanese]\", proven, bytes 24..36",
        ]
    );
    let only = |code: &str| Choice {
        guesses: true,
        rules: vec![code.to_owned()],
    };
    assert_eq!(
        fixed(older, &only("B067")),
        older.replace("japanese", "Japanese")
    );
    assert_eq!(fixed(older, &only("B063")), older.replace("FF[3]", "FF[4]"));
    let proven = Choice {
        guesses: false,
        ..only("B063")
    };
    assert_eq!(fixed(older, &proven), older);
    // A format of the future is not older.
    let newer = older.replace("FF[3]", "FF[5]");
    assert_eq!(fixed(&newer, &only("B063")), newer);
}

#[test]
fn numbers_of_each_event_are_mended_alone() {
    let event = "EVENT\nBOARDSIZE 9\nB 1 C3\nW 1 D4\nB 2 E5\n";
    let text = format!("{event}{event}");
    let after = event.replace("W 1", "W 2").replace("B 2", "B 3");
    assert_eq!(fixed(&text, &guesses()), format!("{after}{after}"));
    let places: Vec<_> = fixes_of(&text, &guesses())
        .iter()
        .map(|fix| (fix.game, fix.line, fix.after.clone()))
        .collect();
    let expected = [
        (1, 4, "W 2 D4"),
        (1, 5, "B 3 E5"),
        (2, 9, "W 2 D4"),
        (2, 10, "B 3 E5"),
    ];
    assert_eq!(
        places,
        expected.map(|(game, line, after)| (game, line, after.to_owned()))
    );
    // The words after a move keep its event as it is, and only that event.
    let words = event.replace("E5", "E5 or so");
    let both = format!("{words}{event}");
    assert_eq!(fixed(&both, &guesses()), format!("{words}{after}"));
    let both = format!("{event}{words}");
    assert_eq!(fixed(&both, &guesses()), format!("{after}{words}"));
}

#[test]
fn a_fix_that_cannot_be_made_leaves_the_others() {
    let before = "(;FF[4]GM[1]SZ[9]RU[japanese];AB[ a a ]B[cc];W[dd]DD[ee][ee])";
    let after = before
        .replace("japanese", "Japanese")
        .replace("[ee][ee]", "[ee]");
    // The canonical form of AB would divide its node, and the user does not want that.
    let choice = Choice {
        rules: ["B034", "B067", "G025"].map(str::to_owned).into(),
        ..Choice::default()
    };
    assert_eq!(fixed(before, &choice), after);
    // Before FF[4] the two can be in one node.
    let older = "(;FF[3]GM[1]SZ[9]RU[japanese];AB[ a a ]B[cc];W[dd]DD[ee][ee])";
    let only_respelled = older
        .replace("japanese", "Japanese")
        .replace("[ee][ee]", "[ee]");
    assert_eq!(fixed(older, &Choice::default()), only_respelled);
    let divided = after.replace("AB[ a a ]B", "AB[aa];B");
    assert_eq!(fixed(before, &Choice::default()), divided);
}

#[test]
fn a_rank_is_moved_out_of_a_name_if_the_record_proves_it() {
    for (names, proven, guessed) in [
        ("PB[Cho 9p]", "", "PB[Cho]BR[9p]"),
        ("PB[Cho 9p]BR[9p]", "PB[Cho]BR[9p]", ""),
        ("PB[Cho 9p]BR[8p]", "", ""),
        ("PB[Cho 9p]PW[Kato]", "", "PB[Cho]BR[9p]PW[Kato]"),
        ("PB[Cho 9p]PW[Kato 8p]", "PB[Cho]BR[9p]PW[Kato]WR[8p]", ""),
        (
            "PB[Cho 9p]PW[Kato 8p]WR[8p]",
            "PB[Cho 9p]PW[Kato]WR[8p]",
            "PB[Cho]BR[9p]PW[Kato]WR[8p]",
        ),
    ] {
        let or = |text: &str, other: &str| {
            if text.is_empty() {
                other.to_owned()
            } else {
                text.to_owned()
            }
        };
        let proven = or(proven, names);
        let guessed = or(guessed, &proven);
        let record = |names: &str| format!("(;FF[4]GM[1]SZ[9]{names};B[aa])");
        assert_eq!(fixed(&record(names), &Choice::default()), record(&proven));
        assert_eq!(fixed(&record(names), &guesses()), record(&guessed));
    }
}

#[test]
fn the_players_of_a_title_get_their_properties_as_a_guess() {
    let record = |info: &str| format!("(;FF[4]GM[1]SZ[9]{info};B[aa])");
    for (before, after) in [
        ("GN[Cho vs Kato]", "PB[Cho]PW[Kato]GN[Cho vs Kato]"),
        (
            "GN[Cho 9p vs Kato]",
            "PB[Cho]BR[9p]PW[Kato]GN[Cho 9p vs Kato]",
        ),
    ] {
        assert_eq!(fixed(&record(before), &Choice::default()), record(before));
        let found = fixed(&record(before), &guesses());
        let parts = |text: &str| {
            let mut parts: Vec<_> = text.split_inclusive(']').map(ToOwned::to_owned).collect();
            parts.sort();
            parts
        };
        assert_eq!(parts(&found), parts(&record(after)), "{found}");
    }
}

#[test]
fn all_rules_of_a_record_are_mended_together() {
    // Two nodes are divided. Seven other rules are mended.
    let before = "(;FF[4]GM[1]SZ[9:9]RU[japanese]DT[1974.04.09]GN[]AP[x];DD[ee][ee];B[aa]MN[1]\
                  ;AB[ a a ]B[cc];AB[dd:cc]W[ee])";
    let after = "(;FF[4]GM[1]SZ[9]RU[Japanese]DT[1974-04-09]AP[x:];DD[ee];B[aa]\
                 ;AB[aa];B[cc];AB[cc:dd];W[ee])";
    assert_eq!(fixed(before, &Choice::default()), after);
    let found = fixes_of(before, &Choice::default());
    let codes = found.iter().map(|fix| {
        let codes = fix.rules.iter().map(|rule| rule.code);
        codes.collect::<Vec<_>>().join(" ")
    });
    assert_eq!(
        codes.collect::<Vec<_>>(),
        [
            "B042",
            "B067",
            "B036",
            "B060",
            "B047",
            "G025",
            "G034",
            "B034 B044",
            "B033 B044"
        ]
    );
}

#[test]
fn words_after_one_move_keep_only_the_number_of_that_move() {
    let before = "EVENT\nBOARDSIZE 9\nB 1 C3\nW 2 D4\nVAR\nW 1 E5 or so\nENDVAR\nB 2 F6\n";
    assert_eq!(
        facts(before, &guesses()),
        ["I049 in game 1, move 3, line 8, move: \"B 2 F6\" -> \"B 3 F6\", guess, bytes 56..63"]
    );
}

#[test]
fn each_line_is_a_change_with_its_rules_in_the_order_of_the_codes() {
    let record = |lines: &str| format!("EVENT\nBOARDSIZE 9\nB 1 C3\n{lines}\n");
    for (lines, codes) in [
        ("W 1 D4\nB 1 E5", &["I049"][..]),
        ("W 1 D4\nB1 E5", &["I001", "I049"]),
    ] {
        let found = fixes_of(&record(lines), &guesses());
        let after: Vec<_> = found.iter().map(|fix| &*fix.after).collect();
        assert_eq!(after, ["W 2 D4", "B 3 E5"]);
        let rules: Vec<_> = found[1].rules.iter().map(|rule| rule.code).collect();
        assert_eq!(rules, codes);
    }
}

#[test]
fn handicap_stones_are_added_if_white_moves_first_on_an_empty_board() {
    let record = |game: &str| format!("(;FF[4]GM[1]SZ[9]HA[2]{game})");
    for (game, is_safe) in [
        (";W[aa]", true),
        (";C[x];W[aa];B[bb]", true),
        (";B[aa];W[bb]", false),
        ("", false),
        (";W[aa];AB[bb]", false),
    ] {
        let before = record(game);
        let proven = fixed(&before, &Choice::default());
        assert_eq!(proven != before, is_safe, "{proven}");
        let guess = fixed(&before, &guesses());
        assert!(guess.contains("AB[gc][cg]"), "{guess}");
        assert_eq!(guess.replace("AB[gc][cg]", ""), before);
    }
    // Custom has no points for these.
    for other in [
        "(;FF[4]GM[1]SZ[6]HA[2];W[aa])",
        "(;FF[4]GM[1]SZ[9:10]HA[2];W[aa])",
    ] {
        assert_eq!(fixed(other, &guesses()), other);
    }
}

#[test]
fn empty_values_are_removed_or_get_their_usual_form() {
    let record = |node: &str| format!("(;FF[4]GM[1]SZ[9];B[aa]{node})");
    for (before, after) in [
        ("TE[]", "TE[1]"),
        ("GB[]", "GB[1]"),
        ("C[]N[x]", "N[x]"),
        ("CR[]", "CR[]"),
    ] {
        assert_eq!(fixed(&record(before), &Choice::default()), record(after));
    }
}

#[test]
fn a_root_property_in_mid_tree_moves_to_a_root_that_lacks_it() {
    for (before, proven, guessed) in [
        ("(;FF[4]GM[1]SZ[9];B[aa]ST[1])", false, true),
        ("(;FF[4]GM[1]SZ[9]ST[1];B[aa]ST[1])", true, true),
        ("(;FF[4]GM[1]SZ[9]ST[0];B[aa]ST[1])", false, false),
        ("(;FF[4]GM[1]SZ[9];B[aa]GM[1])", true, true),
        ("(;FF[4]GM[1]SZ[9];B[aa]GM[2])", false, false),
        ("(;FF[4]GM[1]SZ[9];B[aa]SZ[8])", false, false),
    ] {
        for (choice, is_moved) in [(Choice::default(), proven), (guesses(), guessed)] {
            let after = fixed(before, &choice);
            assert_eq!(after != before, is_moved, "{after}");
            assert_eq!(after.ends_with(";B[aa])"), is_moved, "{after}");
            let count = |text: &str| text.matches("ST[1]").count();
            assert_eq!(count(&after), count(before).min(1), "{after}");
        }
    }
}
