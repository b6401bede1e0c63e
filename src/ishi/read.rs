//! Reads Ishi records: lines to a tree, the tree's lines to meaning.
//!
//! Reading has three steps. [`syntax`] turns text into lines; [`structure`] finds out which node
//! each line is about and how the nodes hang together; [`node`] walks through the tree with the
//! position at hand and finds out what the lines of each node mean. The lines that would not be
//! written again are kept beside the meaning.

mod apply;
mod check;
mod node;
#[cfg(test)]
mod places;
mod remember;
#[cfg(test)]
mod tests;

use crate::diagnostic::Diagnostics;
use crate::model::Game;
use crate::options::ReadOptions;

use super::{structure, syntax};

/// Control-Z, with which DOS ends files; it is not a character of the format (section 2).
const END_OF_FILE: char = '\u{1A}';

/// Reads one unit of an Ishi record, as the splitter cuts them.
///
/// That is one event, and the events that continue it (written by this program) joined with it.
/// Only events that do not join, and text with several events, give more games than one; text
/// without any line is one empty event (specification, section 4.1). Reading never fails: what is
/// wrong is reported in `log` with bytes of `text`, and what could be understood is in the game.
pub fn read<'a>(text: &'a str, options: &ReadOptions, log: &mut Diagnostics) -> Vec<Game<'a>> {
    if text.contains(END_OF_FILE) {
        // A blank takes as many bytes, so all places stay what they are.
        let text = text.replace(END_OF_FILE, " ");
        let games = read_clean(&text, options, log).into_iter();
        return games.map(Game::into_owned).collect();
    }
    read_clean(text, options, log)
}

fn read_clean<'a>(text: &'a str, options: &ReadOptions, log: &mut Diagnostics) -> Vec<Game<'a>> {
    let items = syntax::parse(text, log);
    let trees = structure::read::build(&items, log);
    let charset = options.charset.as_deref().filter(|_| !text.is_ascii());
    let reading = node::Reading {
        items: &items,
        charset,
        charsets: node::charsets(text, charset),
    };
    let games = trees.into_iter().enumerate().map(|(number, tree)| {
        log.enter_game(number);
        reading.game(tree, log)
    });
    games.collect()
}
