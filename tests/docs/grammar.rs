//! Compares quotations of grammars in the pages with the grammars, and the keywords with both.

use std::collections::BTreeSet;
use std::fs;

use crate::page::{Block, Page, is_update, pages, root};

#[test]
fn quoted_rules_are_those_of_the_grammar() {
    let mut failures = Vec::new();
    for mut page in pages() {
        for block in page.blocks().iter().rev() {
            if block.language == "pest" {
                failures.extend(compare(&mut page, block));
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

#[test]
fn every_keyword_has_its_section_with_its_rule_an_example_and_what_becomes_of_it() {
    let mut found = BTreeSet::new();
    for page in pages() {
        if !page.name.starts_with("docs/formats/ishi-") {
            continue;
        }
        let headings: Vec<_> = (0..page.lines.len())
            .filter(|line| page.lines[*line].starts_with("## "))
            .collect();
        let top = page.lines[..headings.first().copied().unwrap_or_default()].join("\n");
        for (index, line) in headings.iter().enumerate() {
            let end = headings.get(index + 1).copied().unwrap_or(page.lines.len());
            let words = page.lines[*line]
                .trim_start_matches('#')
                .replace(['`', ','], " ");
            let words: Vec<_> = words
                .split_whitespace()
                .filter(|word| *word != "and")
                .collect();
            if words
                .iter()
                .any(|word| word.chars().any(|c| !c.is_ascii_uppercase()))
            {
                continue;
            }
            let section = page.lines[*line..end].join("\n");
            for part in ["| meaning |", "| in SGF |", "| in Smart-Go |", "```ishi"] {
                assert!(section.contains(part), "{}: no `{part}`", page.at(*line));
            }
            // Header lines have one rule, at the top of their page.
            let has_rule = section.contains("```pest ") || top.contains("```pest ");
            assert!(has_rule, "{}: no rule of the grammar", page.at(*line));
            found.extend(words.into_iter().map(str::to_owned));
        }
    }
    assert_eq!(found, keywords());
}
