//! Runs of plain lines: moves, `B 1 Q4`, and what they take, `PRISONER D4 E4`. Most of a record is
//! nothing else.

use crate::ishi::line::{Line, Location, Play, Target};
use crate::model::Color;

/// A plain line at the start of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlainLine {
    /// What it says.
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

/// Reads number and location of a move, and returns what is behind them.
fn plain_move(color: Color, text: &[u8]) -> Option<(Line<'static>, &[u8])> {
    let (number, rest) = number(text, 4)?;
    let (location, rest) = location(rest.strip_prefix(b" ")?)?;
    Some((Line::Move(color, number, Play::At(location)), rest))
}

/// Reads locations with single blanks between, and returns what is behind them.
fn prisoners(text: &[u8]) -> Option<(Line<'static>, &[u8])> {
    let (first, mut rest) = location(text)?;
    let mut taken = vec![Target::At(first)];
    while let [b' ', behind @ ..] = rest {
        let (next, behind) = location(behind)?;
        taken.push(Target::At(next));
        rest = behind;
    }
    Some((Line::Prisoner(taken), rest))
}

/// Reads a location of a board of up to 19 lines, and returns what is behind it.
fn location(text: &[u8]) -> Option<(Location, &[u8])> {
    let [letter @ (b'A'..=b'H' | b'J'..=b'T'), rest @ ..] = text else {
        return None;
    };
    let (row, rest) = number(rest, 2)?;
    let column = letter - b'A' - u8::from(*letter > b'I');
    Some((Location { column, row }, rest))
}

/// Reads a number without leading zeros of up to so many digits, and returns what is behind it.
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
    use proptest::prelude::*;

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
        ] {
            let found = plain_line(text.as_bytes()).unwrap();
            assert_eq!(found.line.to_string(), line, "{text:?}");
            assert_eq!((found.length, found.whole), (line.len(), whole), "{text:?}");
        }
    }

    proptest! {
        /// A page ends before what the grammar takes for a plain line, so that it must be one here.
        #[test]
        fn the_grammar_knows_the_same_moves(
            text in "(B |W |b |B  )(0|[1-9][0-9]{0,5}) ?[AHIJSTUa](0|[1-9][0-9]{0,2})?( |\r\n|\r|\n|x|)(B 2 C3)?"
        ) {
            let known = Grammar::parse(Rule::plain_line, &text).is_ok();
            prop_assert_eq!(plain_line(text.as_bytes()).is_some(), known);
        }

        #[test]
        fn the_grammar_knows_the_same_prisoners(
            text in "(PRISONER|Prisoner)(  ?[AHIJSTUa](0|[1-9][0-9]{0,2})?){0,3}( |\r\n|\r|\n|x|)(W 2 C3)?"
        ) {
            let known = Grammar::parse(Rule::plain_line, &text).is_ok();
            prop_assert_eq!(plain_line(text.as_bytes()).is_some(), known);
        }
    }
}
