//! Runs the examples of the pages.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::page::{Block, Page, is_update, pages_to_write, root};

/// Languages of blocks that are shown and not run; the compiler looks at Rust.
const SHOWN: &[&str] = &["text", "rust"];

/// Languages of blocks that are records.
const RECORDS: &[&str] = &["ishi", "smartgo", "sgf"];

/// A command with its expected output.
struct Example {
    /// The line of the command, counted from 0.
    line: usize,
    command: String,
    expected: Vec<String>,
}

#[test]
fn every_example_prints_what_its_page_shows() {
    let (mut failures, mut differences) = (Vec::new(), Vec::new());
    let (_alone, pages) = pages_to_write();
    for mut page in pages {
        let scratch = scratch();
        // From the end to the start lines move, so new outputs are put in afterwards.
        let mut changes = Vec::new();
        let mut prepared = 0;
        for block in page.blocks() {
            for line in prepared..block.lines.start {
                failures.extend(run_line(&page, line, scratch.path()));
            }
            prepared = block.lines.end;
            match (block.language.as_str(), &block.file) {
                ("sh", None) => failures.extend(run_all(&page, &block, scratch.path())),
                ("console", None) => {
                    for example in examples(&page, &block) {
                        let printed = run(&example.command, scratch.path());
                        if !matches(&example.expected, &printed) {
                            differences.push(difference(&page, &example, &printed));
                            let from = example.line + 1;
                            changes.push((from..from + example.expected.len(), printed));
                        }
                    }
                }
                ("pest", _) => {}
                (language, None) if SHOWN.contains(&language) => {}
                (language, None) if RECORDS.contains(&language) => {
                    if let Err(why) = ishi::read(page.text(&block).as_bytes()) {
                        failures.push(format!("{}: {why}", page.at(block.lines.start)));
                    }
                }
                (_, Some(name))
                    if name.starts_with("examples/") || name.starts_with("python/examples/") =>
                {
                    let file = fs::read_to_string(root().join(name)).unwrap_or_default();
                    if file.replace("\r\n", "\n") != page.text(&block) {
                        let place = page.at(block.lines.start);
                        differences.push(format!("{place}: {name} has another text"));
                        let lines = file.lines().map(str::to_owned).collect();
                        changes.push((block.lines.clone(), lines));
                    }
                }
                (_, Some(name)) => {
                    let path = scratch.path().join(name);
                    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                    fs::write(path, page.text(&block)).expect("a file");
                }
                (language, None) => {
                    let place = page.at(block.lines.start);
                    failures.push(format!("{place}: a block in `{language}` needs a name"));
                }
            }
        }
        for line in prepared..page.lines.len() {
            failures.extend(run_line(&page, line, scratch.path()));
        }
        if is_update() {
            for (lines, printed) in changes.into_iter().rev() {
                page.lines.splice(lines, printed);
            }
            page.write();
        }
    }
    if !is_update() && !differences.is_empty() {
        failures.append(&mut differences);
        failures
            .push("ISHI_DOCS=update cargo test --test docs writes the outputs of today".to_owned());
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
}

/// Runs the commands of a line outside of blocks; returns the failed ones.
fn run_line(page: &Page, line: usize, folder: &Path) -> Vec<String> {
    let text = &page.lines[line];
    if let Some(command) = comment(text, "$ ") {
        run(command, folder);
        return Vec::new();
    }
    if let Some(command) = comment(text, "picture: ") {
        return draw(page, line, command, folder).into_iter().collect();
    }
    let spans = text.split('`').skip(1).step_by(2);
    spans
        .filter(|span| span.starts_with("ishi ") && is_row_of_commands(page, line))
        .filter_map(|command| failure(page, line, &run(command, folder)))
        .collect()
}

/// Returns the rest of a comment that starts with a word.
fn comment<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    line.strip_prefix("<!-- ")?
        .strip_prefix(word)?
        .strip_suffix(" -->")
}

/// Returns whether a line is in a table after the comment `<!-- commands -->`.
fn is_row_of_commands(page: &Page, line: usize) -> bool {
    let mut before = page.lines[..line].iter().rev();
    page.lines[line].starts_with('|')
        && before
            .find(|line| !line.is_empty() && !line.starts_with('|'))
            .is_some_and(|line| line == "<!-- commands -->")
}

/// Draws a picture, and compares it with the file of this name in `docs`.
fn draw(page: &Page, line: usize, command: &str, folder: &Path) -> Option<String> {
    let printed = run(command, folder);
    let name = command.rsplit(' ').next().expect("a name");
    let Ok(picture) = fs::read(folder.join(name)) else {
        return Some(format!("{}: {}", page.at(line), printed.join("\n")));
    };
    // A command of the page can write a file of this name.
    fs::remove_file(folder.join(name)).expect("the picture");
    let path = root().join("docs").join(name);
    let is_same = fs::read(&path).is_ok_and(|old| old == picture);
    if !is_same && is_update() {
        fs::write(&path, picture).expect("the picture can be written");
        return None;
    }
    (!is_same).then(|| format!("{}: docs/{name} is another picture", page.at(line)))
}

/// Returns the output of a command whose status is not 0.
fn failure(page: &Page, line: usize, printed: &[String]) -> Option<String> {
    let is_failed = printed.last()?.starts_with("[exit status");
    is_failed.then(|| format!("{}: {}", page.at(line), printed.join("\n")))
}

/// Runs the lines of a block that call the program; returns the failed ones.
fn run_all(page: &Page, block: &Block, folder: &Path) -> Vec<String> {
    let mut failures = Vec::new();
    for line in block.lines.clone() {
        let command = &page.lines[line];
        if command.starts_with("ishi ") {
            failures.extend(failure(page, line, &run(command, folder)));
        }
    }
    failures
}

/// Makes a folder for the commands of a page, with the examples of the repository.
fn scratch() -> TempDir {
    let scratch = TempDir::new().expect("a folder");
    for folder in ["examples", "tests/fixtures/draw"] {
        let target = scratch.path().join(folder);
        fs::create_dir_all(&target).expect("a folder");
        for entry in fs::read_dir(root().join(folder)).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let name = path.file_name().expect("a name");
                fs::copy(&path, target.join(name)).expect("a copy");
            }
        }
    }
    scratch
}

fn examples(page: &Page, block: &Block) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    for line in block.lines.clone() {
        let text = &page.lines[line];
        if let Some(command) = text.strip_prefix("$ ") {
            examples.push(Example {
                line,
                command: command.to_owned(),
                expected: Vec::new(),
            });
        } else {
            let example = examples.last_mut();
            let place = page.at(line);
            let example = example.unwrap_or_else(|| panic!("{place}: no command before this"));
            example.expected.push(text.clone());
        }
    }
    examples
}

/// Runs a command in a shell; returns the lines that it prints on both outputs.
fn run(command: &str, folder: &Path) -> Vec<String> {
    let program = Path::new(env!("CARGO_BIN_EXE_ishi"));
    let programs = program.parent().expect("a folder").display();
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env_clear()
        .env("PATH", format!("{programs}:{path}"))
        .env("LANG", "C.UTF-8")
        .env("HOME", folder)
        .output()
        .expect("a shell");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut lines: Vec<_> = text
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect();
    if !output.status.success() {
        let status = output
            .status
            .code()
            .map_or("none".to_owned(), |code| code.to_string());
        lines.push(format!("[exit status {status}]"));
    }
    lines
}

/// Compares; `...` among the expected lines matches any lines.
fn matches(expected: &[String], printed: &[String]) -> bool {
    match expected.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        Some((first, rest)) => {
            printed.first().is_some_and(|line| line == first) && matches(rest, &printed[1..])
        }
    }
}

fn difference(page: &Page, example: &Example, printed: &[String]) -> String {
    format!(
        "{}: $ {}\nprints\n{}\ninstead of\n{}",
        page.at(example.line),
        example.command,
        printed.join("\n"),
        example.expected.join("\n")
    )
}

#[test]
fn a_wrong_example_is_noticed() {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    assert!(matches(&lines("a\n...\nd"), &lines("a\nb\nc\nd")));
    assert!(matches(&lines("..."), &[]));
    assert!(!matches(&lines("a\n..."), &lines("b\na")));
    assert!(!matches(&[], &lines("a")));
    let scratch = scratch();
    assert_eq!(
        run("ishi --nonsense", scratch.path()).last().unwrap(),
        "[exit status 2]"
    );
    assert_eq!(run("printf 'a\\nb \\n'", scratch.path()), lines("a\nb"));
}
