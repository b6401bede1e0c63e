//! Finds the ends of values, also with damaged brackets, by the rules of `grammars/sgf.pest`.

use memchr::{memchr2_iter, memchr3, memrchr_iter};

use super::bytes::{
    character, is_escaped, is_plain_move, is_property, is_root, is_space, may_follow,
    parenthesis_before, run_start, skip_space, unless_more,
};
use crate::bracket::syntax::{is_point, is_rectangle};

/// A value and its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScannedValue {
    /// The offset of its first byte, after its opening bracket.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
    /// The offset of the next token: after the closing bracket, or after the character in its place.
    pub next: usize,
    /// How it ends.
    pub ending: Ending,
}

/// How a value ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// With the first closing bracket.
    Plain,
    /// With a closing bracket, but there are others in it, or two opening ones before it.
    Repaired,
    /// Without a closing bracket.
    Cut,
}

impl ScannedValue {
    pub(super) fn closed(start: usize, end: usize, is_plain: bool) -> Self {
        let ending = if is_plain {
            Ending::Plain
        } else {
            Ending::Repaired
        };
        Self {
            start,
            end,
            next: end + 1,
            ending,
        }
    }

    fn cut(start: usize, end: usize, next: usize) -> Self {
        Self {
            start,
            end,
            next,
            ending: Ending::Cut,
        }
    }
}

/// Finds the end of a typed value, given the offset after its bracket. Returns `None` if that cannot be told yet.
pub(super) fn typed(text: &[u8], open: usize, at_end: bool) -> Option<ScannedValue> {
    let is_doubled = text.get(open) == Some(&b'[');
    let start = open + usize::from(is_doubled);
    let (mut at, mut is_plain) = (start, !is_doubled);
    while let Some(found) = text
        .get(at..)
        .and_then(|rest| memchr3(b']', b'[', b'\\', rest))
    {
        at += found;
        match text.get(at) {
            Some(b']') => return Some(ScannedValue::closed(start, at, is_plain)),
            Some(b'[') => {
                if let Some(end) = lost(text, start, at) {
                    return Some(cut_typed(text, start, end));
                }
                is_plain = false;
                at += 1;
            }
            _ => at += 2,
        }
    }
    at_end.then(|| {
        let end = last_end(text, start);
        // The end of the file cuts this value off, so no other character stands for its bracket.
        if text.get(skip_space(text, end)) == Some(&b')') {
            cut_typed(text, start, end)
        } else {
            ScannedValue::cut(start, end, end)
        }
    })
}

/// Returns the end of a value without a closing bracket, if the next opening bracket shows that it is
/// missing: that bracket starts another value, property or node.
fn lost(text: &[u8], start: usize, open: usize) -> Option<usize> {
    let own = run_start(text, start, open, is_space);
    if let Some(value) = text.get(start..own)
        && (is_point(value) || is_rectangle(value))
    {
        return Some(own);
    }
    let word = run_start(text, start, own, |byte| byte.is_ascii_alphanumeric());
    let outer = run_start(text, start, word, is_space);
    if text.get(word).is_some_and(u8::is_ascii_alphabetic)
        && let Some(semicolon) = outer.checked_sub(1).filter(|at| *at >= start)
        && text.get(semicolon) == Some(&b';')
        && !is_escaped(text, start, word)
        && !is_escaped(text, start, semicolon)
    {
        let is_outside = |byte| is_space(byte) || matches!(byte, b'(' | b')');
        return Some(run_start(text, start, semicolon, is_outside));
    }
    let first = run_start(text, start, open, |byte| byte.is_ascii_uppercase());
    let ident = first.max(open.saturating_sub(2));
    (ident < open).then(|| run_start(text, start, ident, is_space))
}

/// Returns a value without a closing bracket, given the end of its bytes. After points or a number one other character
/// is in place of the bracket.
fn cut_typed(text: &[u8], start: usize, end: usize) -> ScannedValue {
    let value = text.get(start..end).unwrap_or(&[]);
    let told = start + told_length(value);
    let replaced = told > start
        && told < end
        && text.get(told) != Some(&b'\\')
        && told + character(text, told) == end;
    ScannedValue::cut(start, if replaced { told } else { end }, end)
}

/// Returns how many bytes of points or of a number a value starts with.
fn told_length(value: &[u8]) -> usize {
    let starts = |length: &usize| {
        value
            .get(..*length)
            .is_some_and(|value| is_rectangle(value) || is_point(value))
    };
    [5, 2].into_iter().find(starts).unwrap_or_else(|| {
        let is_part = |byte: &&u8| byte.is_ascii_digit() || b"+-.:".contains(byte);
        value.iter().take_while(is_part).count()
    })
}

/// Returns the end of a value at the end of the text: before the last parentheses.
fn last_end(text: &[u8], start: usize) -> usize {
    run_start(text, start, text.len(), |byte| {
        is_space(byte) || byte == b')'
    })
}

/// Finds the end of a text, given the offset after its bracket. Returns `None` if that cannot be told yet.
///
/// `barren` remembers for all texts an offset before which no closing bracket can end a text that has another
/// unescaped one. So no bracket is read once for each text before it.
pub(super) fn text(
    text: &[u8],
    start: usize,
    at_end: bool,
    barren: &mut usize,
) -> Option<ScannedValue> {
    let (mut at, mut stretch) = (start, start);
    let mut candidate = None;
    while let Some(found) = text
        .get(at..)
        .and_then(|rest| memchr3(b']', b';', b'\\', rest))
    {
        at += found;
        match text.get(at) {
            Some(b']') => {
                let is_longer = candidate.is_some();
                let is_pair = || closes_bracket(text, start, stretch, at);
                if !(is_longer && is_pair()) && may_follow(text, at + 1, at_end)? {
                    return Some(ScannedValue::closed(start, at, stretch == start));
                }
                let has_parenthesis = || text.get(skip_space(text, at + 1)) == Some(&b')');
                if !is_longer && (!is_pair() || has_parenthesis()) {
                    candidate = Some(at);
                    if at < *barren {
                        break;
                    }
                }
                at += 1;
                stretch = at;
            }
            Some(b';') => {
                let parenthesis = parenthesis_before(text, start, at)
                    .filter(|parenthesis| !is_escaped(text, start, *parenthesis));
                if is_stop(text, at, parenthesis.is_some(), at_end)?
                    || candidate.is_some()
                        && (parenthesis.is_some()
                            || is_property(text, skip_space(text, at + 1), at_end)?)
                {
                    let stop = parenthesis.unwrap_or(at);
                    let Some(end) = candidate else {
                        let end = run_start(text, start, stop, is_space);
                        return Some(ScannedValue::cut(start, end, end));
                    };
                    *barren = stop.max(*barren);
                    return Some(ScannedValue::closed(start, end, false));
                }
                at += 1;
            }
            _ => at += 2,
        }
    }
    if let Some(end) = candidate.filter(|end| at_end || end < barren) {
        if end >= *barren {
            *barren = text.len();
        }
        return Some(ScannedValue::closed(start, end, false));
    }
    at_end.then(|| {
        let end = last_end(text, start);
        ScannedValue::cut(start, end, end)
    })
}

/// Returns whether a closing bracket closes an opening one since `stretch`, where the one before it was.
fn closes_bracket(text: &[u8], start: usize, stretch: usize, at: usize) -> bool {
    let before = text.get(stretch..at).unwrap_or(&[]);
    let mut brackets = memrchr_iter(b'[', before);
    brackets.any(|open| !is_escaped(text, start, stretch + open))
}

/// Returns whether a text cannot continue at a semicolon: a node with a plain move starts there, or after a parenthesis
/// the root of a game. Returns `None` if that cannot be told yet.
fn is_stop(text: &[u8], semicolon: usize, after_parenthesis: bool, at_end: bool) -> Option<bool> {
    if is_plain_move(text, semicolon, at_end)? {
        return Some(true);
    }
    if !after_parenthesis || !is_root(text, semicolon, at_end)? {
        return Some(false);
    }
    let value = skip_space(text, skip_space(text, semicolon + 1) + 2) + 1;
    let rest = text.get(value..).unwrap_or(&[]);
    match memchr3(b']', b'[', b'\\', rest).and_then(|found| rest.get(found)) {
        Some(byte) => Some(*byte == b']'),
        None => unless_more(at_end),
    }
}

/// Returns the offsets of the opening brackets in a value that look like signs of damage to a reader: a
/// bracket is missing before them, or doubled.
pub(in crate::bracket) fn signs_of_damage(value: &str, is_text: bool) -> Vec<usize> {
    // The closing bracket of the value can be the end of such a sign.
    let closed = format!("{value}]");
    let text = closed.as_bytes();
    let mut semicolon = None;
    let mut signs = Vec::new();
    for at in memchr2_iter(b';', b'[', value.as_bytes()) {
        if text.get(at) == Some(&b';') {
            semicolon = Some(at);
            continue;
        }
        let is_sign = if is_text {
            semicolon.is_some_and(|semicolon| {
                let is_after_parenthesis = parenthesis_before(text, 0, semicolon).is_some();
                is_stop(text, semicolon, is_after_parenthesis, true) == Some(true)
            })
        } else {
            at == 0 || lost(text, 0, at).is_some()
        };
        if is_sign {
            signs.push(at);
        }
    }
    signs
}
