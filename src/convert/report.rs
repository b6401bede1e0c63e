//! The report of a conversion.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io::{Read, Seek};

use super::error::Refused;
use super::finding::Findings;
use super::step::WrittenGame;
use crate::bracket::typed::excerpt;
use crate::diagnostic::{self, Diagnostics, Span};
use crate::format::SourceFormat;
use crate::format::charset::Charset;
use crate::model::{Address, NodeId};
use crate::record::outcome::{Item, Outcome, Outcomes};
use crate::source::{Source, Unit};

/// The name, in the outcomes, of lines and words that a reader left out, because no record can hold them.
pub const UNREAD: &str = diagnostic::UNREAD;

/// The name, in the outcomes, of damaged text: a row of bytes that could not be decoded, or a character that
/// another program could not decode.
pub const DAMAGED: &str = "text that was damaged before";

/// A construct that is lost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loss {
    /// The construct in words, with its identifier: `labels (LB)`.
    pub what: Cow<'static, str>,
    /// The number of its game, from 1.
    pub game: usize,
    /// Where it is.
    pub at: At,
}

/// Where a construct is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum At {
    /// On this line of the file, from 1.
    Line(usize),
    /// In the node with this address.
    Node(Address),
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.at {
            At::Line(line) => write!(f, "{}, line {line}", self.what),
            At::Node(address) => write!(f, "{}, game {} at {address}", self.what, self.game),
        }
    }
}

/// The report of a conversion: findings, converted games and losses.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// The format of the source. `None` before the source was opened.
    pub from: Option<SourceFormat>,
    /// The charset of the source with the reason for it. `None` before the source was opened.
    pub charset: Option<(Charset, String)>,
    /// The number of games that were written.
    pub games: usize,
    /// The number of their nodes.
    pub nodes: usize,
    /// The number of their moves.
    pub moves: usize,
    /// The number of lines that travel in carriers, because the format cannot show them.
    pub travelling: usize,
    /// The outcomes of their constructs.
    pub outcomes: Tally,
    /// Each construct that is not native, with the number of its game from 1. Empty unless the options ask for it.
    pub items: Vec<(usize, Item)>,
    /// The first [`Diagnostics::LIMIT`] constructs that are lost.
    pub losses: Vec<Loss>,
    /// The errors, warnings and notes about the source and the result.
    pub findings: Findings,
    /// The games that cannot exist in the target.
    pub refused: Vec<Refused>,
    /// Whether the whole output was read back and proven.
    pub verified: bool,
}

impl Report {
    pub(super) fn begin<R: Read + Seek>(&mut self, source: &Source<R>) {
        self.from = Some(source.read_from());
        self.charset = Some((source.charset(), source.why().to_owned()));
        self.findings.begin(source);
    }

    /// Counts parts of a unit under an outcome, each with its kind, for example parts that the reader left out. Lost parts are
    /// listed too.
    pub(super) fn unread(
        &mut self,
        game: usize,
        outcome: Outcome,
        unit: &Unit,
        parts: impl Iterator<Item = (Span, &'static str)>,
        items: bool,
    ) {
        let mut places = unit.places();
        for (span, what) in parts {
            if outcome == Outcome::Lost && self.losses.len() < Diagnostics::LIMIT {
                let text = span.slice(unit.text());
                self.losses.push(Loss {
                    what: Cow::Owned(format!("{what}, `{}`", excerpt(text))),
                    game,
                    at: At::Line(places.place(span).line),
                });
            }
            let item = Item {
                outcome,
                what: Cow::Borrowed(what),
                node: NodeId::ROOT,
            };
            self.outcomes.count_one(&item);
            self.items.extend(items.then_some((game, item)));
        }
    }

    pub(super) fn count(&mut self, number: usize, written: &WrittenGame, items: bool) {
        self.games += 1;
        self.nodes += written.nodes;
        self.moves += written.moves;
        self.travelling += written.travelling;
        self.outcomes.add(&written.outcomes);
        let room = Diagnostics::LIMIT.saturating_sub(self.losses.len());
        let losses = written.lost.iter().take(room);
        self.losses.extend(losses.map(|(what, address)| Loss {
            what: what.clone(),
            game: number,
            at: At::Node(address.clone()),
        }));
        if items {
            let items = written.outcomes.items().iter().cloned();
            self.items.extend(items.map(|item| (number, item)));
        }
    }
}

/// The number of constructs with each outcome.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    native: usize,
    others: BTreeMap<(Outcome, Cow<'static, str>), usize>,
}

impl Tally {
    fn add(&mut self, outcomes: &Outcomes) {
        self.native += outcomes.count(Outcome::Native);
        for item in outcomes.items() {
            self.count_one(item);
        }
    }

    fn count_one(&mut self, item: &Item) {
        let key = (item.outcome, item.what.clone());
        *self.others.entry(key).or_default() += 1;
    }

    /// Returns how many constructs had this outcome.
    pub fn count(&self, outcome: Outcome) -> usize {
        let own = if outcome == Outcome::Native {
            self.native
        } else {
            0
        };
        own + self.kinds(outcome).map(|(_, count)| count).sum::<usize>()
    }

    /// Returns the kinds of constructs that had this outcome, with the count of each. Empty for native constructs,
    /// because they are only counted as a whole.
    pub fn kinds(&self, outcome: Outcome) -> impl Iterator<Item = (&str, usize)> {
        self.others
            .iter()
            .filter(move |((found, _), _)| *found == outcome)
            .map(|((_, what), count)| (what.as_ref(), *count))
    }
}

#[cfg(test)]
mod tests;
