//! Moves that are loosely typed: `B1. Q-4`, `1 B Q4`, `B 1 Q4 W 2 D4`.

use std::borrow::Cow;

use super::context::RecordState;
use super::fields::{is_near, point};
use super::{LONGEST_LINE, MendedLine, is_column};
use crate::diagnostic::Span;
use crate::model::{BoardSize, Color};

/// A longer part of a line is not one move.
const LONGEST_MOVE: usize = 20;

/// A reading of the first bytes of a line as moves.
#[derive(Clone)]
struct Prefix {
    moves: usize,
    number: u32,
    color: Option<Color>,
    /// Where the last move starts, and how it is written.
    last: Option<(usize, String)>,
}

/// Reads all of a line as moves, in the reading with the most of them. `None` if a part stays unexplained.
///
/// A move without a number has the next one. A colour that is missing follows the turn, if the number is
/// the next one.
pub(super) fn read(line: &str, context: &RecordState) -> Option<Vec<MendedLine>> {
    if line.len() > LONGEST_LINE {
        return None;
    }
    let typed = line.len();
    let line = &*with_pass(line);
    if !may_start(line) {
        return None;
    }
    let mut prefixes: Vec<Option<Prefix>> = vec![None; line.len() + 1];
    *prefixes.first_mut()? = Some(Prefix {
        moves: 0,
        number: context.number,
        color: context.color,
        last: None,
    });
    for start in 0..line.len() {
        let Some(before) = prefixes.get(start).cloned().flatten() else {
            continue;
        };
        let last = line.len().min(start + LONGEST_MOVE);
        for end in (start + 2..=last).filter(|end| can_end(line, *end)) {
            let part = line.get(start..end).unwrap_or_default();
            let Some(found) = one(part, before.number, before.color, context) else {
                continue;
            };
            let place = prefixes.get_mut(end)?;
            if place.as_ref().is_none_or(|old| old.moves <= before.moves) {
                *place = Some(Prefix {
                    moves: before.moves + 1,
                    number: found.number,
                    color: Some(found.color),
                    last: Some((start, found.text())),
                });
            }
        }
    }
    let explains_nothing =
        |c: char| !c.is_ascii_alphanumeric() && !matches!(c, '@' | '#') && c.is_ascii();
    let ends = (0..=line.len()).filter(|end| {
        line.get(*end..)
            .is_some_and(|rest| rest.chars().all(explains_nothing))
    });
    let best = ends.max_by_key(|end| {
        prefixes
            .get(*end)
            .and_then(Option::as_ref)
            .map_or(0, |found| found.moves)
    })?;
    let mut pieces = Vec::new();
    let (mut end, mut place) = (typed, best);
    while let Some((start, text)) = prefixes.get(place)?.as_ref()?.last.clone() {
        pieces.push(MendedLine::typed(text, Span::new(start, end)));
        (end, place) = (start, start);
    }
    pieces.reverse();
    (!pieces.is_empty()).then_some(pieces)
}

/// Returns whether the first letters of a line, up to a digit, can be a part of a move: `B`, `WQ`, `Q` or `PASS`, but not
/// `WHAT`. Most lines that are no moves are known by this.
fn may_start(line: &str) -> bool {
    let characters = line.chars().take_while(char::is_ascii);
    let characters = characters.filter(char::is_ascii_alphanumeric);
    let letters = characters.skip_while(char::is_ascii_digit);
    let letters = letters.take_while(char::is_ascii_alphabetic);
    let mut capitals = String::with_capacity(line.len());
    capitals.extend(letters.map(|c| c.to_ascii_uppercase()));
    is_player(&capitals)
        || is_one_column(&capitals)
        || split_player(&capitals).is_some()
        || capitals.contains("PASS")
}

/// Returns the letters, as capitals, and the digits of a text.
fn squeezed(text: &str) -> String {
    let characters = text.chars().filter(char::is_ascii_alphanumeric);
    characters.map(|c| c.to_ascii_uppercase()).collect()
}

/// Returns a line whose last word is PASS if it is nearly that. Lines of another length are padded with
/// blanks or cut at the end, so that offsets stay.
fn with_pass(line: &str) -> Cow<'_, str> {
    let start = line.rfind([' ', '\t']).map_or(0, |blank| blank + 1);
    let (before, word) = line.split_at_checked(start).unwrap_or((line, ""));
    let word = word.trim_end_matches(|c: char| c.is_ascii_punctuation());
    if !before.is_empty() && is_near(word, "PASS") {
        return Cow::Owned(format!("{before}PASS"));
    }
    Cow::Borrowed(line)
}

/// Returns whether a move can end there: not within a word or a number.
fn can_end(line: &str, end: usize) -> bool {
    let bytes = line.as_bytes();
    let (last, next) = (bytes.get(end - 1), bytes.get(end));
    let in_word = match (last, next) {
        (Some(a), Some(b)) => {
            a.is_ascii_lowercase() && b.is_ascii_alphabetic()
                || a.is_ascii_uppercase() && b.is_ascii_lowercase()
        }
        _ => false,
    };
    last.is_some_and(u8::is_ascii_alphanumeric) && !next.is_some_and(u8::is_ascii_digit) && !in_word
}

struct RepairedMove {
    color: Color,
    number: u32,
    place: String,
}

impl RepairedMove {
    fn text(&self) -> String {
        format!("{} {} {}", self.color.letter(), self.number, self.place)
    }
}

/// The letters and digits of a move, as they may stand for its fields.
#[derive(Default)]
struct Fields<'f> {
    color: &'f str,
    number: &'f str,
    column: &'f str,
    row: String,
    /// Whether the row, or its first digit, comes before the column: then only the number that is expected
    /// divides the digits.
    divided: bool,
}

/// Reads a part of a line as one move, given the move before.
fn one(
    part: &str,
    number: u32,
    color: Option<Color>,
    context: &RecordState,
) -> Option<RepairedMove> {
    if !part.is_ascii() {
        return None;
    }
    let squeezed = squeezed(part);
    let next = number.saturating_add(1);
    let mut best: Option<RepairedMove> = None;
    for fields in readings(&squeezed) {
        let given: Option<u32> = fields.number.parse().ok();
        if given == Some(0) || fields.number.len() > 9 {
            continue;
        }
        // A blank in a number is a slip only if the number is the next one.
        let mut words = part.split(|c: char| !c.is_ascii_alphanumeric());
        let is_whole = if fields.divided {
            words.any(|word| word == fields.number)
        } else {
            part.contains(fields.number)
        };
        if !is_whole && given != Some(next) {
            continue;
        }
        let turn = color.map(Color::opponent);
        let is_certain =
            given == Some(next) && (turn.is_some() || number == 0 && !context.has_setup);
        let Some(player) =
            player(fields.color).or_else(|| is_certain.then_some(turn.unwrap_or(Color::Black)))
        else {
            continue;
        };
        let Some(place) = place(&fields, context.size) else {
            continue;
        };
        let found = RepairedMove {
            color: player,
            number: given.unwrap_or(next),
            place,
        };
        if best
            .as_ref()
            .is_none_or(|best| best.number != next && found.number == next)
        {
            best = Some(found);
        }
    }
    best
}

fn place(fields: &Fields<'_>, size: BoardSize) -> Option<String> {
    if fields.column == "PASS" {
        return fields.row.is_empty().then(|| "PASS".to_owned());
    }
    point(fields.column.chars().next()?, &fields.row, size)
}

fn player(letters: &str) -> Option<Color> {
    match letters.chars().next()? {
        'B' => Some(Color::Black),
        _ => Some(Color::White),
    }
}

/// Returns the ways in which letters and digits may be a move.
fn readings(squeezed: &str) -> Vec<Fields<'_>> {
    let mut found = Vec::new();
    match *runs(squeezed).as_slice() {
        [color, number, column, row] if is_player(color) && is_one_column(column) => {
            found.push(fields(color, number, column, row));
            if row.len() == 1 && column.len() == 1 {
                found.extend(divided(color, number, 1, column, row));
            }
        }
        [color, number, column] if is_player(color) => {
            if column == "PASS" {
                found.push(fields(color, number, column, ""));
            } else if is_one_column(column) && column.len() == 1 {
                found.extend(divided(color, number, 1, column, ""));
                found.extend(divided(color, number, 2, column, ""));
            }
        }
        [letters, row] if is_letters(letters) => {
            found.extend(
                split_player(letters).map(|(color, column)| fields(color, "", column, row)),
            );
        }
        [letters] if is_letters(letters) => {
            let pass = letters
                .strip_suffix("PASS")
                .filter(|color| is_player(color));
            found.extend(pass.map(|color| fields(color, "", "PASS", "")));
        }
        [number, letters, row] => {
            let both = split_player(letters).filter(|(_, column)| column.len() == 1);
            found.extend(both.map(|(color, column)| fields(color, number, column, row)));
            if is_one_column(letters) {
                found.push(fields("", number, letters, row));
            }
        }
        [number, letters] => {
            let color = letters.strip_suffix("PASS");
            let color = color.filter(|color| matches!(*color, "" | "B" | "W"));
            found.extend(color.map(|color| fields(color, number, "PASS", "")));
        }
        _ => {}
    }
    found
}

fn fields<'f>(color: &'f str, number: &'f str, column: &'f str, row: &str) -> Fields<'f> {
    Fields {
        color,
        number,
        column,
        row: row.to_owned(),
        divided: false,
    }
}

/// Divides digits into a number and the first digits of the row.
fn divided<'f>(
    color: &'f str,
    digits: &'f str,
    row_digits: usize,
    column: &'f str,
    row: &str,
) -> Option<Fields<'f>> {
    let at = digits.len().checked_sub(row_digits)?;
    let (number, first) = digits.split_at_checked(at)?;
    Some(Fields {
        color,
        number,
        column,
        row: format!("{first}{row}"),
        divided: true,
    })
}

/// Cuts a text into runs of letters and of digits.
fn runs(text: &str) -> Vec<&str> {
    let mut runs = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_digit = first.is_ascii_digit();
        let end = rest.find(|c: char| c.is_ascii_digit() != is_digit);
        let (run, after) = rest
            .split_at_checked(end.unwrap_or(rest.len()))
            .unwrap_or((rest, ""));
        runs.push(run);
        rest = after;
    }
    runs
}

fn is_letters(run: &str) -> bool {
    run.starts_with(|c: char| c.is_ascii_alphabetic())
}

/// Returns whether letters are a player: `B`, `BB`, `BLACK`.
fn is_player(letters: &str) -> bool {
    let all = |letter: char| !letters.is_empty() && letters.chars().all(|c| c == letter);
    matches!(letters, "BLACK" | "WHITE") || all('B') || all('W')
}

/// Returns whether letters are a column, perhaps doubled.
fn is_one_column(letters: &str) -> bool {
    let mut chars = letters.chars();
    let first = chars.next();
    letters.len() <= 2 && first.is_some_and(is_column) && chars.all(|c| Some(c) == first)
}

/// Cuts letters into a player and a column.
fn split_player(letters: &str) -> Option<(&str, &str)> {
    // A column is one letter, or a doubled one.
    let ends = (1..letters.len()).rev().take(2);
    let mut cuts = ends.filter_map(|end| letters.split_at_checked(end));
    cuts.find(|(color, column)| is_player(color) && is_one_column(column))
}
