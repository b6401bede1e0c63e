//! Rows of tables as input and output: the result of a line or a property, and the code of each mistake.
//!
//! `<!-- rows: FROM -> TO -->` comes before a table of conversions. The code in the first cell of a
//! row is a record of the format FROM: lines of Ishi, or properties of the first node. The code in
//! the second cell is in the result: whole lines of Ishi (without the bar of a carrier), or parts of a
//! bracketed text. A second cell that starts with "refused" has no result. In a table from `typed` the
//! first cell has records with typing slips and "or" between them, and the second cell the record that
//! each is read as.
//!
//! In a row `mistakes` of a keyword, each part up to a semicolon has lines of a record and the code
//! under which they are reported.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;

use ishi::Format;
use ishi::check::{Levels, check};
use ishi::source::{Source, SourceOptions};
use tempfile::TempDir;

use crate::judge::Converted;
use crate::page::{Page, pages};

#[test]
fn rows_of_conversions_are_what_the_program_does() {
    let scratch = TempDir::new().expect("a folder");
    let mut failures = Vec::new();
    let mut tried = BTreeSet::new();
    for page in pages() {
        let starts =
            (0..page.lines.len()).filter(|line| page.lines[*line].starts_with("<!-- rows: "));
        for start in starts {
            let name = page.lines[start]
                .trim_start_matches("<!-- rows: ")
                .trim_end_matches(" -->");
            let (from, to) = name.split_once(" -> ").expect("two formats");
            for (line, cells) in table_after(&page, start) {
                tried.insert(name.to_owned());
                if from == "typed" {
                    let wrong = misread(&cells[0], &cells[1], scratch.path());
                    failures.extend(wrong.map(|wrong| format!("{}: {wrong}", page.at(line))));
                    continue;
                }
                let (input, expected) = (spans(&cells[0]), spans(&cells[1]));
                assert!(!input.is_empty(), "{}: no record", page.at(line));
                let printed = convert(&[], &record(from, &input), from, to, scratch.path());
                if let Some(wrong) = differs(&cells[1], &expected, to, printed.as_deref()) {
                    failures.push(format!("{}: {wrong}", page.at(line)));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    for name in [
        "ishi -> sgf",
        "sgf -> ishi",
        "smartgo -> sgf",
        "typed -> ishi",
    ] {
        assert!(tried.contains(name), "no table {name}");
    }
}

/// Records of rows that the oracle does not judge: moves off the board, a label before its point, setup in the node of a move,
/// dates with a day of the week or over a change of the month, and results, komi and time limits in the words of servers.
const NOT_JUDGED: [&str; 13] = [
    "RESULT 黑中盘胜",
    "TIMELIMIT 30:00+30:00/25",
    "RE[B+0.5 (294 moves)]",
    "KM[375]",
    "TM[30:00]",
    "RD[2018-04-24]KO[7.5]",
    ";B[zz]",
    "BOARDSIZE 9",
    "LB[A:dd]",
    ";B[zz];W[cc]",
    ";AB[aa]B[bb]",
    "DATE Thursday, 8 March 1990",
    "DATE 31 December 1989 - 1 January 1990",
];

/// Lines that come home in another wording of the same value, which the oracle compares as a text.
const WORDING: [&str; 2] = ["WHITE Otto Lind 2 dan", "Black (\\T) is calm."];

#[test]
fn both_readers_agree_on_each_row() {
    let (mut failures, mut judged) = (Vec::new(), 0);
    for page in pages() {
        let starts =
            (0..page.lines.len()).filter(|line| page.lines[*line].starts_with("<!-- rows: "));
        for start in starts {
            let name = page.lines[start].trim_start_matches("<!-- rows: ");
            let ways = name.trim_end_matches(" -->").split_once(" -> ");
            let (from, to) = ways.expect("two formats");
            let (Some(format), Some(to)) = (Format::from_name(from), Format::from_name(to)) else {
                continue;
            };
            for (line, cells) in table_after(&page, start) {
                let input = spans(&cells[0]);
                if cells[1].starts_with("refused") || NOT_JUDGED.contains(&input[0]) {
                    continue;
                }
                let record = record(from, &input);
                judged += 1;
                let is_worded = input.iter().any(|line| WORDING.contains(line));
                for wrong in disagreements(record.as_bytes(), format, to, !is_worded) {
                    failures.push(format!("{}: {wrong}\n{record}", page.at(line)));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(judged > 40, "only {judged} rows");
}

/// Returns the parts of a result, and of the record on the way home, that the oracle contradicts or does not
/// judge.
fn disagreements(record: &[u8], from: Format, to: Format, also_home: bool) -> Vec<String> {
    let options = SourceOptions {
        format: Some(from),
        ..SourceOptions::default()
    };
    let converted = Converted::new(record, options, to).expect("a result");
    let home = converted.home(record).expect("a result that is a record");
    let home = home.filter(|_| also_home);
    let verdicts = [Some(converted.verdict(record)), home];
    let mut found = Vec::new();
    for verdict in verdicts.into_iter().flatten() {
        found.extend(verdict.disagreements.iter().map(ToString::to_string));
        let causes = verdict.abstentions.iter().map(|found| found.cause);
        found.extend(causes.map(|cause| format!("not judged: {cause}")));
    }
    found
}

/// Returns a record with a typing slip that has another meaning than the record that it is read as.
fn misread(typed: &str, read_as: &str, folder: &Path) -> Option<String> {
    let meaning = |lines: &[&str]| {
        let has_size = lines.iter().any(|line| line.starts_with("BOARD"));
        let size = (!has_size).then_some("BOARDSIZE 19");
        let lines: Vec<_> = size.into_iter().chain(lines.iter().copied()).collect();
        let record = record("ishi", &lines);
        let converted = convert(&["--plain"], &record, "ishi", "sgf", folder);
        converted.expect("an Ishi record is never refused")
    };
    let expected = meaning(&spans(read_as));
    let mut alternatives = typed.split(" or ").map(spans);
    alternatives.find_map(|lines| {
        let found = meaning(&lines);
        (found != expected).then(|| format!("{lines:?} is\n{found}and not\n{expected}"))
    })
}

/// Returns the mistake in a result. `None` as `printed` means that the conversion was refused.
fn differs(cell: &str, expected: &[&str], to: &str, printed: Option<&str>) -> Option<String> {
    let Some(printed) = printed else {
        return (!cell.starts_with("refused")).then(|| "it was refused".to_owned());
    };
    if cell.starts_with("refused") {
        return Some(format!("it was not refused:\n{printed}"));
    }
    if expected.is_empty() {
        return Some("the second cell has no code".to_owned());
    }
    let is_there = |part: &&str| match to {
        "ishi" => printed
            .lines()
            .any(|line| line.trim_start_matches("| ") == *part),
        _ => printed.contains(*part),
    };
    let missing: Vec<_> = expected.iter().filter(|part| !is_there(part)).collect();
    (!missing.is_empty()).then(|| format!("{missing:?} is not in\n{printed}"))
}

#[test]
fn mistakes_of_keywords_are_reported_under_their_codes() {
    let mut failures = Vec::new();
    let mut tried = 0;
    for page in pages() {
        if !page.name.starts_with("docs/formats/ishi-") {
            continue;
        }
        for (line, text) in page.lines.iter().enumerate() {
            let Some(cell) = text.strip_prefix("| mistakes | ") else {
                continue;
            };
            for part in cell.trim_end_matches(" |").split("; ") {
                let (lines, codes) = (spans(part), linked_codes(part));
                let place = page.at(line);
                assert!(!lines.is_empty() && !codes.is_empty(), "{place}: {part}");
                let found = reported(&record("ishi", &lines));
                for code in codes {
                    tried += 1;
                    if !found.contains(code) {
                        failures.push(format!("{place}: {part}: only {found:?}"));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(tried > 30, "{tried} mistakes");
}

/// Returns the rows of the first table after a line, with their line numbers.
fn table_after(page: &Page, start: usize) -> Vec<(usize, Vec<String>)> {
    let lines = page.lines.iter().enumerate().skip(start + 1);
    let table = lines
        .skip_while(|(_, line)| line.is_empty())
        .take_while(|(_, line)| line.starts_with('|'));
    table
        .skip(2)
        .map(|(line, text)| {
            let text = text.trim_start_matches("| ").trim_end_matches('|');
            let text = text.replace("\\|", "\u{1}");
            let cells = text
                .split('|')
                .map(|cell| cell.trim().replace('\u{1}', "|"));
            (line, cells.collect())
        })
        .collect()
}

/// Returns the texts between backquotes.
fn spans(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Returns the codes of rules that a text links to.
fn linked_codes(text: &str) -> Vec<&str> {
    let links = text.split("rules.md#").skip(1);
    links.filter_map(|rest| rest.split(')').next()).collect()
}

/// Makes a record of lines or properties, with a board of 9 lines unless they name another.
fn record(format: &str, parts: &[&str]) -> String {
    if format != "ishi" {
        let size = if parts.concat().contains("SZ[") {
            ""
        } else {
            "SZ[9]"
        };
        let kind = if parts.concat().contains("GM[") {
            ""
        } else {
            "GM[1]"
        };
        let version = if format == "sgf" { "FF[4]" } else { "FF[1]" };
        return format!("(;{version}{kind}{size}{})\n", parts.concat());
    }
    let mut lines = parts.to_vec();
    if !lines.iter().any(|line| line.starts_with("BOARD")) {
        let event = lines.iter().position(|line| line.starts_with("EVENT"));
        // An EVENT after moves ends the event that needs the size.
        let at = event.filter(|&at| at == 0 || lines[at - 1].starts_with("REMARK"));
        lines.insert(at.map_or(0, |at| at + 1), "BOARDSIZE 9");
    }
    lines.join("\n") + "\n"
}

/// Converts a record. Returns `None` if the conversion is refused.
fn convert(options: &[&str], record: &str, from: &str, to: &str, folder: &Path) -> Option<String> {
    fs::write(folder.join("x"), record).expect("a record");
    let output = Command::new(env!("CARGO_BIN_EXE_ishi"))
        .args(["convert", "-q", "--from", from, "--to", to, "-o", "-", "x"])
        .args(options)
        .current_dir(folder)
        .output()
        .expect("the program");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    output.status.success().then(|| text.replace('\r', ""))
}

/// Returns the codes that a check of an Ishi record reports.
fn reported(record: &str) -> BTreeSet<&'static str> {
    let options = SourceOptions {
        format: Some(Format::Ishi),
        ..SourceOptions::default()
    };
    let mut source = Source::open(Cursor::new(record), options).expect("a record");
    let checked = check(&mut source, &Levels::default()).expect("a checked record");
    let counts = checked.findings.counts();
    counts.map(|(rule, _, _)| rule.code).collect()
}
