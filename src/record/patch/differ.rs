//! Finds the differences between a text and the canonical text of its result.

use std::cell::LazyCell;

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};

use super::apply::point_of;
use super::groups::{Group, Groups, MOVE, Piece, WORDS};
use super::lines::key as key_of;
use super::subject::{is_list, is_silent, is_words, subject};
use super::{Anchor, Detail, GroupChange, Hunk, Op, OpKind, hash, short};
use crate::bracket;
use crate::format::Format;
use crate::ishi::content::Lines;
use crate::ishi::line::Header;
use crate::model::equal::{differing, same_move};
use crate::model::{Game, NodeId};
use crate::record::text::with_line_feeds;

/// The most pairs of groups that are compared to align texts with different trees.
const MOST_PAIRS: usize = 4 << 20;

/// Returns the hunks that bring the content of `own` into `shown`, each with the number of its group in `own`.
pub(super) fn differ(own: &Groups<'_>, shown: &Groups<'_>, detail: Detail) -> Vec<(usize, Hunk)> {
    let mut pairs = matches(own, shown);
    pairs.push((own.groups.len(), shown.groups.len()));
    let nodes = neighbours(shown);
    let mut hunks = Vec::new();
    let (mut at, mut to) = (0, 0);
    for (one, two) in pairs {
        let raw = own.groups.get(at..one).unwrap_or_default();
        let gone = shown.groups.get(to..two).unwrap_or_default();
        // The ends of variations that are cut off are no content.
        let is_cut = own.format != Format::Ishi
            && raw.is_empty()
            && gone.iter().all(Group::is_bare_end)
            && shown.groups.get(two).is_some_and(Group::is_end);
        let is_bare = || raw.iter().chain(gone).all(Group::is_parenthesis);
        let counts = match detail {
            Detail::Wording => true,
            Detail::Tree => !is_cut,
            Detail::Content => !is_cut && !is_bare(),
        };
        if (one > at || two > to) && counts {
            let hunk = Hunk {
                at: Some(to),
                anchor: anchor_of_groups(shown, to, two - to),
                change: GroupChange::Groups(two - to, raw_text(own.format, raw)),
            };
            hunks.push((at, hunk));
        }
        if let (Some(a), Some(b)) = (own.groups.get(one), shown.groups.get(two)) {
            let ops = ops(own, a, shown, b, detail == Detail::Wording);
            if !ops.is_empty() {
                let hunk = Hunk {
                    at: (!b.is_end()).then_some(two),
                    anchor: anchor(shown, &nodes, two),
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
fn raw_text(format: Format, groups: &[Group<'_>]) -> String {
    // The canonical text names the size of the board.
    let groups: Vec<_> = groups
        .iter()
        .map(|group| group.without("BOARDSIZE"))
        .collect();
    let text = Groups::text(format, &groups);
    let text = with_line_feeds(&text);
    text.trim_matches('\n').to_owned()
}

/// Returns the hash of the sign of a group.
pub(super) fn near(groups: &Groups<'_>, at: Option<usize>) -> String {
    let group = at.and_then(|at| groups.groups.get(at));
    group.map_or_else(|| "--".to_owned(), |group| hash(&*group.sign, 2))
}

/// Returns the digits of the hash of a path.
fn path_digits(groups: &Groups<'_>) -> usize {
    let nodes: usize = groups.games.iter().map(Game::node_count).sum();
    if nodes > 1000 { 6 } else { 4 }
}

fn anchor(shown: &Groups<'_>, nodes: &[[Option<usize>; 2]], at: usize) -> Anchor {
    let path = shown.groups.get(at).map_or(0, |group| group.path);
    let around = nodes.get(at).copied().unwrap_or_default();
    let [before, after] = around.map(|node| near(shown, node));
    Anchor {
        path: short(path, path_digits(shown)),
        own: near(shown, Some(at)),
        before,
        after,
    }
}

/// Returns the numbers of the nodes before and after each group.
pub(super) fn neighbours(groups: &Groups<'_>) -> Vec<[Option<usize>; 2]> {
    let last = |last: &mut Option<usize>, (at, group): (usize, &Group<'_>)| {
        let before = *last;
        *last = Some(at).filter(|_| group.is_node()).or(before);
        Some(before)
    };
    let all = groups.groups.iter().enumerate();
    let after: Vec<_> = all.clone().rev().scan(None, last).collect();
    let both = all.scan(None, last).zip(after.into_iter().rev());
    both.map(|(before, after)| [before, after]).collect()
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
pub(super) fn hash_of_signs(groups: &[Group<'_>]) -> String {
    let signs: Vec<_> = groups.iter().map(|group| &*group.sign).collect();
    hash(signs.join(&b'\n'), 2)
}

/// Returns a longest common subsequence of the groups of two texts, as pairs of indexes. Long texts without much in common have
/// the pairs at their ends alone.
fn matches(own: &Groups<'_>, shown: &Groups<'_>) -> Vec<(usize, usize)> {
    let [one, two] = [own, shown].map(Groups::kinds);
    let mut start = one.iter().zip(&two).take_while(|(a, b)| a == b).count();
    if one.len() != two.len() {
        // Many nodes without a move in a row are alike: the last of them are no pairs if their pieces differ.
        let pairs = own.groups.iter().zip(&shown.groups).take(start).rev();
        let is_doubtful = |(a, b): &(&Group<'_>, &Group<'_>)| !a.is_move() && !a.has_pieces_of(b);
        start -= pairs.take_while(is_doubtful).count();
    }
    let [left, right] = [&one, &two].map(|kinds| kinds.get(start..).unwrap_or_default());
    let backwards = left.iter().rev().zip(right.iter().rev());
    let end = backwards.take_while(|(a, b)| a == b).count();
    let [left, right] = [left, right].map(|rest| rest.get(..rest.len() - end).unwrap_or_default());
    let middle = common(left, right).into_iter();
    let middle = middle.map(|(a, b)| (start + a, start + b));
    let ends = (1..=end).rev();
    let ends = ends.map(|back| (one.len() - back, two.len() - back));
    let pairs = (0..start).map(|at| (at, at));
    pairs.chain(middle).chain(ends).collect()
}

fn common(one: &[u32], two: &[u32]) -> Vec<(usize, usize)> {
    let width = two.len() + 1;
    if one.is_empty() || two.is_empty() || one.len().saturating_mul(width) > MOST_PAIRS {
        return Vec::new();
    }
    let mut lengths = vec![0_u32; (one.len() + 1) * width];
    let mut rows = lengths.chunks_exact_mut(width).rev();
    let mut below = rows.next().unwrap_or_default();
    for (row, left) in rows.zip(one.iter().rev()) {
        let mut longest = 0;
        for ((place, below), right) in row.iter_mut().zip(below.windows(2)).zip(two).rev() {
            let [under, after] = below else { continue };
            let most = if left == right { after + 1 } else { *under };
            longest = longest.max(most);
            *place = longest;
        }
        below = row;
    }
    let get = |a: usize, b: usize| lengths.get(a * width + b).copied().unwrap_or(0);
    let (mut a, mut b, mut pairs) = (0, 0, Vec::new());
    while let (Some(left), Some(right)) = (one.get(a), two.get(b)) {
        if left == right {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if get(a + 1, b) >= get(a, b + 1) {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

/// Returns the changes of one group.
fn ops(
    own: &Groups<'_>,
    a: &Group<'_>,
    shown: &Groups<'_>,
    b: &Group<'_>,
    wording: bool,
) -> Vec<Op> {
    let is_numbered = a.is_move() && own.numbered.contains(&a.node.1.index());
    if !is_numbered && a.has_pieces_of(b) {
        return Vec::new();
    }
    let keys = keys(own.format, a, b);
    let differing = LazyCell::new(|| subjects(own, a, shown, b));
    let plain = LazyCell::new(|| plain_subjects(own, a));
    let mut ops = Vec::new();
    for key in &keys {
        if key.key == MOVE && is_numbered && !key.texts.is_empty() && !key.others.is_empty() {
            ops.push(key.op());
            continue;
        }
        if key.is_no_content(own, a, wording) {
            continue;
        }
        let subject = subject_in(own, a, key.key);
        let differs = || differing.contains(subject);
        let is_plain = || plain.get(subject).is_none_or(|is_plain| *is_plain);
        let counts = match own.format {
            _ if wording => true,
            Format::Ishi => !key.is_understood() || differs(),
            Format::Sgf | Format::SmartGo => key.key == WORDS || differs() || !is_plain(),
        };
        if counts {
            ops.extend(key.ops(own.format));
        }
    }
    if own.format != Format::Ishi {
        rename(&mut ops, &keys);
    }
    ops
}

/// The pieces of one key in a group of a source, and in the group that shows it.
#[derive(Debug, Default)]
struct Keyed<'g> {
    key: &'g str,
    texts: Vec<String>,
    others: Vec<String>,
    has_words: bool,
    /// Whether a piece of it counts.
    counts: bool,
}

/// Returns the keys of two groups, those of the canonical text first.
fn keys<'g>(format: Format, a: &'g Group<'_>, b: &'g Group<'_>) -> Vec<Keyed<'g>> {
    let mut keys: Vec<Keyed<'g>> = Vec::new();
    let mut places = HashMap::new();
    let pieces = |group: &'g Group<'_>, is_own| {
        let pieces = group.pieces.iter().filter(|piece| !piece.is_bracket());
        pieces.map(move |piece| (piece, is_own))
    };
    for (piece, is_own) in pieces(b, false).chain(pieces(a, true)) {
        let key = &*piece.key;
        let place = *places.entry(key).or_insert(keys.len());
        if place == keys.len() {
            keys.push(Keyed {
                key,
                ..Keyed::default()
            });
        }
        let Some(keyed) = keys.get_mut(place) else {
            continue;
        };
        let texts = if is_own {
            &mut keyed.texts
        } else {
            &mut keyed.others
        };
        add_text(format, key, texts, &piece.text);
        keyed.has_words |= is_own && piece.has_words;
        keyed.counts |= !piece.is_silent;
    }
    keys
}

impl Keyed<'_> {
    fn op(&self) -> Op {
        let kind = match (self.texts.is_empty(), self.others.is_empty()) {
            (true, _) => OpKind::Remove,
            (false, true) => OpKind::Add,
            (false, false) => OpKind::Replace,
        };
        Op {
            kind,
            key: self.key.to_owned(),
            texts: self.texts.clone(),
        }
    }

    /// Returns whether the pieces have the same content, or no content.
    fn is_no_content(&self, own: &Groups<'_>, a: &Group<'_>, wording: bool) -> bool {
        let game = own.games.get(a.node.0);
        let size = game.map(|game| game.size.rows.to_string());
        let is_size = |text: &String| text.split_whitespace().nth(1) == size.as_deref();
        let is_silent = match self.key {
            "BOARDSIZE" => self.texts.iter().all(is_size),
            "PRISONER" => own.format == Format::Ishi && !self.has_words,
            _ => !self.counts,
        };
        // Without it the letters of the text would be a guess.
        let names_charset = self.key == "CA" && self.others.is_empty() && !own.is_ascii;
        !wording && is_silent
            || self.texts == self.others
            || !names_charset && is_same(own.format, self.key, &self.texts, &self.others, wording)
    }

    /// Returns whether both texts of Ishi are understood. A marker says less than a comment, and a value less than two of which
    /// the last one counts.
    fn is_understood(&self) -> bool {
        let is_both = !self.texts.is_empty() && !self.others.is_empty();
        let counts_once = || Header::of(self.key).is_some_and(Header::is_once_only);
        let is_more = self.key == "VAR" || self.texts.len() > 1 && counts_once();
        is_both && !is_words(self.key) && !is_more && !self.has_words
    }

    fn ops(&self, format: Format) -> Vec<Op> {
        if format == Format::Ishi {
            return vec![self.op()];
        }
        if is_list(self.key) && !self.others.is_empty() {
            let found = value_ops(self.key, &self.texts, &self.others);
            if !found.is_empty() {
                return found;
            }
        }
        // A dialect has another name for the property. A node can have both: `DT[1990]RD[1990]`.
        let has_name = |text: &String| self.key == WORDS || bracket::ident_of(text) == self.key;
        let op = self.op();
        let (texts, renamed): (Vec<_>, Vec<_>) = op.texts.into_iter().partition(has_name);
        let op = Op { texts, ..op };
        let op = match op.texts.is_empty() && !renamed.is_empty() {
            true if self.others.is_empty() => None,
            true => Some(Op {
                kind: OpKind::Remove,
                ..op
            }),
            false => Some(op),
        };
        let renamed = renamed.into_iter().map(|text| Op {
            kind: OpKind::Add,
            key: bracket::ident_of(&text).into_owned(),
            texts: vec![text],
        });
        op.into_iter().chain(renamed).collect()
    }
}

/// Adds the text of a piece to those of its key. A line of Ishi without the keyword goes on with the line before it. A stray
/// word can part a value from its identifier, and a value can lack its bracket.
fn add_text(format: Format, key: &str, texts: &mut Vec<String>, text: &str) {
    if format != Format::Ishi && key != WORDS {
        let ident = if text.starts_with('[') { key } else { "" };
        let end = if text.ends_with(']') { "" } else { "]" };
        return texts.push([ident, text, end].concat());
    }
    match texts.last_mut() {
        Some(last) if format == Format::Ishi && !is_words(key) && key_of(format, text) != key => {
            last.push('\n');
            last.push_str(text);
        }
        _ => texts.push(text.to_owned()),
    }
}

/// Returns for each subject of a node whether its properties have no words beyond their meaning. Then their names and forms are
/// wording: `L[aa]` and `LB[aa:A]`, a time limit in minutes and in seconds.
fn plain_subjects<'g>(own: &Groups<'_>, group: &'g Group<'_>) -> HashMap<&'g str, bool> {
    let game = own.games.get(group.node.0);
    let properties = game.map_or(&[][..], |game| game.properties(group.node.1));
    let mut meant: HashMap<&str, String> = HashMap::new();
    for property in properties {
        let text = bracket::property_text(property);
        meant
            .entry(property.ident.as_str())
            .or_default()
            .push_str(&text);
    }
    let is_plain = |piece: &Piece<'_>| {
        let meant = meant.get(&*piece.key).map_or("", String::as_str);
        // `L` and `M` of Smart-Go have other names in the game.
        let is_renamed = meant.is_empty() && matches!(&*piece.key, "L" | "M");
        is_renamed
            || bracket::is_understood(&piece.key, &piece.text)
            || bracket::content::says_same(&piece.key, [&*piece.text, meant].map(values_text))
    };
    let mut plain = HashMap::new();
    for piece in &group.pieces {
        let all = plain
            .entry(subject_in(own, group, &piece.key))
            .or_insert(true);
        *all = *all && is_plain(piece);
    }
    plain
}

/// Returns the subject of a key in a group. `B[aa][bb]` of Smart-Go is no move, and sets up stones.
fn subject_in<'k>(own: &Groups<'_>, group: &Group<'_>, key: &'k str) -> &'k str {
    let game = own.games.get(group.node.0);
    match key {
        "B" | "W" if game.is_some_and(|game| game.mv(group.node.1).is_none()) => subject("AB"),
        _ => subject(key),
    }
}

/// Returns the text of a property without its identifier.
fn values_text(text: &str) -> &str {
    text.find('[').and_then(|at| text.get(at..)).unwrap_or("")
}

/// So many values of a list go one by one, also if no value stays.
const FEW: usize = 8;

/// Returns the changes of the values of a list. Returns no change if many values go and no value stays.
fn value_ops(key: &str, texts: &[String], others: &[String]) -> Vec<Op> {
    let [own, canonical] = [texts, others].map(|texts| -> Vec<&str> {
        let values = texts.iter().flat_map(|text| bracket::values(text));
        values.collect()
    });
    let [own_set, canonical_set] =
        [&own, &canonical].map(|values| values.iter().copied().collect::<HashSet<_>>());
    let mut ops = Vec::new();
    let mut op = |kind, values: Vec<&str>| {
        let values = bracket::in_brackets(values);
        if !values.is_empty() {
            ops.push(Op {
                kind,
                key: key.to_owned(),
                texts: vec![[key, &values].concat()],
            });
        }
    };
    // A point can have two labels, so a label that the text has too is not replaced.
    let other_labels = canonical.iter().filter(|value| !own_set.contains(*value));
    let other_points: HashSet<_> = other_labels.map(|value| point_of(value)).collect();
    let is_label = |value: &&str| key == "LB" && other_points.contains(point_of(value));
    let new = own.iter().copied();
    let new = new.filter(|value| !canonical_set.contains(value));
    let (labels, added): (Vec<_>, Vec<_>) = new.partition(is_label);
    let replaced: HashSet<_> = labels.iter().map(|label| point_of(label)).collect();
    let gone = canonical.iter().copied();
    let gone = gone.filter(|value| !own_set.contains(value) && !replaced.contains(point_of(value)));
    let gone: Vec<_> = gone.collect();
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
fn rename(ops: &mut Vec<Op>, keys: &[Keyed<'_>]) {
    let removed: Vec<_> = ops
        .iter()
        .filter(|op| op.kind == OpKind::Remove && !is_list(&op.key))
        .map(|op| op.key.clone())
        .collect();
    for key in removed {
        let values = |text: &str| text.split_once('[').map(|(_, values)| values.to_owned());
        let old = keys.iter().find(|keyed| keyed.key == key);
        let old = old.and_then(|keyed| match keyed.others.as_slice() {
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
    let lf = |texts: &[String]| texts.join("\n").replace("\r\n", "\n").replace('\r', "\n");
    match format {
        _ if lf(texts) == lf(others) => true,
        _ if wording || key == WORDS => false,
        Format::Ishi => {
            let [own, other] = [texts, others].map(|texts| texts.join("\n"));
            Lines::of(&own).have_content_of(&other)
        }
        Format::Sgf | Format::SmartGo => {
            let values = |texts: &[String]| -> String {
                texts.iter().map(|text| values_text(text)).collect()
            };
            let [own, other] = [texts, others].map(values);
            bracket::content::says_same(key, [&own, &other])
        }
    }
}

/// Returns the subjects with a difference in the meaning of a node.
fn subjects<'s>(
    own: &'s Groups<'_>,
    a: &Group<'_>,
    shown: &'s Groups<'_>,
    b: &Group<'_>,
) -> HashSet<&'s str> {
    let (Some(one), Some(two)) = (own.games.get(a.node.0), shown.games.get(b.node.0)) else {
        return HashSet::new();
    };
    different_subjects((one, a.node.1), (two, b.node.1)).collect()
}

/// Returns the subjects with a difference between two nodes.
pub(super) fn different_subjects<'s>(
    one: (&'s Game<'_>, NodeId),
    two: (&'s Game<'_>, NodeId),
) -> impl Iterator<Item = &'s str> {
    let (own, other) = (one.0.properties(one.1), two.0.properties(two.1));
    let moves = (!same_move(one.0.mv(one.1), two.0.mv(two.1))).then_some("move");
    let idents = differing(own, other).into_iter();
    idents.map(|ident| subject(ident.as_str())).chain(moves)
}

/// Returns the properties that differ between two nodes. Lists have one for each point: `LB dd`.
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

/// Returns the first pieces that differ between two texts: from the first text, and from the second one.
pub(super) fn first(own: &Groups<'_>, shown: &Groups<'_>) -> Option<[Option<String>; 2]> {
    let (_, Hunk { at, change, .. }) = differ(own, shown, Detail::Tree).into_iter().next()?;
    match change {
        GroupChange::Pieces(ops) => {
            let op = ops.into_iter().next()?;
            let group = shown
                .groups
                .get(at.unwrap_or(shown.groups.len().saturating_sub(1)))?;
            let other = group.pieces.iter().filter(|piece| piece.key == op.key);
            let other: Vec<_> = other.map(|piece| &*piece.text).collect();
            let other = (!other.is_empty()).then(|| other.join("\n"));
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
