//! Finds the place of a hunk in the canonical text of today.

use std::collections::HashMap;
use std::ops::Range;

use super::differ::{hash_of_signs, near, neighbours, path_digits};
use super::groups::{Group, Groups};
use super::{GroupChange, Hunk, short};

/// One neighbour is a proof only so near the number of the node: two digits are not much of a hash.
const NEAR: usize = 8;

/// So many places on each side of the number of a hunk are looked at, so that the time does not grow with the square of the
/// hunks.
const REACH: usize = 128;

/// The groups of a canonical text by their hashes.
pub(super) struct Places<'g, 't> {
    groups: &'g Groups<'t>,
    /// The hash of each sign.
    signs: Vec<String>,
    by_sign: HashMap<String, Vec<usize>>,
    digits: usize,
}

impl<'g, 't> Places<'g, 't> {
    /// Creates the places of a text.
    pub fn new(groups: &'g Groups<'t>) -> Self {
        let signs: Vec<_> = (0..groups.groups.len())
            .map(|at| near(groups, Some(at)))
            .collect();
        let mut by_sign: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, sign) in signs.iter().enumerate() {
            by_sign.entry(sign.clone()).or_default().push(at);
        }
        Self {
            groups,
            signs,
            by_sign,
            digits: path_digits(groups),
        }
    }

    /// Returns the place of a hunk: by its number if the text is as it was, else by its path, else by its sign with a
    /// neighbour, else between its neighbours. `None` if there is no place, or several are as good.
    pub fn of(&self, hunk: &Hunk, is_same: bool) -> Option<usize> {
        let Some(at) = hunk.at else {
            return self.groups.groups.len().checked_sub(1);
        };
        if is_same || at == 0 && matches!(hunk.change, GroupChange::Pieces(_)) {
            return (at < self.groups.groups.len()).then_some(at);
        }
        match &hunk.change {
            GroupChange::Pieces(_) => self.of_pieces(hunk, at),
            GroupChange::Groups(count, _) => self.of_groups(hunk, at, *count),
        }
    }

    fn sign(&self, at: Option<usize>) -> &str {
        at.and_then(|at| self.signs.get(at))
            .map_or("--", String::as_str)
    }

    fn neighbours(&self, hunk: &Hunk, at: usize, count: usize) -> usize {
        let before = self.sign(at.checked_sub(1)) == hunk.anchor.before;
        let after = self.sign(Some(at + count)) == hunk.anchor.after;
        usize::from(before) + usize::from(after)
    }

    fn around(&self, hunk: &Hunk, at: usize) -> usize {
        let [before, after] = neighbours(self.groups, at);
        usize::from(before == hunk.anchor.before) + usize::from(after == hunk.anchor.after)
    }

    fn of_pieces(&self, hunk: &Hunk, number: usize) -> Option<usize> {
        let anchor = &hunk.anchor;
        let is_path = |at: &usize| {
            let group = self.groups.groups.get(*at);
            group.is_some_and(|group| {
                short(group.path, self.digits.min(anchor.path.len())) == anchor.path
            })
        };
        let own = self.by_sign.get(&anchor.own).map_or(&[][..], Vec::as_slice);
        let middle = own.partition_point(|at| *at < number);
        let own = own.get(reach(middle, own.len())).unwrap_or_default();
        let scored = own.iter().filter_map(|at| {
            let around = self.around(hunk, *at);
            let is_proof = is_path(at) || around == 2 || around == 1 && at.abs_diff(number) <= NEAR;
            is_proof.then_some((4 * usize::from(is_path(at)) + around, *at))
        });
        let mut scored = scored.peekable();
        if scored.peek().is_some() {
            return best(scored, number);
        }
        // Somebody has changed the move.
        let nodes = reach(number, self.signs.len()).filter(|at| self.is_node(*at));
        let between = nodes.filter(|at| self.around(hunk, *at) == 2);
        best(between.map(|at| (2, at)), number)
    }

    fn is_node(&self, at: usize) -> bool {
        self.groups.groups.get(at).is_some_and(Group::is_node)
    }

    fn of_groups(&self, hunk: &Hunk, number: usize, count: usize) -> Option<usize> {
        let groups = &self.groups.groups;
        let scored = reach(number, groups.len().saturating_sub(count)).filter_map(|at| {
            let score = self.neighbours(hunk, at, count);
            let is_own =
                || hash_of_signs(groups.get(at..at + count).unwrap_or_default()) == hunk.anchor.own;
            (score >= 1 && is_own()).then_some((score, at))
        });
        best(scored, number)
    }
}

/// Returns the places around a number that are looked at, of so many.
fn reach(number: usize, count: usize) -> Range<usize> {
    let middle = number.min(count);
    middle.saturating_sub(REACH)..count.min(middle + REACH)
}

/// Returns the place with the highest score. If several have it, it is the one with the number that the hunk had.
fn best(scored: impl Iterator<Item = (usize, usize)>, number: usize) -> Option<usize> {
    let scored: Vec<_> = scored.collect();
    let highest = scored.iter().map(|(score, _)| *score).max()?;
    let mut places = scored.iter().filter(|(score, _)| *score == highest);
    let first = places.next().map(|(_, at)| *at)?;
    let mut others = places.map(|(_, at)| *at).peekable();
    if others.peek().is_none() || first == number {
        return Some(first);
    }
    others.find(|at| *at == number)
}
