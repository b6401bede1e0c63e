//! `ishi check --explain`: a rule with its examples.

use std::fmt::Write as _;
use std::io::Cursor;

use ishi::Format;
use ishi::check::{Levels, catalogue, check};
use ishi::diagnostic::{Example, FixKind, Rule};
use ishi::source::{Source, SourceOptions};

use crate::Status;
use crate::render::Messages;

/// The rules without a record as an example: the occasion, and a way out.
const OCCASIONS: [(&str, &str); 4] = [
    (
        "C003",
        "The file is missing or damaged, or the system does not open it. Look at its name and its permissions.",
    ),
    (
        "C007",
        "The proof of a conversion failed, so no file was written. --no-verify writes the result without a proof.",
    ),
    (
        "C010",
        "The disk is full, or nobody may write there. -o and -d choose another place.",
    ),
    (
        "C011",
        "--force replaces the file, -o and -d choose another place.",
    ),
];

/// Prints what rules mean: a record that has the finding, the same without it, the message, and the fixes.
pub fn run(codes: &[String], messages: Messages) -> Status {
    let rules = codes.iter().filter_map(|code| catalogue::find(code));
    let texts: Vec<_> = rules.map(|rule| explained(rule, messages)).collect();
    let printed = messages.print(&texts.join("\n"));
    crate::ended(printed.map(|()| Status::Done))
}

fn explained(rule: &Rule, messages: Messages) -> String {
    let Rule {
        code,
        severity,
        summary,
        sgfc,
        examples,
    } = rule;
    let sgfc = sgfc.map_or(String::new(), |number| {
        format!(", message {number} of SGFC")
    });
    let mut text = format!("{code}, {severity}{sgfc}: {summary}\n");
    let shown = |example: &Example| {
        let before = match example.charset {
            _ if example.before.is_empty() => "an empty record".to_owned(),
            Some(charset) => format!("{} in {charset}", catalogue::spelled(example.before)),
            None => catalogue::spelled(example.before),
        };
        (before, catalogue::spelled(example.after))
    };
    if let Some(first) = examples.first() {
        let (before, after) = shown(first);
        let _ = write!(
            text,
            "\nfound in      {before}\nnot found in  {after}\n\n{}",
            drawn(first, rule, messages)
        );
    }
    if let Some((_, occasion)) = OCCASIONS.iter().find(|(of, _)| of == code) {
        let _ = write!(text, "\nfound by `ishi convert`\n  {occasion}\n");
    }
    for example in *examples {
        if let Some(kind) = example.fix {
            let when = match kind {
                FixKind::Safe => "safe",
                FixKind::Guess => "a guess",
            };
            let (before, after) = shown(example);
            let _ = write!(text, "\nfix ({when})\n  {before}\n  {after}\n");
        }
    }
    text
}

/// Returns the message about an example. It is empty if only another command finds it.
fn drawn(example: &Example, rule: &Rule, messages: Messages) -> String {
    let options = SourceOptions {
        hint: Some(if rule.code.starts_with('I') {
            Format::Ishi
        } else {
            Format::Sgf
        }),
        ..SourceOptions::default()
    };
    let source = Source::open(Cursor::new(catalogue::bytes(example)), options);
    let checked = source.and_then(|mut source| check(&mut source, &Levels::default()));
    let Ok(checked) = checked else {
        return String::new();
    };
    let own = checked
        .findings
        .counts()
        .find(|(found, ..)| found.code == rule.code);
    own.map_or_else(String::new, |(rule, severity, _)| {
        messages.first_drawn("example", &checked.findings, (rule, severity))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_its_message_or_is_one_of_other_commands() {
        let messages = Messages::default();
        let is_silent = |rule: &&&Rule| {
            let text = explained(rule, messages);
            let has_message = text.contains(&format!("[{}]", rule.code));
            // Only conversions find the others.
            !has_message && !rule.code.starts_with('C')
        };
        let rules = catalogue::all();
        let silent: Vec<_> = rules
            .iter()
            .filter(is_silent)
            .map(|rule| rule.code)
            .collect();
        // Text that is no record, or is wrong only in the charset that the user names.
        assert_eq!(silent, ["B002", "E003"]);
    }
}
