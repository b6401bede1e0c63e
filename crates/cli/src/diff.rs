//! `ishi diff`.

mod folders;

use std::fmt::{Display, Write};
use std::path::Path;

use ishi::printable;
use ishi_archive::is_many;
use serde_json::{Value, json};

use super::args::{DiffArgs, Messages, Printed};
use super::input::{InputError, first, is_stdin, name, stdin_once};
use super::render::counted;
use crate::disk::paths::ending;

use super::same::{self, FoundDifferences};
use super::{Status, print, print_json};

/// Compares the two records.
pub fn run(arguments: &DiffArgs) -> Status {
    let messages = arguments.talk;
    let inputs = [&*arguments.a, &*arguments.b];
    if let Err((message, help)) = stdin_once(&inputs) {
        return messages.misuse(&message, help);
    }
    let many = inputs.map(|path| !is_stdin(path) && is_many(path));
    if many == [true, true] {
        return folders::compare(arguments, messages);
    }
    if let Some((message, help)) = unlike(inputs, many) {
        return messages.misuse(&message, Some(&help));
    }
    match differences(arguments, inputs, messages) {
        Ok(found) => found.print(arguments.format, inputs),
        Err((name, error)) => messages.misuse(&format!("{name}: {error}"), error.help()),
    }
}

/// Returns an error if one input has many records and the other is one record. A record that gzip packed is one.
fn unlike(inputs: [&Path; 2], many: [bool; 2]) -> Option<(String, String)> {
    let [a, b] = inputs;
    let (path, file) = match many {
        [true, false] => (a, b),
        [false, true] => (b, a),
        _ => return None,
    };
    let is_packed = ending(path) == "gz";
    let kind = if path.is_dir() {
        "a folder"
    } else {
        "an archive"
    };
    let [folder, file] = [path, file].map(name);
    let message = format!("{folder} is {kind}, and {file} is one record");
    let help = format!("name the record in it: `ishi diff {file} {folder}/NAME`, or two folders");
    (!is_packed).then_some((message, help))
}

fn differences(
    arguments: &DiffArgs,
    inputs: [&Path; 2],
    messages: Messages,
) -> Result<FoundDifferences, (String, InputError)> {
    let open = |path: &Path| match first(path, &arguments.reading) {
        Ok((_, source)) => Ok(source),
        Err(error) => Err((name(path).to_string(), error)),
    };
    let [left, right] = inputs;
    let names = inputs.map(|path| name(path).to_string());
    let (mut a, mut b) = (open(left)?, open(right)?);
    let (found, findings) =
        same::differences(&mut a, &mut b, names.each_ref().map(|name| &**name))?;
    for (name, findings) in names.iter().zip(&findings) {
        messages.findings(name, findings);
    }
    Ok(found)
}

impl FoundDifferences {
    fn print(&self, format: Printed, inputs: [&Path; 2]) -> Status {
        let same = Status::of(self.is_same());
        match format {
            Printed::Text => {
                let [a, b] = inputs.map(name);
                let text = self.text([&a, &b]);
                print(printable::lines(&text).as_bytes(), same)
            }
            Printed::Json => {
                let names = inputs.map(|path| name(path).to_string());
                print_json(&self.json(&names), same)
            }
        }
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
