//! `ishi check`.

mod explain;
mod groups;
mod json;
mod mend;
mod sarif;

use std::fmt::Write as _;
use std::io::{self, BufWriter, Stdout, Write as _};
use std::ops::ControlFlow;
use std::time::Instant;

use ishi::Format;
use ishi::check::{Checked, Levels, catalogue, check};
use ishi::crash::contained;
use ishi::diagnostic::Severity;
use serde_json::Value;

use super::args::{CheckArgs, CheckFormat, FixingArgs};
use super::input::{
    AnySource, InputError, InputRecord, Misuse, each_record, hidden_without_effect, is_stdin, open,
    stdin_once,
};
use super::render::{Messages, counted, counts, listed};
use super::report;
use super::{Status, ended, print, print_json};
pub use explain::run as explain;
use groups::Groups;
use mend::Mended;

/// How many names of other files are printed.
const NAMED: usize = 10;

/// Checks the inputs in their order.
pub fn run(arguments: &CheckArgs) -> Status {
    let messages = arguments.talk;
    if let Err((message, help)) = misuse(arguments) {
        return messages.misuse(&message, help);
    }
    messages.without_effect(&[hidden_without_effect(arguments.hidden, &arguments.inputs)]);
    let mends = arguments.fixing.fix || arguments.fixing.diff.is_some();
    let mended = match mends.then(|| mend::run(arguments, messages)) {
        Some(ControlFlow::Break(status)) => return status,
        Some(ControlFlow::Continue(mended)) => mended,
        None => Mended::default(),
    };
    let mut run = Run {
        arguments,
        messages,
        levels: arguments.levels(),
        start: Instant::now(),
        totals: Totals::default(),
        groups: Groups::default(),
        failures: Vec::new(),
        first: true,
        mended,
        out: BufWriter::new(io::stdout()),
    };
    let written = run.all();
    let is_good = run.totals.is_good(arguments.deny.is_some()) && run.mended.failed == 0;
    ended(written.map(|()| Status::of(is_good)))
}

/// Returns a mistake in the options, and advice.
fn misuse(arguments: &CheckArgs) -> Result<(), Misuse> {
    stdin_once(&arguments.inputs)?;
    let is_document = arguments.format != CheckFormat::Text;
    let mends_stdin = arguments.fixing.fix && arguments.inputs.iter().any(|path| is_stdin(path));
    let (message, help) = if arguments.statistics && is_document {
        (
            "--statistics is a table for people",
            "the JSON and SARIF documents list each finding with its rule",
        )
    } else if mends_stdin && is_document {
        (
            "the mended record and the report would both go to standard output",
            "leave out --format, or mend a file",
        )
    } else if mends_stdin && arguments.inputs.len() > 1 {
        (
            "standard input cannot be mended together with other inputs",
            "mend it with a command for it alone",
        )
    } else {
        return Ok(());
    };
    Err((message.to_owned(), Some(help)))
}

/// The counts of all inputs.
#[derive(Debug, Default)]
pub struct Totals {
    /// How many inputs there were.
    inputs: usize,
    /// How many are records, how many are not, how many have the name of a record but hold no record, and how
    /// many cannot be read.
    records: usize,
    others: usize,
    unreadable: usize,
    failed: usize,
    games: usize,
    /// How many have text that was damaged before.
    damaged: usize,
    /// The names of the first others.
    names: Vec<String>,
    /// How many errors, warnings and notes there were, and how many records have errors.
    found: [usize; 3],
    with_errors: usize,
    /// How many have a safe fix, and how many more a guess.
    mendable: [usize; 2],
}

impl Totals {
    fn is_good(&self, deny_warnings: bool) -> bool {
        let [errors, warnings, _] = self.found;
        self.failed + self.unreadable + errors == 0 && (warnings == 0 || !deny_warnings)
    }

    fn add(&mut self, checked: &Checked, fixing: &FixingArgs) {
        let is_wanted =
            |code| fixing.fix_only.is_empty() || fixing.fix_only.iter().any(|only| only == code);
        let mendable = checked.findings.mendable();
        for (_, counts) in mendable.filter(|(rule, _)| is_wanted(rule.code)) {
            for (all, count) in self.mendable.iter_mut().zip(counts) {
                *all += count;
            }
        }
        self.records += 1;
        self.games += checked.games;
        self.damaged += usize::from(checked.damaged > 0);
        let severities = [Severity::Error, Severity::Warning, Severity::Note];
        let [errors, doubts, notes] = severities.map(|severity| checked.findings.count(severity));
        self.with_errors += usize::from(errors > 0);
        let found = [errors, doubts - errors, notes - doubts];
        for (all, count) in self.found.iter_mut().zip(found) {
            *all += count;
        }
    }

    fn summary(&self) -> String {
        let is_clean = self.records > 0 && self.found == [0; 3];
        let none = if is_clean { ", no findings" } else { "" };
        let nouns = ["error", "warning", "note"];
        let found = self.found.into_iter().zip(nouns);
        let found = found.filter(|(count, _)| *count > 0);
        let found = found.map(|(count, noun)| format!(", {}", counted(count, noun)));
        let found = found.collect::<Vec<_>>().concat();
        // Of a single record that is plain.
        let with_errors = self.with_errors * usize::from(self.records > 1);
        let one = self.others == 1;
        let more = counts([
            (with_errors, "with errors"),
            (self.damaged, "with text that was damaged before"),
            (self.unreadable, "unreadable"),
            (self.failed, "failed"),
            (self.others, if one { "other file" } else { "other files" }),
        ]);
        let all = format!("{none}{found}{more}");
        let all = all.strip_prefix(", ").unwrap_or("no record was found");
        let (records, games) = (counted(self.records, "record"), counted(self.games, "game"));
        format!("{records}, {games}: {all}")
    }

    /// Returns how many findings can be mended, with the options that do it.
    fn mendable(&self, fixing: &FixingArgs) -> Option<String> {
        let [safe, guesses] = self.mendable;
        let all: usize = self.found.iter().sum();
        let only = fixing
            .fix_only
            .iter()
            .fold(String::new(), |all, code| all + " --fix-only " + code);
        let line = match (safe, guesses) {
            (0, 0) if fixing.fix || !fixing.unsafe_fixes && only.is_empty() => return None,
            (0, 0) => format!("no finding can be mended with --fix --unsafe-fixes{only}"),
            _ if fixing.unsafe_fixes || safe == 0 => {
                let both = safe + guesses;
                format!("{both} of {all} can be mended with --fix --unsafe-fixes{only}")
            }
            (_, 0) => format!("{safe} of {all} can be mended with --fix{only}"),
            _ => format!(
                "{safe} of {all} can be mended with --fix{only}, {guesses} more with --unsafe-fixes"
            ),
        };
        Some(line)
    }

    /// Returns the names of other files.
    fn named_others(&self) -> Option<String> {
        let names = listed(&self.names, self.others, [", ", "; -v names all"]);
        (!self.names.is_empty()).then(|| format!("  no records: {names}"))
    }
}

struct Run<'a> {
    arguments: &'a CheckArgs,
    messages: Messages,
    levels: Levels,
    start: Instant,
    totals: Totals,
    /// The findings in records of folders and archives, by rule.
    groups: Groups,
    /// The inputs that could not be read, for the end of a SARIF document.
    failures: Vec<Value>,
    /// Whether the document is still empty.
    first: bool,
    /// The changes that were made before the check.
    mended: Mended,
    out: BufWriter<Stdout>,
}

impl Run<'_> {
    fn all(&mut self) -> io::Result<()> {
        match self.arguments.format {
            CheckFormat::Text => {}
            CheckFormat::Json => report::json::begin(&mut self.out)?,
            CheckFormat::Sarif => sarif::begin(&mut self.out)?,
        }
        let arguments = self.arguments;
        let (hidden, reading) = (arguments.hidden, &arguments.reading);
        each_record(&arguments.inputs, hidden, reading, |record| {
            self.take(record)
        })?;
        match arguments.format {
            CheckFormat::Text if arguments.statistics => {
                self.messages.print(&self.groups.table())?;
            }
            CheckFormat::Text => self.messages.print(&self.groups.text(self.messages))?,
            CheckFormat::Json => json::end(&mut self.out, &self.totals, self.start.elapsed())?,
            CheckFormat::Sarif => sarif::end(&mut self.out, &self.failures)?,
        }
        self.out.flush()?;
        self.messages.say(&self.totals.summary());
        if let Some(names) = self.totals.named_others() {
            self.messages.say(&names);
        }
        if let Some(mendable) = self.totals.mendable(&self.arguments.fixing) {
            self.messages.say(&mendable);
        }
        Ok(())
    }

    /// Checks a record and prints the result. A file that was found and is not a record is counted.
    fn take(&mut self, record: InputRecord) -> io::Result<()> {
        self.totals.inputs += 1;
        let (name, named, hint) = (record.name, record.named, record.hint);
        let source = open(record.content, hint, &self.arguments.reading);
        let result = source.and_then(|source| self.check(source, hint));
        // A check proves no conversion.
        let status = match &result {
            Ok(checked) => {
                self.totals.add(checked, &self.arguments.fixing);
                "unverified"
            }
            Err(error) if !named && error.is_no_record() => {
                self.totals.others += 1;
                if !self.messages.verbose && self.totals.names.len() < NAMED {
                    self.totals.names.push(name.to_string());
                }
                if self.messages.verbose {
                    self.messages.say(&format!("{name}: {error}"));
                }
                if self.arguments.format != CheckFormat::Json {
                    return Ok(());
                }
                "not-a-record"
            }
            Err(error) => {
                let help = error.help().filter(|_| named);
                self.messages.error(&format!("{name}: {error}"), help);
                if error.is_unreadable() {
                    self.totals.unreadable += 1;
                    "unreadable"
                } else {
                    self.totals.failed += 1;
                    "failed"
                }
            }
        };
        match (self.arguments.format, result) {
            (CheckFormat::Text, Ok(checked)) => {
                let one_by_one = (named || self.messages.verbose) && !self.arguments.statistics;
                if one_by_one {
                    return tell(&name.to_string(), &checked, self.messages);
                }
                self.groups.add(&name.to_string(), &checked, self.messages);
                Ok(())
            }
            (CheckFormat::Text, Err(_)) => Ok(()),
            (CheckFormat::Json, result) => {
                let first = std::mem::take(&mut self.first);
                let edits = self.mended.take(&name.text());
                json::write(&mut self.out, (&name, status), (result, edits), first)
            }
            (CheckFormat::Sarif, Ok(checked)) => {
                let fixes = self.mended.take(&name.text());
                let fixes = fixes.as_ref().and_then(Value::as_array);
                sarif::write(&mut self.out, (&name, &checked), fixes, &mut self.first)
            }
            (CheckFormat::Sarif, Err(error)) => {
                self.failures.push(sarif::failure(&name, &error));
                Ok(())
            }
        }
    }

    fn check(&self, mut source: AnySource, hint: Option<Format>) -> Result<Checked, InputError> {
        let checked = contained(|| check(&mut source, &self.levels))??;
        if checked.games == 0 {
            return Err(InputError::no_game(hint));
        }
        Ok(checked)
    }
}

/// Writes the findings in an input to standard output, because the user asked for them.
fn tell(input: &str, checked: &Checked, messages: Messages) -> io::Result<()> {
    let mut text = messages.drawn(input, &checked.findings);
    if messages.verbose {
        let label = checked.charset.label();
        let (format, why) = (checked.format, &checked.why);
        let _ = writeln!(text, "{input}: read as {format} in {label}: {why}");
        let (games, nodes, moves) = (checked.games, checked.nodes, checked.moves);
        let _ = writeln!(text, "  games: {games}, nodes: {nodes}, moves: {moves}");
    }
    messages.print(&text)
}

/// Prints all rules.
pub fn list_rules(format: CheckFormat) -> Status {
    let rules = catalogue::all();
    if format != CheckFormat::Text {
        return print_json(&json::rules(&rules), Status::Done);
    }
    let mut text = String::from("code  severity  SGFC  fix  subject\n");
    for rule in rules {
        let sgfc = rule
            .sgfc
            .map_or("-".to_owned(), |number| number.to_string());
        let severity = rule.severity.to_string();
        let fix = if rule.has_fix() { "yes" } else { "-" };
        let (code, summary) = (rule.code, rule.summary);
        let _ = writeln!(text, "{code}  {severity:8}  {sgfc:>4}  {fix:3}  {summary}");
    }
    print(text.as_bytes(), Status::Done)
}
