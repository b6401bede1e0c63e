//! `ishi diff`.

mod folders;

use std::fmt::{Display, Write};
use std::io::{Read, Seek};

use ishi::Games;
use ishi::compare::Difference;
use ishi::convert::Findings;
use ishi::crash::contained;
use ishi::model::Game;
use ishi::printable;
use serde_json::{Value, json};

use super::args::{DiffArgs, Printed};
use super::input::{AnySource, Input, InputError, STDIN_TWICE};
use super::render::{Messages, counted};
use super::{Status, print, same};

/// Compares the two records.
pub fn run(arguments: &DiffArgs) -> Status {
    let messages = Messages::new(arguments.talk);
    let inputs = [Input::new(&arguments.a), Input::new(&arguments.b)];
    if inputs == [Input::Stdin, Input::Stdin] {
        messages.error(STDIN_TWICE, None);
        return Status::Usage;
    }
    let many = inputs.each_ref().map(Input::is_many);
    if many == [true, true] {
        return folders::compare(arguments, messages);
    }
    if let Some((message, help)) = unlike(&inputs, many) {
        messages.error(&message, Some(&help));
        return Status::Usage;
    }
    match differences(arguments, &inputs, messages) {
        Ok(found) => found.print(arguments.format, &inputs),
        Err((input, error)) => {
            messages.error(&format!("{input}: {error}"), error.help());
            Status::Usage
        }
    }
}

/// Returns an error if one input has many records and the other is one record. A record that gzip packed is one.
fn unlike(inputs: &[Input; 2], many: [bool; 2]) -> Option<(String, String)> {
    let [(folder, _), (file, _)] = match (inputs, many) {
        ([a, b], [true, false]) => [(a, 0), (b, 1)],
        ([a, b], [false, true]) => [(b, 1), (a, 0)],
        _ => return None,
    };
    let Input::File(path) = folder else {
        return None;
    };
    let is_packed = path
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("gz"));
    let kind = if path.is_dir() {
        "a folder"
    } else {
        "an archive"
    };
    let message = format!("{folder} is {kind}, and {file} is one record");
    let help = format!("name the record in it: `ishi diff {file} {folder}/NAME`, or two folders");
    (!is_packed).then_some((message, help))
}

/// The differences between two records.
#[derive(Debug, Default)]
struct FoundDifference {
    /// How many games each record has.
    games: [usize; 2],
    /// The differences, with the number of the game from 1.
    differences: Vec<(usize, Difference)>,
    /// How many differences there are, including those that are only counted.
    count: usize,
}

fn differences<'i>(
    arguments: &DiffArgs,
    inputs: &'i [Input; 2],
    messages: Messages,
) -> Result<FoundDifference, (&'i Input, InputError)> {
    let [left, right] = inputs;
    let a = left
        .open(&arguments.reading)
        .map_err(|error| (left, error))?;
    let b = right
        .open(&arguments.reading)
        .map_err(|error| (right, error))?;
    let (found, [first, second]) = compared(a, b).map_err(|(place, error)| match place {
        DiffSide::First => (left, error),
        DiffSide::Second => (right, error),
    })?;
    messages.findings(&left.to_string(), &first);
    messages.findings(&right.to_string(), &second);
    Ok(found)
}

/// One of two records.
#[derive(Debug, Clone, Copy)]
enum DiffSide {
    First,
    Second,
}

/// Compares two records game by game. Returns the differences, and the findings in each record.
fn compared(
    mut a: AnySource,
    mut b: AnySource,
) -> Result<(FoundDifference, [Findings; 2]), (DiffSide, InputError)> {
    let (mut a, mut b) = (
        Games::new(&mut a).with_carried(),
        Games::new(&mut b).with_carried(),
    );
    let mut found = FoundDifference::default();
    loop {
        let first = next(&mut a, DiffSide::First)?;
        let second = next(&mut b, DiffSide::Second)?;
        found.games[0] += usize::from(first.is_some());
        found.games[1] += usize::from(second.is_some());
        match (first, second) {
            (Some(first), Some(second)) => {
                let game = found.games[0];
                let compared = contained(|| same::compared((&a, &first), (&b, &second)));
                let compared = compared.map_err(|crash| (DiffSide::Second, crash.into()))?;
                found.count += compared.count;
                let differences = compared.differences.into_iter();
                found.differences.extend(differences.map(|one| (game, one)));
            }
            (None, None) => break,
            _ => {}
        }
    }
    let findings = [a.findings().clone(), b.findings().clone()];
    Ok((found, findings))
}

/// Returns the next game of one record.
fn next<R: Read + Seek>(
    games: &mut Games<'_, R>,
    side: DiffSide,
) -> Result<Option<Game<'static>>, (DiffSide, InputError)> {
    let game = contained(|| games.next().transpose()).map_err(InputError::from);
    game.and_then(|game| game.map_err(InputError::from))
        .map_err(|error| (side, error))
}

impl FoundDifference {
    fn is_same(&self) -> bool {
        self.count == 0 && self.games[0] == self.games[1]
    }

    fn print(&self, format: Printed, inputs: &[Input; 2]) -> Status {
        let text = match format {
            Printed::Text => printable::lines(&self.text([&inputs[0], &inputs[1]])).into_owned(),
            Printed::Json => printable::json(&format!(
                "{:#}\n",
                self.json(&inputs.each_ref().map(ToString::to_string))
            ))
            .into_owned(),
        };
        let same = if self.is_same() {
            Status::Done
        } else {
            Status::Failed
        };
        print(text.as_bytes(), same)
    }

    fn text(&self, [a, b]: [&dyn Display; 2]) -> String {
        let mut text = String::new();
        let [first, second] = self.games;
        if first != second {
            let _ = writeln!(text, "number of games: {first} in {a}, {second} in {b}");
        }
        for (game, difference) in &self.differences {
            let _ = writeln!(text, "game {game}, {difference}");
        }
        let more = self.count - self.differences.len();
        if more > 0 {
            let _ = writeln!(text, "and {}", counted(more, "more difference"));
        }
        text
    }

    fn json(&self, inputs: &[String; 2]) -> Value {
        let differences: Vec<_> = self
            .differences
            .iter()
            .map(|(game, difference)| {
                json!({
                    "game": game,
                    "node": [difference.node.0, difference.node.1],
                    "path": difference.path,
                    "what": difference.what,
                    "first": difference.first,
                    "second": difference.second,
                })
            })
            .collect();
        json!({
            "inputs": inputs,
            "same": self.is_same(),
            "games": self.games,
            "count": self.count,
            "differences": differences,
        })
    }
}
