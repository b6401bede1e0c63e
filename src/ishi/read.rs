//! Reads Ishi records: lines to a tree, the tree's lines to meaning.
//!
//! Reading has three steps. [`syntax`] turns text into lines. [`structure`] finds the node of each line
//! and the tree of the nodes. [`node`] walks through the tree with the position at hand and turns the
//! lines of each node into properties.

mod check;
mod node;
#[cfg(test)]
mod tests;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::Game;

use super::item::Item;
use super::line::Line;
use super::mean::headers::is_partly_understood;
use super::mean::is_answer;
use super::split::is_carrier_title;
use super::structure::read::Tree;
use super::{rules, structure, syntax};

/// Reads one unit of an Ishi record, as the splitter cuts them.
///
/// That is one event and the events that continue it, each a game of its own; text without any line is one
/// empty event (specification, section 4.1). Reading never fails: each mistake
/// is reported in `log` with its bytes in `text`, and the game has the rest of the text.
pub fn read<'a>(text: &'a str, log: &mut Diagnostics) -> Vec<Game<'a>> {
    let (items, trees) = lines(text, log);
    games(&items, trees, log)
}

/// Reads the lines of a unit, and finds the tree of each of its games.
pub(super) fn lines<'a>(text: &'a str, log: &mut Diagnostics) -> (Vec<Item<'a>>, Vec<Tree<'a>>) {
    let items = syntax::parse(text, log);
    if items.is_empty() {
        let empty = Diagnostic::new(&rules::EMPTY, "the record is empty");
        log.report(empty.help("read as one event without moves"));
    }
    for item in &items {
        leave_out(item, log);
    }
    report_lines_after_the_end(text, &items, log);
    let trees = structure::read::build(&items, log);
    if trees.len() > 1 {
        log.enter_games(&starts(&items, &trees));
    }
    (items, trees)
}

/// Reports the first line after a Control-Z, because DOS takes it for the end of the file: the lines after it can be older data
/// of the disk.
fn report_lines_after_the_end(text: &str, items: &[Item<'_>], log: &mut Diagnostics) {
    let end = memchr::memchr(0x1A, text.as_bytes());
    let mut lines = items.iter().map(|item| item.span);
    if let Some(line) = end.and_then(|end| lines.find(|line| line.start > end)) {
        let message = "this line comes after a Control-Z, the end-of-file mark of DOS";
        let found = Diagnostic::new(&rules::AFTER_THE_END, message).at(line.start, line.end);
        log.report(found.help("it was read, and so were the lines after it"));
    }
}

/// Turns trees of lines into games.
pub(super) fn games<'a>(
    items: &[Item<'a>],
    trees: Vec<Tree<'a>>,
    log: &mut Diagnostics,
) -> Vec<Game<'a>> {
    let reading = node::Reading::new(items, log);
    let games = trees.into_iter().enumerate().map(|(number, tree)| {
        log.enter_game(number);
        reading.game(tree, log)
    });
    games.collect()
}

/// Notes the words of a line that are in no game: a remark, a block of a program, a line without a keyword, words after the
/// data.
fn leave_out(item: &Item<'_>, log: &mut Diagnostics) {
    let is_without_meaning = match &item.line {
        Line::Remark(_) | Line::Unknown(_) => true,
        Line::User(block) => !is_carrier_title(&block.title) && !is_answer(block),
        _ => false,
    };
    if is_without_meaning {
        log.leave_out_of(item.span, item.line.name());
    }
    for words in item.unread() {
        log.leave_out_of(*words, item.line.name());
    }
    // A text that this program wrote has lost nothing, and to understand a value takes long.
    if let Line::Header(header, text) = &item.line
        && log.wants_positions()
        && is_partly_understood(*header, text)
    {
        log.lose(item.span, item.line.name());
    }
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
