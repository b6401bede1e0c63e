//! The report for programs.

use std::io::{self, Seek, SeekFrom, Write};

use ishi::convert::{Converted, Finding};
use ishi::outcome::Outcome;
use serde_json::{Value, json};
use tempfile::SpooledTempFile;

use super::{output, places, status};
use crate::cli::batch::{Done, Tally};

/// Items up to this length are held in memory, longer ones in a temporary file.
const IN_MEMORY: usize = 64 * 1024;

/// Starts the document.
pub fn begin(out: &mut impl Write) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    write!(
        out,
        "{{\"tool\":\"ishi\",\"version\":\"{version}\",\"inputs\":["
    )
}

/// Ends the document.
pub fn end(out: &mut impl Write, tally: &Tally) -> io::Result<()> {
    writeln!(out, "\n],\"summary\":{}}}", summary(tally))
}

/// Returns the summary.
pub fn summary(tally: &Tally) -> Value {
    json!({
        "inputs": tally.inputs,
        "verified": tally.verified,
        "unverified": tally.unverified,
        "failed": tally.failed,
        "refused": tally.refused,
        "skipped": tally.skipped,
        "not_a_record": tally.not_a_record,
        "dry_run": tally.dry_run,
        "seconds": (tally.seconds() * 1000.0).round() / 1000.0,
    })
}

/// Notes the items of the games, which may be more than the memory holds.
#[derive(Default)]
pub struct Recorder {
    items: Option<SpooledTempFile>,
    failure: Option<io::Error>,
}

impl Recorder {
    /// Notes a game.
    pub fn game(&mut self, game: &Converted<'_>) {
        if self.failure.is_none() {
            self.failure = self.items(game).err();
        }
    }

    fn items(&mut self, game: &Converted<'_>) -> io::Result<()> {
        for (item, place) in game.items.iter().zip(places(game)) {
            let file = match &mut self.items {
                Some(file) => {
                    file.write_all(b",")?;
                    file
                }
                none => none.insert(SpooledTempFile::new(IN_MEMORY)),
            };
            let value = json!({
                "outcome": item.outcome.to_string(),
                "what": item.what,
                "game": game.number,
                "node": item.node.index(),
                "line": place.map(|place| place.line),
            });
            write!(file, "\n  {value}")?;
        }
        Ok(())
    }

    /// Returns the object for an input.
    pub fn finish(self, done: &Done) -> Row {
        Row {
            members: members(done),
            items: self.items,
            diagnostics: diagnostics(done),
            failure: self.failure,
        }
    }
}

/// The object for one input.
#[derive(Debug)]
pub struct Row {
    members: Value,
    items: Option<SpooledTempFile>,
    diagnostics: Vec<Value>,
    failure: Option<io::Error>,
}

impl Row {
    /// Writes the object; a comma stands before all but the first.
    pub fn write(self, out: &mut impl Write, first: bool) -> io::Result<()> {
        if let Some(error) = self.failure {
            return Err(error);
        }
        let members = self.members.to_string();
        let members = members.strip_suffix('}').unwrap_or(&members);
        write!(
            out,
            "{}\n{members},\"items\":[",
            if first { "" } else { "," }
        )?;
        if let Some(mut items) = self.items {
            items.seek(SeekFrom::Start(0))?;
            io::copy(&mut items, out)?;
        }
        let diagnostics = Value::Array(self.diagnostics);
        write!(out, "],\"diagnostics\":{diagnostics}}}")
    }
}

fn members(done: &Done) -> Value {
    let report = done.report.as_ref();
    let encoding = report.and_then(|report| report.charset.as_ref());
    let count = |outcome| report.map_or(0, |report| report.outcomes.count(outcome));
    json!({
        "input": done.name,
        "output": output(done),
        "from": report.and_then(|report| report.from).map(ishi::Format::name),
        "to": done.to.name(),
        "encoding": encoding.map(|(charset, why)| json!({"label": charset.label(), "why": why})),
        "status": status(done.fate),
        "games": report.map_or(0, |report| report.games),
        "nodes": report.map_or(0, |report| report.nodes),
        "moves": report.map_or(0, |report| report.moves),
        "outcomes": {
            "native": count(Outcome::Native),
            "kept": count(Outcome::Kept),
            "adapted": count(Outcome::Adapted),
            "lost": count(Outcome::Lost),
        },
    })
}

fn diagnostics(done: &Done) -> Vec<Value> {
    let found = done.report.iter().flat_map(|report| report.findings.kept());
    let mut all: Vec<_> = found.map(diagnostic).collect();
    if let Some(failure) = &done.failure {
        all.extend(failure.findings().iter().map(diagnostic));
    }
    all
}

/// Returns the object for a finding.
pub fn diagnostic(finding: &Finding) -> Value {
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
        "game": finding.game,
        "node": diagnostic.node,
        "sgfc": diagnostic.rule.sgfc,
    })
}
