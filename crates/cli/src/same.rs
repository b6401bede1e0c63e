//! Compares records by their meaning instead of their bytes, and tells edited results from damaged ones.

use std::io::{self, BufReader, Cursor, Read, Seek};
use std::path::Path;

use ishi::compare::{Comparison, compare};
use ishi::model::Game;
use ishi::source::{Source, SourceOptions};
use ishi::{Format, Games};

use super::disk;
use super::document;
use super::render::{counted, listed};
use super::to::To;

/// How many differences of an edited result are named.
const NAMED: usize = 2;

/// Returns whether two records have games that mean the same, in the same order. The texts that travel in them count.
pub fn means_the_same<A: Read + Seek, B: Read + Seek>(
    a: &mut Source<A>,
    b: &mut Source<B>,
) -> bool {
    differences(a, b).is_some_and(|found| found.is_same())
}

/// Returns whether two results say the same.
pub fn are_the_same(a: &Path, b: &Path, to: To) -> bool {
    let found = match to {
        To::Format(format) => between(a, b, format).map(|found| found.is_same()),
        To::Json { .. } => [a, b]
            .map(|path| content(path).ok())
            .into_iter()
            .collect::<Option<Vec<_>>>()
            .map(|texts| {
                texts
                    .windows(2)
                    .all(|pair| matches!(pair, [a, b] if document::same(a, b)))
            }),
    };
    found.unwrap_or(false)
}

/// Returns the edits of a person in a result, `now`, that `ishi` would write as `made`.
pub fn edits(made: &Path, now: &Path, to: To) -> Option<String> {
    let To::Format(format) = to else {
        return None;
    };
    let found = between(made, now, format)?;
    if found.is_same() {
        return Some("it means the same".to_owned());
    }
    let first = found.differences.iter().take(NAMED);
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

/// Compares two results.
fn between(a: &Path, b: &Path, format: Format) -> Option<Comparison> {
    let open = |path| {
        let options = SourceOptions {
            format: Some(format),
            ..SourceOptions::default()
        };
        Source::open(BufReader::new(disk::open(path).ok()?), options).ok()
    };
    differences(&mut open(a)?, &mut open(b)?)
}

/// Compares two records game by game. Returns `None` if their numbers of games differ, or if one cannot be read.
fn differences<A: Read + Seek, B: Read + Seek>(
    a: &mut Source<A>,
    b: &mut Source<B>,
) -> Option<Comparison> {
    let (mut a, mut b) = (Games::new(a).with_carried(), Games::new(b).with_carried());
    let mut all = Comparison::default();
    loop {
        match (a.next(), b.next()) {
            (None, None) => return Some(all),
            (Some(Ok(one)), Some(Ok(two))) => {
                let found = compared((&a, &one), (&b, &two));
                all.count += found.count;
                all.differences.extend(found.differences);
            }
            _ => return None,
        }
    }
}

/// Compares the games that two readers gave out last, and if these are the same the words of their texts.
pub fn compared<A: Read + Seek, B>(
    (a, one): (&Games<'_, A>, &Game<'_>),
    (b, two): (&Games<'_, B>, &Game<'_>),
) -> Comparison {
    let mut compared = compare(one, two);
    if compared.is_same() {
        compared.differences.extend(a.difference_of_words(b));
        compared.count = compared.differences.len();
    }
    compared
}
