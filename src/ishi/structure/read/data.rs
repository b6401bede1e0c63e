//! The nodes of a tree under construction, with the lines that are about them.

use smallvec::SmallVec;

use crate::ishi::role::Role;
use crate::model::{Game, NodeId};

/// The indexes of lines; few nodes have more than a move and its prisoners.
pub(in crate::ishi) type LineNumbers = SmallVec<[u32; 4]>;

/// The role, the lines and the rare data of a node.
#[derive(Debug)]
pub(in crate::ishi) struct NodeData {
    pub role: Role,
    /// The indexes of its lines in order, with the defining line and the VAR and remarks before it.
    pub lines: LineNumbers,
}

impl NodeData {
    fn new(role: Role) -> Self {
        Self {
            role,
            lines: LineNumbers::new(),
        }
    }
}

/// A game whose nodes have lines instead of meaning.
#[derive(Debug)]
pub(in crate::ishi) struct Tree<'a> {
    pub game: Game<'a>,
    /// By the index of the node.
    nodes: Vec<NodeData>,
}

impl Tree<'_> {
    /// Creates a tree of an event without lines, with room for as many nodes.
    pub fn with_capacity(nodes: usize) -> Self {
        let mut tree = Self {
            game: Game::with_capacity(nodes, 0),
            nodes: Vec::with_capacity(nodes),
        };
        tree.push(Role::Event);
        tree
    }

    /// Adds the data of the node that was added last.
    pub fn push(&mut self, role: Role) {
        self.nodes.push(NodeData::new(role));
    }

    /// Returns the indexes of all lines, each with its node.
    pub fn lines(&self) -> impl Iterator<Item = (NodeId, u32)> {
        let nodes = self.nodes.iter().enumerate();
        nodes.flat_map(|(index, data)| {
            let node = self.game.node_at(index).unwrap_or(NodeId::ROOT);
            data.lines.iter().map(move |line| (node, *line))
        })
    }

    /// Returns the role of a node.
    pub fn role(&self, node: NodeId) -> Role {
        self.data(node).map_or(Role::Event, |data| data.role)
    }

    /// Returns the data of a node.
    #[inline]
    pub fn data(&self, node: NodeId) -> Option<&NodeData> {
        self.nodes.get(node.index())
    }

    /// Returns the data of a node, to change it.
    pub fn data_mut(&mut self, node: NodeId) -> &mut NodeData {
        let index = if node.index() < self.nodes.len() {
            node.index()
        } else {
            0
        };
        #[expect(
            clippy::indexing_slicing,
            reason = "checked above; the root always has data"
        )]
        &mut self.nodes[index]
    }
}
