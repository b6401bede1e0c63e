//! The patch: the content of a source that its result does not show, by node and key.
//!
//! - S is the source, and R its result in another format, without a carrier.
//! - K is R in the format of S again: the content of S that R shows.
//! - The patch has the pieces of S that K lacks. The way back is K with the patch put in.
//!
//! One law holds on the way back: a hunk stays only if the text with it, in the format of the record, is the record of
//! today. So an edit wins without being looked for, and a forged patch changes no part that the record shows.

mod apply;
mod differ;
mod groups;
mod home;
mod lines;
mod place;
mod subject;

pub(super) use groups::Groups;
pub(crate) use groups::paths;
pub(crate) use home::{Fate, Home, Today, home, names};
pub(crate) use lines::{parse, write};

use std::slice::from_ref;

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};

use super::events::{one_game, sign_of};
use crate::bracket;
use crate::edit::pairs;
use crate::format::Format;
use crate::ishi::{self, content::in_lines};
use crate::model::{Game, NodeId};

/// A change of the canonical text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hunk {
    /// The number of its group in the canonical text, from 0. Without a number it is the end of the record.
    pub at: Option<usize>,
    /// Hashes of the path, the sign, and the signs before and after.
    pub anchor: Anchor,
    /// The change.
    pub change: GroupChange,
}

/// The surroundings of a hunk, as hexadecimal digits.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Anchor {
    pub path: String,
    pub own: String,
    pub before: String,
    pub after: String,
}

/// The change of a hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum GroupChange {
    /// The pieces of a group.
    Pieces(Vec<Op>),
    /// So many groups go, and a text stands in their place.
    Groups(usize, String),
}

/// A change of the pieces of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Op {
    pub kind: OpKind,
    /// The identifier, keyword, or kind of words.
    pub key: String,
    /// The pieces, or the new identifier. Of a removal the values of a list that go; without values all go.
    pub texts: Vec<String>,
}

/// How an operation changes the pieces of its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpKind {
    /// Its pieces stand with the canonical ones.
    Add,
    /// Its pieces stand in place of the canonical ones.
    Replace,
    /// The source has no piece of the key.
    Remove,
    /// The canonical pieces have another identifier.
    Rename,
}

impl Op {
    /// Returns the subject of the operation.
    fn subject(&self) -> &str {
        subject::subject(&self.key)
    }

    /// Splits an operation on values of a list.
    fn singles(&self) -> Vec<Self> {
        let values: Vec<_> = self
            .texts
            .iter()
            .flat_map(|text| bracket::values(text))
            .collect();
        let mut different = HashSet::new();
        // A value that is there twice stays so.
        if !self.is_of_values() || !values.iter().all(|value| different.insert(*value)) {
            return vec![self.clone()];
        }
        values
            .into_iter()
            .map(|value| Self {
                texts: vec![format!("{}[{value}]", self.key)],
                ..self.clone()
            })
            .collect()
    }

    /// Returns whether the operation changes single values of a list.
    fn is_of_values(&self) -> bool {
        let is_label = self.key == "LB" && self.kind == OpKind::Replace;
        // A bracket in a damaged value does not end it.
        let is_closed = |text: &String| {
            let values = bracket::in_brackets(bracket::values(text));
            text.ends_with(&values) && text.len() == self.key.len() + values.len()
        };
        subject::is_list(&self.key)
            && !self.texts.is_empty()
            && self.texts.iter().all(is_closed)
            && (is_label || matches!(self.kind, OpKind::Add | OpKind::Remove))
    }

    /// Returns whether the operation is about one of some points of its subject. All points are one without a point.
    fn is_about(&self, points: &HashSet<Option<&str>>) -> bool {
        let own = self.texts.first().filter(|_| self.is_of_values());
        let own = own.and_then(|text| bracket::values(text).next());
        let is_point = |own| points.contains(&Some(apply::point_of(own)));
        own.is_none_or(|own| points.contains(&None) || is_point(own))
    }

    /// Returns the name of the pieces for a report.
    pub fn name(&self) -> &str {
        match self.key.as_str() {
            groups::WORDS => ishi::line::UNKNOWN,
            groups::MOVE => "move",
            key => key,
        }
    }
}

/// The differences of a text from the canonical texts of its result.
#[derive(Debug, Default)]
pub(super) struct Differences {
    pub hunks: Vec<Hunk>,
    /// The pieces with words without meaning, each with its node.
    pub words: Vec<(String, NodeId)>,
}

/// The kinds of differences in a patch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Detail {
    /// Content. A parenthesis alone does not count, because the trees are the same.
    Content,
    /// Content and the tree.
    Tree,
    /// Content, the tree and the wording.
    Wording,
}

/// Returns the changes that make the canonical texts `shown` say what a text says.
pub(super) fn differences(own: &Groups<'_>, shown: &Groups<'_>, detail: Detail) -> Differences {
    let mut found = Differences::default();
    for (number, hunk) in differ::differ(own, shown, detail) {
        if let (GroupChange::Pieces(ops), Some(group)) = (&hunk.change, own.groups.get(number)) {
            let odd = group.pieces.iter().filter(|piece| piece.has_words);
            let odd: HashSet<&str> = odd.map(|piece| &*piece.key).collect();
            let has_words = |op: &&Op| subject::is_words(&op.key) || odd.contains(op.key.as_str());
            for op in ops.iter().filter(has_words) {
                found.words.push((op.name().to_owned(), group.node.1));
            }
        }
        found.hunks.push(hunk);
    }
    found
}

/// Returns the REMARK lines, USER blocks and unread lines of a text of Ishi, each with its node of `game`. A node that
/// the game lacks counts as the first one.
pub(super) fn words(text: &str, game: &Game<'_>) -> Vec<(NodeId, String)> {
    let text = [in_lines(text)];
    let groups = Groups::of(Format::Ishi, &text);
    let found = one_game(&groups.games, from_ref(game));
    let pairs = found.and_then(|found| pairs(&found, game));
    let nodes: HashMap<_, _> = pairs.unwrap_or_default().into_iter().collect();
    let words = groups.groups.iter().flat_map(|group| {
        let node = nodes.get(&group.node.1).copied().unwrap_or(NodeId::ROOT);
        let words = group.pieces.iter();
        let words = words.filter(|piece| subject::is_words(&piece.key));
        words.map(move |piece| (node, piece.text.to_string()))
    });
    words.collect()
}

/// Returns the first pieces in which two texts of Ishi have other content.
pub(crate) fn first_difference(one: &str, two: &str) -> Option<[Option<String>; 2]> {
    let [one, two] = (one != two).then(|| [one, two].map(in_lines))?;
    if one == two {
        return None;
    }
    let [one, two] = [&one, &two].map(|text| Groups::of(Format::Ishi, from_ref(text)));
    let reversed = || differ::first(&two, &one).map(|[a, b]| [b, a]);
    differ::first(&one, &two).or_else(reversed)
}

/// Returns the numbers of moves that hunks bring to canonical texts of Ishi, each with the path of its node, and with the number of
/// moves with this path before it.
pub(super) fn numbers(texts: &[String], hunks: &[Hunk], is_same: bool) -> Vec<((u32, usize), u32)> {
    let number = |hunk: &Hunk| {
        let GroupChange::Pieces(ops) = &hunk.change else {
            return None;
        };
        let is_move = |op: &&Op| op.key == groups::MOVE && op.kind == OpKind::Replace;
        let text = ops.iter().find(is_move)?.texts.first()?;
        let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        let end = digits.find(|c: char| !c.is_ascii_digit());
        digits.get(..end.unwrap_or(digits.len()))?.parse().ok()
    };
    let found: Vec<_> = hunks
        .iter()
        .filter_map(|hunk| Some((hunk, number(hunk)?)))
        .collect();
    if found.is_empty() {
        return Vec::new();
    }
    let shown = Groups::of(Format::Ishi, texts);
    let places = place::Places::new(&shown);
    let mut counts: HashMap<u32, usize> = HashMap::new();
    let moves = shown.groups.iter().map(|group| {
        let is_move = group.is_move();
        let count = is_move.then(|| counts.entry(group.path).or_default())?;
        *count += 1;
        Some((group.path, *count - 1))
    });
    let moves: Vec<_> = moves.collect();
    let path = |hunk: &Hunk| moves.get(places.of(hunk, is_same)?).copied().flatten();
    let numbers = found.into_iter();
    let numbers = numbers.filter_map(|(hunk, number)| Some((path(hunk)?, number)));
    numbers.collect()
}

/// Returns the canonical text of a patch that is applied to the text that it was made for. Each hunk is at its place.
pub(super) fn applied(shown: &Groups<'_>, hunks: &[Hunk]) -> String {
    let end = shown.groups.len().saturating_sub(1);
    let placed: Vec<_> = hunks
        .iter()
        .map(|hunk| (hunk.at.unwrap_or(end), &hunk.change))
        .collect();
    let (groups, _) = apply::apply(shown, &placed);
    Groups::text(shown.format, groups.iter().map(|group| &**group))
}

/// Returns a short hash of a text in hexadecimal digits.
pub(super) fn hash(text: impl AsRef<[u8]>, digits: usize) -> String {
    short(crc32fast::hash(text.as_ref()), digits)
}

fn short(hash: u32, digits: usize) -> String {
    format!("{:0digits$x}", last_digits(hash, digits))
}

/// Returns the last hexadecimal digits of a hash.
fn last_digits(hash: u32, digits: usize) -> u32 {
    1_u32
        .checked_shl(4 * digits as u32)
        .map_or(hash, |end| hash % end)
}

/// Returns hashes of up to eight moves, spread over the main line of a game.
pub(super) fn signs(game: &Game<'_>) -> String {
    const MOST: usize = 8;
    let line = game.line_from(NodeId::ROOT);
    let moves: Vec<_> = line.filter(|node| game.mv(*node).is_some()).collect();
    let count = moves.len().min(MOST);
    let sign = |number: usize| {
        let node = moves.get(number * moves.len() / count)?;
        Some(hash(&*sign_of(game, *node), SIGN))
    };
    (0..count).filter_map(sign).collect()
}

/// The hexadecimal digits of the sign of a move in a title.
const SIGN: usize = 3;

/// Returns whether games have at least half of some moves, or if they have fewer moves, at least as many as half of these. Of
/// fewer than four moves nobody asks.
pub(super) fn are_alike(signs: &str, games: &[Game<'_>]) -> bool {
    let moves: usize = games.iter().map(Game::move_count).sum();
    let known: HashSet<String> = games
        .iter()
        .flat_map(|game| {
            game.nodes()
                .map(move |node| hash(&*sign_of(game, node), SIGN))
        })
        .collect();
    let signs =
        (0..signs.len() / SIGN).filter_map(|number| signs.get(number * SIGN..(number + 1) * SIGN));
    let (found, others): (Vec<_>, Vec<_>) = signs.partition(|sign| known.contains(*sign));
    let asked = (found.len() + others.len()).min(moves);
    asked < 4 || found.len() * 2 >= asked
}
