//! Tables in the pages that are made from the code.
//!
//! A table is between the lines `<!-- table: NAME -->` and `<!-- end -->`.

use std::collections::BTreeSet;
use std::io::Cursor;

use ishi::Format;
use ishi::check::{Levels, catalogue, check, has_fix};
use ishi::model::{Id, PropertyType, ValueType};
use ishi::source::{Source, SourceOptions};

use crate::page::{is_update, pages};

#[test]
fn tables_are_those_of_the_code() {
    let mut failures = Vec::new();
    let mut found = Vec::new();
    for mut page in pages() {
        let starts: Vec<_> = (0..page.lines.len())
            .filter(|line| page.lines[*line].starts_with("<!-- table: "))
            .collect();
        for start in starts.into_iter().rev() {
            let line = &page.lines[start];
            let name = line
                .trim_start_matches("<!-- table: ")
                .trim_end_matches(" -->");
            let table =
                table(name).unwrap_or_else(|| panic!("{}: no table {name}", page.at(start)));
            found.push(name.to_owned());
            let length = page.lines[start..]
                .iter()
                .position(|line| line == "<!-- end -->");
            let end = start + length.unwrap_or_else(|| panic!("{}: no end", page.at(start)));
            if page.lines[start + 1..end] != table[..] {
                failures.push(format!("{}: it is\n{}", page.at(start), table.join("\n")));
                page.lines.splice(start + 1..end, table);
            }
        }
        if is_update() {
            page.write();
        }
    }
    assert!(
        failures.is_empty() || is_update(),
        "{}",
        failures.join("\n\n")
    );
    found.sort();
    assert_eq!(found, ["properties", "rules"]);
}

fn table(name: &str) -> Option<Vec<String>> {
    match name {
        "rules" => Some(rules()),
        "properties" => Some(properties()),
        _ => None,
    }
}

fn rules() -> Vec<String> {
    let head = [
        "| code | severity | SGFC | fix | what it is about |",
        "|---|---|---|---|---|",
    ];
    let rows = catalogue::all().into_iter().map(|rule| {
        let number = rule
            .sgfc
            .map_or("-".to_owned(), |number| number.to_string());
        let fix = if has_fix(rule.code) { "yes" } else { "-" };
        format!(
            "| {} | {} | {number} | {fix} | {} |",
            rule.code, rule.severity, rule.summary
        )
    });
    head.map(str::to_owned).into_iter().chain(rows).collect()
}

fn properties() -> Vec<String> {
    let head = [
        "| identifier | meaning | value | type | FF |",
        "|---|---|---|---|---|",
    ];
    let mut ids = Id::ALL.to_vec();
    ids.sort_by_key(|id| id.ident());
    let rows = ids.into_iter().map(|id| {
        format!(
            "| `{}` | {} | {} | {} | {} |",
            id.ident(),
            id.meaning(),
            value(id.value_type()),
            place(id.property_type()),
            formats(id)
        )
    });
    head.map(str::to_owned).into_iter().chain(rows).collect()
}

fn value(value: ValueType) -> &'static str {
    match value {
        ValueType::None => "none",
        ValueType::Number => "number",
        ValueType::Real => "real",
        ValueType::Double => "double",
        ValueType::Color => "colour",
        ValueType::SimpleText => "simple text",
        ValueType::Text => "text",
        ValueType::Move => "move",
        ValueType::Points => "list of points",
        ValueType::Labels => "list of point and text",
        ValueType::Lines => "list of point and point",
        ValueType::Pair => "two values",
        ValueType::TextList => "list of texts",
    }
}

fn place(place: PropertyType) -> &'static str {
    match place {
        PropertyType::Root => "root",
        PropertyType::GameInfo => "game info",
        PropertyType::Move => "move",
        PropertyType::Setup => "setup",
        PropertyType::Free => "-",
    }
}

/// Returns the file formats that define a property: those in which a check finds nothing.
fn formats(id: Id) -> String {
    let mut digits = String::new();
    for digit in ['1', '2', '3', '4'] {
        let record = format!("(;GM[1]SZ[9];{}[aa])", id.ident());
        let record = record.replace("GM[1]", &format!("GM[1]FF[{digit}]"));
        let options = SourceOptions {
            format: Some(Format::Sgf),
            ..SourceOptions::default()
        };
        let mut source = Source::open(Cursor::new(record), options).expect("a record");
        let checked = check(&mut source, &Levels::default()).expect("a checked record");
        let is_foreign = checked
            .findings
            .counts()
            .any(|(rule, _, _)| rule.code == "B063");
        digits.push(if is_foreign { '-' } else { digit });
    }
    digits
}

#[test]
fn every_property_is_described() {
    let pages: Vec<_> = pages()
        .into_iter()
        .filter(|page| page.name.starts_with("docs/formats/"))
        .collect();
    for id in Id::ALL {
        let start = format!("| `{}` |", id.ident());
        let pair = format!("`{}`", id.ident());
        let is_described = pages.iter().any(|page| {
            let mut rows = page
                .lines
                .iter()
                .take_while(|line| !line.contains("table: properties"));
            rows.any(|line| {
                let first = line
                    .strip_prefix('|')
                    .and_then(|line| line.split('|').next());
                line.starts_with(&start) || first.is_some_and(|cell| cell.contains(&pair))
            })
        });
        assert!(is_described, "no page has a row for {}", id.ident());
    }
}

#[test]
fn codes_in_the_pages_are_those_of_rules_and_the_rules_of_ishi_are_all_explained() {
    let rules: BTreeSet<_> = catalogue::all().iter().map(|rule| rule.code).collect();
    let mut explained = BTreeSet::new();
    for page in pages() {
        let blocks = page.blocks();
        for (line, text) in page.lines.iter().enumerate() {
            if blocks.iter().any(|block| block.lines.contains(&line)) {
                continue;
            }
            for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
                let is_code = word.len() == 4
                    && word.starts_with(['B', 'C', 'E', 'G', 'I'])
                    && word.bytes().skip(1).all(|byte| byte.is_ascii_digit());
                if is_code {
                    assert!(rules.contains(word), "{}: no rule {word}", page.at(line));
                    if page.name.starts_with("docs/formats/ishi") {
                        explained.insert(word.to_owned());
                    }
                }
            }
        }
    }
    for rule in rules.iter().filter(|code| code.starts_with('I')) {
        assert!(
            explained.contains(*rule),
            "no page about Ishi explains {rule}"
        );
    }
}
