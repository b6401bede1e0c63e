//! The constructs of a game that its result shows, and those that it lacks: the outcomes, and the proof.
//!
//! A result is proven if it has exactly the moves of the source, each after the same move, or first in a further game, and all
//! ordinary properties that its format expresses. What the format cannot express is an outcome.

use std::slice::from_ref;

use foldhash::{HashMap, HashMapExt, HashSet};
use smallvec::SmallVec;

use super::ordinary::is_ordinary;
use crate::edit::{pairs, partners};
use crate::format::Format;
use crate::model::equal::{differing, same_move, same_properties};
use crate::model::{
    Color, Expression, Game, Id, Ident, NodeId, Place, Point, PointSet, Property, Share, Value,
};
use crate::record::outcome::{CONTINUED, Outcome, Outcomes, of_property};

/// A move whose words could not be read, and that the result shows as a node without a move.
const UNREADABLE: &str = "unreadable move";

/// A difference that a result must not have: the number of its node in the order of the file, from 0, and the construct
/// in words.
pub(super) type Wrong = (Option<usize>, String);

/// Compares a game with the games that its result in a format shows. Returns the outcome of each construct, and the first
/// difference that the result must not have. `lack` is the outcome of constructs that the result does not show: they travel
/// in its carrier, or are lost.
pub(super) fn shown<'g>(
    game: &'g Game<'_>,
    back: &'g [Game<'g>],
    lack: Outcome,
    to: Format,
) -> (Outcomes, Option<Wrong>) {
    let mut comparison = ShownComparison {
        game,
        back,
        lack,
        to,
        is_same_tree: false,
        outcomes: Outcomes::new(),
        wrong: None,
    };
    let is_played =
        |back: &Game<'_>, (node, at): (NodeId, NodeId)| played(game, node) == played(back, at);
    if let [back] = back
        && let Some(pairs) = game
            .unlike(back)
            .map(Vec::from_iter)
            .or_else(|| pairs(game, back))
        && pairs.iter().all(|pair| is_played(back, *pair))
    {
        comparison.is_same_tree = true;
        let mut same = game.node_count();
        for (node, shown) in pairs {
            same -= 1;
            comparison.node(node, &[(back, shown)]);
        }
        comparison.outcomes.native(same);
    } else {
        comparison.trees();
    }
    (comparison.outcomes, comparison.wrong)
}

/// A game that the result shows, and a node of it.
type Shown<'b> = (&'b Game<'b>, NodeId);

/// The nodes that show each node of a game, by its index.
type Places<'b> = Vec<SmallVec<[Shown<'b>; 1]>>;

struct ShownComparison<'g, 'a> {
    game: &'g Game<'a>,
    back: &'g [Game<'g>],
    lack: Outcome,
    /// The format of the result.
    to: Format,
    /// Whether the result has the same tree. If not, the proof asks for the properties of moves alone.
    is_same_tree: bool,
    outcomes: Outcomes,
    wrong: Option<Wrong>,
}

impl<'g> ShownComparison<'g, '_> {
    /// Compares trees that differ.
    fn trees(&mut self) {
        self.wrong = has_the_moves(self.game, self.back).err();
        let shown = self.places();
        for node in self.game.nodes() {
            let places = shown.get(node.index()).map_or(&[][..], |all| all);
            if let Some(what) = self.moved(node, &shown) {
                self.record(Outcome::Adapted, what, node);
            }
            self.node(node, places);
        }
    }

    /// Returns the nodes that show each node. A node without a partner shows the node of the one above it, or is shown with it: the
    /// move of a root is a separate node in Ishi, and a root and the setup stones after it are one event.
    fn places(&mut self) -> Places<'g> {
        let back = self.back;
        let mut shown = vec![SmallVec::new(); self.game.index_limit()];
        let all = partners(self.game, back).into_iter().zip(back);
        for (number, (mut partners, back)) in all.enumerate() {
            for node in back.nodes() {
                let of = |node: NodeId| partners.get(node.index()).copied().flatten();
                let above = || back.parent(node).and_then(of);
                let own = of(node).or_else(above).unwrap_or(NodeId::ROOT);
                if number > 0 && node == NodeId::ROOT {
                    self.record(Outcome::Adapted, CONTINUED, own);
                }
                if let Some(place) = partners.get_mut(node.index()) {
                    *place = Some(own);
                }
                if let Some(all) = shown.get_mut(own.index()) {
                    all.push((back, node));
                }
            }
        }
        for node in self.game.nodes().skip(1) {
            let above = self.game.parent(node);
            let above = above.and_then(|above| shown.get(above.index())?.last().copied());
            if let Some(all) = shown.get_mut(node.index()).filter(|all| all.is_empty()) {
                all.extend(above);
            }
        }
        shown
    }

    /// Returns how the place of a node in the tree differs.
    fn moved(&self, node: NodeId, shown: &Places<'_>) -> Option<&'static str> {
        let parent = self.game.parent(node)?;
        let place = |node: NodeId| shown.get(node.index())?.first().copied();
        let last = |node: NodeId| shown.get(node.index())?.last().copied();
        let (back, at) = place(node)?;
        let (above, up) = last(parent)?;
        if !std::ptr::eq(back, above) {
            return None;
        }
        if at == up {
            let has_setup = self.game.is_setup(node) || self.game.is_setup(parent);
            return Some(if has_setup {
                "setup stones in a separate node"
            } else {
                "place of a node"
            });
        }
        let number =
            |game: &Game<'_>, parent, node| game.children(parent).position(|child| child == node);
        let is_same =
            back.parent(at) == Some(up) && number(self.game, parent, node) == number(back, up, at);
        (!is_same).then_some("place of a variation")
    }

    /// Compares a node with the nodes that show it.
    fn node(&mut self, node: NodeId, shown: &[Shown<'_>]) {
        let mv = self.game.mv(node);
        if mv.is_some() {
            let is_shown = |(back, at): &Shown<'_>| same_move(back.mv(*at), mv);
            if self.game.has_lost_words(node) {
                self.record(Outcome::Kept, UNREADABLE, node);
            } else if node == NodeId::ROOT && shown.first().is_some_and(|first| !is_shown(first)) {
                self.record(Outcome::Adapted, "move in the first node", node);
            } else if shown.iter().any(is_shown) {
                let is_read = mv.is_some_and(|mv| mv.place != Place::Unreadable);
                self.outcomes.native(usize::from(is_read));
            } else if mv.is_some_and(|mv| mv.point_on(self.game.size).is_some()) {
                self.record(Outcome::Adapted, "place of a move", node);
            } else {
                self.record(Outcome::Adapted, "move off the board", node);
            }
        }
        let own = self.game.properties(node);
        let [(back, at)] = shown else {
            return self.properties(node, own, shown);
        };
        let theirs = back.properties(*at);
        if own == theirs {
            return self.outcomes.native(own.len());
        }
        self.properties(node, own, shown);
        let is_new =
            |property: &&Property<'_>| property.is(Id::Figure) && !self.game.has(node, Id::Figure);
        if mv.is_none() && theirs.iter().any(|property| is_new(&property)) {
            self.record(Outcome::Adapted, "node without a move", node);
        }
    }

    fn properties(&mut self, node: NodeId, own: &[Property<'_>], shown: &[Shown<'_>]) {
        let lacking = shown.iter().map(|(back, at)| {
            let idents = differing(own, back.properties(*at));
            idents.into_iter().collect()
        });
        let lacking: Vec<HashSet<&Ident>> = lacking.collect();
        for property in own {
            let ident = &property.ident;
            let lacks = |idents: &HashSet<&Ident>| idents.contains(ident);
            if !lacking.is_empty() && !lacking.iter().all(lacks) {
                self.outcomes.native(1);
                continue;
            }
            let others = shown.iter().flat_map(|(back, at)| back.properties(*at));
            let is_there = others.clone().any(|other| other.ident == *ident);
            let is_near = || {
                others
                    .clone()
                    .any(|other| tells(&other.value, &property.value))
            };
            let outcome = if is_there || is_near() {
                Outcome::Adapted
            } else {
                Outcome::Kept
            };
            if self.has_to_be_there(node, property, is_there) {
                let what = of_property(ident);
                self.is_wrong(node, |number| format!("{what} of node {number}"));
            }
            self.record(outcome, of_property(ident), node);
        }
        // A mark that only the result has.
        let is_own = |ident: &Ident| own.iter().any(|property| property.ident == *ident);
        let is_mark = |ident: &Ident| matches!(ident.standard(), Some(id) if id.is_mark() && self.to.expresses(id) == Expression::Same);
        let new = lacking.iter().filter(|_| self.is_same_tree).flatten();
        let new = new.filter(|ident| is_mark(ident) && !is_own(ident)).min();
        if let Some(ident) = new {
            let what = of_property(ident);
            self.is_wrong(node, |number| format!("{what} of node {number}"));
        }
    }

    /// Returns whether a property that the result lacks, or has with another value, must be there as it is.
    fn has_to_be_there(&self, node: NodeId, property: &Property<'_>, is_there: bool) -> bool {
        let Some(id) = property.ident.standard() else {
            return false;
        };
        let is_expressed = match self.to.expresses(id) {
            Expression::Same => self.is_same_tree || self.game.played(node).is_some(),
            Expression::Form => self.is_same_tree && !is_there,
            Expression::No => false,
        };
        is_expressed
            && is_ordinary(self.game, node, property, self.to)
            && (self.is_same_tree || !self.is_at_same_move(node, property))
    }

    /// Returns whether any node of the result has the move of a node, and a property: of two equal variations in another tree
    /// one can have it.
    fn is_at_same_move(&self, node: NodeId, property: &Property<'_>) -> bool {
        let is_it = |other: &&Property<'_>| other.ident == property.ident;
        let has = |back: &Game<'_>, at| {
            let other = back.properties(at).iter().find(is_it);
            other.is_some_and(|other| same_properties(from_ref(other), from_ref(property)))
        };
        self.back.iter().any(|back| {
            let mut nodes = back.nodes();
            nodes.any(|at| has(back, at) && is_played_at(self.game, node, &[(back, at)]))
        })
    }

    /// Notes a difference that the result must not have.
    fn is_wrong(&mut self, node: NodeId, what: impl FnOnce(usize) -> String) {
        if self.wrong.is_none() {
            let number = self.game.nodes().position(|one| one == node);
            self.wrong = Some((number, what(number.unwrap_or(0))));
        }
    }

    fn record(
        &mut self,
        outcome: Outcome,
        what: impl Into<std::borrow::Cow<'static, str>>,
        node: NodeId,
    ) {
        let is_lost = self.lack == Outcome::Lost;
        let outcome = if is_lost { Outcome::Lost } else { outcome };
        self.outcomes.record(outcome, what, node);
    }
}

/// Returns whether games have exactly the moves of a game, each after the same move, or first in a further game.
fn has_the_moves(game: &Game<'_>, back: &[Game<'_>]) -> Result<(), Wrong> {
    let (mut moves, mut pairs) = (HashMap::new(), HashMap::new());
    for back in back {
        for (_, before, played) in moves_of(back) {
            *moves.entry(played).or_insert(0_usize) += 1;
            *pairs.entry((before, played)).or_insert(0_usize) += 1;
        }
    }
    let mut elsewhere = Vec::new();
    for (node, before, played) in moves_of(game) {
        if !take(&mut moves, &played) {
            return Err((Some(node), "its move is not there".to_owned()));
        }
        if !take(&mut pairs, &(before, played)) {
            elsewhere.push((node, before, played));
        }
    }
    // The first move of a further game has no move before it.
    for (node, before, played) in elsewhere {
        if before.is_none() || !take(&mut pairs, &(None, played)) {
            let difference = "its move comes after another one".to_owned();
            return Err((Some(node), difference));
        }
    }
    match moves.values().sum() {
        0_usize => Ok(()),
        1 => Err((None, "it has one move more".to_owned())),
        more => Err((None, format!("it has {more} moves more"))),
    }
}

/// Returns the moves of a game, each with the number of its node in the order of the file, and the
/// move before it, unless it is the first.
fn moves_of(game: &Game<'_>) -> Vec<(usize, Option<ComparedMove>, ComparedMove)> {
    let mut latest: Vec<Option<ComparedMove>> = vec![None; game.index_limit()];
    let mut moves = Vec::new();
    for (number, node) in game.nodes().enumerate() {
        let parent = game.parent(node).and_then(|at| latest.get(at.index()));
        let mut before = parent.copied().flatten();
        if let Some(played) = played(game, node) {
            moves.push((number, before, played));
            before = Some(played);
        }
        if let Some(place) = latest.get_mut(node.index()) {
            *place = before;
        }
    }
    moves
}

/// Lowers the count of a key by one. Returns whether it was above 0.
fn take<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) -> bool {
    match counts.get_mut(key) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    }
}

/// A move as every format can write it: a pass has no point.
type ComparedMove = (Color, Option<Point>);

/// Returns the move of a node, if it has one on the board.
fn played(game: &Game<'_>, node: NodeId) -> Option<ComparedMove> {
    let played = game.played(node);
    played.map(|mv| (mv.color, mv.point_on(game.size)))
}

/// Returns whether the move of a node, if it has one on the board, is played at one of some places.
fn is_played_at(game: &Game<'_>, node: NodeId, places: &[Shown<'_>]) -> bool {
    let own = played(game, node);
    let is_there = |(back, at): &Shown<'_>| played(back, *at) == own;
    own.is_none() || places.iter().any(is_there)
}

/// Returns whether a value has the text or the points of another one: GN as a title, squares as marks of another kind.
fn tells(shown: &Value<'_>, own: &Value<'_>) -> bool {
    match (shown, own) {
        (Value::Text(shown), Value::Text(own)) => {
            own.chars().any(char::is_alphabetic) && shown.contains(own.as_ref())
        }
        (Value::Points(shown), Value::Points(own)) => {
            let shown: PointSet = shown.iter().copied().collect();
            !own.is_empty() && own.iter().all(|area| shown.part_of(*area) == Share::All)
        }
        _ => false,
    }
}

#[cfg(test)]
mod proof;
#[cfg(test)]
mod tests;
