//! The findings that an attempt mends, found by the changes of the text.

use std::borrow::Cow;
use std::collections::BTreeSet;

use foldhash::{HashMap, HashMapExt, HashSet};

use crate::check::fix::wanted;
use crate::diagnostic::{Diagnostic, Span};
use crate::edit::{Change, NodeKey};
use crate::format::piece::Key;

/// A mended finding.
pub(super) struct Mended<'l> {
    pub finding: Cow<'l, Diagnostic>,
    /// The changed parts.
    pub targets: Vec<NodeKey>,
    pub is_safe: bool,
}

impl Mended<'_> {
    /// Returns the parts of a finding that a fix tells.
    fn kind(&self) -> (&'static str, bool) {
        (self.finding.rule.code, self.is_safe)
    }

    /// Returns whether the fix names the lines of Ishi that it writes.
    fn names_lines(&self) -> bool {
        !self.targets.iter().all(is_property)
    }
}

/// All mended findings.
pub(super) struct Mending<'l> {
    pub all: Vec<Mended<'l>>,
    /// The findings of each target and, without an identifier, of each node, with the game of the finding: the first one of
    /// each kind, because a list of thousands of values can have a finding for each.
    by_part: HashMap<(usize, NodeKey), Vec<usize>>,
    by_node: HashMap<(usize, usize), Vec<usize>>,
    /// Likewise, the findings about numbers of each game.
    numbers: HashMap<usize, Vec<usize>>,
    /// The findings of each game by their places.
    by_place: HashMap<usize, Spans>,
}

impl<'l> Mending<'l> {
    pub(super) fn of(all: Vec<Mended<'l>>) -> Self {
        let mut by_part: HashMap<_, Vec<usize>> = HashMap::new();
        let mut by_node: HashMap<_, Vec<usize>> = HashMap::new();
        let mut numbers: HashMap<_, Vec<usize>> = HashMap::new();
        let note = |found: &mut Vec<usize>, index: usize| {
            let kind = |index: &usize| all.get(*index).map(Mended::kind);
            if !found.iter().any(|old| kind(old) == kind(&index)) {
                found.push(index);
            }
        };
        let mut places: HashMap<usize, Vec<(Span, usize)>> = HashMap::new();
        for (index, one) in all.iter().enumerate() {
            let game = one.finding.game;
            for target in &one.targets {
                note(by_part.entry((game, target.clone())).or_default(), index);
            }
            let span = one.finding.span.map(|span| (span, index));
            places.entry(game).or_default().extend(span);
            if let Some(node) = one.finding.node.filter(|_| !one.names_lines()) {
                note(by_node.entry((game, node)).or_default(), index);
            }
            if wanted::is_about_number(&one.finding) {
                note(numbers.entry(game).or_default(), index);
            }
        }
        let by_place = places
            .into_iter()
            .map(|(game, spans)| (game, Spans::of(spans)));
        Self {
            by_place: by_place.collect(),
            all,
            by_part,
            by_node,
            numbers,
        }
    }

    /// Returns the findings whose mending has a change of a game as its part, at least the first one of each kind.
    pub(super) fn reasons(&self, game: usize, change: &Change) -> Vec<&Mended<'l>> {
        let mut reasons = BTreeSet::new();
        let parts: HashSet<&NodeKey> = change.parts.iter().collect();
        for part in parts {
            reasons.extend(
                self.by_part
                    .get(&(game, part.clone()))
                    .into_iter()
                    .flatten(),
            );
            // Other lines of Ishi are not one property, so the node decides.
            if !is_property(part) && part.1 != Key::Close {
                reasons.extend(self.by_node.get(&(game, part.0)).into_iter().flatten());
            }
        }
        if let Some(places) = self.by_place.get(&game) {
            let Span { start, end } = change.span;
            let is_part = |span: Span| start == end || span.start < end && start < span.end;
            let near = places.touching(change.span);
            let near = near.filter(|(span, _)| is_part(*span));
            let names_lines = |index: &usize| self.all.get(*index).is_some_and(Mended::names_lines);
            reasons.extend(
                near.map(|(_, index)| index)
                    .filter(|index| !names_lines(index)),
            );
        }
        if reasons.is_empty() {
            // A fix of one number changes the numbers of later lines.
            reasons.extend(self.numbers.get(&game).into_iter().flatten());
        }
        let reasons = reasons.into_iter();
        reasons.filter_map(|index| self.all.get(index)).collect()
    }

    /// Returns whether a part of a game is a target of a finding.
    pub(super) fn is_target(&self, game: usize, part: &NodeKey) -> bool {
        self.by_part.contains_key(&(game, part.clone()))
    }
}

fn is_property(part: &NodeKey) -> bool {
    matches!(part.1, Key::Property(_))
}

/// Numbered places in a text.
pub(super) struct Spans {
    /// In the order of their starts, each with the largest end up to it.
    sorted: Vec<(Span, usize, usize)>,
}

impl Spans {
    pub(super) fn of(mut spans: Vec<(Span, usize)>) -> Self {
        spans.sort_unstable();
        let mut largest = 0;
        let sorted = spans.into_iter().map(|(span, number)| {
            largest = largest.max(span.end);
            (span, number, largest)
        });
        Self {
            sorted: sorted.collect(),
        }
    }

    /// Returns the places that overlap or touch a place.
    pub(super) fn touching(&self, place: Span) -> impl Iterator<Item = (Span, usize)> {
        let end = self
            .sorted
            .partition_point(|(span, ..)| span.start <= place.end);
        let before = self.sorted.get(..end).unwrap_or_default().iter().rev();
        let near = before.take_while(move |(.., largest)| place.start <= *largest);
        let touching = near.filter(move |(span, ..)| place.start <= span.end);
        touching.map(|(span, number, _)| (*span, *number))
    }
}
