//! Small questions about the bytes of a bracketed text.

use crate::bracket::words;
use crate::model::Id;

/// Returns whether a byte is white space (SGF `FF[4]`, section 2.1).
pub(crate) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// Returns the offset of the first byte from `at` on that is not white space.
#[inline]
pub(crate) fn skip_space(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or(&[]);
    at + rest.iter().take_while(|byte| is_space(**byte)).count()
}

/// Returns the offset after the letters and digits that start at `at`.
pub(super) fn word_end(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or(&[]);
    at + rest
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count()
}

/// Returns how many bytes the character has that starts at `at`.
pub(super) fn character(text: &[u8], at: usize) -> usize {
    match text.get(at) {
        Some(0xC0..0xE0) => 2,
        Some(0xE0..0xF0) => 3,
        Some(0xF0..) => 4,
        _ => 1,
    }
}

/// Returns whether a backslash of the value that starts at `start` escapes the byte at `at`.
pub(super) fn is_escaped(text: &[u8], start: usize, at: usize) -> bool {
    let before = text.get(start..at).unwrap_or(&[]);
    let backslashes = before.iter().rev().take_while(|byte| **byte == b'\\');
    backslashes.count() % 2 == 1
}

/// Returns where the run starts that ends at `end` and has only bytes that `is_part` accepts. An escaped byte of the
/// value that starts at `start` is not part of it.
pub(super) fn run_start(
    text: &[u8],
    start: usize,
    end: usize,
    is_part: impl Fn(u8) -> bool,
) -> usize {
    let before = text.get(start..end).unwrap_or(&[]);
    let run = before.iter().rev().take_while(|byte| is_part(**byte));
    let first = end - run.count();
    first + usize::from(first < end && is_escaped(text, start, first))
}

/// Returns where the parenthesis is that opens the node of a semicolon, white space between them aside. Looks no
/// further back than `start`.
pub(super) fn parenthesis_before(text: &[u8], start: usize, semicolon: usize) -> Option<usize> {
    let before = text.get(start..semicolon)?;
    let at = start + before.iter().rposition(|byte| !is_space(*byte))?;
    (text.get(at) == Some(&b'(')).then_some(at)
}

/// Returns whether two letters are the identifier of a root property or a game info property.
pub(super) fn is_of_root(ident: &[u8]) -> bool {
    // Most nodes start with a move, so that the second byte is a bracket.
    matches!(ident, [b'A'..=b'Z', b'A'..=b'Z']) && words::exact(ident).is_some_and(Id::is_of_root)
}

/// Returns whether the semicolon at an offset starts a root: a node whose first property belongs to the root
/// or the game. Returns `None` if that cannot be told yet.
pub(super) fn is_root(text: &[u8], semicolon: usize, at_end: bool) -> Option<bool> {
    let at = skip_space(text, semicolon + 1);
    let Some(ident) = text.get(at..at + 2) else {
        return unless_more(at_end);
    };
    if !is_of_root(ident) {
        return Some(false);
    }
    match text.get(skip_space(text, at + 2)) {
        Some(byte) => Some(*byte == b'['),
        None => unless_more(at_end),
    }
}

/// Returns whether a node with a plain move starts with the semicolon at an offset: with a pass, or a point of a board
/// of up to 26 lines. Returns `None` if that cannot be told yet.
pub(super) fn is_plain_move(text: &[u8], semicolon: usize, at_end: bool) -> Option<bool> {
    let at = skip_space(text, semicolon + 1);
    match text.get(at..).unwrap_or(&[]) {
        [b'B' | b'W', b'[', b']', ..] => may_follow(text, at + 3, at_end),
        [b'B' | b'W', b'[', b'a'..=b'z', b'a'..=b'z', b']', ..] => may_follow(text, at + 5, at_end),
        [] | [b'B' | b'W'] | [b'B' | b'W', b'[', ..] if at + 5 > text.len() => unless_more(at_end),
        _ => Some(false),
    }
}

/// Returns whether something follows that may follow a value. Returns `None` if that cannot be told yet.
pub(super) fn may_follow(text: &[u8], after: usize, at_end: bool) -> Option<bool> {
    // Most values end before a short identifier, often at the end of a line.
    if let Some([b'\n', rest @ ..] | rest) = text.get(after..)
        && let [b'A'..=b'Z', b'[', ..] | [b'A'..=b'Z', b'A'..=b'Z', b'[', ..] = rest
    {
        return Some(true);
    }
    let at = skip_space(text, after);
    let end = || at_end.then_some(true);
    match text.get(at) {
        None => end(),
        Some(b';' | b'[') => Some(true),
        Some(b'(') => {
            let inner = skip_space(text, at + 1);
            match text.get(inner) {
                None => end(),
                Some(b';' | b'(') => Some(true),
                Some(_) => is_property(text, inner, at_end),
            }
        }
        Some(b')') => match text.get(skip_space(text, at + 1)) {
            None => end(),
            Some(byte) => Some(matches!(byte, b';' | b'(' | b')')),
        },
        Some(_) => {
            let word = text.get(at..word_end(text, at)).unwrap_or(&[]);
            let is_last = skip_space(text, at + word.len()) == text.len();
            // The end of the text cuts an identifier off.
            if at_end && is_last && word.len() < 3 && is_capitals(word) {
                return Some(true);
            }
            is_property(text, at, at_end)
        }
    }
}

/// Returns whether an identifier with a bracket starts at an offset. Returns `None` if that cannot be told yet.
pub(super) fn is_property(text: &[u8], at: usize, at_end: bool) -> Option<bool> {
    let end = word_end(text, at);
    let word = text.get(at..end).unwrap_or(&[]);
    if !word.first().is_some_and(u8::is_ascii_alphabetic) {
        return Some(false);
    }
    match text.get(skip_space(text, end)) {
        Some(b'[') => Some(words::is_identifier(word)),
        Some(_) => Some(false),
        None => unless_more(at_end),
    }
}

fn is_capitals(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_uppercase)
}

/// Returns `false`, or `None` if more bytes may come.
pub(super) fn unless_more(at_end: bool) -> Option<bool> {
    at_end.then_some(false)
}
