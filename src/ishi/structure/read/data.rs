//! The nodes of a tree under construction, with the lines that are about them.

use std::collections::{HashMap, HashSet};

use smallvec::SmallVec;

use crate::ishi::structure::Role;
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
    /// Siblings that diagrams come directly after, with the diagrams.
    gathered: Vec<(NodeId, Vec<NodeId>)>,
}

impl Tree<'_> {
    /// Creates a tree of an event without lines, with room for as many nodes.
    pub fn with_capacity(nodes: usize) -> Self {
        let mut tree = Self {
            game: Game::with_capacity(nodes, 0),
            nodes: Vec::with_capacity(nodes),
            gathered: Vec::new(),
        };
        tree.push(Role::Event);
        tree
    }

    /// Adds the data of the node that was added last.
    pub fn push(&mut self, role: Role) {
        self.nodes.push(NodeData::new(role));
    }

    /// Adds the data of the moves that were added last, each with one line, the first with this one. Returns how many
    /// they are.
    pub fn push_moves(&mut self, first: usize) -> usize {
        let added = self.game.node_count().saturating_sub(self.nodes.len());
        let lines = (first..).map(|line| u32::try_from(line).unwrap_or(u32::MAX));
        let moves = lines.take(added).map(|line| NodeData {
            role: Role::Move,
            lines: LineNumbers::from_iter([line]),
        });
        self.nodes.extend(moves);
        added
    }

    /// Notes that diagrams come directly after their sibling.
    pub fn gather(&mut self, node: NodeId, leaves: Vec<NodeId>) {
        self.gathered.push((node, leaves));
    }

    /// Puts diagrams directly after their siblings. Goes through the children of each parent once.
    pub fn put_diagrams(&mut self) {
        let gathered = std::mem::take(&mut self.gathered);
        let moved: HashSet<_> = gathered.iter().flat_map(|(_, all)| all).copied().collect();
        let mut parents: Vec<_> = gathered
            .iter()
            .filter_map(|(node, _)| self.game.parent(*node))
            .collect();
        parents.sort_unstable();
        parents.dedup();
        let mut after: HashMap<NodeId, Vec<NodeId>> = gathered.into_iter().collect();
        for parent in parents {
            let mut children = Vec::new();
            for child in self.game.children(parent) {
                if !moved.contains(&child) {
                    children.push(child);
                    children.extend(after.remove(&child).unwrap_or_default());
                }
            }
            self.game.reorder_children(parent, &children);
        }
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

    /// Rotates the data of `nodes` right by one: `[a, b, c]` -> `[c, a, b]`.
    pub fn rotate_data(&mut self, nodes: &[NodeId]) {
        for pair in nodes.windows(2).rev() {
            if let [left, right] = pair {
                let kept = std::mem::replace(self.data_mut(*left), NodeData::new(Role::Empty));
                let other = std::mem::replace(self.data_mut(*right), kept);
                *self.data_mut(*left) = other;
            }
        }
    }
}
