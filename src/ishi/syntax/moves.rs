//! Runs of moves in their plainest form, `B 1 Q4`: most of a record is nothing else.

use crate::ishi::line::{Line, Location, Play};
use crate::model::Color;

/// A move line at the start of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlainMove {
    /// What it says.
    pub line: Line<'static>,
    /// Its bytes without the line end.
    pub length: usize,
    /// Its bytes with the line end.
    pub whole: usize,
}

/// Reads the move line that a text begins with, if it is one that the grammar calls `plain_move`. With
/// such lines read here, a record of moves takes half the time: a parser asks more of each byte.
pub(super) fn plain_move(text: &[u8]) -> Option<PlainMove> {
    let (color, rest) = match text {
        [b'B', b' ', rest @ ..] => (Color::Black, rest),
        [b'W', b' ', rest @ ..] => (Color::White, rest),
        _ => return None,
    };
    let (number, rest) = number(rest, 4)?;
    let [b' ', letter @ (b'A'..=b'H' | b'J'..=b'T'), rest @ ..] = rest else {
        return None;
    };
    let (row, rest) = self::number(rest, 2)?;
    let end = match rest {
        [] => 0,
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => return None,
    };
    let column = letter - b'A' - u8::from(*letter > b'I');
    let play = Play::At(Location { column, row });
    let length = text.len() - rest.len();
    Some(PlainMove {
        line: Line::Move(color, number, play),
        length,
        whole: length + end,
    })
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
    fn moves_are_read_up_to_their_line_ends() {
        for (text, line, whole) in [
            ("B 1 Q4\r\nW 2 D4", "B 1 Q4", 8),
            ("W 9999 A19\n\n", "W 9999 A19", 11),
            ("B 10 J9\r", "B 10 J9", 8),
            ("W 3 T1", "W 3 T1", 6),
        ] {
            let found = plain_move(text.as_bytes()).unwrap();
            assert_eq!(found.line.to_string(), line, "{text:?}");
            assert_eq!((found.length, found.whole), (line.len(), whole), "{text:?}");
        }
    }

    proptest! {
        /// A page ends before what the grammar takes for a move, so that it must be one here.
        #[test]
        fn the_grammar_knows_the_same_moves(
            text in "(B |W |b |B  )(0|[1-9][0-9]{0,5}) ?[AHIJSTUa](0|[1-9][0-9]{0,2})?( |\r\n|\r|\n|x|)(B 2 C3)?"
        ) {
            let known = Grammar::parse(Rule::plain_move, &text).is_ok();
            prop_assert_eq!(plain_move(text.as_bytes()).is_some(), known);
        }
    }
}
