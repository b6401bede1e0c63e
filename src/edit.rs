//! The lossless editor: writes the changes of games into their text, and leaves every other byte as it is.
//!
//! For each changed game, [`splice`] compares three texts: the text of the record, and the canonical texts of the game
//! before and after the change. Then the editor reads the result back. If a node has a wrong meaning now, for example a
//! wrong move number, the editor writes the node again in its canonical form.

mod partners;
mod splice;

use std::ops::Range;

use foldhash::{HashSet, HashSetExt};

use crate::bracket::property::property_text;
use crate::diagnostic::{Diagnostics, Span};
use crate::dispatch;
use crate::format::charset::Charset;
use crate::format::piece::{Cut, Key, Scope};
use crate::format::{Format, Refusal, WriteOptions};
use crate::model::equal::{same_move, same_properties};
use crate::model::{GO, Game, Id, IdentSet, NodeId, Property};
use crate::values::likely;

pub(crate) use partners::{Partners, partners};
pub(crate) use splice::{Change, NodeKey, parts_at};
use splice::{PiecedText, Renewed, Versions, splice};

/// The number of attempts before the editor writes the whole game in its canonical form.
const ROUNDS: usize = 4;

/// The text of one unit, with its options for reading and writing.
#[derive(Clone, Copy)]
pub(crate) struct Original<'t> {
    /// The format.
    pub format: Format,
    /// The text.
    pub text: &'t str,
    /// The games of the text.
    pub games: &'t [Game<'t>],
    /// The pieces of each game.
    pub cuts: &'t [Cut],
    /// The charset of the text.
    pub charset: Charset,
    /// Whether a changed game gets a CA, because `ishi` could not detect the charset from the changed text.
    pub names_charset: bool,
    /// Pieces to write in canonical form, although their meaning stays the same.
    pub respelled: &'t [Respelled],
    /// Reads the games of a changed text.
    pub read: &'t dyn Fn(&str) -> Vec<Game<'_>>,
}

/// A piece to write in canonical form, although its meaning stays the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Respelled {
    /// The pieces at this place in the text.
    At(Span),
    /// The end of the variation that starts at this place in the text.
    EndOf(Span),
    /// A part of the game with this index. If the text lacks the part, the editor adds it.
    Part(usize, NodeKey),
}

/// The reason why a game cannot be written into its text.
pub(crate) enum EditFailure {
    /// The format cannot hold it.
    Refused(Refusal),
    /// The written text would be read as a different game.
    NotReadBack,
}

/// Returns the changes that put `games` into the text of a unit, in the order of the text, each with the index of its
/// game. The text has as many games as `games`.
///
/// # Errors
///
/// The index of a game that cannot be written, with the reason.
pub(crate) fn changes(
    original: Original<'_>,
    games: &[&Game<'_>],
) -> Result<Vec<(usize, Change)>, (usize, EditFailure)> {
    let mut all = Vec::new();
    let former = original.games.iter().zip(original.cuts);
    for (index, (game, (former, cut))) in games.iter().zip(former).enumerate() {
        let respelled = respelled(original.respelled, index, cut);
        if !game.is_changed() && respelled.is_empty() {
            continue;
        }
        let edit = Edit {
            original,
            index,
            former,
            game,
            cut,
            respelled,
        };
        match edit.changes() {
            Ok(changes) => all.extend(changes.into_iter().map(|change| (index, change))),
            // `ishi` cannot separate the text of this game from the next one, so all games are written again.
            Err(EditFailure::NotReadBack) => {
                return whole(original, games).map_err(|failure| (index, failure));
            }
            Err(failure) => return Err((index, failure)),
        }
    }
    Ok(all)
}

/// Returns the change that writes all games of a unit in their canonical form.
fn whole(original: Original<'_>, games: &[&Game<'_>]) -> Result<Vec<(usize, Change)>, EditFailure> {
    let mut text = String::new();
    let write = WriteOptions::canonical(original.charset);
    for game in games {
        dispatch::write(original.format, game, &write, &mut text).map_err(EditFailure::Refused)?;
    }
    let (found, _) = dispatch::pieces(original.format, &text);
    let same = found.len() == games.len()
        && found
            .iter()
            .zip(games)
            .all(|(found, game)| is_read_back(found, game));
    let span = Span::new(0, original.text.len());
    let parts = Vec::new();
    let change = Change { span, text, parts };
    same.then(|| vec![(0, change)])
        .ok_or(EditFailure::NotReadBack)
}

/// Returns the parts of a game that become canonical.
fn respelled(respelled: &[Respelled], index: usize, cut: &Cut) -> HashSet<NodeKey> {
    let mut parts = HashSet::new();
    for one in respelled {
        match one {
            Respelled::At(span) => parts.extend(parts_at(cut, *span)),
            Respelled::EndOf(span) => parts.extend(ends_of(cut, *span)),
            Respelled::Part(game, part) if *game == index => _ = parts.insert(part.clone()),
            Respelled::Part(..) => {}
        }
    }
    parts
}

/// Returns the part that names the charset of a text.
pub(crate) fn charset_part() -> NodeKey {
    (NodeId::ROOT.index(), Key::Property(Id::Charset.into()))
}

/// Returns the ends of the variations that start in a part of the text.
pub(crate) fn ends_of(cut: &Cut, span: Span) -> impl Iterator<Item = NodeKey> {
    let starts = parts_at(cut, span).filter(|part| part.1 == Key::Open);
    starts.map(|part| (part.0, Key::Close))
}

/// Returns a text with changes made.
pub(crate) fn apply<'c>(text: &str, changes: impl IntoIterator<Item = &'c Change>) -> String {
    let mut result = String::with_capacity(text.len());
    let mut end = 0;
    for Change {
        span, text: words, ..
    } in changes
    {
        result.push_str(text.get(end..span.start).unwrap_or(""));
        result.push_str(words);
        end = span.end;
    }
    result.push_str(text.get(end..).unwrap_or(""));
    result
}

/// A change of bytes in a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByteEdit {
    /// The replaced bytes of the record, counted from 0.
    pub range: Range<u64>,
    /// The new bytes, in the charset of the changed record.
    pub bytes: Vec<u8>,
}

/// Returns the bytes of a record with `edits` made. The edits are in the order of the record.
pub(crate) fn apply_bytes<'e>(
    bytes: &[u8],
    edits: impl IntoIterator<Item = &'e ByteEdit>,
) -> Vec<u8> {
    let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    let mut result = Vec::with_capacity(bytes.len());
    let mut end = 0;
    for ByteEdit { range, bytes: new } in edits {
        result.extend_from_slice(bytes.get(end..place(range.start)).unwrap_or_default());
        result.extend_from_slice(new);
        end = place(range.end);
    }
    result.extend_from_slice(bytes.get(end..).unwrap_or_default());
    result
}

/// A changed game of a unit.
struct Edit<'e> {
    original: Original<'e>,
    /// The index of the game in its unit.
    index: usize,
    former: &'e Game<'e>,
    game: &'e Game<'e>,
    cut: &'e Cut,
    /// The parts that become canonical in any case.
    respelled: HashSet<NodeKey>,
}

impl Edit<'_> {
    fn changes(&self) -> Result<Vec<Change>, EditFailure> {
        if let Some(changes) = self.in_pieces() {
            return Ok(changes);
        }
        let canonical = self
            .canonical(self.game, false)
            .map_err(EditFailure::Refused)?;
        let changes = self.whole(canonical);
        let wrong = self.wrong_nodes(&apply(self.original.text, &changes), false);
        let is_read_back = wrong.is_some_and(|nodes| nodes.is_empty());
        is_read_back
            .then_some(changes)
            .ok_or(EditFailure::NotReadBack)
    }

    /// Returns changes of single pieces that write the game. Returns `None` if single pieces are not enough.
    fn in_pieces(&self) -> Option<Vec<Change>> {
        let Original { format, text, .. } = self.original;
        let mut renewed = Renewed {
            parts: self.respelled.clone(),
            ..Renewed::default()
        };
        renewed.parts.extend(self.decided());
        renewed.gone.extend(self.removed());
        if self.original.names_charset {
            renewed.parts.insert(charset_part());
        }
        let before = if self.game.is_changed() {
            Some(self.pieces_of(self.former)?)
        } else {
            None
        };
        for _ in 0..ROUNDS {
            let outline = before.is_none().then(|| self.outline(&renewed));
            let after = self.pieces_of(outline.as_ref().unwrap_or(self.game))?;
            let versions = Versions {
                own: PiecedText {
                    text,
                    cut: self.cut,
                },
                before: before.as_ref().map(pieced),
                after: pieced(&after),
                game: self.game,
                lines: format == Format::Ishi,
            };
            let changes = splice(&versions, &renewed);
            let wrong = self.wrong_nodes(&apply(text, &changes), true)?;
            if wrong.is_empty() {
                return Some(changes);
            }
            renewed.nodes.extend(wrong);
        }
        None
    }

    /// Returns the game without the properties of moves, except those of renewed nodes, and of nodes that later positions and
    /// numbers depend on.
    fn outline(&self, renewed: &Renewed) -> Game<'_> {
        let parts = renewed.parts.iter().map(|part| part.0);
        let kept: HashSet<_> = parts.chain(renewed.nodes.iter().copied()).collect();
        let mut outline = self.game.clone();
        for node in self.game.nodes_with_properties() {
            let first = self.cut.shared.get(&node.index());
            let is_kept = kept.contains(first.unwrap_or(&node.index()))
                || node == NodeId::ROOT
                || self.game.mv(node).is_none()
                || self.game.is_setup(node)
                || self.game.has(node, Id::MoveNumber);
            if !is_kept {
                outline.set_properties(node, Vec::new());
            }
        }
        outline
    }

    /// Returns the headers of Ishi that had two meanings and have one now. Their canonical lines are the same: `KOMI 375` is
    /// written as `KOMI 7.5`.
    fn decided(&self) -> impl Iterator<Item = NodeKey> {
        let headers = [("KOMI", Id::Komi), ("TIMELIMIT", Id::TimeLimit)];
        let is_decided = |id| {
            let before = self.former.properties(NodeId::ROOT);
            self.former.get(NodeId::ROOT, id) != self.game.get(NodeId::ROOT, id)
                && likely(before, id).is_some()
        };
        headers
            .into_iter()
            .filter(move |(_, id)| self.original.format == Format::Ishi && is_decided(*id))
            .map(|(keyword, _)| (0, Key::Keyword(keyword, Scope::Event)))
    }

    /// Returns the properties that the game lost.
    fn removed(&self) -> impl Iterator<Item = NodeKey> {
        // The former game is another reading of the same text.
        let former = self.former.nodes_with_properties();
        former.flat_map(move |node| {
            let now = self.game.node_at(node.index());
            let now = now.map_or(&[][..], |now| self.game.properties(now));
            let left = IdentSet::of(now.iter().map(|property| &property.ident));
            let is_gone = |property: &&Property<'_>| !left.has(&property.ident);
            let gone = self.former.properties(node).iter().filter(is_gone);
            let keys = gone.map(|property| (node.index(), Key::Property(property.ident.clone())));
            keys.collect::<Vec<_>>()
        })
    }

    /// Returns the canonical text of a game. `as_read` leaves properties in nodes of a wrong type, because the record
    /// has them there.
    fn canonical(&self, game: &Game<'_>, as_read: bool) -> Result<String, Refusal> {
        let mut text = String::new();
        let write = WriteOptions {
            charset: Some(self.original.charset),
            as_read,
        };
        dispatch::write_for_editor(self.original.format, game, &write, &mut text)?;
        Ok(text)
    }

    /// Returns the canonical text of a game with its pieces. A game can become several events of Ishi. A node that the text
    /// shows at another place has no pieces. Returns `None` if the format refuses the game, or if the text has no game.
    fn pieces_of(&self, game: &Game<'_>) -> Option<(String, Cut)> {
        let text = self.canonical(game, true).ok()?;
        let (games, cuts) = dispatch::outlines(self.original.format, &text);
        let mut whole: Option<Cut> = None;
        for (nodes, mut cut) in partners(game, &games).into_iter().zip(cuts) {
            cut.pieces.retain_mut(|piece| {
                let node = nodes.get(piece.node).copied().flatten();
                piece.node = node.map_or(piece.node, NodeId::index);
                node.is_some()
            });
            match &mut whole {
                Some(whole) => whole.pieces.append(&mut cut.pieces),
                None => whole = Some(cut),
            }
        }
        Some((text, whole?))
    }

    /// Reads the changed text back, and returns the nodes with a wrong meaning. Returns `None` if the tree differs. A node
    /// that lacks only the part of its meaning that the format cannot express is as in the canonical text. `as_read` leaves
    /// properties there in nodes of a wrong type, as the record has them.
    fn wrong_nodes(&self, text: &str, as_read: bool) -> Option<Vec<usize>> {
        let games = (self.original.read)(text);
        let found = games.get(self.index)?;
        let differing = different_nodes(found, self.game)?;
        if differing.is_empty() {
            return Some(differing);
        }
        let canonical = self.canonical(self.game, as_read).ok()?;
        let log = &mut Diagnostics::ignored();
        let shown = dispatch::read(self.original.format, &canonical, log);
        let unlike = match shown.as_slice() {
            [shown] => self.unlike(found, shown),
            _ => None,
        };
        let is_unlike = |node: &usize| unlike.as_ref().is_none_or(|nodes| nodes.contains(node));
        Some(differing.into_iter().filter(is_unlike).collect())
    }

    /// Returns the nodes that differ from the canonical text. Returns `None` if that has another tree.
    fn unlike(&self, found: &Game<'_>, shown: &Game<'_>) -> Option<HashSet<usize>> {
        let unlike: HashSet<usize> = different_nodes(found, shown)?.into_iter().collect();
        let pairs = pairs(shown, self.game)?.into_iter();
        let unlike = pairs.filter(|(shown, _)| unlike.contains(&shown.index()));
        Some(unlike.map(|(_, node)| node.index()).collect())
    }

    /// Returns the change that writes the whole game in its canonical form.
    fn whole(&self, canonical: String) -> Vec<Change> {
        let first = self.cut.pieces.first().map_or(0, |piece| piece.span.start);
        let last = self.cut.pieces.last();
        let last = last.map_or(self.original.text.len(), |piece| piece.span.end);
        vec![Change {
            span: Span::new(first, last),
            text: canonical,
            parts: Vec::new(),
        }]
    }
}

/// Returns a text with its pieces.
fn pieced((text, cut): &(String, Cut)) -> PiecedText<'_> {
    PiecedText { text, cut }
}

/// Returns the nodes of `game` with a different meaning in `found`. Returns `None` if the trees differ.
fn different_nodes(found: &Game<'_>, game: &Game<'_>) -> Option<Vec<usize>> {
    if (found.kind, found.size) != (game.kind, game.size) {
        return None;
    }
    let mut pairs = pairs(found, game)?;
    pairs.retain(|(other, node)| !means_same(found, *other, game, *node));
    Some(pairs.into_iter().map(|(_, node)| node.index()).collect())
}

fn means_same(found: &Game<'_>, other: NodeId, game: &Game<'_>, node: NodeId) -> bool {
    let (back, properties) = (found.properties(other), game.properties(node));
    let same = if found.kind == GO {
        same_properties(back, properties)
    } else {
        texts(back) == texts(properties)
    };
    same && same_move(found.mv(other), game.mv(node))
}

/// Returns whether `found`, the game read back, has the meaning of `game`.
pub(crate) fn is_read_back(found: &Game<'_>, game: &Game<'_>) -> bool {
    if (found.kind, found.size) != (game.kind, game.size) {
        return false;
    }
    match found.unlike(game) {
        Some(mut pairs) => pairs.all(|(other, node)| means_same(found, other, game, node)),
        None => different_nodes(found, game).is_some_and(|nodes| nodes.is_empty()),
    }
}

/// Returns whether `found` shows `game` as its format can: a node without a move may have become a diagram (FG).
pub(crate) fn is_shown(found: &Game<'_>, game: &Game<'_>) -> bool {
    is_read_back(found, game) || is_read_back(&without_diagrams(found, game), game)
}

/// Returns a game without the figures that another one lacks.
fn without_diagrams(found: &Game<'_>, game: &Game<'_>) -> Game<'static> {
    let mut plain = found.clone().into_owned();
    for (shown, node) in pairs(found, game).unwrap_or_default() {
        if game.mv(node).is_none() && !game.has(node, Id::Figure) {
            plain.remove_property(shown, Id::Figure);
        }
    }
    plain
}

/// Returns the written forms of properties. In games other than Go, only these can be compared: a reader understands no
/// values there, so `Value::Text` comes back as `Value::Raw` with the same words.
fn texts(properties: &[Property<'_>]) -> Vec<String> {
    let mut texts: Vec<_> = properties.iter().map(property_text).collect();
    texts.sort_unstable();
    texts
}

/// Returns the nodes of two games in pairs. Returns `None` if their trees differ.
pub(crate) fn pairs(a: &Game<'_>, b: &Game<'_>) -> Option<Vec<(NodeId, NodeId)>> {
    let mut pairs = Vec::with_capacity(a.node_count());
    let (mut left, mut right) = (a.walk(), b.walk());
    loop {
        use crate::model::Step::{Enter, Leave};
        match (left.next(), right.next()) {
            (Some(Enter(x)), Some(Enter(y))) => pairs.push((x, y)),
            (Some(Leave(_)), Some(Leave(_))) => {}
            (None, None) => return Some(pairs),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests;
