//! The catalogue of rules against its examples.

use std::collections::BTreeSet;

use ishi::check::catalogue;

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
