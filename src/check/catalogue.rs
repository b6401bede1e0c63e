//! The catalogue of all rules that any command reports under.

use std::fmt::Write as _;

use super::rules;
use crate::diagnostic::{Example, Rule};
use crate::format::charset::{self, Charset};
use crate::{bracket, convert, ishi, servers, smartgo};

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

/// Returns the bytes of the record of an example.
pub fn bytes(example: &Example) -> Vec<u8> {
    let charset = example.charset.and_then(Charset::from_label);
    let bytes = charset.and_then(|charset| charset.encode(example.before).ok());
    bytes.unwrap_or_else(|| example.before.as_bytes().to_vec())
}

/// Returns a record in one line: line breaks and control characters are spelled out.
pub fn spelled(record: &str) -> String {
    let mut line = String::new();
    for c in record.chars() {
        match c {
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            _ if c.is_ascii_control() => _ = write!(line, "\\x{:02X}", u32::from(c)),
            _ => line.push(c),
        }
    }
    line
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
