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

/// Appends a move on the board; the same as a [`Line::Move`], without the detours of formatting.
pub fn push_move(out: &mut String, color: Color, number: u32, location: Location) {
    let mut digits = itoa::Buffer::new();
    out.push(color.letter());
    out.push(' ');
    out.push_str(digits.format(number));
    out.push(' ');
    let letter = b'A' + location.column + u8::from(location.column >= 8);
    out.push(char::from(letter));
    out.push_str(digits.format(location.row));
    out.push_str("\r\n");
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
            let mut plain = String::new();
            push_move(&mut plain, Color::White, number, location);
            let mut line = String::new();
            push_line(
                &mut line,
                &Line::Move(Color::White, number, Play::At(location)),
            );
            assert_eq!(plain, line);
        }
    }
}
