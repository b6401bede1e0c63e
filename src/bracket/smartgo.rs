//! The forms of values where Smart-Go differs from SGF, as its grammar defines them.

use super::syntax;

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
        Some(whole) => syntax::is_number(whole),
        None => syntax::is_real(text),
    }
}

#[cfg(test)]
mod tests {
    use ishi_grammars::smartgo::{Grammar, Rule};
    use pest::Parser as _;
    use proptest::prelude::*;

    use super::*;
    use crate::bracket::text::{Escapes, Lines, unescape};

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

    /// Returns the meaning of a text without CR and tabs, by its pieces in the grammar.
    fn meaning(text: &str) -> String {
        let pairs = Grammar::parse(Rule::text, text).unwrap();
        let pieces = pairs.map(|pair| match pair.as_rule() {
            Rule::escape => pair
                .as_str()
                .replacen('\\', "", 1)
                .trim_matches('\n')
                .to_owned(),
            Rule::run | Rule::backslash => pair.as_str().to_owned(),
            _ => String::new(),
        });
        pieces.collect()
    }

    proptest! {
        #[test]
        fn texts_mean_what_the_grammar_says(text in r"[\]\\\[():na\n]{0,8}") {
            prop_assert_eq!(unescape(&text, Lines::Many, Escapes::SmartGo), meaning(&text));
        }
    }
}
