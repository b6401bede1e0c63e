//! Lines of a game, and the addresses of its nodes.

use super::address::{Address, AddressError};
use super::{Game, NodeId};

impl Game<'_> {
    /// Returns the nodes of the main line: the root, its first child, and so on.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(NodeId::ROOT)
    }

    /// Returns the nodes of a line from a node on: itself, its first child, and so on.
    pub fn line_from(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |&at| self.first_child(at))
    }

    /// Returns the nodes from the root to a node, both included.
    pub fn line_to(&self, node: NodeId) -> Vec<NodeId> {
        let mut line: Vec<_> = std::iter::successors(Some(node), |&at| self.parent(at)).collect();
        line.reverse();
        line
    }

    /// Returns the variations of a node: all children except the first, because that one continues the line.
    pub fn variations(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.children(node).skip(1)
    }

    /// Returns the address of a node: the same as [`Address::of`].
    pub fn address(&self, node: NodeId) -> Address {
        Address::of(self, node)
    }

    /// Returns the node at an address, for example `42`, `12b3`, `end` or `D4`; see [`Address`].
    ///
    /// # Errors
    ///
    /// [`AddressError`] if the text is not an address, or the game has no such node.
    pub fn find(&self, address: &str) -> Result<NodeId, AddressError> {
        address.parse::<Address>()?.find(self)
    }
}
