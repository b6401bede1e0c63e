//! Puts the differences between two canonical texts of a game into the text of the record.
//!
//! All three texts are cut into pieces. A *part* is a node and a key, for example PB of the root, and pairs the pieces
//! of the three texts. A part with the same canonical text before and after the change keeps its bytes in the record.
//! For example, if PB changes from `a` to `b`, then `(;PW[x] PB[a])` becomes `(;PW[x] PB[b])`. Unchanged nodes are
//! skipped ([`Touched`]), because most changes are about few nodes.

mod touched;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use foldhash::{HashMap, HashMapExt, HashSet};
use smallvec::{SmallVec, smallvec};

use crate::diagnostic::Span;
use crate::format::piece::{Cut, Key, Piece};
use crate::model::Game;
use touched::Touched;

/// A text with its pieces.
#[derive(Clone, Copy)]
pub(super) struct PiecedText<'t> {
    /// The text.
    pub text: &'t str,
    /// Its pieces.
    pub cut: &'t Cut,
}

/// A change of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    /// The replaced bytes.
    pub span: Span,
    /// The new text.
    pub text: String,
    /// The changed parts: one, or several that are inserted together.
    pub parts: Vec<NodeKey>,
}

/// The three texts of a game.
pub(super) struct Versions<'t> {
    /// The text of the record, before the change.
    pub own: PiecedText<'t>,
    /// The canonical text of the game before the change. `None` if the game has not changed.
    pub before: Option<PiecedText<'t>>,
    /// The canonical text of the game after the change.
    pub after: PiecedText<'t>,
    /// The game after the change. A canonical text can lack some of its nodes.
    pub game: &'t Game<'t>,
    /// Whether each piece has whole lines.
    pub lines: bool,
}

/// Parts to write in canonical form, although their canonical text has not changed.
#[derive(Debug, Default)]
pub(super) struct Renewed {
    /// Nodes to write as a whole, because their text has a wrong meaning now.
    pub nodes: HashSet<usize>,
    /// Single parts.
    pub parts: HashSet<NodeKey>,
    /// Properties that the game lost, also those without a canonical form: `LZ2[x]`.
    pub gone: HashSet<NodeKey>,
}

/// Returns the changes that put the changed game into its record, in the order of the text.
pub(super) fn splice(versions: &Versions<'_>, renewed: &Renewed) -> Vec<Change> {
    let touched = Touched::of(versions, renewed);
    let shared = &versions.own.cut.shared;
    let own = PiecesOfText::of(versions.own, shared, &touched);
    let before = versions.before;
    let before = before.map(|before| PiecesOfText::of(before, shared, &touched));
    let after = PiecesOfText::of(versions.after, shared, &touched);
    let before = before.as_ref().unwrap_or(&after);
    let stay = staying(&own, before, &after);
    let mut paper = Paper::new(versions);
    for part in own.parts() {
        let is_gone =
            !after.has(part) && (before.has(part) || versions.game.node_at(part.0).is_none());
        // A piece without a canonical form stays.
        let is_lost = !after.has(part) && renewed.gone.contains(part);
        if is_gone && !renewed.parts.contains(part) || is_lost {
            own.places(part).for_each(|place| paper.delete(place));
        }
    }
    let has_lines = own.has_lines(0);
    let mut last = None;
    let mut node = None;
    for (index, part) in after.parts().enumerate() {
        let is_renewed = renewed.nodes.contains(&part.0) || renewed.parts.contains(part);
        let is_same = !is_renewed && before.is_like(&after, part);
        let text = after.text(part).unwrap_or("");
        // The canonical text breaks lines at other places than the record, so only variations, and properties of a root
        // with several lines, copy its white space.
        let starts_line = part.1 == Key::Open || part.0 == 0 && has_lines;
        let lead = after.get(part).filter(|_| starts_line);
        let lead = lead.map_or("", |found| found.lead);
        let first = own.places(part).next();
        let is_moved = first.is_some() && before.has(part) && !stay.contains(&index);
        match first {
            Some(first) if !is_moved => {
                if !is_same && own.text(part) != Some(text) {
                    paper.replace(first, text);
                    own.places(part)
                        .skip(1)
                        .for_each(|place| paper.delete(place));
                }
                last = own.places(part).last();
                node = Some(part.0);
            }
            _ if is_moved || !is_same => {
                let words = own.text(part).filter(|_| is_same).unwrap_or(text);
                own.places(part).for_each(|place| paper.delete(place));
                // Pieces without a canonical form, for example MN[two], stay with their node.
                let end = node.filter(|node| *node != part.0 || part.1 == Key::Close);
                last = last.max(end.and_then(|node| own.ends.get(&node).copied()));
                paper.insert(last, lead, words, part);
            }
            _ => {}
        }
    }
    paper.changes()
}

/// A node and a key.
pub(crate) type NodeKey = (usize, Key);

/// Returns the parts of the pieces in a span.
pub(crate) fn parts_at(cut: &Cut, span: Span) -> impl Iterator<Item = NodeKey> {
    // The pieces are in the order of the text.
    let first = cut
        .pieces
        .partition_point(|piece| piece.span.end <= span.start);
    let pieces = cut.pieces.get(first..).unwrap_or_default().iter();
    let pieces = pieces.take_while(move |piece| piece.span.start < span.end);
    pieces.map(|piece| part_of(piece, &cut.shared))
}

/// The parts of some nodes of a text.
struct PiecesOfText<'t> {
    /// In the order of the text.
    found: Vec<MatchedPiece<'t>>,
    /// The index of each part.
    numbers: HashMap<NodeKey, usize>,
    /// The index of the last piece of each node, without the parentheses of variations.
    ends: HashMap<usize, usize>,
}

/// A part in a text.
struct MatchedPiece<'t> {
    part: NodeKey,
    /// The text of its pieces.
    text: Cow<'t, str>,
    /// The white space before it.
    lead: &'t str,
    /// The indexes of its pieces.
    places: SmallVec<[usize; 1]>,
}

impl<'t> PiecesOfText<'t> {
    fn of(text: PiecedText<'t>, shared: &HashMap<usize, usize>, touched: &Touched) -> Self {
        let mut parts = Self {
            found: Vec::new(),
            numbers: HashMap::new(),
            ends: HashMap::new(),
        };
        let mut end = 0;
        for (index, piece) in text.cut.pieces.iter().enumerate() {
            let gap = Span::new(end, piece.span.start).slice(text.text);
            end = piece.span.end;
            if !touched.has(node_of(piece, shared)) {
                continue;
            }
            let part = part_of(piece, shared);
            if !is_bracket(piece) {
                parts.ends.insert(part.0, index);
            }
            parts.add(part, gap, (text.text, piece.span), index);
        }
        parts
    }

    /// Adds a piece of a part. `gap` is the text before it.
    fn add(&mut self, part: NodeKey, gap: &'t str, (text, span): (&'t str, Span), place: usize) {
        let number = *self.numbers.entry(part.clone()).or_insert(self.found.len());
        let Some(found) = self.found.get_mut(number) else {
            self.found.push(MatchedPiece {
                part,
                text: Cow::Borrowed(span.slice(text)),
                lead: blank(gap),
                places: smallvec![place],
            });
            return;
        };
        let follows = found.places.last().is_some_and(|last| last + 1 == place);
        if follows && let Cow::Borrowed(words) = &mut found.text {
            let start = span.start - gap.len() - words.len();
            *words = Span::new(start, span.end).slice(text);
        } else {
            let words = found.text.to_mut();
            words.extend(follows.then_some(gap));
            words.push_str(span.slice(text));
        }
        found.places.push(place);
    }

    fn get(&self, part: &NodeKey) -> Option<&MatchedPiece<'t>> {
        self.found.get(*self.numbers.get(part)?)
    }

    fn parts(&self) -> impl Iterator<Item = &NodeKey> {
        self.found.iter().map(|found| &found.part)
    }

    fn has(&self, part: &NodeKey) -> bool {
        self.numbers.contains_key(part)
    }

    fn text(&self, part: &NodeKey) -> Option<&str> {
        self.get(part).map(|found| &*found.text)
    }

    /// Returns whether a part has the same text in another canonical text. Ignores line breaks after values, because they
    /// depend on the length of the text before them.
    fn is_like(&self, other: &Self, part: &NodeKey) -> bool {
        let dense = |text: &str| text.replace("]\n", "]");
        match (self.text(part), other.text(part)) {
            (Some(one), Some(two)) => one == two || dense(one) == dense(two),
            (one, two) => one.is_none() && two.is_none(),
        }
    }

    /// Returns whether a property of a node starts a line.
    fn has_lines(&self, node: usize) -> bool {
        let is_own = |part: &NodeKey| part.0 == node && matches!(part.1, Key::Property(_));
        let mut found = self.found.iter().filter(|found| is_own(&found.part));
        found.any(|found| found.lead.contains(['\r', '\n']))
    }

    fn places(&self, part: &NodeKey) -> impl DoubleEndedIterator<Item = usize> {
        let found = self.get(part).into_iter();
        found.flat_map(|found| found.places.iter().copied())
    }
}

fn part_of(piece: &Piece, shared: &HashMap<usize, usize>) -> NodeKey {
    let node = node_of(piece, shared);
    if shared.contains_key(&piece.node) && !is_bracket(piece) {
        (node, Key::Whole)
    } else {
        (node, piece.key.clone())
    }
}

/// Returns the node of a piece. If several nodes share the text, returns the first node.
fn node_of(piece: &Piece, shared: &HashMap<usize, usize>) -> usize {
    let first = shared.get(&piece.node).filter(|_| !is_bracket(piece));
    first.copied().unwrap_or(piece.node)
}

/// Returns whether a piece is the start or the end of a variation.
fn is_bracket(piece: &Piece) -> bool {
    matches!(piece.key, Key::Open | Key::Close)
}

/// Returns a text if it is white space.
fn blank(text: &str) -> &str {
    if text.trim().is_empty() { text } else { "" }
}

/// Returns the indexes of the parts that keep their order in all texts. The remaining parts have moved.
fn staying(
    own: &PiecesOfText<'_>,
    before: &PiecesOfText<'_>,
    after: &PiecesOfText<'_>,
) -> HashSet<usize> {
    let common = after.parts().enumerate().filter(|(_, part)| own.has(part));
    let numbers = common.filter_map(|(index, part)| Some((*before.numbers.get(part)?, index)));
    let (numbers, indexes): (Vec<_>, Vec<_>) = numbers.unzip();
    let chosen = longest_rise(&numbers).into_iter();
    chosen.filter_map(|at| indexes.get(at).copied()).collect()
}

/// Returns the indexes of a longest rising series of numbers: `[0, 3, 1, 2]` -> `[0, 2, 3]`.
fn longest_rise(numbers: &[usize]) -> Vec<usize> {
    // For each length, the index of the smallest last number; for each number, the index of its predecessor.
    let mut lasts: Vec<usize> = Vec::new();
    let mut previous: Vec<Option<usize>> = Vec::with_capacity(numbers.len());
    let number = |at: usize| numbers.get(at).copied().unwrap_or(0);
    for (at, value) in numbers.iter().enumerate() {
        let length = lasts.partition_point(|last| number(*last) < *value);
        previous.push(
            length
                .checked_sub(1)
                .and_then(|shorter| lasts.get(shorter))
                .copied(),
        );
        match lasts.get_mut(length) {
            Some(last) => *last = at,
            None => lasts.push(at),
        }
    }
    let mut rise = Vec::with_capacity(lasts.len());
    let mut next = lasts.last().copied();
    while let Some(at) = next {
        rise.push(at);
        next = previous.get(at).copied().flatten();
    }
    rise.reverse();
    rise
}

/// The text of the record with its planned changes.
struct Paper<'t> {
    text: &'t str,
    cut: &'t Cut,
    lines: bool,
    /// The line break of the text; empty if it has none.
    line_break: &'static str,
    /// The new texts of pieces, by the index of the piece. Other pieces stay.
    texts: BTreeMap<usize, String>,
    /// The inserted texts with their parts, by the index of the piece before them. `None` is the start of the text.
    inserted: BTreeMap<Option<usize>, (String, Vec<NodeKey>)>,
}

impl<'t> Paper<'t> {
    fn new(versions: &Versions<'t>) -> Self {
        let own = versions.own;
        let whole = match (own.cut.pieces.first(), own.cut.pieces.last()) {
            (Some(first), Some(last)) => Span::new(first.span.start, last.span.end).slice(own.text),
            _ => own.text,
        };
        let line_break = match whole.find(['\r', '\n']).and_then(|at| whole.get(at..)) {
            Some(rest) if rest.starts_with("\r\n") => "\r\n",
            Some(rest) if rest.starts_with('\r') => "\r",
            Some(_) => "\n",
            None if versions.lines => "\r\n",
            None => "",
        };
        Self {
            text: own.text,
            cut: own.cut,
            lines: versions.lines,
            line_break,
            texts: BTreeMap::new(),
            inserted: BTreeMap::new(),
        }
    }

    fn delete(&mut self, place: usize) {
        self.texts.insert(place, String::new());
    }

    fn replace(&mut self, place: usize, text: &str) {
        let text = self.with_line_breaks(text);
        self.texts.insert(place, text);
    }

    /// Inserts a text after a piece, or at the start if `after` is `None`.
    fn insert(&mut self, after: Option<usize>, lead: &str, text: &str, part: &NodeKey) {
        let lead = if self.line_break.is_empty() {
            String::new()
        } else {
            self.with_line_breaks(lead)
        };
        let text = self.with_line_breaks(text);
        let (all, parts) = self.inserted.entry(after).or_default();
        all.push_str(&lead);
        all.push_str(&text);
        parts.push(part.clone());
    }

    /// Returns a text with the line breaks of the record.
    fn with_line_breaks(&self, text: &str) -> String {
        let line_break = if self.line_break.is_empty() {
            "\n"
        } else {
            self.line_break
        };
        text.replace("\r\n", "\n").replace('\n', line_break)
    }

    fn changes(self) -> Vec<Change> {
        let pieces = &self.cut.pieces;
        let mut changes: Vec<Change> = Vec::new();
        let mut add = |span: Span, text: String, parts: Vec<NodeKey>| match changes.last_mut() {
            Some(before) if before.span.end == span.start && before.parts == parts => {
                before.span.end = span.end;
                before.text += &text;
            }
            _ => changes.push(Change { span, text, parts }),
        };
        if let Some((text, parts)) = self.inserted.get(&None) {
            let start = pieces.first().map_or(0, |piece| piece.span.start);
            add(Span::new(start, start), text.clone(), parts.clone());
        }
        let places = self.inserted.keys().filter_map(|place| *place);
        let places: BTreeSet<usize> = places.chain(self.texts.keys().copied()).collect();
        for place in places {
            let Some(piece) = pieces.get(place) else {
                continue;
            };
            let end = piece.span.end;
            let own = piece.span.slice(self.text);
            let unended = self.lines && !own.ends_with(['\r', '\n']);
            let part = || vec![part_of(piece, &self.cut.shared)];
            match self.texts.get(&place) {
                None => {}
                Some(text) if text.is_empty() => {
                    let before = place.checked_sub(1).and_then(|before| pieces.get(before));
                    let before = before.map_or(0, |before| before.span.end);
                    let gap = Span::new(before, piece.span.start).slice(self.text);
                    let lead = if self.lines { 0 } else { blank(gap).len() };
                    let span = Span::new(piece.span.start - lead, end);
                    add(span, String::new(), part());
                }
                Some(text) => {
                    let text = if unended {
                        text.trim_end_matches(['\r', '\n'])
                    } else {
                        text
                    };
                    add(piece.span, text.to_owned(), part());
                }
            }
            if let Some((text, parts)) = self.inserted.get(&Some(place)) {
                let text = if unended {
                    format!("{}{text}", self.line_break)
                } else {
                    text.clone()
                };
                add(Span::new(end, end), text, parts.clone());
            }
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_rise_is_found() {
        for (numbers, rise) in [
            (&[][..], &[][..]),
            (&[4, 5, 6], &[0, 1, 2]),
            (&[0, 3, 1, 2], &[0, 2, 3]),
            (&[5, 1, 2, 3, 4, 0], &[1, 2, 3, 4]),
        ] {
            assert_eq!(longest_rise(numbers), rise);
        }
    }
}
