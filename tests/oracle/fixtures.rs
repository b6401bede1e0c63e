//! Every fixture to every format.

use std::collections::BTreeSet;
use std::path::Path;

use crate::files::below;
use crate::tally::Tally;

/// The folders with the fixtures, below that of the tests.
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

/// Fixtures of which the witness says that something is different, because it is naive: it mends no
/// damage, and knows few of the rules for what a format forbids.
const READ_OTHERWISE: &[&str] = &[
    // Damaged, or not in one charset.
    "fixtures/sgf/damage/bracket-and-parenthesis-before-words.sgf",
    "fixtures/sgf/damage/bracket-before-a-parenthesis.sgf",
    "fixtures/sgf/damage/parenthesis-replaced.sgf",
    "fixtures/sgf/damage/smiley-before-a-parenthesis.sgf",
    "fixtures/sgf/files/extra-close.sgf",
    "fixtures/sgf/files/two-trees-with-different-charsets.sgf",
    "fixtures/ishi/files/mixed-line-ends.go",
    "fixtures/ishi/text/com-line-feed-carriage-return.go",
    // Several signs or labels on one point, of which the target keeps the first and carries the rest.
    "check/fixtures/b107-letter-and-label-on-one-point.mgt",
    "check/fixtures/g020-two-signs-on-one-point.sgf",
    "check/fixtures/g021-two-labels-on-one-point.sgf",
    "check/fixtures/g022-territory-of-both.sgf",
    "fixtures/sgf/labels/two-on-a-point-in-both-orders.sgf",
    "fixtures/sgf/marks/same-kind-twice-on-a-point.sgf",
    "fixtures/sgf/marks/several-on-one-point.sgf",
    "fixtures/sgf/properties/points-named-twice.sgf",
    "fixtures/smartgo/marks/letters-on-one-point-twice.mgt",
    "fixtures/smartgo/properties/twice.mgt",
    // Words that only a carrier can keep, or that the target has to quote.
    "fixtures/ishi/headers/not-understood-beside-comments.go",
    "fixtures/sgf/labels/backslash-t.sgf",
    "fixtures/sgf/labels/sign-like.sgf",
    "fixtures/sgf/setup/points-with-much-white-space.sgf",
    "fixtures/sgf/text/like-ishi-ends.sgf",
    // Numbers and stones that the target shows in another way, or not at all.
    "fixtures/ishi/diagrams/hide-by-location-number-and-range.go",
    "fixtures/ishi/marks/number-of-a-captured-stone.go",
    "fixtures/ishi/mistakes/move-number-zero.go",
    "fixtures/sgf/numbers/largest.sgf",
    "fixtures/sgf/numbers/zero.sgf",
    // Variations and events in another order.
    "fixtures/sgf/setup/first-child-without-a-move.sgf",
    "fixtures/sgf/setup/right-after-roots-of-all-kinds.sgf",
];

#[test]
fn the_witness_agrees_on_every_other_fixture() {
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
    let known: BTreeSet<_> = READ_OTHERWISE.iter().map(ToString::to_string).collect();
    let details = tally.disagreements.join("\n");
    assert_eq!(otherwise, known, "{details}");
    assert!(tally.games > 1500, "only {} games", tally.games);
}
