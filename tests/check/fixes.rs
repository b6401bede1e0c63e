//! Each fix has an example that it mends, and a snapshot of its messages.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Cursor;

use ishi::Format;
use ishi::check::{Choice, Fix, Levels, catalogue, check, fixes, mended};
use ishi::diagnostic::{Example, FixKind, Rule};
use ishi::source::{Source, SourceOptions};

/// Returns the examples of all fixes.
fn examples() -> Vec<(&'static Rule, &'static Example)> {
    let mut examples = Vec::new();
    for rule in catalogue::all() {
        examples.extend(rule.examples.iter().map(|example| (rule, example)));
    }
    examples.retain(|(_, example)| example.fix.is_some());
    examples
}

fn open(bytes: &[u8]) -> Source<Cursor<Vec<u8>>> {
    let options = SourceOptions {
        hint: Some(Format::Sgf),
        ..SourceOptions::default()
    };
    Source::open(Cursor::new(bytes.to_vec()), options).expect("a record")
}

/// Returns the fixes of the rule alone, and the record with them.
fn fixed(bytes: &[u8], rule: &Rule, guesses: bool) -> (Vec<Fix>, Vec<u8>) {
    let choice = Choice {
        guesses,
        rules: vec![rule.code.to_owned()],
    };
    let mut source = open(bytes);
    let found = fixes(&mut source, &choice).expect("a record in memory");
    let bytes = mended(&mut source, &found).expect("a record in memory");
    (found, bytes)
}

fn findings(bytes: &[u8]) -> BTreeSet<&'static str> {
    let mut source = open(bytes);
    let checked = check(&mut source, &Levels::default()).expect("a record in memory");
    let counts = checked.findings.counts();
    counts.map(|(rule, _, _)| rule.code).collect()
}

/// Returns a mistake in the fixes of an example.
fn failure(rule: &Rule, example: &Example) -> Option<String> {
    let bytes = catalogue::bytes(example);
    let is_guess = example.fix == Some(FixKind::Guess);
    let (_, result) = fixed(&bytes, rule, is_guess);
    if result != example.after.as_bytes() {
        return Some(format!("becomes {}", String::from_utf8_lossy(&result)));
    }
    if is_guess && !fixed(&bytes, rule, false).0.is_empty() {
        return Some("is made although it is a guess".to_owned());
    }
    if !fixed(&result, rule, is_guess).0.is_empty() {
        return Some("is made again".to_owned());
    }
    let is_left = findings(&result).contains(rule.code);
    is_left.then(|| "is still found".to_owned())
}

#[test]
fn each_fix_mends_its_finding_and_keeps_the_rest() {
    let examples = examples().into_iter();
    let failures = examples.filter_map(|(rule, example)| {
        let (code, before) = (rule.code, example.before);
        Some(format!("{code} in {before}: {}", failure(rule, example)?))
    });
    let failures: Vec<_> = failures.collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn each_fix_is_as_it_was_reviewed() {
    let mut text = String::new();
    for (rule, example) in examples() {
        let is_guess = example.fix == Some(FixKind::Guess);
        let guess = if is_guess { ", a guess" } else { "" };
        let _ = writeln!(text, "{}{guess}: {:?}", rule.code, example.before);
        for fix in fixed(&catalogue::bytes(example), rule, is_guess).0 {
            let Fix {
                what,
                before,
                after,
                edit,
                ..
            } = fix;
            let range = edit.range;
            let _ = writeln!(text, "  {what} at {range:?}: {before:?} -> {after:?}");
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("fixes", text));
}
