//! `ishi check`.

mod json;
mod sarif;

use std::fmt::Write;
use std::io;
use std::path::Path;
use std::time::Instant;

use ishi::check::{Checked, Levels, catalogue, check};
use ishi::diagnostic::Severity;
use ishi::sniff::NoRecord;
use ishi::source::SourceError;

use super::args::{CheckArgs, CheckFormat};
use super::batch::{Found, Walk};
use super::input::{Input, InputError};
use super::render::Messages;
use super::{Status, closed, print};

/// Checks the inputs in their order.
pub fn run(arguments: &CheckArgs) -> Status {
    if arguments.list_rules {
        return list_rules(arguments.format);
    }
    let messages = Messages::new(arguments.talk);
    let stdin = arguments.inputs.iter().map(|path| Input::new(path));
    if stdin.filter(|input| *input == Input::Stdin).count() > 1 {
        messages.error("standard input can be read only once", None);
        return Status::Usage;
    }
    let mut levels = Levels::default();
    for level in &arguments.rules {
        levels.set(level.rule, level.severity);
    }
    let start = Instant::now();
    let mut run = Run {
        arguments,
        messages,
        levels,
        status: Status::Done,
        done: Vec::new(),
    };
    if let Err(error) = run.all() {
        return closed(&error);
    }
    let document = match arguments.format {
        CheckFormat::Text => return run.status,
        CheckFormat::Json => json::document(&run.done, start.elapsed()),
        CheckFormat::Sarif => sarif::document(&run.done),
    };
    print(format!("{document:#}\n").as_bytes(), run.status)
}

struct Run<'a> {
    arguments: &'a CheckArgs,
    messages: Messages,
    levels: Levels,
    status: Status,
    /// What programs are told about at the end.
    done: Vec<Done>,
}

impl Run<'_> {
    fn all(&mut self) -> io::Result<()> {
        for path in &self.arguments.inputs {
            match Input::new(path) {
                input if input.is_folder() => self.folder(path)?,
                input => {
                    let result = self.check(&input);
                    self.take(input.to_string(), result)?;
                }
            }
        }
        Ok(())
    }

    /// Checks the records in a folder; what is no record is passed by.
    fn folder(&mut self, root: &Path) -> io::Result<()> {
        for found in Walk::new(root, self.arguments.hidden, None) {
            match found {
                Found::File { path, .. } => {
                    let input = Input::File(path);
                    match self.check(&input) {
                        Err(InputError::Source(SourceError::NoRecord(_))) => {}
                        result => self.take(input.to_string(), result)?,
                    }
                }
                Found::Other(..) => {}
                Found::Unreadable(path, error) => {
                    let error = SourceError::Io(error).into();
                    self.take(path.display().to_string(), Err(error))?;
                }
            }
        }
        Ok(())
    }

    fn check(&self, input: &Input) -> Result<Checked, InputError> {
        let mut source = input.open(&self.arguments.reading)?;
        let checked = check(&mut source, &self.levels)?;
        if checked.games == 0 && checked.findings.kept().is_empty() {
            return Err(SourceError::NoRecord(NoRecord::Empty).into());
        }
        Ok(checked)
    }

    /// Tells what came of an input, or keeps it for the document.
    fn take(&mut self, input: String, result: Result<Checked, InputError>) -> io::Result<()> {
        if !is_good(&result) {
            self.status = Status::Failed;
        }
        if let Err(error) = &result {
            let message = format!("{input}: {error}");
            self.messages.error(&message, error.help());
        }
        match (self.arguments.format, result) {
            (CheckFormat::Text, Ok(checked)) => tell(&input, &checked, self.messages),
            (CheckFormat::Text, Err(_)) => Ok(()),
            (CheckFormat::Json | CheckFormat::Sarif, result) => {
                self.done.push(Done { input, result });
                Ok(())
            }
        }
    }
}

/// One input with what came of it.
struct Done {
    input: String,
    result: Result<Checked, InputError>,
}

fn is_good(result: &Result<Checked, InputError>) -> bool {
    result
        .as_ref()
        .is_ok_and(|checked| checked.findings.count(Severity::Error) == 0)
}

/// Says what is wrong with an input on standard output: it is what was asked for.
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
