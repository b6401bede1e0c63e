//! Identifiers of nodes, and the slots of the arena that they stand for.

use std::fmt;
use std::num::NonZeroU32;
use std::sync::atomic::{AtomicU32, Ordering};

use crate::model::Move;

/// A node of a game's tree. Nodes are numbered in the order in which they were added.
///
/// A node belongs to one game and its clones. Every method of [`Game`](super::Game) that takes a node panics
/// if the node belongs to another game, or was removed; [`Game::contains`](super::Game::contains) tells
/// whether it would.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId {
    pub(super) slot: NodeSlot,
    pub(super) game: Tag,
}

impl NodeId {
    /// The first node of every game.
    pub const ROOT: Self = Self {
        slot: NodeSlot::ROOT,
        game: Tag(0),
    };

    /// Returns the number of the node, from 0 for the root.
    pub fn index(self) -> usize {
        self.slot.index()
    }
}

impl fmt::Debug for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NodeId({})", self.index())
    }
}

/// A place in the arena. Links between nodes need no more, so that a node stays small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct NodeSlot(NonZeroU32);

impl NodeSlot {
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    pub fn from_index(index: usize) -> Self {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        Self(NonZeroU32::new(number).unwrap_or(NonZeroU32::MAX))
    }
}

/// Marks the nodes of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Tag(u32);

impl Tag {
    /// Returns a tag that no other game has, of the last four billion.
    pub fn next() -> Self {
        static LAST: AtomicU32 = AtomicU32::new(1);
        Self(LAST.fetch_add(1, Ordering::Relaxed).max(1))
    }

    /// Returns the tag as a number.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// A node: 28 bytes, so that a plain move costs no more.
#[derive(Debug, Clone, Default)]
pub(super) struct Node {
    /// The slot itself, if the node was removed.
    pub parent: Option<NodeSlot>,
    pub first_child: Option<NodeSlot>,
    pub last_child: Option<NodeSlot>,
    pub next_sibling: Option<NodeSlot>,
    /// The node's properties are `properties[start..start + count]`.
    pub start: u32,
    pub count: u32,
    pub mv: Option<Move>,
}

impl Node {
    /// Returns whether the node has a move, and no properties.
    #[inline]
    pub fn is_only_move(&self) -> bool {
        self.mv.is_some() && self.count == 0
    }

    /// Returns the links. Those to last children follow from the others.
    #[inline]
    pub fn links(&self) -> [Option<NodeSlot>; 3] {
        [self.parent, self.first_child, self.next_sibling]
    }

    /// Returns whether two nodes have the same move, and no properties.
    #[inline]
    pub fn is_same_move(&self, other: &Self) -> bool {
        (self.count, other.count) == (0, 0) && self.mv.is_some() && self.mv == other.mv
    }
}
