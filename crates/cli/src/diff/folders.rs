//! Compares two folders or archives record by record. Records of one path belong together, then those whose paths
//! differ only in their endings, then those with the same content.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::path::PathBuf;

use ishi::printable;
use ishi_archive::{Name, Why};
use serde_json::json;

use super::compared;
use crate::args::{DiffArgs, Printed};
use crate::input::Closed;
use crate::render::{Messages, counted};
use crate::same::FoundDifferences;
use crate::{Status, print, print_json};

/// Compares all records, and names those without a counterpart.
pub fn compare(arguments: &DiffArgs, messages: Messages) -> Status {
    let mut failed = false;
    let mut others = 0;
    let mut other = |name: &Name, why: &Why| {
        if why.is_failure() {
            failed = true;
            messages.error(&format!("{name}: {why}"), why.help());
        } else {
            others += 1;
        }
    };
    let a = Closed::all(&arguments.a, &arguments.reading, &mut other);
    let b = Closed::all(&arguments.b, &arguments.reading, &mut other);
    let mut run = FolderRun {
        arguments,
        messages,
        text: String::new(),
        documents: Vec::new(),
        different: 0,
        moved: 0,
        missing: 0,
        same: 0,
        failed,
    };
    run.pairs(a, b);
    run.end(others)
}

struct FolderRun<'a> {
    arguments: &'a DiffArgs,
    messages: Messages,
    text: String,
    documents: Vec<serde_json::Value>,
    different: usize,
    moved: usize,
    missing: usize,
    same: usize,
    failed: bool,
}

impl FolderRun<'_> {
    fn pairs(&mut self, a: Vec<Closed>, b: Vec<Closed>) {
        let mut exact: BTreeMap<PathBuf, Closed> = BTreeMap::new();
        for record in b {
            exact.insert(record.below.clone(), record);
        }
        let (mut later, mut lonely) = (Vec::new(), Vec::new());
        for record in a {
            match exact.remove(&record.below) {
                Some(other) => self.pair(record, other),
                None => later.push(record),
            }
        }
        for record in later {
            let stem = record.below.with_extension("");
            let alike = exact
                .keys()
                .find(|path| path.with_extension("") == stem)
                .cloned();
            match alike.and_then(|path| exact.remove(&path)) {
                Some(other) => self.pair(record, other),
                None => lonely.push(record),
            }
        }
        self.moved(lonely, exact.into_values().collect());
    }

    /// Pairs records of other names by their content.
    fn moved(&mut self, a: Vec<Closed>, b: Vec<Closed>) {
        let reading = &self.arguments.reading;
        let mut contents: HashMap<Vec<u8>, Vec<Name>> = HashMap::new();
        let mut without = Vec::new();
        for record in b.into_iter().rev() {
            let name = record.name.clone();
            let content = if a.is_empty() {
                None
            } else {
                record.content(reading)
            };
            match content {
                Some(content) => contents.entry(content).or_default().push(name),
                None => without.push(name),
            }
        }
        for record in a {
            let name = record.name.clone();
            let content = record.content(reading);
            let same = content.and_then(|content| contents.get_mut(&content)?.pop());
            let Some(other) = same else {
                self.missing(&name, "first");
                continue;
            };
            self.moved += 1;
            let _ = writeln!(self.text, "{name}: moved to {other}");
            let names = [name, other].map(|name| name.text().into_owned());
            self.documents.push(json!({"moved": names}));
        }
        without.extend(contents.into_values().flatten());
        without.sort();
        for name in &without {
            self.missing(name, "second");
        }
    }

    fn missing(&mut self, name: &Name, side: &str) {
        self.missing += 1;
        let _ = writeln!(self.text, "{name}: only in the {side}");
        let path = name.encoded();
        self.documents
            .push(json!({"only": side, "input": name.text(), "path_bytes": path}));
    }

    fn pair(&mut self, a: Closed, b: Closed) {
        let names = [a.name.clone(), b.name.clone()];
        let shown = names.each_ref().map(ToString::to_string);
        let open = |record: Closed| {
            let name = record.name.to_string();
            record
                .open(&self.arguments.reading)
                .map_err(|error| (name, error))
        };
        let opened = open(a).and_then(|a| Ok([a, open(b)?]));
        match opened.and_then(|opened| compared(opened, &shown)) {
            Err((name, error)) => {
                self.failed = true;
                self.messages
                    .error(&format!("{name}: {error}"), error.help());
            }
            Ok((found, _)) => self.take(&found, &names),
        }
    }

    fn take(&mut self, found: &FoundDifferences, names: &[Name; 2]) {
        if found.is_same() {
            self.same += 1;
            return;
        }
        self.different += 1;
        let [a, b] = names;
        let _ = writeln!(self.text, "{a} and {b} differ:");
        for line in found.text([a, b]).lines() {
            let _ = writeln!(self.text, "  {line}");
        }
        let names = names.each_ref().map(|name| name.text().into_owned());
        self.documents.push(found.json(&names));
    }

    fn end(self, others: usize) -> Status {
        let is_same = self.different + self.moved + self.missing == 0;
        let status = match (self.failed, is_same) {
            (true, _) => Status::Usage,
            (false, true) => Status::Done,
            (false, false) => Status::Failed,
        };
        if self.arguments.format == Printed::Json {
            let document = json!({
                "same": is_same, "records": self.same, "different": self.different,
                "moved": self.moved, "missing": self.missing, "other_files": others, "differences": self.documents,
            });
            return print_json(&document, status);
        }
        let summary = format!(
            "{} the same, {} different, {} moved, {} in one only, {}",
            counted(self.same, "record"),
            self.different,
            self.moved,
            self.missing,
            counted(others, "other file")
        );
        self.messages.say(&summary);
        print(printable::lines(&self.text).as_bytes(), status)
    }
}
