//! Compares quotations of grammars in the pages with the grammars, and the keywords with both.

use std::collections::BTreeSet;
use std::fs;

use crate::page::{Block, Page, expect, pages, root};

#[test]
fn quoted_rules_are_those_of_the_grammar() {
    expect(|page| {
        let blocks = page.blocks().into_iter().rev();
        let quotations = blocks.filter(|block| block.language == "pest");
        quotations
            .filter_map(|block| compare(page, &block))
            .collect()
    });
}

fn compare(page: &mut Page, block: &Block) -> Option<String> {
    let name = block.file.as_deref().expect("the name of a grammar");
    let grammar = grammar(name);
    let quoted = page.text(block);
    let names = quoted.lines().filter_map(|line| {
        let (name, rest) = line.split_once(" = ")?;
        rest.contains('{').then(|| name.to_owned())
    });
    let mut rules = Vec::new();
    for rule in names {
        let text = definition(&grammar, &rule);
        let place = page.at(block.lines.start);
        rules.push(text.unwrap_or_else(|| panic!("{place}: {name} has no rule `{rule}`")));
    }
    let today = rules.concat();
    if today == quoted {
        return None;
    }
    let lines = today.lines().map(str::to_owned);
    let place = page.at(block.lines.start);
    page.lines.splice(block.lines.clone(), lines);
    Some(format!("{place}: {name} has\n{today}"))
}

fn grammar(name: &str) -> String {
    fs::read_to_string(root().join("grammars").join(name)).expect("a grammar")
}

/// Returns the lines of a rule, without the comments before it.
fn definition(grammar: &str, rule: &str) -> Option<String> {
    let start = format!("{rule} = ");
    let mut lines = grammar.lines().skip_while(|line| !line.starts_with(&start));
    let mut text = String::new();
    loop {
        let line = lines.next()?;
        text.push_str(line);
        text.push('\n');
        if line.ends_with('}') && !line.starts_with(' ') {
            return Some(text);
        }
    }
}

/// The keywords of the Ishi format: the words that its grammar spells out, without the words of
/// fields.
pub fn keywords() -> BTreeSet<String> {
    let grammar = grammar("ishi.pest");
    let words = grammar
        .split("^\"")
        .skip(1)
        .filter_map(|rest| rest.split_once('"'));
    let mut words: BTreeSet<_> = words
        .map(|(word, _)| word.to_owned())
        .filter(|word| word.len() > 1 && !["ALL", "PASS"].contains(&word.as_str()))
        .collect();
    words.extend(["B".to_owned(), "W".to_owned()]);
    words
}

/// Returns the keywords of header lines with the comments that the grammar has for them.
pub fn headers() -> Vec<(String, String)> {
    let rule = definition(&grammar("ishi.pest"), "header_keyword").expect("the rule");
    let words = rule.lines().filter_map(|line| {
        let (_, line) = line.split_once("^\"")?;
        let (word, rest) = line.split_once('"')?;
        let (_, comment) = rest.split_once("// ")?;
        Some((word.to_owned(), comment.to_owned()))
    });
    words.collect()
}

/// Returns the numbers of the lines with headings.
fn headings(page: &Page) -> Vec<usize> {
    let is_heading = |line: &usize| page.lines[*line].starts_with("## ");
    (0..page.lines.len()).filter(is_heading).collect()
}

/// Returns the keywords in a heading: `B` and `W`. `None` if it has other words.
fn keywords_in(heading: &str) -> Option<Vec<String>> {
    let words = heading.trim_start_matches('#').replace(['`', ','], " ");
    let words = words.split_whitespace().filter(|word| *word != "and");
    let is_keyword = |word: &str| word.chars().all(|c| c.is_ascii_uppercase());
    let keyword = |word: &str| is_keyword(word).then(|| word.to_owned());
    words.map(keyword).collect()
}

/// The keywords on each page about keywords.
pub fn keyword_list() -> Vec<String> {
    let mut rows = vec![
        "| keyword | subject | page |".to_owned(),
        "|---|---|---|".to_owned(),
    ];
    let pages = pages();
    for (name, subject, title) in [
        ("ishi-headers.md", "about the game", "header lines"),
        ("ishi-moves.md", "board, moves, variations", "moves"),
        ("ishi-marks.md", "marks and diagrams", "marks"),
        ("ishi-text.md", "text", "text"),
    ] {
        let page = pages
            .iter()
            .find(|page| page.name == format!("docs/formats/{name}"));
        let page = page.unwrap_or_else(|| panic!("no page {name}"));
        let headings = headings(page).into_iter();
        let words = headings.filter_map(|line| keywords_in(&page.lines[line]));
        let words: BTreeSet<_> = words.flatten().collect();
        let words: Vec<_> = words.into_iter().map(|word| format!("`{word}`")).collect();
        rows.push(format!(
            "| {} | {subject} | [{title}]({name}) |",
            words.join(" ")
        ));
    }
    rows
}

#[test]
fn every_keyword_has_its_section_with_its_rule_an_example_and_what_becomes_of_it() {
    let mut found = BTreeSet::new();
    for page in pages() {
        if !page.name.starts_with("docs/formats/ishi-") {
            continue;
        }
        let headings = headings(&page);
        let top = page.lines[..headings.first().copied().unwrap_or_default()].join("\n");
        for (index, line) in headings.iter().enumerate() {
            let end = headings.get(index + 1).copied().unwrap_or(page.lines.len());
            let Some(words) = keywords_in(&page.lines[*line]) else {
                continue;
            };
            let section = page.lines[*line..end].join("\n");
            for part in ["| meaning |", "| in SGF |", "| in Smart-Go |", "```ishi"] {
                assert!(section.contains(part), "{}: no `{part}`", page.at(*line));
            }
            // Header lines have one rule, at the top of their page.
            let has_rule = section.contains("```pest ") || top.contains("```pest ");
            assert!(has_rule, "{}: no rule of the grammar", page.at(*line));
            found.extend(words);
        }
    }
    assert_eq!(found, keywords());
}

#[test]
fn the_oracle_knows_each_header() {
    let oracle = fs::read_to_string(root().join("oracle/src/ishi.rs")).expect("its reader");
    let headers = headers();
    assert!(headers.len() > 10, "{headers:?}");
    for (header, _) in headers {
        let is_known = oracle.contains(&format!("{header}="));
        assert!(is_known, "oracle/src/ishi.rs: HEADERS has no {header}");
    }
}
