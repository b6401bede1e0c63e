//! The way from the root of a game to a node, with the inherited properties at its end.

use super::captures::Reached;
use ishi::model::{Game, Id, Move, NodeId};

/// Properties that hold until another one of the same kind comes (SGF `FF[4]`, section 2.2.3:
/// inherit; property PM).
const INHERITED: [Id; 3] = [Id::View, Id::Dimmed, Id::PrintMode];

/// A way through a game: nodes are added at its end and taken away again.
///
/// So a walk through a tree enters each node once, however many positions are drawn.
pub struct Course<'g, 't> {
    pub game: &'g Game<'t>,
    /// The nodes from the root to the end.
    pub line: Vec<NodeId>,
    /// The position at the end.
    pub reached: Reached,
    /// The nodes of the line that put stones on the board or take them off.
    stones: Vec<NodeId>,
    /// The nodes of the line that have the inherited properties, in their order.
    inherited: [Vec<NodeId>; INHERITED.len()],
}

impl<'g, 't> Course<'g, 't> {
    /// Starts before the root.
    pub fn new(game: &'g Game<'t>) -> Self {
        Self {
            game,
            line: Vec::new(),
            reached: Reached::new(game),
            stones: Vec::new(),
            inherited: Default::default(),
        }
    }

    /// Adds the nodes from the root to this one.
    pub fn to(game: &'g Game<'t>, node: NodeId) -> Self {
        let mut course = Self::new(game);
        for node in game.line_to(node) {
            course.enter(node);
        }
        course
    }

    /// Adds a child of the last node, or the root.
    pub fn enter(&mut self, node: NodeId) {
        self.line.push(node);
        self.reached.enter(self.game, node);
        if self.game.mv(node).is_some() || self.game.is_setup(node) {
            self.stones.push(node);
        }
        for (nodes, id) in self.inherited.iter_mut().zip(INHERITED) {
            if self.game.has(node, id) {
                nodes.push(node);
            }
        }
    }

    /// Takes the last node away.
    pub fn leave(&mut self) {
        let Some(node) = self.line.pop() else { return };
        self.reached.leave();
        for nodes in self.inherited.iter_mut().chain([&mut self.stones]) {
            if nodes.last() == Some(&node) {
                nodes.pop();
            }
        }
    }

    /// Returns the node at the end.
    pub fn node(&self) -> NodeId {
        self.line.last().copied().unwrap_or(NodeId::ROOT)
    }

    /// Returns the latest move of the line, if only nodes without stones come after it.
    pub fn last_move(&self) -> Option<Move> {
        self.game.mv(*self.stones.last()?)
    }

    /// Returns the last node of the line that has an inherited property.
    pub fn holder(&self, id: Id) -> Option<NodeId> {
        let index = INHERITED.iter().position(|known| *known == id)?;
        self.inherited.get(index)?.last().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_move_ends_with_setup_and_comes_back_with_the_way() {
        let text = b"(;FF[4]SZ[9]VW[aa:cc];B[aa];C[x]VW[bb];AE[aa]PM[2];C[y])";
        let game = ishi::read(text).unwrap().games.remove(0);
        let nodes: Vec<_> = game.main_line().collect();
        let mut course = Course::new(&game);
        let state = |course: &Course<'_, '_>| {
            let holders = [Id::View, Id::PrintMode].map(|id| course.holder(id).map(NodeId::index));
            (course.last_move().is_some(), holders)
        };
        let expected = [
            (false, [Some(0), None]),
            (true, [Some(0), None]),
            (true, [Some(2), None]),
            (false, [Some(2), Some(3)]),
            (false, [Some(2), Some(3)]),
        ];
        for (&node, expected) in nodes.iter().zip(expected) {
            course.enter(node);
            assert_eq!(state(&course), expected);
        }
        for expected in expected.iter().rev() {
            assert_eq!(state(&course), *expected);
            course.leave();
        }
        assert_eq!(state(&course), (false, [None, None]));
        assert_eq!(course.holder(Id::Comment), None);
    }
}
