use std::io::Cursor;

use super::*;
use crate::source::SourceOptions;

fn fixes_of(text: &str, choice: &Choice) -> Vec<Fix> {
    let mut source = Source::open(Cursor::new(text.as_bytes()), SourceOptions::default()).unwrap();
    fixes(&mut source, choice).unwrap()
}

fn fixed(text: &str, choice: &Choice) -> String {
    let edits: Vec<_> = fixes_of(text, choice)
        .into_iter()
        .map(|fix| fix.edit)
        .collect();
    String::from_utf8(apply_bytes(text.as_bytes(), &edits)).unwrap()
}

/// For each rule a record before and after.
const SAFE: &[(&str, &str, &str)] = &[
    (
        "B013",
        "(;FF[4]GM[1]SZ[9];B[aa]C[see [1] ] x];W[bb])",
        "(;FF[4]GM[1]SZ[9];B[aa]C[see [1\\] \\] x];W[bb])",
    ),
    (
        "B032",
        "(;FF[4]GM[1]SZ[9]AB[aa]PB[x]AB[bb])",
        "(;FF[4]GM[1]SZ[9]AB[aa][bb]PB[x])",
    ),
    (
        "B033",
        "(;FF[4]GM[1]SZ[9]AB[cc:aa])",
        "(;FF[4]GM[1]SZ[9]AB[aa:cc])",
    ),
    (
        "B034",
        "(;FF[4]GM[1]SZ[ 9 ]\n;B[ a a ])",
        "(;FF[4]GM[1]SZ[9]\n;B[aa])",
    ),
    (
        "B035",
        "(;FF[4]GM[1]SZ[9]AB[aa:aa])",
        "(;FF[4]GM[1]SZ[9]AB[aa])",
    ),
    (
        "B036",
        "(;FF[4]GM[1]SZ[9]RE[Black wins by 3])",
        "(;FF[4]GM[1]SZ[9]RE[B+3])",
    ),
    ("B042", "(;FF[4]GM[1]SZ[9:9])", "(;FF[4]GM[1]SZ[9])"),
    (
        "B043",
        "(;FF[4]GM[1]SZ[9]ST[1];B[aa]ST[1])",
        "(;FF[4]GM[1]SZ[9]ST[1];B[aa])",
    ),
    (
        "B047",
        "(;FF[4]GM[1]SZ[9]AP[foxwq] PB[x])",
        "(;FF[4]GM[1]SZ[9]AP[foxwq:] PB[x])",
    ),
    (
        "B060",
        "(;FF[4]GM[1]SZ[9]GN[] ;B[aa])",
        "(;FF[4]GM[1]SZ[9] ;B[aa])",
    ),
    (
        "B065",
        "(;FF[4]GM[1]SZ[9]DT[1974.04.09])",
        "(;FF[4]GM[1]SZ[9]DT[1974-04-09])",
    ),
    (
        "B065",
        "(;FF[4]GM[1]SZ[9] TM[5:00:00(5x1:00)] )",
        "(;FF[4]GM[1]SZ[9] TM[18000]OT[5x60 byo-yomi] )",
    ),
    (
        "G042",
        "(;FF[4]GM[1]AP[foxwq]RU[Chinese]KM[375])",
        "(;FF[4]GM[1]AP[foxwq]RU[Chinese]KM[7.5])",
    ),
    (
        "G014",
        "(;FF[4]GM[1]SZ[19]HA[2];W[dd])",
        "(;FF[4]GM[1]SZ[19]HA[2]AB[pd][dp];W[dd])",
    ),
    (
        "G014",
        "(;FF[4]GM[1]SZ[19]AB[pd][dp];W[dd])",
        "(;FF[4]GM[1]SZ[19]HA[2]AB[pd][dp];W[dd])",
    ),
    (
        "I020",
        "EVENT\nB 1 C3\nVar\nB 1 D4\nW 2 E5\n",
        "EVENT\nB 1 C3\nVar\nB 1 D4\nW 2 E5\nENDVAR\n",
    ),
    (
        "I049",
        "EVENT\nB 1 C3\nW 1 D4\n\nB 2 E5\n",
        "EVENT\nB 1 C3\nW 2 D4\n\nB 3 E5\n",
    ),
];

#[test]
fn each_fix_mends_its_finding_and_keeps_the_rest() {
    for (code, before, after) in SAFE {
        let choice = Choice {
            rules: vec![(*code).to_owned()],
            ..Choice::default()
        };
        assert_eq!(fixed(before, &choice), *after, "{code}");
        assert_eq!(fixes_of(after, &choice), [], "{code} again");
    }
}

#[test]
fn rules_with_a_fix_have_an_example() {
    for rule in super::super::catalogue::all() {
        let has_example = SAFE.iter().any(|(code, ..)| *code == rule.code);
        let is_shown = has_example || WITHOUT_EXAMPLE.contains(&rule.code);
        assert!(!has_fix(rule.code) || is_shown, "{}", rule.code);
    }
}

/// Rules of which the fixtures have the examples.
const WITHOUT_EXAMPLE: [&str; 4] = ["G025", "I006", "I045", "I046"];

#[test]
fn guesses_are_made_only_when_wanted() {
    for (before, after) in [
        ("(;FF[4]GM[1]KM[650])", "(;FF[4]GM[1]KM[6.5])"),
        (
            "(;FF[4]GM[1]SZ[9]HA[3]AB[aa][bb];W[cc])",
            "(;FF[4]GM[1]SZ[9]HA[2]AB[aa][bb];W[cc])",
        ),
    ] {
        assert_eq!(fixed(before, &Choice::default()), before);
        let guesses = Choice {
            guesses: true,
            ..Choice::default()
        };
        assert_eq!(fixed(before, &guesses), after);
    }
}

#[test]
fn words_that_a_person_wrote_stay() {
    let before = "EVENT\nREMARK old\nB 1 C3 and so on\nREMARK r\nW 1 D4\nCOM\nx\nENDCOM\n";
    let after = "EVENT\nREMARK old\nB 1 C3 and so on\nREMARK r\nW 2 D4\nCOM\nx\nENDCOM\n";
    assert_eq!(fixed(before, &Choice::default()), after);
}
