//! The texts of units that need no second look: the same text has the same findings.

use std::cell::RefCell;
use std::hash::BuildHasher;

use foldhash::HashMap;

use super::charset::lacks_name;
use crate::diagnostic::Diagnostics;
use crate::format::Format;
use crate::model::Game;

/// Texts without a finding that has a fix, by their hashes, each with the number of its games.
#[derive(Default)]
pub(in crate::check) struct Settled(RefCell<HashMap<u64, usize>>);

impl Settled {
    /// Returns the number of games of a text, if it is one of these.
    pub fn games_of(&self, format: Format, text: &str) -> Option<usize> {
        let games = self.0.borrow();
        if games.is_empty() {
            return None;
        }
        games.get(&games.hasher().hash_one((format, text))).copied()
    }

    /// Adds a text with its games and findings, if no finding is of a rule with fixes.
    pub fn add(&self, format: Format, text: &str, games: &[Game<'_>], log: &Diagnostics) {
        if !log.counts().any(|(rule, ..)| rule.has_fix()) && !lacks_name(text, games) {
            let mut known = self.0.borrow_mut();
            let hash = known.hasher().hash_one((format, text));
            known.insert(hash, games.len());
        }
    }
}
