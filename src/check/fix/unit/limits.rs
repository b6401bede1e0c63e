//! The limits of fixes: the changes of a text that no fix makes.

use std::collections::BTreeMap;

use super::{Examined, Mended};
use crate::check::fix::{remedy, wanted};
use crate::diagnostic::{Diagnostics, Rule};
use crate::dispatch;
use crate::edit::{self, Change, Part};
use crate::format::Format;
use crate::ishi::rules as ishi;
use crate::piece::{Cut, Key};

/// Rules of Ishi about text without a meaning.
const KEPT: [&Rule; 5] = [
    &ishi::UNKNOWN_LINE,
    &ishi::UNREADABLE_ENTRY,
    &ishi::UNREADABLE_MOVE,
    &ishi::EXTRA_MOVE_DATA,
    &ishi::EXTRA_DATA,
];

impl Examined<'_> {
    /// Returns whether a fix can make a change.
    ///
    /// In Ishi a fix of one number changes the numbers of later lines, and a fix can end a variation, but it leaves
    /// variations in their places. In SGF and Smart-Go each changed property needs a finding, and no fix divides a node,
    /// for example setup beside a move. No fix writes a new carrier.
    pub(super) fn is_allowed(&self, game: usize, change: &Change, mended: &[Mended]) -> bool {
        let is_carrier = |part: &Part| edit::is_carrier(&part.1);
        let is_target = |part: &Part| mended.iter().any(|one| one.targets.contains(part));
        let carries = change.parts.iter().any(is_carrier);
        let mut parts = change.parts.iter();
        if self.format == Format::Ishi {
            let is_bracket = |part: &Part| matches!(part.1, Key::Open | Key::Close);
            let was_carried = || self.parts_at(game, change.span).iter().any(is_carrier);
            return (!carries || was_carried())
                && parts.all(|part| !is_bracket(part) || is_target(part));
        }
        !carries && parts.all(|part| part.1 != Key::Whole && is_target(part))
    }

    /// Returns whether a finding is left that the fixes should mend, so that a second run would try again, or whether
    /// the fixes write a new carrier. A number that one of them sets can be wrong at a later move, a carrier can say
    /// again what a fix removes from its node, and a line of several moves can become a move with a carrier.
    pub(super) fn leaves_findings(&self, changes: &[(usize, Change)], mended: &[Mended]) -> bool {
        let carriers = carriers_of(self.cuts());
        if self.format != Format::Ishi && carriers == 0 {
            return false;
        }
        let text = edit::apply(self.unit.text(), changes.iter().map(|(_, change)| change));
        let mut log = Diagnostics::complete();
        dispatch::read(self.format, &text, &self.options, &mut log);
        if carriers_of(&dispatch::cut(self.format, &text, &log)) > carriers {
            return true;
        }
        let count = |log: &Diagnostics, code| {
            let found = log.kept().iter();
            found.filter(|one| one.rule.code == code).count()
        };
        let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
        for one in mended {
            *rules.entry(one.finding.rule.code).or_default() += 1;
        }
        let numbers = wanted::NUMBERS.map(|rule| rule.code);
        rules.into_iter().any(|(code, mended)| {
            let is_number = numbers.contains(&code);
            let others = count(&self.log, code).saturating_sub(mended);
            count(&log, code) > if is_number { 0 } else { others }
        })
    }

    /// Returns whether a change touches text that no reader understands, because the change would lose this text.
    pub(super) fn loses_words(&self, change: &Change) -> bool {
        let mut findings = self.log.kept().iter();
        findings.any(|finding| {
            let is_kept = KEPT.iter().any(|rule| rule.code == finding.rule.code)
                && !remedy::is_read_as(finding);
            let span = finding.span.unwrap_or_default();
            is_kept && change.span.start < span.end && span.start < change.span.end
        })
    }
}

/// Returns the number of carriers in the pieces of games.
fn carriers_of(cuts: &[Cut]) -> usize {
    let pieces = cuts.iter().flat_map(|cut| &cut.pieces);
    pieces.filter(|piece| edit::is_carrier(&piece.key)).count()
}
