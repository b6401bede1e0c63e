//! The report of a check for programs.

use std::io::{self, Write};
use std::time::Duration;

use ishi::check::Checked;
use ishi::diagnostic::Rule;
use ishi::printable;
use ishi_archive::Name;
use serde_json::{Value, json};

use super::Totals;
use crate::input::InputError;
use crate::report::json as report;

/// Starts the document.
pub fn begin(out: &mut impl Write) -> io::Result<()> {
    report::begin(out)
}

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
    name: &Name,
    (result, edits): (&Result<Checked, InputError>, Option<Value>),
    first: bool,
) -> io::Result<()> {
    let mut value = match result {
        Ok(checked) => checked_input(checked),
        Err(error) => {
            let status = match error {
                error if error.is_no_record() => "not-a-record",
                error if error.is_unreadable() => "unreadable",
                _ => "failed",
            };
            json!({
                "output": null, "from": null, "to": null, "encoding": null,
                "status": status, "error": error.to_string(),
                "games": 0, "nodes": 0, "moves": 0,
                "outcomes": {"native": 0, "kept": 0, "adapted": 0, "lost": 0, "damaged": 0},
                "items": [], "diagnostics": [],
            })
        }
    };
    if let Some(members) = value.as_object_mut() {
        members.insert("input".to_owned(), name.text().into());
        if let Some(edits) = edits {
            members.insert("edits".to_owned(), edits);
        }
        if let Some(encoded) = name.encoded() {
            members.insert("path_bytes".to_owned(), encoded.into());
        }
    }
    let comma = if first { "" } else { "," };
    write!(out, "{comma}\n{}", printable::json(&value.to_string()))
}

/// Returns the object of a checked record. Its status is `unverified`, because a check proves no conversion.
fn checked_input(checked: &Checked) -> Value {
    let diagnostics: Vec<_> = checked
        .findings
        .kept()
        .iter()
        .map(ishi::json::finding)
        .collect();
    json!({
        "output": null, "from": checked.format.name(), "to": null,
        "encoding": {"label": checked.charset.label(), "why": checked.why},
        "status": "unverified",
        "games": checked.games, "nodes": checked.nodes, "moves": checked.moves,
        "outcomes": {"native": 0, "kept": 0, "adapted": 0, "lost": 0, "damaged": checked.damaged},
        "items": [], "diagnostics": diagnostics,
    })
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
