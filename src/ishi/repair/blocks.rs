//! Finds blocks and variations with a misspelt first or last line, by the lines below it.

use super::context::RecordState;
use super::fields::is_near;
use super::{keyword_of, read, reads};
use crate::ishi::line::{Keyword, Line};
use crate::ishi::syntax::read_line;

/// The number of lines below a line that are searched.
const FAR: usize = 200;

/// Returns whether an end of a block or variation is below without its beginning.
pub(super) fn is_orphan(keyword: Keyword, below: &str, depth: usize) -> bool {
    let end = match keyword {
        Keyword::Var => Some(Keyword::EndVar),
        _ => keyword.end(),
    };
    let keyword_or_end =
        |line: &str| keyword_of(line).or_else(|| end.filter(|end| is_nearly(*end, line)));
    let event = below.lines().take(FAR).filter_map(keyword_or_end);
    let mut event = event.take_while(|found| *found != Keyword::Event);
    if keyword != Keyword::Var {
        return event.find(|found| *found == keyword || Some(*found) == end) == end;
    }
    let (mut starts, mut ends) = (depth, 0);
    for found in event {
        starts += usize::from(found == keyword);
        ends += usize::from(Some(found) == end);
    }
    ends > starts
}

/// Returns whether a line of a block is its misspelt end. It is one if no other end is below, or if the record
/// continues after it up to the next block, and the other end belongs to that block.
pub(in crate::ishi) fn is_end(
    block: Keyword,
    line: &str,
    below: &str,
    context: &RecordState,
) -> bool {
    let Some(end) = block.end() else {
        return false;
    };
    if !is_nearly(end, line) {
        return false;
    }
    let below: Vec<&str> = below
        .lines()
        .take(FAR)
        .filter(|line| !line.trim().is_empty())
        .collect();
    // The lines of the record can have slips too.
    let is_line = |line: &&str| {
        let line = line.trim();
        reads(line, context.size) || read(line, "", context).is_some()
    };
    if !below.iter().any(|line| keyword_of(line) == Some(end)) {
        return below.first().is_none_or(is_line);
    }
    let opens = |line: &&str| keyword_of(line).is_some_and(|keyword| keyword.end().is_some());
    let next = below.iter().position(opens).unwrap_or(below.len());
    let (between, rest) = below.split_at_checked(next).unwrap_or_default();
    let mut rest = rest
        .iter()
        .map(|line| keyword_of(line))
        .take_while(|found| *found != Some(end));
    let continues = between.len() > 2
        || between.iter().any(|line| is_next_move(line, context))
        || between
            .first()
            .is_some_and(|line| matches!(keyword_of(line), Some(Keyword::Var | Keyword::EndVar)));
    continues && between.iter().all(is_line) && rest.any(|found| found == Some(block))
}

/// Returns whether a line is nearly an end, `END COM` or `ENDCON`.
fn is_nearly(end: Keyword, line: &str) -> bool {
    let line = line.trim();
    let squeezed = || line.split_whitespace().collect::<String>();
    line.len() < 12 && is_near(&squeezed(), end.word())
}

fn is_next_move(line: &str, context: &RecordState) -> bool {
    let (items, _) = read_line(line.trim());
    let next = context.number.saturating_add(1);
    items
        .iter()
        .any(|item| matches!(item.line, Line::Move(_, number, _) if number == next))
}
