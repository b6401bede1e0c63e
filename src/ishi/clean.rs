//! Text without the characters that the format does not have.
//!
//! Valid are the codes from 32 to 126, TAB and the line ends; all others can be ignored
//! (specification, section 2). Codes above 126 are read, because texts have them, and so are the
//! vertical tab and the form feed, as blanks. All other control characters are ignored, among them the Control-Z with which DOS ends files.

use std::borrow::Cow;

use crate::account::{Account, Books};
use crate::diagnostic::{Diagnostics, Span};

/// The end of a file in DOS.
const CONTROL_Z: char = '\u{1A}';

/// A text without its control characters.
pub(super) struct Clean {
    /// What is left.
    pub text: String,
    /// Where a character was taken out: the offset in `text` of the one after it.
    removed: Vec<usize>,
    /// The offset in `text` of what comes after the first Control-Z, and after the last one.
    pub ends: Option<(usize, usize)>,
}

impl Clean {
    /// Cleans a text; none if there is nothing to take out.
    pub fn of(text: &str) -> Option<Self> {
        if !text
            .bytes()
            .any(|byte| byte < b' ' && is_odd(byte) || byte == 0x7F)
        {
            return None;
        }
        let mut clean = Self {
            text: String::with_capacity(text.len()),
            removed: Vec::new(),
            ends: None,
        };
        for c in text.chars() {
            if let Some(stays) = cleaned(c) {
                clean.text.push(stays);
                continue;
            }
            let here = clean.text.len();
            clean.removed.push(here);
            if c == CONTROL_Z {
                let first = clean.ends.map_or(here, |(first, _)| first);
                clean.ends = Some((first, here));
            }
        }
        Some(clean)
    }

    /// Moves all places in a log from this text to the one that it was made of.
    pub fn restore_places(&self, log: &mut Diagnostics) {
        let end = |offset| offset + self.removed.partition_point(|at| *at < offset);
        let start = |offset| offset + self.removed.partition_point(|at| *at <= offset);
        log.move_places(|span| {
            let start = start(span.start);
            Span::new(start, end(span.end).max(start))
        });
    }

    /// Books what was taken out of the text as white space: it means nothing.
    pub fn restore_books(&self, books: &mut Books) {
        books.insert(&self.removed, Account::WhiteSpace);
    }
}

/// Returns the first word of a line, and what follows it.
pub(crate) fn first_word(line: &[u8]) -> (Cow<'_, [u8]>, &[u8]) {
    let line = trim_start(line);
    let end = line.iter().position(|byte| !is_visible(*byte));
    let (word, rest) = line
        .split_at_checked(end.unwrap_or(line.len()))
        .unwrap_or((line, &[]));
    if rest.first().is_none_or(|byte| !is_odd(*byte)) {
        return (Cow::Borrowed(word), rest);
    }
    let is_blank = |byte: &u8| cleaned(char::from(*byte)).is_some_and(|c| c <= ' ');
    let end = line.iter().position(is_blank).unwrap_or(line.len());
    let (word, rest) = line.split_at_checked(end).unwrap_or((line, &[]));
    let word = word.iter().copied().filter(|byte| !is_odd(*byte));
    (Cow::Owned(word.collect()), rest)
}

/// Returns a text without the white space, and what is ignored, before its first word.
pub(super) fn trim_start(mut text: &[u8]) -> &[u8] {
    while let [first, rest @ ..] = text
        && !is_visible(*first)
    {
        text = rest;
    }
    text
}

fn is_visible(byte: u8) -> bool {
    byte > b' ' && byte != 0x7F
}

/// Returns what a character is read as; none if it is ignored.
fn cleaned(c: char) -> Option<char> {
    match c {
        '\u{0B}' | '\u{0C}' => Some(' '),
        '\t' | '\n' | '\r' => Some(c),
        c if c.is_ascii_control() => None,
        c => Some(c),
    }
}

/// Returns whether a byte is a control character that is not read as it is.
fn is_odd(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r')
}
