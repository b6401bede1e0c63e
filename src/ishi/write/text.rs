//! Lines as text with CR LF.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::ishi::line::{Line, Location};
use crate::model::Color;

/// Appends a line, or a block of lines.
pub fn push_line(out: &mut String, line: &Line<'_>) {
    match line {
        Line::Com(block) => push_block(out, "COM", &block.title, &block.body),
        Line::User(block) => push_block(out, "USER", &block.title, &block.body),
        _ => {
            // Writing to a string does not fail.
            let _ = write!(out, "{line}");
            out.push_str("\r\n");
        }
    }
}

/// Appends lines.
pub fn push_lines<'l, 'a: 'l>(out: &mut String, lines: impl IntoIterator<Item = &'l Line<'a>>) {
    for line in lines {
        push_line(out, line);
    }
}

/// Appends a move on the board in ASCII; the same as a [`Line::Move`], without the detours of formatting.
#[inline]
pub fn push_move(out: &mut Vec<u8>, color: Color, number: u32, location: Location) {
    let player = match color {
        Color::Black => b"B ",
        Color::White => b"W ",
    };
    let column = b'A' + location.column + u8::from(location.column >= 8);
    let mut digits = itoa::Buffer::new();
    out.extend_from_slice(player);
    out.extend_from_slice(digits.format(number).as_bytes());
    out.extend_from_slice(&[b' ', column]);
    out.extend_from_slice(digits.format(location.row).as_bytes());
    out.extend_from_slice(b"\r\n");
}

fn push_block(out: &mut String, keyword: &str, title: &str, body: &[Cow<'_, str>]) {
    out.push_str(keyword);
    if !title.is_empty() {
        out.push(' ');
        out.push_str(title);
    }
    out.push_str("\r\n");
    for line in body {
        out.push_str(line);
        out.push_str("\r\n");
    }
    out.push_str("END");
    out.push_str(keyword);
    out.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ishi::line::Play;

    #[test]
    fn plain_moves_are_written_as_lines_are() {
        for (number, column, row) in [(1, 0, 1), (10, 8, 19), (u32::MAX, 18, 10), (0, 7, 9)] {
            let location = Location { column, row };
            let mut plain = Vec::new();
            push_move(&mut plain, Color::White, number, location);
            let mut line = String::new();
            push_line(
                &mut line,
                &Line::Move(Color::White, number, Play::At(location)),
            );
            assert_eq!(str::from_utf8(&plain), Ok(&*line));
        }
    }
}
