//! The nodes of a tree under construction, with the lines that are about them.

use std::collections::{HashMap, HashSet};

use smallvec::SmallVec;

use crate::ishi::structure::Role;
use crate::model::{Entry, Fact, Game, NodeId};

/// The indexes of lines; few nodes have more than a move and its prisoners.
pub(in crate::ishi) type Numbers = SmallVec<[u32; 4]>;

/// The role, the lines and the rare data of a node.
#[derive(Debug)]
pub(in crate::ishi) struct NodeData {
    pub role: Role,
    /// The indexes of its lines in order, with the defining line and the VAR and remarks before it.
    pub lines: Numbers,
    extra: Option<Box<Extra>>,
}

/// Data that few nodes have.
#[derive(Debug, Default)]
pub(in crate::ishi) struct Extra {
    /// Facts about its place in the text.
    pub facts: Vec<Fact>,
    /// If this is the last node of a sequence: the indexes of the remarks at its end, and of an ENDVAR with words.
    pub end: Vec<u32>,
    /// The entries of its carrier; most have one.
    pub carrier: SmallVec<[Entry<'static>; 1]>,
    /// The index of the block with its carrier.
    pub carrier_index: Option<u32>,
}

impl Extra {
    /// Adds an entry of the carrier in the block at `index`.
    pub fn carry(&mut self, entry: Entry<'static>, index: u32) {
        self.carrier.push(entry);
        self.carrier_index = Some(index);
    }
}

impl NodeData {
    fn new(role: Role) -> Self {
        Self {
            role,
            lines: Numbers::new(),
            extra: None,
        }
    }

    /// Takes the rare data.
    pub fn take_extra(&mut self) -> Option<Extra> {
        self.extra.take().map(|extra| *extra)
    }

    /// Returns whether the node has rare data.
    pub fn has_extra(&self) -> bool {
        self.extra.is_some()
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
    /// The first nodes of variations, with the first nodes of the variations that they vary.
    attached: Vec<(NodeId, NodeId)>,
    /// The hosts of variations that are not the first of their siblings, with their place.
    ordered: Vec<(NodeId, usize)>,
    /// The first nodes of variations, with the number of diagrams above which they belong.
    raised: Vec<(NodeId, u32)>,
    /// The roots of continuation events, with their place among their siblings.
    continuations: Vec<(NodeId, usize)>,
}

impl Tree<'_> {
    /// Creates a tree of an event without lines, with room for as many nodes.
    pub fn with_capacity(nodes: usize) -> Self {
        let mut tree = Self {
            game: Game::with_capacity(nodes, 0),
            nodes: Vec::with_capacity(nodes),
            gathered: Vec::new(),
            attached: Vec::new(),
            ordered: Vec::new(),
            raised: Vec::new(),
            continuations: Vec::new(),
        };
        tree.push(Role::Event);
        tree
    }

    /// Adds the data of the node that was added last.
    pub fn push(&mut self, role: Role) {
        self.nodes.push(NodeData::new(role));
    }

    /// Notes that the variation with the first node `node` varies `host`, the first node of another variation.
    /// Does nothing without a host.
    pub fn attach(&mut self, node: NodeId, host: Option<NodeId>) {
        self.attached.extend(host.map(|host| (node, host)));
    }

    /// Notes that diagrams come directly after their sibling.
    pub fn gather(&mut self, node: NodeId, leaves: Vec<NodeId>) {
        self.gathered.push((node, leaves));
    }

    /// Puts diagrams directly after their siblings. Goes through the children of each parent once.
    fn put_diagrams(&mut self) {
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

    /// Adds [`Fact::Attach`] with the number of the host to each attached variation, unless the host is the first
    /// sibling and has no [`Fact::Early`].
    fn number_hosts(&mut self) {
        let mut places: HashMap<NodeId, u32> = HashMap::new();
        let mut counted = HashSet::new();
        for (node, host) in std::mem::take(&mut self.attached) {
            let parent = self.game.parent(host);
            if let Some(parent) = parent.filter(|parent| counted.insert(*parent)) {
                places.extend(self.game.children(parent).zip(1..));
            }
            let place = places.get(&host).copied().unwrap_or(1);
            let early = self.has_fact(host, &Fact::Early);
            if place > 1 || early {
                self.extra_mut(node).facts.insert(0, Fact::Attach(place));
            }
        }
    }

    /// Returns the indexes of all lines, each with its node.
    pub fn lines(&self) -> impl Iterator<Item = (NodeId, u32)> {
        let nodes = self.nodes.iter().enumerate();
        nodes.flat_map(|(index, data)| {
            let node = self.game.node_at(index).unwrap_or(NodeId::ROOT);
            let end = data.extra.iter().flat_map(|extra| &extra.end);
            data.lines.iter().chain(end).map(move |line| (node, *line))
        })
    }

    /// Returns the role of a node.
    pub fn role(&self, node: NodeId) -> Role {
        self.nodes
            .get(node.index())
            .map_or(Role::Event, |data| data.role)
    }

    /// Returns the data of a node.
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

    /// Returns the rare data of a node, and creates it if it is missing.
    pub fn extra_mut(&mut self, node: NodeId) -> &mut Extra {
        self.data_mut(node).extra.get_or_insert_default()
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

    /// Notes that a node is to become the k-th of its siblings, from 1, continuations not counted.
    pub fn order(&mut self, node: NodeId, k: usize) {
        self.ordered.push((node, k));
    }

    /// Notes that the first node of a variation belongs above so many diagrams before the move that it varies.
    pub fn raise(&mut self, node: NodeId, count: u32) {
        self.raised.push((node, count));
    }

    /// Makes the first nodes of variations siblings of the diagrams above which they belong.
    fn put_above(&mut self) {
        for (node, count) in std::mem::take(&mut self.raised) {
            let Some(mut parent) = self.game.parent(node) else {
                continue;
            };
            for _ in 0..count {
                match self.game.parent(parent) {
                    Some(above) if self.role(parent) == Role::Diagram => parent = above,
                    _ => break,
                }
            }
            if self.game.parent(node) != Some(parent) {
                self.game.raise(node, parent);
            }
        }
    }

    /// Notes that a node is the root of a continuation event, the k-th of its siblings, from 1.
    pub fn continues(&mut self, node: NodeId, k: usize) {
        self.continuations.push((node, k));
    }

    /// Puts the children into the order that facts ask for.
    pub fn arrange(&mut self) {
        self.put_above();
        self.put_diagrams();
        self.number_hosts();
        let mut ordered = std::mem::take(&mut self.ordered);
        let mut continuations = std::mem::take(&mut self.continuations);
        let moved = ordered.iter().chain(&continuations);
        let mut parents: Vec<_> = moved
            .filter_map(|(node, _)| self.game.parent(*node))
            .collect();
        parents.sort_unstable();
        parents.dedup();
        continuations.sort_by_key(|(node, k)| (self.game.parent(*node), *k));
        ordered.sort_by_key(|(node, _)| self.game.parent(*node));
        for parent in parents {
            let mut children: Vec<_> = self.game.children(parent).collect();
            let of_parent = |list: &[(NodeId, usize)]| {
                let start =
                    list.partition_point(|(node, _)| self.game.parent(*node) < Some(parent));
                let rest = list.get(start..).unwrap_or_default().iter();
                let same = rest.take_while(|(node, _)| self.game.parent(*node) == Some(parent));
                same.copied().collect::<Vec<_>>()
            };
            let continuing = of_parent(&continuations);
            if !continuing.is_empty() {
                let roots: HashSet<_> = continuing.iter().map(|(node, _)| *node).collect();
                children.retain(|child| !roots.contains(child));
            }
            for (node, k) in of_parent(&ordered) {
                self.put_host(&mut children, node, k);
            }
            let children = merged(&children, &continuing);
            self.game.reorder_children(parent, &children);
        }
    }

    /// Makes a host the k-th of its siblings; the diagrams that come before it in the file stay after it.
    fn put_host(&self, children: &mut Vec<NodeId>, host: NodeId, k: usize) {
        let Some(at) = children.iter().position(|child| *child == host) else {
            return;
        };
        let after = children.get(at + 1..).unwrap_or_default().iter();
        let inline = after.take_while(|child| self.is_inline(**child)).count();
        let group: Vec<_> = children.drain(at..=at + inline).collect();
        let place = k.saturating_sub(1).min(children.len());
        children.splice(place..place, group);
    }

    fn is_inline(&self, node: NodeId) -> bool {
        self.has_fact(node, &Fact::Inline)
    }

    fn has_fact(&self, node: NodeId, fact: &Fact) -> bool {
        let data = self.nodes.get(node.index());
        let extra = data.and_then(|data| data.extra.as_ref());
        extra.is_some_and(|extra| extra.facts.contains(fact))
    }
}

/// Puts nodes between children, each at its place, from 1, in the whole.
fn merged(children: &[NodeId], placed: &[(NodeId, usize)]) -> Vec<NodeId> {
    let mut all = Vec::with_capacity(children.len() + placed.len());
    let mut rest = children.iter();
    for (node, k) in placed {
        while all.len() + 1 < *k
            && let Some(child) = rest.next()
        {
            all.push(*child);
        }
        all.push(*node);
    }
    all.extend(rest);
    all
}
