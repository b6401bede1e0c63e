//! `ishi check`.

mod json;
mod sarif;

use std::fmt::Write;
use std::io;
use std::time::Instant;

use ishi::check::{Checked, Levels, catalogue, check};
use ishi::diagnostic::Severity;

use super::args::{CheckArgs, CheckFormat};
use super::input::{Input, InputError};
use super::render::Messages;
use super::{Status, closed, print};

/// Checks the inputs in their order.
pub fn run(arguments: &CheckArgs) -> Status {
    if arguments.list_rules {
        return list_rules(arguments.format);
    }
    let messages = Messages::new(arguments.talk);
    let inputs: Vec<_> = arguments
        .inputs
        .iter()
        .map(|path| Input::new(path))
        .collect();
    let stdin = inputs.iter().filter(|input| **input == Input::Stdin);
    if stdin.count() > 1 {
        messages.error("standard input can be read only once", None);
        return Status::Usage;
    }
    let mut levels = Levels::default();
    for level in &arguments.rules {
        levels.set(level.rule, level.severity);
    }
    let start = Instant::now();
    let mut status = Status::Done;
    let mut done = Vec::new();
    for input in &inputs {
        let result = check_input(input, arguments, &levels);
        if !is_good(&result) {
            status = Status::Failed;
        }
        match arguments.format {
            CheckFormat::Text => {
                if let Err(error) = tell(input, &result, messages) {
                    return closed(&error);
                }
            }
            CheckFormat::Json | CheckFormat::Sarif => {
                if let Err(error) = &result {
                    messages.error(&format!("{input}: {error}"), error.help());
                }
                done.push(Done {
                    input: input.to_string(),
                    result,
                });
            }
        }
    }
    let document = match arguments.format {
        CheckFormat::Text => return status,
        CheckFormat::Json => json::document(&done, start.elapsed()),
        CheckFormat::Sarif => sarif::document(&done),
    };
    print(format!("{document:#}\n").as_bytes(), status)
}

/// One input with what came of it.
struct Done {
    input: String,
    result: Result<Checked, InputError>,
}

fn check_input(
    input: &Input,
    arguments: &CheckArgs,
    levels: &Levels,
) -> Result<Checked, InputError> {
    let mut source = input.open(&arguments.reading)?;
    Ok(check(&mut source, levels)?)
}

fn is_good(result: &Result<Checked, InputError>) -> bool {
    result
        .as_ref()
        .is_ok_and(|checked| checked.findings.count(Severity::Error) == 0)
}

/// Says what is wrong with an input on standard output: it is what was asked for.
fn tell(input: &Input, result: &Result<Checked, InputError>, messages: Messages) -> io::Result<()> {
    let checked = match result {
        Ok(checked) => checked,
        Err(error) => {
            messages.error(&format!("{input}: {error}"), error.help());
            return Ok(());
        }
    };
    let mut text = messages.drawn(&input.to_string(), &checked.findings);
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
