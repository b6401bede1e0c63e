//! SARIF 2.1.0, the Static Analysis Results Interchange Format (OASIS), for code scanners.

use std::io::{self, Write};

use ishi::check::{Checked, Fix, catalogue};
use ishi::convert::Finding;
use ishi::diagnostic::FixKind;
use ishi::printable;
use ishi_archive::Name;
use serde_json::{Value, json};

use crate::input::InputError;
use crate::report::json::with;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Starts the log of one run over all inputs.
pub fn begin(out: &mut impl Write) -> io::Result<()> {
    let driver = json!({
        "name": env!("CARGO_BIN_NAME"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules(),
    });
    write!(
        out,
        "{{\"$schema\":\"{SCHEMA}\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{{\"driver\":{driver}}},\
         \"columnKind\":\"unicodeCodePoints\",\"results\":["
    )
}

/// Writes the fixes that were made in an input and its findings. A comma precedes each but the first.
pub fn write(
    out: &mut impl Write,
    (name, checked): (&Name, &Checked),
    fixes: Option<&Vec<Value>>,
    first: &mut bool,
) -> io::Result<()> {
    let findings = checked.findings.kept().iter();
    let findings = findings.map(|finding| result(name, finding));
    results(
        out,
        fixes.into_iter().flatten().cloned().chain(findings),
        first,
    )
}

fn results(
    out: &mut impl Write,
    results: impl Iterator<Item = Value>,
    first: &mut bool,
) -> io::Result<()> {
    for result in results {
        let comma = if core::mem::take(first) { "" } else { "," };
        write!(out, "{comma}\n{}", printable::json(&result.to_string()))?;
    }
    Ok(())
}

/// Returns the notice about an input that cannot be read.
pub fn failure(name: &Name, error: &InputError) -> Value {
    json!({
        "level": "error",
        "message": {"text": error.to_string()},
        "locations": [{"physicalLocation": artifact(name)}],
    })
}

/// Ends the log.
pub fn end(out: &mut impl Write, failures: &[Value]) -> io::Result<()> {
    let invocations = json!([{
        "executionSuccessful": failures.is_empty(),
        "toolExecutionNotifications": failures,
    }]);
    let invocations = invocations.to_string();
    writeln!(
        out,
        "\n],\"invocations\":{}}}]}}",
        printable::json(&invocations)
    )
}

fn rules() -> Vec<Value> {
    let rules = catalogue::all().into_iter();
    rules
        .map(|rule| {
            let properties = rule.sgfc.map(|sgfc| json!({"sgfc": sgfc}));
            let value = json!({
                "id": rule.code,
                "shortDescription": {"text": rule.summary},
                "defaultConfiguration": {"level": rule.severity.to_string()},
            });
            with(value, [("properties", properties)])
        })
        .collect()
}

fn result(input: &Name, finding: &Finding) -> Value {
    let diagnostic = &finding.diagnostic;
    let region = finding.place.as_ref().map(|place| {
        json!({
            "startLine": place.line,
            "startColumn": place.column,
            "byteOffset": place.bytes.start,
            "byteLength": place.bytes.end.saturating_sub(place.bytes.start),
        })
    });
    let location = with(artifact(input), [("region", region)]);
    let text = match &diagnostic.help {
        Some(help) => format!("{} ({help})", diagnostic.message),
        None => diagnostic.message.to_string(),
    };
    json!({
        "ruleId": diagnostic.rule.code,
        "level": diagnostic.severity.to_string(),
        "message": {"text": text},
        "locations": [{"physicalLocation": location}],
        "properties": {
            "game": finding.game,
            "node": diagnostic.node,
            "address": diagnostic.address.as_ref().map(ToString::to_string),
            "mendable": diagnostic.fix.map(FixKind::name),
        },
    })
}

fn artifact(input: &Name) -> Value {
    json!({"artifactLocation": {"uri": input.uri()}})
}

/// Returns a result with a fix.
pub fn fixed(uri: &str, fix: &Fix) -> Value {
    let range = &fix.edit.range;
    let region = json!({"byteOffset": range.start, "byteLength": range.end - range.start});
    let artifact = json!({"uri": uri});
    let text = format!("{}: `{}` -> `{}`", fix.what, fix.before, fix.after);
    json!({
        "ruleId": fix.rules.first().map_or("", |rule| rule.code),
        "level": "note",
        "message": {"text": text},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
        "fixes": [{
            "artifactChanges": [{
                "artifactLocation": artifact,
                "replacements": [{
                    "deletedRegion": region,
                    "insertedContent": {"text": String::from_utf8_lossy(&fix.edit.bytes)},
                }],
            }],
        }],
    })
}

/// Writes the log of a run with the results that have fixes.
pub fn fixes(out: &mut impl Write, fixes: impl Iterator<Item = Value>) -> io::Result<()> {
    begin(out)?;
    results(out, fixes, &mut true)?;
    end(out, &[])
}
