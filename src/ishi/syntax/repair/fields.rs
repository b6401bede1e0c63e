//! The fields of lists and moves: colours, labels, locations and digits.

use crate::ishi::line::{Keyword, Mark, Target};
use crate::ishi::syntax::{Field, field, location};
use crate::model::BoardSize;
use crate::model::Color;

/// Returns whether a word is a field of a list, on the largest board.
pub(super) fn is_field(list: Keyword, word: &str) -> bool {
    let is_on_board = |mark: Mark| match mark.target() {
        Some(Target::At(at)) => at.point(BoardSize::DEFAULT).is_some(),
        _ => true,
    };
    match (list, field(word)) {
        (Keyword::Setup, Some(Field::Color(_)))
        | (Keyword::Unmark, Some(Field::Mark(Mark::All))) => true,
        (Keyword::Setup, Some(Field::Mark(mark))) => {
            matches!(mark, Mark::Number(Target::At(_))) && is_on_board(mark)
        }
        (Keyword::Mark, Some(Field::Mark(mark)))
        | (_, Some(Field::Mark(mark @ Mark::Number(_)))) => is_on_board(mark),
        _ => false,
    }
}

/// Returns whether a word is `B` or `W`.
pub(super) fn is_color(word: &str) -> bool {
    matches!(field(word), Some(Field::Color(_)))
}

/// Returns whether a word is one or two characters that can be a label.
pub(super) fn is_label(word: &str) -> bool {
    (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Returns whether a word is a location of the largest board, without a leading zero.
pub(super) fn looks_like_location(word: &str) -> bool {
    let at = location(word).and_then(|at| at.point(BoardSize::DEFAULT));
    at.is_some() && word.as_bytes().get(1) != Some(&b'0')
}

/// Joins a column, perhaps doubled, and a row: `CC`, `4` -> `C4`. Returns `None` off the largest board.
pub(super) fn joined_location(column: &str, row: &str) -> Option<String> {
    let (letter, doubled) = column.split_at_checked(1)?;
    if !(doubled.is_empty() || doubled == letter) {
        return None;
    }
    let at = location(&format!("{letter}{row}"))?;
    at.point(BoardSize::DEFAULT).map(|_| at.to_string())
}

/// Returns a word with `l` as 1 and `O` as 0, as some typewriters and scanners have these digits.
pub(super) fn letters_as_digits(word: &str) -> String {
    let digit = |c: char| match c {
        'l' | 'I' => '1',
        'O' | 'o' => '0',
        other => other,
    };
    word.chars().map(digit).collect()
}

pub(super) fn player(word: &str) -> Option<Color> {
    let is_one_of = |words: [&str; 3]| words.iter().any(|other| word.eq_ignore_ascii_case(other));
    if is_one_of(["B", "BLACK", "BLK"]) {
        return Some(Color::Black);
    }
    is_one_of(["W", "WHITE", "WHT"]).then_some(Color::White)
}
