//! Finds starts and ends of games, also with damaged parentheses, by the rules of `grammars/sgf.pest` and of
//! the model in `src/bracket/syntax/laws/model.rs`.

use memchr::{memchr, memchr2};

use super::bytes::{
    character, is_of_root, is_plain_move, is_root, is_space, parenthesis_before, skip_space,
    unless_more, word_end,
};

/// Finds where a game starts, from an offset on. Returns `Err` with an offset to search from again if more
/// bytes are needed, and `Ok(None)` if no game starts.
pub(crate) fn game(text: &[u8], from: usize, at_end: bool) -> Result<Option<usize>, usize> {
    let mut at = from;
    while let Some(found) = text.get(at..).and_then(|rest| memchr2(b'(', b';', rest)) {
        at += found;
        if text.get(at) == Some(&b';') {
            match is_root(text, at, at_end) {
                Some(true) => return Ok(Some(at)),
                Some(false) => at += 1,
                None => return Err(at),
            }
            continue;
        }
        let row = text.get(at..).unwrap_or(&[]);
        let is_part = |byte: &&u8| **byte == b'(' || is_space(**byte);
        let inner = at + row.iter().take_while(is_part).count();
        match is_first_node(text, inner, at_end) {
            Some(true) => return Ok(Some(at)),
            Some(false) => at = inner,
            None => return Err(at),
        }
    }
    if at_end { Ok(None) } else { Err(text.len()) }
}

/// Returns whether the first node of a game starts after its parentheses, at an offset: with its semicolon, with a
/// property, or with another character in place of the semicolon. Returns `None` if that cannot be told yet.
fn is_first_node(text: &[u8], at: usize, at_end: bool) -> Option<bool> {
    match text.get(at) {
        None => unless_more(at_end),
        Some(b';') => Some(true),
        Some(b'A'..=b'Z') => match text.get(skip_space(text, word_end(text, at))) {
            Some(byte) => Some(*byte == b'['),
            None => unless_more(at_end),
        },
        Some(_) => {
            let ident = at + character(text, at);
            match text.get(ident..ident + 3) {
                Some([ident @ .., bracket]) => Some(is_of_root(ident) && *bracket == b'['),
                _ => unless_more(at_end),
            }
        }
    }
}

/// Returns whether a variation that starts with the parenthesis at an offset has a root for its first node, so that it
/// may be the next game. Returns `None` if that cannot be told yet.
pub(super) fn is_inner_root(text: &[u8], parenthesis: usize, at_end: bool) -> Option<bool> {
    let semicolon = skip_space(text, parenthesis + 1);
    match text.get(semicolon) {
        Some(b';') => is_root(text, semicolon, at_end),
        Some(_) => Some(false),
        None => unless_more(at_end),
    }
}

/// Returns whether a root without a parenthesis starts at an offset, after a closing parenthesis. Returns
/// `None` if that cannot be told yet.
pub(super) fn is_root_after_game(text: &[u8], at: usize, at_end: bool) -> Option<bool> {
    if text.get(at) != Some(&b';') {
        return Some(false);
    }
    let before = text.get(..at).unwrap_or(&[]);
    match before.iter().rfind(|byte| !is_space(**byte)) {
        Some(b')') => is_root(text, at, at_end),
        _ => Some(false),
    }
}

/// The text after a closing parenthesis that would end a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// A plain move of the game or more points of a list, with the offset of its first character.
    Move(usize),
    /// A variation that starts with a plain move.
    Variation,
    /// Another game or variation, or the end of the text.
    Other,
}

/// Returns whether the parenthesis before an offset parts the values of a list: `AW[aa])[bb]`. `value` is the next character.
fn goes_on_with_points(text: &[u8], from: usize, value: usize) -> bool {
    let before = text.get(..from.saturating_sub(1)).unwrap_or(&[]);
    let is_after_value = before.iter().rfind(|byte| !is_space(**byte)) == Some(&b']');
    let is_point = |point: &[u8]| point.iter().all(u8::is_ascii_alphabetic);
    let follows = match text.get(value..value + 4) {
        Some([b'[', point @ .., b']' | b':']) => is_point(point),
        _ => false,
    };
    is_after_value && follows
}

/// Classifies the text after a closing parenthesis, from an offset up to the next game or variation. Returns
/// `None` if more bytes are needed.
pub(super) fn next(text: &[u8], from: usize, at_end: bool) -> Option<Next> {
    let mut at = from;
    let value = skip_space(text, from);
    if goes_on_with_points(text, from, value) {
        return Some(Next::Move(value));
    }
    while let Some(found) = text.get(at..).and_then(|rest| memchr(b';', rest)) {
        at += found;
        let is_variation = parenthesis_before(text, from, at).is_some();
        if is_root(text, at, at_end)? {
            return Some(Next::Other);
        }
        let is_move = is_plain_move(text, at, at_end)?;
        match (is_variation, is_move) {
            (true, true) => return Some(Next::Variation),
            (true, false) => return Some(Next::Other),
            (false, true) => return Some(Next::Move(at)),
            (false, false) => at += 1,
        }
    }
    at_end.then_some(Next::Other)
}
