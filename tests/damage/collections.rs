//! Collections of three games with a damaged parenthesis or a cut-off game: they still have three games.

use crate::corpus;
use crate::damage::{CHANGES, Target, damaged};
use crate::moves::read;
use crate::random::Random;
use crate::records;

/// How many collections are damaged.
const COUNT: u64 = 200;

/// How many of them have three games afterwards, at least.
const LEAST: usize = 190;

#[test]
fn games_of_collections_survive_damage() {
    let mut records = records::made_up();
    records.retain(|record| read(record).games == 1);
    check(&records);
}

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn games_of_collections_of_the_corpus_survive_damage() {
    let mut records = records::of_corpus(&corpus::folder());
    // A file that is a collection itself has other games to lose.
    records.retain(|record| read(record).games == 1 && has_header(record));
    assert!(records.len() > 500, "{} records", records.len());
    check(&records);
}

/// Returns whether a record names its format, its kind or its size, as a collection's games do.
fn has_header(record: &[u8]) -> bool {
    let start = String::from_utf8_lossy(&record[..record.len().min(200)]).into_owned();
    ["FF[", "GM[", "SZ["]
        .iter()
        .any(|name| start.contains(name))
}

fn check(records: &[Vec<u8>]) {
    let mut healed = 0;
    for seed in 0..COUNT {
        let mut random = Random(seed);
        let games: Vec<&Vec<u8>> = (0..3)
            .map(|_| &records[random.below(records.len())])
            .collect();
        let whole = games
            .iter()
            .map(|game| &game[..])
            .collect::<Vec<_>>()
            .join(&b'\n');
        let bytes = match CHANGES.get(random.below(4)) {
            Some(change) => damaged(&whole, (Target::Parenthesis, *change), 1, &mut random),
            None => Some(cut_off(&games, &mut random)),
        };
        let bytes = bytes.expect("three games have parentheses");
        let found = read(&bytes).games;
        healed += usize::from(found == 3);
        if found != 3 {
            println!("{found} games\n{}\n----", String::from_utf8_lossy(&bytes));
        }
    }
    println!("{healed} of {COUNT} collections have three games");
    assert!(healed >= LEAST, "{healed} of {COUNT} have three games");
}

/// Returns a collection with one game that ends anywhere.
fn cut_off(games: &[&Vec<u8>], random: &mut Random) -> Vec<u8> {
    let short = random.below(games.len());
    let parts: Vec<&[u8]> = games
        .iter()
        .enumerate()
        .map(|(index, game)| {
            let end = if index == short {
                1 + random.below(game.len() - 1)
            } else {
                game.len()
            };
            &game[..end]
        })
        .collect();
    parts.join(&b'\n')
}
