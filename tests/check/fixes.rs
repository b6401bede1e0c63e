//! Each fix has an example that it mends, and a snapshot of its messages.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Cursor;

use ishi::Format;
use ishi::charset::Charset;
use ishi::check::{Choice, Fix, Levels, catalogue, check, fixes, has_fix, mended};
use ishi::source::{Source, SourceOptions};

use crate::fixes_of_rules::{EXAMPLES, Example};

/// Returns the bytes of the record, in its charset.
fn encoded(example: &Example) -> Vec<u8> {
    let label = example.charset.map_or("utf-8", |(label, _)| label);
    let charset = Charset::from_label(label).expect("a charset");
    let bytes = charset.encode(example.before);
    bytes.expect("letters of the charset")
}

/// Returns the charset that the user names.
fn told(example: &Example) -> Option<Charset> {
    let (label, is_told) = example.charset?;
    is_told.then(|| Charset::from_label(label)).flatten()
}

fn open(bytes: &[u8], example: &Example) -> Source<Cursor<Vec<u8>>> {
    let options = SourceOptions {
        hint: Some(Format::Sgf),
        charset: told(example),
        ..SourceOptions::default()
    };
    Source::open(Cursor::new(bytes.to_vec()), options).expect("a record")
}

/// Returns the fixes of the rule alone, and the record with them.
fn fixed(bytes: &[u8], example: &Example, guesses: bool) -> (Vec<Fix>, Vec<u8>) {
    let choice = Choice {
        guesses,
        rules: vec![example.code.to_owned()],
    };
    let mut source = open(bytes, example);
    let found = fixes(&mut source, &choice).expect("a record in memory");
    let bytes = mended(&mut source, &found).expect("a record in memory");
    (found, bytes)
}

fn findings(bytes: &[u8], example: &Example) -> BTreeSet<&'static str> {
    let mut source = open(bytes, example);
    let checked = check(&mut source, &Levels::default()).expect("a record in memory");
    let counts = checked.findings.counts();
    counts.map(|(rule, _, _)| rule.code).collect()
}

/// Returns a mistake in the fixes of an example.
fn failure(example: &Example) -> Option<String> {
    let bytes = encoded(example);
    let (_, result) = fixed(&bytes, example, example.is_guess);
    if result != example.after.as_bytes() {
        return Some(format!("becomes {}", String::from_utf8_lossy(&result)));
    }
    if example.is_guess && !fixed(&bytes, example, false).0.is_empty() {
        return Some("is made although it is a guess".to_owned());
    }
    let now = Example {
        charset: None,
        ..*example
    };
    if !fixed(&result, &now, example.is_guess).0.is_empty() {
        return Some("is made again".to_owned());
    }
    let is_left = findings(&result, &now).contains(example.code);
    is_left.then(|| "is still found".to_owned())
}

#[test]
fn each_fix_mends_its_finding_and_keeps_the_rest() {
    let failures = EXAMPLES.iter().filter_map(|example| {
        let Example { code, before, .. } = example;
        Some(format!("{code} in {before}: {}", failure(example)?))
    });
    let failures: Vec<_> = failures.collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn each_fix_is_as_it_was_reviewed() {
    let mut text = String::new();
    for example in EXAMPLES {
        let guess = if example.is_guess { ", a guess" } else { "" };
        let _ = writeln!(text, "{}{guess}: {:?}", example.code, example.before);
        for fix in fixed(&encoded(example), example, example.is_guess).0 {
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

#[test]
fn each_rule_with_a_fix_has_an_example() {
    let shown: BTreeSet<_> = EXAMPLES.iter().map(|example| example.code).collect();
    let rules = catalogue::all().into_iter().map(|rule| rule.code);
    let fixable: BTreeSet<_> = rules.filter(|code| has_fix(code)).collect();
    assert_eq!(shown, fixable);
}
