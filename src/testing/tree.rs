//! Trees of all shapes.

use proptest::prelude::*;
use proptest::sample::Index;

use super::value;
use crate::model::{BoardSize, Game, Meaning, NodeId, Property};

/// How many nodes a game has at most.
const NODES: usize = 30;

/// Where a node hangs.
#[derive(Debug, Clone)]
pub(super) enum Parent {
    /// On the node before it: a line grows.
    Last,
    /// On the parent of the node before it: one more variation.
    Same,
    /// On any node.
    Any(Index),
}

/// Returns a strategy for the shapes of trees: deep ones, wide ones, and bushes.
pub(super) fn shape() -> impl Strategy<Value = Vec<Parent>> {
    let parents = |last: u32, same: u32, any: u32| {
        prop::collection::vec(
            prop_oneof![
                last => Just(Parent::Last),
                same => Just(Parent::Same),
                any => any_index().prop_map(Parent::Any),
            ],
            0..NODES,
        )
    };
    prop_oneof![
        4 => parents(12, 1, 1),
        1 => parents(1, 8, 1),
        2 => parents(2, 1, 2),
    ]
}

fn any_index() -> impl Strategy<Value = Index> {
    any::<Index>()
}

/// Returns a strategy for the meanings of enough nodes.
pub(super) fn nodes(size: BoardSize) -> impl Strategy<Value = Vec<Meaning<'static>>> {
    prop::collection::vec(value::meaning(size), NODES)
}

/// Returns a strategy for the nodes of games other than Go.
pub(super) fn other_nodes() -> impl Strategy<Value = Vec<Meaning<'static>>> {
    prop::collection::vec(value::other_meaning(), NODES)
}

/// Grows a tree.
pub(super) fn grow(
    size: BoardSize,
    shape: &[Parent],
    nodes: Vec<Meaning<'static>>,
) -> Game<'static> {
    let mut game = Game::new();
    game.size = size;
    let mut all = vec![NodeId::ROOT];
    for parent in shape {
        let last = *all.last().unwrap_or(&NodeId::ROOT);
        let parent = match parent {
            Parent::Last => last,
            Parent::Same => game.parent(last).unwrap_or(last),
            Parent::Any(index) => *index.get(&all),
        };
        all.push(game.add_child(parent));
    }
    for (&node, mut meaning) in all.iter().zip(nodes) {
        let is_root = node == NodeId::ROOT;
        meaning
            .properties
            .retain(|property| is_root || !is_root_property(property));
        game.set_meaning(node, meaning);
    }
    // With what readers make of records, which need not be what a program may make.
    game.into_read()
}

fn is_root_property(property: &Property<'_>) -> bool {
    property.property_type() == crate::model::PropertyType::Root
}
