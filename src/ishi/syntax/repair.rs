//! Lines that are not well typed, read as a person would: `B1 Q4.`, `SETUP BLACK C3,D4`, `BOARDSIZE 9x9`.
//!
//! No reading guesses a letter of a colour or point, so that none has a move that nobody played. A well-typed line is never
//! read otherwise, and words that stay unexplained are kept.

use crate::diagnostic::{Diagnostics, Span};
use crate::model::Color;

use super::read_line;
use crate::ishi::item::Item;
use crate::ishi::line::{Keyword, Line};
use crate::ishi::rules;

mod blocks;
mod breaks;
mod context;
mod fields;
mod keywords;
mod lists;
#[cfg(test)]
mod lost;
mod moves;
#[cfg(test)]
mod slips;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod valid;

pub(in crate::ishi) use blocks::{is_end, is_of_record};
pub(in crate::ishi) use breaks::{
    are_lost, can_hold_event, has_pair, is_long, lines_behind, parted, restored, second_line,
};
pub(in crate::ishi) use context::RecordState;
pub(in crate::ishi) use keywords::may_be_event;

/// A line that is meant, and the words that it is typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::ishi) struct MendedLine {
    /// The line as it is read, well typed.
    pub line: String,
    /// The words in the text.
    pub span: Span,
    /// Whether the words are kept because they are not those of the line.
    pub is_typed: bool,
}

impl MendedLine {
    fn typed(line: String, span: Span) -> Self {
        Self {
            line,
            span,
            is_typed: true,
        }
    }

    fn read_as(line: String, span: Span) -> Self {
        Self {
            line,
            span,
            is_typed: false,
        }
    }
}

/// The reading of a line, with the number of bytes of the line below that belong to it.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::ishi) struct LineReading {
    pub pieces: Vec<MendedLine>,
    pub joined: usize,
}

/// Reads a line that is not well typed. `None` if no reading is certain; then it is kept unchanged.
///
/// `line` is without white space around it, `below` is the text after it.
pub(in crate::ishi) fn read(line: &str, below: &str, context: &RecordState) -> Option<LineReading> {
    if is_named_move(line, context) {
        let pieces = moves::read(line, context)?;
        return Some(LineReading { pieces, joined: 0 });
    }
    let end = below.find(['\r', '\n']).unwrap_or(below.len());
    let (next, rest) = below.split_at_checked(end).unwrap_or((below, ""));
    let next = next.trim();
    // A word or a list can continue on the next line, if that has no keyword.
    let join = |blank| [line, blank, next].concat();
    let is_keyword = || keyword_of(line).is_none() && Keyword::of(join("").as_bytes()).is_some();
    let can_join = !next.is_empty() && (keyword_of(next).is_none() || is_keyword());
    let blanks = if can_join { &["", " "][..] } else { &[] };
    let joins: Vec<_> = blanks.iter().map(|blank| join(*blank)).collect();
    let whole = Span::new(0, line.len());
    let joined = |pieces: Vec<MendedLine>| {
        let is_typed = pieces.len() == 1;
        let pieces = pieces.into_iter().map(|piece| MendedLine {
            span: whole,
            is_typed,
            ..piece
        });
        LineReading {
            pieces: pieces.collect(),
            joined: end,
        }
    };
    let mut whole_joins = joins
        .iter()
        .filter(|join| keyword_of(join).is_some() && reads(join));
    if let Some(join) = whole_joins.next() {
        return Some(joined(vec![MendedLine::typed(join.clone(), whole)]));
    }
    if let Some(pieces) = fix(line, below, context) {
        return Some(LineReading { pieces, joined: 0 });
    }
    // A line of marks, such as `{`, drops out of a list and adds no words to it.
    let adds_words = |pieces: &Vec<MendedLine>| {
        pieces.len() > 1
            || pieces
                .iter()
                .any(|piece| !have_same_words(&piece.line, line))
    };
    let mut found = joins.iter().filter_map(|join| fix(join, rest, context));
    found.find(adds_words).map(joined)
}

/// Returns whether a line may be a move that reads as a name: `BLACK 1 Q4` if 1 is the number that is expected, because no
/// player is called `1 Q4`.
pub(in crate::ishi) fn is_named_move(line: &str, context: &RecordState) -> bool {
    let mut words = line.split_whitespace();
    let number = words.nth(1).unwrap_or_default();
    let number = number.trim_end_matches(['.', ':', ')']);
    number.parse() == Ok(context.number.saturating_add(1))
        && words.count() == 1
        && moves::read(line, context).is_some()
}

/// Returns whether a line with these findings is well typed: it has no ignored words except after its data.
pub(in crate::ishi) fn is_well_typed(log: &Diagnostics) -> bool {
    let harmless = [
        &rules::EXTRA_DATA,
        &rules::FALLING_RANGE,
        &rules::LONG_MARKER,
        &rules::MOVE_NUMBER_ZERO,
        &rules::UNCLOSED_BLOCK,
    ];
    let mut rules = log.kept().iter().map(|found| found.rule);
    rules.all(|rule| harmless.contains(&rule))
}

/// Returns whether a digit of a row may be missing, for example if `Q.4` or `Q1,` is typed for `Q14`.
pub(in crate::ishi) fn is_doubtful(piece: &MendedLine, text: &str) -> bool {
    let place = piece.line.rsplit([' ', '@']).next().unwrap_or_default();
    let words = piece.span.slice(text);
    let is_short = |(column, row): &(&str, &str)| {
        row.len() == 1 && column.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let Some((column, row)) = place.split_at_checked(1).filter(is_short) else {
        return false;
    };
    let has = |typed: String| words.to_ascii_uppercase().contains(&typed);
    let marks = [' ', '.', ',', ':'];
    let before = marks.iter().any(|mark| has(format!("{column}{mark}{row}")));
    before
        || row == "1"
            && marks
                .iter()
                .skip(1)
                .any(|mark| has(format!("{place}{mark}")))
}

/// Returns whether a line is well typed.
fn reads(line: &str) -> bool {
    let (items, log) = read_line(line);
    is_well_read(&items, &log)
}

/// Returns whether a line that was read as these items is well typed.
fn is_well_read(items: &[Item<'_>], log: &Diagnostics) -> bool {
    let is_unknown = |item: &Item<'_>| matches!(item.line, Line::Unknown(_));
    is_well_typed(log) && !items.iter().any(is_unknown)
}

/// Returns the keyword of a line.
fn keyword_of(line: &str) -> Option<Keyword> {
    Keyword::of(line.split_whitespace().next()?.as_bytes())
}

/// A longer line is a list or text.
const LONGEST_LINE: usize = 400;

fn fix(line: &str, below: &str, context: &RecordState) -> Option<Vec<MendedLine>> {
    let one = |line_read: String| vec![MendedLine::typed(line_read, Span::new(0, line.len()))];
    let list = list_that_goes_on(line, context);
    // `B1 Q4` can be two stones of the list, or move 1.
    let mut numbers = line.split(|c: char| !c.is_ascii_digit());
    let next = context.number.saturating_add(1);
    let is_next = |number: &str| number.parse() == Ok(next) && !number.starts_with('0');
    let is_move = line.starts_with(['B', 'W', 'b', 'w'])
        && numbers
            .find(|number| !number.is_empty())
            .is_some_and(is_next);
    if list.is_none()
        && line.len() <= LONGEST_LINE
        && let Some(pieces) = parted(line)
    {
        return Some(pieces);
    }
    let is_setup = context.list == Some(Keyword::Setup);
    let is_move = is_move || is_setup && has_next_move(line, below, context);
    if (list.is_none() || is_move && !context.is_bare)
        && let Some(found) = moves::read(line, context)
    {
        return Some(found);
    }
    if let Some(list) = list {
        return Some(one(list));
    }
    keywords::read(line, below, context).map(one)
}

/// Returns whether a line of a colour and a point is the first move, because the line below is the second: `W R14`, `B 2 R9`.
fn has_next_move(line: &str, below: &str, context: &RecordState) -> bool {
    let Some(color) = line.split_whitespace().next().and_then(fields::player) else {
        return false;
    };
    let next = below.lines().find(|line| !line.trim().is_empty());
    let (items, _) = read_line(next.unwrap_or_default().trim());
    let second = (color.opponent(), context.number.saturating_add(2));
    items.first().and_then(numbered_move) == Some(second)
}

/// Returns the player and the number of a move line.
fn numbered_move(item: &Item<'_>) -> Option<(Color, u32)> {
    match item.line {
        Line::Move(color, number, _) => Some((color, number)),
        _ => None,
    }
}

/// Returns whether two lines are the same but for case and white space.
fn have_same_words(one: &str, other: &str) -> bool {
    let mut words = one.split_whitespace();
    let mut others = other.split_whitespace();
    let is_same = |other: &str| {
        words
            .next()
            .is_some_and(|word| word.eq_ignore_ascii_case(other))
    };
    others.all(is_same) && words.next().is_none()
}

/// Reads fields alone as the list that the line before is.
fn list_that_goes_on(line: &str, context: &RecordState) -> Option<String> {
    let list = context.list?;
    if !line
        .split_whitespace()
        .all(|word| fields::is_field(list, word))
    {
        return None;
    }
    let word = list.word();
    let has_color = || fields::is_color(line.split_whitespace().next().unwrap_or_default());
    if list != Keyword::Setup || has_color() {
        return Some(format!("{word} {line}"));
    }
    let color = context.stone.map(Color::letter)?;
    Some(format!("{word} {color} {line}"))
}
