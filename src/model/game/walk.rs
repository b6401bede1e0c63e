//! Walks through the tree of a game.

use super::id::{Node, NodeSlot};
use super::{Game, Move, NodeId};

/// One step of a walk through a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The node comes before its children.
    Enter(NodeId),
    /// The node and all below it are done.
    Leave(NodeId),
}

/// A walk through a tree; it follows the links of the arena and needs no stack.
#[derive(Debug, Clone)]
pub struct Walk<'g, 'a> {
    game: &'g Game<'a>,
    top: NodeId,
    next: Option<Step>,
}

impl<'g, 'a> Walk<'g, 'a> {
    /// Returns the game.
    pub(super) fn game(&self) -> &'g Game<'a> {
        self.game
    }
}

impl Iterator for Walk<'_, '_> {
    type Item = Step;

    #[inline]
    fn next(&mut self) -> Option<Step> {
        let step = self.next?;
        let game = self.game;
        self.next = match step {
            Step::Enter(id) => match game.linked(id.slot)?.first_child {
                Some(child) => Some(Step::Enter(game.id(child))),
                None => Some(Step::Leave(id)),
            },
            Step::Leave(id) if id == self.top => None,
            Step::Leave(id) => {
                let node = game.linked(id.slot)?;
                match node.next_sibling {
                    Some(sibling) => Some(Step::Enter(game.id(sibling))),
                    None => node.parent.map(|parent| Step::Leave(game.id(parent))),
                }
            }
        };
        Some(step)
    }
}

impl<'a> Game<'a> {
    /// Walks the tree in the order of a file: every node is entered, then left after its children.
    pub fn walk(&self) -> Walk<'_, 'a> {
        self.walk_from(NodeId::ROOT)
    }

    /// Walks the part of the tree below and with `top`.
    pub fn walk_from(&self, top: NodeId) -> Walk<'_, 'a> {
        // After this the walk follows links, and they need no check.
        self.node(top);
        Walk {
            game: self,
            top,
            next: Some(Step::Enter(top)),
        }
    }

    /// Returns all nodes in the order of a file.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.nodes_from(NodeId::ROOT)
    }

    /// Returns the nodes with properties in the order in which they were added, without a walk through the moves.
    pub(crate) fn nodes_with_properties(&self) -> impl Iterator<Item = NodeId> {
        self.nodes_where(|node| node.count > 0)
    }

    /// Returns the nodes for which `is_wanted` is true, in the order of the arena.
    pub(super) fn nodes_where(
        &self,
        is_wanted: impl Fn(&Node) -> bool,
    ) -> impl Iterator<Item = NodeId> {
        let nodes = self.nodes.iter().enumerate();
        let wanted = nodes.filter(move |(_, node)| is_wanted(node));
        wanted.map(|(index, _)| self.id(NodeSlot::from_index(index)))
    }

    /// Returns a node and all below it in the order of a file.
    pub fn nodes_from(&self, top: NodeId) -> impl Iterator<Item = NodeId> {
        self.walk_from(top).filter_map(|step| match step {
            Step::Enter(id) => Some(id),
            Step::Leave(_) => None,
        })
    }

    /// Returns the nodes that continue the line after a node, as long as each is an only child, and a move without
    /// properties that [is played](Move::is_played).
    pub(crate) fn moves_after(&self, id: NodeId) -> impl Iterator<Item = (NodeId, Move)> {
        let mut child = self.node(id).first_child;
        std::iter::from_fn(move || {
            let slot = child?;
            let node = self.linked(slot)?;
            let is_plain = node.is_only_move() && node.next_sibling.is_none();
            let mv = node.mv.filter(|mv| is_plain && mv.is_played(self.size))?;
            child = node.first_child;
            Some((self.id(slot), mv))
        })
    }

    /// Returns the last node of each line, the main line first: [`Game::line_to`] leads to it.
    pub fn leaves(&self) -> impl Iterator<Item = NodeId> {
        self.nodes()
            .filter(|&node| self.first_child(node).is_none())
    }
}
