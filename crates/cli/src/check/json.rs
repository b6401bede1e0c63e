//! The report of a check for programs.

use std::io::{self, Write};
use std::time::Duration;

use ishi::check::Checked;
use ishi::diagnostic::Rule;
use ishi::printable;
use ishi_archive::Name;
use serde_json::{Value, json};

use super::Totals;
use crate::failure::Failure;
use crate::input::InputError;
use crate::report::json as report;

/// Ends the document.
pub fn end(out: &mut impl Write, totals: &Totals, elapsed: Duration) -> io::Result<()> {
    let summary = json!({
        "inputs": totals.inputs,
        "verified": 0,
        "verified_with_losses": 0,
        "unverified": totals.records,
        "failed": totals.failed,
        "unreadable": totals.unreadable,
        "damaged": totals.damaged,
        "refused": 0,
        "skipped": 0,
        "not_a_record": totals.others,
        "errors": totals.found[0],
        "warnings": totals.found[1],
        "notes": totals.found[2],
        "mendable": totals.mendable[0],
        "mendable_by_guesses": totals.mendable[1],
        "games": totals.games,
        "seconds": elapsed.as_secs_f64(),
    });
    writeln!(out, "\n],\"summary\":{summary}}}")
}

/// Writes the object for an input.
pub fn write(
    out: &mut impl Write,
    (name, status): (&Name, &str),
    (result, edits): (Result<Checked, InputError>, Option<Value>),
    first: bool,
) -> io::Result<()> {
    let result = result.map_err(Failure::from);
    let failures = result
        .as_ref()
        .err()
        .map_or_else(Vec::new, Failure::findings);
    let checked = result.as_ref().ok();
    let count = |count: fn(&Checked) -> usize| checked.map_or(0, count);
    let encoding =
        |checked: &Checked| json!({"label": checked.charset.label(), "why": checked.why});
    let damaged = count(|checked| checked.damaged);
    let found = checked
        .into_iter()
        .flat_map(|checked| checked.findings.kept())
        .chain(&failures);
    let value = json!({
        "input": name.text(), "output": null, "from": checked.map(|checked| checked.format.name()),
        "to": null, "encoding": checked.map(encoding), "status": status,
        "games": count(|checked| checked.games), "nodes": count(|checked| checked.nodes),
        "moves": count(|checked| checked.moves),
        "outcomes": {"native": 0, "kept": 0, "adapted": 0, "lost": 0, "damaged": damaged},
        "items": [], "diagnostics": found.map(ishi::json::finding).collect::<Value>(),
    });
    let error = result.as_ref().err();
    let value = report::with(
        value,
        [
            ("error", error.map(|error| error.to_string().into())),
            ("edits", edits),
            ("path_bytes", name.encoded().map(Value::from)),
        ],
    );
    let comma = if first { "" } else { "," };
    write!(out, "{comma}\n{}", printable::json(&value.to_string()))
}

/// Returns the list of all rules.
pub fn rules(rules: &[&Rule]) -> Value {
    rules
        .iter()
        .map(|rule| {
            json!({
                "code": rule.code,
                "severity": rule.severity.to_string(),
                "summary": rule.summary,
                "sgfc": rule.sgfc,
                "fix": rule.has_fix(),
            })
        })
        .collect()
}
