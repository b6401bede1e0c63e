//! The texts of units that need no second look: the same text has the same findings.

use std::cell::RefCell;
use std::hash::BuildHasher;

use foldhash::HashMap;

use super::charset::lacks_name;
use super::remedy::{has_remedy, has_slip};
use crate::diagnostic::Diagnostics;
use crate::format::Format;
use crate::model::Game;

/// Texts without a finding that may be mended, by their hashes, each with the number of its games and its findings of rules with
/// fixes.
#[derive(Default)]
pub(in crate::check) struct Settled(RefCell<HashMap<u64, (usize, Diagnostics)>>);

impl Settled {
    /// Returns the number of games and the findings of a text, if it is one of these.
    pub fn of(&self, format: Format, text: &str) -> Option<(usize, Diagnostics)> {
        let known = self.0.borrow();
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
        let mut known = self.0.borrow_mut();
        let hash = known.hasher().hash_one((format, text));
        known.insert(hash, (games.len(), left));
        false
    }
}
