//! The report for programs.

use std::io::{self, Seek, SeekFrom, Write};

use ishi::convert::{ConvertedGame, Report};
use ishi::outcome::Outcome;
use ishi::printable;
use ishi_archive::Name;
use serde_json::{Map, Value, json};
use tempfile::SpooledTempFile;

use super::{Row, outputs, places};
use crate::done::{Done, Fate};
use crate::tally::RunTally;

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

    /// Returns the elements of the array of items.
    pub fn finish(self) -> (Option<SpooledTempFile>, Option<io::Error>) {
        let items = self.items.unwrap_or_else(|| SpooledTempFile::new(0));
        (Some(items), self.failure)
    }
}

/// Returns items as they are written into the document.
pub fn spooled(items: &Value) -> io::Result<Option<SpooledTempFile>> {
    let Some(items) = items.as_array() else {
        return Ok(None);
    };
    let mut file = SpooledTempFile::new(IN_MEMORY);
    for (place, item) in items.iter().enumerate() {
        let comma = if place == 0 { "" } else { "," };
        write!(file, "{comma}\n  {item}")?;
    }
    Ok(Some(file))
}

/// Writes the object for an input; a comma is before all but the first.
pub fn write(row: Row, out: &mut impl Write, first: bool) -> io::Result<()> {
    if let Some(error) = row.failure {
        return Err(error);
    }
    let members = row.json.strip_suffix('}').unwrap_or(&row.json);
    let comma = if first { "" } else { "," };
    write!(out, "{comma}\n{},\"items\":[", printable::json(members))?;
    if let Some(mut items) = row.items {
        items.seek(SeekFrom::Start(0))?;
        io::copy(&mut items, out)?;
    }
    write!(out, "]}}")
}

/// Returns where an input and its results are.
pub fn place(done: &Done) -> Map<String, Value> {
    let outputs = outputs(done);
    let mut place = Map::new();
    place.insert("input".to_owned(), done.name.text().into());
    if let Some(encoded) = done.name.encoded() {
        place.insert("path_bytes".to_owned(), encoded.into());
    }
    let first = outputs.first();
    place.insert("output".to_owned(), first.map(Name::text).into());
    if let Some(encoded) = first.and_then(Name::encoded) {
        place.insert("output_bytes".to_owned(), encoded.into());
    }
    if outputs.len() > 1 {
        let all = outputs.iter().map(|name| Value::from(name.text()));
        place.insert("outputs".to_owned(), all.collect());
    }
    place
}

/// Returns the object for an input, without its items.
pub fn members(done: &Done) -> Value {
    let mut members = told(done, done.report.as_ref());
    members.insert("status".to_owned(), done.status().into());
    members.insert("diagnostics".to_owned(), diagnostics(done).into());
    if done.fate == Fate::Skipped {
        members.insert("skipped".to_owned(), true.into());
    }
    if let Some(remark) = &done.remark {
        members.insert("remark".to_owned(), remark.as_str().into());
    }
    members.into()
}

/// Returns the members that a later run knows without a row: where the input and its results are, and the
/// values of an input without findings.
pub fn again(done: &Done) -> Map<String, Value> {
    let mut members = told(done, None);
    members.insert("diagnostics".to_owned(), json!([]));
    members
}

fn told(done: &Done, report: Option<&Report>) -> Map<String, Value> {
    let encoding = report.and_then(|report| report.charset.as_ref());
    let count = |outcome| report.map_or(0, |report| report.outcomes.count(outcome));
    let told = json!({
        "from": report.and_then(|report| report.from).map(ishi::SourceFormat::name),
        "to": done.to.name(),
        "encoding": encoding.map(|(charset, why)| json!({"label": charset.label(), "why": why})),
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
    });
    let mut members = place(done);
    if let Value::Object(told) = told {
        members.extend(told);
    }
    members
}

fn diagnostics(done: &Done) -> Vec<Value> {
    let found = done.report.iter().flat_map(|report| report.findings.kept());
    let mut all: Vec<_> = found.map(ishi::json::finding).collect();
    if let Some(failure) = &done.failure {
        all.extend(failure.findings().iter().map(ishi::json::finding));
    }
    all
}
