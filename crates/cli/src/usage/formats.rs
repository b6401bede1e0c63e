//! `ishi formats`: a table of the formats, and one of the data that each can hold.

use std::borrow::Cow;
use std::fmt::Write;

use ishi::Format;
use ishi::model::{Expression, Id};
use serde_json::json;

use crate::args::Printed;
use crate::{Status, print, print_json};

/// All formats: the name, the text that is read, the text that is written, and the usual endings.
const FORMATS: [[&str; 4]; 7] = [
    [
        "ishi",
        "Standard Format of 17 March 1990",
        "ASCII, CR LF",
        ".go .prb .std .ish .ishi",
    ],
    [
        "smartgo",
        "Smart Game Board FF[1] to FF[3]",
        "FF[1], ASCII",
        ".mgt .sgb .sgf",
    ],
    ["sgf", "SGF FF[4]", "FF[4], UTF-8", ".sgf"],
    ["json", "no", "games for other programs", ".json"],
    ["gib", "Tygem and its relatives", "no", ".gib"],
    ["ngf", "CyberOro, WBaduk", "no", ".ngf"],
    ["ugf", "PandaNet: UGF, UGI", "no", ".ugf .ugi"],
];

/// The rows of the second table: a title, and a cell for Ishi, Smart-Go and SGF.
const ROWS: &[(&str, [&str; 3])] = &[
    ("games", ["Go", "Go", "any"]),
    (
        "boards",
        ["square, 2 to 19", "square, 2 to 19", "1 to 52, rectangular"],
    ),
    ("several in a file", ["yes", "yes", "yes"]),
    ("variations", ["yes", "yes", "yes"]),
    ("moves, passes", ["yes", "yes", "yes"]),
    (
        "setup stones",
        ["at the start and in diagrams", "in any node", "in any node"],
    ),
    ("players, date, result", ["yes", "yes", "yes"]),
    ("ranks", ["after the name", "yes", "yes"]),
    ("clock times", ["carried", "yes", "yes"]),
    ("comments", ["yes", "yes", "yes"]),
    (
        "marks",
        [
            "triangle, square, diamond, check mark",
            "two kinds",
            "triangle, square, circle, cross, more",
        ],
    ),
    ("labels", ["2 characters", "letters A, B, C", "any text"]),
    ("marks by move number", ["yes", "carried", "carried"]),
    ("diagrams of a region", ["yes", "carried", "yes"]),
    ("captured stones", ["yes", "by the rules", "by the rules"]),
    ("arrows, lines", ["carried", "carried", "yes"]),
    (
        "text in other scripts",
        [
            "transliterated, exact text carried",
            "transliterated, exact text carried",
            "yes",
        ],
    ),
    (
        "unknown data",
        [
            "carried",
            "kept as private properties",
            "kept as private properties",
        ],
    ),
];

/// Explains the word `carried` in the table.
const CARRIED: &str = "\
proven: a conversion fails if the result lacks one of these properties (ordinary values).
carried: the format cannot express it; it travels as private data (a block USER in Ishi, a
property XI in SGF and Smart-Go) and comes back exactly. With --plain it is left out and listed.
";

/// The widths of the columns, and how much of the last three is used.
const FIRST: usize = 24;
const OTHERS: usize = 20;
const USED: [usize; 3] = [18, 18, 24];

/// A row: a title, and a cell for each format.
type FormatRow = (&'static str, [Cow<'static, str>; 3]);

/// Prints the table.
pub fn run(format: Printed) -> Status {
    if format == Printed::Text {
        return print(table().as_bytes(), Status::Done);
    }
    let rows = rows().into_iter().map(|(what, [ishi, smartgo, sgf])| {
        json!({"what": what, "ishi": ishi, "smartgo": smartgo, "sgf": sgf})
    });
    let rows: Vec<_> = rows.collect();
    let formats = FORMATS.map(|[name, reads, writes, endings]| {
        json!({"name": name, "reads": reads, "writes": writes, "endings": endings})
    });
    print_json(&json!({"formats": formats, "rows": rows}), Status::Done)
}

/// Returns all rows of the table, those of the proof last.
fn rows() -> Vec<FormatRow> {
    let written = ROWS.iter();
    let written = written.map(|(what, cells)| (*what, cells.map(Cow::Borrowed)));
    let cells = |expression| {
        [Format::Ishi, Format::SmartGo, Format::Sgf].map(|format| {
            let ids = Id::ALL
                .iter()
                .filter(|id| format.expresses(**id) == expression);
            let idents: Vec<_> = ids.map(|id| id.ident()).collect();
            Cow::Owned(idents.join(" "))
        })
    };
    let proven = [
        ("proven, same value", cells(Expression::Same)),
        ("proven, in some form", cells(Expression::Form)),
    ];
    written.chain(proven).collect()
}

fn table() -> String {
    let mut out = String::new();
    let titles = ["format", "reads", "writes", "usual endings"];
    for [name, reads, writes, endings] in std::iter::once(titles).chain(FORMATS) {
        let _ = writeln!(out, "{name:10}{reads:34}{writes:26}{endings}");
    }
    out.push('\n');
    line(&mut out, "", &["ishi", "smartgo", "sgf"]);
    for (what, cells) in &rows() {
        let mut widths = USED.into_iter();
        let wrapped = cells.each_ref();
        let wrapped = wrapped.map(|cell| textwrap::wrap(cell, widths.next().unwrap_or(OTHERS)));
        let lines = wrapped.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..lines {
            let first = if row == 0 { *what } else { "" };
            let cells = [0, 1, 2].map(|column| {
                let cell = wrapped.get(column).and_then(|lines| lines.get(row));
                cell.map_or("", |text| text.as_ref())
            });
            line(&mut out, first, &cells);
        }
    }
    out.push('\n');
    out.push_str(CARRIED);
    out
}

fn line(out: &mut String, what: &str, cells: &[&str]) {
    let mut line = format!("{what:FIRST$}");
    for cell in cells {
        let _ = write!(line, "{cell:OTHERS$}");
    }
    let _ = writeln!(out, "{}", line.trim_end());
}
