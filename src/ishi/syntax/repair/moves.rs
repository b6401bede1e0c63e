//! Moves that are loosely typed: `B1. Q-4`, `1 B Q4`, `B 1 Q4 W 2 D4`, `W 2 --`. No letter of a move is guessed.

use super::context::RecordState;
use super::fields::{joined_location, letters_as_digits, looks_like_location, player};
use super::{LONGEST_LINE, MendedLine, reads};
use crate::diagnostic::Span;
use crate::ishi::syntax::data::color;
use crate::ishi::syntax::is_number;
use crate::model::Color;

/// Letters or digits of a line.
#[derive(Clone, Copy)]
struct Run<'t> {
    text: &'t str,
    start: usize,
    /// Whether no character is between it and the run before it.
    is_glued: bool,
}

/// A move that was found, with the number of runs that it takes.
struct Found {
    color: Color,
    number: u32,
    has_number: bool,
    place: String,
    width: usize,
}

/// Reads a line as moves. A move without a number has the next one. A colour that is missing follows the turn, if the
/// number is the next one. Returns `None` if words stay unexplained, but they can come after a single move with the
/// number that is expected.
pub(super) fn read(line: &str, context: &RecordState) -> Option<Vec<MendedLine>> {
    if line.len() > LONGEST_LINE {
        return None;
    }
    let whole = Span::new(0, line.len());
    if let Some(found) = with_digits(line, context.number.saturating_add(1)) {
        return Some(vec![MendedLine::typed(found, whole)]);
    }
    let (runs, end) = runs(line);
    let mut rest = runs.as_slice();
    let (mut number, mut color) = (context.number, context.color);
    let mut pieces: Vec<MendedLine> = Vec::new();
    let mut is_expected = false;
    while let Some(found) = one(rest, number, color, context) {
        let start = pieces.last().map_or(0, |last| last.span.end);
        let last = rest.get(found.width - 1);
        let end = last.map_or(start, |run| run.start + run.text.len());
        is_expected = found.has_number && found.number == context.number.saturating_add(1);
        let letter = found.color.letter();
        let text = format!("{letter} {} {}", found.number, found.place);
        pieces.push(MendedLine::typed(text, Span::new(start, end)));
        rest = rest.get(found.width..).unwrap_or_default();
        (number, color) = (found.number, Some(found.color));
    }
    if let Some(last) = pieces.last_mut() {
        last.span.end = line.len();
    }
    let end = rest.first().map_or(end, |run| run.start);
    let (before, words) = line.split_at_checked(end)?;
    if words.is_empty() {
        return (!pieces.is_empty()).then_some(pieces);
    }
    match pieces.as_mut_slice() {
        // A remark about the move: `W 2 D4?`.
        [only] if is_expected && before.ends_with(char::is_alphanumeric) => {
            only.line.extend([" ", words]);
            Some(pieces)
        }
        [only] if is_expected && before.ends_with([' ', '\t']) && !reads(before) => {
            only.line.extend([" ", words]);
            Some(pieces)
        }
        _ => None,
    }
}

/// Reads `l` as 1 and `O` as 0 in a line of three words that is a move then. A number needs to be the next one.
fn with_digits(line: &str, next: u32) -> Option<String> {
    let mut words = line.split_whitespace();
    let color = color(words.next()?)?;
    let (number, place) = (words.next()?, words.next()?);
    if words.next().is_some() {
        return None;
    }
    let read = letters_as_digits(number);
    let (column, row) = place.split_at_checked(1)?;
    let place = if place.eq_ignore_ascii_case("PASS") {
        "PASS".to_owned()
    } else {
        format!("{}{}", column.to_ascii_uppercase(), letters_as_digits(row))
    };
    let is_certain = read == number || read.parse() == Ok(next);
    let reads = is_number(&read) && (place == "PASS" || looks_like_location(&place));
    (is_certain && reads).then(|| format!("{} {read} {place}", color.letter()))
}

/// Reads the first runs as a move, given the number and player of the move before.
fn one(runs: &[Run<'_>], last: u32, turn: Option<Color>, context: &RecordState) -> Option<Found> {
    let next = last.saturating_add(1);
    let text = |at: usize| runs.get(at).map_or("", |run| run.text);
    let mut at = 0;
    let mut color = player(text(0));
    at += usize::from(color.is_some());
    let mut number = None;
    if is_number(text(at)) {
        number = text(at).parse().ok();
        at += 1;
        if is_number(text(at)) {
            let joined = format!("{}{}", text(at - 1), text(at)).parse();
            number = Some(joined.ok().filter(|joined| *joined == next)?);
            at += 1;
        }
        // `1 B Q4`, but not `1 B4`.
        let is_place = runs.get(at + 1).is_some_and(|run| run.is_glued) && is_number(text(at + 1));
        if color.is_none() && !is_place {
            color = player(text(at));
            at += usize::from(color.is_some());
        }
        at += usize::from(text(at).eq_ignore_ascii_case("AT"));
    }
    let (place, width) = place(runs.get(at..)?, number.is_some())?;
    let is_first = last == 0 && !context.has_setup;
    let turn = turn
        .map(Color::opponent)
        .or(is_first.then_some(Color::Black));
    let color = color.or_else(|| turn.filter(|_| number == Some(next)))?;
    (number != Some(0)).then(|| Found {
        color,
        number: number.unwrap_or(next),
        has_number: number.is_some(),
        place,
        width: at + width,
    })
}

/// Reads the first runs as a point or a pass. Returns it with the number of runs that it takes.
fn place(runs: &[Run<'_>], has_number: bool) -> Option<(String, usize)> {
    let first = runs.first()?.text;
    if is_pass(first) {
        return Some(("PASS".to_owned(), 1));
    }
    let row = runs.get(1)?.text;
    // The 6 of `Q1 6` belongs to the 1 before it, unless a move starts there.
    let rest = runs
        .get(2)
        .filter(|rest| is_number(rest.text) && !rest.is_glued);
    let ends = runs.get(3).is_none_or(|after| player(after.text).is_some());
    let longer = rest.filter(|_| has_number && ends);
    let longer = longer.and_then(|rest| joined_location(first, &format!("{row}{}", rest.text)));
    match longer {
        Some(place) => Some((place, 3)),
        None => joined_location(first, row).map(|place| (place, 2)),
    }
}

fn is_pass(word: &str) -> bool {
    let mut passes = ["PASS", "PASSES", "--"].iter();
    passes.any(|pass| word.eq_ignore_ascii_case(pass))
}

/// Returns whether a move can start with letters or digits: a colour, a number, a column or a pass.
fn can_start(run: &str) -> bool {
    run.len() < 3
        || run.starts_with(|c: char| c.is_ascii_digit())
        || player(run).is_some()
        || is_pass(run)
}

/// Cuts a line into letters, digits and `--`, up to a character that no move has. Returns them and where they end. A line that
/// no move starts has none.
fn runs(line: &str) -> (Vec<Run<'_>>, usize) {
    let kind = |c: char| match c {
        '0'..='9' => Some('0'),
        c if c.is_ascii_alphabetic() => Some('a'),
        '-' => Some('-'),
        ' ' | '\t' | '.' | ',' | ':' | ';' | '(' | ')' | '=' | '#' | '/' => Some(' '),
        _ => None,
    };
    let (mut runs, mut at, mut is_glued) = (Vec::new(), 0, false);
    while let Some(of) = line
        .get(at..)
        .and_then(|rest| rest.chars().next())
        .and_then(kind)
    {
        let rest = line.get(at..).unwrap_or_default();
        let length = rest.find(|c| kind(c) != Some(of)).unwrap_or(rest.len());
        let text = rest.get(..length).unwrap_or_default();
        let is_run = of.is_ascii_alphanumeric() || text == "--";
        if is_run && runs.is_empty() && !can_start(text) {
            break;
        }
        if is_run {
            runs.push(Run {
                text,
                start: at,
                is_glued,
            });
        }
        is_glued = is_run;
        at += length;
    }
    (runs, at)
}
