//! Every fixture to every format.

use std::collections::BTreeSet;
use std::path::Path;

use crate::files::below;
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
