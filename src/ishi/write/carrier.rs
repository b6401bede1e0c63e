//! The carrier of a node, with its data that Ishi cannot express, and the outcomes of its constructs.

use std::collections::BTreeSet;

use super::Writer;
use super::recall::Recalled;
use crate::ishi::kept::{Kept, Section, comes_back, reread};
use crate::ishi::line::{Block, Line};
use crate::ishi::say;
use crate::ishi::structure::Role;
use crate::memory::{encode_block, overlay};
use crate::model::{Dialect, Entry, Fact, Id, Meaning, NodeId};
use crate::outcome::{CONTINUED, Outcome, of_detail, of_property};

impl Writer<'_, '_> {
    /// Returns the carrier of a node, and records the outcome of each construct of the node.
    ///
    /// `unused` has the indexes of the kept lines that are not written. If a line has no effect outside its place
    /// (VAR, PRISONER, most HIDE lines: see [`travels`](Self::travels)), it goes into the carrier. Any other line is
    /// recorded as stale, because it contradicts the node.
    pub(super) fn carrier(
        &mut self,
        node: NodeId,
        role: Role,
        recalled: &Recalled,
        kept: &[Kept],
        unused: &BTreeSet<usize>,
    ) -> Option<Block<'static>> {
        let mut entries = match role {
            Role::Empty => {
                self.outcomes.native(1);
                Vec::new()
            }
            _ => self.entries(node, recalled, kept),
        };
        let remarked = kept.iter().any(Kept::is_remark);
        for (index, kept) in kept.iter().enumerate() {
            let marker = say::marker(self.job.game, node);
            let said = matches!(&kept.line, Line::Var(own) if own.as_deref() == marker);
            if said && kept.comes_back && !kept.has_words && !remarked && !unused.contains(&index) {
                // The canonical VAR line of the variation is the same.
                self.outcomes.stale(node, kept.entry.clone());
            }
        }
        let room = role != Role::Empty || self.job.plain;
        let held: BTreeSet<String> = entries
            .iter()
            .filter(|entry| entry.dialect == Dialect::Ishi)
            .map(|entry| entry.text.to_string())
            .collect();
        let unused = unused.iter().filter_map(|index| kept.get(*index));
        for kept in unused.filter(|kept| kept.section != Section::End) {
            if !room || !self.travels(node, role, &kept.line) {
                self.outcomes.stale(node, kept.entry.clone());
            } else if self.job.plain || !held.contains(kept.entry.text.as_ref()) {
                let construct = format!("Ishi line without effect ({})", first_word(&kept.text));
                let outcome = self.carried(Outcome::Kept);
                self.outcomes.record(outcome, construct, node);
                entries.push(kept.entry.clone());
            }
        }
        if self.job.plain {
            return None;
        }
        encode_block(&entries, about(role, recalled).as_deref())
    }

    /// Returns the entries of the carrier, except kept lines without a place.
    fn entries(&mut self, node: NodeId, recalled: &Recalled, kept: &[Kept]) -> Vec<Entry<'static>> {
        let meaning = self.job.game.meaning(node);
        let overlay = overlay::missing(&meaning, &recalled.meaning);
        self.record_meaning(node, &meaning, &recalled.meaning, &overlay);
        let mut touched = overlay.iter().filter_map(overlay::ident_of);
        let comment = touched.any(|ident| ident == Id::GameComment.ident());
        let details = self.details(node, comment);
        self.note_stale_sgf(node);
        let exact = self.exact_lines(node, kept);
        let facts = self.job.plan.facts(node).iter().cloned();
        let facts: Vec<_> = facts.chain(recalled.scene.facts()).collect();
        self.record_details(node, &details, &facts);
        let entries = overlay.into_iter().chain(exact).chain(details);
        entries.chain(facts.into_iter().map(Entry::from)).collect()
    }

    /// Returns whether a line has no effect outside its place, so that a carrier can hold it.
    fn travels(&self, node: NodeId, role: Role, line: &Line<'_>) -> bool {
        match line {
            Line::Var(_) | Line::Prisoner(_) => true,
            // In a diagram without successors HIDE is about stones, and these can have changed.
            Line::Hide(_) => role != Role::Diagram || self.job.game.first_child(node).is_some(),
            _ => false,
        }
    }

    /// Returns the detail that a carrier has to hold: detail of Smart-Go, and facts that the lines do not express.
    ///
    /// Detail of SGF cannot be in a carrier, because there an entry of SGF changes the meaning of the node.
    ///
    /// `comment` tells whether the carrier changes the game comment.
    fn details(&self, node: NodeId, comment: bool) -> Vec<Entry<'static>> {
        self.job
            .game
            .details(node)
            .iter()
            .filter(|entry| match entry.dialect {
                Dialect::Ishi | Dialect::Sgf => false,
                Dialect::SmartGo => true,
                Dialect::Fact => entry
                    .fact()
                    .is_none_or(|fact| self.is_unsaid(&fact, comment)),
            })
            .map(|entry| entry.clone().into_owned())
            .collect()
    }

    /// Records detail of SGF as stale, because its reader has put each entry that agrees with the record into the
    /// meaning.
    fn note_stale_sgf(&mut self, node: NodeId) {
        for entry in self.job.game.details(node) {
            if entry.dialect == Dialect::Sgf {
                self.outcomes.stale(node, entry.clone().into_owned());
            }
        }
    }

    /// Returns the kept lines that do not come back from the output as they are.
    fn exact_lines(&self, node: NodeId, kept: &[Kept]) -> Vec<Entry<'static>> {
        let mut kept = kept.iter().peekable();
        let entries = self.job.game.details(node).iter();
        entries
            .filter(|entry| entry.dialect == Dialect::Ishi)
            .filter(|entry| {
                if let Some(kept) = kept.next_if(|kept| kept.entry == **entry) {
                    return !kept.comes_back;
                }
                let again = reread(&entry.text, self.job.charset);
                !comes_back(entry, again.as_deref())
            })
            .map(|entry| entry.clone().into_owned())
            .collect()
    }

    /// Returns whether a fact has to travel because the file does not express it.
    fn is_unsaid(&self, fact: &Fact, comment: bool) -> bool {
        match fact {
            Fact::HeaderLines(_) => comment,
            Fact::ImplicitEvent => !self.job.implicit,
            Fact::Charset(_) => self.job.carries_charset,
            _ => false,
        }
    }

    fn carried(&self, outcome: Outcome) -> Outcome {
        if self.job.plain {
            Outcome::Lost
        } else {
            outcome
        }
    }

    fn record_meaning(
        &mut self,
        node: NodeId,
        meaning: &Meaning<'_>,
        said: &Meaning<'_>,
        overlay: &[Entry<'_>],
    ) {
        let touched: BTreeSet<_> = overlay.iter().filter_map(overlay::ident_of).collect();
        let shown = said.properties.iter();
        let shown = shown.map(|property| property.ident.as_str());
        let shown: BTreeSet<_> = shown.filter(|ident| touched.contains(ident)).collect();
        if let Some(mv) = meaning.mv {
            if touched.contains(&*mv.color.letter().encode_utf8(&mut [0; 4])) {
                let outcome = self.carried(Outcome::Adapted);
                self.outcomes.record(outcome, "move off the board", node);
            } else {
                self.outcomes.native(1);
            }
        }
        if said.mv.is_none() && touched.contains(Id::Figure.ident()) && !has(meaning, Id::Figure) {
            let outcome = self.carried(Outcome::Adapted);
            self.outcomes.record(outcome, "node without a move", node);
        }
        for property in &meaning.properties {
            let ident = property.ident.as_str();
            if !touched.contains(ident) {
                self.outcomes.native(1);
                continue;
            }
            let outcome = if shown.contains(ident) {
                Outcome::Adapted
            } else {
                Outcome::Kept
            };
            let outcome = self.carried(outcome);
            self.outcomes
                .record(outcome, of_property(&property.ident), node);
        }
    }

    fn record_details(&mut self, node: NodeId, details: &[Entry<'_>], facts: &[Fact]) {
        let outcome = self.carried(Outcome::Kept);
        for detail in details {
            self.outcomes.record(outcome, of_detail(detail), node);
        }
        for fact in facts {
            let construct = match fact {
                Fact::RootMove => "move in the first node",
                Fact::SetupNode => "setup stones in a separate node",
                Fact::Order(_) => "variation before the first move",
                Fact::Above(_) => "variation on a node without a move",
                Fact::Leaf => "variations without a move",
                Fact::Continuation(_) => CONTINUED,
                Fact::GameComment => "place of the game comment",
                Fact::GameName => "game name as the title (GN)",
                _ => continue,
            };
            let outcome = self.carried(Outcome::Adapted);
            self.outcomes.record(outcome, construct, node);
        }
    }
}

/// Returns the line that a carrier belongs to. The carrier repeats it, so that a reader notices if a person has
/// deleted the line or moved the carrier.
fn about(role: Role, recalled: &Recalled) -> Option<String> {
    let keyword = match role {
        Role::Event | Role::Continuation => "EVENT",
        Role::Setup => "SETUP",
        Role::Diagram => "DIAGRAM",
        Role::Move => {
            let lines = recalled.lines.iter().map(|written| &written.line);
            let mut moves = lines.filter(|line| matches!(line, Line::Move(..)));
            return moves.next().map(ToString::to_string);
        }
        Role::Empty => return None,
    };
    Some(keyword.to_owned())
}

fn has(meaning: &Meaning<'_>, id: Id) -> bool {
    meaning.properties.iter().any(|property| property.is(id))
}

fn first_word(text: &str) -> &str {
    text.split([' ', '[']).next().unwrap_or_default()
}
