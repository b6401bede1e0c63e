//! Damaged records of servers: no panic, no endless loop, and no silent loss.

use std::panic::catch_unwind;
use std::time::{Duration, Instant};

use ishi::charset::Charset;
use ishi::convert::ConvertOptions;
use ishi::diagnostic::Severity;
use ishi::outcome::Outcome;
use ishi::{Format, convert_with, read};

use crate::random::Random;
use crate::records::{Record, made, of_corpus};
use crate::{corpus, moves};

#[test]
fn damaged_records_are_read_without_silent_losses() {
    for record in made() {
        mutate(&record, 100);
        cut(&record, 7);
    }
}

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn twenty_thousand_mutations_of_each_format_are_read() {
    let records = of_corpus(&corpus::folder());
    for ending in ["gib", "ngf", "ug"] {
        let of = |record: &&Record| {
            record
                .name
                .split('.')
                .next_back()
                .is_some_and(|end| end.starts_with(ending))
        };
        let records: Vec<_> = records.iter().filter(of).collect();
        let times = 20_000 / records.len() + 1;
        for record in &records {
            mutate(record, times);
        }
    }
    for record in &records {
        cut(record, 41);
    }
}

/// Damages a record anywhere, and converts it if it is still a record.
fn mutate(record: &Record, times: usize) {
    let mut random = Random(record.bytes.len() as u64);
    for _ in 0..times {
        let mut bytes = record.bytes.clone();
        for _ in 0..=random.below(4) {
            let at = random.below(bytes.len());
            let end = (at + random.below(30)).min(bytes.len());
            match random.below(5) {
                0 => bytes[at] = u8::try_from(random.below(256)).unwrap_or(0),
                1 => _ = bytes.drain(at..end),
                2 => bytes.insert(at, b"\n\r ,=[]\\A19-"[random.below(12)]),
                3 => {
                    let part = bytes[at..end].to_vec();
                    let to = random.below(bytes.len());
                    bytes.splice(to..to, part);
                }
                _ => bytes.truncate(at.max(1)),
            }
            if bytes.is_empty() {
                break;
            }
        }
        let start = Instant::now();
        let done = catch_unwind(|| {
            let options = ConvertOptions::new(Format::Sgf);
            // The game that a reader returns comes through SGF as it is, and the proof holds.
            match (read(&bytes), convert_with(&bytes, &options)) {
                (Ok(read), Ok(converted)) => {
                    let told = read
                        .findings
                        .kept()
                        .iter()
                        .map(|found| &*found.diagnostic.message);
                    let lost = "the game cannot be told in SGF";
                    assert!(told.into_iter().all(|message| message != lost));
                    assert!(converted.report.verified);
                }
                (Ok(_), Err(error)) => panic!("{error}"),
                (Err(_), _) => {}
            }
        });
        if done.is_err() {
            let path = std::env::temp_dir().join(format!("damaged-{}", record.name));
            std::fs::write(&path, &bytes).expect("a file");
            panic!("the damaged record is in {}", path.display());
        }
        assert!(start.elapsed() < Duration::from_secs(5), "{}", record.name);
    }
}

/// Cuts a record at many places. A record that lost moves has a finding that is more than a note.
fn cut(record: &Record, step: usize) {
    let whole = read(&record.bytes).expect("a record");
    let whole = moves(&whole.games[0]);
    // The layouts of UGF and NGF do not tell if more lines follow, unless the header has their number.
    let is_counted = announces(&record.bytes);
    for length in (1..record.bytes.len()).step_by(step) {
        let bytes = &record.bytes[..length];
        let Ok(found) = read(bytes) else {
            continue;
        };
        let stones = |moves: &[String]| moves.iter().filter(|mv| !mv.ends_with("[]")).count();
        let there = moves(&found.games[0]);
        let warned = found.findings.count(Severity::Warning) > 0;
        if stones(&there) < stones(&whole) && is_counted {
            assert!(warned, "{} cut at byte {length}", record.name);
            let options = ConvertOptions::new(Format::Sgf);
            let report = convert_with(bytes, &options).expect("a conversion").report;
            assert!(report.findings.count(Severity::Warning) > 0);
        }
    }
}

/// Returns whether a record names the number of its moves.
fn announces(bytes: &[u8]) -> bool {
    let text = Charset::LATIN_1.decode(bytes);
    let moves = text
        .split(['\n', '\r'])
        .find_map(|line| line.strip_prefix("Moves="));
    moves.is_none_or(|count| count.trim() != "0")
}

#[test]
fn a_gap_or_a_bad_point_is_never_silent() {
    for record in made() {
        let text: String = record.bytes.iter().map(|byte| char::from(*byte)).collect();
        let bytes = |text: &str| text.chars().map(|c| c as u8).collect::<Vec<_>>();
        let ends: Vec<_> = text.split_inclusive(['\n', '\r']).collect();
        let is_move = |line: &&str| {
            let line = line.trim();
            line.starts_with("STO")
                || line.starts_with("PM")
                || line.len() > 7 && line.as_bytes()[2] == b','
        };
        let places = ends.iter().enumerate().filter(|(_, line)| is_move(line));
        for (at, line) in places.take(5) {
            let mut without = ends.clone();
            without.remove(at);
            let bad = match line.as_bytes()[0] {
                b'S' => line
                    .replacen(" 1 ", " 1 77 ", 1)
                    .replacen(" 2 ", " 2 77 ", 1),
                b'P' => format!("{}Z{}", &line[..5], &line[6..]),
                _ => format!("T{}", &line[1..]),
            };
            let mut other = ends.clone();
            other[at] = &bad;
            for damaged in [without, other] {
                let options = ConvertOptions::new(Format::Sgf);
                let report = convert_with(&bytes(&damaged.concat()), &options)
                    .expect("a conversion")
                    .report;
                let told =
                    report.findings.count(Severity::Warning) + report.outcomes.count(Outcome::Lost);
                assert!(told > 0, "{}: {line}", record.name);
            }
        }
    }
}
