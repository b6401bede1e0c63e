//! Explains a mistake in a command line, and guesses the intention.

pub mod formats;
pub mod generate;

use std::ffi::OsStr;
use std::path::Path;

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, CommandFactory as _};
use ishi::Format;

use super::args::Ishi;
use super::input::is_stdin;
use crate::input::missing;

/// Options that do not exist, and advice. A line whose first word is a command is about that command.
const OPTIONS: &str = include_str!("usage/options.txt");

/// Commands that do not exist, and advice.
const COMMANDS: &str = include_str!("usage/commands.txt");

/// The groups of a help, each with the names of its options in the code.
const GROUPS: &str = include_str!("usage/groups.txt");

/// The help of `--verbose`, for each command.
const VERBOSE: &str = include_str!("usage/verbose.txt");

/// The options that only `--help` explains.
const RARE: &str = include_str!("usage/rare.txt");

/// Returns the command line, with its options in groups.
pub fn grouped() -> Command {
    Ishi::command().mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        let command = command.mut_args(|option| {
            let id = option.get_id().as_str().to_owned();
            let mut verbose = VERBOSE.lines().filter_map(|line| line.split_once(": "));
            let option = match verbose.find(|(of, _)| id == "verbose" && *of == name) {
                Some((_, help)) => option.help(help),
                None => option,
            };
            let has = |words: &str| words.split_whitespace().any(|word| word == id);
            let mut groups = GROUPS.lines().filter_map(|line| line.split_once(": "));
            let is_option = option.get_long().is_some();
            match groups.find(|(_, ids)| is_option && has(ids)) {
                Some((group, _)) => option.help_heading(group).hide_short_help(has(RARE)),
                None => option,
            }
        });
        let hidden = command
            .get_arguments()
            .filter(|option| option.is_hide_short_help_set());
        let hidden: Vec<_> = hidden
            .filter_map(|option| Some(format!("--{}", option.get_long()?)))
            .collect();
        let note = match hidden.as_slice() {
            [] if command.get_after_long_help().is_none() => return command,
            [] => format!("`ishi {name} --help` has examples."),
            hidden => format!(
                "`ishi {name} --help` has examples, and explains {} too.",
                hidden.join(", ")
            ),
        };
        command.after_help(note)
    })
}

/// Adds a guess to an error about the command line.
pub fn explained(mut error: clap::Error, typed: &[&OsStr]) -> clap::Error {
    let about = |error: &clap::Error, kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    };
    let root = grouped();
    let mut words = typed.iter().filter_map(|word| word.to_str());
    let command = words.find_map(|word| root.find_subcommand(word));
    let tip = match error.kind() {
        ErrorKind::UnknownArgument => {
            // Clap proposes `-- --json`, which would be a file.
            error.remove(ContextKind::Suggested);
            let word = about(&error, ContextKind::InvalidArg).unwrap_or_default();
            let alike = about(&error, ContextKind::SuggestedArg)
                .filter(|alike| alike != "--no-verify" && is_like(&word, alike));
            option_meant(&word, command, typed)
                .or(alike.map(|alike| format!("a similar option exists: `{alike}`")))
                .or_else(|| Some(elsewhere(&word, command, &root)))
        }
        ErrorKind::InvalidSubcommand => {
            let word = about(&error, ContextKind::InvalidSubcommand).unwrap_or_default();
            let is_alike = error.get(ContextKind::SuggestedSubcommand).is_some();
            let all = "`ishi -h` lists the commands";
            command_meant(&word).or_else(|| (!is_alike).then(|| all.to_owned()))
        }
        ErrorKind::ArgumentConflict => {
            let tip = match error.get(ContextKind::PriorArg) {
                Some(ContextValue::Strings(_)) => "leave out the first, or all others",
                _ => "leave out one of the two",
            };
            let is_diff = |word: &&OsStr| word.as_encoded_bytes().starts_with(b"--diff");
            let diff = "; --diff shows the changes, and writes nothing";
            Some(tip.to_owned() + if typed.iter().any(is_diff) { diff } else { "" })
        }
        ErrorKind::InvalidValue
            if about(&error, ContextKind::InvalidValue).is_some_and(|value| value.is_empty()) =>
        {
            let option = about(&error, ContextKind::InvalidArg).unwrap_or_default();
            let value = || format!("write the value after the option: `{option}`");
            option.starts_with('-').then(value)
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

/// Returns whether an option can be a slip of the fingers for another one.
fn is_like(word: &str, option: &str) -> bool {
    option.starts_with(word) || strsim::normalized_levenshtein(word, option) > 0.55
}

/// Returns whether a command has the option that an advice begins with, if it begins with one.
fn fits(advice: &str, command: Option<&Command>) -> bool {
    let named = advice
        .split('`')
        .nth(1)
        .and_then(|code| code.split(' ').next());
    let Some(named) = named.filter(|named| named.starts_with('-')) else {
        return true;
    };
    let is_named = |option: &Arg| match named.strip_prefix("--") {
        Some(long) => option.get_long() == Some(long),
        None => option.get_short() == named.chars().nth(1),
    };
    command.is_some_and(|command| command.get_arguments().any(is_named))
}

/// Returns the advice of a table about a word.
fn advice(table: &str, word: &str, command: Option<&Command>) -> Option<String> {
    let name = command.map_or("", Command::get_name);
    let lines = table.lines().filter_map(|line| line.split_once(": "));
    let mut fitting = lines.filter(|(words, _)| {
        let mut words = words.split(' ').peekable();
        let about = words.next_if(|first| word.starts_with('-') && !first.starts_with('-'));
        about.is_none_or(|about| name == about) && words.any(|one| one == word)
    });
    let (_, advice) = fitting.find(|(_, advice)| fits(advice, command))?;
    Some(advice.to_owned())
}

fn option_meant(word: &str, command: Option<&Command>, typed: &[&OsStr]) -> Option<String> {
    if word.starts_with('-') {
        let name = word.split('=').next().unwrap_or(word);
        return advice(OPTIONS, name, command);
    }
    let of = command.map_or("", Command::get_name);
    Some(match of {
        "show" | "diff" | "verify" => range_meant(typed).unwrap_or_else(|| {
            let number = if of == "diff" {
                "two records"
            } else {
                "one input"
            };
            format!("`ishi {of}` takes {number}; a name with blanks needs quotes")
        }),
        "formats" | "completions" | "man" => format!("`ishi {of}` takes no input"),
        _ => elsewhere(word, None, &Command::new("")),
    })
}

/// Returns advice for `--move-numbers 5 game.sgf`, where the number was taken for the record.
fn range_meant(typed: &[&OsStr]) -> Option<String> {
    let option = typed.iter().position(|word| *word == "--move-numbers")?;
    let range = typed.get(option + 1)?.to_str()?;
    let is_range = range.contains(|c: char| c.is_ascii_digit()) && !Path::new(range).exists();
    is_range.then(|| format!("write the range after a sign: `--move-numbers={range}`"))
}

/// Names the commands that have an option.
fn elsewhere(word: &str, command: Option<&Command>, root: &Command) -> String {
    let name = word.trim_start_matches('-');
    let name = name.split('=').next().unwrap_or(name);
    let has = |command: &&Command| {
        let mut options = command.get_arguments();
        options.any(|option| option.get_long() == Some(name))
    };
    let others: Vec<_> = root
        .get_subcommands()
        .filter(has)
        .map(Command::get_name)
        .collect();
    match (others.as_slice(), command) {
        ([], Some(command)) => format!("`ishi {} -h` lists the options", command.get_name()),
        ([], None) => "name a command first: `ishi -h` lists them".to_owned(),
        (others, _) => format!(
            "`--{name}` is an option of `ishi {}`",
            others.join("`, `ishi ")
        ),
    }
}

/// Returns advice if a file, or the name of an action, stands in the place of a command.
fn command_meant(word: &str) -> Option<String> {
    let path = Path::new(word);
    if let Some(help) = missing::not_a_name(path) {
        return Some(help.to_owned());
    }
    if path.exists() || Format::from_path(path).is_some() || is_stdin(path) {
        return Some(format!(
            "name a command first: `ishi convert {word}`, or check, info or show"
        ));
    }
    advice(COMMANDS, word, None)
}
