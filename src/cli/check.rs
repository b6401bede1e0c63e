//! `ishi check`.

mod json;
mod mend;
mod sarif;

use std::fmt::Write as _;
use std::io::{self, BufWriter, Stdout, Write as _};
use std::ops::ControlFlow;
use std::time::Instant;

use ishi::check::{Checked, Levels, catalogue, check};
use ishi::diagnostic::Severity;
use ishi::input::is_many;
use ishi::sniff::NoRecord;
use ishi::source::{Source, SourceError};
use serde_json::Value;

use super::args::{CheckArgs, CheckFormat};
use super::input::{Bytes, InputError, Record, records};
use super::render::{Messages, counted};
use super::{Status, closed, print};

/// Checks the inputs in their order.
pub fn run(arguments: &CheckArgs) -> Status {
    if arguments.list_rules {
        return list_rules(arguments.format);
    }
    let messages = Messages::new(arguments.talk);
    let stdin = arguments
        .inputs
        .iter()
        .filter(|path| path.as_os_str() == "-");
    if stdin.count() > 1 {
        messages.error("standard input can be read only once", None);
        return Status::Usage;
    }
    let mends = arguments.fixing.fix || arguments.fixing.diff.is_some();
    if mends && let Some(status) = mend::run(arguments, messages) {
        return status;
    }
    if mends && arguments.inputs.iter().any(|path| path.as_os_str() == "-") {
        // It was read already, and its mended bytes are on standard output.
        return Status::Done;
    }
    let mut levels = Levels::default();
    for level in &arguments.rules {
        levels.set(level.rule, level.severity);
    }
    let mut run = Run {
        arguments,
        messages,
        levels,
        start: Instant::now(),
        totals: Totals::default(),
        failures: Vec::new(),
        first: true,
        out: BufWriter::new(io::stdout()),
    };
    match run.all() {
        Ok(()) if run.totals.is_good(arguments.deny.is_some()) => Status::Done,
        Ok(()) => Status::Failed,
        Err(error) => closed(&error),
    }
}

/// What was found in all inputs.
#[derive(Debug, Default)]
pub struct Totals {
    /// How many inputs there were.
    inputs: usize,
    /// How many of them are records, how many are not, and how many cannot be read.
    records: usize,
    others: usize,
    failed: usize,
    games: usize,
    /// How many errors, warnings and notes there were, and how many records have errors.
    found: [usize; 3],
    with_errors: usize,
}

impl Totals {
    fn is_good(&self, deny_warnings: bool) -> bool {
        let [errors, warnings, _] = self.found;
        self.failed + errors == 0 && (warnings == 0 || !deny_warnings)
    }

    fn add(&mut self, checked: &Checked) {
        self.records += 1;
        self.games += checked.games;
        let counts = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| {
            let found = checked.findings.counts();
            let same = found.filter(|(_, found, _)| *found == severity);
            same.map(|(_, _, count)| count).sum::<usize>()
        });
        self.with_errors += usize::from(counts[0] > 0);
        for (all, count) in self.found.iter_mut().zip(counts) {
            *all += count;
        }
    }

    fn summary(&self) -> String {
        let [errors, warnings, notes] = self.found;
        let mut parts = vec![
            counted(errors, "error"),
            counted(warnings, "warning"),
            counted(notes, "note"),
        ];
        let more = [
            (
                self.with_errors,
                format!("{} with errors", self.with_errors),
            ),
            (self.failed, format!("{} not readable", self.failed)),
            (self.others, counted(self.others, "other file")),
        ];
        let more = more.into_iter().filter(|(count, _)| *count > 0);
        parts.extend(more.map(|(_, what)| what));
        format!(
            "{}, {}: {}",
            counted(self.records, "record"),
            counted(self.games, "game"),
            parts.join(", ")
        )
    }
}

struct Run<'a> {
    arguments: &'a CheckArgs,
    messages: Messages,
    levels: Levels,
    start: Instant,
    totals: Totals,
    /// What SARIF says at its end.
    failures: Vec<Value>,
    /// Whether nothing was written into a document yet.
    first: bool,
    out: BufWriter<Stdout>,
}

impl Run<'_> {
    fn all(&mut self) -> io::Result<()> {
        match self.arguments.format {
            CheckFormat::Text => {}
            CheckFormat::Json => json::begin(&mut self.out)?,
            CheckFormat::Sarif => sarif::begin(&mut self.out)?,
        }
        let arguments = self.arguments;
        let mut written = Ok(());
        let mut take = |record| {
            written = self.take(record);
            if written.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let _: ControlFlow<()> = records(
            &arguments.inputs,
            arguments.hidden,
            &arguments.reading,
            &mut take,
        );
        written?;
        match arguments.format {
            CheckFormat::Text => {}
            CheckFormat::Json => json::end(&mut self.out, &self.totals, self.start.elapsed())?,
            CheckFormat::Sarif => sarif::end(&mut self.out, &self.failures)?,
        }
        self.out.flush()?;
        if self.totals.inputs > 1 || matches!(arguments.inputs.as_slice(), [only] if is_many(only))
        {
            self.messages.say(&self.totals.summary());
        }
        Ok(())
    }

    /// Checks a record and prints the result. A file that was found and is not a record is counted.
    fn take(&mut self, record: Record) -> io::Result<()> {
        self.totals.inputs += 1;
        let name = record.name;
        let result = record.source.and_then(|source| self.check(source));
        match &result {
            Err(error) if !record.named && error.is_no_record() => {
                self.totals.others += 1;
                if self.messages.verbose() {
                    self.messages.say(&format!("{name}: {error}"));
                }
                if self.arguments.format != CheckFormat::Json {
                    return Ok(());
                }
            }
            Err(error) => {
                self.totals.failed += 1;
                self.messages
                    .error(&format!("{name}: {error}"), error.help());
            }
            Ok(checked) => self.totals.add(checked),
        }
        match (self.arguments.format, result) {
            (CheckFormat::Text, Ok(checked)) => tell(&name.to_string(), &checked, self.messages),
            (CheckFormat::Text, Err(_)) => Ok(()),
            (CheckFormat::Json, result) => {
                let first = std::mem::take(&mut self.first);
                json::write(&mut self.out, &name, &result, first)
            }
            (CheckFormat::Sarif, Ok(checked)) => {
                sarif::write(&mut self.out, &name, &checked, &mut self.first)
            }
            (CheckFormat::Sarif, Err(error)) => {
                self.failures.push(sarif::failure(&name, &error));
                Ok(())
            }
        }
    }

    fn check(&self, mut source: Source<Box<dyn Bytes>>) -> Result<Checked, InputError> {
        let checked = check(&mut source, &self.levels)?;
        if checked.games == 0 && checked.findings.kept().is_empty() {
            return Err(SourceError::NoRecord(NoRecord::Empty).into());
        }
        Ok(checked)
    }
}

/// Writes what is wrong with an input to standard output: it is what was asked for.
fn tell(input: &str, checked: &Checked, messages: Messages) -> io::Result<()> {
    let mut text = messages.drawn(input, &checked.findings);
    if !messages.quiet() {
        let _ = writeln!(text, "{input}: {}", summary(checked));
    }
    if messages.verbose() && !messages.quiet() {
        let label = checked.charset.label();
        let (format, why) = (checked.format, &checked.why);
        let _ = writeln!(text, "  read as {format} in {label}: {why}");
        let (games, nodes, moves) = (checked.games, checked.nodes, checked.moves);
        let _ = writeln!(text, "  games: {games}, nodes: {nodes}, moves: {moves}");
    }
    messages.print(&text)
}

fn summary(checked: &Checked) -> String {
    let mut parts = Vec::new();
    for severity in [Severity::Error, Severity::Warning, Severity::Note] {
        let found = checked.findings.counts();
        let count: usize = found
            .filter(|(_, found, _)| *found == severity)
            .map(|(_, _, count)| count)
            .sum();
        match count {
            0 => {}
            1 => parts.push(format!("1 {severity}")),
            _ => parts.push(format!("{count} {severity}s")),
        }
    }
    if parts.is_empty() {
        return "nothing to report".to_owned();
    }
    parts.join(", ")
}

fn list_rules(format: CheckFormat) -> Status {
    let rules = catalogue::all();
    if format != CheckFormat::Text {
        let text = format!("{:#}\n", json::rules(&rules));
        return print(text.as_bytes(), Status::Done);
    }
    let mut text = String::from("code  severity  SGFC  what it is about\n");
    for rule in rules {
        let sgfc = rule
            .sgfc
            .map_or("-".to_owned(), |number| number.to_string());
        let severity = rule.severity.to_string();
        let _ = writeln!(
            text,
            "{}  {severity:8}  {sgfc:>4}  {}",
            rule.code, rule.summary
        );
    }
    print(text.as_bytes(), Status::Done)
}
