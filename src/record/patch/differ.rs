//! Finds the differences between a text and the canonical text of its result.

use std::collections::HashSet;

use super::apply::point_of;
use super::groups::{Group, Groups, MOVE, Piece, WORDS};
use super::subject::{is_list, is_silent, is_words, subject};
use super::{Anchor, GroupChange, Hunk, Op, OpKind, hash, short};
use crate::bracket;
use crate::dispatch;
use crate::format::Format;
use crate::model::equal::{differing, same_move};
use crate::model::{Game, NodeId};

/// The most pairs of groups that are compared to align texts with different trees.
const MOST_PAIRS: usize = 4 << 20;

/// Returns the hunks that bring the content of `own` into `shown`, each with its group of `own`.
pub(super) fn differ(own: &Groups<'_>, shown: &Groups<'_>, wording: bool) -> Vec<(usize, Hunk)> {
    let signs = |groups: &Groups<'_>| -> Vec<String> {
        let groups = groups.groups.iter();
        groups.map(|group| group.sign.clone()).collect()
    };
    let mut pairs = matches(&signs(own), &signs(shown));
    pairs.push((own.groups.len(), shown.groups.len()));
    let mut hunks = Vec::new();
    let (mut at, mut to) = (0, 0);
    for (one, two) in pairs {
        if one > at || two > to {
            let raw = own.groups.get(at..one).unwrap_or_default();
            let hunk = Hunk {
                at: Some(to),
                anchor: anchor_of_groups(shown, to, two - to),
                change: GroupChange::Groups(two - to, raw_text(own.format, raw)),
            };
            hunks.push((at, hunk));
        }
        if let (Some(a), Some(b)) = (own.groups.get(one), shown.groups.get(two)) {
            let ops = ops(own, a, shown, b, wording);
            if !ops.is_empty() {
                let hunk = Hunk {
                    at: (!b.is_end()).then_some(two),
                    anchor: anchor(shown, two),
                    change: GroupChange::Pieces(ops),
                };
                hunks.push((one, hunk));
            }
        }
        (at, to) = (one + 1, two + 1);
    }
    hunks
}

/// Returns the text of groups with LF, without line breaks around it.
fn raw_text(format: Format, groups: &[Group]) -> String {
    // The canonical text names the size of the board.
    let groups: Vec<_> = groups
        .iter()
        .map(|group| group.without("BOARDSIZE"))
        .collect();
    let text = Groups::text(format, &groups).replace("\r\n", "\n");
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
    let [before, after] = neighbours(shown, at);
    Anchor {
        path: short(path, path_digits(shown)),
        own: near(shown, Some(at)),
        before,
        after,
    }
}

/// Returns the hashes of the signs of the nodes before and after a group.
pub(super) fn neighbours(groups: &Groups<'_>, at: usize) -> [String; 2] {
    let (before, rest) = groups.groups.split_at(at.min(groups.groups.len()));
    let before = before.iter().rev().find(|group| group.is_node());
    let after = rest.iter().skip(1).find(|group| group.is_node());
    [before, after].map(|group| match group {
        Some(group) => hash(&group.sign, 2),
        None => "--".to_owned(),
    })
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
#[allow(
    clippy::too_many_lines,
    reason = "one decision a key, in the order of the reasons"
)]
fn ops(own: &Groups<'_>, a: &Group, shown: &Groups<'_>, b: &Group, wording: bool) -> Vec<Op> {
    let is_move = a.sign.starts_with(['B', 'W']);
    let is_numbered = is_move && own.numbered.contains(&a.node.1.index());
    let same_pieces = a.pieces.iter().map(|piece| (&piece.key, &piece.text));
    if !is_numbered && same_pieces.eq(b.pieces.iter().map(|piece| (&piece.key, &piece.text))) {
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
                    .map(|text| whole(own.format, key, text))
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
        let is_both = !texts.is_empty() && !others.is_empty();
        if key == MOVE && is_numbered && is_both {
            ops.push(Op {
                kind: OpKind::Replace,
                key: key.to_owned(),
                texts,
            });
            continue;
        }
        let is_size = |text: &String| {
            let size = own
                .games
                .get(a.node.0)
                .map(|game| game.size.rows.to_string());
            text.split_whitespace().nth(1) == size.as_deref()
        };
        if !wording && key == "BOARDSIZE" && texts.iter().all(is_size) {
            continue;
        }
        // Without it the letters of the text would be a guess.
        let names_charset = key == "CA" && others.is_empty() && !own.is_ascii;
        let is_silent = |group: &Group| {
            let mut own = group.pieces.iter().filter(|piece| piece.key == key);
            own.all(|piece| piece.is_silent)
        };
        if !wording && is_silent(a) && is_silent(b) {
            continue;
        }
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
        let is_understood = !wording
            && match own.format {
                // A marker says less than a comment.
                Format::Ishi => is_both && !is_words(key) && key != "VAR" && !has_words(),
                _ => key != WORDS && is_plain(own, a, key),
            };
        if is_understood {
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
        if own.format != Format::Ishi && is_list(key) && !others.is_empty() {
            let found = value_ops(key, &texts, &others);
            if !found.is_empty() {
                ops.extend(found);
                continue;
            }
        }
        let named = texts.first().filter(|_| own.format != Format::Ishi);
        let named = named.map(|text| bracket::ident_of(text).into_owned());
        if let Some(name) = named.filter(|name| name != key && key != WORDS) {
            // The name that a dialect has for the property.
            if !others.is_empty() {
                ops.push(Op {
                    kind: OpKind::Remove,
                    key: key.to_owned(),
                    texts: Vec::new(),
                });
            }
            ops.push(Op {
                kind: OpKind::Add,
                key: name,
                texts,
            });
            continue;
        }
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

/// Returns the text of a piece. A stray word can part a value from its identifier, and a value can lack its bracket.
fn whole(format: Format, key: &str, text: &str) -> String {
    if format == Format::Ishi || key == WORDS {
        return text.to_owned();
    }
    let ident = if text.starts_with('[') { key } else { "" };
    let end = if text.ends_with(']') { "" } else { "]" };
    [ident, text, end].concat()
}

/// Returns whether the properties of a node about the subject of a key have no words beyond their meaning. Then their names
/// and forms are wording: `L[aa]` and `LB[aa:A]`, a time limit in minutes and in seconds.
fn is_plain(own: &Groups<'_>, group: &Group, key: &str) -> bool {
    let Some(game) = own.games.get(group.node.0) else {
        return false;
    };
    let properties = game.properties(group.node.1);
    let is_plain = |piece: &Piece| {
        let meant = properties
            .iter()
            .filter(|one| one.ident.as_str() == piece.key);
        let meant: String = meant.map(bracket::property_text).collect();
        // Labels, marks, and two annotations of Smart-Go that are one have other names in the game.
        let is_renamed = meant.is_empty() && matches!(&*piece.key, "L" | "M" | "BM" | "TE");
        is_renamed
            || bracket::is_understood(&piece.key, &piece.text)
            || bracket::content::says_same(&piece.key, [&*piece.text, &*meant].map(values_text))
    };
    let mut pieces = group.pieces.iter();
    pieces.all(|piece| subject(&piece.key) != subject(key) || is_plain(piece))
}

/// Returns the text of a property without its identifier.
fn values_text(text: &str) -> &str {
    text.find('[').and_then(|at| text.get(at..)).unwrap_or("")
}

/// So many values of a list go one by one, also if no value stays.
const FEW: usize = 8;

/// Returns the changes of the values of a list. Returns no change if many values go and no value stays.
fn value_ops(key: &str, texts: &[String], others: &[String]) -> Vec<Op> {
    let all = |texts: &[String]| -> Vec<String> {
        let values = texts.iter().flat_map(|text| bracket::values(text));
        values.map(ToOwned::to_owned).collect()
    };
    let (own, canonical) = (all(texts), all(others));
    let is_at = |value: &String, other: &String| point_of(value) == point_of(other);
    let (mut ops, mut replaced) = (Vec::new(), Vec::new());
    let mut op = |kind, values: Vec<&String>| {
        let values = bracket::in_brackets(values.into_iter().map(String::as_str));
        if !values.is_empty() {
            ops.push(Op {
                kind,
                key: key.to_owned(),
                texts: vec![[key, &values].concat()],
            });
        }
    };
    let is_new = |value: &&String| !canonical.contains(value);
    let is_label =
        |value: &&String| key == "LB" && canonical.iter().any(|other| is_at(value, other));
    let (labels, added): (Vec<_>, Vec<_>) = own.iter().filter(is_new).partition(is_label);
    replaced.extend(labels.iter().copied());
    let is_gone =
        |value: &&String| !own.contains(value) && !replaced.iter().any(|label| is_at(label, value));
    let gone: Vec<_> = canonical.iter().filter(is_gone).collect();
    if added.len() == own.len() && gone.len() == canonical.len() && gone.len() > FEW {
        return Vec::new();
    }
    op(OpKind::Replace, labels);
    op(OpKind::Add, added);
    op(OpKind::Remove, gone);
    ops
}

/// Joins the removal of a property and the addition of another one with its values: the comment of the game that stands
/// as the comment of its first node.
fn rename(ops: &mut Vec<Op>, canonical: &[(&str, Vec<&str>)]) {
    let removed: Vec<_> = ops
        .iter()
        .filter(|op| op.kind == OpKind::Remove && !is_list(&op.key))
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
            "FF" => !wording,
            "CA" => !wording && bracket::values(text).count() == 1,
            "GM" | "SZ" | "BOARDSIZE" => {
                matches!(text.as_str(), "GM[1]" | "SZ[19]" | "BOARDSIZE 19")
            }
            // The name of this program in a canonical text.
            "AP" => texts.is_empty(),
            "EVENT" => text.trim() == "EVENT",
            _ => false,
        };
    }
    if wording {
        return false;
    }
    match format {
        _ if key == WORDS => false,
        Format::Ishi => dispatch::says_same(format, key, [&texts.join("\n"), &others.join("\n")]),
        Format::Sgf | Format::SmartGo => {
            let values = |texts: &[String]| {
                texts
                    .iter()
                    .map(|text| values_text(text))
                    .collect::<String>()
            };
            let [own, other] = [texts, others].map(values);
            bracket::content::says_same(key, [&own, &other])
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

/// Returns the properties in which two nodes differ. Lists have one for each point: `LB dd`.
pub(super) fn different_places(one: (&Game<'_>, NodeId), two: (&Game<'_>, NodeId)) -> Vec<String> {
    let (own, other) = (one.0.properties(one.1), two.0.properties(two.1));
    let mut places = Vec::new();
    if !same_move(one.0.mv(one.1), two.0.mv(two.1)) {
        places.push(MOVE.to_owned());
    }
    for ident in differing(own, other) {
        if !is_list(ident.as_str()) {
            places.push(ident.to_string());
            continue;
        }
        let [left, right] = [own, other].map(|properties| {
            let all = properties
                .iter()
                .filter(|property| property.ident == *ident);
            all.map(bracket::property_text).collect::<String>()
        });
        let [left, right] =
            [&left, &right].map(|text| bracket::values(text).collect::<HashSet<_>>());
        let points = left
            .symmetric_difference(&right)
            .map(|value| point_of(value));
        places.extend(points.map(|point| format!("{ident} {point}")));
    }
    places
}

/// Returns the first pieces in which two texts differ: from the first text, and from the second one.
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
