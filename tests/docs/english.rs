//! Words that made the messages and pages hard to read, and the usual words instead.

use std::fs;
use std::path::Path;

use crate::page::{Page, pages, root};

/// What is not written, phrases that may contain it, and what is written instead.
const RIDDLES: &[(&str, &[&str], &str)] = &[
    ("behind", &[], "after"),
    ("stands", &["stands for"], "is, appears, comes"),
    ("stand in", &[], "are in"),
    ("stand behind", &[], "follow"),
    ("as they stand", &[], "unchanged"),
    ("stood", &[], "was"),
    ("no recording", &[], "other file"),
    ("no recordings", &[], "other files"),
    ("recordings", &[], "records"),
    ("is said", &[], "means, has"),
    ("are said", &[], "mean, have"),
    ("what these say", &[], "their values"),
    ("what others say", &[], "their values"),
    ("nobody knows", &[], "is not known"),
    ("somebody", &[], "a person, a program"),
    ("goes on", &[], "continues"),
    ("go on", &["of go on"], "continue"),
    ("all the same", &[], "anyway"),
    ("is no", &["there is no", "this is no"], "is not a"),
    (
        "are no",
        &["there are no", "are no longer", "are no wider"],
        "are not",
    ),
    ("likeliest", &[], "most likely"),
    ("lies", &[], "is"),
    ("brother", &[], "sibling"),
    ("comes over", &[], "is converted"),
    ("has no words for", &[], "cannot express"),
    ("have no words for", &[], "cannot express"),
    ("to the letter", &[], "exactly"),
    ("in front of", &[], "before"),
    ("thereby", &[], "so"),
    ("hence", &[], "so"),
    ("whence", &[], "from which"),
    ("lest", &[], "so that ... not"),
    ("nobody", &[], "no program, not ... by anyone"),
    ("someone", &[], "the user, a player, a program"),
    ("whoever", &[], "a program that"),
    ("was met", &[], "was found"),
    ("were met", &[], "were found"),
    ("is met", &[], "is found"),
    ("passed by", &[], "left out"),
    ("anew", &[], "again"),
    ("what came of", &[], "the result of"),
    ("said so", &[], "named it"),
    ("cannot be had", &[], "cannot be read"),
    ("letter for letter", &[], "unchanged"),
    ("word for word", &[], "unchanged"),
    ("spoken for", &[], "taken"),
    ("stand there", &[], "are there"),
    ("nothing goes on", &[], "nothing continues"),
];

/// The folders whose comments are compared.
const COMMENTED: &[&str] = &[
    "benches",
    "examples",
    "fuzz/fuzz_targets",
    "grammars",
    "src",
    "tests",
    "web",
];

/// The pages that are not on the site.
const OTHER_PAGES: &[&str] = &[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "benches/README.md",
    "fuzz/README.md",
    "tests/faults/README.md",
    "packaging/README.md",
    "packaging/wheel.md",
    "web/README.md",
];

#[test]
fn comments_use_the_usual_words() {
    let mut failures = Vec::new();
    for folder in COMMENTED {
        for_each_source(&root().join(folder), &mut |name, source| {
            for (line, text) in joined(Pieces::of(source).comments) {
                check(
                    &format!("{name}:{line}"),
                    &without_code(&text),
                    &mut failures,
                );
            }
        });
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn messages_and_help_use_the_usual_words() {
    let mut failures = Vec::new();
    for_each_source(&root().join("src"), &mut |name, source| {
        if name.contains("test") {
            return;
        }
        let source = source
            .split("#[cfg(test)]\nmod ")
            .next()
            .unwrap_or_default();
        for (line, text) in Pieces::of(source).literals {
            check(&format!("{name}:{line}"), &text, &mut failures);
        }
        if name.ends_with("args.rs") {
            let help = source.lines().enumerate();
            for (line, text) in help.filter(|(_, line)| line.trim_start().starts_with("///")) {
                check(&format!("{name}:{}", line + 1), text, &mut failures);
            }
        }
    });
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn pages_use_the_usual_words() {
    let mut failures = Vec::new();
    let others = OTHER_PAGES.iter().map(|path| Page::read(root().join(path)));
    for page in pages().into_iter().chain(others) {
        let blocks = page.blocks();
        let lines = page.lines.iter().enumerate();
        let prose =
            lines.filter(|(line, _)| !blocks.iter().any(|block| block.lines.contains(line)));
        for (line, text) in joined(prose.map(|(line, text)| (line, text.clone()))) {
            check(&page.at(line), &without_code(&text), &mut failures);
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn check(place: &str, text: &str, failures: &mut Vec<String>) {
    let words = format!(" {} ", words(text));
    for (riddle, allowed, instead) in RIDDLES {
        let count = |phrase: &str| words.matches(&format!(" {phrase} ")).count();
        if count(riddle) > allowed.iter().map(|phrase| count(phrase)).sum() {
            failures.push(format!(
                "{place}: \"{riddle}\" ({instead}): {}",
                text.trim()
            ));
        }
    }
}

/// Joins texts on consecutive lines, because a phrase may continue on the next line. Each has the
/// number of its first line.
fn joined(lines: impl IntoIterator<Item = (usize, String)>) -> Vec<(usize, String)> {
    let mut found: Vec<(usize, String)> = Vec::new();
    let mut last = None;
    for (line, text) in lines {
        let text = text.trim_start_matches(['/', '!']);
        if text.trim().is_empty() {
            last = None;
            continue;
        }
        match found.last_mut() {
            Some((_, before)) if last == Some(line) => {
                before.push('\n');
                before.push_str(text);
            }
            _ => found.push((line, text.to_owned())),
        }
        last = Some(line + 1);
    }
    found
}

/// Returns the words of a text in lower case with one blank between them.
fn words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '\'');
    let words: Vec<_> = words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    words.join(" ")
}

/// Leaves out what is between backquotes.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join(" ` ")
}

fn for_each_source(folder: &Path, visit: &mut dyn FnMut(&str, &str)) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .strip_prefix(root())
            .expect("ours")
            .display()
            .to_string();
        if path.is_dir()
            && !["target", "node_modules"]
                .iter()
                .any(|made| path.ends_with(made))
        {
            for_each_source(&path, visit);
        } else if path
            .extension()
            .is_some_and(|ending| ending == "rs" || ending == "pest")
        {
            let text = fs::read_to_string(&path).expect("a source in UTF-8");
            visit(&name, &text);
        }
    }
}

/// The parts of a source that are written for people, with their lines, from 1.
#[derive(Default)]
struct Pieces {
    literals: Vec<(usize, String)>,
    comments: Vec<(usize, String)>,
}

impl Pieces {
    fn of(source: &str) -> Self {
        let mut found = Self::default();
        let mut rest = source;
        let line = |rest: &str| source[..source.len() - rest.len()].matches('\n').count() + 1;
        while let Some(at) = rest.find(['"', '/', '\'', 'r']) {
            let from = &rest[at..];
            let raw = from
                .strip_prefix('r')
                .map(|after| after.trim_start_matches('#'));
            if let Some(after) = from.strip_prefix("//") {
                let (comment, after) = after.split_once('\n').unwrap_or((after, ""));
                found.comments.push((line(from), comment.to_owned()));
                rest = after;
            } else if let Some(after) = from.strip_prefix('"') {
                let end = end_of_literal(after);
                found
                    .literals
                    .push((line(from), after[..end].replace("\\\n", " ")));
                rest = &after[(end + 1).min(after.len())..];
            } else if let Some(text) = raw.and_then(|after| after.strip_prefix('"'))
                && !rest[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_')
            {
                let hashes = from.len() - text.len() - 2;
                let end = format!("\"{}", "#".repeat(hashes));
                let (text, after) = text.split_once(&end).unwrap_or((text, ""));
                found.literals.push((line(from), text.to_owned()));
                rest = after;
            } else if let Some(after) = from.strip_prefix('\'') {
                // A character that looks like the start of a literal; a lifetime has no second quote.
                let quote = ["\"'", "\\\"'", "\\''", "/'", "\\\\'"]
                    .into_iter()
                    .find(|c| after.starts_with(c));
                rest = &after[quote.map_or(0, str::len)..];
            } else {
                rest = &from[1..];
            }
        }
        found
    }
}

/// Returns where a literal ends, which is at the first quote without a backslash.
fn end_of_literal(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at,
            _ => {}
        }
    }
    text.len()
}

#[test]
fn riddles_are_found() {
    let source = "// behind\nlet c = '\"'; f(\"text stands \\\n  \\\"behind\\\" it\", r#\"a \"lies\" b\"#);\n";
    let Pieces { literals, comments } = Pieces::of(source);
    assert_eq!(comments, [(1, " behind".to_owned())]);
    assert_eq!(literals.len(), 2);
    assert_eq!(literals[0].0, 2);
    let mut failures = Vec::new();
    for (line, text) in literals {
        check(&line.to_string(), &text, &mut failures);
    }
    assert_eq!(failures.len(), 3, "{failures:?}");
    failures.clear();
    for (_, text) in joined([(1, "/ it goes".to_owned()), (2, "/ on".to_owned())]) {
        check("", &text, &mut failures);
    }
    assert_eq!(failures.len(), 1, "{failures:?}");
    failures.clear();
    check(
        "",
        "there is no game in it, and TR stands for a triangle",
        &mut failures,
    );
    check(
        "",
        &without_code("the word `behind` is quoted"),
        &mut failures,
    );
    assert_eq!(failures, Vec::<String>::new());
}
