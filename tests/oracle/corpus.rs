//! Every record of the corpus to every format.

use std::path::Path;

use crate::people::{FOLDERS, TESTS};
use crate::tally::Tally;

/// Records that lost their line breaks: `ishi` mends them, the oracle reads them as one line.
const MENDED: [&str; 2] = ["one-line-long.go", "one-line-short.go"];

/// Records with a header that comes home in other words: on one line, or with a rank as `7-dan`.
const REWORDED: [&str; 3] = [
    "ishi/testspec.go",
    "ishi/real/game-header-many-faces-shape.go",
    "ishi/cases/18-headers.go",
];

#[test]
#[ignore = "needs the corpus: cargo test --test oracle -- --ignored"]
fn the_oracle_agrees_on_every_record_of_the_corpus() {
    let corpus = crate::records::folder();
    let (mut people, mut tests) = (Tally::default(), Tally::default());
    let others = MENDED.iter().chain(&REWORDED);
    let is_mended = |file: &Path| others.clone().any(|name| file.ends_with(name));
    let mut files = crate::files::below(&corpus);
    files.retain(|file| !is_mended(file));
    for file in &files {
        let folder = file.strip_prefix(&corpus).expect("a file of the corpus");
        let by_people = FOLDERS.iter().any(|known| folder.starts_with(known));
        let tally = if by_people && !folder.starts_with(TESTS) {
            &mut people
        } else {
            &mut tests
        };
        tally.convert(file, &file.display().to_string());
    }
    tests.print("made for tests");
    people.print("that people made");
    let disagreements = [people.disagreements, tests.disagreements].concat();
    assert_eq!(disagreements, [""; 0]);
    assert!(people.games > 3000, "only {} games", people.games);
    let (games, without) = (people.games + tests.games, people.without + tests.without);
    println!("{without} of {games} games are not judged as a whole");
    assert!(without * 20 <= games, "these are more than 5 %");
    assert!(
        people.without * 50 <= people.games,
        "of those that people made more than 2 %"
    );
}
