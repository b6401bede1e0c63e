//! Letters as lines: a small font of strokes, so that pictures need no font of the machine.
//!
//! Capitals and digits are between 0 and 14 (downwards, 14 is the base line). Small letters start at 5, and
//! descenders reach 18.

#[cfg(feature = "png")]
use any_ascii::any_ascii_char;

/// The height of a capital letter.
pub const CAPITAL: f32 = 14.0;

/// The blank between two letters.
pub const GAP: f32 = 3.6;

/// A letter.
#[derive(Debug, Clone, Copy)]
pub struct Glyph {
    /// How wide it is, without blanks around it.
    pub width: f32,
    /// Its strokes, as path data of SVG.
    #[cfg(feature = "png")]
    pub strokes: &'static str,
}

impl Glyph {
    /// Returns how far the next letter is.
    pub fn advance(self) -> f32 {
        self.width + GAP
    }
}

/// Returns the strokes of a character. A character that the font lacks is an empty box.
pub fn glyph(c: char) -> Glyph {
    let found = find(c).unwrap_or((8.0, "M0 0H8V14H0Z"));
    Glyph {
        width: found.0,
        #[cfg(feature = "png")]
        strokes: found.1,
    }
}

/// Returns whether the font has a character.
pub fn has(c: char) -> bool {
    find(c).is_some()
}

/// Writes a text in characters that there are strokes for.
#[cfg(feature = "png")]
pub fn spell(text: &mut String) {
    if text.chars().all(has) {
        return;
    }
    let mut out = String::new();
    for c in text.chars().filter(|c| !c.is_control()) {
        if has(c) {
            out.push(c);
        } else {
            out.push_str(any_ascii_char(c));
        }
    }
    *text = out;
}

fn find(c: char) -> Option<(f32, &'static str)> {
    letter(c)
        .or_else(|| small_letter(c))
        .or_else(|| digit(c))
        .or_else(|| sign(c))
}

fn letter(c: char) -> Option<(f32, &'static str)> {
    Some(match c {
        'A' => (10.0, "M0 14L5 0L10 14M1.8 9.5H8.2"),
        'B' => (
            9.0,
            "M5 6.5A3.25 3.25 0 0 0 5 0H0V14H5.25A3.75 3.75 0 0 0 5.25 6.5H0",
        ),
        'C' => (9.5, "M9.5 2.8A5.6 7 0 1 0 9.5 11.2"),
        'D' => (9.6, "M0 0V14H3.6A6 7 0 0 0 3.6 0Z"),
        'E' => (8.0, "M8 0H0V14H8M0 7H6.5"),
        'F' => (8.0, "M8 0H0V14M0 7H6.5"),
        'G' => (10.0, "M9.6 2.8A5.6 7 0 1 0 10 10.6V7.6H6.2"),
        'H' => (9.5, "M0 0V14M9.5 0V14M0 7H9.5"),
        'I' => (0.0, "M0 0V14"),
        'J' => (6.2, "M6.2 0V10A3.1 4 0 0 1 0 10"),
        'K' => (9.0, "M0 0V14M8.6 0L0 8.6M3.2 5.6L9 14"),
        'L' => (7.5, "M0 0V14H7.5"),
        'M' => (11.0, "M0 14V0L5.5 11L11 0V14"),
        'N' => (9.5, "M0 14V0L9.5 14V0"),
        'O' => (11.0, "M5.5 0A5.5 7 0 1 0 5.5 14A5.5 7 0 1 0 5.5 0Z"),
        'P' => (9.0, "M0 14V0H5A4 4 0 0 1 5 8H0"),
        'Q' => (
            11.0,
            "M5.5 0A5.5 7 0 1 0 5.5 14A5.5 7 0 1 0 5.5 0ZM7 10.5L11 15",
        ),
        'R' => (9.0, "M0 14V0H5A4 4 0 0 1 5 8H0M4.6 8L9 14"),
        'S' => (
            8.8,
            "M8.4 2.6A4.3 3.6 0 0 0 4.4 0A4 3.4 0 0 0 4.4 6.8A4.2 3.6 0 0 1 4.4 14A4.6 4 0 0 1 0 11",
        ),
        'T' => (9.0, "M0 0H9M4.5 0V14"),
        'U' => (9.5, "M0 0V9.2A4.75 4.8 0 0 0 9.5 9.2V0"),
        'V' => (10.0, "M0 0L5 14L10 0"),
        'W' => (14.0, "M0 0L3.5 14L7 2L10.5 14L14 0"),
        'X' => (9.0, "M0 0L9 14M9 0L0 14"),
        'Y' => (9.5, "M0 0L4.75 7V14M9.5 0L4.75 7"),
        'Z' => (9.0, "M0 0H9L0 14H9"),
        _ => return None,
    })
}

fn small_letter(c: char) -> Option<(f32, &'static str)> {
    const RIGHT_BOWL: f32 = 8.0;
    Some(match c {
        'a' => (
            RIGHT_BOWL,
            "M8 5V14M8 9.5A4 4.5 0 1 0 0 9.5A4 4.5 0 1 0 8 9.5",
        ),
        'b' => (
            RIGHT_BOWL,
            "M0 0V14M0 9.5A4 4.5 0 1 0 8 9.5A4 4.5 0 1 0 0 9.5",
        ),
        'c' => (7.4, "M7.4 6.8A4.2 4.5 0 1 0 7.4 12.2"),
        'd' => (
            RIGHT_BOWL,
            "M8 0V14M8 9.5A4 4.5 0 1 0 0 9.5A4 4.5 0 1 0 8 9.5",
        ),
        'e' => (RIGHT_BOWL, "M0.1 9.5H8A4 4.5 0 1 0 7 12.6"),
        'f' => (5.4, "M5.4 0.3C3 -0.5 2 1 2 3.2V14M0 5.4H5"),
        'g' => (
            RIGHT_BOWL,
            "M8 5V14.2A4 3.8 0 0 1 0.5 16M8 9.5A4 4.5 0 1 0 0 9.5A4 4.5 0 1 0 8 9.5",
        ),
        'h' => (7.5, "M0 0V14M0 9A3.75 4 0 0 1 7.5 9V14"),
        'i' => (0.0, "M0 5V14M0 1V1.2"),
        'j' => (3.0, "M3 5V15.4C3 17.4 1.6 18.2 0 17.8M3 1V1.2"),
        'k' => (7.4, "M0 0V14M7 5L0 11M2.6 8.8L7.4 14"),
        'l' => (0.0, "M0 0V14"),
        'm' => (
            12.0,
            "M0 5V14M0 8.6A3 3.6 0 0 1 6 8.6V14M6 8.6A3 3.6 0 0 1 12 8.6V14",
        ),
        'n' => (7.5, "M0 5V14M0 9A3.75 4 0 0 1 7.5 9V14"),
        'o' => (RIGHT_BOWL, "M4 5A4 4.5 0 1 0 4 14A4 4.5 0 1 0 4 5Z"),
        'p' => (
            RIGHT_BOWL,
            "M0 5V18M0 9.5A4 4.5 0 1 0 8 9.5A4 4.5 0 1 0 0 9.5",
        ),
        'q' => (
            RIGHT_BOWL,
            "M8 5V18M8 9.5A4 4.5 0 1 0 0 9.5A4 4.5 0 1 0 8 9.5",
        ),
        'r' => (4.8, "M0 5V14M0 9.2C0.3 6.5 2.2 5 4.8 5.2"),
        's' => (
            6.8,
            "M6.4 6.6C5.6 5.4 4.6 5 3.4 5C1.6 5 0.4 6 0.4 7.3C0.4 10.4 6.8 8.4 6.8 11.6C6.8 13 5.5 14 3.6 14C2 14 0.8 13.4 0 12.2",
        ),
        't' => (5.2, "M2 1.5V11.5C2 13.5 3 14.2 5.2 13.9M0 5H5"),
        'u' => (7.5, "M0 5V10A3.75 4 0 0 0 7.5 10M7.5 5V14"),
        'v' => (8.0, "M0 5L4 14L8 5"),
        'w' => (11.2, "M0 5L2.8 14L5.6 6.5L8.4 14L11.2 5"),
        'x' => (7.0, "M0 5L7 14M7 5L0 14"),
        'y' => (8.0, "M0 5L4 14M8 5L4 14L2.6 17C2.2 17.9 1.4 18.2 0.4 18"),
        'z' => (7.0, "M0 5H7L0 14H7"),
        _ => return None,
    })
}

fn digit(c: char) -> Option<(f32, &'static str)> {
    Some(match c {
        '0' => (8.0, "M4 0A4 7 0 1 0 4 14A4 7 0 1 0 4 0Z"),
        '1' => (4.4, "M0.6 3L4.2 0V14"),
        '2' => (8.0, "M0.3 3.8A3.8 3.8 0 1 1 6.9 6.4L0 14H8"),
        '3' => (
            7.6,
            "M0.4 2A3.6 3.4 0 0 1 3.8 0A3.3 3.3 0 0 1 3.8 6.6H2.8M3.8 6.6A3.7 3.7 0 0 1 3.8 14A4 3.8 0 0 1 0 11.4",
        ),
        '4' => (8.4, "M6.2 14V0L0 9.8H8.4"),
        '5' => (7.8, "M7.2 0H1.2L0.7 6.2A4.25 4.25 0 1 1 0 11.6"),
        '6' => (
            8.0,
            "M6.6 0.2C3 0.8 0 4.5 0 9.5A4 4.5 0 1 0 8 9.5A4 4.5 0 1 0 0 9.5",
        ),
        '7' => (8.0, "M0 0H8L3 14"),
        '8' => (
            8.0,
            "M4 0A3.3 3.25 0 1 0 4 6.5A3.3 3.25 0 1 0 4 0ZM4 6.5A4 3.75 0 1 0 4 14A4 3.75 0 1 0 4 6.5Z",
        ),
        '9' => (
            8.0,
            "M1.4 13.8C5 13.2 8 9.5 8 4.5A4 4.5 0 1 0 0 4.5A4 4.5 0 1 0 8 4.5",
        ),
        _ => return None,
    })
}

fn sign(c: char) -> Option<(f32, &'static str)> {
    Some(match c {
        ' ' | '\u{a0}' => (3.0, ""),
        '!' => (0.0, "M0 0V9.6M0 13.6V13.9"),
        '"' => (3.4, "M0 0V4M3.4 0V4"),
        '#' => (9.0, "M3 0L1.4 14M7.6 0L6 14M0.6 4.6H9M0 9.4H8.4"),
        '$' => (
            8.8,
            "M8.4 2.6A4.3 3.6 0 0 0 4.4 0A4 3.4 0 0 0 4.4 6.8A4.2 3.6 0 0 1 4.4 14A4.6 4 0 0 1 0 11M4.4 -2V16",
        ),
        '%' => (
            11.0,
            "M9.5 0L1.5 14M2.5 0.3A2.3 2.8 0 1 0 2.5 5.9A2.3 2.8 0 1 0 2.5 0.3ZM8.5 8.1A2.3 2.8 0 1 0 8.5 13.7A2.3 2.8 0 1 0 8.5 8.1Z",
        ),
        '&' => (
            9.6,
            "M9.6 14L2.2 4.6C0.6 2.4 1.8 0 4.2 0C6.6 0 7.6 2.8 5.6 4.6L2 7.4C-1 9.8 0.2 14 4 14C7 14 9 11.5 9.2 8",
        ),
        '\'' => (0.0, "M0 0V4"),
        '(' => (3.0, "M3 -1C-0.4 4 -0.4 11 3 16"),
        ')' => (3.0, "M0 -1C3.4 4 3.4 11 0 16"),
        '*' => (6.4, "M3.2 1V8M0.2 2.7L6.2 6.3M6.2 2.7L0.2 6.3"),
        '+' => (8.0, "M4 4.5V12.5M0 8.5H8"),
        ',' => (0.8, "M0.8 13.5L0 16.5"),
        '-' => (5.0, "M0 8.5H5"),
        '.' => (0.0, "M0 13.6V13.9"),
        '/' => (6.0, "M0 15L6 -1"),
        ':' => (0.0, "M0 6.2V6.5M0 13.6V13.9"),
        ';' => (0.8, "M0.8 6.2V6.5M0.8 13.5L0 16.5"),
        '<' => (7.0, "M7 3L0 8L7 13"),
        '=' => (8.0, "M0 6.5H8M0 10.5H8"),
        '>' => (7.0, "M0 3L7 8L0 13"),
        '?' => (
            7.2,
            "M0.3 3.2A3.5 3.4 0 1 1 5.8 5.9C4.2 7 3.7 7.8 3.7 9.8M3.7 13.6V13.9",
        ),
        '@' => (
            12.8,
            "M9.2 7A2.8 3 0 1 0 3.6 7A2.8 3 0 1 0 9.2 7V8.4C9.2 11 12.8 10.8 12.8 7A6.3 7 0 1 0 9.6 12.9",
        ),
        '[' => (3.0, "M3 -1H0V16H3"),
        '\\' => (6.0, "M0 -1L6 15"),
        ']' => (3.0, "M0 -1H3V16H0"),
        '^' => (7.0, "M0 5L3.5 0L7 5"),
        '_' => (8.0, "M0 16.5H8"),
        '`' => (2.4, "M0 0L2.4 3"),
        '{' => (
            4.0,
            "M4 -1C1 -1 2.4 3 2 5.4C1.8 6.8 1 7.5 0 7.5C1 7.5 1.8 8.2 2 9.6C2.4 12 1 16 4 16",
        ),
        '|' => (0.0, "M0 -1V16"),
        '}' => (
            4.0,
            "M0 -1C3 -1 1.6 3 2 5.4C2.2 6.8 3 7.5 4 7.5C3 7.5 2.2 8.2 2 9.6C1.6 12 3 16 0 16",
        ),
        '~' => (8.0, "M0 9.4C1.6 6.6 3 7.4 4 8.4C5 9.4 6.4 10.2 8 7.6"),
        '△' => (12.0, "M6 2L12 13.4H0Z"),
        '□' => (10.0, "M0 3.4H10V13.4H0Z"),
        '◇' => (10.0, "M5 2.4L10 8.2L5 14L0 8.2Z"),
        '✓' => (9.0, "M0 9L3.4 13.4L9 2.4"),
        '…' => (8.0, "M0 13.6V13.9M4 13.6V13.9M8 13.6V13.9"),
        _ => return None,
    })
}

#[cfg(all(test, feature = "png"))]
mod tests {
    use super::*;

    #[test]
    fn letters_without_strokes_are_transliterated() {
        for (text, spelled) in [("Ján", "Jan"), ("定石", "DingShi"), ("a…\u{7}", "a…")] {
            let mut text = text.to_owned();
            spell(&mut text);
            assert_eq!(text, spelled);
        }
    }

    #[test]
    fn every_printable_character_of_ascii_has_strokes_of_its_own() {
        let box_ = glyph('\u{1}').strokes;
        let mut seen = std::collections::HashSet::new();
        for c in '!'..='~' {
            let glyph = glyph(c);
            assert_ne!(glyph.strokes, box_, "{c}");
            let is_new = seen.insert(glyph.strokes);
            assert!(is_new || matches!(c, 'l' | 'I'), "{c}");
            assert!((0.0..=14.0).contains(&glyph.width), "{c}");
        }
    }
}
