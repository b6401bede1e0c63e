//! Properties that are no content: a result that lacks them has the same content, so they never travel.

use std::borrow::Cow;

use foldhash::{HashMap, HashMapExt};

use crate::edit::pairs;
use crate::model::{Game, Id, NodeId, Property, Value};
use crate::values::is_fox;

/// Returns games that were read back, with the properties of their source that are no content, so that a comparison finds no
/// difference: `(;FF[4];B[cc])` with the ones of `(;ST[1]PL[B];B[cc])`.
///
/// They are AP, but the names of the Fox server, because other programs mend its komi; ST of the root; and PL of the player of
/// the next move on the line, unless PL is alone in its node.
pub(crate) fn with_ignored_of<'g, 'a>(
    games: &'g [Game<'a>],
    source: &Game<'_>,
) -> Cow<'g, [Game<'a>]> {
    let ignored = ignored(source);
    let mut completed = Cow::Borrowed(games);
    if ignored.is_empty() {
        return completed;
    }
    let nodes = match games {
        [only] => pairs(only, source),
        _ => None,
    };
    for (at, node) in nodes.unwrap_or_else(|| vec![(NodeId::ROOT, NodeId::ROOT)]) {
        for &property in ignored.get(&node).into_iter().flatten() {
            let has = |game: &Game<'_>| {
                let mut kept = game.properties(at).iter();
                kept.any(|kept| kept.ident == property.ident)
            };
            if !completed.first().is_none_or(has)
                && let Some(game) = completed.to_mut().first_mut()
            {
                game.add_property(at, property.clone().into_owned());
            }
        }
    }
    completed
}

/// Returns a game without the properties that are no content, for a comparison.
pub(crate) fn without_ignored<'g, 'a>(game: &'g Game<'a>) -> Cow<'g, Game<'a>> {
    let mut content = Cow::Borrowed(game);
    for (node, ignored) in ignored(game) {
        let kept = game.properties(node).iter();
        let kept = kept.filter(|kept| !ignored.contains(kept)).cloned();
        content.to_mut().set_properties(node, kept.collect());
    }
    content
}

/// Returns the properties of each node that are no content.
pub(super) fn ignored<'g, 'a>(game: &'g Game<'a>) -> HashMap<NodeId, Vec<&'g Property<'a>>> {
    let mut found = HashMap::new();
    for node in game.nodes_with_properties() {
        let is_ignored = |property: &&Property<'_>| match property.ident.standard() {
            Some(Id::Application) => matches!(property.value, Value::Pair(_)) && !is_fox(property),
            Some(Id::Style) => node == NodeId::ROOT,
            // Without PL the node of PL alone would not be there.
            Some(Id::PlayerToMove) => !is_alone(game, node) && is_next_player(game, node, property),
            _ => false,
        };
        let ignored: Vec<_> = game.properties(node).iter().filter(is_ignored).collect();
        if !ignored.is_empty() {
            found.insert(node, ignored);
        }
    }
    found
}

fn is_alone(game: &Game<'_>, node: NodeId) -> bool {
    node != NodeId::ROOT && game.mv(node).is_none() && game.properties(node).len() == 1
}

fn is_next_player(game: &Game<'_>, node: NodeId, property: &Property<'_>) -> bool {
    let next = game.line_from(node).find_map(|at| game.played(at));
    next.is_some_and(
        |mv| matches!(&property.value, Value::Text(color) if color.chars().eq([mv.color.letter()])),
    )
}
