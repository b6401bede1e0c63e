//! The part of the proof that is about properties: a result has those that its format expresses.

use std::collections::HashMap;

use super::ordinary::is_ordinary;
use crate::bracket::property::property_text;
use crate::format::Format;
use crate::model::equal::differing;
use crate::model::{Color, Expression, Game, Id, Ident, NodeId, Point, Property, Value};
use crate::outcome::of_property;

/// A difference: the number of its node in the order of the file, from 0, and the property in words.
pub(super) type Wrong = (Option<usize>, String);

/// Returns an ordinary property of a node that its result in a format lacks or has with another value, or a mark that only the
/// result has.
pub(super) fn wrong(
    game: &Game<'_>,
    node: NodeId,
    shown: &[Property<'_>],
    to: Format,
) -> Option<Wrong> {
    let own = game.properties(node);
    if own == shown {
        return None;
    }
    let is_wrong = |ident: &&Ident| {
        let Some(id) = ident.standard() else {
            return false;
        };
        let Some(property) = own.iter().find(|one| one.is(id)) else {
            return id.is_mark() && to.expresses(id) == Expression::Same;
        };
        let is_there = || shown.iter().any(|other| other.is(id));
        let is_expressed = match to.expresses(id) {
            Expression::Same => true,
            Expression::Form => !is_there(),
            Expression::No => false,
        };
        is_expressed && is_ordinary(game, node, property, to)
    };
    let wrong = differing(own, shown).into_iter().find(is_wrong)?;
    Some(describe(game, node, wrong))
}

/// Returns an ordinary property of a node with a move that no node with the same move has in the result. The result has
/// another tree: Ishi begins a further event for setup stones in mid-game.
pub(super) fn lacking(game: &Game<'_>, back: &[Game<'_>], to: Format) -> Option<Wrong> {
    let mut shown: HashMap<_, usize> = HashMap::new();
    for back in back {
        for node in back.nodes() {
            let kept = back
                .properties(node)
                .iter()
                .filter_map(|one| key(back, node, one, to));
            kept.for_each(|key| *shown.entry(key).or_default() += 1);
        }
    }
    for node in game.nodes() {
        for property in game.properties(node) {
            let Some(key) = key(game, node, property, to) else {
                continue;
            };
            if !is_ordinary(game, node, property, to) {
                continue;
            }
            match shown.get_mut(&key) {
                Some(count) if *count > 0 => *count -= 1,
                _ => return Some(describe(game, node, &property.ident)),
            }
        }
    }
    None
}

/// Returns a property with its move, the same for equal values, if a format keeps it.
fn key(
    game: &Game<'_>,
    node: NodeId,
    property: &Property<'_>,
    to: Format,
) -> Option<(Color, Option<Point>, Id, Vec<String>)> {
    let mv = game.played(node)?;
    let (color, point) = (mv.color, mv.point_on(game.size));
    let id = property
        .ident
        .standard()
        .filter(|id| to.expresses(*id) == Expression::Same)?;
    let mut values = match &property.value {
        Value::Points(areas) => {
            let points = areas.iter().flat_map(|area| area.points());
            points.map(|point| format!("{point:?}")).collect()
        }
        Value::Labels(labels) => labels.iter().map(|label| format!("{label:?}")).collect(),
        _ => vec![property_text(property)],
    };
    values.sort_unstable();
    Some((color, point, id, values))
}

fn describe(game: &Game<'_>, node: NodeId, ident: &Ident) -> Wrong {
    let number = game.nodes().position(|one| one == node);
    let difference = format!("{} of node {}", of_property(ident), number.unwrap_or(0));
    (number, difference)
}
