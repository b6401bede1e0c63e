//! Snapshots: for each fixture its findings, the model, each output, and the outcomes.
//!
//! The snapshots are in `snapshots/`, in the same folders as the fixtures. Look at a change with `cargo insta
//! review`.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::each::each;
use crate::files;
use crate::record::Record;
use ishi::Format;
use ishi::convert::{ConvertOptions, Finding};
use ishi::outcome::Outcome;

#[test]
fn of_ishi() {
    snapshot_all("ishi", "go");
}

#[test]
fn of_smartgo() {
    snapshot_all("smartgo", "mgt");
}

#[test]
fn of_sgf() {
    snapshot_all("sgf", "sgf");
}

/// No test compares a snapshot whose test or fixture is gone.
#[test]
fn every_snapshot_has_its_test_and_its_fixture() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let top = root.join("snapshots");
    let mut failures = Vec::new();
    let mut all = files::below(&top);
    all.retain(|path| path.extension().is_some_and(|ending| ending == "snap"));
    for path in all {
        let text = fs::read_to_string(&path).expect("a snapshot in UTF-8");
        let source = text.lines().find_map(|line| line.strip_prefix("source: "));
        // The tests of the program are named as seen from its package.
        let source = source.unwrap_or_default();
        let source = source.trim_start_matches("crates/cli/../../");
        let name = path.strip_prefix(&top).expect("a file below it");
        let name = name.with_extension("").display().to_string();
        let fixtures = match source {
            "tests/records/snapshots.rs" => ["go", "mgt", "sgf"]
                .map(|ending| format!("tests/fixtures/{name}.{ending}"))
                .to_vec(),
            "tests/check/fixtures.rs" => vec![name.replace("checks", "tests/check/fixtures")],
            other => vec![other.to_owned()],
        };
        let is_file = |path: &String| root.join(path).is_file();
        if !is_file(&source.to_owned()) || !fixtures.iter().any(is_file) {
            failures.push(format!("{name} of {source:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn snapshot_all(folder: &str, ending: &str) {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures");
    let top = fixtures.join(folder);
    let mut found = files::below(&top);
    found.retain(|path| path.extension().is_some_and(|found| found == ending));
    each(&found, |path| {
        let place = path
            .parent()
            .and_then(|place| place.strip_prefix(&fixtures).ok());
        let place = place.expect("a fixture lies in the folder of its topic");
        let name = path
            .file_stem()
            .expect("a fixture has a name")
            .to_string_lossy();
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(Path::new("../../snapshots").join(place));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(name.as_ref(), views(path)));
    });
}

/// Returns all views of a fixture.
fn views(path: &Path) -> String {
    let record = Record::from_file(path);
    let mut out = section("input", &visible(&record.bytes));
    out.push_str(&section("findings", &findings(&record)));
    out.push_str(&section("model", &model(&record)));
    for &to in Format::ALL {
        let options = ConvertOptions {
            items: true,
            ..ConvertOptions::new(to)
        };
        let (result, report) = record.convert(&options);
        let text = result.map_or_else(|error| format!("{error}\n"), |bytes| visible(&bytes));
        out.push_str(&section(&format!("as {to}"), &text));
        let mut outcomes = String::new();
        let native = report.outcomes.count(Outcome::Native);
        let _ = writeln!(outcomes, "native: {native}");
        for (game, item) in &report.items {
            let node = item.node.index();
            let _ = writeln!(
                outcomes,
                "{}: {}, game {game}, node {node}",
                item.outcome, item.what
            );
        }
        out.push_str(&section(&format!("outcomes as {to}"), &outcomes));
    }
    out
}

fn section(title: &str, text: &str) -> String {
    let end = if text.is_empty() || text.ends_with('\n') {
        ""
    } else {
        "\n"
    };
    format!("== {title}\n{text}{end}\n")
}

fn findings(record: &Record) -> String {
    let report = record.convert(&ConvertOptions::new(Format::Sgf)).1;
    report.findings.kept().iter().map(finding).collect()
}

fn finding(finding: &Finding) -> String {
    let diagnostic = &finding.diagnostic;
    let place = finding.place.as_ref().map_or(String::new(), |place| {
        let marked = place
            .excerpt
            .text
            .get(place.excerpt.span.clone())
            .unwrap_or("");
        format!(" at {}:{} {marked:?}", place.line, place.column)
    });
    let help = diagnostic
        .help
        .as_ref()
        .map_or(String::new(), |help| format!("\n    {help}"));
    let (severity, code) = (diagnostic.severity, diagnostic.rule.code);
    format!("{severity} {code}{place}: {}{help}\n", diagnostic.message)
}

fn model(record: &Record) -> String {
    match record.games() {
        Ok(games) => games
            .iter()
            .map(crate::dump::dump)
            .collect::<Vec<_>>()
            .join("\n"),
        Err(error) => error.to_string(),
    }
}

/// Returns bytes as text, with CR LF as a line break and every other control character visible.
fn visible(bytes: &[u8]) -> String {
    let text = bytes.utf8_chunks().fold(String::new(), |mut text, chunk| {
        text.push_str(&chunk.valid().replace("\r\n", "\n"));
        for byte in chunk.invalid() {
            let _ = write!(text, "\\x{byte:02x}");
        }
        text
    });
    text.chars().fold(String::new(), |mut text, c| {
        match c {
            '\n' => text.push(c),
            c if c.is_control() => text.extend(c.escape_default()),
            c => text.push(c),
        }
        text
    })
}
