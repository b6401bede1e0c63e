//! Lines as text with CR LF.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::ishi::item::Typing;
use crate::ishi::kept::Kept;
use crate::ishi::line::{Keyword, Line, Location};
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

/// Appends the words of a kept line. The keyword of a well-typed line is in capitals.
pub fn push_kept(out: &mut String, kept: &Kept) {
    if kept.typing == Typing::OnSameLine && takes_more(out) {
        out.truncate(out.trim_end_matches(['\r', '\n']).len());
        out.push_str(&kept.text);
        return out.push_str("\r\n");
    }
    let text = kept.text.trim_matches([' ', '\t']);
    match kept.line {
        _ if kept.typing != Typing::Well => out.push_str(&text.replace('\n', "\r\n")),
        Line::Com(_) | Line::User(_) if kept.has_words => out.push_str(&text.replace('\n', "\r\n")),
        Line::Var(None) if kept.has_words => out.push_str(text),
        Line::Com(_) | Line::User(_) | Line::Var(None) => return push_line(out, &kept.line),
        Line::Unknown(_) => out.push_str(text),
        _ => {
            let end = text.find([' ', '\t']).unwrap_or(text.len());
            let (word, rest) = text.split_at_checked(end).unwrap_or((text, ""));
            out.push_str(&word.to_ascii_uppercase());
            out.push_str(rest);
        }
    }
    out.push_str("\r\n");
}

/// Returns whether the last line of a text can have another one on it: a move or a list.
fn takes_more(text: &str) -> bool {
    let last = text.lines().next_back().unwrap_or_default();
    let word = last.split_whitespace().next().unwrap_or_default();
    !word.is_empty()
        && matches!(
            Keyword::of(word.as_bytes()),
            None | Some(
                Keyword::Move(_)
                    | Keyword::Setup
                    | Keyword::Mark
                    | Keyword::Unmark
                    | Keyword::Hide
                    | Keyword::Prisoner
            )
        )
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
