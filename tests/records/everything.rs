//! Every record of the corpus, and every fixture, to every format and back, counted.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::corpus;
use crate::record::Record;
use ishi::Format;
use ishi::Refusal;
use ishi::compare::compare;
use ishi::convert::{ConvertError, ConvertOptions, rules};
use ishi::model::{Game, Id};

const THREADS: usize = 2;

/// Endings of files of the corpus that are not game records: a licence, and `.ggf`, a format that looks like
/// SGF.
pub const NO_RECORDS: &[&str] = &["LESSER", "ggf"];

/// Files without a game: fixtures, then files of the corpus.
pub const NO_GAMES: &[&str] = &[
    "ishi/mistakes/every-line-wrong.go",
    "sgf/files/empty.sgf",
    "sgf/files/only-text.sgf",
    "smartgo/files/empty.mgt",
    "sgf/probes/32-empty-file.sgf",
    "sgf/probes/32b-parens-only.sgf",
    "sgf/probes/32c-ws-only.sgf",
];

/// Fixtures with carriers that are not believed.
const EDITED: &[&str] = &[
    "ishi/carriers/at-a-move.go",
    "ishi/carriers/damaged.go",
    "ishi/carriers/of-version-1.go",
    "ishi/carriers/user-foreign-tag.go",
    "sgf/carriers/below-the-root.sgf",
    "sgf/carriers/damaged.sgf",
    "sgf/carriers/of-a-later-version.sgf",
    "sgf/carriers/of-another-game.sgf",
    "sgf/carriers/of-version-1.sgf",
    "sgf/properties/carrier-of-a-later-version.sgf",
];

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn every_record_converts_to_every_format_and_back() {
    check_all(&corpus::folder());
}

#[test]
fn every_fixture_converts_to_every_format_and_back() {
    check_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures"));
}

/// Checks all files below a folder and prints the counts.
fn check_all(folder: &Path) {
    let files = crate::files::below(folder);
    let tally = Mutex::new(Tally::default());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(|| {
                while let Some(path) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let found = check(path, &name(path, folder));
                    tally.lock().expect("no check panics").add(found);
                }
            });
        }
    });
    let tally = tally.into_inner().expect("no check panics");
    tally.print();
    assert!(
        tally.failures.is_empty(),
        "{} failures",
        tally.failures.len()
    );
}

fn name(path: &Path, corpus: &Path) -> String {
    path.strip_prefix(corpus)
        .unwrap_or(path)
        .display()
        .to_string()
}

/// Counts of the steps, and the failures.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<String, usize>,
    failures: Vec<String>,
    /// Bytes of carriers, and all other bytes, by source and target format.
    carriers: BTreeMap<String, (usize, usize)>,
}

impl Tally {
    fn count(&mut self, what: impl Into<String>) {
        *self.counts.entry(what.into()).or_default() += 1;
    }

    fn fail(&mut self, name: &str, what: impl std::fmt::Display) {
        self.failures.push(format!("{name}: {what}"));
    }

    fn add(&mut self, other: Self) {
        for (what, count) in other.counts {
            *self.counts.entry(what).or_default() += count;
        }
        self.failures.extend(other.failures);
        for (pair, (carried, native)) in other.carriers {
            let sum = self.carriers.entry(pair).or_default();
            *sum = (sum.0 + carried, sum.1 + native);
        }
    }

    fn print(&self) {
        for (what, count) in &self.counts {
            println!("{count:7} {what}");
        }
        for (pair, &(carried, native)) in &self.carriers {
            let percent = carried * 100 / native.max(1);
            println!("{percent:6}% carrier, {carried} against {native} bytes: {pair}");
        }
        for failure in &self.failures {
            println!("FAILED {failure}");
        }
    }
}

/// Converts one record to each format, and each result to each format and back.
fn check(path: &Path, name: &str) -> Tally {
    let mut tally = Tally::default();
    let record = Record::from_file(path);
    let (format, games) = match record
        .open()
        .and_then(|source| Ok((source.format(), record.games()?)))
    {
        Ok(read) => read,
        Err(error) => {
            let ending = path.extension().unwrap_or_default().to_string_lossy();
            if NO_RECORDS.contains(&ending.as_ref()) || NO_GAMES.contains(&name) {
                tally.count(format!("no game record: {name}"));
            } else {
                tally.fail(name, error);
            }
            return tally;
        }
    };
    tally.count(format!("records read as {format}"));
    let edited = Format::ALL.iter().any(|to| is_edited(&record, *to));
    if edited != EDITED.contains(&name) {
        tally.fail(name, "it agrees with its carriers, or is said to");
    }
    for &to in Format::ALL {
        match record.to(to) {
            Ok(written) => {
                let kind = if is_made_up(name) {
                    ", made to test programs"
                } else if games.iter().any(has_clock) {
                    ", with clock times"
                } else {
                    ""
                };
                let carried = carrier_bytes(&String::from_utf8_lossy(&written.bytes), to);
                let bytes = (carried, written.bytes.len() - carried);
                tally
                    .carriers
                    .insert(format!("{format} to {to}{kind}"), bytes);
                // Stale data is named, and does not come back.
                if edited {
                    tally.count(format!("edited beside its carrier: {name}"));
                } else {
                    check_written(name, &games, &written, to, &mut tally);
                }
            }
            Err(ConvertError::Refused(refused)) => {
                for refused in refused {
                    tally.count(refusal(&refused.refusal));
                    if !may_refuse(&refused.refusal) {
                        tally.fail(name, refused.refusal);
                    }
                }
            }
            Err(ConvertError::NoGame) if NO_GAMES.contains(&name) => {
                tally.count(format!("without a game: {name}"));
            }
            Err(error) => tally.fail(name, format!("to {to}: {error}")),
        }
    }
    tally
}

/// Returns whether the record contradicts its carriers: their data then does not come back, and the
/// conversion reports that.
fn is_edited(record: &Record, to: Format) -> bool {
    let (_, report) = record.convert(&ConvertOptions::new(to));
    report.findings.has(&rules::STALE)
}

fn refusal(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Kind { format, kind } => format!("refused by {format}: game {kind}"),
        Refusal::Size { format, size } => format!("refused by {format}: board {size}"),
    }
}

/// Only Ishi and Smart-Go refuse games, and only for data that they cannot express.
pub fn may_refuse(refusal: &Refusal) -> bool {
    match refusal {
        Refusal::Kind { format, kind } => *format != Format::Sgf && *kind != 1,
        Refusal::Size { format, size } => {
            *format != Format::Sgf && (!size.is_square() || !(2..=19).contains(&size.rows))
        }
    }
}

fn check_written(name: &str, games: &[Game<'_>], written: &Record, to: Format, tally: &mut Tally) {
    tally.count(format!("records written as {to}"));
    if written.bytes.is_empty() && games.iter().any(has_moves) {
        tally.fail(name, format!("to {to}: nothing was written"));
    }
    match written.games() {
        Ok(back) => differences(name, &format!("as {to}"), games, &back, tally),
        Err(error) => tally.fail(name, format!("as {to}: {error}")),
    }
    match written.to(to) {
        Ok(again) if again.bytes == written.bytes => {
            tally.count(format!("written twice alike as {to}"));
        }
        // A text that comes back is not in the style of this program.
        Ok(_) if name.contains("carriers/") => tally.count(format!("came back as {to}")),
        Ok(_) => tally.fail(name, format!("{to} written again has other bytes")),
        Err(error) => tally.fail(name, format!("{to} to {to}: {error}")),
    }
    for &other in Format::ALL.iter().filter(|&&other| other != to) {
        match written.to(other).and_then(|middle| middle.to(to)) {
            Ok(back) => {
                let trip = format!("{to} to {other} and back");
                tally.count(format!("round trips {trip}"));
                match (written.games(), back.games()) {
                    (Ok(before), Ok(after)) => differences(name, &trip, &before, &after, tally),
                    (Err(error), _) | (_, Err(error)) => tally.fail(name, error),
                }
            }
            Err(ConvertError::Refused(refused))
                if refused.iter().all(|one| may_refuse(&one.refusal)) => {}
            Err(error) => tally.fail(name, format!("{to} to {other} and back: {error}")),
        }
    }
}

/// Counts the bytes of our carriers in a record that we wrote.
fn carrier_bytes(text: &str, format: Format) -> usize {
    let (start, end) = match format {
        Format::Ishi => ("USER ishi 3 ", "ENDUSER\r\n"),
        Format::SmartGo | Format::Sgf => ("XI[ishi 3 ", "]"),
    };
    text.match_indices(start)
        .filter_map(|(at, _)| text.get(at..)?.find(end))
        .map(|length| length + end.len())
        .sum()
}

/// Returns whether a record of the corpus is not a game that was played or written down, but has
/// one construct after the other.
fn is_made_up(name: &str) -> bool {
    let folders = [
        "probes",
        "synthetic",
        "spec-examples",
        "examples",
        "cases",
        "encodings",
        "sgf4j",
    ];
    folders.iter().any(|folder| name.contains(folder))
}

fn has_clock(game: &Game<'_>) -> bool {
    game.nodes()
        .any(|node| game.has(node, Id::TimeBlack) || game.has(node, Id::TimeWhite))
}

fn has_moves(game: &Game<'_>) -> bool {
    game.nodes().any(|node| game.mv(node).is_some())
}

fn differences(name: &str, what: &str, before: &[Game<'_>], after: &[Game<'_>], tally: &mut Tally) {
    if before.len() != after.len() {
        let (before, after) = (before.len(), after.len());
        return tally.fail(name, format!("{what}: {before} games became {after}"));
    }
    for (number, (before, after)) in (1..).zip(before.iter().zip(after)) {
        let found = compare(before, after);
        if let Some(difference) = found.differences.first() {
            tally.fail(name, format!("{what}: game {number}: {difference}"));
        }
    }
}
