//! Comparison of the detail of two nodes.
//!
//! Sorts the entries of each dialect by kind of data, because Ishi's keyword lines and Smart-Go's properties can
//! have any order. Within a kind the order counts, because MARK and UNMARK are executed in order, and people read
//! remarks in order. Ishi entries never move across the facts `Setup` and `End`.

use super::{Scope, Texts};
use crate::model::Fact;
use crate::model::{Dialect, Entry, Game};

const DIALECTS: [Dialect; 4] = [Dialect::Ishi, Dialect::SmartGo, Dialect::Sgf, Dialect::Fact];

/// Returns the dialects whose entries are compared.
pub(super) fn dialects(first: &Game<'_>, second: &Game<'_>, scope: Scope) -> Vec<Dialect> {
    if scope == Scope::Whole {
        return DIALECTS.to_vec();
    }
    let (first, second) = (present(first), present(second));
    let both = |dialect: &Dialect| first.contains(dialect) && second.contains(dialect);
    DIALECTS.into_iter().filter(both).collect()
}

/// Returns the dialects of the entries of a game.
fn present(game: &Game<'_>) -> Vec<Dialect> {
    let mut found = Vec::new();
    for entry in game.nodes().flat_map(|node| game.details(node)) {
        if !found.contains(&entry.dialect) {
            found.push(entry.dialect);
        }
    }
    found
}

/// Returns the differences between the entries of two nodes: the dialect and the kind of data,
/// and the entries of each node.
pub(super) fn differences(
    first: &[Entry<'_>],
    second: &[Entry<'_>],
    dialects: &[Dialect],
) -> Vec<(String, Texts)> {
    let (first, second) = (sorted(first, dialects), sorted(second, dialects));
    let mut left = first.chunk_by(|a, b| a.key == b.key).peekable();
    let mut right = second.chunk_by(|a, b| a.key == b.key).peekable();
    let mut found = Vec::new();
    loop {
        let next = match (left.peek().and_then(key), right.peek().and_then(key)) {
            (None, None) => return found,
            (Some(a), Some(b)) => a.min(b),
            (Some(key), None) | (None, Some(key)) => key,
        };
        let is_next = |chunk: &&[Item<'_>]| chunk.first().is_some_and(|item| item.key == next);
        let (a, b) = (left.next_if(is_next), right.next_if(is_next));
        if !same(a.unwrap_or_default(), b.unwrap_or_default()) {
            let what = format!("{} {}", words(next.dialect), next.kind);
            found.push((what.trim_end().to_owned(), (a.map(joined), b.map(joined))));
        }
    }
}

/// Returns the sort key of a chunk of entries.
fn key<'t>(chunk: &&[Item<'t>]) -> Option<Key<'t>> {
    chunk.first().map(|item| item.key)
}

/// The sort key of an entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key<'t> {
    dialect: Dialect,
    /// How many dividing facts come before the entry.
    section: usize,
    /// The keyword or identifier.
    kind: &'t str,
}

struct Item<'t> {
    key: Key<'t>,
    text: &'t str,
}

fn sorted<'t>(entries: &'t [Entry<'_>], dialects: &[Dialect]) -> Vec<Item<'t>> {
    let mut section = 0;
    let mut items = Vec::new();
    for entry in entries {
        let (dialect, text) = (entry.dialect, entry.text.as_ref());
        let divides = matches!(entry.fact(), Some(Fact::Setup | Fact::End));
        section += usize::from(divides);
        if dialects.contains(&dialect) {
            let key = Key {
                dialect,
                section: if dialect == Dialect::Ishi { section } else { 0 },
                kind: kind(dialect, text),
            };
            items.push(Item { key, text });
        }
    }
    items.sort_by(|a, b| a.key.cmp(&b.key));
    items
}

/// Returns the kind of data of an entry: `LB[aa:x]` -> `LB`. MARK and UNMARK are one
/// kind, because the remaining marks depend on the order of both.
fn kind(dialect: Dialect, text: &str) -> &str {
    let end = match dialect {
        Dialect::Ishi | Dialect::Fact => text.find([' ', '\n']),
        Dialect::Sgf | Dialect::SmartGo => text.find(['[', ' ']),
    };
    match end.and_then(|end| text.get(..end)).unwrap_or(text) {
        "UNMARK" if dialect == Dialect::Ishi => "MARK",
        kind => kind,
    }
}

fn same(a: &[Item<'_>], b: &[Item<'_>]) -> bool {
    a.iter()
        .map(|item| item.text)
        .eq(b.iter().map(|item| item.text))
}

fn joined(items: &[Item<'_>]) -> String {
    let texts: Vec<&str> = items.iter().map(|item| item.text).collect();
    texts.join(" | ")
}

fn words(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Ishi => "Ishi line",
        Dialect::SmartGo => "Smart-Go property",
        Dialect::Sgf => "SGF property",
        Dialect::Fact => "fact",
    }
}
