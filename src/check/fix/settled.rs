//! The texts of units that need no second look: the same text has the same games and findings.

use std::cell::RefCell;
use std::hash::BuildHasher;

use foldhash::HashMap;

use super::charset::lacks_name;
use super::examination::Examination;
use super::remedy::{has_remedy, has_slip};
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::format::Format;
use crate::model::Game;

/// Texts that were examined already.
#[derive(Default)]
pub(in crate::check) struct Settled {
    /// Texts without a finding that may be mended, by their hashes, each with the number of its games and its findings of rules
    /// with fixes.
    known: RefCell<HashMap<u64, (usize, Diagnostics)>>,
    /// The last text with fixes of its structure made. The next round reads it.
    mended: RefCell<Option<(String, Examination<'static>)>>,
}

impl Settled {
    /// Returns the games of a text with their findings, as they are known or from a new reading.
    pub fn examination<'t>(&self, format: Format, text: &'t str) -> Examination<'t> {
        let mended = self.mended.take().filter(|(known, _)| known == text);
        mended.map_or_else(|| Examination::of(format, text), |(_, known)| known)
    }

    /// Returns the number of games of a text.
    pub fn games(&self, format: Format, text: &str) -> usize {
        match &*self.mended.borrow() {
            Some((known, found)) if known == text => found.games.len(),
            _ => dispatch::read(format, text, &mut Diagnostics::ignored()).len(),
        }
    }

    /// Keeps the text of a unit with fixes made, for the next round.
    pub fn keep(&self, text: &str, examination: Examination<'_>) {
        let games = examination.games.into_iter().map(Game::into_owned);
        let known = Examination {
            games: games.collect(),
            ..examination
        };
        self.mended.replace(Some((text.to_owned(), known)));
    }

    /// Returns the number of games and the findings of a text, if it is one of these.
    pub fn of(&self, format: Format, text: &str) -> Option<(usize, Diagnostics)> {
        let known = self.known.borrow();
        if known.is_empty() {
            return None;
        }
        known.get(&known.hasher().hash_one((format, text))).cloned()
    }

    /// Adds a text with its games and findings, if no finding may be mended. Returns whether a finding has a remedy.
    pub fn add(&self, format: Format, text: &str, games: &[Game<'_>], log: &Diagnostics) -> bool {
        let has_remedy = has_remedy(games, log);
        if has_remedy || has_slip(log) || lacks_name(text, games) {
            return has_remedy;
        }
        let mut left = Diagnostics::unlimited();
        for finding in log.kept().iter().filter(|one| one.rule.has_fix()) {
            left.enter_game(finding.game);
            left.report(finding.clone());
        }
        let mut known = self.known.borrow_mut();
        let hash = known.hasher().hash_one((format, text));
        known.insert(hash, (games.len(), left));
        false
    }
}
