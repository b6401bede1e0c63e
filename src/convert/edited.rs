//! Tests that an edit of a converted record comes back, and that the rest of the record does not change.
//!
//! A record is converted, its result is edited as a person or another program would do it, and the
//! edited result is converted back. The outcome must be the source with the same edit, made on its
//! model. Words that the edit makes wrong may be gone, but not words of other nodes.

mod bracketed;
mod kinds;
mod lines;
mod records;
mod scene;

use std::collections::BTreeMap;
use std::fmt::Write;

use kinds::KINDS;
use records::{Memory, Record};
use scene::{Changed, Edit, Scene};

use crate::compare::{Difference, Scope, compare};
use crate::convert::rules;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::format::Format;
use crate::model::{Game, NodeId, Step};
use crate::options::ReadOptions;

/// How many failures a test prints whole.
const PRINTED: usize = 6;

/// Tries every kind of edit on `count` records of one format, converted to another. Each kind of edit that the target
/// has must be possible in at least `least` of them.
fn check(from: Format, to: Format, memory: Memory, count: usize, least: usize) {
    let records: Vec<Converted> = records::of(from, memory, count > 100)
        .filter_map(|record| Converted::new(record, to, memory))
        .take(count)
        .collect();
    assert_eq!(records.len(), count, "records from {from} to {to}");
    let mut failures = String::new();
    let mut held: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
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
            match carry_out(&edit, to, from, memory) {
                Ok(()) => counts.0 += 1,
                // A cut line, `ENDUSE`, is a typing slip and is read as meant. A finding says that its words are left
                // out.
                Err(problem)
                    if kind.name == "carrier damaged" && problem.starts_with("the wording of") =>
                {
                    counts.0 += 1;
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
    // Some records that nobody would write cannot take an edit in their text, and lose wording.
    let is_enough = memory == Memory::Text && held_all * 100 >= tried_all * 94;
    println!("  all: {held_all} of {tried_all}");
    assert!(failures.is_empty() || is_enough, "{failures}");
    let rare: Vec<_> = held
        .iter()
        .filter(|(_, (_, tried))| *tried < least)
        .collect();
    assert!(rare.is_empty(), "tried less than {least} times: {rare:?}");
}

/// A record of one game, with its converted text.
struct Converted {
    source: Record,
    game: Game<'static>,
    text: String,
}

impl Converted {
    /// Converts a record. `None` if it is not one game that comes back with all its words.
    fn new(source: Record, to: Format, memory: Memory) -> Option<Self> {
        let mut games = source.read(memory)?;
        let game = games.pop().filter(|_| games.is_empty())?;
        let (converted, report) = source.to(to, memory)?;
        let whole = !report.has(&rules::STALE) && !report.has(&rules::DETAIL);
        let text = String::from_utf8(converted.bytes).ok().filter(|_| whole)?;
        if memory == Memory::Text && !is_told_alike(&source, &game, &text, to) {
            return None;
        }
        // If the first move is in the root, only Ishi keeps the words of the event apart from the words of the move.
        let edit = Edit {
            text: text.clone(),
            expected: vec![game.clone()],
            changed: Changed::Words(Vec::new()),
        };
        if let Err(problem) = carry_out(&edit, to, source.format, memory) {
            println!("not edited, as it does not come back: {problem}");
            return None;
        }
        Some(Self { source, game, text })
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

/// Returns whether both memories can be compared with a record. It must have no entries in its nodes, and its game
/// must have the same tree in the other format, so that an edit of the text is an edit of the game.
fn is_told_alike(source: &Record, game: &Game<'_>, text: &str, to: Format) -> bool {
    let has_entries = source.bytes.windows(6).any(|bytes| bytes == b"ishi 1");
    let (options, log) = (&ReadOptions::default(), &mut Diagnostics::new());
    let found = dispatch::read(to, text, options, log);
    let steps = |game: &Game<'_>| -> Vec<bool> {
        let walk = game.walk();
        walk.map(|step| matches!(step, Step::Enter(_))).collect()
    };
    !has_entries && matches!(found.as_slice(), [found] if steps(found) == steps(game))
}

/// Converts an edited text back, and compares it with the expected games.
fn carry_out(edit: &Edit, edited: Format, from: Format, memory: Memory) -> Result<(), String> {
    let record = Record::new(edited, edit.text.clone());
    let (back, findings) = record.to(from, memory).ok_or("it is not converted back")?;
    let games = back.read(memory).ok_or("the result cannot be read")?;
    let problem = match &edit.changed {
        Changed::Contents(gone) => contents(&edit.expected, &games, gone),
        changed => nodes(&edit.expected, &games, changed, edited),
    };
    let lost = findings.kept().iter().map(|finding| &finding.diagnostic);
    let lost = lost.filter(|one| std::ptr::eq(one.rule, &raw const rules::DETAIL));
    let lost: Vec<_> = lost.map(|one| one.message.clone()).collect();
    let lost = (!lost.is_empty()).then(|| lost.join("\n"));
    match problem.or(lost) {
        Some(problem) => Err(format!(
            "{problem}\n--- came back:\n{}",
            String::from_utf8_lossy(&back.bytes)
        )),
        None => Ok(()),
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
        let ids: Vec<_> = expected.nodes().collect();
        let explained = |difference: &Difference| {
            let node = difference.node.0.or(difference.node.1);
            let node = node.and_then(|number| ids.get(number).copied());
            explains(changed, difference, node, edited)
        };
        let found = compare(expected, back, Scope::Whole).differences;
        // Without its charset a record has its signs behind backslashes again: `\t` for a triangle.
        let lost_charset = found.iter().any(|one| one.what == "fact charset");
        let is_sign = |one: &Difference| lost_charset && one.what == "Ishi line COM";
        let mut unexplained = found.iter().filter(|one| !explained(one));
        let first = unexplained.find(|one| !is_sign(one))?;
        Some(first.to_string())
    })
}

/// Returns whether an edit explains a difference. For example, kept words that the edit makes wrong are gone.
fn explains(
    changed: &Changed,
    difference: &Difference,
    node: Option<NodeId>,
    edited: Format,
) -> bool {
    let what = difference.what.as_str();
    let detail = ["Ishi line", "Smart-Go property", "fact "];
    let is_detail = detail.iter().any(|start| what.starts_with(start));
    let lost = is_detail && difference.first.is_some();
    let near = |nodes: &[NodeId]| node.is_some_and(|node| nodes.contains(&node));
    match changed {
        Changed::Words(nodes) => {
            // A person need not write marks in the order that we write them in.
            let marks = edited == Format::Ishi && what == "Ishi line MARK";
            near(nodes) && (lost || marks) || what == "fact charset"
        }
        Changed::Position(nodes) => {
            // Remarks at the end of a line are before a move that comes after it.
            let remarks = what == "Ishi line REMARK";
            near(nodes) && (lost || remarks) || by_position(what, lost, edited)
        }
        // A carrier gives moves their numbers, and diagrams their places.
        Changed::Nodes(nodes) => near(nodes) || lost && by_position(what, lost, edited),
        Changed::Contents(_) => false,
    }
}

/// Returns whether something depends on all moves before a node.
fn by_position(what: &str, lost: bool, edited: Format) -> bool {
    let ends = |words: &[&str]| words.iter().any(|word| what.ends_with(word));
    let native = match edited {
        // The setup stones of a continuation are the whole position.
        Format::Ishi => ends(&["(AB)", "(AW)", "(AE)"]),
        // A mark is a triangle on a stone, else a cross.
        Format::SmartGo => ends(&["(TR)", "(MA)"]),
        Format::Sgf => false,
    };
    // The prisoners and numbers of moves and the stones that marks name depend on the position too.
    let words = ["MARK", "PRISONER", "HIDE", "SETUP", "line B", "line W"];
    let written = edited == Format::Ishi && ends(&["PRISONER", "HIDE"]);
    // Facts are about the places of lines among others.
    let layout = what.starts_with("fact no-prisoner") || lost && what.starts_with("fact ");
    native || written || lost && ends(&words) || layout
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
    ($($name:ident: $from:ident $to:ident;)*) => {
        $(
            #[test]
            fn $name() {
                check(Format::$from, Format::$to, Memory::Entries, 40, 1);
            }
        )*

        /// The same, but the text of the source travels in the result.
        mod of_texts {
            use super::*;

            $(
                #[test]
                fn $name() {
                    check(Format::$from, Format::$to, Memory::Text, 40, 0);
                }
            )*
        }

        /// The same with many records, also of the corpus if there is one.
        mod long {
            use super::*;

            $(
                #[test]
                #[ignore = "takes long, and reads the corpus"]
                fn $name() {
                    check(Format::$from, Format::$to, Memory::Entries, 200, 5);
                }
            )*
        }
    };
}

pairs! {
    of_ishi_records_in_sgf: Ishi Sgf;
    of_ishi_records_in_smart_go: Ishi SmartGo;
    of_sgf_records_in_ishi: Sgf Ishi;
    of_sgf_records_in_smart_go: Sgf SmartGo;
    of_smart_go_records_in_ishi: SmartGo Ishi;
    of_smart_go_records_in_sgf: SmartGo Sgf;
}
