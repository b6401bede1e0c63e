//! Tells identifiers from other words, and how the values of their properties end.

use crate::model::{Id, ValueType};

/// How the values of a property end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Class {
    /// A text, or the value of an unknown property. Its author can have forgotten to escape a bracket.
    #[default]
    Text,
    /// A value of another type: its first bracket ends it.
    Typed,
    /// The kind of the game, which decides the types of other values.
    Kind,
}

fn class_of(id: Id) -> Class {
    match (id, id.value_type()) {
        (Id::GameKind, _) => Class::Kind,
        // A date, a result, a size and the name of a charset have no bracket.
        (Id::Date | Id::Result | Id::Size | Id::Charset, _) => Class::Typed,
        (
            _,
            ValueType::SimpleText
            | ValueType::Text
            | ValueType::Labels
            | ValueType::Pair
            | ValueType::TextList,
        ) => Class::Text,
        _ => Class::Typed,
    }
}

/// Returns how the values of a property end; small letters of its identifier do not count.
pub(super) fn class(ident: &[u8]) -> Class {
    standard(ident).map_or(Class::Text, class_of)
}

/// Returns whether a word before a value is an identifier: it has a capital, and if it has small letters too,
/// its capitals are a property that some format defines.
pub(super) fn is_identifier(word: &[u8]) -> bool {
    if word.iter().any(u8::is_ascii_lowercase) {
        return standard(word).is_some();
    }
    word.first().is_some_and(u8::is_ascii_uppercase)
}

/// Returns the standard property with this very identifier.
pub(super) fn exact(ident: &[u8]) -> Option<Id> {
    Id::of_bytes(ident)
}

/// Returns the standard property of an identifier; small letters do not count.
pub(super) fn standard(ident: &[u8]) -> Option<Id> {
    let mut capitals = ident.iter().filter(|byte| !byte.is_ascii_lowercase());
    match [capitals.next(), capitals.next(), capitals.next()] {
        [Some(only), None, _] => exact(&[*only]),
        [Some(first), Some(second), None] => exact(&[*first, *second]),
        _ => None,
    }
}

/// Returns the property at the start of a text, if a value follows it without a bracket: `KM6.5`, `RE{B+R`, or the point of a
/// move: `Wbb`. A blank can stand for the bracket at once or on a new line alone, because a sentence has blanks: `PB Lee Sedol`.
pub(super) fn glued_property(text: &str) -> Option<Id> {
    let start = text.trim_start();
    let space = text.strip_suffix(start).unwrap_or("");
    let is_first = space.is_empty() || space.contains(['\n', '\r']);
    let signs = if is_first { "{( " } else { "{(" };
    let of_length = |length: usize| {
        let (ident, rest) = start.split_at_checked(length)?;
        let value = rest.trim_start_matches(|c| signs.contains(c));
        Some((exact(ident.as_bytes())?, value))
    };
    let is_point = |value: &str| value.len() == 2 && value.bytes().all(|c| c.is_ascii_lowercase());
    let of_move = of_length(1).filter(|(_, value)| is_point(value));
    let of_two = of_length(2).filter(|(_, value)| {
        value.is_empty() || value.starts_with(|c: char| c.is_ascii_alphanumeric())
    });
    of_move.or(of_two).map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_brackets_end_what_is_no_text() {
        for ident in ["B", "W", "AB", "SZ", "KM", "DT", "RE", "BL", "M", "SiZe"] {
            assert_eq!(class(ident.as_bytes()), Class::Typed, "{ident}");
        }
        for ident in [
            "C", "PB", "LB", "AP", "FG", "MI", "KGSDE", "TT", "A1", "Comment", "and", "b",
        ] {
            assert_eq!(class(ident.as_bytes()), Class::Text, "{ident}");
        }
        assert_eq!(class(b"GM"), Class::Kind);
        assert_eq!(class(b"GaMe"), Class::Kind);
    }

    #[test]
    fn words_with_small_letters_are_identifiers_of_known_properties_only() {
        for word in ["B", "AND", "A1", "KGSDE", "GaMe", "PlayerBlack", "Comment"] {
            assert!(is_identifier(word.as_bytes()), "{word}");
        }
        for word in ["and", "b", "And", "Zhou", "McDonald", ""] {
            assert!(!is_identifier(word.as_bytes()), "{word}");
        }
    }
}
