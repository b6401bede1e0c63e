//! Reads SGF: the game of one game tree.

use crate::bracket::{self, Escapes, drop_own_name};
use crate::diagnostic::Diagnostics;
use crate::model::Game;

/// Reads the text of one game tree (SGF `FF[4]`, section 2.1) with any text before and after it.
///
/// Returns one game, or an empty list if the text has no start of a game. Older file formats are read by the same
/// rules. The spans of diagnostics are bytes of `text`.
pub fn read<'a>(text: &'a str, log: &mut Diagnostics) -> Vec<Game<'a>> {
    let mut game = bracket::read(text, Escapes::Sgf, log);
    game.iter_mut().for_each(drop_own_name);
    game.into_iter().collect()
}

#[cfg(test)]
mod tests;
