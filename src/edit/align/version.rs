//! A version of a game, with hashes by which its nodes are recognised in another version.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, VecDeque};
use std::hash::{Hash, Hasher};

use crate::bracket::property::property_text;
use crate::model::{Area, Game, Id, NodeId};

/// A version of a game, with hashes of each node by its index.
pub(super) struct Version<'g, 'a> {
    pub game: &'g Game<'a>,
    /// A hash of the move of each node, else of its stones, else of its words.
    pub signatures: Vec<u64>,
    /// A hash of the signatures of a node and all below it.
    hashes: Vec<u64>,
    /// A hash of the signature and the words of each node.
    pub with_words: Vec<u64>,
    /// A hash of `with_words` of a node and all below it.
    contents: Vec<u64>,
}

impl<'g, 'a> Version<'g, 'a> {
    pub fn new(game: &'g Game<'a>) -> Self {
        let nodes: Vec<_> = game.nodes().collect();
        let mut signatures = vec![0; game.index_limit()];
        let mut with_words = signatures.clone();
        for node in &nodes {
            let words = words(game, *node);
            let signature = signature(game, *node, &words);
            let index = node.index();
            if let (Some(own), Some(all)) = (signatures.get_mut(index), with_words.get_mut(index)) {
                *own = signature;
                *all = hash_of((signature, words));
            }
        }
        Self {
            game,
            hashes: with_nodes_below(game, &nodes, &signatures),
            contents: with_nodes_below(game, &nodes, &with_words),
            signatures,
            with_words,
        }
    }

    /// Returns the nodes of each hash, in the order of the game.
    pub fn by_hash(&self) -> HashMap<u64, VecDeque<NodeId>> {
        let mut nodes: HashMap<u64, VecDeque<NodeId>> = HashMap::new();
        for node in self.game.nodes() {
            nodes.entry(self.hash(node)).or_default().push_back(node);
        }
        nodes
    }

    pub fn signature(&self, node: NodeId) -> u64 {
        self.signatures.get(node.index()).copied().unwrap_or(0)
    }

    pub fn hash(&self, node: NodeId) -> u64 {
        self.hashes.get(node.index()).copied().unwrap_or(0)
    }

    pub fn content(&self, node: NodeId) -> u64 {
        self.contents.get(node.index()).copied().unwrap_or(0)
    }

    pub fn kind(&self, node: NodeId) -> Subject {
        match self.game.mv(node) {
            Some(_) => Subject::Move,
            None if self.game.is_setup(node) => Subject::Setup,
            None => Subject::Words,
        }
    }

    /// Returns the nodes of a kind.
    pub fn of_kind(&self, nodes: &[NodeId], kind: Subject) -> Vec<NodeId> {
        let nodes = nodes.iter().copied();
        nodes.filter(|node| self.kind(*node) == kind).collect()
    }

    /// Returns how many children of the parent of a node have a value.
    pub fn siblings_like(
        &self,
        node: NodeId,
        value: u64,
        of: impl Fn(&Self, NodeId) -> u64,
    ) -> usize {
        let parent = self.game.parent(node).into_iter();
        let siblings = parent.flat_map(|parent| self.game.children(parent));
        siblings.filter(|child| of(self, *child) == value).count()
    }
}

/// Returns for each node, by its index, a hash of its value and the values of the nodes below it. `nodes` are in the order of
/// the game.
fn with_nodes_below(game: &Game<'_>, nodes: &[NodeId], values: &[u64]) -> Vec<u64> {
    let mut hashes = values.to_vec();
    for node in nodes.iter().rev() {
        let children = game.children(*node);
        let below: Vec<_> = children
            .map(|child| hashes.get(child.index()).copied())
            .collect();
        if let Some(place) = hashes.get_mut(node.index()) {
            *place = hash_of((*place, below));
        }
    }
    hashes
}

pub(super) fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the properties of a node, sorted.
fn words(game: &Game<'_>, node: NodeId) -> Vec<String> {
    let mut words: Vec<_> = game.properties(node).iter().map(property_text).collect();
    words.sort_unstable();
    words
}

/// Returns a hash of the move of a node, else of its stones, else of its words.
fn signature(game: &Game<'_>, node: NodeId, words: &[String]) -> u64 {
    if let Some(mv) = game.mv(node) {
        // A place off the board is a pass in most formats.
        return hash_of((0, mv.color, mv.point_on(game.size)));
    }
    let mut stones: Vec<(Id, Area)> = Vec::new();
    for id in [Id::AddBlack, Id::AddWhite, Id::AddEmpty] {
        stones.extend(game.areas(node, id).map(|area| (id, area)));
    }
    if stones.is_empty() {
        return hash_of((2, words));
    }
    stones.sort_unstable();
    hash_of((1, stones))
}

/// The first subject of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    Move,
    Setup,
    Words,
}

/// Returns the children of a node that have no partners.
pub(super) fn free(
    version: &Version<'_, '_>,
    partners: &[Option<NodeId>],
    node: NodeId,
) -> Vec<NodeId> {
    let is_free = |node: &NodeId| matches!(partners.get(node.index()), Some(None));
    version.game.children(node).filter(is_free).collect()
}

/// Returns for each node its number among those with its signature, from 0.
pub(super) fn numbered(version: &Version<'_, '_>, nodes: &[NodeId]) -> HashMap<NodeId, usize> {
    let mut counts = HashMap::new();
    let number = |node: &NodeId| {
        let count = counts.entry(version.signature(*node)).or_insert(0);
        *count += 1;
        (*node, *count - 1)
    };
    nodes.iter().map(number).collect()
}
