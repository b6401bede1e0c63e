//! The catalogue of rules against its examples and its documentation.

use std::collections::BTreeSet;

use ishi::check::{catalogue, has_fix};

use crate::cases::codes;
use crate::examples::CASES;
use crate::failures;

#[test]
fn every_rule_fires_where_it_should_and_nowhere_else() {
    let mut failures = Vec::new();
    for case in CASES {
        let (bad, good) = (codes(case, case.bad), codes(case, case.good));
        if !bad.contains(case.code) {
            failures.push(format!("{} is silent, found {bad:?}", case.code));
        }
        if good.contains(case.code) {
            failures.push(format!("{} fires on its good example", case.code));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_rule_has_examples() {
    let shown = CASES.iter().map(|case| case.code);
    let shown: BTreeSet<_> = shown.chain(failures::CODES).collect();
    let rules: BTreeSet<_> = catalogue::all().iter().map(|rule| rule.code).collect();
    assert_eq!(shown, rules);
}

#[test]
fn the_documentation_has_every_rule_and_every_message_of_sgfc() {
    let page = include_str!("../../docs/rules.md");
    for rule in catalogue::all() {
        let sgfc = rule
            .sgfc
            .map_or("-".to_owned(), |number| number.to_string());
        let fix = if has_fix(rule.code) { "yes" } else { "-" };
        let row = format!(
            "| {} | {} | {sgfc} | {fix} | {} |",
            rule.code, rule.severity, rule.summary
        );
        assert!(page.contains(&row), "docs/rules.md lacks the row\n{row}");
    }
    for number in 1..=75 {
        let row = page
            .lines()
            .find(|line| line.starts_with(&format!("| {number} |")));
        let row = row.unwrap_or_else(|| panic!("docs/rules.md lacks message {number}"));
        for rule in catalogue::all() {
            let same = rule.sgfc == Some(number);
            assert!(
                !same || row.contains(rule.code),
                "{row} lacks {}",
                rule.code
            );
        }
    }
}
