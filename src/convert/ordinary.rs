//! Ordinary values: a format with their property keeps them, so the proof can ask for them.

use std::collections::BTreeSet;

use crate::format::Format;
use crate::model::{
    Area, GO, Game, Id, Label, NodeId, Point, PointSet, Property, PropertyType, Share, Value,
    ValueType,
};
use crate::values::{Dates, GameResult, Handicap, is_unsigned_real, likely, split_player};

/// Returns whether a property is at its place in a valid game of Go, with a value that a format keeps if it has
/// the property at all: `C[A calm move.]`, but not `C[see \t]`, or two marks on one point.
pub(super) fn is_ordinary(
    game: &Game<'_>,
    node: NodeId,
    property: &Property<'_>,
    to: Format,
) -> bool {
    let Some(id) = property.ident.standard().filter(|_| game.kind == GO) else {
        return false;
    };
    let properties = game.properties(node);
    let is_only = || properties.iter().filter(|one| one.is(id)).nth(1).is_none();
    let is_in_place = match id.property_type() {
        PropertyType::Root | PropertyType::GameInfo => node == NodeId::ROOT,
        PropertyType::Move => game.mv(node).is_some(),
        // In mid-game Ishi sets up the whole position.
        PropertyType::Setup => {
            game.mv(node).is_none() && (node == NodeId::ROOT || to != Format::Ishi)
        }
        PropertyType::Free => true,
    };
    is_in_place && is_only() && has_ordinary_value(game, node, property, id)
}

fn has_ordinary_value(game: &Game<'_>, node: NodeId, property: &Property<'_>, id: Id) -> bool {
    let properties = game.properties(node);
    let others = || {
        properties
            .iter()
            .filter(|other| other.ident != property.ident)
    };
    // The points of the board that no other property names.
    let are_free = |areas: &[Area]| {
        let mut named = PointSet::default();
        others().for_each(|other| insert_points(&other.value, &mut named));
        let is_free =
            |area: &Area| game.size.contains(area.to) && named.part_of(*area) == Share::None;
        PointSet::of_once(areas.iter().copied()).is_some() && areas.iter().all(is_free)
    };
    match &property.value {
        // The first line of a COM can be the name of a node or a figure, and that of the event the game comment.
        Value::Text(_) if likely(properties, id).is_some() => false,
        Value::Text(text) => {
            let titles = [Id::Name, Id::Figure, Id::GameComment];
            let has_title = others().any(|other| titles.iter().any(|id| other.is(*id)));
            !(id == Id::Comment && has_title) && is_ordinary_text(id, text)
        }
        Value::Points(areas) => !areas.is_empty() && are_free(areas),
        Value::Labels(labels) => {
            let points: Vec<_> = labels.iter().map(|label| label.point.into()).collect();
            are_free(&points) && labels.iter().all(is_short)
        }
        Value::Lines(lines) => {
            let is_on = |(from, to): &(Point, Point)| {
                from != to && game.size.contains(*from) && game.size.contains(*to)
            };
            let has_lines = others().any(|other| matches!(other.value, Value::Lines(_)));
            let sorted = |(from, to): &(Point, Point)| (*from.min(to), *from.max(to));
            lines.iter().all(is_on) && are_distinct(lines.iter().map(sorted)) && !has_lines
        }
        Value::Pair(_) | Value::Raw(_) => false,
    }
}

/// Returns whether a text is plain, and a number, date or result has the form of FF[4], so that Ishi has words for it.
fn is_ordinary_text(id: Id, text: &str) -> bool {
    if id == Id::Result {
        let result = GameResult::parse_sgf(text);
        return result.is_some_and(|result| result.ishi().is_some() && result.sgf() == text);
    }
    is_plain(text)
        && match (id, id.value_type()) {
            (Id::Date, _) => Dates::parse_sgf(text).is_some_and(|dates| dates.ishi().is_some()),
            (Id::Handicap, _) => {
                Handicap::parse(text).is_some_and(|count| count.to_string() == text)
            }
            // Ishi reads a name such as `1k` as a rank.
            (Id::PlayerBlack | Id::PlayerWhite, _) => split_player(text).0.is_some(),
            (_, ValueType::Number | ValueType::Real) => is_unsigned_real(text),
            _ => true,
        }
}

/// Returns whether a text has letters, digits and punctuation without a meaning in any format, without white space at the
/// ends of its lines, and no line that may be the end of a block.
fn is_plain(text: &str) -> bool {
    let is_plain_char = |c: char| c.is_ascii_alphanumeric() || " .,;!?-()\n".contains(c);
    let is_end = |line: &str| {
        line.get(..3)
            .is_some_and(|start| start.eq_ignore_ascii_case("END"))
    };
    let is_trimmed = |line: &str| line == line.trim() && !line.contains("  ");
    let is_line = |line: &str| !line.is_empty() && is_trimmed(line) && !is_end(line);
    !text.is_empty() && text.chars().all(is_plain_char) && text.split('\n').all(is_line)
}

/// Returns whether a label is one or two letters, or a number from 1 to 99.
fn is_short(label: &Label) -> bool {
    let text = &label.text;
    match label.number() {
        Some(number) => (1..=99).contains(&number),
        None => {
            text.len() <= 2
                && !text.is_empty()
                && text.bytes().all(|byte| byte.is_ascii_alphabetic())
        }
    }
}

/// Adds the points that a value names.
fn insert_points(value: &Value<'_>, named: &mut PointSet) {
    let add = |area| _ = named.insert(area);
    match value {
        Value::Points(areas) => areas.iter().copied().for_each(add),
        Value::Labels(labels) => labels.iter().map(|label| label.point.into()).for_each(add),
        _ => {}
    }
}

/// Returns whether no value comes twice.
fn are_distinct<T: Ord>(mut values: impl Iterator<Item = T>) -> bool {
    let mut seen = BTreeSet::new();
    values.all(|value| seen.insert(value))
}
