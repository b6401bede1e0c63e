//! Explains a mistake in a command line, and guesses the intention.

use std::ffi::OsStr;
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use ishi::Format;

use super::input::{is_stdin, missing};

/// Names of options in other programs, and advice.
const OPTIONS: &[(&[&str], &str)] = &[
    (
        &["--overwrite", "--replace", "--clobber", "--yes", "-y"],
        "`--force` replaces existing files",
    ),
    (
        &["--recursive", "--recurse", "-r", "-R"],
        "folders are read with all folders below them; no option is needed",
    ),
    (
        &["--outdir", "--output-dir", "--output-folder", "--dir"],
        "`-d DIR` writes each result below a folder",
    ),
    (
        &["--input", "--file", "-i"],
        "an input needs no option: `ishi convert old.go`",
    ),
    (
        &["--target", "--output-format", "--as"],
        "`-t FORMAT` chooses the target: sgf, ishi, smartgo or json",
    ),
    (
        &["--charset", "--input-encoding", "-e"],
        "`--encoding LABEL` names the charset of the input",
    ),
    (
        &["--threads", "--parallel", "-T"],
        "`-j N` chooses the number of threads",
    ),
    (
        &["--simulate", "--no-write", "--check", "--test"],
        "`-n` does everything but write the results",
    ),
    (
        &["--inplace", "--fix"],
        "`ishi convert --in-place` makes records regular where they are",
    ),
    (
        &["--witness"],
        "each result is read back and compared without an option; the independent readers are part of the tests now",
    ),
    (&["--silent"], "`-q` prints errors only"),
    (
        &["--move", "--position"],
        "`--at WHERE` chooses the position: a count of moves, a point or a path",
    ),
    (
        &["--stats", "--summary"],
        "`ishi check --statistics` prints a table by rule",
    ),
];

/// Adds a guess to an error about the command line.
pub fn explained(mut error: clap::Error, typed: &[&OsStr]) -> clap::Error {
    let about = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let tip = match error.kind() {
        ErrorKind::UnknownArgument => {
            about(ContextKind::InvalidArg).and_then(|word| option_meant(&word, typed))
        }
        ErrorKind::InvalidSubcommand => {
            about(ContextKind::InvalidSubcommand).and_then(|word| command_meant(&word))
        }
        _ => None,
    };
    if let Some(tip) = tip {
        let tips = ContextValue::StyledStrs(vec![StyledStr::from(tip)]);
        for other in [
            ContextKind::SuggestedArg,
            ContextKind::SuggestedSubcommand,
            ContextKind::Usage,
        ] {
            error.remove(other);
        }
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

fn option_meant(word: &str, typed: &[&OsStr]) -> Option<String> {
    let name = word.split('=').next().unwrap_or(word);
    let known = OPTIONS.iter().find(|(names, _)| names.contains(&name));
    if let Some((_, tip)) = known {
        return Some((*tip).to_owned());
    }
    // `--move-numbers 5 game.sgf`: the number was taken for the record.
    let option = typed.iter().position(|word| *word == "--move-numbers")?;
    let range = typed.get(option + 1)?.to_str()?;
    let is_range = range.contains(|c: char| c.is_ascii_digit()) && !Path::new(range).exists();
    is_range.then(|| format!("write the range after a sign: `--move-numbers={range}`"))
}

/// Returns advice if a file stands in the place of a command.
fn command_meant(word: &str) -> Option<String> {
    let path = Path::new(word);
    if let Some(help) = missing(path) {
        return Some(help.to_owned());
    }
    let is_input = path.exists() || Format::from_path(path).is_some() || is_stdin(path);
    let tip = format!("name a command first: `ishi convert {word}`, or check, info or show");
    is_input.then_some(tip)
}
