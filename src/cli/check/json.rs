//! The report of a check for programs.

use std::time::Duration;

use ishi::check::Checked;
use ishi::diagnostic::Rule;
use ishi::source::SourceError;
use serde_json::{Value, json};

use super::Done;
use crate::cli::input::InputError;
use crate::cli::report::diagnostic;

/// Returns the document about all inputs.
pub fn document(done: &[Done], elapsed: Duration) -> Value {
    let inputs: Vec<_> = done.iter().map(input).collect();
    let count = |status: &str| {
        let same = |input: &&Value| input.get("status").and_then(Value::as_str) == Some(status);
        inputs.iter().filter(same).count()
    };
    json!({
        "tool": env!("CARGO_PKG_NAME"),
        "version": env!("CARGO_PKG_VERSION"),
        "summary": {
            "inputs": inputs.len(),
            "verified": 0,
            "unverified": count("unverified"),
            "failed": count("failed"),
            "refused": 0,
            "skipped": 0,
            "not_a_record": count("not-a-record"),
            "seconds": elapsed.as_secs_f64(),
        },
        "inputs": inputs,
    })
}

fn input(done: &Done) -> Value {
    match &done.result {
        Ok(checked) => checked_input(&done.input, checked),
        Err(error) => {
            let status = match error {
                InputError::Source(SourceError::NoRecord(_)) => "not-a-record",
                _ => "failed",
            };
            json!({
                "input": done.input, "output": null, "from": null, "to": null, "encoding": null,
                "status": status, "error": error.to_string(),
                "games": 0, "nodes": 0, "moves": 0,
                "outcomes": {"native": 0, "kept": 0, "adapted": 0, "lost": 0},
                "items": [], "diagnostics": [],
            })
        }
    }
}

/// Nothing is converted, so nothing is proven.
fn checked_input(name: &str, checked: &Checked) -> Value {
    let diagnostics: Vec<_> = checked.findings.kept().iter().map(diagnostic).collect();
    json!({
        "input": name, "output": null, "from": checked.format.name(), "to": null,
        "encoding": {"label": checked.charset.label(), "why": checked.why},
        "status": "unverified",
        "games": checked.games, "nodes": checked.nodes, "moves": checked.moves,
        "outcomes": {"native": 0, "kept": 0, "adapted": 0, "lost": 0},
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
            })
        })
        .collect()
}
