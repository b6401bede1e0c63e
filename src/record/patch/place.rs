//! Finds the place of a hunk in the canonical text of today.

use std::ops::Range;

use foldhash::{HashMap, HashMapExt};

use super::differ::{hash_of_signs, neighbours};
use super::groups::{Group, Groups};
use super::{Anchor, GroupChange, Hunk, last_digits};

/// One neighbour is a proof only so near the number of the node: two digits are not much of a hash.
const NEAR: usize = 8;

/// So many places on each side of the number of a hunk are looked at, so that the time does not grow with the square of the
/// hunks.
const REACH: usize = 128;

/// The groups of a canonical text by their hashes.
pub(super) struct Places<'g, 't> {
    groups: &'g Groups<'t>,
    /// The hash of each sign.
    signs: Vec<u32>,
    by_sign: HashMap<u32, Vec<usize>>,
    /// The nodes before and after each group.
    nodes: Vec<[Option<usize>; 2]>,
}

/// The hash of a sign that is not there.
const NO_SIGN: u32 = 1 << 8;

/// Returns the hash of a sign by its digits.
fn hash_of(digits: &str) -> u32 {
    match digits {
        "--" => NO_SIGN,
        _ => u32::from_str_radix(digits, 16).unwrap_or(u32::MAX),
    }
}

impl<'g, 't> Places<'g, 't> {
    /// Creates the places of a text.
    pub fn new(groups: &'g Groups<'t>) -> Self {
        let all = || groups.groups.iter();
        let hash = |group: &Group<'_>| crc32fast::hash(&group.sign) % NO_SIGN;
        let signs: Vec<_> = all().map(hash).collect();
        let mut by_sign: HashMap<u32, Vec<usize>> = HashMap::new();
        for (at, sign) in signs.iter().enumerate() {
            by_sign.entry(*sign).or_default().push(at);
        }
        Self {
            groups,
            signs,
            by_sign,
            nodes: neighbours(groups),
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

    /// Returns how many of two neighbours a hunk had.
    fn common(&self, anchor: &Anchor) -> impl Fn([Option<usize>; 2]) -> usize {
        let sign = |at: Option<usize>| at.map_or(Some(NO_SIGN), |at| self.signs.get(at).copied());
        let wanted = [&anchor.before, &anchor.after].map(|digits| Some(hash_of(digits)));
        move |[before, after]| {
            usize::from(sign(before) == wanted[0]) + usize::from(sign(after) == wanted[1])
        }
    }

    fn of_pieces(&self, hunk: &Hunk, number: usize) -> Option<usize> {
        let anchor = &hunk.anchor;
        let path = u32::from_str_radix(&anchor.path, 16).unwrap_or_default();
        let is_path = |at: usize| {
            let group = self.groups.groups.get(at);
            group.is_some_and(|group| last_digits(group.path, anchor.path.len()) == path)
        };
        let common = self.common(anchor);
        let around = |at: usize| self.nodes.get(at).map_or(0, |nodes| common(*nodes));
        let sign = hash_of(&anchor.own);
        // No place is better.
        if self.signs.get(number) == Some(&sign) && is_path(number) && around(number) == 2 {
            return Some(number);
        }
        let own = self.by_sign.get(&sign);
        let own = own.map_or(&[][..], Vec::as_slice);
        let middle = own.partition_point(|at| *at < number);
        let own = own.get(reach(middle, own.len())).unwrap_or_default();
        let scored = own.iter().filter_map(|at| {
            let (around, is_path) = (around(*at), is_path(*at));
            let is_proof = is_path || around == 2 || around == 1 && at.abs_diff(number) <= NEAR;
            is_proof.then_some((4 * usize::from(is_path) + around, *at))
        });
        let mut scored = scored.peekable();
        if scored.peek().is_some() {
            return best(scored, number);
        }
        // Somebody has changed the move.
        let nodes = reach(number, self.signs.len()).filter(|at| self.is_node(*at));
        let between = nodes.filter(|at| around(*at) == 2);
        best(between.map(|at| (2, at)), number)
    }

    fn is_node(&self, at: usize) -> bool {
        self.groups.groups.get(at).is_some_and(Group::is_node)
    }

    fn of_groups(&self, hunk: &Hunk, number: usize, count: usize) -> Option<usize> {
        let groups = &self.groups.groups;
        let common = self.common(&hunk.anchor);
        let score = |at: usize| {
            let score = common([at.checked_sub(1), Some(at + count)]);
            let own = groups.get(at..at + count).unwrap_or_default();
            (score >= 1 && hash_of_signs(own) == hunk.anchor.own).then_some((score, at))
        };
        let places = reach(number, groups.len().saturating_sub(count));
        // No place is better.
        if places.contains(&number) && score(number) == Some((2, number)) {
            return Some(number);
        }
        best(places.filter_map(score), number)
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
