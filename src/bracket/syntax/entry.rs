//! A property on its own, read without the parser: nearly all that a carrier or a reader holds are plain, and to
//! start the parser for each of them took half the time of a conversion.

use memchr::memchr2;

use super::{Kind, Token, form};

/// Cuts a property whose values have no escapes, and nothing between them, into its identifier and values; none
/// if the text is anything else.
pub(super) fn plain(text: &str) -> Option<Vec<Token<'_>>> {
    let (ident, _) = text.split_once('[')?;
    let is_word = ident.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_word || !ident.starts_with(|first: char| first.is_ascii_alphabetic()) {
        return None;
    }
    let mut tokens = vec![Token {
        kind: Kind::Identifier,
        text: ident,
        start: 0,
    }];
    let mut start = ident.len();
    while start < text.len() {
        let rest = text.get(start..)?.strip_prefix('[')?;
        let end = memchr2(b']', b'\\', rest.as_bytes())?;
        let (value, _) = rest
            .split_at_checked(end)
            .filter(|(_, rest)| rest.starts_with(']'))?;
        tokens.push(Token {
            kind: Kind::Value(form(value)),
            text: value,
            start: start + 1,
        });
        start += value.len() + 2;
    }
    Some(tokens)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::parsed_property;
    use super::*;

    proptest! {
        #[test]
        fn plain_properties_are_what_the_grammar_reads(text in "[AbZ1]{0,3}( ?\\[[a1. \\[\\\\é]{0,4}\\]){0,3}[ ;a]?") {
            if let Some(tokens) = plain(&text) {
                prop_assert_eq!(Some(tokens), parsed_property(&text));
            }
        }
    }

    #[test]
    fn most_properties_are_plain() {
        for (text, count) in [
            ("B[aa]", 2),
            ("AB[aa][bb:cc]", 3),
            ("XX[]", 2),
            ("C[[x]", 2),
        ] {
            assert_eq!(
                plain(text).map(|tokens| tokens.len()),
                Some(count),
                "{text}"
            );
        }
        for text in [
            "", "B", "[aa]", "1[a]", "B [a]", "B[a] [b]", "C[\\]]", "C[a]b]", "B[a", "B[a]x",
        ] {
            assert_eq!(plain(text), None, "{text}");
        }
    }
}
