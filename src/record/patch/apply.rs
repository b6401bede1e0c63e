//! Puts hunks into the groups of a canonical text.

use std::borrow::Cow;
use std::cell::LazyCell;

use foldhash::{HashMap, HashMapExt, HashSet};

use super::groups::{Group, Groups, MOVE, Piece, WORDS};
use super::subject::is_words;
use super::{GroupChange, Op, OpKind};
use crate::bracket;
use crate::format::Format;
use crate::ishi::line::Header;

/// The kinds of lines in a node of Ishi before its headers, and after them.
const BEFORE_HEADERS: [&str; 8] = [
    WORDS,
    "REMARK",
    "EVENT",
    "VAR",
    "ENDVAR",
    "DIAGRAM",
    MOVE,
    "BOARDSIZE",
];
const AFTER_HEADERS: [&str; 6] = ["PRISONER", "SETUP", "HIDE", "MARK", "COM", "USER"];

/// Puts hunks at their places. Returns the groups, and the numbers of the hunks with an operation that found no piece to
/// change, because somebody has deleted or added it.
pub(super) fn apply<'g, 't>(
    shown: &'g Groups<'t>,
    placed: &[(usize, &'t GroupChange)],
) -> (Vec<Cow<'g, Group<'t>>>, Vec<usize>) {
    let mut stale = Vec::new();
    let mut out = Vec::with_capacity(shown.groups.len());
    let mut skip = 0;
    let mut order: Vec<_> = placed.iter().enumerate().collect();
    order.sort_by_key(|(_, (at, _))| *at);
    let mut next = order.into_iter().peekable();
    for (number, canonical) in shown.groups.iter().enumerate() {
        let mut group = Cow::Borrowed(canonical);
        // A node can have a million properties.
        let mut keys = LazyCell::new(|| -> HashSet<_> {
            let pieces = canonical.pieces.iter();
            pieces.map(|piece| piece.key.clone()).collect()
        });
        let mut all: Vec<(usize, &Op)> = Vec::new();
        while let Some((index, (_, change))) = next.next_if(|(_, (at, _))| *at == number) {
            match change {
                GroupChange::Groups(count, text) => {
                    if !text.is_empty() {
                        out.push(Cow::Owned(Group::raw(shown.format, text)));
                    }
                    skip = skip.max(*count);
                }
                GroupChange::Pieces(ops) => all.extend(ops.iter().map(|op| (index, op))),
            }
        }
        let is_alike = |(_, one): &(usize, &Op), (_, two): &(usize, &Op)| {
            one.kind == two.kind && one.key == two.key && one.is_of_values() == two.is_of_values()
        };
        for ops in all.chunk_by(is_alike) {
            stale.extend(change_all(shown.format, group.to_mut(), ops, &mut keys));
        }
        if skip > 0 {
            skip -= 1;
            continue;
        }
        out.push(group);
    }
    (out, stale)
}

/// Makes operations of one kind and key in a group. Those on the values of a list read it once. Returns the numbers of those
/// that found no piece to change, or a piece in the way.
///
/// `keys` are the keys of the group, and those that it had.
fn change_all<'t>(
    format: Format,
    group: &mut Group<'t>,
    mut ops: &[(usize, &'t Op)],
    keys: &mut HashSet<Cow<'t, str>>,
) -> Vec<usize> {
    let mut stale = Vec::new();
    while let Some(((index, op), rest)) = ops.split_first() {
        let position = || group.pieces.iter().position(|piece| piece.key == op.key);
        let first = keys.contains(&*op.key).then(position).flatten();
        let list = first.filter(|_| format != Format::Ishi && op.is_of_values());
        if let Some(piece) = list.and_then(|at| group.pieces.get_mut(at)) {
            stale.extend(change_values(piece, ops));
            break;
        }
        if !change(format, group, op, first) {
            stale.push(*index);
        }
        let name = op.texts.first().filter(|_| op.kind == OpKind::Rename);
        keys.insert(Cow::Borrowed(name.unwrap_or(&op.key)));
        ops = rest;
    }
    stale
}

/// Makes an operation in a group whose first piece of the key is `first`. Returns whether there was a piece to change, or no
/// piece in the way.
fn change<'t>(format: Format, group: &mut Group<'t>, op: &'t Op, first: Option<usize>) -> bool {
    let new = || op.texts.iter().map(|text| Piece::new(&op.key, text));
    match op.kind {
        OpKind::Remove => group.pieces.retain(|piece| piece.key != op.key),
        OpKind::Rename => {
            let Some(to) = op.texts.first() else {
                return false;
            };
            if group.pieces.iter().any(|piece| piece.key == *to) {
                return false;
            }
            for piece in group.pieces.iter_mut().filter(|piece| piece.key == op.key) {
                let values = piece.text.find('[').and_then(|at| piece.text.get(at..));
                piece.text = Cow::Owned([to, values.unwrap_or("")].concat());
                piece.key = Cow::Borrowed(to);
            }
        }
        OpKind::Replace => {
            let Some(first) = first else {
                return false;
            };
            let lead = group.pieces.get(first).map(|piece| piece.lead);
            group.pieces.retain(|piece| piece.key != op.key);
            let first = first.min(group.pieces.len());
            group.pieces.splice(first..first, new());
            if let (Some(piece), Some(lead)) = (group.pieces.get_mut(first), lead) {
                piece.lead = lead;
            }
        }
        OpKind::Add if first.is_some() && !is_words(&op.key) => return false,
        OpKind::Add => {
            let place = place(format, group, &op.key);
            group.pieces.splice(place..place, new());
        }
    }
    !(op.kind == OpKind::Rename && first.is_none())
}

/// Makes operations of one kind on the values of a list. Returns the numbers of those whose label to replace is not there.
fn change_values(piece: &mut Piece<'_>, ops: &[(usize, &Op)]) -> Vec<usize> {
    let Some((_, Op { kind, key, .. })) = ops.first() else {
        return Vec::new();
    };
    let subject = |value| match kind {
        OpKind::Replace => point_of(value),
        _ => value,
    };
    let mut values: Vec<Option<&str>> = bracket::values(&piece.text).map(Some).collect();
    // The values of each subject, the last one first.
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, value) in values.iter().enumerate().rev() {
        let subject = value.map_or("", subject);
        places.entry(subject).or_default().push(at);
    }
    let mut stale = Vec::new();
    let new = ops.iter().flat_map(|(index, op)| {
        let values = op.texts.iter().flat_map(|text| bracket::values(text));
        values.map(move |value| (index, value))
    });
    for (index, value) in new {
        let same = places.entry(subject(value)).or_default();
        let place = same.last().and_then(|at| values.get_mut(*at));
        match (kind, place) {
            (OpKind::Remove, Some(place)) => {
                *place = None;
                same.pop();
            }
            (OpKind::Replace, Some(place)) => *place = Some(value),
            (OpKind::Add, None) => {
                same.push(values.len());
                values.push(Some(value));
            }
            (OpKind::Replace, None) if stale.last() != Some(index) => stale.push(*index),
            _ => {}
        }
    }
    let values = bracket::in_brackets(values.into_iter().flatten());
    piece.text = if values.is_empty() {
        Cow::Borrowed("")
    } else {
        Cow::Owned([key, &*values].concat())
    };
    stale
}

/// Returns the point of a value of a list.
pub(super) fn point_of(value: &str) -> &str {
    value.split(':').next().unwrap_or(value).trim()
}

/// Returns where a piece of a key stands in a group.
fn place(format: Format, group: &Group<'_>, key: &str) -> usize {
    if key == WORDS || key == "REMARK" {
        let is_word = |piece: &&Piece<'_>| piece.key == WORDS || piece.key == "REMARK";
        return group.pieces.iter().take_while(is_word).count();
    }
    if format != Format::Ishi {
        return group.pieces.len();
    }
    let rank = |key: &str| {
        let headers = Header::ALL.iter().map(|header| header.keyword());
        let mut order = BEFORE_HEADERS
            .into_iter()
            .chain(headers)
            .chain(AFTER_HEADERS);
        order.position(|other| other == key).unwrap_or(usize::MAX)
    };
    let own = rank(key);
    let later = |piece: &Piece<'_>| rank(&piece.key) > own;
    group
        .pieces
        .iter()
        .position(later)
        .unwrap_or(group.pieces.len())
}
