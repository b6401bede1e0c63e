//! Moves, diagrams and variations: how nodes join the open sequence.

use super::{Builder, Role, Sequence};
use crate::diagnostic::{Diagnostic, Rule};
use crate::ishi::line::Line;
use crate::ishi::rules;
use crate::model::{Move, NodeId};

impl<'a> Builder<'a, '_> {
    /// Adds a move to the sequence.
    pub(super) fn move_node(&mut self, mv: Move) -> NodeId {
        self.event.played = true;
        let node = self.chain(Role::Move);
        if let Some(sequence) = self.sequences.last_mut() {
            sequence.current = Some(node);
        }
        self.tree.game.set_move(node, Some(mv));
        node
    }

    /// Adds a diagram to the sequence; no play continues from a leaf.
    pub(super) fn diagram_node(&mut self, leaf: bool) -> NodeId {
        self.event.played = true;
        if leaf {
            self.leaf()
        } else {
            self.chain(Role::Diagram)
        }
    }

    /// Returns whether the lines of the diagram of this line set up or hide stones.
    pub(super) fn changes_stones(&self, index: usize) -> bool {
        let below = self.items.iter().skip(index + 1).map(|item| &item.line);
        let mut own = below.take_while(|line| {
            !matches!(
                line,
                Line::Event(_) | Line::Move(..) | Line::Diagram(_) | Line::Var(_) | Line::EndVar
            )
        });
        own.any(|line| matches!(line, Line::Setup(_) | Line::Hide(_)))
    }

    /// Adds a node from which play continues. Diagrams and variations that came before it become its siblings.
    pub(super) fn chain(&mut self, role: Role) -> NodeId {
        let Some(sequence) = self.sequences.last_mut() else {
            return NodeId::ROOT;
        };
        let before = sequence.before.take();
        let node = self.tree.game.insert_child(sequence.tail, before);
        self.tree.push(role);
        let first = !std::mem::replace(&mut sequence.chained, true);
        if first && sequence.opened.is_some() {
            let var = std::mem::take(&mut sequence.var);
            self.tree.data_mut(node).lines = var.into();
        }
        (sequence.tail, sequence.target) = (node, node);
        sequence.varied = false;
        node
    }

    fn leaf(&mut self) -> NodeId {
        let Some(sequence) = self.sequences.last_mut() else {
            return NodeId::ROOT;
        };
        let node = self.tree.game.add_child(sequence.tail);
        self.tree.push(Role::Diagram);
        sequence.leaf.get_or_insert(node);
        sequence.target = node;
        sequence.varied = false;
        node
    }

    // Variations.

    pub(super) fn open_variation(&mut self, number: u32) {
        let index = number as usize;
        self.event.played = true;
        let Some(outer) = self.sequences.last() else {
            return;
        };
        let stray = outer.current.is_none();
        let branch = match outer.current {
            Some(current) => self.tree.game.parent(current).unwrap_or(NodeId::ROOT),
            None => outer.tail,
        };
        let mut sequence = Sequence::new(branch, outer.target);
        sequence.before = self.tree.game.last_child(branch);
        sequence.varied = true;
        sequence.opened = self.items.get(index).map(|item| item.span);
        sequence.var = std::mem::take(&mut self.pending);
        sequence.var.push(number);
        self.sequences.push(sequence);
        if stray {
            self.report(
                &rules::STRAY_VARIATION,
                "no move comes before this variation".to_owned(),
                "it was read as a continuation of the position before it",
                index,
            );
        }
    }

    pub(super) fn end_variation(&mut self, index: usize) {
        if self.sequences.len() < 2 {
            if let Some(item) = self.items.get(index) {
                self.log.leave_out_of(item.span, item.line.name());
            }
            return self.report(
                &rules::STRAY_ENDVAR,
                "ENDVAR without a VAR before it".to_owned(),
                "the line was kept unchanged",
                index,
            );
        }
        if let Some(sequence) = self.sequences.pop() {
            self.close(sequence);
        }
        if let Some(outer) = self.sequences.last_mut() {
            outer.varied = true;
            if let Some(current) = outer.current {
                outer.target = current;
            }
        }
    }

    /// Finishes a sequence. Its last node gets the remarks at the end.
    pub(super) fn close(&mut self, sequence: Sequence) {
        let last = if sequence.chained || sequence.opened.is_none() {
            sequence.target
        } else {
            self.close_without_play(sequence)
        };
        let remarks = std::mem::take(&mut self.pending);
        if let Some(first) = remarks.first() {
            self.report(
                &rules::DANGLING_REMARK,
                "no event, setup, move or diagram follows this remark".to_owned(),
                "it was kept at the end of the sequence",
                *first as usize,
            );
        }
        for remark in remarks {
            self.own(last, remark);
        }
    }

    /// Finishes a variation without a node from which play continues, and returns its last node: its last diagram, or an empty
    /// node.
    fn close_without_play(&mut self, sequence: Sequence) -> NodeId {
        let first = sequence.leaf.unwrap_or_else(|| {
            let node = self.tree.game.add_child(sequence.tail);
            self.tree.push(Role::Empty);
            if let Some(span) = sequence.opened {
                self.log.place(self.trees.len(), node.index(), span);
            }
            node
        });
        let lines = &mut self.tree.data_mut(first).lines;
        lines.insert_many(0, sequence.var);
        sequence.leaf.map_or(first, |_| sequence.target)
    }

    // The lines of nodes.

    /// Returns the node that marks, comments and so on belong to.
    pub(super) fn target(&self) -> NodeId {
        self.sequences
            .last()
            .map_or(NodeId::ROOT, |sequence| sequence.target)
    }

    /// Adds a line to a node.
    pub(super) fn own(&mut self, node: NodeId, number: u32) {
        self.tree.data_mut(node).lines.push(number);
    }

    /// Adds the first line of a node, and the remarks before it.
    pub(super) fn define(&mut self, node: NodeId, number: u32) {
        self.note_place(node, number as usize);
        self.own_with_remarks(node, number);
    }

    /// Adds a line that remarks can be about, and the remarks before it.
    pub(super) fn own_with_remarks(&mut self, node: NodeId, number: u32) {
        let lines = &mut self.tree.data_mut(node).lines;
        lines.extend(self.pending.drain(..));
        lines.push(number);
    }

    /// Takes a line about the current event, setup, move or diagram.
    pub(super) fn data(&mut self, number: u32, line: &Line<'a>) {
        let index = number as usize;
        let target = self.target();
        if let Some(sequence) = self.sequences.last()
            && sequence.varied
            && !matches!(line, Line::Unknown(_))
        {
            self.report(
                &rules::LATE_MOVE_DATA,
                "this line comes after a variation".to_owned(),
                "it was read as data of the move that the variation replaces",
                index,
            );
        }
        self.own(target, number);
    }

    /// Takes a HIDE or PRISONER line, and reports it if the target cannot have it.
    pub(super) fn stone_data(&mut self, number: u32, line: &Line<'a>) {
        let target = self.target();
        let index = number as usize;
        if matches!(line, Line::Hide(_)) && self.tree.role(target) != Role::Diagram {
            self.report(
                &rules::STRAY_HIDE,
                "HIDE is outside a diagram".to_owned(),
                "it was kept and has no effect",
                index,
            );
            self.lose(index);
        }
        if matches!(line, Line::Prisoner(_)) && self.tree.game.mv(target).is_none() {
            self.report(
                &rules::STRAY_PRISONER,
                "no move comes before PRISONER".to_owned(),
                "it was kept and has no effect",
                index,
            );
            self.lose(index);
        }
        self.data(number, line);
    }

    /// Notes a line without an effect.
    pub(super) fn lose(&mut self, index: usize) {
        let item = self.items.get(index).into_iter();
        item.for_each(|item| self.log.lose(item.span, item.line.name()));
    }

    /// Reports something about a line.
    pub(super) fn report(
        &mut self,
        rule: &'static Rule,
        message: String,
        help: &'static str,
        index: usize,
    ) {
        let mut diagnostic = Diagnostic::new(rule, message).help(help);
        if let Some(item) = self.items.get(index) {
            diagnostic = diagnostic.at(item.span.start, item.span.end);
        }
        self.log.report(diagnostic);
    }
}
