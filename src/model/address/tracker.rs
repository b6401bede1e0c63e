//! Addresses of all nodes of a tree, one after the other.

use super::{Address, PathMark, Trail, is_move};
use crate::model::game::{Game, NodeId};

/// Follows a walk through a tree and gives each node its address, in a time that does not depend
/// on how deep the tree is.
pub struct Tracker {
    trail: Trail,
    /// For each node that the walk is in: where to go back to, and how many children were entered.
    stack: Vec<(PathMark, usize)>,
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
        let mark = self.trail.mark();
        let branch = match self.stack.last_mut() {
            None => {
                self.stack.push((mark, 0));
                return 0;
            }
            Some((_, entered)) => {
                *entered += 1;
                *entered - 1
            }
        };
        self.stack.push((mark, 0));
        self.trail.enter(branch, is_move(game, node));
        branch
    }

    /// Leaves the node that was entered last.
    pub fn leave(&mut self) {
        if let Some((mark, _)) = self.stack.pop() {
            self.trail.back_to(mark);
        }
    }

    /// Returns the address of the node that was entered last.
    pub fn address(&self, node: NodeId) -> Address {
        self.trail.address(node)
    }

    /// Appends the address of the node that was entered last.
    pub fn push_address(&self, node: NodeId, out: &mut String) {
        self.trail.push_address(node, out);
    }
}
