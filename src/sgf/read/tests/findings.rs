//! The words and places of findings.

use super::*;

/// Returns the findings of a game: the number of the node, the text at the place, the message and the help.
fn told(text: &str) -> Vec<String> {
    let mut log = Diagnostics::new();
    assert_eq!(read(text, &mut log).len(), 1, "{text:?}");
    let told = log.kept().iter().map(|found| {
        let span = found.span.unwrap();
        let node = found.node.unwrap();
        let (message, help) = (&found.message, found.help.as_deref().unwrap_or("-"));
        format!(
            "{node} {}: {message} / {help}",
            text.get(span.start..span.end).unwrap()
        )
    });
    told.collect()
}

fn are_told(cases: &[(&str, &[&str])]) {
    for (text, expected) in cases {
        assert_eq!(told(text), *expected, "{text}");
    }
}

#[test]
fn values_of_a_wrong_type_are_told_with_the_right_one() {
    let kept = "kept unchanged";
    for (ident, value, expected, help) in [
        ("KO", "x", "nothing", "read as KO[], and kept unchanged too"),
        ("MN", "1.5", "an integer", kept),
        (
            "MN",
            "1 x",
            "an integer",
            "read as MN[1], and kept unchanged too",
        ),
        ("BL", "soon", "a decimal number", kept),
        ("GB", "much", "1 or 2", kept),
        ("PL", "me", "B or W", kept),
        ("TR", "4", "a point or a rectangle", kept),
        ("LB", "aa", "a point, a colon and a text", kept),
        (
            "AR",
            "aa",
            "a pair of points with a colon between them",
            kept,
        ),
        (
            "FG",
            "name",
            "an empty value, or a number, a colon and a name",
            kept,
        ),
    ] {
        let message = format!(
            "1 {value}: \"{value}\" is not a value of {ident}; expected {expected} / {help}"
        );
        assert_eq!(told(&format!("(;;{ident}[{value}])")), [message]);
    }
    let long = "x".repeat(30);
    let message = "is not a value of MN; expected an integer / kept unchanged";
    assert_eq!(
        told(&format!("(;MN[{long}])")),
        [format!("0 {long}: \"{long}\" {message}")]
    );
    assert_eq!(
        told(&format!("(;MN[{long}y])")),
        [format!("0 {long}y: \"{long}...\" {message}")]
    );
}

#[test]
fn several_values_and_properties_are_told_with_what_becomes_of_them() {
    are_told(&[
        (
            "(;PW[a][b])",
            &["0 PW: PW has several values; expected one / all are kept"],
        ),
        (
            "(;C[a][])",
            &["0 C: C has several values; expected one / joined, with an empty line between them"],
        ),
        (
            "(;SZ[9];SZ[9][13]C[x])",
            &[
                "1 SZ: SZ has several values; expected one / all are kept, but without effect",
                "1 SZ: SZ appears after the first node of the game / kept, but without effect",
            ],
        ),
        (
            "(;ST[1];ST[2])",
            &["1 ST: ST appears after the first node of the game / kept, but without effect"],
        ),
        (
            "(;AB[aa]C[x]PB[a]AB[bb]C[y]PB[b]XX[1]XX[2])",
            &[
                "0 AB: AB appears twice in the node / read as one list",
                "0 C: C appears twice in the node / joined, with an empty line between them",
                "0 PB: PB appears twice in the node / both are kept",
                "0 XX: XX appears twice in the node / both are kept",
            ],
        ),
    ]);
}

#[test]
fn the_second_of_two_moves_in_a_node_is_told() {
    let split = "several moves are in one node / split into a node for each move";
    for (text, second) in [
        ("(;;B[aa][bb])", "bb"),
        ("(;;B[x][aa][y][bb])", "bb"),
        ("(;;B[aa]C[x]W[cc])", "W"),
        ("(;;B[aa]C[x]W[cc]B[dd])", "W"),
    ] {
        let told = told(text);
        assert!(told.contains(&format!("1 {second}: {split}")), "{text}");
    }
    are_told(&[
        (
            "(;;C[x]B[aa]AW[bb])",
            &[
                "1 C: setup and a move are in one node / split into a node with the setup and a node with the move",
            ],
        ),
        (
            "(;;B[aa][])",
            &["1 B: B has several values; expected one / all are kept"],
        ),
        (
            "(;;B[x][])",
            &[
                "1 x: \"x\" is not a value of B; expected a move / kept unchanged",
                "1 B: B has several values; expected one / all are kept",
            ],
        ),
    ]);
    check(&[
        ("(;;B[][])", "{{B[]{B[]}}}", &[&rules::TWO_MOVES]),
        ("(;;B[tt][])", "{{B[]!B[]}}", &[&rules::SEVERAL_VALUES]),
    ]);
}

#[test]
fn empty_texts_and_points_add_nothing_to_others() {
    check(&[
        ("(;C[][b][])", "{C[b]}", &[&rules::SEVERAL_VALUES]),
        ("(;C[][])", "{C[]}", &[&rules::SEVERAL_VALUES]),
        ("(;AB[aa][][ ])", "{AB[aa]}", &[&rules::VALUE_REPAIRED; 2]),
        ("(;TB[][ ])", "{TB[]}", &[]),
        (
            "(;AB[aa][][x])",
            "{AB[aa]!AB[][x]}",
            &[&rules::BAD_VALUE; 2],
        ),
    ]);
}

#[test]
fn moves_of_backgammon_are_told_with_their_forms() {
    let help =
        "expected a roll with up to four steps, \"double\", \"take\" or \"drop\" / kept unchanged";
    assert_eq!(
        told("(;GM[6];B[31]C[aa];W[aa][52])"),
        [format!("2 aa: \"aa\" is not a value of W; {help}")]
    );
    are_told(&[
        ("(;GM[2];B[aa])", &[]),
        (
            "(;GM[6]AP[me]AB[x];AP[a:b])",
            &[
                "0 me: the application \"me\" has no colon and version / read as a name and a colon, with an empty text after it",
                "1 AP: AP appears after the first node of the game / kept, but without effect",
            ],
        ),
    ]);
}

#[test]
fn lower_case_letters_are_told_once_and_words_without_values_each() {
    are_told(&[
        (
            "(;PlayerBlack[x];Black[aa];White[bb])",
            &[
                "0 PlayerBlack: the identifier \"PlayerBlack\" has lower-case letters / read as PB; others in this file are not named",
            ],
        ),
        (
            "(;PB PW[x] C;MN)",
            &[
                "0 PB: the identifier \"PB\" has no value / left out",
                "0 C: the identifier \"C\" has no value / left out",
                "1 MN: the identifier \"MN\" has no value / left out",
            ],
        ),
        (
            "(;A1[x])",
            &[
                "0 A1: the identifier \"A1\" has a digit / kept; only Smart-Go allows a digit, as the second character",
            ],
        ),
    ]);
}

#[test]
fn points_in_other_forms_are_told() {
    are_told(&[
        (
            "(;AB[aa, bb:cc,D4])",
            &[
                "0 aa, bb:cc,D4: the value \"aa, bb:cc,D4\" has 3 points with commas between them / read as a list of points, each in brackets",
            ],
        ),
        (
            "(;AB[cc:cc][bb:aa])",
            &[
                "0 cc:cc: the rectangle \"cc:cc\" is a single point / read as that point",
                "0 bb:aa: the corners of the rectangle \"bb:aa\" are not upper left and lower right / put in that order",
            ],
        ),
        (
            "(;;B[ C7 ])",
            &[
                "1  C7 : \"C7\" is a point as boards name it; expected its two letters / read as cm, counted without I",
            ],
        ),
        (
            "(;FF[3];B[];W[tt])",
            &[
                "1 []: a pass has no letters; expected \"tt\" in formats older than FF[4] / read as a pass",
            ],
        ),
        ("(;FF[4];B[])", &[]),
        ("(;FF[3];B[ ])", &[]),
    ]);
    // A point with white space has 64 bytes at most.
    let spaced = |blanks| format!("(;;B[p{}d])", " ".repeat(blanks));
    let (near, far) = (spaced(62), spaced(63));
    assert_eq!(outline(&read_one(&near).0), "{{B[pd]}}");
    assert!(outline(&read_one(&far).0).starts_with("{{B?!B[p "));
}

#[test]
fn text_before_and_after_a_game_is_told_with_its_place() {
    for (text, place, message) in [
        ("words (;B[aa])", "words", "text precedes the game"),
        ("(;B[aa]) words\n", "words", "text follows the last game"),
        (
            "(;B[aa]) )\n",
            ")",
            "a closing parenthesis has no opening parenthesis",
        ),
        (
            "words",
            "words",
            "no game starts in this text; expected \"(;\"",
        ),
    ] {
        let mut log = Diagnostics::new();
        read(text, &mut log);
        let found: Vec<_> = log
            .kept()
            .iter()
            .map(|found| {
                let span = found.span.unwrap();
                (text.get(span.start..span.end).unwrap(), &*found.message)
            })
            .collect();
        assert_eq!(found, [(place, message)], "{text}");
    }
}
