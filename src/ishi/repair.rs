//! Lines that are not well typed, read as a person would: `B1 Q4.`, `SETUP BLACK C3,D4`, `BOARDSIZE 9x9`.
//!
//! Of two readings the one with more moves and well-formed fields wins. A well-typed line is never read
//! otherwise, and words that stay unexplained are kept.

use crate::diagnostic::{Diagnostics, Span};
use crate::model::{BoardSize, Color};

use super::line::{Keyword, Line};
use super::rules;
use super::syntax::read_line;

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

use fields::{is_column, is_location, is_number};
use lists::TypedList;

pub(super) use blocks::is_end;
pub(super) use breaks::{NINE_MOVES, are_lost, can_hold_event, is_long, restored};
pub(super) use context::{RecordState, is_on_board};
pub(super) use keywords::may_be_event;

/// A line that is meant, and the words that it is typed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct MendedLine {
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
pub(super) struct LineReading {
    pub pieces: Vec<MendedLine>,
    pub joined: usize,
}

/// Reads a line that is not well typed. `None` if no reading is certain; then it is kept unchanged.
///
/// `line` is without white space around it, `below` is the text after it.
pub(super) fn read(line: &str, below: &str, context: &RecordState) -> Option<LineReading> {
    if let Some(found) = named_move(line, context) {
        let pieces = vec![MendedLine::typed(found, Span::new(0, line.len()))];
        return Some(LineReading { pieces, joined: 0 });
    }
    let end = below.find(['\r', '\n']).unwrap_or(below.len());
    let next = below.get(..end).unwrap_or_default().trim();
    let joins = [format!("{line}{next}"), format!("{line} {next}")];
    let is_keyword = Keyword::of(joins[0].as_bytes()).is_some() && keyword_of(line).is_none();
    let can_join = !next.is_empty() && (is_keyword || keyword_of(next).is_none());
    let joins = joins.iter().filter(|_| can_join);
    let joined = |pieces: Vec<MendedLine>| {
        let is_typed = pieces.len() == 1;
        let whole = Span::new(0, line.len());
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
    let is_well_typed = |join: &&String| keyword_of(join).is_some() && reads(join, context.size);
    if let Some(join) = joins.clone().find(is_well_typed) {
        let line = named_move(join, context).unwrap_or_else(|| join.clone());
        return Some(joined(vec![MendedLine::typed(line, Span::new(0, 0))]));
    }
    if let Some(pieces) = fix(line, below, context) {
        return Some(LineReading { pieces, joined: 0 });
    }
    let rest = below.get(end..).unwrap_or_default();
    let words = |line: &str| line.to_ascii_uppercase();
    let own: Vec<_> = line.split_whitespace().map(words).collect();
    // A line of marks, such as `{`, drops out of a list and adds nothing to it.
    let adds_words = |pieces: &Vec<MendedLine>| {
        let all = pieces
            .iter()
            .flat_map(|piece| piece.line.split_whitespace());
        !all.map(words).eq(own.iter().cloned())
    };
    let mut found = joins.filter_map(|join| fix(join, rest, context));
    found.find(adds_words).map(joined)
}

/// Returns whether a line may be a move that reads as a name: `BLACK 1 Q4`.
pub(super) fn is_named_move(line: &str, context: &RecordState) -> bool {
    named_move(line, context).is_some()
}

/// Returns whether a line with these findings is well typed: it has no ignored words except after its data.
pub(super) fn is_well_typed(log: &Diagnostics) -> bool {
    let harmless = [
        &rules::EXTRA_DATA,
        &rules::FALLING_RANGE,
        &rules::LONG_MARKER,
        &rules::MOVE_NUMBER_ZERO,
        &rules::UNCLOSED_BLOCK,
    ];
    let mut rules = log.kept().iter().map(|found| found.rule);
    rules.all(|rule| harmless.iter().any(|known| std::ptr::eq(*known, rule)))
}

/// Returns whether a digit of a row may be missing, for example if `Q.4` or `Q1,` is typed for `Q14`.
pub(super) fn is_doubtful(piece: &MendedLine, text: &str) -> bool {
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

/// Returns whether a board holds the moves of the event that continues in a text: all but two.
pub(super) fn holds_moves(size: BoardSize, below: &str) -> bool {
    let lines = below.lines().enumerate();
    let event = lines.take_while(|(at, line)| *at == 0 || keyword_of(line) != Some(Keyword::Event));
    let off = event.filter(|(_, line)| {
        let mut words = line.split_whitespace().skip(1);
        let (number, place) = (words.next(), words.next());
        let is_move =
            matches!(keyword_of(line), Some(Keyword::Move(_))) && number.is_some_and(is_number);
        is_move
            && place.is_some_and(|place| {
                fields::looks_like_location(place) && !is_location(place, size)
            })
    });
    off.take(3).count() < 3
}

/// Returns whether a line is well typed, with its locations on a board.
fn reads(line: &str, size: BoardSize) -> bool {
    let (items, log) = read_line(line);
    let is_known = |line: &Line<'_>| !matches!(line, Line::Unknown(_)) && is_on_board(line, size);
    is_well_typed(&log) && items.iter().all(|item| is_known(&item.line))
}

/// Returns the keyword of a line.
fn keyword_of(line: &str) -> Option<Keyword> {
    Keyword::of(line.split_whitespace().next()?.as_bytes())
}

/// A longer line is a list or text.
const LONGEST_LINE: usize = 400;

fn fix(line: &str, below: &str, context: &RecordState) -> Option<Vec<MendedLine>> {
    let whole = Span::new(0, line.len());
    let one = |line: String| vec![MendedLine::typed(line, whole)];
    let keyword = keyword_of(line);
    let goes_on = list_that_goes_on(line, context);
    if context.is_bare
        && let Some(list) = goes_on
    {
        return Some(one(list));
    }
    // `B1 Q4` can be two stones of the list, or move 1.
    let next = context.number.saturating_add(1).to_string();
    let mut numbers = line.split(|c: char| !c.is_ascii_digit());
    let first = numbers.find(|number| !number.is_empty());
    let is_move = line.starts_with(['B', 'W', 'b', 'w']) && first == Some(next.as_str());
    if (goes_on.is_none() || is_move)
        && let Some(found) = moves::read(line, context)
    {
        return Some(found);
    }
    if let Some(list) = goes_on {
        return Some(one(list));
    }
    let is_short = line.len() <= LONGEST_LINE;
    if is_short && let Some(found) = keywords::divided(line, below, context) {
        return Some(found);
    }
    let is_misspelt =
        keyword.is_none_or(|keyword| matches!(keyword, Keyword::BoardSize | Keyword::Diagram));
    if is_misspelt && let Some(found) = keywords::read(line, below, context) {
        return Some(one(found));
    }
    if is_short && let Some(found) = move_and_words(line, context) {
        return Some(one(found));
    }
    let list = keyword.filter(|keyword| is_list(*keyword))?;
    let (_, data) = line.split_once([' ', '\t'])?;
    let list = TypedList {
        keyword: list,
        size: context.size,
    };
    let starts_with_color = || {
        let first = data.chars().find(char::is_ascii_alphanumeric);
        first.is_some_and(|c| matches!(c.to_ascii_uppercase(), 'B' | 'W'))
    };
    if list.keyword == Keyword::Setup && !starts_with_color() {
        return None;
    }
    let mended = list.mended(data);
    let is_other = !mended.split(' ').skip(1).eq(data.split_whitespace());
    let is_known = |word: &str| word.len() < 4 || list.is_field(word);
    (is_other && mended.split(' ').skip(1).all(is_known)).then(|| one(mended))
}

fn is_list(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::Setup | Keyword::Mark | Keyword::Unmark | Keyword::Hide | Keyword::Prisoner
    )
}

/// Reads fields alone as the list that the line before is.
fn list_that_goes_on(line: &str, context: &RecordState) -> Option<String> {
    let list = TypedList {
        keyword: context.list?,
        size: context.size,
    };
    if !line.split_whitespace().all(|word| list.is_field(word)) {
        return None;
    }
    let word = list.keyword.word();
    let has_color = || fields::is_color(line.split_whitespace().next().unwrap_or_default());
    if list.keyword != Keyword::Setup || has_color() {
        return Some(format!("{word} {line}"));
    }
    let color = context.stone.map(Color::letter)?;
    Some(format!("{word} {color} {line}"))
}

/// Reads `BLACK 1 Q4` as a move if 1 is the number that is expected: no player is called `1 Q4`.
fn named_move(line: &str, context: &RecordState) -> Option<String> {
    let mut words = line.split_whitespace();
    let color = match words.next()? {
        name if name.eq_ignore_ascii_case("BLACK") => 'B',
        name if name.eq_ignore_ascii_case("WHITE") => 'W',
        _ => return None,
    };
    let (number, place) = (words.next()?, words.next()?);
    let number = number.trim_end_matches(['.', ':', ')']);
    let is_next = number.parse() == Ok(context.number.saturating_add(1));
    let is_place = is_location(place, context.size) || place.eq_ignore_ascii_case("PASS");
    let is_move = is_number(number) && is_next && is_place && words.next().is_none();
    is_move.then(|| format!("{color} {number} {place}"))
}

/// Reads a move with the number that is expected and words after it, if the move is loosely typed: the words
/// stay unexplained.
fn move_and_words(line: &str, context: &RecordState) -> Option<String> {
    if !line.starts_with(['B', 'W', 'b', 'w']) {
        return None;
    }
    let mut ends = line.char_indices().skip(4).filter(|(_, c)| *c == ' ');
    let (found, rest) = ends.find_map(|(end, _)| {
        let (start, rest) = line.split_at_checked(end)?;
        let found = moves::read(start, context)?;
        let found = Some(found).filter(|one| one.len() == 1 && !reads(start, context.size))?;
        Some((found.into_iter().next()?.line, rest))
    })?;
    let number = found
        .split(' ')
        .nth(1)
        .and_then(|number| number.parse().ok());
    let is_next = number == Some(context.number.saturating_add(1));
    is_next.then(|| format!("{found}{rest}"))
}
