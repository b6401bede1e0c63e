//! The proof: the result is read back and compared with the source.
//!
//! The native part of a result has exactly the moves of the source, each after the same move, or first in a further game. It has
//! all other properties that its format expresses. What the format cannot express was counted as an outcome.

use std::collections::HashMap;

use super::{ConvertError, properties};
use crate::diagnostic::Diagnostics;
use crate::dispatch::{Splitter, has_game};
use crate::format::Format;
use crate::ishi;
use crate::model::equal::same_move;
use crate::model::{Color, Game, Point};

/// A move as every format can write it: a pass has no point.
type ComparedMove = (Color, Option<Point>);

/// Compares a game with the games that were read back from its text in a format.
///
/// # Errors
///
/// [`ConvertError::NotProven`] names the difference.
pub(super) fn prove(
    game: &Game<'_>,
    number: usize,
    back: &[Game<'_>],
    to: Format,
) -> Result<(), ConvertError> {
    let not_proven = |(node, difference)| ConvertError::NotProven {
        game: number,
        node,
        difference,
    };
    if let [back] = back
        && let Some(mut pairs) = game.unlike(back)
    {
        let mut wrong = None;
        let are_same_moves = pairs.all(|(node, shown)| {
            wrong = wrong
                .take()
                .or_else(|| properties::wrong(game, node, back.properties(shown), to));
            same_move(game.mv(node), back.mv(shown))
        });
        if are_same_moves {
            return wrong.map_or(Ok(()), |wrong| Err(not_proven(wrong)));
        }
    }
    has_the_moves(game, back).map_err(not_proven)?;
    properties::lacking(game, back, to).map_or(Ok(()), |lacking| Err(not_proven(lacking)))
}

fn has_the_moves(game: &Game<'_>, back: &[Game<'_>]) -> Result<(), (Option<usize>, String)> {
    let (mut moves, mut pairs) = (HashMap::new(), HashMap::new());
    for back in back {
        for (_, before, played) in moves_of(back) {
            *moves.entry(played).or_insert(0_usize) += 1;
            *pairs.entry((before, played)).or_insert(0_usize) += 1;
        }
    }
    let mut elsewhere = Vec::new();
    for (node, before, played) in moves_of(game) {
        if !take(&mut moves, &played) {
            return Err((Some(node), "its move is not there".to_owned()));
        }
        if !take(&mut pairs, &(before, played)) {
            elsewhere.push((node, before, played));
        }
    }
    // The first move of a further game has no move before it.
    for (node, before, played) in elsewhere {
        if before.is_none() || !take(&mut pairs, &(None, played)) {
            let difference = "its move comes after another one".to_owned();
            return Err((Some(node), difference));
        }
    }
    match moves.values().sum() {
        0_usize => Ok(()),
        1 => Err((None, "it has one move more".to_owned())),
        more => Err((None, format!("it has {more} moves more"))),
    }
}

/// Returns the moves of a game, each with the number of its node in the order of the file, and the
/// move before it, unless it is the first.
fn moves_of(game: &Game<'_>) -> Vec<(usize, Option<ComparedMove>, ComparedMove)> {
    let mut latest: Vec<Option<ComparedMove>> = vec![None; game.index_limit()];
    let mut moves = Vec::new();
    for (number, node) in game.nodes().enumerate() {
        let parent = game.parent(node).and_then(|at| latest.get(at.index()));
        let mut before = parent.copied().flatten();
        if let Some(mv) = game.played(node) {
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

/// Returns whether a reader had nothing to report about a text, not even an open bracket or block, so that games after it or
/// before it cannot be taken for a part of it.
pub(super) fn is_clean(format: Format, text: &str, log: &Diagnostics) -> bool {
    let start = match format {
        Format::Ishi => "EVENT",
        Format::SmartGo | Format::Sgf => "(;FF[",
    };
    let is_whole = text.starts_with(start) && text.ends_with('\n');
    is_whole && log.is_empty() && log.left_out().is_empty()
}

/// Checks that the games of an output come apart where they were put together.
pub(super) struct Boundaries {
    splitter: Splitter,
    pending: String,
    found: usize,
    /// Whether the last text was clean.
    after_clean: bool,
}

impl Boundaries {
    pub(super) fn new(to: Format) -> Self {
        Self {
            splitter: Splitter::new(to),
            pending: String::new(),
            found: 0,
            after_clean: false,
        }
    }

    /// Adds the text of games. The splitter need not see a [clean](is_clean) text; for a text after it that is not clean, the
    /// shortest game stands in its place.
    pub(super) fn push(&mut self, text: &str, games: usize, is_clean: bool) {
        if is_clean && games > 0 && self.pending.is_empty() {
            self.found += games;
            self.after_clean = true;
            return;
        }
        if std::mem::take(&mut self.after_clean) {
            self.found -= 1;
            self.pending.push_str(match self.splitter {
                Splitter::Ishi(_) => "EVENT\r\n",
                Splitter::Bracketed(_) => "(;FF[4])\n",
            });
        }
        self.pending.push_str(text);
        self.split(false);
    }

    fn split(&mut self, at_end: bool) {
        while let Some(length) = self.splitter.next_unit(&self.pending, at_end) {
            let unit = self.pending.drain(..length.min(self.pending.len()));
            self.found += match self.splitter {
                Splitter::Ishi(_) => ishi::content::games(unit.as_str()),
                Splitter::Bracketed(_) => {
                    let is_game = !at_end || has_game(Format::Sgf, unit.as_str());
                    usize::from(is_game)
                }
            };
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
mod tests;
