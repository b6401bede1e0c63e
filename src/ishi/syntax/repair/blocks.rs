//! Finds the ends of blocks: misspelt ones, and those without a beginning.

use super::context::RecordState;
use super::{keyword_of, numbered_move, read, reads};
use crate::ishi::line::Keyword;
use crate::ishi::syntax::read_line;
use crate::model::Color;

/// The number of lines below a line that are searched.
const FAR: usize = 200;

/// Returns whether an end of a block is below without its beginning.
pub(super) fn is_orphan(block: Keyword, below: &str) -> bool {
    let Some(end) = block.end() else {
        return false;
    };
    let keyword = |line| keyword_of(line).or_else(|| is_nearly(end, line).then_some(end));
    let found = below.lines().take(FAR).filter_map(keyword);
    let mut found = found.take_while(|found| *found != Keyword::Event);
    found.find(|found| *found == block || *found == end) == Some(end)
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
        reads(line) || read(line, "", context).is_some()
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

/// Returns whether a line is nearly an end: `END COM`, `ENDCON` or `ENDCOMMENT`.
pub(super) fn is_nearly(end: Keyword, line: &str) -> bool {
    let text = line.trim_end_matches('.').trim();
    let [letters, of_end] = [text, end.word()].map(str::as_bytes);
    let is_same =
        |one: Option<&u8>, other: Option<&u8>| one.map(u8::to_ascii_uppercase) == other.copied();
    // One slip leaves the first or the last letter.
    let is_near_end =
        is_same(letters.first(), of_end.first()) || is_same(letters.last(), of_end.last());
    if !is_near_end || line.trim().len() >= 12 {
        return false;
    }
    let words = || text.split_whitespace();
    // The end is the last word of a text: `x ENDCOM`.
    if words().nth(1).is_some() && words().last().is_some_and(|word| end.is(word.as_bytes())) {
        return false;
    }
    let squeezed: String = words().collect();
    let is_long = || end == Keyword::EndCom && squeezed.eq_ignore_ascii_case("ENDCOMMENT");
    is_near(&squeezed, end.word()) || is_long()
}

/// Returns whether two words are the same or differ by one slip: a character dropped, added or replaced, or two swapped
/// (`STEUP`, `MARKS`, `ENDCON`).
pub(super) fn is_near(word: &str, other: &str) -> bool {
    if word.len().abs_diff(other.len()) > 1 {
        return false;
    }
    let same = word.bytes().zip(other.bytes());
    let same = same.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    let [rest, other_rest] = [word, other].map(|word| word.as_bytes().get(same..));
    let is_same = |one: &[u8], other: &[u8]| one.eq_ignore_ascii_case(other);
    match (rest.unwrap_or_default(), other_rest.unwrap_or_default()) {
        ([], rest) | (rest, []) => rest.len() < 2,
        (rest @ [a, after @ ..], other_rest @ [b, other_after @ ..]) => {
            is_same(after, other_rest)
                || is_same(rest, other_after)
                || is_same(after, other_after)
                || matches!((after, other_after), ([c, after @ ..], [d, other_after @ ..])
                    if is_same(&[*a, *c], &[*d, *b]) && is_same(after, other_after))
        }
    }
}

/// Returns whether a line of a text is one of the record, so that the text seems to lack its end: the next move, EVENT, COM or
/// ENDVAR.
pub(in crate::ishi) fn is_of_record(line: &str, context: &RecordState) -> bool {
    let mut words = line.split_whitespace();
    match (words.next(), words.next()) {
        (Some("EVENT"), _) | (Some("COM" | "ENDVAR"), None) => true,
        // Most lines that start with these letters are sentences.
        (Some("B" | "W"), Some(_)) => {
            let (items, log) = read_line(line.trim());
            let turn = context.color.map(Color::opponent);
            let [only] = items.as_slice() else {
                return false;
            };
            let found = numbered_move(only);
            let is_next = |(color, number)| {
                turn.is_none_or(|turn| turn == color) && number == context.number.saturating_add(1)
            };
            log.kept().is_empty() && found.is_some_and(is_next)
        }
        _ => false,
    }
}

fn is_next_move(line: &str, context: &RecordState) -> bool {
    let (items, _) = read_line(line.trim());
    let next = context.number.saturating_add(1);
    let mut moves = items.iter().filter_map(numbered_move);
    moves.any(|(_, number)| number == next)
}
