//! Records that raise a rule, beside the examples in the rows of the rules.
//!
//! The findings of a reader are in the snapshots of the records in `tests/fixtures`. Findings of a check or a
//! conversion have fixtures in `tests/check/fixtures`, named by the codes of the rules, with snapshots in
//! `snapshots/checks`. Look at a change with `cargo insta review`.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use ishi::Format;
use ishi::check::catalogue;
use ishi::convert::{Finding, Findings};

use crate::cases::{Case, findings, format_of};
use crate::each::each;
use crate::files;

#[test]
fn a_fixture_raises_the_rule_in_its_name() {
    let mut silent = Vec::new();
    for path in files::below(&of_checks()) {
        let (code, findings) = checked(&path);
        let found: BTreeSet<_> = findings.counts().map(|(rule, ..)| rule.code).collect();
        if !found.contains(code) {
            silent.push(format!("{} raises only {found:?}", path.display()));
        }
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

#[test]
fn what_is_found_in_the_fixtures_is_as_it_was_reviewed() {
    let folder = of_checks();
    each(&files::below(&folder), |path| {
        let bytes = fs::read(path).expect("a fixture");
        let (_, findings) = checked(path);
        let mut text = bytes.escape_ascii().to_string().replace("\\r\\n", "\n");
        text = text.replace("\\n", "\n").replace("\\\"", "\"") + "\n";
        text.extend(findings.kept().iter().map(finding));
        let name = path.file_name().expect("a fixture has a name");
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path("../../snapshots/checks");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name.to_string_lossy().as_ref(), text));
    });
}

fn of_checks() -> PathBuf {
    files::root().join("tests/check/fixtures")
}

/// Returns the rule in the name of a fixture, and the findings in the fixture, as for the examples of that
/// rule.
fn checked(path: &Path) -> (&'static str, Findings) {
    let name = path.file_stem().expect("a fixture has a name");
    let name = name.to_string_lossy().to_uppercase();
    let rules = catalogue::all().into_iter();
    let mut rules = rules.filter(|rule| name.starts_with(rule.code));
    let rule = rules.next();
    let code = rule.unwrap_or_else(|| panic!("{name} names no rule")).code;
    let format = match Format::from_path(path) {
        Some(format) if !code.starts_with('C') => format,
        _ => format_of(code),
    };
    let case = Case {
        code,
        format,
        bad: fs::read(path).expect("a fixture").into(),
        good: Cow::Borrowed(b""),
    };
    (code, findings(&case, &case.bad))
}

/// Writes a finding as a user reads it, with the text that it points at.
fn finding(finding: &Finding) -> String {
    let diagnostic = &finding.diagnostic;
    let mut text = format!("{} {}", diagnostic.severity, diagnostic.rule.code);
    if let Some(place) = &finding.place {
        let span = place.excerpt.span.clone();
        let marked = place.excerpt.text.get(span).unwrap_or("");
        let _ = write!(text, " at {}:{} {marked:?}", place.line, place.column);
    }
    if let (Some(game), Some(address)) = (finding.game, &diagnostic.address) {
        let _ = write!(text, " (game {game}, move {address})");
    }
    let _ = writeln!(text, ": {}", diagnostic.message);
    if let Some(help) = &diagnostic.help {
        let _ = writeln!(text, "    {help}");
    }
    text
}
