//! The fields of lists and moves.

use crate::ishi::line::{Keyword, Mark, Target};
pub(super) use crate::ishi::syntax::is_number;
use crate::ishi::syntax::{Field, field, location};
use crate::model::BoardSize;

/// Returns whether a word is a field of a list, on the largest board.
pub(super) fn is_field(list: Keyword, word: &str) -> bool {
    let Some(Field::Mark(mark)) = field(word) else {
        return list == Keyword::Setup && is_color(word);
    };
    let is_allowed = match (list, mark) {
        (Keyword::Setup, Mark::Number(target)) => matches!(target, Target::At(_)),
        (Keyword::Mark, _) | (Keyword::Unmark, Mark::All) | (_, Mark::Number(_)) => true,
        _ => false,
    };
    is_allowed
        && match mark.target() {
            Some(Target::At(at)) => at.point(BoardSize::DEFAULT).is_some(),
            _ => true,
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

/// Returns the location of the largest board that a letter, perhaps doubled, and a number are.
pub(super) fn column_and_row(column: &str, row: &str) -> Option<String> {
    let (letter, doubled) = column.split_at_checked(1)?;
    if !(doubled.is_empty() || doubled == letter) {
        return None;
    }
    let at = location(&format!("{letter}{row}"))?;
    at.point(BoardSize::DEFAULT).map(|_| at.to_string())
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
