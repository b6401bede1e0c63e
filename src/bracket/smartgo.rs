//! The forms of values where Smart-Go differs from SGF, as its grammar defines them.

use pest::Parser as _;

use super::syntax::{self, Type};

use ishi_grammars::smartgo::{Grammar, Rule};

/// Returns whether Smart-Go allows this identifier: one capital, or two, or a capital and a digit.
pub(crate) fn is_identifier(text: &str) -> bool {
    matches!(
        text.as_bytes(),
        [b'A'..=b'Z'] | [b'A'..=b'Z', b'A'..=b'Z' | b'0'..=b'9']
    )
}

/// Returns whether this is a decimal number, possibly without digits after its point.
pub(crate) fn is_real(text: &str) -> bool {
    match text.strip_suffix('.') {
        Some(whole) => syntax::is(Type::Number, whole),
        None => syntax::is(Type::Real, text),
    }
}

/// A piece of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Segment<'a> {
    /// Characters that mean themselves.
    Plain(&'a str),
    /// Text after a backslash, or the line break that the backslash hides.
    Escaped(&'a str),
}

/// Cuts a text at its escapes.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = Segment<'_>> {
    let pairs = Grammar::parse(Rule::text, text).ok();
    pairs
        .into_iter()
        .flatten()
        .filter_map(|pair| match pair.as_rule() {
            Rule::escape => pair.as_str().strip_prefix('\\').map(Segment::Escaped),
            Rule::run | Rule::backslash => Some(Segment::Plain(pair.as_str())),
            _ => None,
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn matches(rule: Rule, text: &str) -> bool {
        Grammar::parse(rule, text)
            .ok()
            .and_then(|mut pairs| pairs.next())
            .is_some_and(|pair| pair.as_str().len() == text.len())
    }

    proptest! {
        #[test]
        fn forms_are_those_of_the_grammar(text in "[-+.aBZ09é]{0,4}") {
            prop_assert_eq!(is_identifier(&text), matches(Rule::identifier, &text));
            prop_assert_eq!(is_real(&text), matches(Rule::real, &text));
        }
    }

    #[test]
    fn identifiers() {
        for text in ["B", "AB", "A1"] {
            assert!(is_identifier(text), "{text:?}");
        }
        for text in ["", "b", "1", "ABC", "A1B", "Ab", "A ", "1A"] {
            assert!(!is_identifier(text), "{text:?}");
        }
    }

    #[test]
    fn reals() {
        for text in ["5", "-5", "+5.5", "5.", "0.50"] {
            assert!(is_real(text), "{text:?}");
        }
        for text in ["", ".5", "5.5.", "5,5", "five", "5 ", "+", "5-"] {
            assert!(!is_real(text), "{text:?}");
        }
    }

    #[test]
    fn texts() {
        use Segment::{Escaped, Plain};
        let cut = |text| pieces(text).collect::<Vec<_>>();
        assert_eq!(cut(""), []);
        assert_eq!(cut(r"a\]b"), [Plain("a"), Escaped("]"), Plain("b")]);
        assert_eq!(cut(r"\\]"), [Escaped("\\"), Plain("]")]);
        assert_eq!(cut(r"\n"), [Plain("\\"), Plain("n")]);
        assert_eq!(cut("\\\r\nx\\"), [Escaped("\r\n"), Plain("x"), Plain("\\")]);
    }
}
