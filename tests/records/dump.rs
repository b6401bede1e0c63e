//! A dump of the game model for people to read.
//!
//! One line for each node, in the order of a file: its number, the number of its parent where that
//! is not the node before, and its move. Its properties and its detail follow below it.

use std::collections::HashMap;
use std::fmt::Write;

use ishi::model::{Area, Game, Move, NodeId, Place, Point, Property, Value};

/// Returns the dump of a game.
pub fn dump(game: &Game<'_>) -> String {
    let mut out = head(game);
    let mut numbers = HashMap::new();
    let mut last = None;
    for (number, node) in game.nodes().enumerate() {
        numbers.insert(node, number);
        let parent = game.parent(node);
        let _ = write!(out, "{number}");
        let above = parent.filter(|_| parent != last);
        if let Some(above) = above.and_then(|above| numbers.get(&above)) {
            let _ = write!(out, " below {above}");
        }
        last = Some(node);
        self::node(&mut out, game, node);
    }
    out
}

fn head(game: &Game<'_>) -> String {
    let mut out = format!("game {}, board {}", game.kind, game.size);
    if let Some(file_format) = game.file_format {
        let _ = write!(out, ", FF {file_format}");
    }
    out.push('\n');
    out
}

fn node(out: &mut String, game: &Game<'_>, node: NodeId) {
    if let Some(mv) = game.mv(node) {
        let _ = write!(out, ": {}", move_text(mv));
    }
    out.push('\n');
    for property in game.properties(node) {
        let _ = writeln!(out, "    {}", property_text(property));
    }
}

fn move_text(mv: Move) -> String {
    let place = match mv.place {
        Place::Point(point) => point_text(point),
        Place::Pass => "pass".to_owned(),
        Place::Unreadable => "unreadable".to_owned(),
    };
    format!("{} {place}", mv.color.letter())
}

fn property_text(property: &Property<'_>) -> String {
    let value = match &property.value {
        Value::Text(text) => format!("{text:?}"),
        Value::Pair(pair) => format!("{:?} : {:?}", pair.0, pair.1),
        Value::Points(areas) => list(areas.iter().map(|area| area_text(*area))),
        Value::Labels(labels) => list(
            labels
                .iter()
                .map(|label| format!("{} {:?}", point_text(label.point), label.text)),
        ),
        Value::Lines(lines) => list(
            lines
                .iter()
                .map(|(from, to)| format!("{}-{}", point_text(*from), point_text(*to))),
        ),
        Value::Raw(values) => {
            format!(
                "as it stands {}",
                list(values.iter().map(|value| format!("{value:?}")))
            )
        }
    };
    format!("{} {value}", property.ident)
}

fn list(items: impl Iterator<Item = String>) -> String {
    let text = items.collect::<Vec<_>>().join(", ");
    if text.is_empty() {
        "none".to_owned()
    } else {
        text
    }
}

fn area_text(area: Area) -> String {
    if area.is_single() {
        point_text(area.from)
    } else {
        format!("{}:{}", point_text(area.from), point_text(area.to))
    }
}

/// Returns the letters of a point in the bracketed formats, for up to 52 columns and rows.
fn point_text(point: Point) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let letter = |index: u8| {
        LETTERS
            .get(usize::from(index))
            .map_or('?', |&letter| char::from(letter))
    };
    format!("{}{}", letter(point.column), letter(point.row))
}
