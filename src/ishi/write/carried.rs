//! What Ishi does not say of a node: the carrier behind its defining line, and the outcomes.

use super::Writer;
use super::own::{Kind, OwnLine, Section, reread};
use super::plan::Form;
use super::text::push_line;
use crate::ishi::line::Line;
use crate::memory::{encode_block, overlay};
use crate::model::{Dialect, Entry, Fact, Id, Meaning, NodeId};
use crate::outcome::{Outcome, of_detail, of_property};

/// The carrier of the node whose lines are being written.
pub(super) struct Carrier {
    /// Where it stands in the text.
    place: usize,
    entries: Vec<Entry<'static>>,
}

impl Writer<'_, '_> {
    /// Gives the node that is being written its carrier, given what its lines say, and records what
    /// became of each construct of the node.
    pub(super) fn carrier(&mut self, node: NodeId, said: &Meaning<'_>) {
        self.carrier_with(node, said, None);
    }

    /// Does the same with one more fact about how the file stands for the tree.
    pub(super) fn carrier_with(&mut self, node: NodeId, said: &Meaning<'_>, fact: Option<Fact>) {
        let meaning = self.job.game.meaning(node);
        let overlay = overlay::missing(&meaning, said);
        self.record_meaning(node, &meaning, said, &overlay);
        let details = self.details(node);
        self.note_stale_sgf(node);
        let exact = self.exact_lines(node);
        let facts = self.job.plan.facts(node).iter().cloned();
        let facts: Vec<_> = facts.chain(fact).collect();
        self.record_details(node, &details, &facts);
        if self.job.plain {
            return;
        }
        let entries = overlay.into_iter().chain(exact);
        self.carrier = Some(Carrier {
            place: self.text.len(),
            entries: entries
                .chain(details)
                .chain(facts.into_iter().map(Entry::from))
                .collect(),
        });
    }

    /// Puts the carrier of a node into its text, when all own lines that have a place are written.
    ///
    /// Of the others, those that mean nothing where they stand travel in the carrier; the rest says
    /// something else than the node.
    pub(super) fn finish(&mut self, node: NodeId, own: &[OwnLine]) {
        let mut carrier = self.carrier.take();
        let remarked = own.iter().any(|own| own.kind == Kind::Remark);
        for own in own.iter().filter(|own| own.line == Line::Var(None)) {
            if own.unused().is_none() && !remarked {
                // Every variation starts like that.
                self.outcomes.stale(node, own.entry().clone());
            }
        }
        let room = carrier.is_some() || self.job.plain;
        for own in own.iter().filter(|own| own.section != Section::End) {
            let Some(entry) = own.unused() else {
                continue;
            };
            if !room || !self.travels(node, own.kind) {
                self.outcomes.stale(node, entry.clone());
                continue;
            }
            let entries = carrier.as_mut().map(|carrier| &mut carrier.entries);
            if entries
                .as_ref()
                .is_some_and(|entries| entries.contains(entry))
            {
                continue;
            }
            let what = format!("Ishi line without effect ({})", first_word(&own.text));
            let outcome = self.carried(Outcome::Kept);
            self.outcomes.record(outcome, what, node);
            if let Some(entries) = entries {
                entries.push(entry.clone());
            }
        }
        let Some(carrier) = carrier else {
            return;
        };
        if let Some(block) = encode_block(&carrier.entries) {
            let mut text = String::new();
            push_line(&mut text, &Line::User(block));
            self.text.insert_str(carrier.place, &text);
        }
    }

    /// Returns whether a line of this kind means nothing unless it has its place.
    fn travels(&self, node: NodeId, kind: Kind) -> bool {
        match kind {
            Kind::Var | Kind::Prisoner => true,
            // In a diagram it is about stones, which may have changed.
            Kind::Hide => self.job.plan.form(node) != Form::Figure,
            _ => false,
        }
    }

    /// Returns the detail that is not Ishi's own.
    ///
    /// In a carrier, entries of SGF lie over the meaning, so detail of SGF has no place there;
    /// whatever SGF says is meaning.
    fn details(&self, node: NodeId) -> Vec<Entry<'static>> {
        self.job
            .game
            .details(node)
            .iter()
            .filter(|entry| match entry.dialect {
                Dialect::Ishi | Dialect::Sgf => false,
                Dialect::SmartGo => true,
                Dialect::Fact => entry.fact().is_none_or(|fact| self.is_unsaid(&fact)),
            })
            .map(|entry| entry.clone().into_owned())
            .collect()
    }

    /// Notes detail of SGF: whatever agrees with the record was taken into the meaning.
    fn note_stale_sgf(&mut self, node: NodeId) {
        for entry in self.job.game.details(node) {
            if entry.dialect == Dialect::Sgf {
                self.outcomes.stale(node, entry.clone().into_owned());
            }
        }
    }

    /// Returns the own lines that do not come back from the output as they are.
    fn exact_lines(&self, node: NodeId) -> Vec<Entry<'static>> {
        self.job
            .game
            .details(node)
            .iter()
            .filter(|entry| {
                let again = reread(&entry.text, self.job.charset);
                // Every variation starts with VAR, so nothing stands for it alone.
                entry.dialect == Dialect::Ishi
                    && again.as_deref() != Some(&entry.text)
                    && again.as_deref() != Some("VAR")
            })
            .map(|entry| entry.clone().into_owned())
            .collect()
    }

    /// Returns whether a fact has to travel because the file does not say it.
    fn is_unsaid(&self, fact: &Fact) -> bool {
        match fact {
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
        let touched = |ident: &str| {
            overlay.iter().any(|entry| {
                let text = entry.text.trim_start_matches(['+', '-']);
                text.split('[').next() == Some(ident)
            })
        };
        if let Some(mv) = meaning.mv {
            if touched(mv.color.letter().encode_utf8(&mut [0; 4])) {
                let outcome = self.carried(Outcome::Adapted);
                self.outcomes.record(outcome, "move off the board", node);
            } else {
                self.outcomes.native(1);
            }
        }
        if said.mv.is_none() && touched(Id::Figure.ident()) && !has(meaning, Id::Figure) {
            let outcome = self.carried(Outcome::Adapted);
            self.outcomes.record(outcome, "node without a move", node);
        }
        for property in &meaning.properties {
            let ident = property.ident.as_str();
            if !touched(ident) {
                self.outcomes.native(1);
                continue;
            }
            let shown = said.properties.iter().any(|s| s.ident == property.ident);
            let outcome = if shown {
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
            let what = match fact {
                Fact::RootMove => "move in the first node",
                Fact::SetupNode => "setup stones in a node of their own",
                Fact::Order(_) => "variation before the first move",
                Fact::Leaf => "variations without a move",
                Fact::Continuation(_) => "setup stones in mid-game",
                Fact::GameComment => "place of the game comment",
                _ => continue,
            };
            let outcome = self.carried(Outcome::Adapted);
            self.outcomes.record(outcome, what, node);
        }
    }
}

fn has(meaning: &Meaning<'_>, id: Id) -> bool {
    meaning.properties.iter().any(|property| property.is(id))
}

fn first_word(text: &str) -> &str {
    text.split([' ', '[']).next().unwrap_or_default()
}
