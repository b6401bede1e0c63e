//! Values with an opening bracket inside that are points or numbers: their closing bracket is missing, or the
//! opening one is there twice.

use memchr::memchr;

use super::syntax::{is_point, is_rectangle};
use super::words;
use crate::model::ValueType;

/// What is wrong with such a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// Its closing bracket is missing: it ends after so many bytes, with what may be in place of the bracket.
    Unclosed(usize),
    /// Its opening bracket is there twice.
    Doubled,
}

/// Tells what is wrong with a value, given the text from its bracket to the next closing one; none if there is
/// no opening bracket in it, or a backslash makes it text.
pub(super) fn fault(value: &[u8]) -> Option<Fault> {
    let open = memchr(b'[', value)?;
    let before = value.get(..open)?;
    if before.ends_with(b"\\") {
        return None;
    }
    let before = before.trim_ascii_end();
    if before.is_empty() {
        let rest = value.get(open + 1..)?;
        return (open == 0 && is_told(rest)).then_some(Fault::Doubled);
    }
    let next = without_identifier(before);
    let own = next.split(|byte| matches!(byte, b';' | b'(' | b')')).next();
    let own = own.unwrap_or(next).trim_ascii_end();
    // Without anything between them they are values of a list.
    if own.len() < before.len() && is_told(own) || is_area(own) {
        return Some(Fault::Unclosed(own.len()));
    }
    move_in_text(value).map(Fault::Unclosed)
}

/// Returns whether a value is a point or a number, with no more than one character in place of its bracket.
fn is_told(value: &[u8]) -> bool {
    let points = [2, 5].map(|length| value.len().abs_diff(length) <= 1 && value.len() >= length);
    let [one, two] = points;
    if one && value.get(..2).is_some_and(is_area) || two && value.get(..5).is_some_and(is_area) {
        return true;
    }
    let numeric = |byte: &&u8| byte.is_ascii_digit() || b"+-.:".contains(*byte);
    let count = value.iter().take_while(numeric).count();
    value.iter().take(count).any(u8::is_ascii_digit) && value.len() - count <= 1
}

/// Returns where a text ends that has taken in the node after it, with a move: a semicolon, the move up to its
/// closing bracket. After an escaped bracket it is text: nothing is missing there.
pub(super) fn move_in_text(text: &[u8]) -> Option<usize> {
    let (before, mv) = text.split_at_checked(text.len().checked_sub(5)?)?;
    let is_move = matches!(mv, [b';', b'B' | b'W', b'[', column, row]
        if column.is_ascii_lowercase() && row.is_ascii_lowercase());
    let before = before.trim_ascii_end();
    (is_move && !before.ends_with(b"\\]")).then_some(before.len())
}

/// Returns the kind of the game that a value names, whatever is wrong with the value.
pub(super) fn kind(value: &[u8]) -> &[u8] {
    let value = match fault(value) {
        Some(Fault::Unclosed(length)) => value.get(..length).unwrap_or(value),
        Some(Fault::Doubled) => value.get(1..).unwrap_or(value),
        None => return value.trim_ascii(),
    };
    let digits = value.iter().take_while(|byte| byte.is_ascii_digit());
    let digits = digits.count();
    value.get(..digits).unwrap_or(value)
}

/// Returns a text without the identifier of a known property at its end.
fn without_identifier(text: &[u8]) -> &[u8] {
    for length in [2, 1] {
        if let Some((before, ident)) = text.len().checked_sub(length).map(|at| text.split_at(at))
            && ident.iter().all(u8::is_ascii_uppercase)
            && words::standard(ident).is_some()
        {
            return before;
        }
    }
    text
}

/// Returns how many bytes of a value without a closing bracket belong to it: what comes after a number or a
/// point is in place of the bracket.
pub(super) fn length(ident: &str, value: &str) -> usize {
    let numeric = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.' | b':');
    let known = words::standard(ident.as_bytes()).map(crate::model::Id::value_type);
    let bytes = value.as_bytes();
    match known {
        Some(ValueType::Move | ValueType::Points) => {
            let starts = |length: &usize| bytes.get(..*length).is_some_and(is_area);
            [5, 2].into_iter().find(starts).unwrap_or(bytes.len())
        }
        Some(ValueType::Number | ValueType::Real | ValueType::Double | ValueType::Pair) => {
            match bytes.iter().take_while(|byte| numeric(byte)).count() {
                0 => bytes.len(),
                count => count,
            }
        }
        _ => bytes.len(),
    }
}

fn is_area(value: &[u8]) -> bool {
    is_point(value) || is_rectangle(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_ends_before_what_comes_next() {
        for (value, expected) in [
            ("aa;W[bb", Some(Fault::Unclosed(2))),
            ("aa\n;W [bb", Some(Fault::Unclosed(2))),
            ("aa}(;W[bb", Some(Fault::Unclosed(3))),
            ("dd[pd", Some(Fault::Unclosed(2))),
            ("1FF[4", Some(Fault::Unclosed(1))),
            ("1\nFF[4", Some(Fault::Unclosed(1))),
            ("6.5B[aa", Some(Fault::Unclosed(3))),
            ("1ESZ[9", Some(Fault::Unclosed(2))),
            ("[1", Some(Fault::Doubled)),
            ("B+3 [x", None),
            ("1B\\[aa", None),
            ("[", None),
            ("([", None),
            ("[x y", None),
            ("B+R\n;B[aa", Some(Fault::Unclosed(3))),
            (";W[aa", Some(Fault::Unclosed(0))),
            ("aa", None),
        ] {
            assert_eq!(fault(value.as_bytes()), expected, "{value}");
        }
    }

    #[test]
    fn a_text_ends_before_a_move() {
        for (text, expected) in [
            ("x\n;B[aa", Some(1)),
            (";W[aa", Some(0)),
            ("path c:\\games\\];W[aa", None),
            ("x ;B[a", None),
            ("B[aa", None),
        ] {
            assert_eq!(move_in_text(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn what_is_in_place_of_a_bracket_is_no_part_of_the_value() {
        for (ident, value, count) in [
            ("B", "aa}", 2),
            ("AB", "aa:bb", 5),
            ("GM", "1E", 1),
            ("KM", "6.5", 3),
            ("SZ", "9:9x", 3),
            ("RE", "B+R", 3),
            ("", "aa}", 3),
        ] {
            assert_eq!(length(ident, value), count, "{ident} {value}");
        }
    }
}
