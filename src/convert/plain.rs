//! The proof of a text without carriers.
//!
//! The text contains less than its source, so it cannot be compared with the whole game. The proof has four parts:
//! the text is the same after it was read and written again; it has exactly the moves of the source, each after the
//! same move or first in a game; if the tree is the same, each node that differs has an outcome that is not native, or
//! stale detail; and the number of games is 1 plus the number of continuations.

use std::collections::{HashMap, HashSet};

use super::ConvertError;
use crate::compare::{Difference, Scope, compare};
use crate::dispatch;
use crate::format::Format;
use crate::model::{Color, Game, Id, Ident, NodeId, Point};
use crate::options::WriteOptions;
use crate::outcome::{CONTINUED, Outcomes, of_property};

/// A game and its text without carriers.
pub(super) struct Plain<'p, 'a> {
    /// The game.
    pub game: &'p Game<'a>,
    /// Its number in the unit, from 1.
    pub number: usize,
    /// The text.
    pub text: &'p str,
    /// The format of the text.
    pub to: Format,
    /// The outcomes of the constructs of the game.
    pub outcomes: &'p Outcomes,
}

/// A move as every format can write it. A move off the board is a pass.
type Played = (Color, Option<Point>);

impl Plain<'_, '_> {
    /// Compares the game with the games that were read back from the text.
    ///
    /// # Errors
    ///
    /// [`ConvertError::NotProven`] names the difference.
    pub(super) fn prove(
        &self,
        back: &[Game<'_>],
        options: &WriteOptions,
    ) -> Result<(), ConvertError> {
        self.is_written_again(back, options)?;
        self.has_the_moves(back)?;
        let items = self.outcomes.items().iter();
        let continued = items.filter(|item| item.what == CONTINUED).count();
        match back {
            [back] if continued == 0 => self.differs_where_declared(back),
            back if back.len() == continued + 1 => Ok(()),
            back => Err(self.not_proven(None, format!("which came back as {} games", back.len()))),
        }
    }

    fn not_proven(&self, node: Option<usize>, difference: String) -> ConvertError {
        ConvertError::NotProven {
            game: self.number,
            node,
            difference,
        }
    }

    fn is_written_again(
        &self,
        back: &[Game<'_>],
        options: &WriteOptions,
    ) -> Result<(), ConvertError> {
        let mut again = String::new();
        for game in back {
            dispatch::write(self.to, game, options, &mut again, &mut Outcomes::new())
                .map_err(|refusal| self.not_proven(None, refusal.to_string()))?;
        }
        if again == self.text {
            return Ok(());
        }
        let same = |(first, second): &(&str, &str)| first == second;
        let line = self
            .text
            .lines()
            .zip(again.lines())
            .take_while(same)
            .count();
        let (first, second) = (self.text.lines().nth(line), again.lines().nth(line));
        let difference = format!(
            "line {} of its text: `{}` is read as `{}`",
            line + 1,
            first.unwrap_or(""),
            second.unwrap_or("")
        );
        Err(self.not_proven(None, difference))
    }

    fn has_the_moves(&self, back: &[Game<'_>]) -> Result<(), ConvertError> {
        let (mut moves, mut pairs) = (HashMap::new(), HashMap::new());
        for game in back {
            for (_, before, played) in moves_of(game) {
                *moves.entry(played).or_insert(0_usize) += 1;
                *pairs.entry((before, played)).or_insert(0_usize) += 1;
            }
        }
        let mut elsewhere = Vec::new();
        for (node, before, played) in moves_of(self.game) {
            if !take(&mut moves, &played) {
                return Err(self.not_proven(Some(node), "its move is not there".to_owned()));
            }
            if !take(&mut pairs, &(before, played)) && before.is_some() {
                elsewhere.push((node, played));
            }
        }
        // The first move of a further game has no move before it.
        for (node, played) in elsewhere {
            if !take(&mut pairs, &(None, played)) {
                let difference = "its move comes after another one".to_owned();
                return Err(self.not_proven(Some(node), difference));
            }
        }
        match moves.values().sum() {
            0_usize => Ok(()),
            more => Err(self.not_proven(None, format!("it has {more} more moves"))),
        }
    }

    /// Compares node by node. A result with another tree is left to the comparison of moves.
    fn differs_where_declared(&self, back: &Game<'_>) -> Result<(), ConvertError> {
        if shape(self.game) != shape(back) || moves_of(self.game) != moves_of(back) {
            return Ok(());
        }
        let numbers: HashMap<NodeId, usize> = self.game.nodes().zip(0..).collect();
        let items = self.outcomes.items().iter();
        let declared: HashSet<_> = items.filter_map(|item| numbers.get(&item.node)).collect();
        let stale = self.outcomes.stale_entries().iter();
        let stale: HashSet<_> = stale.filter_map(|(node, _)| numbers.get(node)).collect();
        // If a move number cannot be written, the moves after it have other numbers too.
        let number = of_property(&Ident::from(Id::MoveNumber));
        let renumbered = self.outcomes.items().iter().any(|item| item.what == number);
        let follows = |difference: &Difference| renumbered && difference.what == number;
        let found = compare(self.game, back, Scope::Shared).differences;
        let undeclared = found.iter().find(|difference| match difference.node.0 {
            Some(node) => {
                !declared.contains(&node) && !stale.contains(&node) && !follows(difference)
            }
            None => true,
        });
        match undeclared {
            Some(found) => Err(self.not_proven(found.node.0, found.to_string())),
            None => Ok(()),
        }
    }
}

/// Returns the moves of a game, each with the number of its node in the order of the file, and the
/// move before it, unless it is the first.
fn moves_of(game: &Game<'_>) -> Vec<(usize, Option<Played>, Played)> {
    let mut latest: Vec<Option<Played>> = vec![None; game.index_limit()];
    let mut moves = Vec::new();
    for (number, node) in game.nodes().enumerate() {
        let parent = game.parent(node).and_then(|at| latest.get(at.index()));
        let mut before = parent.copied().flatten();
        if let Some(mv) = game.mv(node) {
            let played = (mv.color, mv.point_on(game.size));
            moves.push((number, before, played));
            before = Some(played);
        }
        if let Some(place) = latest.get_mut(node.index()) {
            *place = before;
        }
    }
    moves
}

/// Returns how deep each node of a game is, in the order of the file.
fn shape(game: &Game<'_>) -> Vec<usize> {
    let mut depths = vec![0; game.index_limit()];
    let mut shape = Vec::new();
    for node in game.nodes() {
        let parent = game.parent(node).and_then(|at| depths.get(at.index()));
        let depth = parent.map_or(0, |depth| depth + 1);
        shape.push(depth);
        if let Some(place) = depths.get_mut(node.index()) {
            *place = depth;
        }
    }
    shape
}

/// Lowers the count of a key by one. Returns whether it was above 0.
fn take<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) -> bool {
    match counts.get_mut(key) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::charset::Charset;
    use crate::convert::proof::read_back;

    const TOP: &str = "(;FF[4]GM[1]CA[UTF-8]AP[ishi:0.1.0]SZ[9]";

    /// Proves that a text is the first game of a source.
    fn check(source: &str, text: &str, to: Format) -> Result<(), String> {
        let record = crate::read(source.as_bytes()).unwrap();
        let game = record.games.first().unwrap();
        let options = WriteOptions {
            plain: true,
            charset: Some(Charset::Utf8),
            ..WriteOptions::default()
        };
        let mut outcomes = Outcomes::new();
        dispatch::write(to, game, &options, &mut String::new(), &mut outcomes).unwrap();
        let plain = Plain {
            game,
            number: 1,
            text,
            to,
            outcomes: &outcomes,
        };
        let back = read_back(text, to, Charset::Utf8);
        let proof = plain.prove(&back, &options);
        proof.map_err(|error| error.to_string())
    }

    #[test]
    fn it_must_be_read_as_it_was_written() {
        let plain = format!("{TOP}\n;B[aa])\n");
        let source = "(;FF[4]AP[ishi:0.1.0]SZ[9];B[aa])";
        assert_eq!(check(source, &plain, Format::Sgf), Ok(()));
        let odd = plain.replace(";B", " ; B");
        let said = check(source, &odd, Format::Sgf).unwrap_err();
        assert!(said.contains("line 2"), "{said}");
    }

    #[test]
    fn every_move_must_be_there_after_the_one_before_it() {
        let source = "(;FF[4]SZ[9];B[aa];W[bb];B[cc])";
        for (moves, said) in [
            (";B[aa];W[bb]", "its move is not there"),
            (";B[aa];W[bb];B[cd]", "its move is not there"),
            (";B[aa];B[cc];W[bb]", "its move comes after another one"),
            (";B[aa];W[bb];B[cc];W[dd]", "1 more moves"),
        ] {
            let text = format!("{TOP}\n{moves})\n");
            let error = check(source, &text, Format::Sgf).unwrap_err();
            assert!(error.contains(said), "{error}");
        }
    }

    #[test]
    fn stones_that_are_not_set_up_part_no_moves() {
        let text = "EVENT\r\nBOARDSIZE 9\r\nB 1 A9\r\nDIAGRAM\r\nW 2 PASS\r\n\
            EVENT (continued)\r\nBOARDSIZE 9\r\nSETUP B A9\r\nDIAGRAM\r\nW 3 PASS\r\n";
        for empty in ["AB[]", "AB[ta]"] {
            let source = format!("(;FF[4]SZ[9];B[aa];{empty};W[](;)(;AB[];W[]))");
            assert_eq!(check(&source, text, Format::Ishi), Ok(()));
        }
    }

    #[test]
    fn whatever_is_missing_must_have_been_declared() {
        let source = "(;FF[4]SZ[9];B[aa]C[x];W[bb]N[y])";
        let whole = format!("{TOP}\n;B[aa]C[x];W[bb]N[y])\n");
        assert_eq!(check(source, &whole, Format::Sgf), Ok(()));
        for (part, name) in [("C[x]", "(C)"), ("N[y]", "(N)")] {
            let said = check(source, &whole.replace(part, ""), Format::Sgf).unwrap_err();
            assert!(said.contains(name), "{said}");
        }
    }

    #[test]
    fn a_game_becomes_as_many_as_it_sets_up_stones_in() {
        let several = "EVENT\r\nBOARDSIZE 9\r\nB 1 A9\r\nEVENT (continued)\r\nBOARDSIZE 9\r\n\
            SETUP B A9 W B8\r\nW 2 C7\r\n";
        let check = |source| check(source, several, Format::Ishi);
        assert_eq!(check("(;FF[4]SZ[9];B[aa];AW[bb];W[cc])"), Ok(()));
        let said = check("(;FF[4]SZ[9];B[aa];W[cc])").unwrap_err();
        assert!(said.contains("2 games"), "{said}");
    }
}
