//! The nodes of a game that the nodes of its shown games come from.

use std::collections::HashMap;

use crate::edit::{Parts, align, pairs, partners};
use crate::model::equal::{same_move, same_properties};
use crate::model::{Game, NodeId};

/// The nodes of a game that each node of its shown games comes from.
///
/// Trees may differ: a root and the setup stones after it are one event of Ishi, the move of a root is a separate node
/// there, and a separate event continues a game from a position in its middle.
pub(crate) struct Origin {
    games: Vec<ShownNodes>,
}

/// For each node of a shown game, by its index, the nodes that it shows; at least one.
pub(crate) type ShownNodes = Vec<Vec<NodeId>>;

impl Origin {
    /// Returns the nodes of each shown game.
    pub fn games(&self) -> &[ShownNodes] {
        &self.games
    }

    /// Finds the nodes that shown games come from.
    pub fn new(ours: &Game<'_>, base: &[Game<'_>]) -> Self {
        // For each node of ours the game and the node that show it.
        let mut shown: HashMap<NodeId, (usize, NodeId)> = HashMap::new();
        let mut games = Vec::with_capacity(base.len());
        let mut parts: Option<Parts<'_, '_>> = None;
        for (number, base) in base.iter().enumerate() {
            let partners = if number == 0 {
                shown_nodes(ours, base)
            } else {
                let new = || Parts::new(ours, shown.keys().copied());
                parts.get_or_insert_with(new).pair(base)
            };
            let mut nodes: ShownNodes = vec![Vec::new(); base.index_limit()];
            for node in base.nodes() {
                let own = partners.get(node.index()).copied().flatten();
                shown.extend(own.map(|own| (own, (number, node))));
                let own = own.map(|own| vec![own]);
                let above = || {
                    base.parent(node)
                        .and_then(|up| nodes.get(up.index()).cloned())
                };
                let group = own.or_else(above).unwrap_or_else(|| vec![NodeId::ROOT]);
                if let Some(place) = nodes.get_mut(node.index()) {
                    *place = group;
                }
            }
            games.push(nodes);
        }
        // A node without a shown node is shown with the node above it.
        for node in ours.nodes().skip(1) {
            if shown.contains_key(&node) {
                continue;
            }
            let above = ours.parent(node).and_then(|up| shown.get(&up).copied());
            let (number, at) = above.unwrap_or((0, NodeId::ROOT));
            shown.insert(node, (number, at));
            let group = games
                .get_mut(number)
                .and_then(|nodes| nodes.get_mut(at.index()));
            if let Some(group) = group {
                group.push(node);
            }
        }
        Self { games }
    }
}

/// Returns for each node of a shown game, by its index, its node of `ours`. Nodes without words look alike, so their places in
/// the tree tell more than the words of others. But a format can show variations in another order: then more nodes are equal
/// to those that [`align`] finds.
fn shown_nodes(ours: &Game<'_>, base: &Game<'_>) -> Vec<Option<NodeId>> {
    let is_equal = |node: NodeId, own: NodeId| {
        same_move(base.mv(node), ours.mv(own))
            && same_properties(base.properties(node), ours.properties(own))
    };
    let equal = |nodes: &[Option<NodeId>]| {
        let own = |node: NodeId| nodes.get(node.index()).copied().flatten();
        let pairs = base.nodes().filter_map(|node| Some((node, own(node)?)));
        pairs.filter(|(node, own)| is_equal(*node, *own)).count()
    };
    let aligned = align(ours, base).into_second();
    if pairs(base, ours).is_none() {
        return aligned;
    }
    let in_place = partners(base, ours);
    if equal(&aligned) > equal(&in_place) {
        aligned
    } else {
        in_place
    }
}
