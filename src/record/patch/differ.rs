//! Finds the differences between a text and the canonical text of what its result shows.

use std::collections::HashSet;

use super::groups::{Group, Groups, START, WORDS};
use super::subject::{is_silent, is_words, subject};
use super::{Anchor, GroupChange, Hunk, Op, OpKind, hash, short};
use crate::dispatch;
use crate::format::Format;
use crate::model::equal::{differing, same_move};
use crate::model::{Game, NodeId};

/// The most pairs of groups that are compared to align texts with different trees.
const MOST_PAIRS: usize = 4 << 20;

/// Returns the hunks that bring the content of `own` into `shown`, each with its group of `own`.
pub(super) fn differ(own: &Groups<'_>, shown: &Groups<'_>, wording: bool) -> Vec<(usize, Hunk)> {
    let signs = |groups: &Groups<'_>| {
        groups
            .groups
            .iter()
            .map(|group| group.sign.clone())
            .collect::<Vec<_>>()
    };
    let (left, right) = (signs(own), signs(shown));
    let mut hunks = Vec::new();
    let (mut at, mut to) = (0, 0);
    let mut pairs = matches(&left, &right);
    pairs.push((left.len(), right.len()));
    for (one, two) in pairs {
        if one > at || two > to {
            let raw = own.groups.get(at..one).unwrap_or_default();
            hunks.push((
                at,
                Hunk {
                    at: Some(to),
                    anchor: anchor_of_groups(shown, to, two - to),
                    change: GroupChange::Groups(two - to, raw_text(own.format, raw)),
                },
            ));
        }
        if let (Some(a), Some(b)) = (own.groups.get(one), shown.groups.get(two)) {
            let ops = ops(own, a, shown, b, wording);
            if !ops.is_empty() {
                hunks.push((
                    one,
                    Hunk {
                        at: (!b.is_end()).then_some(two),
                        anchor: anchor(shown, two),
                        change: GroupChange::Pieces(ops),
                    },
                ));
            }
        }
        (at, to) = (one + 1, two + 1);
    }
    hunks
}

/// Returns the text of groups with LF, without line breaks around it.
fn raw_text(format: Format, groups: &[Group]) -> String {
    let text = Groups::text(format, groups).replace("\r\n", "\n");
    text.trim_matches('\n').to_owned()
}

/// Returns the hash of the sign of a group.
pub(super) fn near(groups: &Groups<'_>, at: Option<usize>) -> String {
    let group = at.and_then(|at| groups.groups.get(at));
    group.map_or_else(|| "--".to_owned(), |group| hash(&group.sign, 2))
}

/// Returns the digits of the hash of a path.
pub(super) fn path_digits(groups: &Groups<'_>) -> usize {
    let nodes: usize = groups.games.iter().map(Game::node_count).sum();
    if nodes > 1000 { 6 } else { 4 }
}

fn anchor(shown: &Groups<'_>, at: usize) -> Anchor {
    let path = shown.groups.get(at).map_or(0, |group| group.path);
    Anchor {
        path: short(path, path_digits(shown)),
        own: near(shown, Some(at)),
        before: near(shown, at.checked_sub(1)),
        after: near(shown, Some(at + 1)),
    }
}

fn anchor_of_groups(shown: &Groups<'_>, at: usize, count: usize) -> Anchor {
    Anchor {
        path: String::new(),
        own: hash_of_signs(shown.groups.get(at..at + count).unwrap_or_default()),
        before: near(shown, at.checked_sub(1)),
        after: near(shown, Some(at + count)),
    }
}

/// Returns the hash of the signs of groups.
pub(super) fn hash_of_signs(groups: &[Group]) -> String {
    let signs: Vec<_> = groups.iter().map(|group| group.sign.as_str()).collect();
    hash(&signs.join("\n"), 2)
}

/// Returns a longest common subsequence of two lists, as pairs of indexes. Long lists without much in common have the pairs
/// at their ends alone.
fn matches(one: &[String], two: &[String]) -> Vec<(usize, usize)> {
    let same = |pair: &(&String, &String)| pair.0 == pair.1;
    let start = one.iter().zip(two).take_while(same).count();
    let [one_rest, two_rest] = [one, two].map(|list| list.get(start..).unwrap_or_default());
    let end = one_rest
        .iter()
        .rev()
        .zip(two_rest.iter().rev())
        .take_while(same)
        .count();
    let [left, right] =
        [one_rest, two_rest].map(|list| list.get(..list.len() - end).unwrap_or_default());
    let mut pairs: Vec<_> = (0..start).map(|at| (at, at)).collect();
    pairs.extend(
        common(left, right)
            .into_iter()
            .map(|(a, b)| (start + a, start + b)),
    );
    let ends = (0..end)
        .rev()
        .map(|back| (one.len() - 1 - back, two.len() - 1 - back));
    pairs.extend(ends);
    pairs
}

fn common(one: &[String], two: &[String]) -> Vec<(usize, usize)> {
    let width = two.len() + 1;
    if one.is_empty() || two.is_empty() || one.len().saturating_mul(width) > MOST_PAIRS {
        return Vec::new();
    }
    let mut lengths = vec![0_u32; (one.len() + 1) * width];
    let get =
        |lengths: &[u32], a: usize, b: usize| lengths.get(a * width + b).copied().unwrap_or(0);
    for (a, left) in one.iter().enumerate().rev() {
        for (b, right) in two.iter().enumerate().rev() {
            let longest = if left == right {
                get(&lengths, a + 1, b + 1) + 1
            } else {
                get(&lengths, a + 1, b).max(get(&lengths, a, b + 1))
            };
            if let Some(place) = lengths.get_mut(a * width + b) {
                *place = longest;
            }
        }
    }
    let (mut a, mut b, mut pairs) = (0, 0, Vec::new());
    while let (Some(left), Some(right)) = (one.get(a), two.get(b)) {
        if left == right {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if get(&lengths, a + 1, b) >= get(&lengths, a, b + 1) {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

/// Returns the changes of one group.
fn ops(own: &Groups<'_>, a: &Group, shown: &Groups<'_>, b: &Group, wording: bool) -> Vec<Op> {
    let same_pieces = a.pieces.iter().map(|piece| (&piece.key, &piece.text));
    if same_pieces.eq(b.pieces.iter().map(|piece| (&piece.key, &piece.text))) {
        return Vec::new();
    }
    let (mine, canonical) = (a.by_key(), b.by_key());
    let mut meaning: Option<HashSet<&str>> = None;
    let mut ops = Vec::new();
    let find = |all: &[(&str, Vec<&str>)], key: &str| {
        let found = all.iter().find(|(other, _)| *other == key);
        found
            .map(|(_, texts)| {
                texts
                    .iter()
                    .map(|text| (*text).to_owned())
                    .collect::<Vec<String>>()
            })
            .unwrap_or_default()
    };
    let new = mine
        .iter()
        .filter(|(key, _)| canonical.iter().all(|(other, _)| other != key));
    let keys: Vec<&str> = canonical.iter().chain(new).map(|(key, _)| *key).collect();
    for key in keys {
        let (texts, others) = (find(&mine, key), find(&canonical, key));
        // Without it the letters of the text would be a guess.
        let names_charset = key == "CA" && others.is_empty() && !own.is_ascii;
        if texts == others || !names_charset && is_same(own.format, key, &texts, &others, wording) {
            continue;
        }
        let has_words = || {
            a.pieces
                .iter()
                .any(|piece| piece.key == key && piece.has_words)
        };
        if own.format == Format::Ishi && key == "PRISONER" && !wording && !has_words() {
            continue;
        }
        let is_both = !texts.is_empty() && !others.is_empty();
        let is_readable =
            own.format == Format::Ishi && is_both && !wording && !is_words(key) && !has_words();
        if is_readable {
            let differing = meaning.get_or_insert_with(|| subjects(own, a, shown, b));
            if !differing.contains(subject(key)) {
                continue;
            }
        }
        let kind = match (texts.is_empty(), others.is_empty()) {
            (true, _) => OpKind::Remove,
            (false, true) => OpKind::Add,
            (false, false) => OpKind::Replace,
        };
        ops.push(Op {
            kind,
            key: key.to_owned(),
            texts,
        });
    }
    if own.format != Format::Ishi {
        rename(&mut ops, &canonical);
    }
    ops
}

/// Joins the removal of a property and the addition of another one with its values: the comment of the game that stands
/// as the comment of its first node.
fn rename(ops: &mut Vec<Op>, canonical: &[(&str, Vec<&str>)]) {
    let removed: Vec<_> = ops
        .iter()
        .filter(|op| op.kind == OpKind::Remove)
        .map(|op| op.key.clone())
        .collect();
    for key in removed {
        let values = |text: &str| text.split_once('[').map(|(_, values)| values.to_owned());
        let old = canonical
            .iter()
            .find(|(other, _)| *other == key)
            .and_then(|(_, texts)| match texts.as_slice() {
                [one] => values(one),
                _ => None,
            });
        let found = ops.iter_mut().find(|op| {
            op.kind == OpKind::Add && subject(&op.key) == subject(&key) && matches!(op.texts.as_slice(), [one] if values(one).is_some() && values(one) == old)
        });
        if let Some(op) = found {
            let new = std::mem::replace(&mut op.key, key.clone());
            *op = Op {
                kind: OpKind::Rename,
                key: key.clone(),
                texts: vec![new],
            };
            ops.retain(|op| !(op.kind == OpKind::Remove && op.key == key));
        }
    }
}

/// Returns whether pieces of one key have the same content.
fn is_same(format: Format, key: &str, texts: &[String], others: &[String], wording: bool) -> bool {
    let lf = |texts: &[String]| texts.join("\n").replace("\r\n", "\n").replace('\r', "\n");
    if lf(texts) == lf(others) {
        return true;
    }
    if texts.is_empty() || others.is_empty() {
        let [text] = (if texts.is_empty() { others } else { texts }) else {
            return false;
        };
        return match key {
            _ if is_silent(key) && texts.is_empty() => true,
            "FF" | "CA" | "ST" => !wording,
            "GM" | "SZ" | "BOARDSIZE" => {
                matches!(text.as_str(), "GM[1]" | "SZ[19]" | "BOARDSIZE 19")
            }
            "AP" => !wording && !text.contains("foxwq") || texts.is_empty(),
            START => text.trim() == "EVENT",
            _ => false,
        };
    }
    if wording {
        return false;
    }
    match format {
        _ if matches!(key, "FF" | "CA" | "ST") => true,
        _ if key == "AP" => !texts.iter().any(|text| text.contains("foxwq")),
        _ if key == WORDS => false,
        Format::Ishi => dispatch::says_same(format, key, [&texts.join("\n"), &others.join("\n")]),
        Format::Sgf | Format::SmartGo => {
            let [own, other] = [texts, others].map(<[String]>::concat);
            own == other || crate::bracket::content::have_same_content([&own, &other])
        }
    }
}

/// Returns the subjects in which the meaning of a node differs.
fn subjects<'s>(
    own: &'s Groups<'_>,
    a: &Group,
    shown: &'s Groups<'_>,
    b: &Group,
) -> HashSet<&'s str> {
    let (Some(one), Some(two)) = (own.games.get(a.node.0), shown.games.get(b.node.0)) else {
        return HashSet::new();
    };
    different_subjects((one, a.node.1), (two, b.node.1)).collect()
}

/// Returns the subjects in which two nodes differ.
pub(super) fn different_subjects<'s>(
    one: (&'s Game<'_>, NodeId),
    two: (&'s Game<'_>, NodeId),
) -> impl Iterator<Item = &'s str> {
    let (own, other) = (one.0.properties(one.1), two.0.properties(two.1));
    let moves = (!same_move(one.0.mv(one.1), two.0.mv(two.1))).then_some("move");
    let idents = differing(own, other).into_iter();
    idents.map(|ident| subject(ident.as_str())).chain(moves)
}

/// Returns the first pieces in which two texts differ, those of `own` and those of `shown`.
pub(super) fn first(own: &Groups<'_>, shown: &Groups<'_>) -> Option<[Option<String>; 2]> {
    let (_, Hunk { at, change, .. }) = differ(own, shown, false).into_iter().next()?;
    match change {
        GroupChange::Pieces(ops) => {
            let op = ops.into_iter().next()?;
            let group = shown
                .groups
                .get(at.unwrap_or(shown.groups.len().saturating_sub(1)))?;
            let all = group.by_key().into_iter();
            let other = all
                .filter(|(key, _)| *key == op.key)
                .map(|(_, texts)| texts.join("\n"))
                .next();
            let is_gone = op.kind == OpKind::Remove;
            Some([(!is_gone).then(|| op.texts.join("\n")), other])
        }
        GroupChange::Groups(count, text) => {
            let at = at.unwrap_or(0);
            let other = raw_text(
                own.format,
                shown.groups.get(at..at + count).unwrap_or_default(),
            );
            Some([text, other].map(|text| (!text.is_empty()).then_some(text)))
        }
    }
}
