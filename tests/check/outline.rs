//! The outline of a game: the content of each node, with lengths in place of texts.

use std::fmt::Write;

use ishi::model::{
    Area, Game, Id, Move, NodeId, Place, Point, Property, PropertyType, Value, ValueType,
};

/// How many nodes are shown.
const NODES: usize = 60;

/// How many points or labels are shown; more are counted.
const POINTS: usize = 4;

/// The longest number, date or result that is shown, in characters.
const SHORT: usize = 12;

/// The longest text that is shown: a letter or two, as probes have them.
const LETTERS: usize = 2;

/// How wide a line is.
const WIDTH: usize = 100;

/// Returns the outline of a game: a line that counts, and the tree with one line for each variation.
///
/// `B[aa]` is a value that is shown, `C(57)` a text of 57 characters, `AB*9` nine points, `XY!(3)` a
/// value that the model holds unchanged, and `|F order` detail.
pub fn outline(game: &Game<'_>) -> String {
    let nodes: Vec<_> = game.nodes().collect();
    let moves = nodes.iter().filter(|node| game.mv(**node).is_some());
    let leaves = nodes
        .iter()
        .filter(|node| game.first_child(**node).is_none());
    let mut out = format!("kind {}, board {}", game.kind, game.size);
    match game.file_format {
        Some(number) => _ = write!(out, ", FF[{number}]"),
        None => out.push_str(", no FF"),
    }
    let (moves, leaves) = (moves.count(), leaves.count());
    let _ = writeln!(out, ", {} nodes, {moves} moves, {leaves} ends", nodes.len());
    let mut line = String::new();
    // How many variations each shown node is in.
    let mut depths = Vec::new();
    for &node in nodes.iter().take(NODES) {
        let mut depth = 0;
        if let Some(parent) = game.parent(node) {
            let above = nodes.iter().position(|other| *other == parent);
            let above = above.and_then(|above| depths.get(above)).copied();
            depth = above.unwrap_or(0);
            if game.children(parent).nth(1).is_some() {
                depth += 1;
                end(&mut out, &mut line);
                line = format!("{}( ", "  ".repeat(depth));
            }
        }
        depths.push(depth);
        let text = self::node(game, node);
        if line.chars().count() + text.chars().count() > WIDTH {
            end(&mut out, &mut line);
            line = "  ".repeat(depth + 1);
        }
        let _ = write!(line, "{text} ");
    }
    end(&mut out, &mut line);
    if nodes.len() > NODES {
        let _ = writeln!(out, "... and {} more nodes", nodes.len() - NODES);
    }
    out
}

fn end(out: &mut String, line: &mut String) {
    if !line.is_empty() {
        let _ = writeln!(out, "{}", line.trim_end());
        line.clear();
    }
}

fn node(game: &Game<'_>, node: NodeId) -> String {
    let mut text = ";".to_owned();
    if let Some(mv) = game.mv(node) {
        text.push_str(&move_text(mv));
    }
    for property in game.properties(node) {
        text.push_str(&property_text(property));
    }
    text
}

fn move_text(mv: Move) -> String {
    let place = match mv.place {
        Place::Point(at) => point(at),
        Place::Pass => String::new(),
        Place::Unreadable => "?".to_owned(),
    };
    format!("{}[{place}]", mv.color.letter())
}

fn property_text(property: &Property<'_>) -> String {
    let ident = &property.ident;
    let standard = ident.standard();
    match &property.value {
        Value::Text(text) => format!("{ident}{}", value(standard, text)),
        Value::Pair(pair) => format!("{ident}({}:{})", length(&pair.0), length(&pair.1)),
        Value::Points(areas) => list(ident.as_str(), areas.len(), areas.iter().map(|a| area(*a))),
        Value::Labels(labels) => {
            let shown = labels.iter().map(|label| {
                let text = value(None, &label.text);
                format!("{}:{text}", point(label.point))
            });
            list(ident.as_str(), labels.len(), shown)
        }
        Value::Lines(lines) => {
            let shown = lines.iter();
            let shown = shown.map(|(from, to)| format!("{}:{}", point(*from), point(*to)));
            list(ident.as_str(), lines.len(), shown)
        }
        Value::Raw(values) if values.len() > POINTS => format!("{ident}!*{}", values.len()),
        Value::Raw(values) => {
            let values: Vec<_> = values.iter().map(|text| value(standard, text)).collect();
            format!("{ident}!{}", values.concat())
        }
    }
}

fn list(ident: &str, count: usize, shown: impl Iterator<Item = String>) -> String {
    match count {
        0 => format!("{ident}[]"),
        _ if count > POINTS => format!("{ident}*{count}"),
        _ => shown.fold(ident.to_owned(), |text, item| format!("{text}[{item}]")),
    }
}

/// Returns a short value or fact, or the length of a long text.
fn value(id: Option<Id>, text: &str) -> String {
    let fact = id.is_some_and(|id| {
        matches!(id, Id::Result | Id::Date | Id::Rules)
            || !matches!(id.value_type(), ValueType::Text | ValueType::SimpleText)
            || id.property_type() == PropertyType::Setup
    });
    let longest = if fact { SHORT } else { LETTERS };
    if text.chars().count() <= longest && !text.chars().any(char::is_control) {
        format!("[{text}]")
    } else {
        format!("({})", length(text))
    }
}

fn length(text: &str) -> usize {
    text.chars().count()
}

fn area(area: Area) -> String {
    if area.is_single() {
        point(area.from)
    } else {
        format!("{}:{}", point(area.from), point(area.to))
    }
}

/// Returns the letters of the bracketed formats for a point.
pub fn point(point: Point) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let letter = |line: u8| {
        LETTERS
            .get(usize::from(line))
            .map_or('?', |c| char::from(*c))
    };
    [letter(point.column), letter(point.row)].iter().collect()
}
