//! The tables of properties: identifier, value, default, place and file formats.
//!
//! Meaning, place and file formats come from the code. The code has coarser types than FF[4], so the exact
//! type and the default are here, and a test compares each type with the values that a check accepts.

use std::collections::BTreeSet;
use std::io::Cursor;

use ishi::Format;
use ishi::check::{Levels, check};
use ishi::model::{Id, PropertyType, ValueType};
use ishi::source::{Source, SourceOptions};

use crate::page::pages;

/// A row of the tables.
struct Row {
    ident: &'static str,
    meaning: &'static str,
    value: &'static str,
    default: &'static str,
    place: String,
    formats: String,
}

/// Properties that one game or one file format has and the code keeps without a type: identifier,
/// meaning, value, default, place, file formats.
const UNTYPED: &[(&str, &str, &str, &str, &str, &str)] = &[
    (
        "AS",
        "who adds stones",
        "simple text",
        "",
        "- (Lines of Action)",
        "---4",
    ),
    (
        "IP",
        "position shown first",
        "simple text",
        "after the setup",
        "game info (Lines of Action)",
        "---4",
    ),
    (
        "IY",
        "inverted y-axis",
        "simple text",
        "`false`",
        "game info (Lines of Action)",
        "---4",
    ),
    ("LT", "lose on time", "no value", "", "-", "--3-"),
    ("OM", "moves per overtime", "number", "", "-", "--3-"),
    ("OP", "length of overtime", "real", "", "-", "--3-"),
    ("OV", "operator overhead", "real", "", "-", "--3-"),
    (
        "SE",
        "moves in a self-test",
        "list of point",
        "",
        "-",
        "--3-",
    ),
    (
        "SE",
        "marks of possible moves",
        "point",
        "",
        "- (Lines of Action)",
        "---4",
    ),
    (
        "SU",
        "first position",
        "simple text",
        "`Standard`",
        "game info (Lines of Action)",
        "---4",
    ),
    ("TC", "territory count", "number", "", "- (Go)", "--3-"),
];

/// Returns the table of all properties, in the order of the identifiers.
pub fn index() -> Vec<String> {
    let mut rows = rows();
    rows.sort_by_key(|row| row.ident);
    let lines = rows.iter().map(|row| {
        format!(
            "| [`{0}`](sgf-each-property.md#{0}) | {1} | {2} | {3} | {4} | {5} |",
            row.ident, row.meaning, row.value, row.default, row.place, row.formats
        )
    });
    let head = [
        "| identifier | meaning | value | default | type | FF |",
        "|---|---|---|---|---|---|",
    ];
    head.map(str::to_owned).into_iter().chain(lines).collect()
}

/// Returns the table of some properties, by their identifiers with blanks between them.
pub fn of(idents: &str) -> Vec<String> {
    let rows = rows();
    let found = idents.split(' ').flat_map(|ident| {
        let found: Vec<_> = rows.iter().filter(|row| row.ident == ident).collect();
        assert!(!found.is_empty(), "no property {ident}");
        found
    });
    let found: Vec<_> = found.collect();
    let has_default = found.iter().any(|row| !row.default.is_empty());
    let default = |text: &str| {
        if has_default {
            format!(" {text} |")
        } else {
            String::new()
        }
    };
    let head = format!("| property | value |{} type | FF |", default("default"));
    let line = format!("|---|---|{}---|---|", if has_default { "---|" } else { "" });
    let lines = found.iter().map(|row| {
        let (ident, value, place, formats) = (row.ident, row.value, &row.place, &row.formats);
        let default = default(row.default);
        format!("| `{ident}` | {value} |{default} {place} | {formats} |")
    });
    [head, line].into_iter().chain(lines).collect()
}

fn rows() -> Vec<Row> {
    let untyped = UNTYPED.iter().map(|row| Row {
        ident: row.0,
        meaning: row.1,
        value: row.2,
        default: row.3,
        place: row.4.to_owned(),
        formats: row.5.to_owned(),
    });
    let typed = Id::ALL.iter().map(|&id| Row {
        ident: id.ident(),
        meaning: id.meaning(),
        value: value(id),
        default: default(id),
        place: place(id),
        formats: formats(id),
    });
    typed.chain(untyped).collect()
}

/// Returns the type in the words of FF[4], section 3, with the range of the property list.
fn value(id: Id) -> &'static str {
    match id {
        Id::FileFormat => "number, 1 to 4",
        Id::GameKind => "number, 1 to 40",
        Id::Style => "number, 0 to 3",
        Id::PrintMode => "number, 0 to 2",
        Id::Handicap => "number, from 2",
        Id::Size => "number, or number:number",
        Id::Application => "simple text:simple text",
        Id::Figure => "no value, or number:simple text",
        Id::AddBlack | Id::AddWhite => "list of stone",
        Id::Dimmed | Id::View | Id::TerritoryBlack | Id::TerritoryWhite => "elist of point",
        _ => match id.value_type() {
            ValueType::None => "no value",
            ValueType::Number => "number",
            ValueType::Real => "real",
            ValueType::Double => "double",
            ValueType::Color => "colour",
            ValueType::SimpleText => "simple text",
            ValueType::Text => "text",
            ValueType::Move => "move",
            ValueType::Points => "list of point",
            ValueType::Labels => "list of point:simple text",
            ValueType::Lines => "list of point:point",
            ValueType::TextList => "list of simple text:simple text",
            ValueType::Pair => unreachable!("{id:?} has an arm of its own"),
        },
    }
}

/// Returns the default that FF[4] names.
fn default(id: Id) -> &'static str {
    match id {
        Id::FileFormat | Id::PrintMode | Id::CubeValue => "1",
        Id::GameKind => "1, Go",
        Id::Charset => "ISO-8859-1",
        Id::Style => "0",
        Id::Size => "19 (Go), 8 (chess)",
        _ => "",
    }
}

fn place(id: Id) -> String {
    let place = match id.property_type() {
        PropertyType::Root => "root",
        PropertyType::GameInfo => "game info",
        PropertyType::Move => "move",
        PropertyType::Setup => "setup",
        PropertyType::Free => "-",
    };
    let note = match id {
        Id::Dimmed | Id::PrintMode | Id::View => " (inherited)",
        Id::Handicap | Id::Komi | Id::TerritoryBlack | Id::TerritoryWhite | Id::Region => " (Go)",
        Id::CubeOwner | Id::CubeValue | Id::Dice | Id::MatchInfo => " (Backgammon)",
        _ => "",
    };
    format!("{place}{note}")
}

/// Returns the file formats that define a property: a check has no finding in them.
fn formats(id: Id) -> String {
    ('1'..='4')
        .map(|digit| {
            let record = format!("(;FF[{digit}]GM[1]SZ[9];{}[aa])", id.ident());
            let is_foreign = codes(&record).contains("B063");
            if is_foreign { '-' } else { digit }
        })
        .collect()
}

/// Returns the codes that a check of a record reports.
fn codes(record: &str) -> BTreeSet<&'static str> {
    let options = SourceOptions {
        format: Some(Format::Sgf),
        ..SourceOptions::default()
    };
    let mut source = Source::open(Cursor::new(record), options).expect("a record");
    let checked = check(&mut source, &Levels::default()).expect("a checked record");
    checked
        .findings
        .counts()
        .map(|(rule, _, _)| rule.code)
        .collect()
}

/// Rules about values that are not of the type of their property.
const VALUE_RULES: &[&str] = &[
    "B030", "B031", "B036", "B040", "B041", "B042", "B045", "B047", "B060", "B065", "B066", "E002",
    "G015",
];

/// Values that a type has, and values that it does not have, as they are written with brackets.
fn samples(value: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match value {
        "no value" => (&["[]"], &["[1]"]),
        "number" => (&["[7]", "[+7]"], &["[x]", "[1.5]", "[]", "[1][2]"]),
        "number, 1 to 4" => (&["[1]", "[4]"], &["[0]", "[5]", "[x]"]),
        "number, 1 to 40" => (&["[1]"], &["[x]", "[0]"]),
        "number, 0 to 3" => (&["[0]", "[3]"], &["[-1]", "[4]", "[x]"]),
        "number, 0 to 2" => (&["[0]", "[2]"], &["[-1]", "[3]", "[x]"]),
        "number, from 2" => (&["[2]"], &["[1]", "[-2]", "[x]"]),
        "number, or number:number" => (&["[9]", "[9:7]"], &["[9:9]", "[x]", "[53]"]),
        "real" => (&["[7]", "[-1.5]"], &["[x]", "[1.5.2]", "[]"]),
        "double" => (&["[1]", "[2]"], &["[3]", "[x]"]),
        "colour" => (&["[B]", "[W]"], &["[x]", "[1]", "[]"]),
        "simple text" | "text" => (&["[some words]"], &["[]", "[a][b]"]),
        "move" => (&["[aa]", "[]"], &["[a]", "[aa][bb]"]),
        "point" | "stone" => unreachable!("no property of Go has one point"),
        "list of point" | "list of stone" => (&["[aa]", "[aa][bb:cc]"], &["[]", "[1]"]),
        "elist of point" => (&["[aa]", "[]"], &["[1]"]),
        "list of point:point" => (&["[aa:bb]", "[aa:bb][cc:dd]"], &["[aa]", "[]"]),
        "list of point:simple text" => (&["[aa:x]", "[aa:x][bb:y]"], &["[aa]", "[]"]),
        "simple text:simple text" => (&["[x:1]"], &["[x]", "[x:1][y:1]"]),
        "no value, or number:simple text" => (&["[]", "[1:name]"], &["[name]"]),
        other => panic!("no samples for the type {other}"),
    }
}

#[test]
fn a_check_accepts_the_values_of_each_type_and_reports_others() {
    let mut failures = Vec::new();
    for &id in Id::ALL {
        let ident = id.ident();
        let samples = match id {
            // Dates, results and charsets have forms; the properties of Backgammon need another game.
            Id::Date => (&["[1990-03-17]"][..], &["[spring]"][..]),
            Id::Charset => (&["[UTF-8]"][..], &["[klingon]"][..]),
            Id::Result => (&["[B+3]"][..], &["[?!]"][..]),
            Id::CubeOwner | Id::CubeValue | Id::Dice | Id::MatchInfo => continue,
            _ => samples(value(id)),
        };
        let cases = [(samples.0, true), (samples.1, false)];
        for (values, is_good) in cases {
            for value in values {
                let codes = codes(&record(id, value));
                let found: Vec<_> = VALUE_RULES
                    .iter()
                    .filter(|code| codes.contains(*code))
                    .collect();
                if found.is_empty() != is_good {
                    failures.push(format!("{ident}{value}: {found:?}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Returns a record with a property in a place that its type allows.
fn record(id: Id, value: &str) -> String {
    let text = format!("{}{value}", id.ident());
    let has = |ident: Id, text: &'static str| if id == ident { "" } else { text };
    let root = format!(
        "{}{}{}",
        has(Id::FileFormat, "FF[4]"),
        has(Id::GameKind, "GM[1]"),
        has(Id::Size, "SZ[9]")
    );
    match id.property_type() {
        PropertyType::Root => format!("(;{text}{root};B[cc])"),
        PropertyType::GameInfo => format!("(;{root}{text};B[cc])"),
        PropertyType::Move if matches!(id, Id::Black | Id::White) => format!("(;{root};{text})"),
        PropertyType::Move => format!("(;{root};B[cc]{text})"),
        PropertyType::Setup | PropertyType::Free => format!("(;{root};{text})"),
    }
}

#[test]
fn every_property_has_its_place_on_a_page() {
    let pages = pages();
    let page = pages
        .iter()
        .find(|page| page.name == "docs/formats/sgf-each-property.md")
        .expect("the page of each property");
    for row in rows() {
        let anchor = format!("<a id=\"{}\"></a>", row.ident);
        let line = page.lines.iter().position(|line| line.contains(&anchor));
        let line = line.unwrap_or_else(|| panic!("no {anchor}"));
        let section = &page.lines[line + 1..];
        let heading = section.iter().position(|line| line.starts_with("##"));
        let section = &section[heading.expect("a heading")..];
        let ident = format!("`{}`", row.ident);
        assert!(section[0].contains(&ident), "{anchor} is not at {ident}");
        let end = section.iter().position(|line| line == "<!-- end -->");
        let prose = &section[end.expect("a table") + 1..];
        let next = prose.iter().position(|line| line.starts_with('#'));
        let prose = prose[..next.unwrap_or(prose.len())].join(" ");
        assert!(
            prose.split_whitespace().count() > 5,
            "no words about {ident}"
        );
    }
}
