//! Lines without the characters that the format does not have.
//!
//! Valid are the codes from 32 to 126, TAB and the line ends; all others can be ignored
//! (specification, section 2). Codes above 126 are read in texts, and between fields as blanks; so are the
//! vertical tab and the form feed. All other control characters are ignored, for example
//! the Control-Z at the end of a DOS file.

use std::borrow::Cow;

use crate::diagnostic::Span;

/// A line without its ignored characters.
pub(super) struct Clean<'a> {
    /// The line.
    pub text: Cow<'a, str>,
    /// The line with its ignored characters.
    source: &'a str,
    /// Where the line starts in the text that it is from.
    start: usize,
    /// The offset in the line of the character after each ignored one.
    removed: Vec<usize>,
}

impl<'a> Clean<'a> {
    /// Cleans a line that starts at an offset of a text.
    pub fn of(line: &'a str, start: usize) -> Self {
        let mut clean = Self {
            text: Cow::Borrowed(line),
            source: line,
            start,
            removed: Vec::new(),
        };
        if !line.bytes().any(is_odd) {
            return clean;
        }
        let mut text = String::with_capacity(line.len());
        for c in line.chars() {
            match cleaned(c) {
                Some(stays) => text.push(stays),
                None => clean.removed.push(text.len()),
            }
        }
        clean.text = Cow::Owned(text);
        clean
    }

    /// Returns a line with its fields in ASCII: other blanks are blanks, characters without width are ignored, and wide
    /// letters are letters.
    pub fn fields(line: &'a str, start: usize) -> Self {
        let mut clean = Self::of("", start);
        let mut text = String::with_capacity(line.len());
        let mut before = ' ';
        for (at, c) in line.char_indices() {
            let after = line
                .get(at + c.len_utf8()..)
                .and_then(|rest| rest.chars().next());
            let read = cleaned(c).and_then(|c| in_ascii(c, before, after.unwrap_or(' ')));
            text.extend(read);
            let lost = c.len_utf8() - read.map_or(0, char::len_utf8);
            clean.removed.extend(std::iter::repeat_n(text.len(), lost));
            before = c;
        }
        // Other blanks at the end of a line count as little as blanks of ASCII.
        text.truncate(text.trim_end().len());
        clean.source = line;
        clean.text = Cow::Owned(text);
        clean
    }

    /// Returns the place of a part of the clean line in the original text.
    pub fn place(&self, part: Span) -> Span {
        let end = |offset| offset + self.removed.partition_point(|at| *at < offset);
        let start = |offset| offset + self.removed.partition_point(|at| *at <= offset);
        let first = start(part.start);
        let mut last = end(part.end).max(first);
        // A wide letter has three bytes.
        while !self.source.is_char_boundary(last) && last < self.source.len() {
            last += 1;
        }
        Span::new(self.start + first, self.start + last)
    }
}

/// Returns the first word of a line without ignored characters, and the text after it.
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

/// Returns a text without the white space and the ignored characters before its first word.
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

/// Returns whether a character is ignored.
pub(super) fn is_ignored(c: char) -> bool {
    cleaned(c).is_none()
}

/// Returns the character that `c` is read as. `None` if `c` is ignored.
fn cleaned(c: char) -> Option<char> {
    match c {
        '\u{0B}' | '\u{0C}' => Some(' '),
        '\t' | '\n' | '\r' => Some(c),
        c if c.is_ascii_control() => None,
        c => Some(c),
    }
}

/// Returns the character of a field that `c` is read as, given its neighbours. `None` if `c` has no width.
fn in_ascii(c: char, before: char, after: char) -> Option<char> {
    let is_edge = |c: char| c.is_ascii_digit() || c == ' ';
    match c {
        '\u{80}'..='\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{3000}' | '\u{FFFD}' => {
            Some(' ')
        }
        // The byte 160 is a blank, but this letter in code page 437.
        'á' if is_edge(before) || is_edge(after) => Some(' '),
        '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}' => None,
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(u32::from(c) - 0xFEE0),
        c => Some(c),
    }
}

/// Returns whether a byte is a control character that is not read as it is.
#[inline]
fn is_odd(byte: u8) -> bool {
    byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n' | b'\r')
}
