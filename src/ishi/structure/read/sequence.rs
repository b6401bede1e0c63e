//! Moves, diagrams and variations: how nodes join the open sequence.

use super::{Builder, Role, Sequence, Strays, diagrams};
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

    /// Adds the moves that directly follow a move, and returns the index of the line after them.
    pub(super) fn further_moves(&mut self, start: usize) -> usize {
        let Some(sequence) = self.sequences.last_mut() else {
            return start;
        };
        let lines = self.items.get(start..).unwrap_or_default();
        let size = self.tree.game.size;
        let moves = lines.iter().map_while(|item| match &item.line {
            Line::Move(color, _, play) => Some(Move {
                color: *color,
                place: play.place(size),
            }),
            _ => None,
        });
        let last = self.tree.game.add_line(sequence.tail, moves);
        (sequence.tail, sequence.target) = (last, last);
        sequence.current = Some(last);
        let added = self.tree.push_moves(start);
        let places = (last.index() + 1).saturating_sub(added)..;
        for (node, item) in places.zip(lines.iter().take(added)) {
            self.log.place(self.trees.len(), node, item.span);
        }
        start + added
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

    /// Returns whether stones are set up or hidden in the diagram of this line.
    pub(super) fn changes_stones(&mut self, index: usize) -> bool {
        let items = self.items;
        let changing = self
            .changing
            .get_or_insert_with(|| diagrams::changing(items));
        changing.contains(&index)
    }

    /// Adds a node from which play continues.
    ///
    /// Diagrams and early variations that waited for the node become its siblings. A nested variation between these
    /// diagrams comes before both, as if it were before the VAR of this one, so that variations on the node can follow
    /// the node.
    pub(super) fn chain(&mut self, role: Role) -> NodeId {
        let Some(sequence) = self.sequences.last_mut() else {
            return NodeId::ROOT;
        };
        let parent = sequence.tail;
        let leaves = std::mem::take(&mut sequence.leaves);
        let strays = std::mem::take(&mut sequence.strays);
        let comes_first = match strays {
            Strays::None => !leaves.is_empty(),
            Strays::Early => true,
            Strays::Nested => false,
        };
        let node = if comes_first {
            self.tree.game.insert_child(parent, sequence.before_leaves)
        } else {
            self.tree.game.add_child(parent)
        };
        self.tree.push(role);
        let first = !std::mem::replace(&mut sequence.chained, true);
        let opens = first && sequence.opened.is_some();
        if opens {
            let var = std::mem::take(&mut sequence.var);
            self.tree.data_mut(node).lines = var.into();
        }
        if strays != Strays::None && !leaves.is_empty() {
            self.tree.gather(node, leaves);
        }
        sequence.tail = node;
        sequence.target = node;
        sequence.varied = false;
        node
    }

    fn leaf(&mut self) -> NodeId {
        let Some(sequence) = self.sequences.last_mut() else {
            return NodeId::ROOT;
        };
        if sequence.leaves.is_empty() && sequence.strays != Strays::Early {
            sequence.before_leaves = self.tree.game.last_child(sequence.tail);
        }
        let node = self.tree.game.add_child(sequence.tail);
        self.tree.push(Role::Diagram);
        sequence.leaves.push(node);
        sequence.target = node;
        sequence.varied = false;
        node
    }

    // Variations.

    pub(super) fn open_variation(&mut self, number: u32) {
        let index = number as usize;
        self.event.played = true;
        let Some(outer) = self.sequences.last_mut() else {
            return;
        };
        let mut branch = outer.tail;
        let stray = outer.current.is_none();
        if let Some(current) = outer.current {
            branch = self.tree.game.parent(current).unwrap_or(NodeId::ROOT);
        } else if outer.opened.is_some() && !outer.chained {
            // It varies the same move as the variation around it.
            if !outer.leaves.is_empty() {
                outer.strays = Strays::Nested;
            }
        } else {
            if outer.leaves.is_empty() && outer.strays != Strays::Early {
                outer.before_leaves = self.tree.game.last_child(branch);
            }
            outer.strays = Strays::Early;
        }
        let mut sequence = Sequence::new(branch, outer.target);
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
                self.log.leave_out(item.span);
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
            *sequence.leaves.last().unwrap_or(&sequence.tail)
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

    /// Finishes a variation without a node from which play continues, and returns its last node.
    ///
    /// An empty variation gets an empty node. Of several diagrams the last one takes the place of the missing node,
    /// and the others become its siblings, as if they came before a move.
    fn close_without_play(&mut self, sequence: Sequence) -> NodeId {
        let first = match sequence.leaves.as_slice() {
            [] => {
                let node = self.tree.game.add_child(sequence.tail);
                self.tree.push(Role::Empty);
                if let Some(span) = sequence.opened {
                    self.log.place(self.trees.len(), node.index(), span);
                }
                node
            }
            [first, others @ ..] => {
                self.tree.rotate_data(&sequence.leaves);
                if sequence.strays == Strays::Nested && !others.is_empty() {
                    self.tree.gather(*first, others.to_vec());
                }
                *first
            }
        };
        let lines = &mut self.tree.data_mut(first).lines;
        lines.insert_many(0, sequence.var);
        first
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
        }
        if matches!(line, Line::Prisoner(_)) && self.tree.game.mv(target).is_none() {
            self.report(
                &rules::STRAY_PRISONER,
                "no move comes before PRISONER".to_owned(),
                "it was kept and has no effect",
                index,
            );
        }
        self.data(number, line);
    }

    /// Reports something about a line.
    pub(super) fn report(
        &mut self,
        rule: &'static Rule,
        message: String,
        help: &str,
        index: usize,
    ) {
        let mut diagnostic = Diagnostic::new(rule, message).help(help);
        if let Some(item) = self.items.get(index) {
            diagnostic = diagnostic.at(item.span.start, item.span.end);
        }
        self.log.report(diagnostic);
    }
}
