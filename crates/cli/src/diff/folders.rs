//! Compares two folders or archives record by record. Records of one path belong together, then those whose paths
//! differ only in their endings, then those with the same content.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use std::ops::ControlFlow;

use ishi::{Format, Games, printable};
use ishi_archive::Name;
use serde_json::json;

use crate::args::{DiffArgs, Printed, ReadingArgs};
use crate::input::{InputRecord, Unopened, open, records};
use crate::render::{Messages, counted};
use crate::same::{FoundDifferences, differences};
use crate::{Status, print, print_json};

/// Compares all records, and names those without a counterpart.
pub fn compare(arguments: &DiffArgs, messages: Messages) -> Status {
    let mut failed = false;
    let mut others = 0;
    let [a, b] = [&arguments.a, &arguments.b].map(|path| {
        let mut all = Vec::new();
        let paths = std::slice::from_ref(path);
        records(paths, false, &arguments.reading, &mut |mut record| {
            record.below = record.below.components().skip(1).collect();
            match (&record.content, &record.file) {
                (Err(why), _) if why.is_failure() => {
                    failed = true;
                    messages.error(&format!("{}: {why}", record.name), why.help());
                    return ControlFlow::Continue(());
                }
                (Err(_), _) => {
                    others += 1;
                    return ControlFlow::Continue(());
                }
                // All files of a folder can be more than the memory holds.
                (Ok(Unopened::Whole(_)), Some(file)) => {
                    record.content = Ok(Unopened::File(file.clone()));
                }
                (Ok(_), _) => {}
            }
            all.push(record);
            ControlFlow::Continue(())
        });
        all
    });
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
    fn pairs(&mut self, a: Vec<InputRecord>, b: Vec<InputRecord>) {
        let exact = b.into_iter().map(|record| (record.below.clone(), record));
        let mut exact: BTreeMap<_, _> = exact.collect();
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
    fn moved(&mut self, a: Vec<InputRecord>, b: Vec<InputRecord>) {
        let reading = &self.arguments.reading;
        let mut contents: HashMap<Vec<u8>, Vec<Name>> = HashMap::new();
        let mut without = Vec::new();
        for record in b.into_iter().rev() {
            let name = record.name.clone();
            let content = Some(record).filter(|_| !a.is_empty());
            match content.and_then(|record| self::content(record, reading)) {
                Some(content) => contents.entry(content).or_default().push(name),
                None => without.push(name),
            }
        }
        for record in a {
            let name = record.name.clone();
            let content = content(record, reading);
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

    fn pair(&mut self, a: InputRecord, b: InputRecord) {
        let names = [a.name.clone(), b.name.clone()];
        let shown = names.each_ref().map(ToString::to_string);
        let source = |record: InputRecord| {
            let opened = open(record.content, record.hint, &self.arguments.reading);
            opened.map_err(|error| (record.name.to_string(), error))
        };
        let opened = source(a).and_then(|a| Ok([a, source(b)?]));
        let names_shown = shown.each_ref().map(|name| &**name);
        match opened.and_then(|[mut a, mut b]| differences(&mut a, &mut b, names_shown)) {
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
            (false, is_same) => Status::of(is_same),
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

/// Returns the games of a record in SGF, to compare it with records of other names and formats.
fn content(record: InputRecord, reading: &ReadingArgs) -> Option<Vec<u8>> {
    let mut source = open(record.content, record.hint, reading).ok()?;
    let games = Games::new(&mut source).collect::<Result<Vec<_>, _>>();
    ishi::write(&games.ok()?, Format::Sgf).ok()
}
