//! Pairs the nodes of two versions of a game, so that an edit of one of them can be told.

mod lines;
mod version;

use std::collections::{HashMap, VecDeque};

use crate::model::{Game, NodeId};
use lines::{MainLine, all_matches};
use version::{Subject, Version, free, hash_of, numbered};

/// How far along its main line a node is looked for that was inserted before, or deleted.
const AHEAD: usize = 32;

/// How often a node is compared as a part of a main line, on average. After that only [`AHEAD`] nodes of a line are compared.
const TIMES: usize = 64;

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
/// Equal subtrees pair first, then subtrees with the same moves and stones, wherever their siblings are. Lines pair by the
/// words and moves that only one node of each has, and a stretch between two pairs pairs node by node if it is as long in
/// both, so that a changed move finds its former self. Last come subtrees that moved to another place.
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
        aligner.budget = TIMES * aligner.longest;
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

struct Aligner<'v, 'a, 'b> {
    first: &'v Version<'v, 'a>,
    second: &'v Version<'v, 'b>,
    pairs: Pairs,
    /// Pairs whose children may not have partners yet.
    todo: Vec<(NodeId, NodeId)>,
    /// The longest line of the first version that is looked at.
    longest: usize,
    /// How many nodes of lines can still be compared, because lines with many edits are compared again at each node.
    budget: usize,
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
            budget: TIMES * (first.game.node_count() + second.game.node_count()),
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
            for kind in [Subject::Move, Subject::Setup, Subject::Words] {
                let firsts = self.first.of_kind(&firsts, kind);
                self.all_changed(&firsts, &self.second.of_kind(&seconds, kind));
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

    /// Pairs nodes with equal subtrees, with the same moves, and last with the same move. Of several nodes with one move the
    /// first pairs with the first, if they are equal.
    fn all_alike(&mut self, firsts: &mut Vec<NodeId>, seconds: &mut Vec<NodeId>) {
        let (left, right) = (numbered(self.first, firsts), numbered(self.second, seconds));
        self.alike(
            firsts,
            seconds,
            |version, node| hash_of((version.content(node), left.get(&node))),
            |version, node| hash_of((version.content(node), right.get(&node))),
        );
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
        let below = |node: &NodeId| free(self.second, &self.pairs.of_second, *node);
        let mut below: Vec<_> = seconds.iter().flat_map(below).collect();
        self.all_alike(firsts, &mut below);
        self.shifted(firsts, &mut below);
        let below = |node: &NodeId| free(self.first, &self.pairs.of_first, *node);
        let mut below: Vec<_> = firsts.iter().flat_map(below).collect();
        self.all_alike(&mut below, seconds);
        self.shifted(&mut below, seconds);
    }

    /// Returns whether two main lines have a node in common soon.
    fn meet(&self, first: NodeId, second: NodeId) -> bool {
        let firsts = self.first.game.line_from(first).take(AHEAD);
        let firsts = firsts.take_while(|node| self.pairs.of_first(*node).is_none());
        let signatures: Vec<_> = firsts.map(|node| self.first.signature(node)).collect();
        let seconds = self.second.game.line_from(second).take(AHEAD);
        let mut seconds = seconds.take_while(|node| self.pairs.of_second(*node).is_none());
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
        if self.first.content(first) == self.second.content(second) {
            self.subtrees(first, second);
            return None;
        }
        let longest = if self.budget == 0 {
            AHEAD
        } else {
            self.longest
        };
        let firsts = self.first.game.line_from(first).take(longest);
        let firsts = firsts.take_while(|node| self.pairs.of_first(*node).is_none());
        let mut firsts: Vec<_> = firsts.collect();
        let longest = if self.budget == 0 { AHEAD } else { usize::MAX };
        let seconds = self.second.game.line_from(second).take(longest);
        let seconds = seconds.take_while(|node| self.pairs.of_second(*node).is_none());
        let mut seconds: Vec<_> = seconds.collect();
        self.budget = self.budget.saturating_sub(firsts.len() + seconds.len());
        self.before_other_variation(&mut firsts, &mut seconds);
        let left = MainLine::new(self.first, &firsts);
        let right = MainLine::new(self.second, &seconds);
        let matches = all_matches(&left, &right);
        for (one, two) in &matches {
            let (Some(first), Some(second)) = (firsts.get(*one), seconds.get(*two)) else {
                break;
            };
            // The children of the nodes above are paired later, with their siblings.
            let is_below = *one > 0 && *two > 0;
            let is_other_kind = || self.first.kind(*first) != self.second.kind(*second);
            if is_below && (is_other_kind() || self.changed_places(*first, *second)) {
                break;
            }
            self.put(*first, *second);
        }
        matches.is_empty().then(|| firsts.len().min(seconds.len()))
    }

    /// Cuts two lines with the same first moves where another variation goes on: its nodes pair with their siblings.
    fn before_other_variation(&self, firsts: &mut Vec<NodeId>, seconds: &mut Vec<NodeId>) {
        let is_same = |(first, second): &(&NodeId, &NodeId)| {
            self.first.signature(**first) == self.second.signature(**second)
        };
        let shared = firsts.iter().zip(seconds.iter()).take_while(is_same);
        let shared = shared.count();
        let (Some(first), Some(second)) = (firsts.get(shared), seconds.get(shared)) else {
            return;
        };
        let (one, two) = (self.first.signature(*first), self.second.signature(*second));
        let is_sibling = self.first.siblings_like(*first, two, Version::signature) > 0
            || self.second.siblings_like(*second, one, Version::signature) > 0;
        if shared > 0 && is_sibling {
            firsts.truncate(shared);
            seconds.truncate(shared);
        }
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

#[cfg(test)]
mod tests;
