//! Runs of plain lines: moves, `B 1 Q4`, what they take, `PRISONER D4 E4`, and `EVENT` alone. Most of a
//! record is nothing else.

use std::borrow::Cow;

use crate::ishi::line::{Line, Location, Play, Target};
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

/// Reads the line that a text begins with, if it is one that the grammar calls `plain_line`. With such
/// lines read here, a record of moves takes a fifth of the instructions: a parser asks more of each byte.
pub(super) fn plain_line(text: &[u8]) -> Option<PlainLine> {
    let (line, rest) = match text {
        [b'B', b' ', rest @ ..] => plain_move(Color::Black, rest)?,
        [b'W', b' ', rest @ ..] => plain_move(Color::White, rest)?,
        [b'E', b'V', b'E', b'N', b'T', rest @ ..] => (Line::Event(Cow::Borrowed("")), rest),
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

/// Reads number and location of a move, and returns what comes after them.
fn plain_move(color: Color, text: &[u8]) -> Option<(Line<'static>, &[u8])> {
    let (number, rest) = number(text, 6)?;
    let (location, rest) = location(rest.strip_prefix(b" ")?)?;
    Some((Line::Move(color, number, Play::At(location)), rest))
}

/// Reads locations with single blanks between, and returns what comes after them.
fn prisoners(text: &[u8]) -> Option<(Line<'static>, &[u8])> {
    let (first, mut rest) = location(text)?;
    let mut taken = vec![Target::At(first)];
    while let [b' ', after @ ..] = rest {
        let (next, after) = location(after)?;
        taken.push(Target::At(next));
        rest = after;
    }
    Some((Line::Prisoner(taken), rest))
}

/// Reads a location of a board of up to 19 lines, and returns what comes after it.
fn location(text: &[u8]) -> Option<(Location, &[u8])> {
    let [letter @ (b'A'..=b'H' | b'J'..=b'T'), rest @ ..] = text else {
        return None;
    };
    let (row, rest) = number(rest, 2)?;
    let column = letter - b'A' - u8::from(*letter > b'I');
    Some((Location { column, row }, rest))
}

/// Reads a number without leading zeros of up to so many digits, and returns what comes after it.
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
    use pest::Parser;

    use super::*;
    use crate::ishi::syntax::grammar::{Grammar, Rule};

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
        ] {
            let found = plain_line(text.as_bytes()).unwrap();
            assert_eq!(found.line.to_string(), line, "{text:?}");
            assert_eq!((found.length, found.whole), (line.len(), whole), "{text:?}");
        }
    }

    /// A page ends before what the grammar takes for a plain line, so it must be one here: true for every
    /// text of up to five of these characters after these beginnings, and with all after it.
    #[test]
    fn the_grammar_knows_the_same_lines() {
        const CHARS: [char; 10] = ['A', 'I', 'T', 'a', '0', '1', '9', ' ', '\r', '\n'];
        const STARTS: [&str; 12] = [
            "",
            "B ",
            "W 1",
            "b 1 ",
            "B 999",
            "B 99999",
            "B 1 Q",
            "PRISONER ",
            "PRISONER Q4",
            "Prisoner ",
            "EVENT",
            "Event",
        ];
        let mut ends = vec![String::new()];
        for length in 0..=5 {
            for end in &ends {
                for start in STARTS {
                    let text = format!("{start}{end}");
                    let known = Grammar::parse(Rule::plain_line, &text).is_ok();
                    assert_eq!(plain_line(text.as_bytes()).is_some(), known, "{text:?}");
                }
            }
            if length < 5 {
                let longer = ends
                    .iter()
                    .flat_map(|end| CHARS.map(|c| format!("{end}{c}")));
                ends = longer.collect();
            }
        }
        assert_eq!(ends.len(), 100_000);
    }
}
