//! The lossless editor: writes changed games into the text that they were read from, and leaves every byte
//! that no change is about.
//!
//! For each changed game three texts are compared: the one that was read, and the canonical texts of the game
//! before and after the change ([`splice`]). The result is read back; a node that means something else by now,
//! such as one whose moves have other numbers now, is written again in its canonical form.

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

pub(crate) use splice::{Change, Part, is_carrier, longest_rise};
use splice::{Renewed, Text, Versions, parts_at, splice};

/// How often the result is read back before the whole game is written in its canonical form.
const ROUNDS: usize = 4;

/// The text of one unit, and how it is read and written.
#[derive(Clone, Copy)]
pub(crate) struct Original<'t> {
    /// The format.
    pub format: Format,
    /// The text.
    pub text: &'t str,
    /// The games that were read from it.
    pub games: &'t [Game<'t>],
    /// The pieces of each game.
    pub cuts: &'t [Cut],
    /// How it is read.
    pub read: &'t ReadOptions,
    /// How games are written into it.
    pub write: &'t WriteOptions,
    /// Whether a changed game is to name the charset, because its text would not tell it any more.
    pub names_charset: bool,
    /// What becomes canonical although it means the same.
    pub respelled: &'t [Respelled],
}

/// Pieces that become canonical although they mean the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Respelled {
    /// Those at a place in the text.
    At(Span),
    /// The end of the variation that starts at a place in the text.
    EndOf(Span),
    /// A part of a game, by the index of the game. If the text lacks it, it is added.
    Part(usize, Part),
}

/// Why a game cannot be written into its text.
pub(crate) enum Failure {
    /// The format cannot hold it.
    Refused(Refusal),
    /// It would be read as another game.
    NotReadBack,
}

/// Returns the changes that turn the text of a unit into one of its games as they are now, in the order of the
/// text, each with the index of its game. There are as many games as the text has.
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
            // The text of the game cannot be told from that of the others: all are written again.
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
            Respelled::EndOf(span) => {
                let starts = parts_at(cut, *span).filter(|part| part.1 == Key::Open);
                parts.extend(starts.map(|part| (part.0, Key::Close)));
            }
            Respelled::Part(game, part) if *game == index => _ = parts.insert(part.clone()),
            Respelled::Part(..) => {}
        }
    }
    parts
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

/// A change of the bytes of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByteEdit {
    /// The bytes of the record that go, from 0.
    pub range: Range<u64>,
    /// The bytes in their place, in the charset of the record.
    pub bytes: Vec<u8>,
}

/// Returns the bytes of a record with edits made, which are in the order of the record.
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
    /// Which of the games of the unit it is.
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
        // What the text said about its tree may contradict the tree as it is now.
        let bare = game.without_details(|_, entry| entry.dialect == Dialect::Fact);
        self.changes_to(&bare, as_read)?.ok_or(Failure::NotReadBack)
    }

    /// Returns the changes that write a game, in pieces or as a whole; none if it would be read as another game.
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

    /// Returns changes of the pieces that mean something else by now; none if these do not make the game.
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
            // First with their carriers.
            let (again, first): (Vec<_>, Vec<_>) = wrong
                .into_iter()
                .partition(|node| renewed.carried.contains(node));
            renewed.carried.extend(first);
            renewed.nodes.extend(again);
        }
        None
    }

    /// Returns whether a carrier of the text has what `FF[4]` does not allow in its node.
    fn carries_barred(&self) -> bool {
        let pieces = self.cut.pieces.iter();
        let mut carriers = pieces.filter(|piece| is_carrier(&piece.key));
        carriers.any(|piece| {
            let text = self.original.text.get(piece.span.start..piece.span.end);
            text.is_some_and(|text| text.contains("S +"))
        })
    }

    /// Returns the canonical text of a game. `as_read` leaves properties in nodes of a wrong type, so that they are
    /// in the place in which the record has them.
    fn canonical(&self, game: &Game<'_>, as_read: bool) -> Result<String, Refusal> {
        let mut text = String::new();
        let write = WriteOptions {
            as_read,
            ..self.original.write.clone()
        };
        dispatch::write(
            self.original.format,
            game,
            &write,
            &mut text,
            &mut Outcomes::new(),
        )?;
        Ok(text)
    }

    /// Cuts the canonical text of a game into pieces about its nodes; none if it is not read as the same tree.
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

    /// Reads the changed text back; returns the nodes that mean something else than those of the game, none if
    /// it is not read as the same tree. A text without carriers means the same as the canonical text.
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

/// Returns the nodes of a game that mean something else in what was read back; none if that is another tree.
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

/// Returns whether what was read back means the same as a game.
pub(crate) fn is_read_back(found: &Game<'_>, game: &Game<'_>) -> bool {
    different_nodes(found, game).is_some_and(|nodes| nodes.is_empty())
}

/// Returns how many nodes of two games mean something else; all of them if their trees differ.
pub(crate) fn differing_nodes(found: &Game<'_>, game: &Game<'_>) -> usize {
    different_nodes(found, game).map_or(usize::MAX >> 8, |nodes| nodes.len())
}

/// Returns properties as they are written. In other games than Go a reader understands no value, so a text
/// that was set comes back as the same words, but not as a text.
fn texts(properties: &[Property<'_>]) -> Vec<String> {
    let mut texts: Vec<_> = properties.iter().map(property_text).collect();
    texts.sort_unstable();
    texts
}

/// Returns the nodes of two games in pairs; none if their trees differ.
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
