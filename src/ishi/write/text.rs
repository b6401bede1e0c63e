//! Lines as text with CR LF.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::ishi::line::{Line, Location, Width};
use crate::ishi::say::{PRISONER, WIDTH};
use crate::model::{Color, column_letter};

/// Appends a line, or a block of lines.
pub fn push_line(out: &mut String, line: &Line<'_>) {
    match line {
        Line::Event(title) => push_keyword(out, "EVENT", title),
        Line::Header(header, text) => push_keyword(out, header.keyword(), text),
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
    out.extend_from_slice(&[color.letter() as u8, b' ']);
    push_number(out, number);
    push_location(out, location);
    out.extend_from_slice(b"\r\n");
}

/// Appends PRISONER lines in ASCII; the same as [`Line::Prisoner`].
pub fn push_prisoners(out: &mut Vec<u8>, stones: impl Iterator<Item = Location>) {
    let mut start = out.len();
    out.extend_from_slice(PRISONER.as_bytes());
    for stone in stones {
        if out.len() - start + 1 + stone.width() > WIDTH {
            out.extend_from_slice(b"\r\n");
            start = out.len();
            out.extend_from_slice(PRISONER.as_bytes());
        }
        push_location(out, stone);
    }
    out.extend_from_slice(b"\r\n");
}

/// Appends a blank and a location.
#[inline]
fn push_location(out: &mut Vec<u8>, location: Location) {
    out.extend_from_slice(&[b' ', column_letter(location.column)]);
    push_number(out, location.row.into());
}

/// Appends the digits of a number.
#[inline]
fn push_number(out: &mut Vec<u8>, number: u32) {
    let digit = |unit| b'0' + u8::try_from(number / unit % 10).unwrap_or(0);
    match number {
        0..10 => out.push(digit(1)),
        10..100 => out.extend_from_slice(&[digit(10), digit(1)]),
        100..1000 => out.extend_from_slice(&[digit(100), digit(10), digit(1)]),
        _ => push_long_number(out, number),
    }
}

#[cold]
fn push_long_number(out: &mut Vec<u8>, number: u32) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

fn push_block(out: &mut String, keyword: &str, title: &str, body: &[Cow<'_, str>]) {
    push_keyword(out, keyword, title);
    for line in body {
        out.push_str(line);
        out.push_str("\r\n");
    }
    out.extend(["END", keyword, "\r\n"]);
}

fn push_keyword(out: &mut String, keyword: &str, text: &str) {
    let gap = if text.is_empty() { "" } else { " " };
    out.extend([keyword, gap, text, "\r\n"]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ishi::line::Play;
    use crate::ishi::say;
    use crate::model::{Area, BoardSize, Move, Point, Replay};

    #[test]
    fn plain_moves_are_written_as_lines_are() {
        for (number, column, row) in [
            (1, 0, 1),
            (10, 8, 19),
            (99, 8, 99),
            (100, 9, 100),
            (999, 9, 1000),
            (1000, 9, 1),
            (u32::MAX, 18, 10),
            (0, 7, 9),
        ] {
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

    #[test]
    fn prisoners_are_written_as_lines_are() {
        // White fills the first rows, and Black takes all of it.
        for rows in 1..=18 {
            let size = BoardSize::square(19);
            let stones = Area::new(Point::new(0, 0), Point::new(18, rows));
            let stones = stones.points().filter(|point| *point != Point::new(9, 0));
            let stones = stones.map(|point| {
                let color = if point.row == rows {
                    Color::Black
                } else {
                    Color::White
                };
                (point, color)
            });
            let mut replay = Replay::starting_at(size, stones, 0);
            replay.play(Move::at(Color::Black, Point::new(9, 0)));
            let mut plain = Vec::new();
            let stones = || say::captured(&replay).unwrap();
            push_prisoners(&mut plain, stones());
            let mut lines = String::new();
            push_lines(&mut lines, &say::prisoners(stones()));
            assert_eq!(replay.captured().len(), 19 * usize::from(rows) - 1);
            assert_eq!(str::from_utf8(&plain), Ok(&*lines));
        }
    }
}
