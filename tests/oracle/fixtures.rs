//! Every fixture to every format.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use ishi::Format;
use ishi::source::SourceOptions;

use crate::files::below;
use crate::judge::Converted;
use crate::tally::Tally;

/// The folders with the fixtures, below `tests`.
const FOLDERS: &[&str] = &[
    "fixtures/ishi",
    "fixtures/smartgo",
    "fixtures/sgf",
    "check/fixtures",
];

/// Fixtures without a game, or that are read only where their format is given.
const NO_GAME: &[&str] = &[
    "check/fixtures/b002-no-game-at-all.sgf",
    "check/fixtures/c004-letter.sgf",
    "fixtures/ishi/mistakes/every-line-wrong.go",
    "fixtures/sgf/files/empty.sgf",
    "fixtures/sgf/files/only-text.sgf",
    "fixtures/smartgo/files/empty.mgt",
];

/// Fixtures that the first reader mends with a warning, and the oracle reads without a repair.
const MENDED: &[&str] = &[
    "fixtures/ishi/mistakes/lost-line-breaks.go",
    "fixtures/ishi/mistakes/lost-line-breaks-of-a-problem.go",
    "fixtures/ishi/mistakes/lost-line-breaks-of-a-short-game.go",
    "fixtures/sgf/damage/bracket-and-parenthesis-before-words.sgf",
    "fixtures/sgf/damage/bracket-before-a-parenthesis.sgf",
    "fixtures/sgf/damage/smiley-before-a-parenthesis.sgf",
];

/// Fixtures with values that their formats do not allow: the text travels with them, and the oracle compares only native
/// data.
const CARRIED: &[&str] = &[
    "check/fixtures/b066-style-out-of-range.sgf",
    "check/fixtures/g023-arrow-from-a-point-to-itself.sgf",
    "check/fixtures/g024-line-twice.sgf",
];

/// Fixtures with an understood value that comes home in other words: a header on two lines, a rank as `12-kyu`, a sign in capitals.
const REWORDED: &[&str] = &[
    "fixtures/ishi/headers/black.go",
    "fixtures/ishi/headers/sentences-over-lines.go",
    "fixtures/ishi/headers/textual-repeated.go",
    "fixtures/ishi/text/com-signs.go",
];

#[test]
fn the_oracle_agrees_on_every_fixture_that_is_not_mended() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut tally = Tally::default();
    let mut otherwise = BTreeSet::new();
    let fixtures = FOLDERS.iter().flat_map(|folder| below(&tests.join(folder)));
    for file in fixtures {
        let name = file.strip_prefix(&tests).expect("a file below the tests");
        let name = name.to_string_lossy().replace('\\', "/");
        if NO_GAME.contains(&name.as_str()) {
            continue;
        }
        let before = tally.disagreements.len();
        tally.convert(&file, &name);
        if tally.disagreements.len() > before {
            otherwise.insert(name);
        }
    }
    let known = MENDED.iter().chain(CARRIED).chain(REWORDED);
    let known: BTreeSet<_> = known.map(ToString::to_string).collect();
    tally.print("of the fixtures");
    let details = tally.disagreements.join("\n");
    assert_eq!(otherwise, known, "{details}");
    assert!(tally.games > 1500, "only {} games", tally.games);
}

/// Two lines of a header come home as one, so only one line goes home.
#[test]
fn the_oracle_agrees_on_each_header_on_one_line_and_on_two() {
    let grammar = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars/ishi.pest");
    let grammar = fs::read_to_string(grammar).expect("a grammar");
    let (_, rule) = grammar.split_once("header_keyword = ").expect("the rule");
    let (rule, _) = rule.split_once('}').expect("its end");
    let keywords: Vec<_> = rule.split('"').skip(1).step_by(2).collect();
    assert!(keywords.len() > 10, "{keywords:?}");
    for keyword in keywords {
        let one = format!("EVENT\r\nBOARDSIZE 9\r\n{keyword} one\r\n");
        let two = format!("{one}{keyword} two\r\n");
        for to in Format::ALL {
            let convert = |text: &str| {
                let options = SourceOptions::default();
                Converted::new(text.as_bytes(), options, *to).expect("a record")
            };
            let (single, double) = (convert(&one), convert(&two));
            let home = single.home(one.as_bytes()).expect("a result");
            let verdicts = [
                single.verdict(one.as_bytes()),
                home.expect("a game"),
                double.verdict(two.as_bytes()),
            ];
            let mut found = verdicts.iter().flat_map(|verdict| &verdict.disagreements);
            if let Some(found) = found.next() {
                panic!("oracle/src/ishi.rs: HEADERS and {keyword} to {to}: {found}");
            }
        }
    }
}
