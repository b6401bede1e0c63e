//! The proof: the result is read back and compared with the source.

use std::borrow::Cow;
use std::collections::HashMap;

use super::ConvertError;
use crate::charset::Charset;
use crate::compare::{Scope, compare};
use crate::diagnostic::Diagnostics;
use crate::dispatch::{self, Splitter};
use crate::format::Format;
use crate::model::{Dialect, Entry, Fact, Game, NodeId};
use crate::options::ReadOptions;

/// Reads the text of one game back, in the charset that it was written in.
pub(super) fn read_back(text: &str, to: Format, charset: Charset) -> Vec<Game<'_>> {
    let read = ReadOptions::of(to, charset);
    dispatch::read(to, text, &read, &mut Diagnostics::new())
}

/// The differences between a result and its source that come from its writer and its charset.
pub(super) struct Declared<'d> {
    /// The entries of detail that are left out.
    pub left_out: &'d [(NodeId, Entry<'static>)],
    /// The charset label that a reader of the result adds to its root. `None` if it adds no label, for example in
    /// ASCII.
    pub charset: Option<String>,
}

impl<'d> Declared<'d> {
    /// Declares the entries that the writer of a text in a charset left out.
    pub(super) fn new(
        left_out: &'d [(NodeId, Entry<'static>)],
        text: &str,
        to: Format,
        charset: Charset,
    ) -> Self {
        let label = ReadOptions::of(to, charset).charset;
        Self {
            left_out,
            charset: label.filter(|_| !text.is_ascii()),
        }
    }

    /// Returns the game that has to come back.
    pub(super) fn wanted<'g, 'a>(&self, game: &'g Game<'a>) -> Cow<'g, Game<'a>> {
        let mut wanted = without(game, self.left_out);
        if let Some(label) = &self.charset
            && game.charset_label().as_ref() != Some(label)
        {
            let mut entries = wanted.details(NodeId::ROOT).to_vec();
            entries.retain(|entry| !matches!(entry.fact(), Some(Fact::Charset(_))));
            entries.push(Fact::Charset(label.clone()).into());
            wanted.to_mut().set_details(NodeId::ROOT, entries);
        }
        wanted
    }
}

/// Compares a game, with the declared differences, with the games that were read back from its text. There must be one
/// game with the same meaning, words and facts.
///
/// # Errors
///
/// [`ConvertError::NotProven`] names the difference.
pub(super) fn prove(
    game: &Game<'_>,
    number: usize,
    back: &[Game<'_>],
    declared: &Declared<'_>,
) -> Result<(), ConvertError> {
    let (node, difference) = match back {
        [back] => {
            let found = compare(&declared.wanted(game), back, Scope::Whole);
            match found.differences.into_iter().next() {
                None => return Ok(()),
                Some(first) => (first.node.0.or(first.node.1), first.to_string()),
            }
        }
        back => (None, format!("which came back as {} games", back.len())),
    };
    Err(ConvertError::NotProven {
        game: number,
        node,
        difference,
    })
}

/// Returns a game without entries of its detail, each taken out once.
///
/// A fact that divides the lines of a node goes with the last line after it.
pub(super) fn without<'g, 'a>(
    game: &'g Game<'a>,
    left_out: &[(NodeId, Entry<'static>)],
) -> Cow<'g, Game<'a>> {
    if left_out.is_empty() {
        return Cow::Borrowed(game);
    }
    let mut by_node: HashMap<NodeId, Vec<&Entry<'static>>> = HashMap::new();
    for (node, entry) in left_out {
        by_node.entry(*node).or_default().push(entry);
    }
    let mut rest = game.clone();
    for (node, gone) in by_node {
        rest.set_details(node, remaining(game.details(node), &gone));
    }
    Cow::Owned(rest)
}

/// Returns `entries` without the entries in `gone`: an entry that is twice in `gone` is removed twice.
fn remaining<'a>(entries: &[Entry<'a>], gone: &[&Entry<'static>]) -> Vec<Entry<'a>> {
    let mut counts: HashMap<&Entry<'_>, usize> = HashMap::new();
    for entry in gone {
        *counts.entry(*entry).or_default() += 1;
    }
    let mut rest = Vec::with_capacity(entries.len());
    for section in entries.chunk_by(|_, next| !divides(next)) {
        let start = rest.len();
        for entry in section {
            match counts.get_mut(entry) {
                Some(count) if *count > 0 => *count -= 1,
                _ => rest.push(entry.clone()),
            }
        }
        let lines = |entries: &[Entry<'_>]| entries.iter().any(|e| e.dialect == Dialect::Ishi);
        let left = rest.get(start..).unwrap_or_default();
        if left.first().is_some_and(divides) && lines(section) && !lines(left) {
            rest.remove(start);
        }
    }
    rest
}

/// Returns whether an entry is a fact that divides the lines of a node.
fn divides(entry: &Entry<'_>) -> bool {
    matches!(entry.fact(), Some(Fact::Setup | Fact::End))
}

/// Checks that the games of an output come apart where they were put together.
pub(super) struct Boundaries {
    splitter: Splitter,
    pending: String,
    found: usize,
}

impl Boundaries {
    pub(super) fn new(to: Format) -> Self {
        Self {
            splitter: Splitter::new(to),
            pending: String::new(),
            found: 0,
        }
    }

    pub(super) fn push(&mut self, text: &str) {
        self.pending.push_str(text);
        self.split(false);
    }

    fn split(&mut self, at_end: bool) {
        while let Some(length) = self.splitter.next_unit(&self.pending, at_end) {
            self.pending.drain(..length.min(self.pending.len()));
            self.found += 1;
        }
    }

    pub(super) fn finish(&mut self, written: usize) -> Result<(), ConvertError> {
        self.split(true);
        // An Ishi record without a line is one empty event.
        let found = self.found.max(usize::from(self.found == 0 && written == 1));
        if found == written {
            return Ok(());
        }
        Err(ConvertError::Boundaries { written, found })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Proves the first game of `source` against bytes that claim to be it.
    fn check(source: &str, written: &str) -> Result<(), String> {
        let record = crate::read(source.as_bytes()).unwrap();
        let game = record.games.first().unwrap();
        let back = read_back(written, Format::Sgf, Charset::Utf8);
        let declared = Declared::new(&[], written, Format::Sgf, Charset::Utf8);
        prove(game, 1, &back, &declared).map_err(|error| error.to_string())
    }

    #[test]
    fn an_entry_is_left_out_as_often_as_it_is_declared() {
        let entry = |text: &'static str| Entry::new(Dialect::Ishi, text);
        let entries = [entry("REMARK a"), entry("REMARK b"), entry("REMARK a")];
        let (a, b) = (entry("REMARK a"), entry("REMARK b"));
        for (gone, rest) in [
            (&[][..], 3),
            (&[&a][..], 2),
            (&[&a, &a], 1),
            (&[&a, &a, &a], 1),
            (&[&b, &a], 1),
        ] {
            assert_eq!(remaining(&entries, gone).len(), rest, "{gone:?}");
        }
    }

    #[test]
    fn a_difference_is_named_with_its_node_and_both_values() {
        let source = "(;FF[4]SZ[9];B[aa]C[x];W[bb])";
        assert_eq!(check(source, source), Ok(()));
        for (written, words) in [
            ("(;FF[4]SZ[9];B[aa]C[y];W[bb])", ["node 1", "C[x]", "C[y]"]),
            (
                "(;FF[4]SZ[9];B[aa]C[x];W[bc])",
                ["node 2", "W[bb]", "W[bc]"],
            ),
            ("(;FF[4]SZ[9];B[aa]C[x])", ["node 2", "W[bb]", "nothing"]),
            ("(;FF[4]SZ[13];B[aa]C[x];W[bb])", ["SZ", "9x9", "13x13"]),
            ("no game", ["game 1", "came back", "0 games"]),
        ] {
            let said = check(source, written).unwrap_err();
            for word in words {
                assert!(said.contains(word), "{word} in {said}");
            }
        }
    }

    #[test]
    fn text_that_is_written_again_alike_proves_nothing_by_itself() {
        let other = "(;FF[4]GM[1]CA[UTF-8]AP[ishi:0.1.0]SZ[9]\n;B[ab])\n";
        assert_eq!(check(other, other), Ok(()));
        assert!(check("(;FF[4]SZ[9];B[aa])", other).is_err());
    }

    #[test]
    fn a_writer_that_drops_a_fact_fails_the_proof() {
        let written = "(;FF[4]GM[1]SZ[9];B[aa])";
        for fact in crate::testing::every_fact() {
            let carrier = format!("B[aa]XI[ishi 1|F {fact}]");
            let source = written.replace("B[aa]", &carrier);
            let said = check(&source, written).unwrap_err();
            assert!(said.contains(&fact.to_string()), "{said}");
            assert_eq!(check(&source, &source), Ok(()));
        }
        let mine = written.replace("B[aa]", "B[aa]XI[ishi 1|F x-mine]");
        assert!(check(&mine, written).is_err());
    }

    #[test]
    fn what_is_declared_is_all_that_may_be_missing() {
        let text = "(;FF[4]GM[1]SZ[9];B[aa]XI[ishi 1|F inline|F end|I REMARK r|F late 3])";
        let record = crate::read(text.as_bytes()).unwrap();
        let game = record.games.first().unwrap();
        let node = game.first_child(NodeId::ROOT).unwrap();
        let remark = (node, Entry::new(Dialect::Ishi, "REMARK r"));
        let late = (node, Entry::from(Fact::Late(3)));
        let came_back = |entries: &str, declared: &[(NodeId, Entry<'static>)]| {
            let text = format!("(;FF[4]GM[1]SZ[9];B[aa]XI[ishi 1|{entries}])");
            let back = read_back(&text, Format::Sgf, Charset::Utf8);
            let declared = Declared::new(declared, &text, Format::Sgf, Charset::Utf8);
            prove(game, 1, &back, &declared).is_ok()
        };
        let both = [remark.clone(), late.clone()];
        assert!(came_back("F inline|F end|I REMARK r|F late 3", &[]));
        assert!(came_back("F inline|F late 3", &both[..1]));
        assert!(came_back("F inline", &both));
        assert!(!came_back("F inline", &both[..1]));
        assert!(!came_back("F inline|F late 3", &both));
        assert!(!came_back("F late 3", &both[..1]));
        assert!(!came_back("F inline|F late 2", &both[..1]));
    }

    #[test]
    fn games_must_come_apart_where_they_were_put_together() {
        for (games, fits) in [
            (&["EVENT\r\nB 1 Q16\r\n", "EVENT\r\n"][..], true),
            (&[""], true),
            (&[], true),
            (&["EVENT\r\n", "B 1 Q16\r\n"], false),
            (&["EVENT\r\nCOM\r\n", "EVENT\r\n"], false),
        ] {
            let mut boundaries = Boundaries::new(Format::Ishi);
            for game in games {
                boundaries.push(game);
            }
            assert_eq!(boundaries.finish(games.len()).is_ok(), fits, "{games:?}");
        }
    }
}
