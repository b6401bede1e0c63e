//! Compares records by their meaning instead of their bytes, and tells edited results from damaged ones.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufReader, Cursor, Read, Seek};
use std::path::Path;

use ishi::compare::{Comparison, Difference, compare};
use ishi::convert::Findings;
use ishi::crash::contained;
use ishi::model::{Game, NodeId};
use ishi::source::{Source, SourceError, SourceOptions};
use ishi::{Format, Games};

use super::disk;
use super::input::InputError;
use super::render::{counted, listed};
use crate::options::document;
use crate::options::to::To;

/// How many differences of an edited result are named.
const NAMED: usize = 2;

/// The differences between two records.
#[derive(Debug, Default)]
pub struct FoundDifferences {
    /// How many games each record has.
    pub games: [usize; 2],
    /// The differences, with the number of the game from 1.
    pub differences: Vec<(usize, Difference)>,
    /// How many differences there are, including those that are only counted.
    pub count: usize,
}

impl FoundDifferences {
    /// Returns whether there is no difference.
    pub fn is_same(&self) -> bool {
        self.count == 0 && self.games[0] == self.games[1]
    }
}

/// Compares two records game by game. The texts that travel in them count. Returns the differences, and the findings in
/// each record.
///
/// # Errors
///
/// The name of the record that cannot be read, and why.
pub fn differences<A: Read + Seek, B: Read + Seek>(
    a: &mut Source<A>,
    b: &mut Source<B>,
    [first, second]: [&str; 2],
) -> Result<(FoundDifferences, [Findings; 2]), (String, InputError)> {
    let (mut a, mut b) = (Games::new(a).with_carried(), Games::new(b).with_carried());
    let mut found = FoundDifferences::default();
    loop {
        let one = next(&mut a).map_err(|error| (first.to_owned(), error))?;
        let two = next(&mut b).map_err(|error| (second.to_owned(), error))?;
        found.games[0] += usize::from(one.is_some());
        found.games[1] += usize::from(two.is_some());
        match (one, two) {
            (Some(one), Some(two)) => {
                let compared = contained(|| compared((&a, &one), (&b, &two)));
                let compared = compared.map_err(|crash| (second.to_owned(), crash.into()))?;
                found.count += compared.count;
                let differences = compared.differences.into_iter();
                found
                    .differences
                    .extend(differences.map(|one| (found.games[0], one)));
            }
            (None, None) => return Ok((found, [a.findings().clone(), b.findings().clone()])),
            _ => {}
        }
    }
}

/// Returns the next game of a record.
fn next<R: Read + Seek>(games: &mut Games<'_, R>) -> Result<Option<Game<'static>>, InputError> {
    Ok(contained(|| games.next().transpose())??)
}

/// Returns whether two results say the same.
pub fn are_the_same(a: &Path, b: &Path, to: To) -> bool {
    disk::open(a).is_ok_and(|a| says_the_same(BufReader::new(a), b, to))
}

/// Returns whether a result says the same as another one.
pub fn says_the_same<R: Read + Seek>(mut made: R, there: &Path, to: To) -> bool {
    if let To::Format(format) = to {
        return between(made, there, format).is_some_and(|found| found.is_same());
    }
    let mut text = Vec::new();
    let is_read = made.read_to_end(&mut text).is_ok();
    is_read && content(there).is_ok_and(|there| document::same(&text, &there))
}

/// Returns the edits of a person in a result, `now`, that `ishi` would write as `made`.
pub fn edits(made: &Path, now: &Path, to: To) -> Option<String> {
    let To::Format(format) = to else {
        return None;
    };
    let found = between(BufReader::new(disk::open(made).ok()?), now, format)?;
    if found.is_same() {
        return Some("it means the same".to_owned());
    }
    if found.count == 0 {
        return None;
    }
    let first = found.differences.iter().take(NAMED).map(|(_, one)| one);
    let count = counted(found.count, "difference");
    Some(format!(
        "{count}: {}",
        listed(first, found.count, ["; ", ""])
    ))
}

/// Returns the reason that a result, edited or not, is no whole record any more. A file that cannot be
/// read has none.
pub fn damage(path: &Path, to: To) -> Option<&'static str> {
    const NO_RECORD: &str = "it is no record any more";
    const CUT: &str = "its end is missing";
    let bytes = content(path).ok()?;
    let To::Format(format) = to else {
        let is_document = serde_json::from_slice::<serde_json::Value>(&bytes).is_ok();
        return (!is_document).then_some(NO_RECORD);
    };
    let is_ishi = format == Format::Ishi;
    let ends_well = !is_ishi || bytes.ends_with(b"\n");
    let options = SourceOptions {
        hint: Some(format),
        ..SourceOptions::default()
    };
    let source = Source::open(Cursor::new(&bytes), options);
    let Some(mut source) = source
        .ok()
        .filter(|source| !bytes.is_empty() && (source.format() == Format::Ishi) == is_ishi)
    else {
        return Some(NO_RECORD);
    };
    let mut games = Games::new(&mut source);
    if games.by_ref().flatten().count() == 0 {
        return Some(NO_RECORD);
    }
    (!ends_well || games.findings().is_cut()).then_some(CUT)
}

/// Reads a result. A pipe or a device is none.
pub fn content(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    disk::open(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a result as a record.
pub fn opened(path: &Path, options: SourceOptions) -> Result<Source<BufReader<File>>, SourceError> {
    Source::open(BufReader::new(disk::open(path)?), options)
}

/// Compares two results.
fn between<R: Read + Seek>(a: R, b: &Path, format: Format) -> Option<FoundDifferences> {
    let options = SourceOptions::of(Some(format.into()));
    let mut a = Source::open(a, options).ok()?;
    let mut b = opened(b, options).ok()?;
    let (found, _) = differences(&mut a, &mut b, ["", ""]).ok()?;
    Some(found)
}

/// Compares the games that two readers gave out last, and the words of their texts. Another form of the same data counts
/// if there is no other difference.
fn compared<A: Read + Seek, B: Read + Seek>(
    (a, one): (&Games<'_, A>, &Game<'_>),
    (b, two): (&Games<'_, B>, &Game<'_>),
) -> Comparison {
    let mut compared = compare(one, two);
    if let Some(form) = a.difference_of_words(b) {
        let words = [(one, a.words(one)), (two, b.words(two))];
        let is_same = compared.is_same();
        add_words(words, &form, &mut compared);
        if is_same && compared.is_same() {
            compared.count = 1;
            compared.differences.push(form);
        }
    }
    compared
}

/// Adds the differences between the words without meaning of two games, node by node. `form` names them.
fn add_words(
    games: [(&Game<'_>, Vec<(NodeId, String)>); 2],
    form: &Difference,
    compared: &mut Comparison,
) {
    let [one, two] = games.each_ref().map(|(game, _)| *game);
    let mut paths = Vec::new();
    let [first, second] = games.map(|(game, words)| {
        let mut texts = HashMap::<String, Vec<String>>::new();
        for (node, text) in words {
            let path = game.address(node).to_string();
            paths.push(path.clone());
            texts.entry(path).or_default().push(text.replace('\r', ""));
        }
        texts
    });
    let mut seen = HashSet::new();
    paths.retain(|path| seen.insert(path.clone()) && first.get(path) != second.get(path));
    compared.count += paths.len();
    let room = Comparison::LIMIT.saturating_sub(compared.differences.len());
    let differences = paths.into_iter().take(room).map(|path| {
        let number = |game: &Game<'_>| {
            let node = game.find(&path).ok()?;
            game.nodes().position(|other| other == node)
        };
        Difference {
            node: (number(one), number(two)),
            first: first.get(&path).map(|texts| texts.join("\n")),
            second: second.get(&path).map(|texts| texts.join("\n")),
            path,
            ..form.clone()
        }
    });
    compared.differences.extend(differences);
}
