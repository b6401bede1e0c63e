//! Addresses of all nodes of a tree, one after the other.

use super::{Address, Counts, Trail, is_move};
use crate::model::game::{Game, NodeId};

/// Follows a walk through a tree and gives each node its address, in a time that does not depend
/// on how deep the tree is.
pub struct Tracker {
    trail: Trail,
    /// For each node that the walk is in: the length of the path and the counts before it, and how many children were entered.
    stack: Vec<(usize, Counts, usize)>,
}

impl Tracker {
    /// Starts before the root.
    pub fn new(game: &Game<'_>) -> Self {
        Self {
            trail: Trail::at_root(game),
            stack: Vec::new(),
        }
    }

    /// Enters a node, and returns its number among its siblings, from 0.
    pub fn enter(&mut self, game: &Game<'_>, node: NodeId) -> usize {
        let before = (self.trail.path.len(), self.trail.counts, 0);
        let branch = self.stack.last_mut().map(|(_, _, entered)| {
            *entered += 1;
            *entered - 1
        });
        self.stack.push(before);
        if let Some(branch) = branch {
            self.trail.enter(branch, is_move(game, node));
        }
        branch.unwrap_or(0)
    }

    /// Leaves the node that was entered last.
    pub fn leave(&mut self) {
        if let Some((length, counts, _)) = self.stack.pop() {
            self.trail.path.truncate(length);
            self.trail.counts = counts;
        }
    }

    /// Returns the address of the node that was entered last.
    pub fn address(&self, node: NodeId) -> Address {
        self.trail.address(node)
    }
}
