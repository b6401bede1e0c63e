//! Every record of the corpus to every format.

use crate::tally::Tally;

/// Folders with records of games and problems that people recorded, played on servers or let programs
/// play. What is in the others was made to test programs: damaged files, examples, one-point probes, the
/// same games in many charsets, what a program wrote of the records of another.
const PEOPLE: &[&str] = &[
    "sgf/real",
    "sgf/kogo-joseki",
    "sgf/charsets/orig",
    "smartgo/cgoban1",
    "smartgo/fuego-ff1-jago",
    "smartgo/fuego-ff3-explorer",
    "smartgo/fuego-longident",
    "smartgo/fuego-noff",
    "smartgo/gnugo-old",
    "smartgo/gnugo-text-header",
    "smartgo/mgt",
];

/// Files with which a program is tested, among those.
const TESTS: &str = "sgf/real/eidogo";

/// A record whose comment ends in an unescaped backslash, `C[path c:\games\];B[aa]`. The reader ends the comment before
/// the move, with an error (B007); the witness takes the bracket for text, as the specification has it.
const REPAIRED: &str = "probes/12-trailing-backslash.sgf";

#[test]
#[ignore = "needs the corpus: cargo test --test witness -- --ignored"]
fn the_witness_agrees_on_every_record_of_the_corpus() {
    let corpus = crate::records::folder();
    let (mut people, mut tests) = (Tally::default(), Tally::default());
    for file in &crate::files::below(&corpus) {
        let folder = file.strip_prefix(&corpus).expect("a file of the corpus");
        let by_people = PEOPLE.iter().any(|known| folder.starts_with(known));
        let tally = if by_people && !folder.starts_with(TESTS) {
            &mut people
        } else {
            &mut tests
        };
        tally.convert(file, &file.display().to_string());
    }
    tests.print("made for tests");
    people.print("that people made");
    let mut disagreements = [people.disagreements, tests.disagreements].concat();
    disagreements.retain(|one| !one.contains(REPAIRED));
    assert_eq!(disagreements, [""; 0]);
    assert!(people.games > 3000, "only {} games", people.games);
    assert!(
        people.without * 100 < people.games,
        "{} of {} games that people made are not judged as a whole",
        people.without,
        people.games
    );
}
