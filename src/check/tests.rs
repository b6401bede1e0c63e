//! Findings at the boundaries of the rules: the record, and all messages of some rules about it.

use super::*;

mod nodes;

#[test]
fn a_move_number_fits_the_moves_before_it() {
    for (moves, expected) in [
        // A position has the number of the move before it.
        ("MN[5];B[aa]", &[][..]),
        (
            "MN[5];B[aa]MN[6]",
            &["MN gives move 6 the number that it has without MN"],
        ),
        (
            "MN[5];C[x]MN[6];B[aa]",
            &["MN gives the move number 6, but the node has no move"],
        ),
        (
            ";B[aa];C[x]MN[2]",
            &["MN gives the move number 2, but the node has no move"],
        ),
        (
            ";B[aa]MN[1]",
            &["MN gives move 1 the number that it has without MN"],
        ),
        (";B[aa]MN[0]", &["MN gives a move the number 0"]),
        (";B[aa]MN[5];W[bb]", &[]),
        (
            ";B[aa]MN[5];W[bb]MN[6]",
            &["MN gives move 6 the number that it has without MN"],
        ),
        (
            ";B[aa]MN[5];W[bb]MN[5]",
            &["MN gives the number 5 to a move after move 5"],
        ),
        (
            ";B[aa]MN[5];W[bb]MN[4]",
            &["MN gives the number 4 to a move after move 5"],
        ),
        // Variations can have numbers from 1, and repeat them for readers.
        (";B[aa](;W[bb])(;W[cc]MN[2])", &[]),
        (";B[aa]MN[3](;W[bb])(;W[cc]MN[1])", &[]),
    ] {
        assert_eq!(of_go(moves, &["G033", "G034"]), expected, "{moves}");
    }
}

#[test]
fn players_take_turns_after_the_handicap_is_placed() {
    let (black, white) = ("Black plays twice in a row", "White plays twice in a row");
    for (moves, expected) in [
        (";B[aa];B[bb]", &[black][..]),
        (";W[aa];W[bb]", &[white]),
        ("HA[2];B[aa];B[bb];W[cc];B[dd]", &[]),
        ("HA[2];B[aa];B[bb];B[cc]", &[black]),
        ("HA[9];B[aa];W[bb];B[cc];B[dd]", &[black]),
        ("HA[2];W[aa];W[bb]", &[white]),
        (";B[aa];AE[aa];B[bb]", &[]),
        ("PL[W];W[aa];B[bb];W[cc]", &[]),
        (
            "PL[W];B[aa];W[bb]",
            &["Black plays, but it is White's turn after the setup"],
        ),
        (
            "PL[B];W[aa];W[bb]",
            &["White plays, but it is Black's turn after the setup", white],
        ),
        (";B[aa](;W[bb])(;B[cc])", &[black]),
    ] {
        assert_eq!(of_go(moves, &["G005", "G006"]), expected, "{moves}");
    }
}

#[test]
fn a_handicap_has_its_stones_before_the_first_move_of_white() {
    for (game, expected) in [
        ("HA[0];B[aa]", &[][..]),
        ("HA[0]AB[aa][bb];W[cc]", &[]),
        ("HA[1];B[aa]", &["the handicap is 1; the smallest is 2"]),
        ("HA[2]AB[aa][bb];W[cc]", &[]),
        ("HA[2];AB[aa];AB[bb];W[cc]", &[]),
        ("HA[2];B[aa];B[bb];W[cc]", &[]),
        ("HA[2]AB[aa][cc]AW[bb];W[cc]", &[]),
        ("HA[2]AW[bb];W[cc]", &[]),
        (
            "HA[2]AB[aa]AW[bb];W[cc]",
            &["the handicap is 2, but 1 black stone is set up"],
        ),
        (
            "HA[2];B[aa];W[cc]",
            &["the handicap is 2, but no handicap stones are placed"],
        ),
        (
            "HA[2]AB[aa];W[cc];AB[bb]",
            &["the handicap is 2, but 1 black stone is set up"],
        ),
        (
            "HA[2]AB[aa][bb][cc];W[dd]",
            &["the handicap is 2, but 3 black stones are set up"],
        ),
        ("AB[aa];W[cc]", &[]),
        (
            "AB[aa][bb];W[cc]",
            &["2 black stones are set up, but no handicap is named"],
        ),
        ("AB[aa][bb];B[cc]", &[]),
        ("AB[aa][bb]", &[]),
    ] {
        assert_eq!(of_go(game, &["G014", "G015"]), expected, "{game}");
    }
}

#[test]
fn a_resignation_does_not_follow_two_passes() {
    let expected = "the game ends with two passes, but its result is a resignation";
    for (game, is_found) in [
        ("RE[B+R];B[aa];W[]", false),
        ("RE[B+R];B[]", false),
        ("RE[B+R];B[aa];W[];B[]", true),
        ("RE[B+R];B[aa];W[];B[];C[x]", true),
        ("RE[B+R];B[];W[aa];B[]", false),
        ("RE[B+3];B[aa];W[];B[]", false),
    ] {
        let expected = if is_found { vec![expected] } else { Vec::new() };
        assert_eq!(of_go(game, &["G044"]), expected, "{game}");
    }
}

#[test]
fn a_komi_is_below_fifty_points() {
    let large = |komi: &str| vec![format!("a komi of {komi} is larger than any in use")];
    for (komi, expected) in [
        ("49.5", Vec::new()),
        ("50", large("50")),
        ("-99.5", Vec::new()),
        ("-100", large("-100")),
    ] {
        assert_eq!(of_go(&format!("KM[{komi}]"), &["G042"]), expected);
    }
}

#[test]
fn each_file_format_has_its_boards_and_its_properties() {
    for (record, expected) in [
        ("(;FF[3]GM[1]SZ[19];B[aa])", &[][..]),
        (
            "(;FF[3]GM[1]SZ[20];B[aa])",
            &["B064 FF[3] has no boards of 20x20"],
        ),
        (
            "(;FF[3]GM[1]SZ[9:8];B[aa])",
            &["B064 FF[3] has no boards of 9x8"],
        ),
        ("(;FF[4]GM[1]SZ[20:8];B[aa])", &[]),
        (
            "(;FF[4]GM[1]LT[];B[aa])",
            &["B061 LT is a private property"],
        ),
        ("(;FF[3]GM[1]LT[];B[aa])", &[]),
        (
            "(;FF[2]GM[1]LT[];B[aa])",
            &["B063 LT is not a property of FF[2]: it belongs to FF[3]"],
        ),
        (
            "(;FF[4]GM[1]XX[];B[aa])",
            &["B061 XX is a private property"],
        ),
        (
            "(;FF[4]GM[1]XXX[];B[aa])",
            &["B062 XXX has more than two letters, and no format defines it"],
        ),
        (
            "(;FF[4]GM[1];B[aa]M[bb])",
            &["B063 M (marks) is not a property of FF[4]: it belongs to FF[1], FF[2]"],
        ),
    ] {
        let found = findings(record, &["B061", "B062", "B063", "B064"]);
        let found: Vec<_> = found
            .iter()
            .map(|found| {
                let help = found.help.as_deref().unwrap_or_default();
                let of_other = found.rule.code == "B063";
                let help = if of_other {
                    format!(": {help}")
                } else {
                    String::new()
                };
                format!("{} {}{help}", found.rule.code, found.message)
            })
            .collect();
        assert_eq!(found, expected, "{record}");
    }
}

#[test]
fn the_score_and_the_rules_of_a_match_go_together() {
    let crawford = "RU names the Crawford game, but neither player is one point from winning";
    for (game, expected) in [
        ("MI[length:5][bs:4][ws:0]", &[][..]),
        (
            "MI[length:5][bs:5][ws:6]",
            &[
                "Black has 5 points of 5 before the game",
                "White has 6 points of 5 before the game",
            ],
        ),
        // A game for money has no length.
        ("MI[bs:3][ws:0]", &[]),
        ("MI[length:0][bs:3][ws:0]", &[]),
        ("RU[Jacoby]MI[length:0]", &[]),
        (
            "RU[Jacoby]MI[length:2]",
            &["the Jacoby rule is for money games, not for a match to 2 points"],
        ),
        (
            "RU[Jacoby]MI[length:1]",
            &["the Jacoby rule is for money games, not for a match to 1 point"],
        ),
        ("RU[Crawford:CrawfordGame]MI[length:5][bs:4][ws:0]", &[]),
        ("RU[Crawford:CrawfordGame]MI[length:5][bs:0][ws:4]", &[]),
        (
            "RU[Crawford:CrawfordGame]MI[length:5][bs:3][ws:3]",
            &[crawford],
        ),
        ("RU[Crawford:CrawfordGame]MI[length:5][bs:3]", &[]),
        ("RU[Crawford:CrawfordGame]MI[bs:3][ws:3]", &[]),
        (
            "MI[length:5][length:6]",
            &["the tag \"length\" appears twice in MI"],
        ),
        ("MI[stake:5]", &["MI has no tag \"stake\""]),
        (
            "MI[length:five]",
            &["the tag length of MI is \"five\"; expected a number"],
        ),
    ] {
        assert_eq!(
            of_backgammon(game, &["G105", "G107", "G108"]),
            expected,
            "{game}"
        );
    }
}

#[test]
fn the_cube_is_turned_at_its_time() {
    let crawford = "RU[Crawford:CrawfordGame]";
    for (game, expected) in [
        (";B[double];W[take];W[double]", &[][..]),
        (
            ";B[double];W[take];B[double]",
            &["Black doubles, but the cube belongs to White"],
        ),
        (";B[double];B[double]", &["Black doubles twice"]),
        (
            ";B[take];W[drop]",
            &[
                "Black takes, but the opponent has not doubled",
                "White drops, but the opponent has not doubled",
            ],
        ),
        // White doubles at once, and keeps the cube. A second beaver has no turn.
        (
            ";B[double];W[double];B[double]",
            &["Black doubles a beaver"],
        ),
        (";B[double];W[double];B[take];W[double]", &[]),
        (
            ";B[double];W[61]",
            &["White rolls before the double of Black is answered"],
        ),
        (";B[double];CV[2];W[61]", &[]),
        (
            ";B[double];W[61];B[61]",
            &["White rolls before the double of Black is answered"],
        ),
        (
            "CO[w];B[double]",
            &["Black doubles, but the cube belongs to White"],
        ),
        (
            "CO[n];B[double]",
            &["Black doubles, but there is no cube in this game"],
        ),
        (
            ";CP[w];B[double]",
            &["Black doubles, but the cube belongs to White"],
        ),
        // After a variation the next one starts with the cube before it.
        ("(;B[double];W[take])(;B[double];W[take])", &[]),
    ] {
        assert_eq!(of_backgammon(game, &["G103"]), expected, "{game}");
    }
    for (game, expected) in [
        ("CV[1]", &[][..]),
        ("CV[2]", &["the cube shows 2 in the Crawford game"]),
        (";B[double]", &["Black doubles in the Crawford game"]),
    ] {
        let game = format!("{crawford}{game}");
        assert_eq!(of_backgammon(&game, &["G103", "G108"]), expected, "{game}");
    }
}

#[test]
fn values_of_backgammon_are_those_of_the_format() {
    let wrong = |value: &str, ident: &str| {
        let message = format!("\"{value}\" is not a value of {ident} in Backgammon");
        vec![message]
    };
    let capitals = |word: &str| {
        let message = format!("\"{word}\" has capitals, but some programs read only small letters");
        vec![message]
    };
    for (game, expected) in [
        (
            "AB[a][z]AW[y]AE[c:d]DI[61]PL[W]CO[c]CV[64]RE[B+3]",
            Vec::new(),
        ),
        ("AE[1]", wrong("1", "AE")),
        ("AB[A]", wrong("A", "AB")),
        ("DI[67]", wrong("67", "DI")),
        ("PL[b]", wrong("b", "PL")),
        ("CO[x]", wrong("x", "CO")),
        ("CV[3]", wrong("3", "CV")),
        ("MI[five]", wrong("five", "MI")),
        (
            "RE[black]",
            vec!["\"black\" is not a result of a Backgammon game".to_owned()],
        ),
        ("CO[W]", capitals("W")),
        (";B[double];W[Take]", capitals("Take")),
    ] {
        let codes = ["G100", "G106", "G109"];
        assert_eq!(of_backgammon(game, &codes), expected, "{game}");
    }
}

#[test]
fn a_node_of_backgammon_has_one_move_or_setup() {
    let codes = [
        bracket::rules::SEVERAL_VALUES.code,
        bracket::rules::SETUP_AND_MOVE.code,
        bracket::rules::TWO_MOVES.code,
    ];
    for (game, expected) in [
        (";B[61];W[61]", &[][..]),
        ("DI[61]PL[B]AB[a][b]", &[]),
        ("DI[61][62]", &["DI has several values; expected one"]),
        (";DI[61]B[61]", &["DI and a move are in one node"]),
        (";B[61]W[61]", &["moves of both colours are in one node"]),
        (
            ";CV[2]B[61]W[61]",
            &[
                "CV and a move are in one node",
                "moves of both colours are in one node",
            ],
        ),
    ] {
        assert_eq!(of_backgammon(game, &codes), expected, "{game}");
    }
}

/// Returns the messages of some rules about a game of Go on a board of 9x9 lines, by its other properties.
fn of_go(game: &str, codes: &[&str]) -> Vec<String> {
    messages(&format!("(;FF[4]GM[1]SZ[9]{game})"), codes)
}

fn of_backgammon(game: &str, codes: &[&str]) -> Vec<String> {
    messages(&format!("(;FF[4]GM[6]{game})"), codes)
}

fn messages(record: &str, codes: &[&str]) -> Vec<String> {
    let found = findings(record, codes).into_iter();
    found.map(|one| one.message.into_owned()).collect()
}

fn findings(record: &str, codes: &[&str]) -> Vec<Diagnostic> {
    let mut log = Diagnostics::unlimited().and_places();
    examine(Format::Sgf, record, &mut log);
    let kept = log.kept().iter();
    let found = kept.filter(|found| codes.contains(&found.rule.code));
    found.cloned().collect()
}
