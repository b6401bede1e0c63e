//! Riddle words: words such as "what" and "own" in the place of the noun that a reader looks for.
//!
//! A page may have a few of them. The number is a smoke alarm: a synonym does not make a sentence clear,
//! the noun, a reason or an example does.

use std::fs;
use std::path::{Path, PathBuf};

use crate::files;
use crate::page::{Page, pages, root};

/// Riddle words that each page may have in 1,000 words.
const BUDGET: usize = 7;

/// Pages outside of `docs` that have the budget too.
const OTHER_PAGES: &[&str] = &[
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "benches/README.md",
    "fuzz/README.md",
    "packaging/README.md",
    "packaging/wheel.md",
    "tests/README.md",
    "tests/faults/README.md",
    "web/README.md",
];

/// Folders with sources: riddle words that their comments and their messages may have in 1,000 words. A file counts for
/// the folder with the longest name. The aim is 8 and 6 everywhere; a larger number only keeps a folder from growing.
const SOURCES: &[(&str, usize, usize)] = &[
    ("benches", 8, 6),
    ("crates/archive", 8, 6),
    ("crates/charset", 8, 6),
    ("crates/cli", 8, 6),
    ("crates/draw", 8, 6),
    ("examples", 8, 11),
    ("fuzz/fuzz_targets", 8, 6),
    ("grammars", 8, 6),
    ("oracle/src", 8, 6),
    ("python/src", 8, 6),
    ("src", 8, 6),
    ("src/bracket", 8, 6),
    ("src/check", 8, 6),
    ("src/check/fix", 8, 6),
    ("src/collection", 8, 6),
    ("src/convert", 8, 6),
    ("src/edit", 8, 6),
    ("src/ishi", 8, 6),
    ("src/json", 8, 6),
    ("src/model", 8, 6),
    ("src/record", 8, 6),
    ("src/sgf", 8, 6),
    ("src/smartgo", 8, 6),
    ("src/source", 8, 6),
    ("src/values", 8, 6),
    ("tests", 8, 6),
    ("web/src", 8, 6),
];

const WORDS: &[&str] = &[
    "what",
    "whatever",
    "which",
    "whichever",
    "whose",
    "own",
    "beside",
    "behind",
    "none",
    "nothing",
];

/// Riddles of two words: any of the first followed by any of the second.
const PAIRS: &[(&[&str], &[&str])] = &[
    (&["is", "are", "was"], &["said"]),
    (&["that"], &["of"]),
    (&["those"], &["that", "of", "in"]),
    (&["all", "other", "others", "one"], &["that"]),
];

/// The words of a text, and how many riddles are among them.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    words: usize,
    riddles: usize,
}

impl Count {
    fn of(text: &str) -> Self {
        let text = without_code(text);
        let words: Vec<_> = text.split_whitespace().map(Word::new).collect();
        let words: Vec<_> = words.iter().filter(|word| !word.plain.is_empty()).collect();
        let is_riddle = |index: usize| {
            let word = words[index];
            let next = words.get(index + 1).filter(|_| !word.ends_part);
            let next = next.map_or("", |word| &word.plain);
            WORDS.contains(&&*word.plain)
                || (word.plain == "such" && next != "as")
                || PAIRS
                    .iter()
                    .any(|(first, second)| first.contains(&&*word.plain) && second.contains(&next))
        };
        Self {
            words: words.len(),
            riddles: (0..words.len()).filter(|index| is_riddle(*index)).count(),
        }
    }

    fn add(&mut self, other: Self) {
        self.words += other.words;
        self.riddles += other.riddles;
    }

    /// Returns whether there are more riddles than `limit` in 1,000 words.
    fn is_over(self, limit: usize) -> bool {
        self.riddles * 1000 > limit * self.words
    }

    /// Returns the riddles in 1,000 words, rounded up.
    fn rate(self) -> usize {
        (self.riddles * 1000).div_ceil(self.words.max(1))
    }
}

/// A word in lower case, and whether a comma or the end of a sentence follows it.
struct Word {
    plain: String,
    ends_part: bool,
}

impl Word {
    fn new(text: &str) -> Self {
        let plain = text.trim_matches(|c: char| !c.is_alphabetic());
        Self {
            plain: plain.to_lowercase(),
            ends_part: !text.ends_with(plain),
        }
    }
}

/// Puts a word in the place of code between backquotes, and leaves out the targets of links.
fn without_code(text: &str) -> String {
    let prose: String = text.split('`').step_by(2).collect::<Vec<_>>().join("code,");
    let mut parts = prose.split("](");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once(')').map_or(part, |(_, after)| after));
    }
    text
}

/// Returns the text of a page outside of its code blocks and comments.
fn prose(page: &Page) -> String {
    let blocks = page.blocks();
    let mut text = String::new();
    for (number, line) in page.lines.iter().enumerate() {
        let is_code = blocks.iter().any(|block| block.lines.contains(&number));
        if !is_code && !line.starts_with("```") && !line.starts_with("<!--") {
            // Cells of a table are separate parts.
            text.push_str(&line.replace('|', " , "));
            text.push('\n');
        }
    }
    text
}

#[test]
fn pages_name_things_instead_of_posing_riddles() {
    let mut failures = Vec::new();
    let others = OTHER_PAGES.iter().map(|name| Page::read(root().join(name)));
    for page in pages().into_iter().chain(others) {
        let count = Count::of(&prose(&page));
        if count.is_over(BUDGET) {
            failures.push(format!(
                "{}: {} riddle words in {} words, {} in 1,000 instead of at most {BUDGET}: name the subject, \
                 say why, or show an example",
                page.name,
                count.riddles,
                count.words,
                count.rate()
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn sources_name_things_instead_of_posing_riddles() {
    let mut rooms: Vec<Room> = SOURCES.iter().map(|_| Room::default()).collect();
    let mut names = SOURCES.to_vec();
    names.sort_by_key(|(name, ..)| std::cmp::Reverse(name.len()));
    for path in sources() {
        let source = fs::read_to_string(&path).expect("a source in UTF-8");
        let path = path.strip_prefix(root()).expect("a file below the root");
        let folder = names.iter().find(|(name, ..)| path.starts_with(name));
        let index = SOURCES.iter().position(|row| Some(row) == folder);
        rooms[index.expect("a folder of the list")].add(path, &Pieces::of(&source));
    }
    let mut failures = Vec::new();
    for ((name, comments, messages), room) in SOURCES.iter().zip(&rooms) {
        for (kind, limit, counts) in [
            ("comments", *comments, &room.comments),
            ("messages", *messages, &room.messages),
        ] {
            let mut all = Count::default();
            for (_, count) in counts {
                all.add(*count);
            }
            let found = format!("{name}: {} riddle words in 1,000 of {kind}", all.rate());
            println!("{found}");
            if all.is_over(limit) {
                failures.push(format!(
                    "{found} instead of at most {limit}: {}",
                    worst(counts)
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Returns the sources with comments, without the modules of tests in `src` and `crates`.
fn sources() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for (folder, ..) in SOURCES
        .iter()
        .filter(|(folder, ..)| !folder.starts_with("src/"))
    {
        found.extend(files::below(&root().join(folder)));
    }
    found.retain(|path| {
        let is_source = path
            .extension()
            .is_some_and(|ending| ending == "rs" || ending == "pest");
        let is_ours = ["src", "crates"].map(|folder| path.starts_with(root().join(folder)));
        let is_test = is_ours.contains(&true) && path.to_string_lossy().contains("test");
        is_source && !is_test
    });
    found
}

/// The riddle words of the files in a folder.
#[derive(Default)]
struct Room {
    comments: Vec<(PathBuf, Count)>,
    messages: Vec<(PathBuf, Count)>,
}

impl Room {
    fn add(&mut self, path: &Path, pieces: &Pieces) {
        self.comments
            .push((path.to_owned(), Count::of(&pieces.comments)));
        self.messages
            .push((path.to_owned(), Count::of(&pieces.messages)));
    }
}

/// Names the three files with the most riddle words.
fn worst(counts: &[(PathBuf, Count)]) -> String {
    let mut counts: Vec<_> = counts.iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(count.riddles));
    let names = counts.iter().take(3);
    let names = names.map(|(path, count)| format!("{} ({})", path.display(), count.riddles));
    names.collect::<Vec<_>>().join(", ")
}

/// The parts of a source that are written for people.
#[derive(Default)]
struct Pieces {
    comments: String,
    messages: String,
}

impl Pieces {
    fn of(source: &str) -> Self {
        let mut found = Self::default();
        let mut is_code = false;
        let program = source.split("\n#[cfg(test)]\nmod ").next();
        for line in program.unwrap_or_default().lines().map(str::trim_start) {
            if let Some(comment) = line.strip_prefix("//") {
                let comment = comment.trim_start_matches(['/', '!']);
                if comment.trim_start().starts_with("```") {
                    is_code = !is_code;
                } else if !is_code {
                    found.comments.push_str(comment);
                }
                found.comments.push('\n');
            } else {
                for literal in literals(line).filter(|literal| literal.len() >= 12) {
                    // A placeholder such as `{what}` is not a word.
                    let words: Vec<_> = literal.split(['{', '}']).step_by(2).collect();
                    found.messages.push_str(&words.join(" x, "));
                    found.messages.push_str(" .\n");
                }
            }
        }
        found
    }
}

/// Returns the texts between quotes on a line; a quote after a backslash is part of a text.
fn literals(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let (_, after) = rest.split_once('"')?;
        let mut is_escaped = false;
        let end = after.find(|c| {
            let ends = c == '"' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        let end = end.unwrap_or(after.len());
        rest = after.get(end + 1..).unwrap_or_default();
        Some(&after[..end])
    })
}

#[test]
fn riddles_are_counted() {
    let riddles = |text| Count::of(text).riddles;
    assert_eq!(riddles("What it says, and nothing of its own"), 3);
    assert_eq!(riddles("programs such as MGT; such programs"), 1);
    assert_eq!(riddles("the last of all that is there, or those in it"), 2);
    assert_eq!(
        riddles("not all, that is; the name `that` of a property"),
        0
    );
    assert_eq!(riddles("`what` and [the page](which.md), `all` that"), 0);
    assert_eq!(Count::of("[the page](which.md) has `two words`").words, 4);
    let count = Count {
        words: 1000,
        riddles: 7,
    };
    assert!(!count.is_over(7) && count.is_over(6) && count.rate() == 7);
    let source = "/// The first.\n/// ```\n/// what\n/// ```\nlet c = f(\"none of \\\"these\\\" {what}\", \"own\");\n";
    let pieces = Pieces::of(source);
    assert_eq!(
        Count::of(&pieces.comments),
        Count {
            words: 2,
            riddles: 0
        }
    );
    assert_eq!(
        Count::of(&pieces.messages),
        Count {
            words: 4,
            riddles: 1
        }
    );
}
