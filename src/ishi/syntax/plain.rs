//! Reads plain moves (`B 1 Q4`) without the tokenizer: most lines of a record are plain moves.

use crate::ishi::line::{Line, Location, Play};
use crate::model::{Color, column_of};

/// Reads the first line of a text, if it is a plain move. Returns it with its length in bytes without the line end. A test
/// compares the result with the usual reading (`laws.rs`).
pub(super) fn plain_move(text: &[u8]) -> Option<(Line<'static>, usize)> {
    let (color, rest) = match text {
        [b'B', b' ', rest @ ..] => (Color::Black, rest),
        [b'W', b' ', rest @ ..] => (Color::White, rest),
        _ => return None,
    };
    let (number, rest) = number(rest, 6)?;
    let [b' ', column @ b'A'..=b'T', rest @ ..] = rest else {
        return None;
    };
    let column = column_of(*column)?;
    let (row, rest) = self::number(rest, 2)?;
    if !matches!(rest, [] | [b'\r' | b'\n', ..]) {
        return None;
    }
    let row = u16::try_from(row).ok()?;
    let play = Play::At(Location { column, row });
    Some((Line::Move(color, number, play), text.len() - rest.len()))
}

/// Reads a number without leading zeros, of at most `longest` digits, and returns the rest of the text.
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
