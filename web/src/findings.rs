//! Findings as JSON: as in the program's reports, with the text of the line.

use ishi::convert::{Finding, Findings};
use serde_json::{Value, json};

/// Returns all findings that are kept.
pub fn all(findings: &Findings) -> Vec<Value> {
    findings.kept().iter().map(one).collect()
}

/// Returns a finding.
pub fn one(finding: &Finding) -> Value {
    let diagnostic = &finding.diagnostic;
    let place = finding.place.as_ref();
    json!({
        "code": diagnostic.rule.code,
        "severity": diagnostic.severity.to_string(),
        "message": diagnostic.message,
        "help": diagnostic.help,
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "bytes": place.map(|place| [place.bytes.start, place.bytes.end]),
        "excerpt": place.map(|place| &place.excerpt.text),
        "game": finding.game,
        "node": diagnostic.node,
        "sgfc": diagnostic.rule.sgfc,
    })
}
