//! Reads plain lines without the grammar: moves (`B 1 Q4`), prisoners (`PRISONER D4 E4`), marks (`MARK #1-12 a@Q4`)
//! and `EVENT` alone. Most lines of a record are plain.

use std::borrow::Cow;

use crate::ishi::line::{Letters, Line, Location, Mark, Play, Sign, Target};
use crate::model::Color;

/// A plain line at the start of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlainLine {
    /// Its content.
    pub line: Line<'static>,
    /// Its bytes without the line end.
    pub length: usize,
    /// Its bytes with the line end.
    pub whole: usize,
}

/// Reads the first line of a text, if it is plain. A test compares the result with the grammar (`laws.rs`).
///
/// A record of moves takes a fifth of the instructions of the generated parser, because that does more work per byte.
pub(super) fn plain_line(text: &[u8]) -> Option<PlainLine> {
    let (line, rest) = match text {
        [b'B', b' ', rest @ ..] => plain_move(Color::Black, rest)?,
        [b'W', b' ', rest @ ..] => plain_move(Color::White, rest)?,
        [b'E', b'V', b'E', b'N', b'T', rest @ ..] => (Line::Event(Cow::Borrowed("")), rest),
        [b'M', b'A', b'R', b'K', b' ', rest @ ..] => marks(rest)?,
        _ => prisoners(text.strip_prefix(b"PRISONER ")?)?,
    };
    let end = match rest {
        [] => 0,
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => return None,
    };
    let length = text.len() - rest.len();
    Some(PlainLine {
        line,
        length,
        whole: length + end,
    })
}

/// Reads number and location of a move, and returns the rest of the text.
fn plain_move(color: Color, text: &[u8]) -> Option<(Line<'static>, &[u8])> {
    let (number, rest) = number(text, 6)?;
    let (location, rest) = location(rest.strip_prefix(b" ")?)?;
    Some((Line::Move(color, number, Play::At(location)), rest))
}

/// Reads locations with single blanks between, and returns the rest of the text.
fn prisoners(text: &[u8]) -> Option<(Line<'static>, &[u8])> {
    let (taken, rest) = list(text, |text| {
        location(text).map(|(at, rest)| (Target::At(at), rest))
    })?;
    Some((Line::Prisoner(taken), rest))
}

/// Reads marks with single blanks between, and returns the rest of the text.
fn marks(text: &[u8]) -> Option<(Line<'static>, &[u8])> {
    let (marks, rest) = list(text, mark)?;
    Some((Line::Mark(marks), rest))
}

/// Reads entries with single blanks between, and returns the rest of the text.
fn list<T>(text: &[u8], entry: impl Fn(&[u8]) -> Option<(T, &[u8])>) -> Option<(Vec<T>, &[u8])> {
    let (first, mut rest) = entry(text)?;
    let mut entries = vec![first];
    while let [b' ', after @ ..] = rest {
        let (next, after) = entry(after)?;
        entries.push(next);
        rest = after;
    }
    Some((entries, rest))
}

/// Reads `ALL`, a sign, a label of one character or a number mark, and returns the rest of the text.
fn mark(text: &[u8]) -> Option<(Mark, &[u8])> {
    match text {
        [b'A', b'L', b'L', rest @ ..] => Some((Mark::All, rest)),
        [b'\\', letter @ (b'c' | b'd' | b's' | b't'), b'@', rest @ ..] => {
            let sign = Sign::from_letter(char::from(*letter))?;
            target(rest).map(|(target, rest)| (Mark::Sign(sign, target), rest))
        }
        [letter, b'@', rest @ ..] if letter.is_ascii_alphanumeric() => {
            let letters = Letters::one(*letter);
            target(rest).map(|(target, rest)| (Mark::Label(letters, target), rest))
        }
        _ => target(text).map(|(target, rest)| (Mark::Number(target), rest)),
    }
}

/// Reads a location, a move or a range of moves, and returns the rest of the text. A range that ends before it starts
/// is not plain, because it is reported.
fn target(text: &[u8]) -> Option<(Target, &[u8])> {
    let [b'#', rest @ ..] = text else {
        return location(text).map(|(at, rest)| (Target::At(at), rest));
    };
    let (first, rest) = number(rest, 6)?;
    let [b'-', rest @ ..] = rest else {
        return Some((Target::Number(first), rest));
    };
    let (last, rest) = number(rest, 6)?;
    (first <= last).then_some((Target::Range(first, last), rest))
}

/// Reads a location with a column from A to T and a row of one or two digits, and returns the rest of the text.
fn location(text: &[u8]) -> Option<(Location, &[u8])> {
    let [letter @ (b'A'..=b'H' | b'J'..=b'T'), rest @ ..] = text else {
        return None;
    };
    let (row, rest) = number(rest, 2)?;
    let row = u16::try_from(row).ok()?;
    let column = letter - b'A' - u8::from(*letter > b'I');
    Some((Location { column, row }, rest))
}

/// Reads a number without leading zeros, of at most `longest` digits, and returns the rest of the text.
fn number(text: &[u8], longest: usize) -> Option<(u32, &[u8])> {
    let digits = text.iter().take(longest);
    let count = digits.take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at_checked(count)?;
    let number = digits
        .iter()
        .fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    (digits.first()? != &b'0').then_some((number, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_up_to_their_line_ends() {
        for (text, line, whole) in [
            ("B 1 Q4\r\nW 2 D4", "B 1 Q4", 8),
            ("W 9999 A19\n\n", "W 9999 A19", 11),
            ("B 10 J9\r", "B 10 J9", 8),
            ("W 3 T1", "W 3 T1", 6),
            ("PRISONER D4\r\nW 3 T1", "PRISONER D4", 13),
            ("PRISONER D4 J19 T1\n", "PRISONER D4 J19 T1", 19),
            ("B 123456 C3\n", "B 123456 C3", 12),
            ("EVENT\r\nB 1 Q4", "EVENT", 7),
            ("MARK ALL\r\nB 1 Q4", "MARK ALL", 10),
            ("MARK #1-12 #15 D4 a@Q4\n", "MARK #1-12 #15 D4 a@Q4", 23),
            ("MARK \\t@#3 1@#1-1\r", "MARK \\t@#3 1@#1-1", 18),
        ] {
            let found = plain_line(text.as_bytes()).unwrap();
            assert_eq!(found.line.to_string(), line, "{text:?}");
            assert_eq!((found.length, found.whole), (line.len(), whole), "{text:?}");
        }
    }
}
