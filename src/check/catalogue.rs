//! The catalogue of all rules that any command reports under.

use super::rules;
use crate::charset;
use crate::diagnostic::Rule;
use crate::{bracket, convert, ishi, servers, smartgo};

/// The page about all rules, in Markdown: each with a record that breaks it, and each fix.
pub static PAGE: &str = include_str!("../../docs/rules.md");

/// Returns every rule, sorted by code.
pub fn all() -> Vec<&'static Rule> {
    let lists = [
        bracket::rules::ALL,
        rules::PROPERTIES,
        smartgo::rules::ALL,
        convert::rules::ALL,
        charset::rules::ALL,
        rules::GAME,
        ishi::rules::ALL,
        servers::rules::ALL,
    ];
    let mut rules: Vec<_> = lists.into_iter().flatten().copied().collect();
    rules.sort_by_key(|rule| rule.code);
    rules
}

/// Returns the rule with a code, in capitals or not.
pub fn find(code: &str) -> Option<&'static Rule> {
    all()
        .into_iter()
        .find(|rule| rule.code.eq_ignore_ascii_case(code))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_is_used_twice() {
        let rules = all();
        assert!(rules.is_sorted_by(|a, b| a.code < b.code));
        assert_eq!(find("g001"), Some(&rules::OCCUPIED));
        assert_eq!(find("G999"), None);
    }

    #[test]
    fn summaries_are_words_without_a_full_stop() {
        for rule in all() {
            let first = rule.summary.chars().next();
            assert!(first.is_some_and(char::is_lowercase), "{}", rule.code);
            assert!(!rule.summary.ends_with('.'), "{}", rule.code);
            assert!(rule.sgfc.is_none_or(|number| (1..=75).contains(&number)));
        }
    }
}
