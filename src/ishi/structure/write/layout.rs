//! Where the children of a node are written: in the sequence, in variations, or in further events.

use super::Planner;
use crate::ishi::line::Region;
use crate::ishi::say;
use crate::model::NodeId;

/// The shape of a node, before its place in the tree decides on its role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Move,
    /// No move, and the position stays as it is.
    Bare,
    /// A leaf with a region, or with SETUP or HIDE lines.
    Figure,
    /// The position changes and the game continues.
    Setup,
}

/// The children of a node by the places where they are written.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// The move or diagram with which the sequence continues.
    pub(super) host: Option<NodeId>,
    /// Leaves at the end of a sequence that does not continue.
    pub(super) leaves: Vec<NodeId>,
}

impl Planner<'_, '_> {
    /// Finds the places of a node's children. The first move is the main line, and the other children are variations
    /// on it.
    pub(super) fn layout(&mut self, parent: NodeId) -> Layout {
        if let Some(child) = self.plain_move(parent) {
            return Layout {
                host: Some(child),
                ..Layout::default()
            };
        }
        let mut branches: Vec<(NodeId, Shape)> = Vec::new();
        for node in self.game.children(parent) {
            match self.shape(node) {
                Shape::Setup => self.continuations.push_back(node),
                shape => branches.push((node, shape)),
            }
        }
        if let Some(host) = self.main_line(&branches) {
            return Layout {
                host: Some(host),
                leaves: Vec::new(),
            };
        }
        let mut moves = branches.iter().filter(|(_, shape)| *shape == Shape::Move);
        let Some((host, _)) = moves.next().copied() else {
            return self.without_move(&branches);
        };
        let others = branches.iter().map(|(node, _)| *node);
        self.vary(host, others.filter(|node| *node != host));
        Layout {
            host: Some(host),
            leaves: Vec::new(),
        }
    }

    /// Lays out children if the first one is bare and play continues after it. The others become variations on the
    /// first move after it. Returns the first child, or `None` if the children have another form.
    fn main_line(&mut self, branches: &[(NodeId, Shape)]) -> Option<NodeId> {
        let [(host, Shape::Bare), others @ ..] = branches else {
            return None;
        };
        if others.is_empty() {
            return None;
        }
        let mut node = *host;
        while self.shape(node) == Shape::Bare {
            node = self.game.first_child(node)?;
        }
        if self.shape(node) != Shape::Move {
            return None;
        }
        self.vary(node, others.iter().map(|(node, _)| *node));
        Some(*host)
    }

    fn vary(&mut self, host: NodeId, variations: impl Iterator<Item = NodeId>) {
        let mut variations = variations.peekable();
        if variations.peek().is_some() {
            self.variations.entry(host).or_default().extend(variations);
        }
    }

    /// Lays out children without a move. A single bare child continues the sequence. Otherwise leaves become diagrams,
    /// and the other children become continuation events, also a bare leaf after a figure.
    fn without_move(&mut self, branches: &[(NodeId, Shape)]) -> Layout {
        if let [(host, Shape::Bare)] = branches {
            return Layout {
                host: Some(*host),
                leaves: Vec::new(),
            };
        }
        let is_leaf = |node: NodeId| self.game.first_child(node).is_none();
        // A reader continues play with a bare diagram, and puts it before the figures that came before it.
        let first = branches.iter().find(|(node, _)| is_leaf(*node));
        let is_kept = match first {
            Some((_, Shape::Figure)) => |shape| shape == Shape::Figure,
            _ => |_| true,
        };
        let (leaves, events): (Vec<_>, Vec<_>) = branches
            .iter()
            .partition(|(node, shape)| is_leaf(*node) && is_kept(*shape));
        let nodes = |branches: Vec<(NodeId, Shape)>| branches.into_iter().map(|(node, _)| node);
        let leaves = nodes(leaves).collect();
        let events = nodes(events);
        self.continuations.extend(events);
        Layout { host: None, leaves }
    }

    pub(super) fn shape(&self, node: NodeId) -> Shape {
        if self.game.played(node).is_some() {
            return Shape::Move;
        }
        let changes = self.changing.contains(&node);
        if self.game.first_child(node).is_some() {
            return if changes { Shape::Setup } else { Shape::Bare };
        }
        if changes || self.shows_more(node) {
            return Shape::Figure;
        }
        Shape::Bare
    }

    /// Returns whether a leaf has a region, or SETUP lines although its stones do not change.
    fn shows_more(&self, node: NodeId) -> bool {
        say::region(self.game, node) != Region::Full || say::setup(self.game, node).is_some()
    }
}
