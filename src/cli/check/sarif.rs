//! SARIF 2.1.0, the Static Analysis Results Interchange Format (OASIS), for code scanners.

use std::fmt::Write;

use ishi::check::catalogue;
use ishi::convert::Finding;
use serde_json::{Value, json};

use super::Done;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Returns the log of one run over all inputs.
pub fn document(done: &[Done]) -> Value {
    let mut results = Vec::new();
    let mut failures = Vec::new();
    for done in done {
        match &done.result {
            Ok(checked) => {
                let found = checked.findings.kept().iter();
                results.extend(found.map(|finding| result(&done.input, finding)));
            }
            Err(error) => failures.push(json!({
                "level": "error",
                "message": {"text": error.to_string()},
                "locations": [{"physicalLocation": artifact(&done.input)}],
            })),
        }
    }
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": env!("CARGO_PKG_NAME"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules(),
            }},
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": failures.is_empty(),
                "toolExecutionNotifications": failures,
            }],
            "results": results,
        }],
    })
}

fn rules() -> Vec<Value> {
    let rules = catalogue::all().into_iter();
    rules
        .map(|rule| {
            let mut value = json!({
                "id": rule.code,
                "shortDescription": {"text": rule.summary},
                "defaultConfiguration": {"level": rule.severity.to_string()},
            });
            if let (Some(sgfc), Some(value)) = (rule.sgfc, value.as_object_mut()) {
                value.insert("properties".to_owned(), json!({"sgfc": sgfc}));
            }
            value
        })
        .collect()
}

fn result(input: &str, finding: &Finding) -> Value {
    let diagnostic = &finding.diagnostic;
    let mut location = artifact(input);
    if let (Some(place), Some(location)) = (&finding.place, location.as_object_mut()) {
        let length = place.bytes.end.saturating_sub(place.bytes.start);
        location.insert(
            "region".to_owned(),
            json!({
                "startLine": place.line,
                "startColumn": place.column,
                "byteOffset": place.bytes.start,
                "byteLength": length,
            }),
        );
    }
    let text = match &diagnostic.help {
        Some(help) => format!("{} ({help})", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    json!({
        "ruleId": diagnostic.rule.code,
        "level": diagnostic.severity.to_string(),
        "message": {"text": text},
        "locations": [{"physicalLocation": location}],
        "properties": {"game": finding.game, "node": diagnostic.node},
    })
}

fn artifact(input: &str) -> Value {
    json!({"artifactLocation": {"uri": uri(input)}})
}

/// Returns a path as a URI reference (RFC 3986, section 3.3).
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}
