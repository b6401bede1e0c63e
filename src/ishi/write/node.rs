//! The text of a node.

use super::Writer;
use super::text::{push_lines, push_move, push_prisoners};
use crate::ishi::line::{LARGEST_NUMBER, Line, Location};
use crate::ishi::say;
use crate::ishi::structure::Role;
use crate::model::{Move, NodeId};

impl<'w> Writer<'w, '_> {
    /// Writes a node, and goes on to the position after it.
    pub(super) fn node(&mut self, node: NodeId) {
        let before = self.replay.bookmark();
        let role = self.plan.role(node);
        let hide = match role {
            Role::Diagram => say::hide(self.game, node, &self.replay),
            _ => Vec::new(),
        };
        if role != Role::Continuation {
            self.replay.advance(self.game, node);
        }
        match self.game.only_move(node) {
            Some(mv) if role == Role::Move => self.only_move(node, mv),
            _ => self.lines(node, role, hide),
        }
        self.remember_starts(node);
        if role == Role::Diagram && self.game.first_child(node).is_none() {
            // A diagram can follow that shows another change of the same position.
            self.replay.back_to(before);
        }
    }

    /// Writes the plain moves after a node.
    pub(super) fn moves(&mut self, after: NodeId) {
        let mut last = after;
        for (node, mv) in self.game.moves_after(after) {
            self.replay.play(mv);
            self.only_move(node, mv);
            last = node;
        }
        self.remember_starts(last);
    }

    /// Appends the move of a node that has only this move; it has been played.
    #[inline]
    fn only_move(&mut self, node: NodeId, mv: Move) {
        let size = self.game.size;
        let location = mv
            .point_on(size)
            .and_then(|point| Location::of(point, size));
        let (Some(location), number @ 1..=LARGEST_NUMBER) = (location, self.replay.number()) else {
            return self.lines(node, Role::Move, Vec::new());
        };
        push_move(&mut self.moves, mv.color, number, location);
        if let Some(stones) = say::captured(&self.replay) {
            push_prisoners(&mut self.moves, stones);
        }
    }

    /// Appends the lines of a node, given its HIDE lines.
    fn lines(&mut self, node: NodeId, role: Role, hide: Vec<Line<'static>>) {
        let said = say::SaidNode {
            game: self.game,
            id: node,
            role,
            replay: &self.replay,
            charset: self.charset,
            marker: self.marker(node),
        };
        let lines = say::lines(said, hide);
        push_lines(self.out(), &lines);
    }

    /// Returns the marker of the variation that starts with a node.
    pub(super) fn marker(&self, node: NodeId) -> Option<&'w str> {
        let opens = self.plan.opens(node);
        say::marker(self.game, node).filter(|_| opens)
    }
}
