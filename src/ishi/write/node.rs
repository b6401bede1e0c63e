//! The text of a node.

use std::collections::BTreeSet;

use super::Writer;
use super::recall::{Recall, Recalled};
use super::text::{push_kept, push_line, push_lines, push_move};
use crate::ishi::kept::{self, Kept, Opening, Section};
use crate::ishi::line::{LARGEST_NUMBER, Line, Location};
use crate::ishi::say;
use crate::ishi::structure::Role;
use crate::model::{Fact, Move, NodeId};

impl Writer<'_, '_> {
    /// Appends the text of a node, and enters it.
    pub(super) fn node(&mut self, node: NodeId) {
        let start = self.text.len();
        let role = self.job.plan.role(node);
        let hide = match role {
            Role::Diagram => say::hide(self.job.game, node, &self.replay),
            _ => Vec::new(),
        };
        if role != Role::Continuation {
            self.replay.enter(self.job.game, node);
        }
        let only = self.job.game.only_move(node);
        let only = only.filter(|_| role == Role::Move);
        if !only.is_some_and(|mv| self.plain_move(node, mv)) {
            self.any_node(node, role, &hide);
        }
        if let Some(place) = self.places.get_mut(node.index()) {
            *place = (start, self.text.len());
        }
    }

    /// Appends the only move of a node if it is on the board. Returns whether it is.
    fn plain_move(&mut self, node: NodeId, mv: Move) -> bool {
        let game = self.job.game;
        let location = mv
            .point_on(game.size)
            .and_then(|point| Location::of(point, game.size));
        let has_facts = !self.job.plan.facts(node).is_empty();
        let (Some(location), false, 1..=LARGEST_NUMBER) =
            (location, has_facts, self.replay.number())
        else {
            return false;
        };
        push_move(&mut self.text, mv.color, self.replay.number(), location);
        if !self.no_prisoners {
            push_lines(&mut self.text, &say::prisoners(&self.replay));
        }
        self.outcomes.native(1);
        true
    }

    fn any_node(&mut self, node: NodeId, role: Role, hide: &[Line<'static>]) {
        let kept = self.kept(node);
        let opening = match role {
            Role::Move | Role::Diagram | Role::Empty if self.job.plan.opens(node) => {
                kept::opening(&kept)
            }
            _ => 0,
        };
        let var = self.job.plan.opens(node).then(|| {
            let before = kept.get(..opening).unwrap_or_default();
            Opening::of(self.job.game, node, before)
        });
        let recalled = self.recall(node, role, hide, &kept, opening, var.as_ref());
        let written: BTreeSet<_> = recalled.lines.iter().filter_map(|line| line.kept).collect();
        let unused = (0..kept.len()).filter(|index| !written.contains(index));
        let unused =
            unused.filter(|index| *index >= opening || is_earlier_var(&kept, *index, opening));
        let unused: BTreeSet<_> = unused.collect();
        if let Some(Opening::Said(_)) = var
            && let Some(replaced) = kept.get(..opening).and_then(<[Kept]>::last)
            && replaced.comes_back
        {
            self.outcomes.stale(node, replaced.entry.clone());
        }
        let carrier = self
            .carrier(node, role, &recalled, &kept, &unused)
            .map(Line::User);
        let defining = recalled.lines.iter().rposition(|line| line.defines(role));
        let place = defining.map_or(0, |last| last + 1);
        for (index, line) in recalled.lines.iter().enumerate() {
            if index == place {
                push_lines(&mut self.text, carrier.as_slice());
            }
            match line.kept.and_then(|index| kept.get(index)) {
                Some(kept) => push_kept(&mut self.text, kept),
                None => push_line(&mut self.text, &line.line),
            }
        }
        if place == recalled.lines.len() {
            push_lines(&mut self.text, carrier.as_slice());
        }
    }

    /// Returns the lines that are written for a node.
    fn recall(
        &mut self,
        node: NodeId,
        role: Role,
        hide: &[Line<'static>],
        kept: &[Kept],
        opening: usize,
        var: Option<&Opening<'_>>,
    ) -> Recalled {
        let game = self.job.game;
        let charset = self.job.charset;
        let recall = Recall {
            game,
            node,
            role,
            implicit: self.job.implicit,
            no_prisoners: self.no_prisoners || game.has_fact(node, &Fact::NoPrisoner),
            kept,
            opening,
            var: var.map(Opening::line),
        };
        recall.lines(&mut self.replay, |has_setup, marks, replay| {
            let node = say::Node {
                game,
                id: node,
                role,
                replay,
                charset,
                marker: var.and_then(Opening::marker),
                has_setup,
                empty_setup: false,
                marks,
            };
            say::lines(node, hide.to_vec())
        })
    }

    /// Returns the kept lines of a node. Remarks for the end of a sequence that continues by now
    /// are remarks before the node.
    pub(super) fn kept(&self, node: NodeId) -> Vec<Kept> {
        let mut kept = kept::lines(self.job.game, node, self.job.charset);
        if self.job.plain {
            kept.iter_mut().for_each(Kept::set_well_typed);
        }
        if !self.job.plan.ends(node) {
            for kept in kept.iter_mut().filter(|kept| kept.section == Section::End) {
                kept.section = Section::Node;
            }
        }
        kept
    }

    /// Appends VAR, after the remarks that the first node of the variation keeps for it.
    pub(super) fn start_of_variation(&self, node: NodeId, out: &mut String) {
        let kept = self.kept(node);
        let before = kept.get(..kept::opening(&kept)).unwrap_or_default();
        for remark in before.iter().filter(|kept| kept.is_remark()) {
            push_kept(out, remark);
        }
        match Opening::of(self.job.game, node, before) {
            Opening::Kept(var) => push_kept(out, var),
            Opening::Said(var) => push_line(out, &var),
        }
    }

    /// Appends the kept remarks and unknown lines at the end of a sequence, after its last node.
    pub(super) fn end_of_sequence(&self, node: NodeId, out: &mut String) {
        let kept = self.kept(node);
        let end = kept.iter().filter(|kept| kept.section == Section::End);
        for kept in end {
            if kept.is_remark() || matches!(kept.line, Line::Unknown(_)) {
                push_kept(out, kept);
            }
        }
    }

    /// Appends the ENDVAR of a variation if its last node keeps words after it; returns whether it
    /// does.
    pub(super) fn end_of_variation(&self, node: NodeId, out: &mut String) -> bool {
        let kept = self.kept(node);
        let Some(kept) = kept.iter().find(|kept| kept.is_end_var()) else {
            return false;
        };
        push_kept(out, kept);
        true
    }

    /// Records kept words after an ENDVAR as stale, because an edit made the variation the main line, and that has no
    /// ENDVAR.
    pub(super) fn end_of_main_line(&mut self, node: NodeId) {
        for kept in self.kept(node).iter().filter(|kept| kept.is_end_var()) {
            self.outcomes.stale(node, kept.entry.clone());
        }
    }
}

/// Returns whether a kept line is a VAR before the VAR that is written.
fn is_earlier_var(kept: &[Kept], index: usize, opening: usize) -> bool {
    index + 1 < opening && kept.get(index).is_some_and(Kept::is_var)
}
