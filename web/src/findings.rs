//! Findings as JSON: as in the program's reports, with the text of the line.

use ishi::convert::{Finding, Findings};
use serde_json::Value;

/// Returns all findings that are kept.
pub fn all(findings: &Findings) -> Vec<Value> {
    findings.kept().iter().map(one).collect()
}

/// Returns a finding.
pub fn one(finding: &Finding) -> Value {
    let mut found = ishi::json::finding(finding);
    found["excerpt"] = finding
        .place
        .as_ref()
        .map(|place| place.excerpt.text.as_str())
        .into();
    if let Some(help) = &finding.diagnostic.help {
        found["help"] = without_option(help).into();
    }
    found
}

/// Returns a hint in words that hold where there is no command line.
fn without_option(help: &str) -> String {
    help.replace(
        "choose another charset with --encoding",
        "choose another charset",
    )
}
