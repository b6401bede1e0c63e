//! Finds the ends of values, also with damaged brackets, by the rules of `grammars/sgf.pest`.

use memchr::{memchr2_iter, memrchr_iter};

use super::bytes::{
    Bytes, is_escaped, is_plain_move, is_property, is_root, is_space, may_follow,
    parenthesis_before, run_start,
};
use crate::bracket::syntax::{is_point, is_rectangle};

/// A value and its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ScannedValue {
    /// The offset of its first byte, after its opening bracket.
    pub start: usize,
    /// The offset after its last byte.
    pub end: usize,
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
        Self { start, end, ending }
    }

    fn cut(start: usize, end: usize) -> Self {
        let ending = Ending::Cut;
        Self { start, end, ending }
    }
}

/// Finds the end of a typed value, given the offset after its bracket.
pub(super) fn typed(text: &Bytes<'_>, open: usize) -> ScannedValue {
    let is_doubled = text.get(open) == Some(b'[');
    let start = open + usize::from(is_doubled);
    let (mut at, mut is_plain) = (start, !is_doubled);
    while let Some(found) = text.find([b']', b'[', b'\\'], at) {
        at = found;
        match text.get(at) {
            Some(b']') => return ScannedValue::closed(start, at, is_plain),
            Some(b'[') => {
                if let Some(end) = lost(text, start, at) {
                    return ScannedValue::cut(start, end);
                }
                is_plain = false;
                at += 1;
            }
            _ => at += 2,
        }
    }
    ScannedValue::cut(start, last_end(text, start))
}

/// Returns the end of a value without a closing bracket, if the next opening bracket shows that it is
/// missing: that bracket starts another value, property or node.
fn lost(text: &Bytes<'_>, start: usize, open: usize) -> Option<usize> {
    let own = run_start(text, start, open, is_space);
    let value = text.part(start, own);
    if is_point(value) || is_rectangle(value) {
        return Some(own);
    }
    let word = run_start(text, start, own, |byte| byte.is_ascii_alphanumeric());
    let outer = run_start(text, start, word, is_space);
    if text
        .get(word)
        .is_some_and(|byte| byte.is_ascii_alphabetic())
        && let Some(semicolon) = outer.checked_sub(1).filter(|at| *at >= start)
        && text.get(semicolon) == Some(b';')
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

/// Returns the end of a value at the end of the text: before the last parentheses.
fn last_end(text: &Bytes<'_>, start: usize) -> usize {
    run_start(text, start, text.len(), |byte| {
        is_space(byte) || byte == b')'
    })
}

/// Finds the end of a text, given the offset after its bracket.
///
/// `barren` remembers for all texts an offset before which no closing bracket can end a text that has another
/// unescaped one. So no bracket is read once for each text before it.
pub(super) fn text(text: &Bytes<'_>, start: usize, barren: &mut usize) -> ScannedValue {
    let (mut at, mut stretch) = (start, start);
    let mut candidate = None;
    while let Some(found) = text.find([b']', b';', b'\\'], at) {
        at = found;
        match text.get(at) {
            Some(b']') => {
                let is_longer = candidate.is_some();
                let is_pair = || closes_bracket(text, start, stretch, at);
                if !(is_longer && is_pair()) && may_follow(text, at + 1) {
                    return ScannedValue::closed(start, at, stretch == start);
                }
                let has_parenthesis = || text.get(text.skip_space(at + 1)) == Some(b')');
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
                if is_stop(text, at, parenthesis.is_some())
                    || candidate.is_some()
                        && (parenthesis.is_some() || is_property(text, text.skip_space(at + 1)))
                {
                    let stop = parenthesis.unwrap_or(at);
                    let Some(end) = candidate else {
                        return ScannedValue::cut(start, run_start(text, start, stop, is_space));
                    };
                    *barren = stop.max(*barren);
                    return ScannedValue::closed(start, end, false);
                }
                at += 1;
            }
            _ => at += 2,
        }
    }
    let Some(end) = candidate else {
        return ScannedValue::cut(start, last_end(text, start));
    };
    if end >= *barren {
        *barren = text.len();
    }
    ScannedValue::closed(start, end, false)
}

/// Returns whether a closing bracket closes an opening one since `stretch`, where the one before it was.
fn closes_bracket(text: &Bytes<'_>, start: usize, stretch: usize, at: usize) -> bool {
    let mut brackets = memrchr_iter(b'[', text.part(stretch, at));
    brackets.any(|open| !is_escaped(text, start, stretch + open))
}

/// Returns whether a text cannot continue at a semicolon: a node with a plain move starts there, or after a parenthesis
/// the root of a game.
fn is_stop(text: &Bytes<'_>, semicolon: usize, after_parenthesis: bool) -> bool {
    if is_plain_move(text, semicolon) {
        return true;
    }
    if !after_parenthesis || !is_root(text, semicolon) {
        return false;
    }
    let value = text.skip_space(text.skip_space(semicolon + 1) + 2) + 1;
    let end = text.find([b']', b'[', b'\\'], value);
    end.is_some_and(|end| text.get(end) == Some(b']'))
}

/// Returns the offsets of the opening brackets in a value that look like signs of damage to a reader: a
/// bracket is missing before them, or doubled.
pub(in crate::bracket) fn signs_of_damage(value: &str, is_text: bool) -> Vec<usize> {
    // The closing bracket of the value can be the end of such a sign.
    let closed = format!("{value}]");
    let text = &Bytes::new(closed.as_bytes());
    let mut semicolon = None;
    let mut signs = Vec::new();
    for at in memchr2_iter(b';', b'[', value.as_bytes()) {
        if text.get(at) == Some(b';') {
            semicolon = Some(at);
            continue;
        }
        let is_sign = if is_text {
            semicolon.is_some_and(|semicolon| {
                let is_after_parenthesis = parenthesis_before(text, 0, semicolon).is_some();
                is_stop(text, semicolon, is_after_parenthesis)
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
