//! Words and names in drawings.

use crate::model::{BoardSize, Place, Point};

/// Returns the name of a column counted from 0 at the left: `A` to `Z` without `I`, then `AA` to
/// `AZ`, `BA` and so on.
pub fn column_name(column: u8) -> String {
    const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";
    let letter = |index: u8| {
        LETTERS
            .get(usize::from(index % 25))
            .map(|&letter| char::from(letter))
    };
    let first = (column / 25).checked_sub(1).and_then(letter);
    first.into_iter().chain(letter(column)).collect()
}

/// Returns the name of a point: its column's letters, and its row from 1 at the bottom.
pub fn point_name(size: BoardSize, point: Point) -> String {
    format!("{}{}", column_name(point.column), row_name(size, point.row))
}

/// Returns the number of a row, from 1 at the bottom.
pub fn row_name(size: BoardSize, row: u8) -> String {
    i16::from(size.rows)
        .saturating_sub(i16::from(row))
        .to_string()
}

/// Returns where a move was played.
pub fn place_name(size: BoardSize, place: Place) -> String {
    match place {
        Place::Point(point) if size.contains(point) => point_name(size, point),
        Place::Pass => "pass".to_owned(),
        Place::Point(_) | Place::Unreadable => "off the board".to_owned(),
    }
}

/// Returns a text with the Ishi signs `\t`, `\s`, `\d` and `\c`, where they stand alone, as the
/// signs themselves (Ishi Standard Format, section 4.12).
pub fn with_signs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(before);
        let mut letters = behind.chars();
        let sign = letters.next().and_then(sign).filter(|_| {
            let word_goes_on = letters.next().is_some_and(char::is_alphanumeric);
            let word_before = before
                .chars()
                .next_back()
                .is_some_and(char::is_alphanumeric);
            !word_goes_on && !word_before
        });
        if let Some(sign) = sign {
            out.push(sign);
            rest = behind.get(1..).unwrap_or("");
        } else {
            out.push('\\');
            rest = behind;
        }
    }
    out.push_str(rest);
    out
}

fn sign(letter: char) -> Option<char> {
    match letter.to_ascii_lowercase() {
        't' => Some('△'),
        's' => Some('□'),
        'd' => Some('◇'),
        'c' => Some('✓'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters_without_i() {
        for (column, name) in [
            (0, "A"),
            (7, "H"),
            (8, "J"),
            (24, "Z"),
            (25, "AA"),
            (51, "BB"),
        ] {
            assert_eq!(column_name(column), name);
        }
        let corner = point_name(BoardSize::square(52), Point::new(51, 0));
        assert_eq!(corner, "BB52");
    }

    #[test]
    fn signs_of_ishi_stand_alone() {
        for (text, shown) in [
            ("marked \\T and \\s,", "marked △ and □,"),
            ("\\d \\c", "◇ ✓"),
            ("C:\\data \\test a\\c \\x", "C:\\data \\test a\\c \\x"),
            ("\\", "\\"),
            ("\\té", "\\té"),
        ] {
            assert_eq!(with_signs(text), shown);
        }
    }
}
