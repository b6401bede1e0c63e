//! The limits of fixes: the changes of a text that no fix makes.

use std::collections::BTreeMap;

use foldhash::{HashMap, HashMapExt};

use super::Examined;
use super::mending::{Mended, Mending, Spans};
use crate::bracket::rules as bracket;
use crate::check::fix::examination::Examination;
use crate::check::fix::wanted;
use crate::diagnostic::{Diagnostic, Diagnostics, Rule, Severity};
use crate::edit::{Change, NodeKey};
use crate::format::Format;
use crate::format::piece::Key;
use crate::ishi::rules as ishi;
use crate::model::{Address, Game, Move};

/// Rules about text without a meaning.
const KEPT: [&Rule; 8] = [
    &bracket::BAD_VALUE,
    &bracket::STRAY_TEXT,
    &bracket::IDENT_WITHOUT_VALUE,
    &ishi::UNKNOWN_LINE,
    &ishi::UNREADABLE_ENTRY,
    &ishi::UNREADABLE_MOVE,
    &ishi::EXTRA_MOVE_DATA,
    &ishi::EXTRA_DATA,
];

/// Rules about second values. The canonical form of a node has the first one.
const SECOND: [&Rule; 2] = [&bracket::SEVERAL_VALUES, &bracket::DUPLICATE_PROPERTY];

/// The findings of a changed text.
pub(super) struct Judged {
    log: Diagnostics,
    /// Whether one of them has a remedy.
    has_remedy: bool,
    /// Whether the games have the moves of the unit.
    has_moves: bool,
}

impl Examined<'_> {
    /// Reads the games of a changed text, with their findings.
    pub(super) fn judge<'t>(&self, text: &'t str) -> (Vec<Game<'t>>, Judged) {
        let Examination { games, log, .. } = Examination::of(self.format, text);
        let judged = Judged {
            has_remedy: self.settled.add(self.format, text, &games, &log),
            has_moves: self.format != Format::Ishi || moves(&games).eq(moves(&self.games)),
            log,
        };
        (games, judged)
    }

    /// Returns whether a fix can make a change.
    ///
    /// In Ishi a fix of one number changes the numbers of later lines, and a fix can end a variation, but it leaves
    /// variations in their places. In SGF and Smart-Go each changed property or divided node needs a finding.
    pub(super) fn is_allowed(&self, game: usize, change: &Change, mending: &Mending<'_>) -> bool {
        let is_target = |part: &NodeKey| mending.is_target(game, part);
        let mut parts = change.parts.iter();
        if self.format == Format::Ishi {
            let is_bracket = |part: &NodeKey| matches!(part.1, Key::Open | Key::Close);
            return parts.all(|part| !is_bracket(part) || is_target(part));
        }
        parts.all(is_target)
    }

    /// Returns whether the unit with fixes has a new error or warning, or a finding that the fixes should mend, so that a
    /// second run would try again: a number that one of them sets can be wrong at a later move of Ishi.
    pub(super) fn leaves_findings(
        &self,
        (text, judged): (&str, &Judged),
        mended: &[Mended<'_>],
    ) -> bool {
        let log = &judged.log;
        if judged.has_remedy {
            self.is_partial.set(true);
        }
        // A move off the board can become a pass.
        if is_worse(&self.log, log) || !judged.has_moves {
            return true;
        }
        if self.format != Format::Ishi {
            return false;
        }
        if loses_blocks((self.unit.text(), &self.log), (text, log)) {
            return true;
        }
        let count = |log: &Diagnostics, code| {
            let found = log.counts().filter(|(rule, ..)| rule.code == code);
            found.map(|(.., count)| count).sum::<usize>()
        };
        let mut rules: BTreeMap<&str, usize> = BTreeMap::new();
        for one in mended {
            *rules.entry(one.finding.rule.code).or_default() += 1;
        }
        let numbers = wanted::NUMBERS.map(|rule| rule.code);
        // A block without its end swallows lines, and its end would seal them in it.
        let is_unclosed = |log| count(log, ishi::UNCLOSED_BLOCK.code);
        if is_unclosed(log) < is_unclosed(&self.log) {
            return true;
        }
        rules.into_iter().any(|(code, mended)| {
            let is_number = numbers.contains(&code);
            let others = count(&self.log, code).saturating_sub(mended);
            count(log, code) > if is_number { 0 } else { others }
        })
    }

    /// Returns whether one of the changes would lose text that no reader understands. A change that divides a node would also lose
    /// the second values of its properties.
    pub(super) fn loses_words(&self, changes: &[(usize, Change)]) -> bool {
        let loses = |finding: &Diagnostic| {
            let Some(word) = finding.span else {
                return false;
            };
            // The changes are in the order of the text.
            let first = changes.partition_point(|(_, change)| change.span.end <= word.start);
            let changes = changes.get(first..).unwrap_or_default().iter();
            let mut near = changes.take_while(|(_, change)| change.span.start < word.end);
            let divides = |change: &Change| change.parts.iter().any(|part| part.1 == Key::Whole);
            near.any(|(_, change)| {
                is_lost(finding, &KEPT) || divides(change) && is_lost(finding, &SECOND)
            })
        };
        self.log.kept().iter().any(loses)
    }
}

/// Returns whether a finding of one of these rules is about text that the canonical form of a node lacks.
fn is_lost(finding: &Diagnostic, rules: &[&Rule]) -> bool {
    let slip = finding.read_as.as_ref();
    let is_slip = slip.is_some_and(|slip| !slip.text.is_empty());
    rules.contains(&finding.rule) && !is_slip
}

/// Returns whether a node has an error or a warning of a rule that it did not have before. If a rule has more findings than are
/// kept, their number decides.
pub(super) fn is_worse(before: &Diagnostics, after: &Diagnostics) -> bool {
    fn key(one: &Diagnostic) -> (&str, usize, Option<&Address>) {
        (one.rule.code, one.game, one.address.as_ref())
    }
    let mut counts = after.counts();
    if counts.any(|(rule, severity, count)| {
        let mut known = before.counts();
        let is_known = |(known, same, most)| known == rule && same == severity && most >= count;
        severity > Severity::Note && !known.any(is_known)
    }) {
        return true;
    }
    let is_harm = |one: &&Diagnostic| one.severity > Severity::Note && !before.is_cut(one.rule);
    let [mut old, mut new] = [before, after].map(|log| {
        let harms = log.kept().iter().rev().filter(is_harm);
        harms.map(key).peekable()
    });
    // Most findings stay, in their order.
    while old.next_if(|key| new.peek() == Some(key)).is_some() {
        new.next();
    }
    let mut known: HashMap<_, usize> = HashMap::new();
    for key in old {
        *known.entry(key).or_default() += 1;
    }
    new.any(|key| match known.get_mut(&key) {
        Some(left @ 1..) => {
            *left -= 1;
            false
        }
        _ => true,
    })
}

/// Returns whether a text of Ishi lacks a REMARK line or a USER block of another one, each with its findings. The canonical form of
/// a node has no such words.
fn loses_blocks(before: (&str, &Diagnostics), after: (&str, &Diagnostics)) -> bool {
    let mut now = blocks(after);
    blocks(before).into_iter().any(|block| {
        let found = now.iter().position(|other| *other == block);
        found.map(|at| now.swap_remove(at)).is_none()
    })
}

/// Returns the words of REMARK lines and USER blocks without their keywords.
fn blocks<'t>((text, log): (&'t str, &Diagnostics)) -> Vec<Vec<&'t str>> {
    let unread = log.kept().iter().filter(|finding| is_lost(finding, &KEPT));
    let unread = unread.filter_map(|finding| Some((finding.span?, 0)));
    let unread = Spans::of(unread.collect());
    let blocks = log
        .left_out()
        .iter()
        .filter(|span| unread.touching(**span).next().is_none());
    let words = blocks.map(|span| span.slice(text).split_whitespace().skip(1).collect());
    words.collect()
}

fn moves(games: &[Game<'_>]) -> impl Iterator<Item = Option<Move>> {
    let games = games.iter();
    games.flat_map(|game| game.nodes().map(move |node| game.mv(node)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::fix::examination::ASKED;

    #[test]
    fn all_findings_about_words_without_a_meaning_are_kept() {
        let rules = KEPT.iter().chain(&SECOND).filter(|rule| !rule.has_fix());
        let mut codes: Vec<_> = rules.map(|rule| rule.code).collect();
        let mut asked: Vec<_> = ASKED.iter().map(|rule| rule.code).collect();
        codes.sort_unstable();
        asked.sort_unstable();
        assert_eq!(codes, asked);
    }
}
