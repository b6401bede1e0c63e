//! Where the children of a node are written: in the sequence, in variations, or in further events.

use std::collections::HashSet;

use super::{Planner, setups};
use crate::ishi::facet::Facet;
use crate::ishi::kept;
use crate::ishi::line::{Line, Region};
use crate::ishi::say;
use crate::model::{Fact, Game, NodeId};

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

/// A child that starts or continues a sequence.
#[derive(Debug)]
struct Branch {
    node: NodeId,
    shape: Shape,
    /// The figures before it in the file. In the tree they are the siblings directly after it.
    inline: Vec<NodeId>,
}

impl Planner<'_, '_> {
    /// Finds the places of a node's children.
    pub(super) fn layout(&mut self, parent: NodeId) -> Layout {
        if let Some(child) = self.plain_move(parent) {
            return Layout {
                host: Some(child),
                ..Layout::default()
            };
        }
        let mut branches: Vec<Branch> = Vec::new();
        for (index, node) in self.game.children(parent).enumerate() {
            let shape = self.shape(node);
            if shape == Shape::Figure
                && self.game.has_fact(node, &Fact::Inline)
                && let Some(branch) = branches.last_mut()
            {
                branch.inline.push(node);
                continue;
            }
            match shape {
                Shape::Setup => self.continue_at(parent, index, node),
                shape => branches.push(Branch {
                    node,
                    shape,
                    inline: Vec::new(),
                }),
            }
        }
        let is_early = |branch: &Branch| {
            self.game.has_fact(branch.node, &Fact::Early) && self.unmoved.contains(&parent)
        };
        let early: Vec<_> = branches.iter().map(is_early).collect();
        let nested = self.nested(&branches, &early);
        let host = (0..branches.len()).find(|index| {
            let is_move = branches.get(*index).map(|branch| branch.shape) == Some(Shape::Move);
            is_move && early.get(*index) == Some(&false) && !nested.contains(index)
        });
        if !early.contains(&true)
            && nested.is_empty()
            && let Some(host) = self.main_line(&mut branches)
        {
            return Layout {
                host: Some(host),
                leaves: Vec::new(),
            };
        }
        if host.is_none() && !early.contains(&true) {
            return self.without_move(parent, branches, &HashSet::new());
        }
        self.around(parent, branches, host, &early)
    }

    /// Lays out children if the first one is bare and play continues after it. The others become variations on the
    /// first move after it, with [`Fact::Above`]. Returns the first child, or `None` if the children have another
    /// form.
    fn main_line(&mut self, branches: &mut Vec<Branch>) -> Option<NodeId> {
        let [first, others @ ..] = branches.as_slice() else {
            return None;
        };
        let alone = branches.iter().all(|branch| branch.inline.is_empty());
        if others.is_empty() || !alone || first.shape != Shape::Bare {
            return None;
        }
        let host = first.node;
        let (mut node, mut above) = (host, 0_u32);
        while self.shape(node) == Shape::Bare {
            node = self.game.first_child(node)?;
            above = above.saturating_add(1);
        }
        if self.shape(node) != Shape::Move {
            return None;
        }
        for branch in branches.drain(1..) {
            self.fact(branch.node, Fact::Above(above));
            let variations = self.variations.entry(node).or_default();
            variations.push((0, branch.node));
        }
        Some(host)
    }

    /// Returns the indexes of the branches that vary the first move of an early branch, or of another branch of this
    /// kind.
    fn nested(&self, branches: &[Branch], early: &[bool]) -> HashSet<usize> {
        let mut hosts = HashSet::new();
        let mut nested = HashSet::new();
        let mut place = 1;
        for (index, (branch, &early)) in branches.iter().zip(early).enumerate() {
            if attached(self.game, branch.node).is_some_and(|host| hosts.contains(&host)) {
                nested.insert(index);
            }
            if branch.shape == Shape::Move && (early || nested.contains(&index)) {
                hosts.insert(place);
            }
            place += count(branch.len());
        }
        nested
    }

    /// Makes a child a continuation event.
    fn continue_at(&mut self, parent: NodeId, index: usize, child: NodeId) {
        let last = self.continued.unwrap_or_else(|| setups::number(self.game));
        let number = last.wrapping_add(1);
        self.continued = Some(number);
        let place = count(index).saturating_add(1);
        let continued = Fact::Continued {
            event: number,
            child: place,
        };
        self.fact(parent, continued);
        self.fact(child, Fact::Continuation(number));
        self.continuations.push_back(child);
    }

    /// Lays out children with a first move, or with variations before any move.
    fn around(
        &mut self,
        parent: NodeId,
        branches: Vec<Branch>,
        first: Option<usize>,
        early: &[bool],
    ) -> Layout {
        let index = first.unwrap_or(0);
        let host = first.and_then(|index| branches.get(index).map(|branch| branch.node));
        if let (Some(host), 1..) = (host, index) {
            let place: usize = branches.iter().take(index).map(Branch::len).sum();
            self.fact(host, Fact::Order(count(place).saturating_add(1)));
        }
        // The first nodes of the VARs that are open, with their places among the siblings.
        let mut open = Vec::new();
        open.extend(host.map(|host| (1, host)));
        let hosts = open.len();
        let mut place = 1;
        let mut others = Vec::new();
        let mut placed = HashSet::new();
        for (branch, &early) in branches.into_iter().zip(early) {
            let node = branch.node;
            let length = count(branch.len());
            if host == Some(node) {
                self.stand_in_front(branch);
            } else if early {
                open.truncate(hosts);
                open.push((place, node));
                let late = late(self.game, node);
                self.early.entry(parent).or_default().push((late, node));
                placed.extend(branch.nodes().filter(|_| hosts == 0));
                self.stand_in_front(branch);
            } else {
                let wanted = attached(self.game, node).filter(|_| index == 0);
                let found = open.iter().rposition(|&(open, other)| {
                    Some(open) == wanted && self.game.mv(other).is_some()
                });
                open.truncate(found.map_or(hosts, |found| found + 1));
                if let Some(&(_, host)) = open.last() {
                    let late = late(self.game, node);
                    self.variations.entry(host).or_default().push((late, node));
                    open.push((place, node));
                    placed.extend(branch.nodes().filter(|_| hosts == 0));
                    self.stand_in_front(branch);
                } else {
                    others.push(branch);
                }
            }
            place += length;
        }
        if host.is_some() {
            return Layout {
                host,
                leaves: Vec::new(),
            };
        }
        self.without_move(parent, others, &placed)
    }

    fn stand_in_front(&mut self, branch: Branch) {
        if !branch.inline.is_empty() {
            self.inline.insert(branch.node, branch.inline);
        }
    }

    /// Lays out the children that are not in variations (`placed`). A single bare child continues the sequence.
    /// Otherwise leaves become diagrams, and the other children become continuation events.
    fn without_move(
        &mut self,
        parent: NodeId,
        mut branches: Vec<Branch>,
        placed: &HashSet<NodeId>,
    ) -> Layout {
        if branches.len() == 1
            && let Some(branch) = branches.pop_if(|branch| branch.shape == Shape::Bare)
        {
            let host = Some(branch.node);
            self.stand_in_front(branch);
            return Layout {
                host,
                leaves: Vec::new(),
            };
        }
        let mut leaves = Vec::new();
        for (index, child) in self.game.children(parent).enumerate() {
            if placed.contains(&child) {
                continue;
            }
            if self.game.first_child(child).is_none() {
                leaves.push(child);
            } else if !self.changing.contains(&child) {
                self.continue_at(parent, index, child);
            }
        }
        if leaves.len() > 1 {
            for &leaf in &leaves {
                if self.shape(leaf) == Shape::Bare {
                    self.fact(leaf, Fact::Leaf);
                }
            }
        }
        Layout { host: None, leaves }
    }

    pub(super) fn shape(&self, node: NodeId) -> Shape {
        if self.game.mv(node).is_some() {
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

    /// Returns whether a leaf has a region, or SETUP or HIDE lines although its stones do not change.
    fn shows_more(&self, node: NodeId) -> bool {
        say::region(self.game, node) != Region::Full
            || !say::setup(self.game, node).is_empty()
            || kept::unplaced(self.game, node).any(|kept| match kept.line {
                Line::Diagram(region) => region != Region::Full,
                _ => matches!(kept.facet, Facet::Setup | Facet::Hide),
            })
    }
}

impl Branch {
    fn nodes(&self) -> impl Iterator<Item = NodeId> {
        std::iter::once(self.node).chain(self.inline.iter().copied())
    }

    fn len(&self) -> usize {
        1 + self.inline.len()
    }
}

/// Returns the number of the sibling that the VAR of a node hangs on, if it is not the first.
fn attached(game: &Game<'_>, node: NodeId) -> Option<u32> {
    game.facts(node).find_map(|fact| match fact {
        Fact::Attach(number) => Some(number),
        _ => None,
    })
}

/// Returns how many diagrams come before the VAR of a node.
fn late(game: &Game<'_>, node: NodeId) -> u32 {
    let counts = game.facts(node).find_map(|fact| match fact {
        Fact::Late(count) => Some(count),
        _ => None,
    });
    counts.unwrap_or(0)
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
