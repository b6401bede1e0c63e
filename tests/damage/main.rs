//! Randomly damaged records: counts the surviving moves, and checks that each loss is reported.
//!
//! With `ISHI_SHOW_DAMAGE` the tests print the records that lose more moves than they have damaged places.

mod collections;
#[path = "../corpus/mod.rs"]
mod corpus;
mod damage;
#[path = "../files/mod.rs"]
mod files;
mod moves;
mod naive;
#[path = "../files/random.rs"]
mod random;
mod records;

use std::fmt::Write as _;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, thread};

use damage::{CHANGES, Change, TARGETS, Target, damaged};
use moves::{Read, in_texts, read, survivors};
use random::Random;

/// How often each record is damaged in each way.
const TIMES: u64 = 3;

/// How many of 1,000 moves survive one damaged place, at least.
const LEAST: usize = 997;

#[test]
fn moves_of_records_survive_damage() {
    check(&records::made_up());
}

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn moves_of_the_corpus_survive_damage() {
    let records = records::of_corpus(&corpus::folder());
    assert!(records.len() > 500, "{} records", records.len());
    check(&records);
}

/// How many moves there were, and how many of them survived.
#[derive(Debug, Default, Clone, Copy)]
struct Count {
    records: usize,
    moves: usize,
    ours: usize,
    naive: usize,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.records += other.records;
        self.moves += other.moves;
        self.ours += other.ours;
        self.naive += other.naive;
    }
}

fn percent(part: usize, all: usize) -> String {
    let thousandths = part * 100_000 / all.max(1);
    format!("{}.{:03}", thousandths / 1000, thousandths % 1000)
}

fn check(records: &[Vec<u8>]) {
    println!("places  damage                  records    moves  survive, %  first bracket, %");
    let mut failures = String::new();
    for places in 1..=3 {
        let mut all = Count::default();
        for target in TARGETS {
            for change in CHANGES {
                let (count, failed) = damage_all(records, (target, change), places);
                print(places, &format!("{target:?} {change:?}"), count);
                all.add(count);
                failures.push_str(&failed);
            }
        }
        print(places, "all", all);
        if places == 1 && all.ours * 1000 < all.moves * LEAST {
            let _ = writeln!(
                failures,
                "one place: {} of {} moves survive",
                all.ours, all.moves
            );
        }
        if all.ours < all.naive {
            let _ = writeln!(failures, "{places} places: the naive reader keeps more");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

fn print(places: usize, what: &str, count: Count) {
    println!(
        "{places:6}  {what:22}  {:7}  {:7}  {:>10}  {:>16}",
        count.records,
        count.moves,
        percent(count.ours, count.moves),
        percent(count.naive, count.moves)
    );
}

/// Damages all records in one way. Returns the counts of survivors, and the unreported losses.
fn damage_all(records: &[Vec<u8>], kind: (Target, Change), places: usize) -> (Count, String) {
    let result = Mutex::new((Count::default(), String::new()));
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(record) = records.get(index) else {
                        return;
                    };
                    let whole = read(record);
                    for time in 0..TIMES {
                        let seed = (index as u64) << 16
                            | time << 8
                            | (kind.0 as u64) << 4
                            | (kind.1 as u64) << 2
                            | places as u64;
                        let Some(bytes) = damaged(record, kind, places, &mut Random(seed)) else {
                            continue;
                        };
                        let (count, silent) = compare(&whole, &bytes, kind, places);
                        let mut result = result.lock().expect("no check panics");
                        result.0.add(count);
                        result.1.push_str(&silent);
                    }
                }
            });
        }
    });
    result.into_inner().expect("no check panics")
}

fn compare(whole: &Read, bytes: &[u8], kind: (Target, Change), places: usize) -> (Count, String) {
    let found = read(bytes);
    let naive = naive::moves(&String::from_utf8_lossy(bytes));
    let count = Count {
        records: 1,
        moves: whole.moves.len(),
        ours: survivors(&whole.moves, &found.moves),
        naive: survivors(&whole.moves, &naive),
    };
    let lost = count.moves - count.ours;
    // Another letter makes another move. Another letter before a move makes another property, which is kept.
    let changed = if kind.0 == Target::Letter { places } else { 0 };
    let kept = found.properties.saturating_sub(whole.properties);
    let mut said = String::new();
    if found.findings == 0 && lost > changed + kept && lost > changed + kept + in_texts(bytes) {
        let text = String::from_utf8_lossy(bytes);
        let _ = writeln!(said, "{kind:?}: {lost} moves are lost in silence\n{text}");
    }
    if env::var_os("ISHI_SHOW_DAMAGE").is_some() && lost > 2 * places {
        let text = String::from_utf8_lossy(bytes);
        println!(
            "{places} {kind:?}: {lost} of {} moves lost (naive {})\n{text}\n----",
            count.moves,
            count.moves - count.naive
        );
    }
    (count, said)
}
