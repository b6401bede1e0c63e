//! Properties that are no content: a result that lacks them has the same content, so they never travel.

use std::borrow::Cow;
use std::collections::HashMap;

use crate::edit::pairs;
use crate::model::{Game, Id, NodeId, Property, Value};

/// Returns games that were read back, with the properties of their source that are no content, so that a comparison finds no
/// difference: `(;FF[4];B[cc])` with the ones of `(;ST[1]PL[B];B[cc])`.
///
/// They are AP, but the name `foxwq`, because other programs mend the komi of the Fox server where they find it; ST; and
/// PL of the player of the first move below on the main line.
pub(crate) fn lent<'g, 'a>(shown: &'g [Game<'a>], source: &Game<'_>) -> Cow<'g, [Game<'a>]> {
    let found = without_content(source);
    if found.is_empty() || shown.is_empty() {
        return Cow::Borrowed(shown);
    }
    let pairs = match shown {
        [only] => pairs(only, source),
        _ => None,
    };
    let pairs = pairs.unwrap_or_else(|| vec![(NodeId::ROOT, NodeId::ROOT)]);
    let mut lent = Cow::Borrowed(shown);
    for (at, node) in pairs {
        for property in found.get(&node).into_iter().flatten() {
            let has = |game: &Game<'_>| {
                let mut own = game.properties(at).iter();
                own.any(|own| own.ident == property.ident)
            };
            if !lent.first().is_some_and(has)
                && let Some(game) = lent.to_mut().first_mut()
            {
                game.add_property(at, (*property).clone().into_owned());
            }
        }
    }
    lent
}

/// Returns a game without the properties that are no content, for a comparison.
pub(crate) fn content<'g, 'a>(game: &'g Game<'a>) -> Cow<'g, Game<'a>> {
    let silent = without_content(game);
    let mut content = Cow::Borrowed(game);
    for (node, silent) in silent {
        let own = game.properties(node).iter();
        let own = own.filter(|own| !silent.contains(own)).cloned();
        content.to_mut().set_properties(node, own.collect());
    }
    content
}

/// Returns the properties of each node that are no content.
pub(super) fn without_content<'g, 'a>(
    game: &'g Game<'a>,
) -> HashMap<NodeId, Vec<&'g Property<'a>>> {
    let mut found: HashMap<_, Vec<_>> = HashMap::new();
    for node in game.nodes_with_properties() {
        let is_silent = |property: &&Property<'_>| match property.ident.standard() {
            Some(Id::Application) => {
                matches!(&property.value, Value::Pair(pair) if pair.0 != "foxwq")
            }
            Some(Id::Style) => node == NodeId::ROOT,
            // Without it the node would not be there.
            Some(Id::PlayerToMove) if is_alone(game, node) => false,
            Some(Id::PlayerToMove) => is_next_player(game, node, property),
            _ => false,
        };
        let silent: Vec<_> = game.properties(node).iter().filter(is_silent).collect();
        if !silent.is_empty() {
            found.insert(node, silent);
        }
    }
    found
}

fn is_alone(game: &Game<'_>, node: NodeId) -> bool {
    node != NodeId::ROOT && game.mv(node).is_none() && game.properties(node).len() == 1
}

fn is_next_player(game: &Game<'_>, node: NodeId, property: &Property<'_>) -> bool {
    let mut line = std::iter::successors(Some(node), |at| game.first_child(*at));
    let next = line.find_map(|at| game.played(at));
    next.is_some_and(|mv| matches!(&property.value, Value::Text(color) if *color == mv.color.letter().to_string()))
}
