//! Brings an edit of a result back into the game of its source.
//!
//! `ours` is the game, `base` is the game as the format of the result shows it, and `theirs` is `base` with an edit.
//! Where `theirs` differs from `base` it wins. All else stays as it is in `ours`, also if the format cannot show it.
//! Example: `ours` has `C[hé]AR[aa:bb]`, `base` has `C[he]`, `theirs` has `C[he]TR[cc]` -> `C[hé]AR[aa:bb]TR[cc]`.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::edit::{Pairs, Parts, align, pairs, partners};
use crate::model::equal::{differing, same_move, same_properties};
use crate::model::{
    Area, Game, Id, Ident, Label, Labels, NodeId, Point, Property, PropertyType, Value,
};

/// Returns `ours` with the differences between `base` and `theirs`. Both have equally many games.
///
/// A format may show one game as several, for positions in its middle.
pub(crate) fn merge<'a>(ours: Game<'a>, base: &[Game<'_>], theirs: &[Game<'a>]) -> Game<'a> {
    let origin = Origin::new(&ours, base);
    let mut merged = ours;
    for (shown, (base, theirs)) in origin.games.iter().zip(base.iter().zip(theirs)) {
        let pairs = align(base, theirs);
        if base.size != theirs.size {
            merged.size = theirs.size;
        }
        let mut merge = Merge {
            merged: &mut merged,
            shown,
            base,
            theirs,
            pairs,
            added: HashMap::new(),
        };
        merge.tree();
        merge.contents();
    }
    merged
}

/// The nodes of a game that each node of its shown games comes from.
///
/// Trees may differ: a root and the setup stones after it are one event of Ishi, the move of a root is a separate node
/// there, and a separate event continues a game from a position in its middle.
pub(crate) struct Origin {
    games: Vec<ShownNodes>,
}

/// For each node of a shown game, by its index, the nodes that it shows; at least one.
pub(crate) type ShownNodes = Vec<Vec<NodeId>>;

impl Origin {
    /// Returns the nodes of each shown game.
    pub fn games(&self) -> &[ShownNodes] {
        &self.games
    }

    /// Finds the nodes that shown games come from.
    pub fn new(ours: &Game<'_>, base: &[Game<'_>]) -> Self {
        // For each node of ours the game and the node that show it.
        let mut shown: HashMap<NodeId, (usize, NodeId)> = HashMap::new();
        let mut games = Vec::with_capacity(base.len());
        let mut parts: Option<Parts<'_, '_>> = None;
        for (number, base) in base.iter().enumerate() {
            let partners = if number == 0 {
                shown_nodes(ours, base)
            } else {
                let new = || Parts::new(ours, shown.keys().copied());
                parts.get_or_insert_with(new).pair(base)
            };
            let mut nodes: ShownNodes = vec![Vec::new(); base.index_limit()];
            for node in base.nodes() {
                let own = partners.get(node.index()).copied().flatten();
                shown.extend(own.map(|own| (own, (number, node))));
                let own = own.map(|own| vec![own]);
                let above = || {
                    base.parent(node)
                        .and_then(|up| nodes.get(up.index()).cloned())
                };
                let group = own.or_else(above).unwrap_or_else(|| vec![NodeId::ROOT]);
                if let Some(place) = nodes.get_mut(node.index()) {
                    *place = group;
                }
            }
            games.push(nodes);
        }
        // A node without a shown node is shown with the node above it.
        for node in ours.nodes().skip(1) {
            if shown.contains_key(&node) {
                continue;
            }
            let above = ours.parent(node).and_then(|up| shown.get(&up).copied());
            let (number, at) = above.unwrap_or((0, NodeId::ROOT));
            shown.insert(node, (number, at));
            let group = games
                .get_mut(number)
                .and_then(|nodes| nodes.get_mut(at.index()));
            if let Some(group) = group {
                group.push(node);
            }
        }
        Self { games }
    }
}

/// Returns for each node of a shown game, by its index, its node of `ours`. Nodes without words look alike, so their places in
/// the tree tell more than the words of others. But a format can show variations in another order: then more nodes are equal
/// to those that [`align`] finds.
fn shown_nodes(ours: &Game<'_>, base: &Game<'_>) -> Vec<Option<NodeId>> {
    let is_equal = |node: NodeId, own: NodeId| {
        same_move(base.mv(node), ours.mv(own))
            && same_properties(base.properties(node), ours.properties(own))
    };
    let equal = |nodes: &[Option<NodeId>]| {
        let own = |node: NodeId| nodes.get(node.index()).copied().flatten();
        let pairs = base.nodes().filter_map(|node| Some((node, own(node)?)));
        pairs.filter(|(node, own)| is_equal(*node, *own)).count()
    };
    let aligned = align(ours, base).into_second();
    if pairs(base, ours).is_none() {
        return aligned;
    }
    let in_place = partners(base, ours);
    if equal(&aligned) > equal(&in_place) {
        aligned
    } else {
        in_place
    }
}

/// One shown game with its edit.
struct Merge<'m, 'a, 'b> {
    merged: &'m mut Game<'a>,
    /// The nodes of the merged game that each node of `base` shows.
    shown: &'m ShownNodes,
    base: &'m Game<'b>,
    theirs: &'m Game<'a>,
    /// The partners in `base`, the first version, and `theirs`.
    pairs: Pairs,
    /// The nodes of the merged game that are new, by those of `theirs`.
    added: HashMap<NodeId, NodeId>,
}

impl Merge<'_, '_, '_> {
    fn group(&self, base: NodeId) -> &[NodeId] {
        self.shown.get(base.index()).map_or(&[], Vec::as_slice)
    }

    /// Returns the first node of the merged game that a node of `theirs` is.
    fn first(&self, theirs: NodeId) -> Option<NodeId> {
        match self.pairs.of_second(theirs) {
            Some(base) => self.group(base).first().copied(),
            None => self.added.get(&theirs).copied(),
        }
    }

    /// Returns the parent, in the merged game, of the children of a node of `theirs`.
    fn last(&self, theirs: NodeId) -> Option<NodeId> {
        match self.pairs.of_second(theirs) {
            Some(base) => self.group(base).last().copied(),
            None => self.added.get(&theirs).copied(),
        }
    }

    /// Makes the tree that of `theirs`, where that is not the one of `base`.
    fn tree(&mut self) {
        let nodes: Vec<_> = self.theirs.nodes().collect();
        for node in nodes {
            if !self.has_other_children(node) {
                continue;
            }
            let children: Vec<_> = self.theirs.children(node).collect();
            for (number, child) in children.into_iter().enumerate() {
                self.place(child, node, number);
            }
        }
        let gone: Vec<_> = self
            .base
            .nodes()
            .filter(|node| self.pairs.of_first(*node).is_none())
            .flat_map(|node| self.group(node).to_vec())
            .collect();
        let stay: HashSet<NodeId> = self
            .base
            .nodes()
            .filter(|node| self.pairs.of_first(*node).is_some())
            .flat_map(|node| self.group(node).to_vec())
            .chain(self.added.values().copied())
            .collect();
        for node in gone {
            let is_needed = |node| {
                self.merged
                    .nodes_from(node)
                    .any(|node| stay.contains(&node))
            };
            if self.merged.contains(node) && !is_needed(node) {
                // The root stays in any case.
                let _ = self.merged.remove_node(node);
            }
        }
    }

    /// Returns whether a node of `theirs` has other children than its partner, or the same in another order.
    fn has_other_children(&self, theirs: NodeId) -> bool {
        let partners = self
            .theirs
            .children(theirs)
            .map(|child| self.pairs.of_second(child));
        match self.pairs.of_second(theirs) {
            Some(base) => !self.base.children(base).map(Some).eq(partners),
            None => self.theirs.first_child(theirs).is_some(),
        }
    }

    /// Puts a node of `theirs` below its parent, as the child with a number.
    fn place(&mut self, child: NodeId, parent: NodeId, number: usize) {
        let Some(up) = self.last(parent) else {
            return;
        };
        match self.first(child) {
            Some(node) if node == up || self.group_has(parent, node) => {}
            // A node above its new place stays where it is.
            Some(node) => _ = self.merged.move_node(node, up, number),
            None => {
                let node = self.merged.insert_variation(up, number);
                self.added.insert(child, node);
            }
        }
    }

    fn group_has(&self, theirs: NodeId, node: NodeId) -> bool {
        let base = self.pairs.of_second(theirs);
        base.is_some_and(|base| self.group(base).contains(&node))
    }

    /// Brings the contents of all nodes of `theirs` into the merged game.
    fn contents(&mut self) {
        let nodes: Vec<_> = self.theirs.nodes().collect();
        for node in nodes {
            match self.pairs.of_second(node) {
                Some(base) => self.content(base, node),
                None => {
                    if let Some(added) = self.added.get(&node) {
                        self.merged.set_meaning(*added, self.theirs.meaning(node));
                    }
                }
            }
        }
    }

    fn content(&mut self, base: NodeId, theirs: NodeId) {
        let group = self.group(base).to_vec();
        let (was, is) = (self.base.mv(base), self.theirs.mv(theirs));
        if !same_move(was, is) {
            let has_move = |node: &&NodeId| self.merged.mv(**node).is_some();
            if let Some(node) = group.iter().find(has_move).or(group.last()) {
                self.merged.set_move(*node, is);
            }
        }
        let (base, theirs) = (self.base.properties(base), self.theirs.properties(theirs));
        let changed = differing(base, theirs);
        let is_setup = |ident: &&Ident| STONES.iter().any(|id| ident.standard() == Some(*id));
        let emptied = if changed.iter().any(is_setup) {
            self.emptied(&group, base, theirs)
        } else {
            Vec::new()
        };
        for ident in changed {
            let has = |node: &&NodeId| {
                let own = self.merged.properties(**node);
                own.iter().any(|property| property.ident == *ident)
            };
            let place = group
                .iter()
                .find(has)
                .or_else(|| place_of(ident, &group))
                .copied();
            let Some(node) = place.filter(|node| self.merged.contains(*node)) else {
                continue;
            };
            let ours = self.merged.properties(node);
            let merged = property(ident, ours, base, theirs);
            self.merged.set_properties(node, merged);
        }
        let gone = gone_marks(base, theirs);
        if !gone.is_empty() {
            for node in &group {
                self.unmark(*node, &gone);
            }
        }
        if !emptied.is_empty() {
            self.empty(&group, emptied);
        }
    }

    /// Returns the points of stones that the edit takes away and that earlier nodes have set. A later event of Ishi shows
    /// the whole position, so a stone can be missing there although its node does not name it.
    fn emptied(
        &self,
        group: &[NodeId],
        base: &[Property<'_>],
        theirs: &[Property<'_>],
    ) -> Vec<Point> {
        let own = group.iter().map(|node| self.merged.properties(*node));
        let mut kept = stones(theirs);
        kept.extend(own.flat_map(stones));
        let gone = stones(base).into_iter();
        let mut gone: Vec<_> = gone.filter(|point| !kept.contains(point)).collect();
        gone.sort_unstable();
        gone
    }

    /// Makes points of the last node of a group empty.
    fn empty(&mut self, group: &[NodeId], points: Vec<Point>) {
        let Some(node) = group.last().filter(|node| self.merged.contains(**node)) else {
            return;
        };
        let mut areas: Vec<Area> = self.merged.areas(*node, Id::AddEmpty).collect();
        areas.extend(points.into_iter().map(Area::from));
        let list = Property::new(Id::AddEmpty, Value::Points(areas.into()));
        self.merged.set_property(*node, list);
    }

    /// Takes the marks of points away. A format may show another mark than a game has.
    fn unmark(&mut self, node: NodeId, points: &[Point]) {
        if !self.merged.contains(node) {
            return;
        }
        let properties = self.merged.properties(node).iter();
        let rest = properties.filter_map(|property| {
            let Value::Points(areas) = &property.value else {
                return Some(property.clone());
            };
            let is_hit = |area: &Area| points.iter().any(|point| area.contains(*point));
            if !is_mark(property) || !areas.iter().any(is_hit) {
                return Some(property.clone());
            }
            let own = areas.iter().flat_map(|area| area.points());
            let rest: Vec<Point> = own.filter(|point| !points.contains(point)).collect();
            let ident = property.ident.clone();
            let list = Value::Points(rest.iter().copied().map(Area::from).collect());
            (!rest.is_empty()).then(|| Property::new(ident, list))
        });
        let rest = rest.collect();
        self.merged.set_properties(node, rest);
    }
}

/// The properties that add stones.
const STONES: [Id; 2] = [Id::AddBlack, Id::AddWhite];

/// The marks that a format may show in place of each other.
const MARKS: [Id; 4] = [Id::Triangle, Id::Square, Id::Circle, Id::Cross];

fn is_mark(property: &Property<'_>) -> bool {
    MARKS.iter().any(|id| property.is(*id))
}

/// Returns the points of the stones that a node adds.
fn stones(properties: &[Property<'_>]) -> HashSet<Point> {
    let adds = |property: &&Property<'_>| STONES.iter().any(|id| property.is(*id));
    let points = areas(properties.iter().filter(adds)).unwrap_or_default();
    points.into_iter().collect()
}

/// Returns the points that have a mark and lose it.
fn gone_marks(base: &[Property<'_>], theirs: &[Property<'_>]) -> Vec<Point> {
    let marked =
        |properties: &[Property<'_>]| areas(properties.iter().filter(|property| is_mark(property)));
    let (Some(was), Some(now)) = (marked(base), marked(theirs)) else {
        return Vec::new();
    };
    was.into_iter()
        .filter(|point| !now.contains(point))
        .collect()
}

/// Returns the node of a group in which a new property has its place.
fn place_of<'n>(ident: &Ident, group: &'n [NodeId]) -> Option<&'n NodeId> {
    let kind = ident.standard().map(Id::property_type);
    match kind {
        Some(PropertyType::Root | PropertyType::GameInfo) => group.first(),
        _ => group.last(),
    }
}

/// Returns the properties of a node, those with this identifier merged.
fn property<'a>(
    ident: &Ident,
    ours: &[Property<'a>],
    base: &[Property<'_>],
    theirs: &[Property<'a>],
) -> Vec<Property<'a>> {
    let is = |property: &&Property<'_>| property.ident == *ident;
    let own: Vec<_> = ours.iter().filter(is).cloned().collect();
    let was: Vec<_> = base.iter().filter(is).cloned().collect();
    let now: Vec<_> = theirs.iter().filter(is).cloned().collect();
    let merged = if same_properties(&own, &was) {
        None
    } else {
        in_parts(&own, &was, &now)
    };
    let merged = merged.unwrap_or(now);
    let mut merged = merged.into_iter();
    let mut properties = Vec::with_capacity(ours.len() + 1);
    for property in ours {
        if property.ident == *ident {
            properties.extend(merged.next());
        } else {
            properties.push(property.clone());
        }
    }
    properties.extend(merged);
    properties
}

/// Merges lists point by point, if all are lists of one kind. A format can show a list as one of another name, and `own` is
/// empty then.
fn in_parts<'a>(
    own: &[Property<'a>],
    was: &[Property<'_>],
    now: &[Property<'a>],
) -> Option<Vec<Property<'a>>> {
    let first = own.first().or(now.first())?;
    let ident = first.ident.clone();
    let value = match &first.value {
        Value::Points(_) => {
            let all = by_key(areas(own)?, &areas(was)?, areas(now)?, |point| *point);
            Value::Points(all.into_iter().map(Area::from).collect())
        }
        Value::Labels(_) => {
            let all = by_key(labels(own)?, &labels(was)?, labels(now)?, |label| {
                label.point
            });
            Value::Labels(
                all.into_iter()
                    .map(Label::into_owned)
                    .collect::<Labels<'static>>(),
            )
        }
        Value::Lines(_) => {
            let all = by_key(lines(own)?, &lines(was)?, lines(now)?, |line| *line);
            Value::Lines(all.into_iter().collect())
        }
        Value::Text(_) | Value::Pair(_) | Value::Raw(_) => return None,
    };
    let is_empty = match &value {
        Value::Points(areas) => areas.is_empty(),
        Value::Labels(labels) => labels.is_empty(),
        Value::Lines(lines) => lines.is_empty(),
        _ => false,
    };
    Some(if is_empty {
        Vec::new()
    } else {
        vec![Property::new(ident, value)]
    })
}

/// Returns the items of `own`; but where `now` has other items of a key than `was`, those of `now`. Items can be named
/// twice: own `[aa]`, was `[aa]`, now `[aa][aa]` -> `[aa][aa]`.
fn by_key<T: PartialEq, K: Eq + Hash>(
    own: Vec<T>,
    was: &[T],
    now: Vec<T>,
    key: impl Fn(&T) -> K,
) -> Vec<T> {
    let mut versions: HashMap<K, (Vec<&T>, Vec<&T>)> = HashMap::new();
    for item in was {
        versions.entry(key(item)).or_default().0.push(item);
    }
    for item in &now {
        versions.entry(key(item)).or_default().1.push(item);
    }
    let changed = versions.into_iter().filter(|(_, (was, now))| was != now);
    let changed: HashSet<K> = changed.map(|(key, _)| key).collect();
    let mut all = own;
    all.retain(|item| !changed.contains(&key(item)));
    all.extend(now.into_iter().filter(|item| changed.contains(&key(item))));
    all
}

/// The most points of a list that is merged point by point.
const MOST: usize = 2704;

fn areas<'p, 'a: 'p>(properties: impl IntoIterator<Item = &'p Property<'a>>) -> Option<Vec<Point>> {
    let mut points = Vec::new();
    for property in properties {
        let Value::Points(areas) = &property.value else {
            return None;
        };
        let room = MOST.checked_sub(areas.iter().map(|area| area.count()).sum())?;
        if points.len() > room {
            return None;
        }
        points.extend(areas.iter().flat_map(|area| area.points()));
    }
    Some(points)
}

fn labels<'p>(properties: &'p [Property<'p>]) -> Option<Vec<Label<'p>>> {
    let mut all = Vec::new();
    for property in properties {
        let Value::Labels(labels) = &property.value else {
            return None;
        };
        all.extend(labels.iter());
    }
    Some(all)
}

fn lines(properties: &[Property<'_>]) -> Option<Vec<(Point, Point)>> {
    let mut all = Vec::new();
    for property in properties {
        let Value::Lines(lines) = &property.value else {
            return None;
        };
        all.extend(lines.iter().copied());
    }
    Some(all)
}

#[cfg(test)]
mod tests;
