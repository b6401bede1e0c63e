//! Each rule has a fixture that raises it, and a snapshot of its messages.
//!
//! The findings of a reader are in the snapshots of the records in `tests/fixtures`. Findings of a check or a
//! conversion have fixtures in `tests/check/fixtures`, named by the codes of the rules, with snapshots in
//! `snapshots/checks`. Look at a change with `cargo insta review`.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use ishi::Format;
use ishi::check::catalogue;
use ishi::convert::{Conversion, ConvertOptions, Finding, Findings};
use ishi::source::{Source, SourceOptions};

use crate::cases::{Case, findings};
use crate::each::each;
use crate::examples::CASES;
use crate::{failures, files, servers};

#[test]
fn every_rule_is_raised_by_a_fixture() {
    let mut raised: BTreeSet<_> = failures::CODES.into();
    for folder in ["ishi", "smartgo", "sgf"] {
        for path in files::below(&fixtures().join(folder)) {
            raised.extend(codes(&read(&path)));
        }
    }
    for path in servers::fixtures() {
        raised.extend(codes(&read(&path)));
    }
    let mut silent = Vec::new();
    for path in files::below(&of_checks()) {
        let (code, findings) = checked(&path);
        let found = codes(&findings);
        if !found.contains(code) {
            silent.push(format!("{} raises only {found:?}", path.display()));
        }
        raised.extend(found);
    }
    assert!(silent.is_empty(), "{}", silent.join("\n"));
    let rules: BTreeSet<_> = catalogue::all().iter().map(|rule| rule.code).collect();
    let none: Vec<_> = rules.difference(&raised).collect();
    assert!(none.is_empty(), "no fixture raises {none:?}");
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

fn fixtures() -> PathBuf {
    files::root().join("tests/fixtures")
}

fn of_checks() -> PathBuf {
    files::root().join("tests/check/fixtures")
}

fn codes(findings: &Findings) -> BTreeSet<&'static str> {
    findings.counts().map(|(rule, _, _)| rule.code).collect()
}

/// Returns the findings in the snapshot of a record: the findings of a conversion to SGF.
fn read(path: &Path) -> Findings {
    let options = SourceOptions {
        hint: Format::from_path(path),
        ..SourceOptions::default()
    };
    let to_sgf = ConvertOptions::new(Format::Sgf);
    let mut conversion = Conversion::new(&to_sgf);
    let bytes = fs::read(path).expect("a fixture");
    if let Ok(mut source) = Source::open(Cursor::new(bytes), options) {
        // A conversion that fails has findings too.
        let _ = conversion.collect(&mut source);
    }
    conversion.into_report().findings
}

/// Returns the rule in the name of a fixture, and the findings in the fixture, as for the examples of that
/// rule.
fn checked(path: &Path) -> (&'static str, Findings) {
    let name = path.file_stem().expect("a fixture has a name");
    let name = name.to_string_lossy().to_uppercase();
    let named = |case: &&Case| name.starts_with(case.code);
    let example = CASES.iter().find(named);
    let example = example.unwrap_or_else(|| panic!("{name} names no rule"));
    let format = match Format::from_path(path) {
        Some(format) if !example.code.starts_with('C') => format,
        _ => example.format,
    };
    let case = Case { format, ..*example };
    let bytes = fs::read(path).expect("a fixture");
    (case.code, findings(&case, &bytes))
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
