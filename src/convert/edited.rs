//! Tests that an edit of a converted record comes back, and that the rest of the record does not change.
//!
//! A record is converted, its result is edited as a person or another program would do it, and the
//! edited result is converted back. The outcome must be the source with the same edit, made on its
//! model.

mod bracketed;
mod kinds;
mod lines;
mod records;
mod scene;

use std::collections::BTreeMap;
use std::fmt::Write;

use kinds::KINDS;
use records::Record;
use scene::{Changed, Edit, Scene};

use crate::compare::{Difference, compare};
use crate::convert::rules;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::edit::pairs;
use crate::format::Format;
use crate::model::{Game, Id, NodeId, Step};
use crate::options::WriteOptions;

/// The edits of one field of one node.
const FIELDS: &[&str] = &[
    "comment changed",
    "name changed",
    "comment added",
    "text deleted",
    "move changed",
    "mark moved",
    "label changed",
];

/// How many failures a test prints whole.
const PRINTED: usize = 6;

/// Tries every kind of edit on `count` records of one format, converted to another. So many percent of the edits have to come
/// home with all other words of the record.
///
/// The others are of random records. Some have a tree that the format of the source cannot say after the edit, such as
/// `(;)(;W[aa])` in Ishi; in others the edited node and its neighbour look the same.
fn check(from: Format, to: Format, count: usize, percent: usize) {
    let records: Vec<Converted> = records::of(from, count > 100)
        .filter_map(|record| Converted::new(record, to))
        .take(count)
        .collect();
    assert_eq!(records.len(), count, "records from {from} to {to}");
    let mut failures = String::new();
    let mut held: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut changes = Vec::new();
    for (seed, record) in records.iter().enumerate() {
        let other = &records[(seed + 1) % records.len()];
        for kind in KINDS {
            let Some(make) = kind.of(to) else {
                continue;
            };
            let scene = record.scene(seed, other);
            let counts = held.entry(kind.name).or_default();
            let Some(edit) = make(&scene) else {
                continue;
            };
            counts.1 += 1;
            match carry_out(&edit, to, from) {
                Ok(back) => {
                    counts.0 += 1;
                    if FIELDS.contains(&kind.name) {
                        changes.push(changed_pieces(&record.home, &back, from));
                    }
                }
                Err(problem) => {
                    if counts.1 - counts.0 <= PRINTED {
                        let text = String::from_utf8_lossy(&record.source.bytes);
                        let _ = write!(
                            failures,
                            "=== {} of record {seed}: {problem}\n--- source:\n{text}\n--- converted:\n{}\n--- edited:\n{}\n",
                            kind.name, record.text, edit.text,
                        );
                    }
                }
            }
        }
    }
    println!("{from} edited in {to}, {count} records:");
    for (name, (good, tried)) in &held {
        println!("  {name}: {good} of {tried}");
    }
    let (held_all, tried_all) = held
        .values()
        .fold((0, 0), |all, (good, tried)| (all.0 + good, all.1 + tried));
    let is_enough = held_all * 100 >= tried_all * percent;
    println!("  all: {held_all} of {tried_all}");
    let [median, most] = [50, 95].map(|percent| quantile(&mut changes, percent));
    println!(
        "  an edit of one field changes {median} pieces of the text, 95 of 100 edits at most {most}"
    );
    assert!(median <= 1, "{median} pieces");
    assert!(failures.is_empty() || is_enough, "{failures}");
}

/// Returns how many pieces differ between two texts that came home, without an edit and with it: lines and blocks of
/// Ishi, properties of a text in brackets.
fn changed_pieces(before: &[u8], after: &[u8], format: Format) -> usize {
    let mut counts: BTreeMap<String, isize> = BTreeMap::new();
    for (bytes, step) in [(before, -1), (after, 1)] {
        let text = String::from_utf8_lossy(bytes);
        let (_, cuts) = dispatch::pieces(format, &text);
        for piece in cuts.iter().flat_map(|cut| &cut.pieces) {
            let words = piece.span.slice(&text);
            *counts.entry(words.trim().to_owned()).or_default() += step;
        }
    }
    let sum = |sign: isize| {
        counts
            .values()
            .map(|count| (count * sign).max(0))
            .sum::<isize>()
    };
    sum(1).max(sum(-1)).unsigned_abs()
}

/// Returns the number that so many of a hundred numbers do not exceed.
fn quantile(numbers: &mut [usize], percent: usize) -> usize {
    numbers.sort_unstable();
    let place = (numbers.len() * percent).div_ceil(100).saturating_sub(1);
    numbers.get(place).copied().unwrap_or(0)
}

/// A record of one game, with its converted text.
struct Converted {
    source: Record,
    game: Game<'static>,
    text: String,
    /// What comes home without an edit: the source, or the same record in another wording if its text does not travel
    /// whole.
    home: Vec<u8>,
}

impl Converted {
    /// Converts a record. `None` if it is not one game that comes back.
    fn new(source: Record, to: Format) -> Option<Self> {
        let mut games = source.read()?;
        let game = games.pop().filter(|_| games.is_empty())?;
        let (converted, report) = source.to(to)?;
        let whole = !report.has(&rules::STALE);
        let text = String::from_utf8(converted.bytes).ok().filter(|_| whole)?;
        if !is_told_alike(&game, &text, to) {
            return None;
        }
        // If the first move is in the root, only Ishi keeps the words of the event apart from the words of the move.
        let edit = Edit {
            text: text.clone(),
            expected: vec![game.clone()],
            changed: Changed::Nothing,
        };
        let home = carry_out(&edit, to, source.format)
            .inspect_err(|problem| println!("not edited, as it does not come back: {problem}"))
            .ok()?;
        Some(Self {
            source,
            game,
            text,
            home,
        })
    }

    fn scene<'s>(&'s self, seed: usize, other: &'s Self) -> Scene<'s> {
        Scene {
            game: &self.game,
            text: &self.text,
            other: (&other.game, &other.text),
            seed,
        }
    }
}

/// Returns whether a game has the same tree in another format, so that an edit of the text is an edit of the game.
fn is_told_alike(game: &Game<'_>, text: &str, to: Format) -> bool {
    let found = dispatch::read(to, text, &mut Diagnostics::new());
    let steps = |game: &Game<'_>| -> Vec<bool> {
        let walk = game.walk();
        walk.map(|step| matches!(step, Step::Enter(_))).collect()
    };
    matches!(found.as_slice(), [found] if steps(found) == steps(game))
}

/// Converts an edited text back, and compares it with the expected games. Returns what came back.
fn carry_out(edit: &Edit, edited: Format, from: Format) -> Result<Vec<u8>, String> {
    let record = Record::new(edited, edit.text.clone());
    let (back, _) = record.to(from).ok_or("it is not converted back")?;
    let mut games = back.read().ok_or("the result cannot be read")?;
    let mut expected = edit.expected.clone();
    if from == Format::Ishi {
        let both = games.iter_mut().chain(&mut expected);
        both.for_each(number_as_ishi);
    }
    let problem = match &edit.changed {
        Changed::Contents(gone) => contents(&expected, &games, gone),
        changed => nodes(&expected, &games, changed, edited),
    };
    match problem {
        Some(problem) => Err(format!(
            "{problem}\n--- came back:\n{}",
            String::from_utf8_lossy(&back.bytes)
        )),
        None => Ok(back.bytes),
    }
}

/// Numbers the moves as a text in Ishi does: each has a number, so a number that goes on from the move before is not said.
fn number_as_ishi(game: &mut Game<'static>) {
    let mut text = String::new();
    let options = WriteOptions::default();
    if dispatch::write(Format::Ishi, game, &options, &mut text).is_err() {
        return;
    }
    let said = dispatch::read(Format::Ishi, &text, &mut Diagnostics::new());
    let [said] = said.as_slice() else {
        return;
    };
    for (node, said_node) in pairs(game, said).unwrap_or_default() {
        if said.get(said_node, Id::MoveNumber).is_none() {
            game.remove_property(node, Id::MoveNumber.ident());
        }
    }
}

/// Compares games node by node; returns the first difference that the edit does not explain.
fn nodes(
    expected: &[Game<'_>],
    back: &[Game<'_>],
    changed: &Changed,
    edited: Format,
) -> Option<String> {
    if expected.len() != back.len() {
        return Some(format!("{} games became {}", expected.len(), back.len()));
    }
    expected.iter().zip(back).find_map(|(expected, back)| {
        let explained = |difference: &Difference| explains(changed, difference, edited);
        let found = compare(expected, back).differences;
        let first = found.iter().find(|one| !explained(one))?;
        Some(first.to_string())
    })
}

/// Returns whether an edit explains a difference.
fn explains(changed: &Changed, difference: &Difference, edited: Format) -> bool {
    let what = difference.what.as_str();
    match changed {
        Changed::Position => by_position(what, edited),
        Changed::Nothing | Changed::Contents(_) => false,
    }
}

/// Returns whether something depends on all moves before a node.
fn by_position(what: &str, edited: Format) -> bool {
    let ends = |words: &[&str]| words.iter().any(|word| what.ends_with(word));
    match edited {
        // The setup stones of a continuation are the whole position.
        Format::Ishi => ends(&["(AB)", "(AW)", "(AE)"]),
        // A mark is a triangle on a stone, else a cross. `MARK #5` of an Ishi record stays with move 5.
        Format::SmartGo => ends(&["(TR)", "(MA)", "(LB)"]),
        Format::Sgf => false,
    }
}

/// Compares the contents of the nodes of all games, without their places in the trees. Returns a content that is
/// missing. The content of the nodes of the edit (`gone`) may be missing.
fn contents(expected: &[Game<'_>], back: &[Game<'_>], gone: &[(usize, NodeId)]) -> Option<String> {
    let mut counts: BTreeMap<String, isize> = BTreeMap::new();
    for (number, game) in expected.iter().enumerate() {
        for node in game.nodes().filter(|node| !gone.contains(&(number, *node))) {
            *counts.entry(scene::content(game, node)).or_default() += 1;
        }
    }
    for game in back {
        for node in game.nodes() {
            *counts.entry(scene::content(game, node)).or_default() -= 1;
        }
    }
    let (content, _) = counts.iter().find(|(_, count)| **count > 0)?;
    Some(format!("no node has this content any more: {content}"))
}

macro_rules! pairs {
    ($($name:ident: $from:ident $to:ident $percent:literal;)*) => {
        $(
            #[test]
            fn $name() {
                check(Format::$from, Format::$to, 40, $percent);
            }
        )*

        /// The same with many records, also of the corpus if there is one.
        mod long {
            use super::*;

            $(
                #[test]
                #[ignore = "takes long, and reads the corpus"]
                fn $name() {
                    check(Format::$from, Format::$to, 200, $percent);
                }
            )*
        }
    };
}

pairs! {
    of_ishi_records_in_sgf: Ishi Sgf 99;
    of_ishi_records_in_smart_go: Ishi SmartGo 86;
    of_sgf_records_in_ishi: Sgf Ishi 98;
    of_sgf_records_in_smart_go: Sgf SmartGo 95;
    of_smart_go_records_in_ishi: SmartGo Ishi 96;
    of_smart_go_records_in_sgf: SmartGo Sgf 98;
}
