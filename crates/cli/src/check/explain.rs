//! `ishi check --explain`: a rule with examples, from the page about the rules.

use std::fmt::Write as _;
use std::io::Cursor;

use ishi::Format;
use ishi::check::catalogue::PAGE;
use ishi::check::{Levels, catalogue, check};
use ishi::diagnostic::Rule;
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
    match messages.print(&texts.join("\n")) {
        Ok(()) => Status::Done,
        Err(error) => crate::closed(&error),
    }
}

fn explained(rule: &Rule, messages: Messages) -> String {
    let Rule {
        code,
        severity,
        summary,
        sgfc,
    } = rule;
    let sgfc = sgfc.map_or(String::new(), |number| {
        format!(", message {number} of SGFC")
    });
    let mut text = format!("{code}, {severity}{sgfc}: {summary}\n");
    let start = format!("| <a id=\"{code}\"></a>");
    if let Some([.., bad, good]) = rows(&start).next().as_deref()
        && let Some(record) = record(bad)
    {
        let shown = if record.is_empty() {
            "an empty record"
        } else {
            record
        };
        let _ = write!(text, "\nfound in      {shown}\n");
        if let Some(good) = self::record(good) {
            let _ = writeln!(text, "not found in  {good}");
        }
        let _ = write!(text, "\n{}", drawn(record, rule, messages));
    }
    if let Some((_, occasion)) = OCCASIONS.iter().find(|(of, _)| of == code) {
        let _ = write!(text, "\nfound by `ishi convert`\n  {occasion}\n");
    }
    let start = format!("| [{code}]");
    for row in rows(&start) {
        if let [_, before, after, when] = &row[..]
            && let (Some(before), Some(after)) = (record(before), record(after))
        {
            let _ = write!(text, "\nfix ({when})\n  {before}\n  {after}\n");
        }
    }
    text
}

/// Returns the cells of the rows that start with some words.
fn rows(start: &str) -> impl Iterator<Item = Vec<&'static str>> {
    let rows = PAGE.lines().filter(move |line| line.starts_with(start));
    rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect())
}

/// Returns the record in a cell, its line breaks spelled out.
fn record(cell: &'static str) -> Option<&'static str> {
    let record = cell.strip_prefix("`` ")?;
    record.strip_suffix(" ``")
}

/// Returns the message about an example. It is empty if only another command finds it.
fn drawn(record: &str, rule: &Rule, messages: Messages) -> String {
    let options = SourceOptions {
        hint: Some(if rule.code.starts_with('I') {
            Format::Ishi
        } else {
            Format::Sgf
        }),
        ..SourceOptions::default()
    };
    let source = Source::open(Cursor::new(bytes(record)), options);
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

/// Returns the bytes of an example: `\n`, `\r` and `\x81` are one byte each.
fn bytes(record: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = record;
    while let Some((before, after)) = rest.split_once('\\') {
        bytes.extend_from_slice(before.as_bytes());
        let code = after.get(1..3).filter(|_| after.starts_with('x'));
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        let (byte, length) = match (code, after.as_bytes().first()) {
            (Some(code), _) => (code, 3),
            (_, Some(b'n')) => (b'\n', 1),
            (_, Some(b'r')) => (b'\r', 1),
            _ => (b'\\', 0),
        };
        bytes.push(byte);
        rest = after.get(length..).unwrap_or("");
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
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

    #[test]
    fn bytes_are_spelled_out() {
        assert_eq!(bytes("a\\n\\x81\\]"), b"a\n\x81\\]");
    }
}
