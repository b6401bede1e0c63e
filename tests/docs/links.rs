//! Addresses: every code, keyword and fact has one, and codes in the text are links to it.

use std::collections::BTreeSet;

use ishi::check::catalogue;

use crate::grammar::keywords;
use crate::page::{Page, pages};

/// The pages that are a reference: in them every code is a link.
const REFERENCE: &[&str] = &[
    "docs/formats/",
    "docs/history.md",
    "docs/mapping.md",
    "docs/rules.md",
];

#[test]
fn codes_in_the_reference_are_links() {
    let codes: BTreeSet<_> = catalogue::all().iter().map(|rule| rule.code).collect();
    let mut failures = Vec::new();
    for page in reference() {
        let blocks = page.blocks();
        for (line, text) in page.lines.iter().enumerate() {
            if blocks.iter().any(|block| block.lines.contains(&line)) {
                continue;
            }
            for code in &codes {
                for (at, _) in text.match_indices(code) {
                    let (before, after) = (&text[..at], &text[at + code.len()..]);
                    let is_label = before.ends_with('[') && after.starts_with("](");
                    let is_address = before.ends_with('#') || before.ends_with("id=\"");
                    let is_named = before.ends_with("></a>");
                    if !(is_label || is_address || is_named) {
                        failures.push(format!("{}: {code} is not a link", page.at(line)));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn codes_and_keywords_have_addresses() {
    let pages = pages();
    let has = |start: &str, id: &str| {
        let anchor = format!("<a id=\"{id}\"></a>");
        let mut pages = pages.iter().filter(|page| page.name.starts_with(start));
        pages.any(|page| page.lines.iter().any(|line| line.contains(&anchor)))
    };
    for rule in catalogue::all() {
        assert!(has("docs/rules.md", rule.code), "{}", rule.code);
    }
    for keyword in keywords() {
        assert!(has("docs/formats/ishi-", &keyword), "{keyword}");
    }
}

fn reference() -> Vec<Page> {
    let mut pages = pages();
    pages.retain(|page| REFERENCE.iter().any(|name| page.name.starts_with(name)));
    assert!(pages.len() > REFERENCE.len());
    pages
}
