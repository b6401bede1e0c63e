//! The text of a node.

use super::Writer;
use super::text::{push_line, push_lines, push_move};
use crate::ishi::line::{LARGEST_NUMBER, Line, Location};
use crate::ishi::say;
use crate::ishi::structure::Role;
use crate::model::{Move, NodeId};

impl Writer<'_, '_> {
    /// Appends the text of a node, and enters it.
    pub(super) fn node(&mut self, node: NodeId) {
        let start = self.text.len();
        let role = self.plan.role(node);
        let hide = match role {
            Role::Diagram => say::hide(self.game, node, &self.replay),
            _ => Vec::new(),
        };
        if role != Role::Continuation {
            self.replay.enter(self.game, node);
        }
        let only = self.game.only_move(node);
        let only = only.filter(|_| role == Role::Move);
        if !only.is_some_and(|mv| self.plain_move(mv)) {
            let said = say::Node {
                game: self.game,
                id: node,
                role,
                replay: &self.replay,
                charset: self.charset,
                marker: self.marker(node),
            };
            let lines = say::lines(said, hide);
            push_lines(&mut self.text, &lines);
        }
        if let Some(place) = self.places.get_mut(node.index()) {
            *place = (start, self.text.len());
        }
    }

    /// Appends the only move of a node if it is on the board. Returns whether it is.
    fn plain_move(&mut self, mv: Move) -> bool {
        let size = self.game.size;
        let location = mv
            .point_on(size)
            .and_then(|point| Location::of(point, size));
        let (Some(location), 1..=LARGEST_NUMBER) = (location, self.replay.number()) else {
            return false;
        };
        push_move(&mut self.text, mv.color, self.replay.number(), location);
        push_lines(&mut self.text, &say::prisoners(&self.replay));
        true
    }

    /// Returns the marker of the variation that starts with a node.
    fn marker(&self, node: NodeId) -> Option<&str> {
        let opens = self.plan.opens(node);
        say::marker(self.game, node).filter(|_| opens)
    }

    /// Appends the VAR line before a node.
    pub(super) fn start_of_variation(&self, node: NodeId, out: &mut String) {
        push_line(out, &Line::Var(self.marker(node).map(Into::into)));
    }
}
