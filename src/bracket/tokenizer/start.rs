//! Finds starts and ends of games, also with damaged parentheses, by the rules of `grammars/sgf.pest` and of
//! the model in `src/bracket/syntax/laws/model.rs`.

use super::bytes::{Bytes, is_of_root, is_plain_move, is_root, is_space, parenthesis_before};

/// Finds where a game starts, from an offset on.
pub(super) fn game(text: &Bytes<'_>, from: usize) -> Option<usize> {
    let mut at = from;
    while let Some(found) = text.find([b'(', b';', b'('], at) {
        at = found;
        if text.get(at) == Some(b';') {
            if is_root(text, at) {
                return Some(at);
            }
            at += 1;
            continue;
        }
        let row = text.after(at).iter();
        let is_part = |byte: &&u8| **byte == b'(' || is_space(**byte);
        let inner = at + row.take_while(is_part).count();
        if is_first_node(text, inner) {
            return Some(at);
        }
        at = inner;
    }
    None
}

/// Returns whether the first node of a game starts after its parentheses, at an offset: with its semicolon, with a
/// property, or with another character in place of the semicolon.
fn is_first_node(text: &Bytes<'_>, at: usize) -> bool {
    match text.get(at) {
        None => false,
        Some(b';') => true,
        Some(b'A'..=b'Z') => text.get(text.skip_space(text.word_end(at))) == Some(b'['),
        Some(_) => {
            let ident = text.character_end(at);
            text.get(ident + 2) == Some(b'[') && is_of_root(text.part(ident, ident + 2))
        }
    }
}

/// Returns whether the variation that starts with the parenthesis at an offset has a root for its first node, so that it
/// may be the next game.
pub(super) fn is_inner_root(text: &Bytes<'_>, parenthesis: usize) -> bool {
    let semicolon = text.skip_space(parenthesis + 1);
    text.get(semicolon) == Some(b';') && is_root(text, semicolon)
}

/// Returns whether a root without a parenthesis starts at an offset, after a closing parenthesis.
pub(super) fn is_root_after_game(text: &Bytes<'_>, at: usize) -> bool {
    let mut before = text.part(0, at).iter();
    text.get(at) == Some(b';')
        && before.rfind(|byte| !is_space(**byte)) == Some(&b')')
        && is_root(text, at)
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
fn goes_on_with_points(text: &Bytes<'_>, from: usize, value: usize) -> bool {
    let mut before = text.part(0, from.saturating_sub(1)).iter();
    let is_letter = |at| text.get(at).is_some_and(|byte| byte.is_ascii_alphabetic());
    before.rfind(|byte| !is_space(**byte)) == Some(&b']')
        && text.get(value) == Some(b'[')
        && is_letter(value + 1)
        && is_letter(value + 2)
        && matches!(text.get(value + 3), Some(b']' | b':'))
}

/// Classifies the text after a closing parenthesis, from an offset up to the next game or variation.
pub(super) fn next(text: &Bytes<'_>, from: usize) -> Next {
    let mut at = from;
    let value = text.skip_space(from);
    if goes_on_with_points(text, from, value) {
        return Next::Move(value);
    }
    while let Some(found) = text.find([b';'; 3], at) {
        at = found;
        let is_variation = parenthesis_before(text, from, at).is_some();
        if is_root(text, at) {
            return Next::Other;
        }
        match (is_variation, is_plain_move(text, at)) {
            (true, true) => return Next::Variation,
            (true, false) => return Next::Other,
            (false, true) => return Next::Move(at),
            (false, false) => at += 1,
        }
    }
    Next::Other
}
