//! How much room a text takes.

use unicode_width::UnicodeWidthChar;

use super::CAPITAL_PART;
use crate::glyphs::{self, CAPITAL, glyph};

/// Returns how wide a text of size 1 is, about.
pub fn width(text: &str) -> f32 {
    text.chars().map(char_width).sum()
}

/// Returns how wide a character is, in the wider of the two kinds of letters.
fn char_width(c: char) -> f32 {
    match c.width() {
        // Fonts give all digits the same room, a 1 too.
        _ if c.is_ascii_digit() => 0.6,
        _ if glyphs::has(c) => glyph(c).advance() * CAPITAL_PART / CAPITAL,
        Some(2) => 1.0,
        Some(_) => 0.6,
        None => 0.0,
    }
}

/// Breaks a text at its blanks into lines of at most `room`, for letters of this size. Cuts the text after
/// `most` lines.
pub fn wrapped(text: &str, size: f32, room: f32, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        if lines.len() > most {
            break;
        }
        let longer = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if !line.is_empty() && width(&longer) * size > room {
            lines.push(std::mem::replace(&mut line, word.to_owned()));
        } else {
            line = longer;
        }
        while lines.len() <= most && is_wider(&line, size, room) {
            let (head, tail) = cut(&line, size, room);
            lines.push(head);
            line = tail;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.push('…');
        }
    }
    lines
}

/// Returns whether a text can be cut and does not fit.
fn is_wider(text: &str, size: f32, room: f32) -> bool {
    text.chars().nth(1).is_some() && width(text) * size > room
}

/// Cuts a word that is wider than a line, after its first character at the earliest.
fn cut(word: &str, size: f32, room: f32) -> (String, String) {
    let mut wide = 0.0;
    let mut head = String::new();
    let mut letters = word.chars();
    for c in letters.by_ref() {
        wide += char_width(c) * size;
        head.push(c);
        if wide + size > room {
            break;
        }
    }
    (head, letters.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_their_room() {
        let text =
            "Black to play and live, in the corner aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
        let lines = wrapped(text, 10.0, 100.0, 99);
        assert!(lines.len() > 3);
        for line in &lines {
            assert!(width(line) * 10.0 <= 100.0, "{line}");
        }
        let back: String = lines.concat();
        assert_eq!(back.replace(' ', ""), text.replace(' ', ""));
        assert_eq!(wrapped("W", 10.0, 1.0, 99), ["W"]);
    }

    #[test]
    fn lines_that_fit_exactly_are_not_broken_or_cut() {
        for text in ["12 34", "1234"] {
            let room = width(text) * 10.0;
            assert_eq!(wrapped(text, 10.0, room, 1), [text]);
        }
        assert_eq!(
            wrapped("12 34", 10.0, width("12 3") * 10.0, 9),
            ["12", "34"]
        );
        let three = ["word word"; 3];
        assert_eq!(wrapped(&three.join(" "), 10.0, 60.0, 3), three);
        assert_eq!(wrapped(" a  b ", 10.0, 60.0, 3), ["a b"]);
        assert!(wrapped("", 10.0, 60.0, 3).is_empty());
    }

    #[test]
    fn what_has_too_many_lines_is_cut() {
        let lines = wrapped(&"word ".repeat(100), 10.0, 60.0, 3);
        assert_eq!(lines, ["word word", "word word", "word word…"]);
        let lines = wrapped(&"x".repeat(1_000_000), 10.0, 60.0, 3);
        assert_eq!(lines.len(), 3);
    }
}
