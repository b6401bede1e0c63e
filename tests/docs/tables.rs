//! Tables in the pages that are made from the code.
//!
//! A table is between the lines `<!-- table: NAME -->` and `<!-- end -->`.

use std::collections::BTreeSet;

use ishi::Format;
use ishi::check::catalogue;
use ishi::diagnostic::{Example, FixKind};
use ishi::model::{Expression, Id};
use ishi::source::SourceOptions;

use crate::grammar::{headers, keyword_list};
use crate::judge::Converted;
use crate::page::{expect, pages};
use crate::{properties, sgfc};

#[test]
fn tables_are_those_of_the_code() {
    let mut found = BTreeSet::new();
    expect(|page| {
        let mut failures = Vec::new();
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
            found.insert(name.to_owned());
            let length = page.lines[start..]
                .iter()
                .position(|line| line == "<!-- end -->");
            let end = start + length.unwrap_or_else(|| panic!("{}: no end", page.at(start)));
            if page.lines[start + 1..end] != table[..] {
                let old: BTreeSet<_> = page.lines[start + 1..end].iter().collect();
                let rows = table.iter().filter(|row| !old.contains(row));
                let rows: Vec<_> = rows.map(String::as_str).collect();
                failures.push(format!(
                    "{}: other rows or another order, which ISHI_DOCS=update writes:\n{}",
                    page.at(start),
                    rows.join("\n")
                ));
                page.lines.splice(start + 1..end, table);
            }
        }
        failures
    });
    for name in [
        "rules",
        "fixes",
        "sgfc",
        "properties",
        "keywords",
        "expressed",
        "texts",
    ] {
        assert!(found.contains(name), "no page has the table {name}");
    }
}

fn table(name: &str) -> Option<Vec<String>> {
    match name.split_once(' ') {
        None if name == "rules" => Some(rules()),
        None if name == "fixes" => Some(fixes()),
        None if name == "sgfc" => Some(sgfc::table()),
        None if name == "properties" => Some(properties::index()),
        None if name == "keywords" => Some(keyword_list()),
        None if name == "expressed" => Some(expressed_properties()),
        None if name == "texts" => Some(text_headers()),
        Some(("property", idents)) => Some(properties::of(idents)),
        _ => None,
    }
}

/// The properties that the proof asks for, and how each format expresses them.
fn expressed_properties() -> Vec<String> {
    let head = ["| property | Ishi | Smart-Go | SGF |", "|---|---|---|---|"];
    let formats = [Format::Ishi, Format::SmartGo, Format::Sgf];
    let rows = Id::ALL.iter().filter_map(|id| {
        let cells = formats.map(|format| match format.expresses(*id) {
            Expression::Same => "same value",
            Expression::Form => "some form",
            Expression::No => "-",
        });
        let is_proven = cells.iter().any(|cell| *cell != "-");
        let (ident, meaning) = (id.ident(), id.meaning());
        is_proven.then(|| format!("| `{ident}`: {meaning} | {} |", cells.join(" | ")))
    });
    head.map(str::to_owned).into_iter().chain(rows).collect()
}

/// The section of the header lines of Ishi that are texts without another form: two of them become one text of SGF.
fn text_headers() -> Vec<String> {
    let mut found = Vec::new();
    for (keyword, meaning) in headers() {
        let record = format!("{keyword} One\n{keyword} Two\n");
        let to = |format| Converted::new(record.as_bytes(), SourceOptions::default(), format);
        let sgf = to(Format::Sgf).expect("a record").result;
        let sgf = String::from_utf8(sgf).expect("UTF-8");
        let holds = |id: &&Id| sgf.contains(&format!("\n{}[One; Two]", id.ident()));
        let mut ids = Id::ALL.iter().filter(holds);
        if let Some(id) = ids.find(|id| Format::Ishi.expresses(**id) != Expression::No) {
            let smartgo = match Format::SmartGo.expresses(*id) {
                Expression::No => "carried",
                _ => "the same",
            };
            let row = format!("| `{keyword}` | {meaning} | `{}` | {smartgo} |", id.ident());
            found.push((keyword, row));
        }
    }
    found.sort();
    let anchors = found
        .iter()
        .map(|(word, _)| format!("<a id=\"{word}\"></a>"));
    let anchors = anchors.collect::<Vec<_>>().concat();
    let words: Vec<_> = found.iter().map(|(word, _)| format!("`{word}`")).collect();
    let (last, first) = words.split_last().expect("a header");
    let heading = format!("## {} and {last}", first.join(", "));
    let head = [
        &anchors,
        "",
        &heading,
        "",
        "| keyword | meaning | in SGF | in Smart-Go |",
        "|---|---|---|---|",
    ];
    let rows = found.into_iter().map(|(_, row)| row);
    head.map(str::to_owned).into_iter().chain(rows).collect()
}

fn rules() -> Vec<String> {
    let head = [
        "| code | severity | SGFC | fix | finding | found in | not found in |",
        "|---|---|---|---|---|---|---|",
    ];
    let rows = catalogue::all().into_iter().map(|rule| {
        let number = rule
            .sgfc
            .map_or("-".to_owned(), |number| number.to_string());
        let fix = if rule.has_fix() { "yes" } else { "-" };
        let (code, severity) = (rule.code, rule.severity);
        let anchor = format!("<a id=\"{code}\"></a>{code}");
        let first = rule.examples.first();
        let cells = first.map(cells);
        let [bad, good] = cells.unwrap_or_else(|| ["-", "-"].map(str::to_owned));
        let summary = rule.summary;
        format!("| {anchor} | {severity} | {number} | {fix} | {summary} | {bad} | {good} |")
    });
    head.map(str::to_owned).into_iter().chain(rows).collect()
}

fn fixes() -> Vec<String> {
    let head = ["| code | before | after | when |", "|---|---|---|---|"];
    let rules = catalogue::all().into_iter();
    let rows = rules.flat_map(|rule| {
        let examples = rule.examples.iter();
        examples.filter_map(|example| {
            let when = match example.fix? {
                FixKind::Safe => "safe",
                FixKind::Guess => "a guess",
            };
            let (code, [before, after]) = (rule.code, cells(example));
            Some(format!(
                "| [{code}](#{code}) | {before} | {after} | {when} |"
            ))
        })
    });
    head.map(str::to_owned).into_iter().chain(rows).collect()
}

/// Returns the records of an example as code in two cells.
fn cells(example: &Example) -> [String; 2] {
    let code = |record| format!("`` {} ``", catalogue::spelled(record));
    let charset = example.charset.map(|label| format!(" in {label}"));
    let before = code(example.before) + &charset.unwrap_or_default();
    [before, code(example.after)]
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
