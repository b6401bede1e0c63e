//! Tests that an edit of a converted record comes back, and that the rest of the record does not change.
//!
//! A record is converted, its result is edited as a person or another program would do it, and the
//! edited result is converted back. The outcome must be the source with the same edit, made on its
//! model.

mod records;

use std::collections::BTreeMap;
use std::fmt::Write;

use records::Record;

use crate::collection::{self, Collection};
use crate::convert::rules;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::edit::pairs;
use crate::format::{Format, WriteOptions};
use crate::model::{Game, Id, Step};
use crate::record::compare::{Difference, compare};
use crate::testing::carrier;
use crate::testing::edit::{Edit, KINDS, Scene};

/// How many failures a test prints whole.
const PRINTED: usize = 6;

/// A text that was edited, and the games of the source with the same edit.
struct Edited {
    text: String,
    expected: Vec<Game<'static>>,
    /// Whether data that depends on the position may differ.
    changes_positions: bool,
}

/// How the edits of a kind ended.
#[derive(Default)]
struct Tally {
    tried: usize,
    held: usize,
    /// How many the format of the result cannot express, so the editor refused them.
    refused: usize,
}

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
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut changes = Vec::new();
    for (seed, record) in records.iter().enumerate() {
        for kind in KINDS {
            let scene = record.scene(seed);
            let Some(edit) = (kind.choose)(&scene) else {
                continue;
            };
            // In Ishi a node without a move is a diagram, so this is an edit of two fields there.
            if to == Format::Ishi && matches!(edit, Edit::Move(_, None)) {
                continue;
            }
            let tally = tallies.entry(kind.name).or_default();
            let mut shown = record.shown.clone();
            edit.make(&mut shown.games[0]);
            let Ok(bytes) = shown.write() else {
                tally.refused += 1;
                continue;
            };
            let mut expected = record.game.clone();
            edit.make(&mut expected);
            let edited = Edited {
                text: String::from_utf8(bytes).expect("the text was UTF-8"),
                expected: vec![expected],
                changes_positions: edit.changes_positions(),
            };
            let back = record.try_edit(kind.name, &edited, to, tally, &mut failures);
            // Any program must see the edit, also one that does not know carriers.
            if let (Some(back), Some(words)) = (&back, edit.words()) {
                let text = Record::new(from, back.as_slice()).text();
                let text = text.expect("a record comes back");
                let (native, _) = carrier::split(from, &text);
                assert!(
                    native.contains(words),
                    "{}: no {words:?} outside of a carrier:\n{text}",
                    kind.name
                );
            }
            changes.extend(
                back.filter(|_| kind.is_field)
                    .map(|back| changed_pieces(&record.home, &back, from)),
            );
        }
        for (name, edited) in record.carrier_edits(&records[(seed + 1) % records.len()], to) {
            let tally = tallies.entry(name).or_default();
            record.try_edit(name, &edited, to, tally, &mut failures);
        }
    }
    println!("{from} edited in {to}, {count} records:");
    for (
        name,
        Tally {
            tried,
            held,
            refused,
        },
    ) in &tallies
    {
        println!("  {name}: {held} of {tried}, {refused} refused");
    }
    let sum = |of: fn(&Tally) -> usize| tallies.values().map(of).sum::<usize>();
    let (held, tried) = (sum(|tally| tally.held), sum(|tally| tally.tried));
    println!("  all: {held} of {tried}");
    let [median, most] = [50, 95].map(|percent| quantile(&mut changes, percent));
    println!(
        "  an edit of one field changes {median} pieces of the text, 95 of 100 edits at most {most}"
    );
    assert!(median <= 1, "{median} pieces");
    let is_enough = held * 100 >= tried * percent;
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
    /// The record that a program reads from the converted text.
    shown: Collection,
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
        let edited = Edited {
            text: text.clone(),
            expected: vec![game.clone()],
            changes_positions: false,
        };
        let home = carry_out(&edited, to, source.format)
            .inspect_err(|problem| println!("not edited, as it does not come back: {problem}"))
            .ok()?;
        let shown = collection::read(text.as_bytes()).ok()?;
        let is_one = shown.format == to && shown.games.len() == 1;
        is_one.then_some(Self {
            source,
            game,
            text,
            shown,
            home,
        })
    }

    fn scene(&self, seed: usize) -> Scene<'_> {
        Scene::new(&self.shown.games[0], &self.game, seed)
    }

    /// Carries an edit out and counts the outcome. Returns what came back.
    fn try_edit(
        &self,
        name: &str,
        edited: &Edited,
        to: Format,
        tally: &mut Tally,
        failures: &mut String,
    ) -> Option<Vec<u8>> {
        tally.tried += 1;
        let problem = match carry_out(edited, to, self.source.format) {
            Ok(back) => {
                tally.held += 1;
                return Some(back);
            }
            Err(problem) => problem,
        };
        if tally.tried - tally.held <= PRINTED {
            let text = String::from_utf8_lossy(&self.source.bytes);
            let _ = write!(
                failures,
                "=== {name}: {problem}\n--- source:\n{text}\n--- converted:\n{}\n--- edited:\n{}\n",
                self.text, edited.text,
            );
        }
        None
    }

    /// Returns edits of the carrier, and the text after the one of another record. Without its carrier, or with one
    /// that cannot be read, the record is what its properties say.
    fn carrier_edits(&self, other: &Self, to: Format) -> Vec<(&'static str, Edited)> {
        let (plain, carrier) = carrier::split(to, &self.text);
        let edited = |text: String, expected: Vec<Game<'static>>| Edited {
            text,
            expected,
            changes_positions: false,
        };
        let shown = |text: String| {
            let games = dispatch::read(to, &text, &mut Diagnostics::new());
            let expected = games.into_iter().map(Game::into_owned).collect();
            edited(text, expected)
        };
        let twice = self.text.replacen(carrier, &carrier.repeat(2), 1);
        let damaged = carrier.replacen("ishi 3 ", "ishi 3 x ", 1);
        let both = [&*other.text, "\n", &self.text].concat();
        let games = vec![other.game.clone(), self.game.clone()];
        let mut edits = Vec::new();
        if !carrier.is_empty() {
            edits.push(("carrier deleted", shown(plain.clone())));
            edits.push((
                "carrier damaged",
                shown(carrier::join(to, &plain, &damaged)),
            ));
            edits.push(("carrier doubled", edited(twice, vec![self.game.clone()])));
        }
        edits.push(("records joined", edited(both, games)));
        edits
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
fn carry_out(edited: &Edited, to: Format, from: Format) -> Result<Vec<u8>, String> {
    let record = Record::new(to, edited.text.clone());
    let (back, _) = record.to(from).ok_or("it is not converted back")?;
    let mut games = back.read().ok_or("the result cannot be read")?;
    let mut expected = edited.expected.clone();
    if from == Format::Ishi {
        let both = games.iter_mut().chain(&mut expected);
        both.for_each(number_as_ishi);
    }
    match first_difference(&expected, &games, edited, to) {
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
fn first_difference(
    expected: &[Game<'_>],
    back: &[Game<'_>],
    edited: &Edited,
    to: Format,
) -> Option<String> {
    if expected.len() != back.len() {
        return Some(format!("{} games became {}", expected.len(), back.len()));
    }
    expected.iter().zip(back).find_map(|(expected, back)| {
        let found = compare(expected, back).differences;
        let explains = |one: &&Difference| edited.changes_positions && by_position(&one.what, to);
        let first = found.iter().find(|one| !explains(one))?;
        Some(first.to_string())
    })
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
    of_smart_go_records_in_ishi: SmartGo Ishi 95;
    of_smart_go_records_in_sgf: SmartGo Sgf 98;
}
