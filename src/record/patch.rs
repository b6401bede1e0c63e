//! The patch: what a source says and its result does not show, by node and key.
//!
//! - S is the source, and R its result in another format, without a carrier.
//! - K is R said in the format of S again: what R shows of S.
//! - The patch has the pieces of S that K lacks. The way back is K with the patch put in.
//!
//! One law holds on the way back: a hunk stays only if the text with it says, in the format of the record, what the record
//! says today. So an edit wins without being looked for, and a forged patch changes nothing that the record shows.

mod apply;
mod differ;
mod groups;
mod home;
mod lines;
mod place;
mod subject;

pub(crate) use home::{Fate, Home, Today, home, names};
pub(crate) use lines::{parse, write};

use std::collections::HashSet;

use crate::format::Format;
use crate::ishi;
use crate::model::{Game, NodeId};
use groups::Groups;

/// A change of the canonical text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hunk {
    /// The number of its group in the canonical text, from 0. `None` is the end of the record.
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

/// What a hunk changes.
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
    /// The pieces, or the new identifier.
    pub texts: Vec<String>,
}

/// How an operation changes the pieces of its key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OpKind {
    /// Its pieces stand beside the canonical ones.
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

    /// Returns the name of the pieces for a report.
    pub fn name(&self) -> &str {
        match self.key.as_str() {
            groups::WORDS => "words that nobody read",
            groups::START => "line",
            key => key,
        }
    }
}

/// The differences of a text from the canonical texts of what its result shows.
#[derive(Debug, Default)]
pub(super) struct Differences {
    pub hunks: Vec<Hunk>,
    /// The pieces with words without meaning, each with its node.
    pub words: Vec<(String, NodeId)>,
}

/// Returns the changes that make the canonical texts `shown` say what `text` says. With `wording`, its very words.
pub(super) fn differences(
    format: Format,
    text: &str,
    shown: &[String],
    wording: bool,
) -> Differences {
    let own = Groups::of(format, [text]);
    let shown = Groups::of(format, shown.iter().map(String::as_str));
    let mut found = Differences::default();
    for (number, hunk) in differ::differ(&own, &shown, wording) {
        if let (GroupChange::Pieces(ops), Some(group)) = (&hunk.change, own.groups.get(number)) {
            for op in ops.iter().filter(|op| group.has_words(&op.key)) {
                found.words.push((op.name().to_owned(), group.node.1));
            }
        }
        found.hunks.push(hunk);
    }
    found
}

/// Returns the first pieces in which two texts of Ishi have other content.
pub(super) fn first_difference(one: &str, two: &str) -> Option<[Option<String>; 2]> {
    let [one, two] = [one, two].map(ishi::content::in_lines);
    let one = Groups::of(Format::Ishi, [one.as_str()]);
    let two = Groups::of(Format::Ishi, [two.as_str()]);
    let reversed = || differ::first(&two, &one).map(|[a, b]| [b, a]);
    differ::first(&one, &two).or_else(reversed)
}

/// Returns the canonical text of a patch that is applied to the text that it was made for. Each hunk is at its place.
pub(super) fn applied(format: Format, shown: &[String], hunks: &[Hunk]) -> String {
    let shown = Groups::of(format, shown.iter().map(String::as_str));
    let end = shown.groups.len().saturating_sub(1);
    let placed: Vec<_> = hunks
        .iter()
        .map(|hunk| (hunk.at.unwrap_or(end), hunk))
        .collect();
    let (groups, _) = apply::apply(&shown, &placed);
    Groups::text(format, &groups)
}

/// Returns a short hash of a text in hexadecimal digits.
pub(super) fn hash(text: &str, digits: usize) -> String {
    short(crc32fast::hash(text.as_bytes()), digits)
}

fn short(hash: u32, digits: usize) -> String {
    let all = format!("{hash:08x}");
    all.get(8 - digits.min(8)..).unwrap_or_default().to_owned()
}

/// Returns hashes of up to eight moves, spread over the main line of a game.
pub(super) fn signs(game: &Game<'_>) -> String {
    const MOST: usize = 8;
    let line = game.line_from(NodeId::ROOT);
    let moves: Vec<_> = line.filter(|node| game.mv(*node).is_some()).collect();
    let count = moves.len().min(MOST);
    let sign = |number: usize| {
        let node = moves.get(number * moves.len() / count)?;
        Some(hash(&groups::sign_of(game, *node), SIGN))
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
                .map(move |node| hash(&groups::sign_of(game, node), SIGN))
        })
        .collect();
    let signs =
        (0..signs.len() / SIGN).filter_map(|number| signs.get(number * SIGN..(number + 1) * SIGN));
    let (found, others): (Vec<_>, Vec<_>) = signs.partition(|sign| known.contains(*sign));
    let asked = (found.len() + others.len()).min(moves);
    asked < 4 || found.len() * 2 >= asked
}
