//! The text of a node.

use super::Writer;
use super::text::push_lines;
use crate::ishi::role::Role;
use crate::ishi::say;
use crate::model::NodeId;

impl<'w> Writer<'w, '_> {
    /// Writes a node, and goes on to the position after it.
    pub(super) fn node(&mut self, node: NodeId) {
        let before = self.replay.bookmark();
        let role = self.plan.role(node);
        let hide = match role {
            Role::Diagram => say::hide(self.game, node, &self.replay),
            _ => None,
        };
        if role != Role::Continuation {
            self.replay.advance(self.game, node);
        }
        let said = say::SaidNode {
            game: self.game,
            id: node,
            role,
            replay: &self.replay,
            charset: self.charset,
            marker: self.marker(node),
        };
        say::lines(said, hide, &mut self.lines);
        push_lines(self.out, &self.lines);
        self.lines.clear();
        self.remember_starts(node);
        if role == Role::Diagram && self.game.first_child(node).is_none() {
            // A diagram can follow that shows another change of the same position.
            self.replay.back_to(before);
        }
    }

    /// Returns the marker of the variation that starts with a node.
    pub(super) fn marker(&self, node: NodeId) -> Option<&'w str> {
        let opens = self.plan.opens(node);
        say::marker(self.game, node).filter(|_| opens)
    }
}
