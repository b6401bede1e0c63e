//! The catalogue of rules against its examples.

use std::collections::BTreeSet;
use std::process::Command;

use ishi::check::catalogue;

use crate::cases::{codes, of_rules};
use crate::examples::CASES;
use crate::failures;

#[test]
fn every_rule_fires_where_it_should_and_nowhere_else() {
    let mut failures = Vec::new();
    for case in of_rules().iter().chain(CASES) {
        let (bad, good) = (codes(case, &case.bad), codes(case, &case.good));
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
    let mut silent = catalogue::all();
    silent.retain(|rule| rule.examples.is_empty());
    let silent: BTreeSet<_> = silent.iter().map(|rule| rule.code).collect();
    assert_eq!(silent, failures::CODES.into());
}

#[test]
fn every_rule_is_explained_as_it_was_reviewed() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishi"));
    command.arg("check");
    for rule in catalogue::all() {
        command.args(["--explain", rule.code]);
    }
    let output = command.output().expect("the program");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(crate::files::root().join("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("rules", text));
}
