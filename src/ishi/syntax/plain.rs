//! Reads plain lines without the grammar: moves (`B 1 Q4`), lists (`SETUP B D4 W E4`, `PRISONER D4 E4`, `MARK #1-12 a@Q4`),
//! `BOARDSIZE 19`, `VAR a`, `ENDVAR`, and text after EVENT, REMARK and the keywords of headers. Most lines of a record are
//! plain.

use std::borrow::Cow;

use crate::ishi::line::{Header, Keyword, Letters, Line, Location, Mark, Play, Sign, Target};
use crate::ishi::repair::{NINE_MOVES, has_pair};
use crate::ishi::tokens::line_end;
use crate::model::{BoardSize, Color, column_of};

/// A plain line at the start of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlainLine<'a> {
    /// Its content.
    pub line: Line<'a>,
    /// Its bytes without the line end.
    pub length: usize,
    /// Its bytes with the line end.
    pub whole: usize,
}

/// A plain move at the start of a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct PlainMove {
    color: Color,
    number: u32,
    play: Play,
    /// Its bytes without the line end.
    pub length: usize,
    /// Its bytes with the line end.
    pub whole: usize,
}

impl PlainMove {
    /// Returns the content of the line.
    pub fn line(self) -> Line<'static> {
        Line::Move(self.color, self.number, self.play)
    }
}

/// Reads the first line of a text, if it is plain. A test compares the result with the grammar (`laws.rs`).
///
/// A record of moves takes a fifth of the instructions of the generated parser, because that does more work per byte.
pub(super) fn plain_line(text: &str) -> Option<PlainLine<'_>> {
    if let Some(found) = plain_move(text.as_bytes()) {
        return Some(PlainLine {
            line: found.line(),
            length: found.length,
            whole: found.whole,
        });
    }
    let (line, rest) = keyword_line(text)?;
    let (length, whole) = lengths(text.as_bytes(), rest)?;
    Some(PlainLine {
        line,
        length,
        whole,
    })
}

/// Reads the first line of a text, if it is a plain move.
#[inline]
pub(super) fn plain_move(text: &[u8]) -> Option<PlainMove> {
    let (color, rest) = match text {
        [b'B', b' ', rest @ ..] => (Color::Black, rest),
        [b'W', b' ', rest @ ..] => (Color::White, rest),
        _ => return None,
    };
    let (number, rest) = number(rest, 6)?;
    let [b' ', rest @ ..] = rest else {
        return None;
    };
    let (play, rest) = match rest {
        [b'P', b'A', b'S', b'S', rest @ ..] => (Play::Pass, rest),
        _ => location(rest).map(|(at, rest)| (Play::At(at), rest))?,
    };
    let (length, whole) = lengths(text, rest)?;
    Some(PlainMove {
        color,
        number,
        play,
        length,
        whole,
    })
}

/// Returns the length of a line before the rest of its text, without and with the line end that the rest starts with.
#[inline]
fn lengths(text: &[u8], rest: &[u8]) -> Option<(usize, usize)> {
    let end = line_end(rest);
    let length = text.len() - rest.len();
    (end > 0 || rest.is_empty()).then_some((length, length + end))
}

/// Reads a line with a keyword in capitals, and returns the rest of the text.
fn keyword_line<'a>(text: &'a str) -> Option<(Line<'a>, &'a [u8])> {
    let letters = text.bytes().take_while(u8::is_ascii_uppercase);
    let (word, data) = text.split_at_checked(letters.count())?;
    let fields = || data.as_bytes().strip_prefix(b" ");
    let with_words = |line: fn(Cow<'a, str>) -> Line<'a>| {
        words(data).map(|(words, rest)| (line(Cow::Borrowed(words)), rest))
    };
    match Keyword::of(word.as_bytes())? {
        Keyword::Header(header) => {
            let (words, rest) = words(data)?;
            let line = Line::Header(header, Cow::Borrowed(words));
            is_no_move(header, words).then_some((line, rest))
        }
        Keyword::Event if !has_pair(data.lines().next().unwrap_or_default()) => {
            with_words(Line::Event)
        }
        Keyword::Remark => with_words(Line::Remark),
        Keyword::Mark => marks(fields()?),
        Keyword::Prisoner => prisoners(fields()?),
        Keyword::Setup => setup(fields()?),
        Keyword::BoardSize => board_size(fields()?),
        Keyword::EndVar => Some((Line::EndVar, data.as_bytes())),
        _ => None,
    }
}

/// Reads the text after a keyword, with a single blank before it and without control characters, and returns the rest of
/// the text. A longer text can be several lines that lost their line breaks.
fn words(data: &str) -> Option<(&str, &[u8])> {
    let Some(data) = data.strip_prefix(' ') else {
        return Some(("", data.as_bytes()));
    };
    let is_control = |byte: u8| byte < b' ' || byte == 0x7F;
    let end = data.bytes().position(is_control).unwrap_or(data.len());
    let (words, rest) = data.split_at_checked(end)?;
    let is_trimmed = !words.is_empty() && !words.starts_with(' ') && !words.ends_with(' ');
    (is_trimmed && words.len() < NINE_MOVES).then_some((words, rest.as_bytes()))
}

/// Returns whether the text of a header cannot be a move, as that of `BLACK 1 Q4` can.
fn is_no_move(header: Header, words: &str) -> bool {
    !matches!(header, Header::Black | Header::White)
        || words.chars().next().is_none_or(char::is_alphabetic)
}

/// Reads the number of lines of a board, and returns the rest of the text.
fn board_size(text: &[u8]) -> Option<(Line<'static>, &[u8])> {
    let (number, rest) = number(text, 2)?;
    let lines = u8::try_from(number).ok()?;
    let is_size = (2..=BoardSize::DEFAULT.rows).contains(&lines);
    is_size.then_some((Line::BoardSize(lines), rest))
}

/// Reads stones with single blanks between, and returns the rest of the text. A colour before each stone is not plain.
fn setup(text: &[u8]) -> Option<(Line<'static>, &[u8])> {
    let mut color = None;
    let (stones, rest) = list(text, |text| {
        let (letter, text) = match text {
            [b'B', b' ', rest @ ..] => (Some(Color::Black), rest),
            [b'W', b' ', rest @ ..] => (Some(Color::White), rest),
            _ => (None, text),
        };
        if letter.is_some() && letter == color {
            return None;
        }
        color = letter.or(color);
        let (at, rest) = location(text)?;
        Some(((color?, at), rest))
    })?;
    Some((Line::Setup(stones), rest))
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
fn list<T>(
    text: &[u8],
    mut entry: impl FnMut(&[u8]) -> Option<(T, &[u8])>,
) -> Option<(Vec<T>, &[u8])> {
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
#[inline]
fn location(text: &[u8]) -> Option<(Location, &[u8])> {
    let [letter @ b'A'..=b'T', rest @ ..] = text else {
        return None;
    };
    let (row, rest) = number(rest, 2)?;
    let row = u16::try_from(row).ok()?;
    let column = column_of(*letter)?;
    Some((Location { column, row }, rest))
}

/// Reads a number without leading zeros, of at most `longest` digits, and returns the rest of the text.
#[inline]
fn number(text: &[u8], longest: usize) -> Option<(u32, &[u8])> {
    let [first @ b'1'..=b'9', rest @ ..] = text else {
        return None;
    };
    let (mut number, mut rest) = (u32::from(first - b'0'), rest);
    for _ in 1..longest {
        let [digit @ b'0'..=b'9', after @ ..] = rest else {
            break;
        };
        (number, rest) = (number * 10 + u32::from(digit - b'0'), after);
    }
    Some((number, rest))
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
            ("W 4 PASS\r\nB 5 T1", "W 4 PASS", 10),
            ("PRISONER D4\r\nW 3 T1", "PRISONER D4", 13),
            ("PRISONER D4 J19 T1\n", "PRISONER D4 J19 T1", 19),
            ("B 123456 C3\n", "B 123456 C3", 12),
            ("EVENT\r\nB 1 Q4", "EVENT", 7),
            ("MARK ALL\r\nB 1 Q4", "MARK ALL", 10),
            ("MARK #1-12 #15 D4 a@Q4\n", "MARK #1-12 #15 D4 a@Q4", 23),
            ("MARK \\t@#3 1@#1-1\r", "MARK \\t@#3 1@#1-1", 18),
            ("EVENT Cup, round 2\nB", "EVENT Cup, round 2", 19),
            ("KOMI\r\nB", "KOMI", 6),
            ("BLACK Anna\u{a0}1 Q4\r\n", "BLACK Anna\u{a0}1 Q4", 18),
            ("REMARK 1", "REMARK 1", 8),
            ("BOARDSIZE 19\n", "BOARDSIZE 19", 13),
            ("ENDVAR\r\n", "ENDVAR", 8),
            ("SETUP B D4 E4 W F19\n", "SETUP B D4 E4 W F19", 20),
        ] {
            let found = plain_line(text).unwrap();
            assert_eq!(found.line.to_string(), line, "{text:?}");
            assert_eq!((found.length, found.whole), (line.len(), whole), "{text:?}");
        }
    }

    #[test]
    fn other_lines_are_not_plain() {
        for text in [
            "B 1 PASSES",
            "B 1 pass",
            "BLACK 1 Q4",
            "WHITE \u{a0}2 Q4",
            "KOMI  5",
            "KOMI 5 ",
            "KOMI \r\n",
            "Komi 5",
            "PLACE a\tb",
            "BOARDSIZE 1",
            "BOARDSIZE 20",
            "BOARDSIZE 9x9",
            "SETUP D4",
            "SETUP B D4 B E4",
            "SETUP B",
            "SETUP B D4 W",
            "ENDVAR x",
            "COM",
            &format!("PLACE {}", "x".repeat(NINE_MOVES)),
        ] {
            assert_eq!(plain_line(text), None, "{text:?}");
        }
    }
}
