//! The lossless editor: writes the changes of games into their text, and leaves every other byte as it is.
//!
//! For each changed game, [`splice`] compares three texts: the text of the record, and the canonical texts of the game
//! before and after the change. Then the editor reads the result back. If a node has a wrong meaning now, for example a
//! wrong move number, the editor writes the node again in its canonical form.

mod splice;

use std::collections::HashSet;
use std::ops::Range;

use crate::bracket::property::property_text;
use crate::diagnostic::{Diagnostics, Span};
use crate::dispatch;
use crate::format::Format;
use crate::model::equal::{same_move, same_properties};
use crate::model::{Dialect, Entry, GO, Game, Id, NodeId, Property};
use crate::options::{ReadOptions, WriteOptions};
use crate::outcome::Outcomes;
use crate::piece::{Cut, Key};
use crate::refusal::Refusal;

pub(crate) use splice::{Change, Part, is_carrier, longest_rise, parts_at};
use splice::{Renewed, Text, Versions, splice};

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
    /// The options for reading the text.
    pub read: &'t ReadOptions,
    /// The options for writing its games.
    pub write: &'t WriteOptions,
    /// Whether a changed game gets a CA, because `ishi` could not detect the charset from the changed text.
    pub names_charset: bool,
    /// Pieces to write in canonical form, although their meaning stays the same.
    pub respelled: &'t [Respelled],
}

/// A piece to write in canonical form, although its meaning stays the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Respelled {
    /// The pieces at this place in the text.
    At(Span),
    /// The end of the variation that starts at this place in the text.
    EndOf(Span),
    /// A part of the game with this index. If the text lacks the part, the editor adds it.
    Part(usize, Part),
}

/// The reason why a game cannot be written into its text.
pub(crate) enum Failure {
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
) -> Result<Vec<(usize, Change)>, (usize, Failure)> {
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
            Err(Failure::NotReadBack) => {
                return whole(original, games).map_err(|failure| (index, failure));
            }
            Err(failure) => return Err((index, failure)),
        }
    }
    Ok(all)
}

/// Returns the change that writes all games of a unit in their canonical form.
fn whole(original: Original<'_>, games: &[&Game<'_>]) -> Result<Vec<(usize, Change)>, Failure> {
    let mut text = String::new();
    for game in games {
        let write = WriteOptions {
            follows: original.write.follows || !text.is_empty(),
            ..original.write.clone()
        };
        text += &dispatch::between(original.format, &text, false);
        dispatch::write(
            original.format,
            game,
            &write,
            &mut text,
            &mut Outcomes::new(),
        )
        .map_err(Failure::Refused)?;
    }
    let (found, _) = dispatch::pieces(original.format, &text, original.read);
    let same = found.len() == games.len()
        && found
            .iter()
            .zip(games)
            .all(|(found, game)| is_read_back(found, game));
    let span = Span::new(0, original.text.len());
    let parts = Vec::new();
    let change = Change { span, text, parts };
    same.then(|| vec![(0, change)]).ok_or(Failure::NotReadBack)
}

/// Returns the parts of a game that become canonical.
fn respelled(respelled: &[Respelled], index: usize, cut: &Cut) -> HashSet<Part> {
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

/// Returns the ends of the variations that start in a part of the text.
pub(crate) fn ends_of(cut: &Cut, span: Span) -> impl Iterator<Item = Part> {
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
    /// The new bytes, in the charset of the record.
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
    respelled: HashSet<Part>,
}

impl Edit<'_> {
    fn changes(&self) -> Result<Vec<Change>, Failure> {
        let is_respelled = |node: NodeId, entry: &Entry<'_>| {
            let shared = self.cut.shared.get(&node.index()).copied();
            let place = shared.unwrap_or(node.index());
            let mut parts = self.respelled.iter().filter(|part| part.0 == place);
            parts.any(|part| part.1.is_said_by(&entry.text))
        };
        let game = self.game.without_details(is_respelled);
        let as_read = !self.carries_barred();
        if let Some(changes) = self.changes_to(&game, as_read)? {
            return Ok(changes);
        }
        // Facts about the old tree can contradict the new tree.
        let bare = game.without_details(|_, entry| entry.dialect == Dialect::Fact);
        self.changes_to(&bare, as_read)?.ok_or(Failure::NotReadBack)
    }

    /// Returns the changes that write a game, in pieces or as a whole. Returns `None` if the written text would be read
    /// as a different game.
    fn changes_to(&self, game: &Game<'_>, as_read: bool) -> Result<Option<Vec<Change>>, Failure> {
        let mut canonical = self.canonical(game, as_read).map_err(Failure::Refused)?;
        if let Some(changes) = self.in_pieces(&canonical, as_read) {
            return Ok(Some(changes));
        }
        if as_read {
            canonical = self.canonical(game, false).map_err(Failure::Refused)?;
        }
        let changes = self.whole(canonical.clone());
        let wrong = self.wrong_nodes(&apply(self.original.text, &changes), &canonical);
        let is_read_back = wrong.is_some_and(|nodes| nodes.is_empty());
        Ok(is_read_back.then_some(changes))
    }

    /// Returns changes of single pieces that write the game. Returns `None` if single pieces are not enough.
    fn in_pieces(&self, canonical: &str, as_read: bool) -> Option<Vec<Change>> {
        let Original { format, text, .. } = self.original;
        let former = self.canonical(self.former, as_read).ok()?;
        let after = self.cut_of(canonical, self.game)?;
        let before = self.cut_of(&former, self.former)?;
        let versions = Versions {
            own: Text {
                text,
                cut: self.cut,
            },
            before: Text {
                text: &former,
                cut: &before,
            },
            after: Text {
                text: canonical,
                cut: &after,
            },
            lines: format == Format::Ishi,
        };
        let detailed = self
            .game
            .nodes()
            .filter(|node| self.game.is_detail_changed(*node));
        let mut renewed = Renewed {
            carried: detailed.map(NodeId::index).collect(),
            parts: self.respelled.clone(),
            ..Renewed::default()
        };
        if self.original.names_charset {
            let part = (NodeId::ROOT.index(), Key::Property(Id::Charset.into()));
            renewed.parts.insert(part);
        }
        for _ in 0..ROUNDS {
            let changes = splice(versions, &renewed);
            let wrong = self.wrong_nodes(&apply(text, &changes), canonical)?;
            if wrong.is_empty() {
                return Some(changes);
            }
            // Try their carriers first, then the whole nodes.
            let (again, first): (Vec<_>, Vec<_>) = wrong
                .into_iter()
                .partition(|node| renewed.carried.contains(node));
            renewed.carried.extend(first);
            renewed.nodes.extend(again);
        }
        None
    }

    /// Returns whether a carrier of the text adds properties that `FF[4]` does not allow in its node.
    fn carries_barred(&self) -> bool {
        let pieces = self.cut.pieces.iter();
        let mut carriers = pieces.filter(|piece| is_carrier(&piece.key));
        carriers.any(|piece| {
            let text = self.original.text.get(piece.span.start..piece.span.end);
            text.is_some_and(|text| text.contains("S +"))
        })
    }

    /// Returns the canonical text of a game. `as_read` leaves properties in nodes of a wrong type, because the record
    /// has them there.
    fn canonical(&self, game: &Game<'_>, as_read: bool) -> Result<String, Refusal> {
        let mut text = String::new();
        let write = WriteOptions {
            as_read,
            ..self.original.write.clone()
        };
        dispatch::write_for_editor(
            self.original.format,
            game,
            &write,
            &mut text,
            &mut Outcomes::new(),
        )?;
        Ok(text)
    }

    /// Cuts the canonical text of a game into pieces. Returns `None` if the text is read as a different tree.
    fn cut_of(&self, text: &str, game: &Game<'_>) -> Option<Cut> {
        let (games, cuts) = dispatch::pieces(self.original.format, text, self.original.read);
        let [found] = games.as_slice() else {
            return None;
        };
        let [mut cut] = <[Cut; 1]>::try_from(cuts).ok()?;
        let mut nodes = vec![None; found.index_limit()];
        for (found, node) in pairs(found, game)? {
            if let Some(place) = nodes.get_mut(found.index()) {
                *place = Some(node.index());
            }
        }
        cut.pieces.retain_mut(|piece| {
            let node = nodes.get(piece.node).copied().flatten();
            piece.node = node.unwrap_or(piece.node);
            node.is_some()
        });
        Some(cut)
    }

    /// Reads the changed text back, and returns the nodes with a wrong meaning. Returns `None` if the tree differs. A
    /// text without carriers is compared with the canonical text, because both lack the same part of the meaning.
    fn wrong_nodes(&self, text: &str, canonical: &str) -> Option<Vec<usize>> {
        let Original { format, read, .. } = self.original;
        let log = &mut Diagnostics::new();
        let games = dispatch::read(format, text, read, log);
        let found = games.get(self.index)?;
        if !self.original.write.plain {
            return different_nodes(found, self.game);
        }
        let shown = dispatch::read(format, canonical, read, log);
        let [shown] = shown.as_slice() else {
            return None;
        };
        let wrong: HashSet<usize> = different_nodes(found, shown)?.into_iter().collect();
        let pairs = pairs(shown, self.game)?.into_iter();
        let wrong = pairs.filter(|(shown, _)| wrong.contains(&shown.index()));
        Some(wrong.map(|(_, node)| node.index()).collect())
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

/// Returns the nodes of `game` with a different meaning in `found`. Returns `None` if the trees differ.
fn different_nodes(found: &Game<'_>, game: &Game<'_>) -> Option<Vec<usize>> {
    if (found.kind, found.size) != (game.kind, game.size) {
        return None;
    }
    let mut pairs = pairs(found, game)?;
    pairs.retain(|(other, node)| {
        let (back, properties) = (found.properties(*other), game.properties(*node));
        let same = if found.kind == GO {
            same_properties(back, properties)
        } else {
            texts(back) == texts(properties)
        };
        !same || !same_move(found.mv(*other), game.mv(*node))
    });
    Some(pairs.into_iter().map(|(_, node)| node.index()).collect())
}

/// Returns whether `found`, the game read back, has the meaning of `game`.
pub(crate) fn is_read_back(found: &Game<'_>, game: &Game<'_>) -> bool {
    different_nodes(found, game).is_some_and(|nodes| nodes.is_empty())
}

/// Returns how many nodes of two games differ in meaning. If the trees differ, returns a number larger than any game.
pub(crate) fn differing_nodes(found: &Game<'_>, game: &Game<'_>) -> usize {
    different_nodes(found, game).map_or(usize::MAX >> 8, |nodes| nodes.len())
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
