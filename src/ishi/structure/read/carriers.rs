//! Carriers: the node of each, and its facts about the tree.

use super::{Builder, Role};
use crate::ishi::item::Item;
use crate::ishi::line::{Block, Line};
use crate::ishi::rules;
use crate::memory;
use crate::model::{Entry, Fact, NodeId};

impl<'a> Builder<'a, '_> {
    /// Returns the entries of the carrier directly after a line, if it belongs to that line.
    pub(super) fn carrier_after(&self, index: usize) -> Option<Vec<Entry<'static>>> {
        let line = &self.items.get(index)?.line;
        match &self.items.get(index + 1)?.line {
            Line::User(block) if belongs(block, line) => memory::decode_block(block),
            _ => None,
        }
    }

    /// Reads a USER block that [`carrier_after`](Self::carrier_after) did not read. Returns whether it is a carrier,
    /// even one of another node.
    pub(super) fn carrier(&mut self, block: &Block<'a>, target: NodeId, index: usize) -> bool {
        let Some(entries) = memory::decode_block(block) else {
            if memory::version_of(block).is_some() {
                self.bad_carrier(block, index);
            }
            return false;
        };
        if let [entry] = entries.as_slice()
            && entry.fact() == Some(Fact::End)
        {
            // This carrier ends an event, so that the remarks before it are not about the next event.
            self.ended.append(&mut self.pending);
            return true;
        }
        if let Some(first) = self.carried.get(&target) {
            let message = "the node has a USER block of ishi already".to_owned();
            if self.line_at(*first as usize) == self.line_at(index) {
                let help = "it says the same, and was passed over";
                self.report(&rules::STALE_CARRIER, message, help, index);
            } else {
                self.stray_carrier(message, index);
            }
        } else if self.is_about(block, target) {
            self.carry(target, Some(entries), index);
        } else {
            let about = memory::about_of(block).unwrap_or_default();
            let message = format!("this USER block of ishi belongs to the line \"{about}\"");
            self.stray_carrier(message, index);
        }
        true
    }

    /// Returns whether a carrier belongs to `node`, the node of the lines before it. A carrier that names its line
    /// does not, if a variation came in between.
    fn is_about(&mut self, block: &Block<'_>, node: NodeId) -> bool {
        let Some(about) = memory::about_of(block) else {
            return true;
        };
        if self
            .sequences
            .last()
            .is_some_and(|sequence| sequence.varied)
        {
            return false;
        }
        let items = self.items;
        match self.tree.role(node) {
            Role::Event | Role::Continuation => about == "EVENT",
            Role::Setup => about == "SETUP",
            Role::Diagram => about == "DIAGRAM",
            Role::Empty => false,
            Role::Move => {
                let lines = self.tree.data_mut(node).lines.iter();
                let mut items = lines.filter_map(|line| items.get(*line as usize));
                items.any(|item| is_move(about, &item.line))
            }
        }
    }

    fn line_at(&self, index: usize) -> Option<&Line<'a>> {
        self.items.get(index).map(|item| &item.line)
    }

    /// Reports a carrier that does not fit the node before it, and leaves it out.
    fn stray_carrier(&mut self, message: String, index: usize) {
        let help = "the block was left out; the record as it is now was kept";
        self.report(&rules::STALE_CARRIER, message, help, index);
        if let Some(item) = self.items.get(index) {
            self.log.leave_out(item.span);
        }
    }

    /// Reports a block with the title of a carrier that is damaged or of another version.
    fn bad_carrier(&mut self, block: &Block<'_>, index: usize) {
        let message = match memory::version_of(block) {
            Some(memory::VERSION) => {
                "this USER block of ishi is damaged, or was changed by hand".to_owned()
            }
            _ => format!(
                "this USER block of ishi is of another version: \"{}\"; expected \"ishi {}\"",
                block.title,
                memory::VERSION
            ),
        };
        let help = "it was ignored, and kept as the data of another program";
        self.report(&rules::BAD_CARRIER, message, help, index);
    }

    /// Takes the entries of the block at `index`, if it is a carrier. Returns the number of blocks taken, 0 or 1.
    ///
    /// Applies the facts about the tree, and keeps the other entries for the node.
    pub(super) fn carry(
        &mut self,
        node: NodeId,
        entries: Option<Vec<Entry<'static>>>,
        index: usize,
    ) -> usize {
        let Some(entries) = entries else {
            return 0;
        };
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        self.carried.insert(node, number);
        // A carrier is not a line of the record, so words after its ENDUSER have no place.
        for words in self.items.get(index).map_or(&[][..], Item::unread) {
            self.log.leave_out(*words);
        }
        for entry in entries {
            match entry.fact() {
                Some(Fact::Order(k)) => self.tree.order(node, k as usize),
                Some(Fact::Above(count)) => self.tree.raise(node, count),
                Some(Fact::Continued { event, child }) => {
                    self.continued.insert(event, (node, child as usize));
                }
                Some(Fact::RootMove | Fact::SetupNode | Fact::Leaf | Fact::Continuation(_)) => {}
                _ => self.tree.extra_mut(node).carry(entry, number),
            }
        }
        1
    }
}

/// Returns whether a carrier belongs to the line before it.
fn belongs(block: &Block<'_>, line: &Line<'_>) -> bool {
    memory::about_of(block).is_none_or(|about| match line {
        Line::Event(_) => about == "EVENT",
        Line::Diagram(_) => about == "DIAGRAM",
        line => is_move(about, line),
    })
}

/// Returns whether a carrier was written for a move. A person may have changed one of its colour, number and place
/// since: `B 1 Q4` -> `B 1 R4`.
fn is_move(about: &str, line: &Line<'_>) -> bool {
    if !matches!(line, Line::Move(..)) {
        return false;
    }
    let line = line.to_string();
    let same = line.split(' ').zip(about.split(' '));
    same.filter(|(word, other)| word == other).count() >= 2
}

/// Returns whether a fact is among entries.
pub(super) fn has_fact(entries: &[Entry<'_>], fact: &Fact) -> bool {
    facts(entries).any(|found| found == *fact)
}

/// Returns the facts among entries.
pub(super) fn facts(entries: &[Entry<'_>]) -> impl Iterator<Item = Fact> {
    entries.iter().filter_map(Entry::fact)
}
