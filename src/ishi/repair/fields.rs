//! The fields of lists and moves.

use crate::ishi::line::Keyword;
use crate::model::{BoardSize, column_of};

/// Returns whether a word is a field of a list.
pub(super) fn is_field(list: Keyword, word: &str) -> bool {
    let is_all = word.eq_ignore_ascii_case("ALL");
    match list {
        Keyword::Setup => is_color(word) || looks_like_location(word),
        Keyword::Mark => {
            let on = match word.rsplit_once('@') {
                Some((label, on)) if is_label(label) => on,
                Some(_) => return false,
                None => word,
            };
            is_all || is_target(on)
        }
        Keyword::Unmark => is_all || is_target(word),
        _ => is_target(word),
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

fn is_target(word: &str) -> bool {
    let Some(numbers) = word.strip_prefix('#') else {
        return looks_like_location(word);
    };
    let (first, last) = numbers.split_once('-').unwrap_or((numbers, numbers));
    is_number(first) && is_number(last)
}

/// Returns whether a word is a number of up to nine digits.
pub(super) fn is_number(word: &str) -> bool {
    (1..=9).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a word is a location of the largest board, without a leading zero.
pub(super) fn looks_like_location(word: &str) -> bool {
    let at = word.split_at_checked(1);
    at.is_some_and(|(column, row)| !row.starts_with('0') && column_and_row(column, row).is_some())
}

/// Returns the location of the largest board that a letter, perhaps doubled, and a number are.
pub(super) fn column_and_row(column: &str, row: &str) -> Option<String> {
    let [letter, doubled @ ..] = column.as_bytes() else {
        return None;
    };
    if !(doubled.is_empty() || doubled == [*letter]) {
        return None;
    }
    let is_on_board = column_of(*letter)? < BoardSize::DEFAULT.columns;
    let row: u8 = Some(row).filter(|row| is_number(row))?.parse().ok()?;
    (is_on_board && (1..=BoardSize::DEFAULT.rows).contains(&row))
        .then(|| format!("{}{row}", char::from(letter.to_ascii_uppercase())))
}

/// Returns a word with `l` as 1 and `O` as 0, as some typewriters and scanners have these digits.
pub(super) fn digits(word: &str) -> String {
    let digit = |c: char| match c {
        'l' | 'I' => '1',
        'O' | 'o' => '0',
        other => other,
    };
    word.chars().map(digit).collect()
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
