//! The proof: what was written is read back and compared with what was read.

use super::{ConvertError, read_options};
use crate::charset::Charset;
use crate::compare::{Scope, compare};
use crate::diagnostic::Diagnostics;
use crate::dispatch::{self, Splitter};
use crate::format::Format;
use crate::model::{Entry, Game, NodeId};
use crate::options::WriteOptions;
use crate::outcome::Outcomes;

/// Reads the text of one game back, in the charset that it was written in.
pub(super) fn read_back(text: &str, to: Format, charset: Charset) -> Vec<Game<'_>> {
    let read = read_options(to, charset);
    dispatch::read(to, text, &read, &mut Diagnostics::new())
}

/// Compares a game with what was read back from its text.
///
/// `stale` is the detail that the writer found to disagree with the rest of the game.
///
/// # Errors
///
/// [`ConvertError::NotProven`] names what differs.
pub(super) fn prove(
    game: &Game<'_>,
    number: usize,
    (text, back): (&str, &[Game<'_>]),
    to: Format,
    options: &WriteOptions,
    stale: &[(NodeId, Entry<'static>)],
) -> Result<(), ConvertError> {
    let difference = if options.plain {
        plain_difference(back, text, to, options)
    } else {
        full_difference(game, back)
            .filter(|_| !agrees_without(game, back, stale, text, to, options))
    };
    match difference {
        None => Ok(()),
        Some((node, difference)) => Err(ConvertError::NotProven {
            game: number,
            node,
            difference,
        }),
    }
}

type Difference = (Option<usize>, String);

fn full_difference(game: &Game<'_>, back: &[Game<'_>]) -> Option<Difference> {
    let [back] = back else {
        return Some((None, format!("which came back as {} games", back.len())));
    };
    let found = compare(game, back, Scope::Whole);
    let first = found.differences.into_iter().next()?;
    Some((first.node.0.or(first.node.1), first.to_string()))
}

/// Returns whether the game comes back but for detail that has no effect on the target: entries that
/// the writer found stale, and facts whether or not they are there.
///
/// Records become like that when someone edits them and leaves our carrier as it was.
fn agrees_without(
    game: &Game<'_>,
    back: &[Game<'_>],
    stale: &[(NodeId, Entry<'static>)],
    text: &str,
    to: Format,
    options: &WriteOptions,
) -> bool {
    let [back] = back else {
        return false;
    };
    let mut source = game.clone();
    for (node, stale) in stale {
        let mut entries = source.details(*node).to_vec();
        if let Some(index) = entries.iter().position(|entry| entry == stale) {
            entries.remove(index);
        }
        source.set_details(*node, entries);
    }
    let same = compare(
        &without_facts(source),
        &without_facts(back.clone()),
        Scope::Whole,
    );
    let mut again = String::new();
    same.is_same()
        && dispatch::write(to, back, options, &mut again, &mut Outcomes::new()).is_ok()
        && again == text
}

/// Takes out the facts that only say how an Ishi file is written.
fn without_facts(mut game: Game<'_>) -> Game<'_> {
    let nodes: Vec<_> = game.nodes().collect();
    for node in nodes {
        let mut entries = game.details(node).to_vec();
        entries.retain(|entry| entry.fact().is_none());
        game.set_details(node, entries);
    }
    game
}

/// Without carriers the target says less than the source, so the game itself cannot be the
/// measure: what the target says must be what it says again.
fn plain_difference(
    back: &[Game<'_>],
    text: &str,
    to: Format,
    options: &WriteOptions,
) -> Option<Difference> {
    let mut again = String::new();
    for game in back {
        if let Err(refusal) = dispatch::write(to, game, options, &mut again, &mut Outcomes::new()) {
            return Some((None, refusal.to_string()));
        }
    }
    if again == text {
        return None;
    }
    let same = |(first, second): &(&str, &str)| first == second;
    let line = text.lines().zip(again.lines()).take_while(same).count();
    let (first, second) = (text.lines().nth(line), again.lines().nth(line));
    Some((
        None,
        format!(
            "line {} of its text: `{}` is read as `{}`",
            line + 1,
            first.unwrap_or(""),
            second.unwrap_or("")
        ),
    ))
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
    fn check(source: &str, written: &str, plain: bool) -> Result<(), String> {
        let record = crate::read(source.as_bytes()).unwrap();
        let options = WriteOptions {
            plain,
            charset: Some(Charset::Utf8),
            ..WriteOptions::default()
        };
        let game = record.games.first().unwrap();
        let back = read_back(written, Format::Sgf, Charset::Utf8);
        prove(game, 1, (written, &back), Format::Sgf, &options, &[])
            .map_err(|error| error.to_string())
    }

    #[test]
    fn a_difference_is_named_with_its_node_and_both_values() {
        let source = "(;FF[4]SZ[9];B[aa]C[x];W[bb])";
        assert_eq!(check(source, source, false), Ok(()));
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
            let said = check(source, written, false).unwrap_err();
            for word in words {
                assert!(said.contains(word), "{word} in {said}");
            }
        }
    }

    #[test]
    fn text_that_is_written_again_alike_proves_nothing_by_itself() {
        let other = "(;FF[4]GM[1]CA[UTF-8]AP[ishi:0.1.0]SZ[9]\n;B[ab])\n";
        assert_eq!(check(other, other, false), Ok(()));
        assert!(check("(;FF[4]SZ[9];B[aa])", other, false).is_err());
    }

    #[test]
    fn facts_of_others_must_come_back() {
        let written = "(;FF[4]GM[1]CA[UTF-8]AP[ishi:0.1.0]SZ[9]\n;B[aa])\n";
        let source = |fact: &str| {
            let carrier = format!("XI[ishi 1|F {fact}]");
            check(
                &written.replace(";B[aa]", &format!(";B[aa]{carrier}")),
                written,
                false,
            )
        };
        assert_eq!(source("no-prisoner"), Ok(()));
        assert_eq!(source("leaf"), Ok(()));
        assert!(source("x-mine").is_err());
    }

    #[test]
    fn plain_text_must_be_read_as_it_was_written() {
        let plain = "(;FF[4]GM[1]CA[UTF-8]AP[ishi:0.1.0]SZ[9]\n;B[aa])\n";
        let source = "(;FF[4]AP[ishi:0.1.0]SZ[9];B[aa])";
        assert_eq!(check(source, plain, true), Ok(()));
        let odd = plain.replace(";B", " ; B");
        let said = check(source, &odd, true).unwrap_err();
        assert!(said.contains("line 2"), "{said}");
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
