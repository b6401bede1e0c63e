//! Small questions about the bytes of a bracketed text.

use std::cell::Cell;

use memchr::memchr3;

use crate::bracket::words;
use crate::model::Id;

/// The bytes of a text of which more may come. It notes a look at its end, because then no answer is certain yet.
#[derive(Debug)]
pub(super) struct Bytes<'t> {
    text: &'t [u8],
    looked_at_end: Cell<bool>,
}

impl<'t> Bytes<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            looked_at_end: Cell::new(false),
        }
    }

    /// Returns whether more bytes can change an answer about the text.
    pub(super) fn looked_at_end(&self) -> bool {
        self.looked_at_end.get()
    }

    /// Returns the byte at an offset.
    #[inline]
    pub(super) fn get(&self, at: usize) -> Option<u8> {
        let byte = self.text.get(at).copied();
        if byte.is_none() {
            self.looked_at_end.set(true);
        }
        byte
    }

    /// Returns the offset of the first of three bytes from `at` on.
    #[inline]
    pub(super) fn find(&self, [a, b, c]: [u8; 3], at: usize) -> Option<usize> {
        let found = memchr3(a, b, c, self.after(at));
        if found.is_none() {
            self.looked_at_end.set(true);
        }
        Some(at + found?)
    }

    /// Returns the bytes in a range that is known.
    pub(super) fn part(&self, start: usize, end: usize) -> &'t [u8] {
        self.text.get(start..end).unwrap_or(&[])
    }

    /// Returns the bytes that are known from an offset on.
    #[inline]
    pub(super) fn after(&self, at: usize) -> &'t [u8] {
        self.text.get(at..).unwrap_or(&[])
    }

    /// Returns the offset after all bytes that are known.
    pub(super) fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns the offset of the first byte from `at` on that is not white space.
    #[inline]
    pub(super) fn skip_space(&self, at: usize) -> usize {
        skip_space(self.text, at)
    }

    /// Returns the offset after the letters and digits that start at `at`.
    pub(super) fn word_end(&self, at: usize) -> usize {
        let word = self.after(at).iter();
        at + word.take_while(|byte| byte.is_ascii_alphanumeric()).count()
    }

    /// Returns the offset after the character that starts at `at`.
    pub(super) fn character_end(&self, at: usize) -> usize {
        at + match self.get(at) {
            Some(0xC0..0xE0) => 2,
            Some(0xE0..0xF0) => 3,
            Some(0xF0..) => 4,
            _ => 1,
        }
    }
}

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

/// Returns whether a backslash of the value that starts at `start` escapes the byte at `at`.
pub(super) fn is_escaped(text: &Bytes<'_>, start: usize, at: usize) -> bool {
    let backslashes = text.part(start, at).iter().rev();
    backslashes.take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// Returns where the run starts that ends at `end` and has only bytes that `is_part` accepts. An escaped byte of the
/// value that starts at `start` is not part of it.
pub(super) fn run_start(
    text: &Bytes<'_>,
    start: usize,
    end: usize,
    is_part: impl Fn(u8) -> bool,
) -> usize {
    let run = text.part(start, end).iter().rev();
    let first = end - run.take_while(|byte| is_part(**byte)).count();
    first + usize::from(first < end && is_escaped(text, start, first))
}

/// Returns where the parenthesis is that opens the node of a semicolon, white space between them aside. Looks no
/// further back than `start`.
pub(super) fn parenthesis_before(
    text: &Bytes<'_>,
    start: usize,
    semicolon: usize,
) -> Option<usize> {
    let mut before = text.part(start, semicolon).iter();
    let at = start + before.rposition(|byte| !is_space(*byte))?;
    (text.get(at) == Some(b'(')).then_some(at)
}

/// Returns whether two letters are the identifier of a root property or a game info property.
pub(super) fn is_of_root(ident: &[u8]) -> bool {
    // Most nodes start with a move, so that the second byte is a bracket.
    matches!(ident, [b'A'..=b'Z', b'A'..=b'Z']) && words::exact(ident).is_some_and(Id::is_of_root)
}

/// Returns whether the semicolon at an offset starts a root: a node whose first property belongs to the root
/// or the game.
pub(super) fn is_root(text: &Bytes<'_>, semicolon: usize) -> bool {
    let at = text.skip_space(semicolon + 1);
    text.get(at + 1).is_some()
        && is_of_root(text.part(at, at + 2))
        && text.get(text.skip_space(at + 2)) == Some(b'[')
}

/// Returns whether a node with a plain move starts with the semicolon at an offset: with a pass, or a point of a board
/// of up to 26 lines.
pub(super) fn is_plain_move(text: &Bytes<'_>, semicolon: usize) -> bool {
    let at = text.skip_space(semicolon + 1);
    let is_letter = |at| text.get(at).is_some_and(|byte| byte.is_ascii_lowercase());
    matches!(text.get(at), Some(b'B' | b'W'))
        && text.get(at + 1) == Some(b'[')
        && if text.get(at + 2) == Some(b']') {
            may_follow(text, at + 3)
        } else {
            is_letter(at + 2)
                && is_letter(at + 3)
                && text.get(at + 4) == Some(b']')
                && may_follow(text, at + 5)
        }
}

/// Returns whether something follows that may follow a value.
pub(super) fn may_follow(text: &Bytes<'_>, after: usize) -> bool {
    // Most values end before a short identifier, often at the end of a line.
    let ([b'\n', rest @ ..] | rest) = text.after(after);
    if let [b'A'..=b'Z', b'[', ..] | [b'A'..=b'Z', b'A'..=b'Z', b'[', ..] = rest {
        return true;
    }
    let at = text.skip_space(after);
    match text.get(at) {
        None | Some(b';' | b'[') => true,
        Some(b'(') => {
            let inner = text.skip_space(at + 1);
            matches!(text.get(inner), None | Some(b';' | b'(')) || is_property(text, inner)
        }
        Some(b')') => {
            let next = text.get(text.skip_space(at + 1));
            matches!(next, None | Some(b';' | b'(' | b')'))
        }
        Some(_) => {
            let word = text.part(at, text.word_end(at));
            let is_last = text.get(text.skip_space(at + word.len())).is_none();
            // The end of the text cuts an identifier off.
            is_last && matches!(word, [b'A'..=b'Z'] | [b'A'..=b'Z', b'A'..=b'Z'])
                || is_property(text, at)
        }
    }
}

/// Returns whether an identifier with a bracket starts at an offset.
pub(super) fn is_property(text: &Bytes<'_>, at: usize) -> bool {
    let end = text.word_end(at);
    let word = text.part(at, end);
    word.first().is_some_and(u8::is_ascii_alphabetic)
        && text.get(text.skip_space(end)) == Some(b'[')
        && words::is_identifier(word)
}
