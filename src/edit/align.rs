//! Pairs the nodes of two versions of a game, so that an edit of one of them can be told.

use std::collections::hash_map::DefaultHasher;
use std::collections::{HashMap, VecDeque};
use std::hash::{Hash, Hasher};

use super::splice::longest_rise;
use crate::bracket::property::property_text;
use crate::model::{Area, Game, Id, NodeId};

/// How far along its main line a node is looked for that was inserted before, or deleted.
const AHEAD: usize = 32;

/// The most pairs of children that are looked at for a common line.
const MOST: usize = 256;

/// The partners of nodes in two versions of a game. No node has two partners.
#[derive(Debug, Clone)]
pub(crate) struct Pairs {
    of_first: Vec<Option<NodeId>>,
    of_second: Vec<Option<NodeId>>,
}

impl Pairs {
    fn new(first: &Game<'_>, second: &Game<'_>) -> Self {
        Self {
            of_first: vec![None; first.index_limit()],
            of_second: vec![None; second.index_limit()],
        }
    }

    /// Returns the partner of a node of the first version.
    pub fn of_first(&self, node: NodeId) -> Option<NodeId> {
        self.of_first.get(node.index()).copied().flatten()
    }

    /// Returns the partner of a node of the second version.
    pub fn of_second(&self, node: NodeId) -> Option<NodeId> {
        self.of_second.get(node.index()).copied().flatten()
    }

    /// Returns for each node of the second version, by its index, its partner.
    pub fn into_second(self) -> Vec<Option<NodeId>> {
        self.of_second
    }

    /// Makes two nodes partners, unless one of them has a partner.
    fn put(&mut self, first: NodeId, second: NodeId) {
        let sides = (
            self.of_first.get_mut(first.index()),
            self.of_second.get_mut(second.index()),
        );
        if let (Some(one @ None), Some(two @ None)) = sides {
            (*one, *two) = (Some(second), Some(first));
        }
    }
}

/// Pairs the nodes of two versions of a game.
///
/// Subtrees with the same moves and stones pair first, wherever their siblings are. Then lines pair by the moves
/// that only one node of each has, and a stretch between two pairs pairs node by node if it is as long in both, so
/// that a changed move finds its former self. Last come subtrees that moved to another place.
pub(crate) fn align(first: &Game<'_>, second: &Game<'_>) -> Pairs {
    let versions = (Version::new(first), Version::new(second));
    let mut aligner = Aligner::new(&versions.0, &versions.1, Pairs::new(first, second));
    aligner.put(NodeId::ROOT, NodeId::ROOT);
    aligner.finish()
}

/// A game, whose parts are paired with it one after the other: events that continue it from anywhere in it.
pub(crate) struct Parts<'g, 'a> {
    whole: Version<'g, 'a>,
    /// The partners of nodes, in any part.
    of_whole: Vec<Option<NodeId>>,
    /// The nodes by their hashes, without those that were found to have a partner.
    free: HashMap<u64, VecDeque<NodeId>>,
    /// The nodes with setup stones, in the same way, but the last one first.
    setups: Vec<NodeId>,
}

impl<'g, 'a> Parts<'g, 'a> {
    /// Creates the game, given the nodes that have a partner elsewhere.
    pub fn new(whole: &'g Game<'a>, taken: impl IntoIterator<Item = NodeId>) -> Self {
        let mut of_whole = vec![None; whole.index_limit()];
        for node in taken {
            if let Some(place) = of_whole.get_mut(node.index()) {
                *place = Some(node);
            }
        }
        let sets_up = |node: &NodeId| whole.is_setup(*node) && *node != NodeId::ROOT;
        let mut setups: Vec<_> = whole.nodes().filter(sets_up).collect();
        setups.reverse();
        let whole = Version::new(whole);
        Self {
            free: whole.by_hash(),
            whole,
            of_whole,
            setups,
        }
    }

    /// Pairs the nodes of the next part; returns for each of them, by its index, its node of the game.
    pub fn pair(&mut self, part: &Game<'_>) -> Vec<Option<NodeId>> {
        let pairs = Pairs {
            of_first: std::mem::take(&mut self.of_whole),
            of_second: vec![None; part.index_limit()],
        };
        let version = Version::new(part);
        let mut aligner = Aligner::new(&self.whole, &version, pairs);
        // A part is no longer than its line of the game, and events follow each other in one line.
        aligner.longest = part.node_count() + AHEAD;
        aligner.moved(&mut self.free);
        let first = part.first_child(NodeId::ROOT);
        let above = |node| self.whole.game.parent(aligner.pairs.of_second(node)?);
        let start = first.and_then(above).or_else(|| {
            while let Some(node) = self.setups.last() {
                if aligner.pairs.of_first(*node).is_none() {
                    return Some(*node);
                }
                self.setups.pop();
            }
            None
        });
        if let Some(start) = start.filter(|node| aligner.pairs.of_first(*node).is_none()) {
            aligner.put(start, NodeId::ROOT);
        }
        aligner.children();
        self.of_whole = aligner.pairs.of_first;
        aligner.pairs.of_second
    }
}

/// A version of a game, with hashes of each node by its index.
struct Version<'g, 'a> {
    game: &'g Game<'a>,
    /// A hash of the move of each node, else of its stones, else of its words.
    signatures: Vec<u64>,
    /// A hash of the signatures of a node and all below it.
    hashes: Vec<u64>,
    /// A hash of the signature and the words of each node.
    with_words: Vec<u64>,
    /// A hash of these of a node and all below it.
    contents: Vec<u64>,
}

impl<'g, 'a> Version<'g, 'a> {
    fn new(game: &'g Game<'a>) -> Self {
        let nodes: Vec<_> = game.nodes().collect();
        let mut signatures = vec![0; game.index_limit()];
        let mut with_words = signatures.clone();
        for node in &nodes {
            let signature = signature(game, *node);
            let index = node.index();
            if let (Some(own), Some(all)) = (signatures.get_mut(index), with_words.get_mut(index)) {
                *own = signature;
                *all = hash_of((signature, words(game, *node)));
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
    fn by_hash(&self) -> HashMap<u64, VecDeque<NodeId>> {
        let mut nodes: HashMap<u64, VecDeque<NodeId>> = HashMap::new();
        for node in self.game.nodes() {
            nodes.entry(self.hash(node)).or_default().push_back(node);
        }
        nodes
    }

    fn signature(&self, node: NodeId) -> u64 {
        self.signatures.get(node.index()).copied().unwrap_or(0)
    }

    fn hash(&self, node: NodeId) -> u64 {
        self.hashes.get(node.index()).copied().unwrap_or(0)
    }

    fn content(&self, node: NodeId) -> u64 {
        self.contents.get(node.index()).copied().unwrap_or(0)
    }

    /// Returns how many children of the parent of a node have a value.
    fn siblings_like(&self, node: NodeId, value: u64, of: impl Fn(&Self, NodeId) -> u64) -> usize {
        let parent = self.game.parent(node).into_iter();
        let siblings = parent.flat_map(|parent| self.game.children(parent));
        siblings.filter(|child| of(self, *child) == value).count()
    }

    /// Returns a node and the nodes of the main line below it.
    fn line(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(node), |node| self.game.first_child(*node))
    }
}

/// Returns for each node, by its index, a hash of its value and the values of all nodes below it. `nodes` are in the order
/// of the game.
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

fn hash_of(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the properties of a node, in an order of their own.
fn words(game: &Game<'_>, node: NodeId) -> Vec<String> {
    let mut words: Vec<_> = game.properties(node).iter().map(property_text).collect();
    words.sort_unstable();
    words
}

/// Returns a hash of the move of a node, else of its stones, else of its words.
fn signature(game: &Game<'_>, node: NodeId) -> u64 {
    if let Some(mv) = game.mv(node) {
        // A place off the board is a pass in most formats.
        return hash_of((0, mv.color, mv.point_on(game.size)));
    }
    let mut stones: Vec<(Id, Area)> = Vec::new();
    for id in [Id::AddBlack, Id::AddWhite, Id::AddEmpty] {
        stones.extend(game.areas(node, id).map(|area| (id, area)));
    }
    if stones.is_empty() {
        return hash_of((2, words(game, node)));
    }
    stones.sort_unstable();
    hash_of((1, stones))
}

/// What a node is about first of all.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Move,
    Setup,
    Words,
}

/// Returns the nodes of a kind.
fn of_kind(version: &Version<'_, '_>, nodes: &[NodeId], kind: Kind) -> Vec<NodeId> {
    let game = version.game;
    let kind_of = |node| match game.mv(node) {
        Some(_) => Kind::Move,
        None if game.is_setup(node) => Kind::Setup,
        None => Kind::Words,
    };
    let nodes = nodes.iter().copied();
    nodes.filter(|node| kind_of(*node) == kind).collect()
}

/// Returns the children of a node that have no partners.
fn free(version: &Version<'_, '_>, partners: &[Option<NodeId>], node: NodeId) -> Vec<NodeId> {
    let is_free = |node: &NodeId| matches!(partners.get(node.index()), Some(None));
    version.game.children(node).filter(is_free).collect()
}

struct Aligner<'v, 'a, 'b> {
    first: &'v Version<'v, 'a>,
    second: &'v Version<'v, 'b>,
    pairs: Pairs,
    /// Pairs whose children may not have partners yet.
    todo: Vec<(NodeId, NodeId)>,
    /// The longest line of the first version that is looked at.
    longest: usize,
    /// A node, if the lines below it and its partner have no signature in common, and how many nodes of its line are not
    /// compared again. To compare long lines at each node would take time with the square of their length.
    apart: Option<(NodeId, usize)>,
}

impl<'v, 'a, 'b> Aligner<'v, 'a, 'b> {
    fn new(first: &'v Version<'v, 'a>, second: &'v Version<'v, 'b>, pairs: Pairs) -> Self {
        Self {
            pairs,
            first,
            second,
            todo: Vec::new(),
            longest: usize::MAX,
            apart: None,
        }
    }

    fn finish(mut self) -> Pairs {
        self.children();
        let mut seconds = self.second.game.nodes();
        if seconds.any(|node| self.pairs.of_second(node).is_none()) {
            self.moved(&mut self.first.by_hash());
            self.children();
        }
        self.pairs
    }

    fn put(&mut self, first: NodeId, second: NodeId) {
        self.pairs.put(first, second);
        self.todo.push((first, second));
    }

    /// Pairs two subtrees with the same moves and stones.
    fn subtrees(&mut self, first: NodeId, second: NodeId) {
        let firsts = self.first.game.nodes_from(first);
        let seconds = self.second.game.nodes_from(second);
        for (first, second) in firsts.zip(seconds) {
            self.pairs.put(first, second);
        }
    }

    /// Pairs the children of the pairs that wait.
    fn children(&mut self) {
        while let Some((first, second)) = self.todo.pop() {
            let mut firsts = free(self.first, &self.pairs.of_first, first);
            let mut seconds = free(self.second, &self.pairs.of_second, second);
            self.all_alike(&mut firsts, &mut seconds);
            self.shifted(&mut firsts, &mut seconds);
            self.lifted(&mut firsts, &mut seconds);
            // Equally many nodes that are left were changed.
            for kind in [Kind::Move, Kind::Setup, Kind::Words] {
                let firsts = of_kind(self.first, &firsts, kind);
                let seconds = of_kind(self.second, &seconds, kind);
                self.all_changed(&firsts, &seconds);
            }
            self.retain_free(&mut firsts, &mut seconds);
            self.all_changed(&firsts, &seconds);
        }
    }

    /// Pairs nodes in their order, if there are equally many.
    fn all_changed(&mut self, firsts: &[NodeId], seconds: &[NodeId]) {
        if firsts.len() != seconds.len() {
            return;
        }
        for (first, second) in firsts.iter().zip(seconds) {
            self.changed(*first, *second);
            self.put(*first, *second);
        }
    }

    fn retain_free(&self, firsts: &mut Vec<NodeId>, seconds: &mut Vec<NodeId>) {
        firsts.retain(|node| self.pairs.of_first(*node).is_none());
        seconds.retain(|node| self.pairs.of_second(*node).is_none());
    }

    /// Pairs nodes with equal subtrees, with the same moves, and last with the same move.
    fn all_alike(&mut self, firsts: &mut Vec<NodeId>, seconds: &mut Vec<NodeId>) {
        self.alike(firsts, seconds, Version::content, Version::content);
        self.alike(firsts, seconds, Version::hash, Version::hash);
        self.alike(firsts, seconds, Version::signature, Version::signature);
    }

    /// Pairs the nodes that have the same value, in their order, with the lines below them.
    fn alike(
        &mut self,
        firsts: &mut Vec<NodeId>,
        seconds: &mut Vec<NodeId>,
        of_first: impl Fn(&Version<'v, 'a>, NodeId) -> u64,
        of_second: impl Fn(&Version<'v, 'b>, NodeId) -> u64,
    ) {
        if firsts.is_empty() || seconds.is_empty() {
            return;
        }
        let mut waiting: HashMap<u64, VecDeque<NodeId>> = HashMap::new();
        for node in seconds.iter() {
            let value = of_second(self.second, *node);
            waiting.entry(value).or_default().push_back(*node);
        }
        for first in firsts.iter() {
            let value = of_first(self.first, *first);
            if let Some(second) = waiting.get_mut(&value).and_then(VecDeque::pop_front) {
                self.lines(*first, second);
                self.put(*first, second);
            }
        }
        self.retain_free(firsts, seconds);
    }

    /// Pairs the lines of children before which nodes were inserted or deleted.
    fn shifted(&mut self, firsts: &mut Vec<NodeId>, seconds: &mut Vec<NodeId>) {
        if firsts.len() * seconds.len() > MOST {
            return;
        }
        for first in firsts.iter() {
            for second in seconds.iter() {
                let is_free = self.pairs.of_first(*first).is_none()
                    && self.pairs.of_second(*second).is_none();
                if is_free && self.meet(*first, *second) {
                    self.lines(*first, *second);
                }
            }
        }
        self.retain_free(firsts, seconds);
    }

    /// Pairs nodes with the children of the nodes that are left, because a node was inserted above them, or deleted.
    fn lifted(&mut self, firsts: &mut Vec<NodeId>, seconds: &mut Vec<NodeId>) {
        for second in seconds.clone() {
            let mut below = free(self.second, &self.pairs.of_second, second);
            self.all_alike(firsts, &mut below);
            self.shifted(firsts, &mut below);
        }
        for first in firsts.clone() {
            let mut below = free(self.first, &self.pairs.of_first, first);
            self.all_alike(&mut below, seconds);
            self.shifted(&mut below, seconds);
        }
    }

    /// Returns whether two main lines have a node in common soon.
    fn meet(&self, first: NodeId, second: NodeId) -> bool {
        let firsts = self.first.line(first).take(AHEAD);
        let signatures: Vec<_> = firsts.map(|node| self.first.signature(node)).collect();
        let mut seconds = self.second.line(second).take(AHEAD);
        seconds.any(|node| signatures.contains(&self.second.signature(node)))
    }

    /// Pairs the lines below two nodes of which one was changed.
    fn changed(&mut self, first: NodeId, second: NodeId) {
        let above = self.first.game.parent(first);
        let apart = self.apart.take().filter(|(node, _)| Some(*node) == above);
        self.apart = match apart.and_then(|(_, nodes)| nodes.checked_sub(1)) {
            Some(nodes) => Some((first, nodes)),
            None => self.lines(first, second).map(|nodes| (first, nodes / 2)),
        };
    }

    /// Pairs the nodes of two main lines. Returns how many nodes the shorter one has, if they have nothing in common.
    fn lines(&mut self, first: NodeId, second: NodeId) -> Option<usize> {
        if self.first.hash(first) == self.second.hash(second) {
            self.subtrees(first, second);
            return None;
        }
        let firsts: Vec<_> = self
            .first
            .line(first)
            .take(self.longest)
            .take_while(|node| self.pairs.of_first(*node).is_none())
            .collect();
        let seconds: Vec<_> = self
            .second
            .line(second)
            .take_while(|node| self.pairs.of_second(*node).is_none())
            .collect();
        let left = Line::new(self.first, &firsts);
        let right = Line::new(self.second, &seconds);
        let matches = all_matches(&left, &right);
        for (one, two) in &matches {
            let (Some(first), Some(second)) = (firsts.get(*one), seconds.get(*two)) else {
                break;
            };
            // The children of the nodes above are paired later, with their siblings.
            if *one > 0 && *two > 0 && self.changed_places(*first, *second) {
                break;
            }
            self.put(*first, *second);
        }
        matches.is_empty().then(|| firsts.len().min(seconds.len()))
    }

    /// Returns whether two nodes differ because variations changed places, and no move was changed: the other version has as
    /// many children like one of the nodes. `(;B[aa])(;B[bb])` -> `(;B[bb])(;B[aa])`, but not -> `(;B[bb])(;B[bb])`.
    fn changed_places(&self, first: NodeId, second: NodeId) -> bool {
        self.changed_places_by(first, second, Version::signature, Version::signature)
            || self.changed_places_by(first, second, Version::content, Version::content)
    }

    fn changed_places_by(
        &self,
        first: NodeId,
        second: NodeId,
        of_first: impl Fn(&Version<'v, 'a>, NodeId) -> u64,
        of_second: impl Fn(&Version<'v, 'b>, NodeId) -> u64,
    ) -> bool {
        let (one, two) = (of_first(self.first, first), of_second(self.second, second));
        let firsts = |value| self.first.siblings_like(first, value, &of_first);
        let seconds = |value| self.second.siblings_like(second, value, &of_second);
        one != two && (seconds(one) >= firsts(one) || firsts(two) >= seconds(two))
    }

    /// Pairs subtrees that are elsewhere now, given the nodes of the first version by their hashes.
    fn moved(&mut self, free: &mut HashMap<u64, VecDeque<NodeId>>) {
        let seconds: Vec<_> = self.second.game.nodes().collect();
        for second in seconds {
            if self.pairs.of_second(second).is_some() {
                continue;
            }
            let Some(candidates) = free.get_mut(&self.second.hash(second)) else {
                continue;
            };
            while let Some(first) = candidates.pop_front() {
                if self.pairs.of_first(first).is_none() {
                    self.subtrees(first, second);
                    break;
                }
            }
        }
    }
}

/// The nodes of a main line.
struct Line {
    signatures: Vec<u64>,
    with_words: Vec<u64>,
}

impl Line {
    fn new(version: &Version<'_, '_>, nodes: &[NodeId]) -> Self {
        let values = |of: &[u64]| {
            let value = |node: &NodeId| of.get(node.index()).copied().unwrap_or(0);
            nodes.iter().map(value).collect()
        };
        Self {
            signatures: values(&version.signatures),
            with_words: values(&version.with_words),
        }
    }
}

/// Returns the places of nodes of two lines that belong together, in rising order: nodes with the same words that each line
/// has once, and between them nodes with matching signatures.
fn all_matches(left: &Line, right: &Line) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let (mut one, mut two) = (0, 0);
    let mut anchors = anchors(&left.with_words, &right.with_words);
    let ends = (left.signatures.len(), right.signatures.len());
    anchors.push(ends);
    for next in anchors {
        let left = left.signatures.get(one..next.0).unwrap_or_default();
        let right = right.signatures.get(two..next.1).unwrap_or_default();
        let between = matches(left, right).into_iter();
        found.extend(between.map(|(left, right)| (one + left, two + right)));
        found.extend((next != ends).then_some(next));
        (one, two) = (next.0 + 1, next.1 + 1);
    }
    found
}

/// Returns the places of signatures of two lines that belong together, in rising order.
///
/// Signatures that each line has once are matched if they keep their order; their equal neighbours follow. A stretch
/// between two matches is matched one to one if it is as long in both lines.
fn matches(left: &[u64], right: &[u64]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let (mut one, mut two) = (0, 0);
    let mut anchors = anchors(left, right);
    anchors.push((left.len(), right.len()));
    for (next_one, next_two) in anchors {
        // Neighbours of the match before, then of the next one.
        while one < next_one && two < next_two && left.get(one) == right.get(two) {
            found.push((one, two));
            (one, two) = (one + 1, two + 1);
        }
        let (mut end_one, mut end_two) = (next_one, next_two);
        while end_one > one && end_two > two && left.get(end_one - 1) == right.get(end_two - 1) {
            (end_one, end_two) = (end_one - 1, end_two - 1);
        }
        if end_one - one == end_two - two {
            found.extend((one..end_one).zip(two..end_two));
        }
        found.extend((end_one..next_one).zip(end_two..next_two));
        (one, two) = (next_one, next_two);
    }
    found
}

/// Returns the places of signatures that each line has once and that keep their order.
fn anchors(left: &[u64], right: &[u64]) -> Vec<(usize, usize)> {
    let (lefts, rights) = (single(left), single(right));
    let mut common: Vec<(usize, usize)> = lefts
        .iter()
        .filter_map(|(value, one)| Some((*one, *rights.get(value)?)))
        .collect();
    common.sort_unstable();
    let places: Vec<_> = common.iter().map(|(_, two)| *two).collect();
    let rise = longest_rise(&places).into_iter();
    rise.filter_map(|at| common.get(at).copied()).collect()
}

/// Returns where the values are that come once.
fn single(values: &[u64]) -> HashMap<u64, usize> {
    let mut places: HashMap<u64, Option<usize>> = HashMap::new();
    for (at, value) in values.iter().enumerate() {
        let place = places.entry(*value).or_insert(Some(at));
        if *place != Some(at) {
            *place = None;
        }
    }
    let single = places.into_iter();
    single
        .filter_map(|(value, place)| Some((value, place?)))
        .collect()
}

#[cfg(test)]
mod tests;
