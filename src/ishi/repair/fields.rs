//! The fields of lists and moves, well typed and loosely typed.

use crate::ishi::line::Keyword;
use crate::model::{BoardSize, column_of};

/// Returns whether a word is a field of a list, with its location on the board.
pub(super) fn is_field(list: Keyword, word: &str, size: BoardSize) -> bool {
    let is_all = word.eq_ignore_ascii_case("ALL");
    match list {
        Keyword::Setup => is_color(word) || is_location(word, size),
        Keyword::Mark => {
            let on = match word.rsplit_once('@') {
                Some((label, on)) if is_label(label) => on,
                Some(_) => return false,
                None => word,
            };
            is_all || is_target(on, size)
        }
        Keyword::Unmark => is_all || is_target(word, size),
        _ => is_target(word, size),
    }
}

/// Returns whether a word is `B` or `W`.
pub(super) fn is_color(word: &str) -> bool {
    word.eq_ignore_ascii_case("B") || word.eq_ignore_ascii_case("W")
}

/// Returns whether a word is one or two characters that can be a label.
pub(super) fn is_label(word: &str) -> bool {
    (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_graphic())
}

fn is_target(word: &str, size: BoardSize) -> bool {
    let Some(numbers) = word.strip_prefix('#') else {
        return is_location(word, size);
    };
    let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
    is_number(first) && is_number(last)
}

/// Returns whether a word is a number of up to nine digits.
pub(super) fn is_number(word: &str) -> bool {
    (1..=9).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a word is a location of a board, without a leading zero.
pub(super) fn is_location(word: &str, size: BoardSize) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(|letter| {
        let row = chars.as_str();
        !row.starts_with('0') && is_on(letter, row, size)
    })
}

/// Returns whether a word is a location of the largest board.
pub(super) fn looks_like_location(word: &str) -> bool {
    is_location(word, BoardSize::DEFAULT)
}

fn is_on(letter: char, row: &str, size: BoardSize) -> bool {
    let column = column(letter).filter(|column| *column < size.columns);
    let row = Some(row).filter(|row| is_number(row));
    let row: Option<u32> = row.and_then(|row| row.parse().ok());
    column.is_some() && row.is_some_and(|row| (1..=u32::from(size.rows)).contains(&row))
}

/// Returns the column of a letter, from 0, without I.
fn column(letter: char) -> Option<u8> {
    let column = column_of(u8::try_from(letter).ok()?)?;
    (column < BoardSize::DEFAULT.columns).then_some(column)
}

/// Returns whether a character is the letter of a column.
pub(super) fn is_column(letter: char) -> bool {
    column(letter).is_some()
}

/// Returns the location that a letter and digits mean. Digits that are off the board lose a leading zero or a
/// doubled digit, or are swapped.
pub(super) fn point(letter: char, row: &str, size: BoardSize) -> Option<String> {
    let mut rows = vec![row.trim_start_matches('0').to_owned()];
    let digits: Vec<char> = row.chars().collect();
    for (at, pair) in digits.windows(2).enumerate() {
        if let [first, second] = pair
            && first == second
        {
            let without = digits.iter().enumerate().filter(|(index, _)| *index != at);
            rows.push(without.map(|(_, digit)| *digit).collect());
        }
    }
    if digits.len() == 2 {
        rows.push(digits.iter().rev().collect());
    }
    let mut rows = rows.into_iter();
    let row = rows.find(|row| !row.starts_with('0') && is_on(letter, row, size))?;
    Some(format!("{}{row}", letter.to_ascii_uppercase()))
}

/// Returns whether one word is the other with one character dropped, added, replaced or two swapped, or is
/// the other.
pub(super) fn is_near(word: &str, other: &str) -> bool {
    let same = word.bytes().zip(other.bytes());
    let same = same.take_while(|(a, b)| a.eq_ignore_ascii_case(b)).count();
    let a = word.as_bytes().get(same..).unwrap_or_default();
    let b = other.as_bytes().get(same..).unwrap_or_default();
    let (a1, b1) = (
        a.get(1..).unwrap_or_default(),
        b.get(1..).unwrap_or_default(),
    );
    let are_swapped = match (a, b) {
        ([a1, a2, a @ ..], [b1, b2, b @ ..]) => {
            a1.eq_ignore_ascii_case(b2) && a2.eq_ignore_ascii_case(b1) && a.eq_ignore_ascii_case(b)
        }
        _ => false,
    };
    a1.eq_ignore_ascii_case(b)
        || a.eq_ignore_ascii_case(b1)
        || a1.eq_ignore_ascii_case(b1)
        || are_swapped
}
