//! Reads Ishi records: lines to a tree, the tree's lines to meaning.
//!
//! Reading has three steps. [`syntax`] turns text into lines. [`structure`] finds the node of each line
//! and the tree of the nodes. [`node`] walks through the tree with the position at hand and turns the
//! lines of each node into properties. Lines that the writer would not write again are kept as detail of the node.

mod apply;
mod check;
mod end_of_file;
mod node;
#[cfg(test)]
mod places;
mod remember;
mod restore;
#[cfg(test)]
mod tests;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::Game;
use crate::options::ReadOptions;

use super::item::Item;
use super::line::Line;
use super::structure::read::Tree;
use super::{rules, structure};

/// Reads one unit of an Ishi record, as the splitter cuts them.
///
/// That is one event, and the events that continue it (written by this program) joined with it.
/// Only events that do not join, and text with several events, give more games than one; text
/// without any line is one empty event (specification, section 4.1). Reading never fails: each mistake
/// is reported in `log` with its bytes in `text`, and the game has the rest of the text.
pub fn read<'a>(text: &'a str, options: &ReadOptions, log: &mut Diagnostics) -> Vec<Game<'a>> {
    let items = end_of_file::parse(text, log);
    if items.is_empty() {
        let empty = Diagnostic::new(&rules::EMPTY, "the record is empty");
        log.report(empty.help("read as one event without moves"));
    }
    let trees = structure::read::build(&items, log);
    if trees.len() > 1 {
        log.enter_games(&starts(&items, &trees));
    }
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

/// Returns where the events start. Other lines can come between an event and a remark about it, so remarks do not
/// count.
fn starts(items: &[Item<'_>], trees: &[Tree<'_>]) -> Vec<usize> {
    let start = |tree: &Tree<'_>| {
        let lines = tree
            .lines()
            .filter_map(|(_, line)| items.get(line as usize));
        let lines = lines.filter(|item| !matches!(item.line, Line::Remark(_)));
        lines.map(|item| item.span.start).min().unwrap_or(0)
    };
    trees.iter().map(start).collect()
}
