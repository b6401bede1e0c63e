//! The report for programs.

use std::io::{self, Seek, SeekFrom, Write};

use ishi::convert::ConvertedGame;
use ishi::outcome::Outcome;
use ishi::printable;
use ishi_archive::Name;
use serde_json::{Value, json};
use tempfile::SpooledTempFile;

use super::{outputs, places};
use crate::done::tally::RunTally;
use crate::done::{Done, Fate};

/// Items up to this length are held in memory, longer ones in a temporary file.
const IN_MEMORY: usize = 64 * 1024;

/// The beginning of a document.
const BEGIN: &str = "{\"tool\":\"ishi\",";

/// Returns whether a file with this beginning is a report.
pub fn is_ours(head: &[u8]) -> bool {
    head.starts_with(BEGIN.as_bytes())
}

/// Starts the document.
pub fn begin(out: &mut impl Write) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    write!(out, "{BEGIN}\"version\":\"{version}\",\"inputs\":[")
}

/// Ends the document.
pub fn end(out: &mut impl Write, tally: &RunTally) -> io::Result<()> {
    writeln!(out, "\n],\"summary\":{}}}", summary(tally))
}

/// Returns the summary.
pub fn summary(tally: &RunTally) -> Value {
    json!({
        "inputs": tally.inputs,
        "verified": tally.count("verified"),
        "verified_with_losses": tally.count("verified-with-losses"),
        "unverified": tally.count("unverified"),
        "failed": tally.count("failed"),
        "unreadable": tally.count("unreadable"),
        "refused": tally.count("refused"),
        "skipped": tally.skipped,
        "not_a_record": tally.count("not-a-record"),
        "dry_run": tally.count("dry-run"),
        "damaged": tally.damaged,
        "left_over": tally.left_over,
        "interrupted": tally.interrupted,
        "seconds": (tally.seconds() * 1000.0).round() / 1000.0,
    })
}

/// Collects the items of the games on disk, because they can be more than the memory holds.
#[derive(Default)]
pub struct Recorder {
    items: Option<SpooledTempFile>,
    failure: Option<io::Error>,
}

impl Recorder {
    /// Notes a game.
    pub fn game(&mut self, game: &ConvertedGame<'_>) {
        if self.failure.is_none() {
            self.failure = self.items(game).err();
        }
    }

    fn items(&mut self, game: &ConvertedGame<'_>) -> io::Result<()> {
        let items = game.items.iter().zip(game.addresses());
        for ((item, address), place) in items.zip(places(game)) {
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
                "address": address.to_string(),
                "line": place.map(|place| place.line),
            });
            write!(file, "\n  {value}")?;
        }
        Ok(())
    }

    /// Writes the object for an input; a comma is before all but the first.
    pub fn write(self, done: &Done, out: &mut impl Write, first: bool) -> io::Result<()> {
        if let Some(error) = self.failure {
            return Err(error);
        }
        let members = members(done).to_string();
        let members = members.strip_suffix('}').unwrap_or(&members);
        let comma = if first { "" } else { "," };
        write!(out, "{comma}\n{},\"items\":[", printable::json(members))?;
        if let Some(mut items) = self.items {
            items.seek(SeekFrom::Start(0))?;
            io::copy(&mut items, out)?;
        }
        write!(out, "]}}")
    }
}

/// Returns the object for an input, without its items.
fn members(done: &Done) -> Value {
    let outputs = outputs(done);
    let first = outputs.first();
    let report = done.report.as_ref();
    let encoding = report.and_then(|report| report.charset.as_ref());
    let count = |outcome| report.map_or(0, |report| report.outcomes.count(outcome));
    let told = json!({
        "input": done.name.text(),
        "output": first.map(Name::text),
        "from": report.and_then(|report| Some(report.from?.name())),
        "to": done.to.name(),
        "encoding": encoding.map(|(charset, why)| json!({"label": charset.label(), "why": why})),
        "status": done.status(),
        "games": report.map_or(0, |report| report.games),
        "nodes": report.map_or(0, |report| report.nodes),
        "moves": report.map_or(0, |report| report.moves),
        "outcomes": {
            "native": count(Outcome::Native),
            "kept": count(Outcome::Kept),
            "adapted": count(Outcome::Adapted),
            "lost": count(Outcome::Lost),
            "damaged": count(Outcome::Damaged),
        },
        "diagnostics": diagnostics(done),
    });
    let more = [
        ("path_bytes", done.name.encoded().map(Value::from)),
        (
            "output_bytes",
            first.and_then(Name::encoded).map(Value::from),
        ),
        (
            "outputs",
            (outputs.len() > 1).then(|| outputs.iter().map(Name::text).collect()),
        ),
        (
            "skipped",
            (done.fate == Fate::Skipped).then_some(true.into()),
        ),
        ("remark", done.noted().map(Value::from)),
    ];
    with(told, more)
}

/// Adds the members that have a value to an object.
pub fn with<const N: usize>(mut object: Value, more: [(&str, Option<Value>); N]) -> Value {
    if let Some(members) = object.as_object_mut() {
        let more = more.into_iter();
        members.extend(more.filter_map(|(key, value)| Some((key.to_owned(), value?))));
    }
    object
}

fn diagnostics(done: &Done) -> Vec<Value> {
    let found = done.report.iter().flat_map(|report| report.findings.kept());
    let mut all: Vec<_> = found.map(ishi::json::finding).collect();
    if let Some(failure) = &done.failure {
        all.extend(failure.findings().iter().map(ishi::json::finding));
    }
    all
}
