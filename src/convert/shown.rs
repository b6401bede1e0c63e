//! The constructs of a game that its result shows, and those that it lacks.

use std::collections::{HashMap, HashSet};

use crate::edit::partners;
use crate::model::equal::{differing, same_move};
use crate::model::{Game, Id, Ident, NodeId, Place, PointSet, Property, Share, Value};
use crate::outcome::{CONTINUED, Outcome, Outcomes, of_property};

/// A move whose words could not be read, and that the result shows as a node without a move.
const UNREADABLE: &str = "unreadable move";

/// Compares a game with the games that its result shows, and returns the outcome of each construct. `lack` is the
/// outcome of those that the result does not show: they travel in its carrier, or are lost.
pub(super) fn shown(game: &Game<'_>, back: &[Game<'_>], lack: Outcome) -> Outcomes {
    let mut comparison = ShownComparison {
        game,
        lack,
        outcomes: Outcomes::new(),
    };
    if let [back] = back
        && let Some(pairs) = game.unlike(back)
    {
        let mut same = game.node_count();
        for (node, shown) in pairs {
            same -= 1;
            comparison.node(node, &[(back, shown)]);
        }
        comparison.outcomes.native(same);
    } else {
        comparison.trees(back);
    }
    comparison.outcomes
}

/// Returns the outcomes of a game whose result shows the same game. A move that could not be read is none there.
pub(super) fn all_shown(game: &Game<'_>, lack: Outcome) -> Outcomes {
    let mut outcomes = Outcomes::new();
    let mut native = game.move_count() + game.property_count();
    for node in game.nodes_with_lost_words() {
        native -= 1;
        outcomes.record(lack, UNREADABLE, node);
    }
    outcomes.native(native);
    outcomes
}

/// A game that the result shows, and a node of it.
type Shown<'b> = (&'b Game<'b>, NodeId);

struct ShownComparison<'g, 'a> {
    game: &'g Game<'a>,
    lack: Outcome,
    outcomes: Outcomes,
}

impl ShownComparison<'_, '_> {
    /// Compares trees that differ.
    fn trees(&mut self, back: &[Game<'_>]) {
        let shown = self.places(back);
        for node in self.game.nodes() {
            let places = shown.get(&node).map_or(&[][..], Vec::as_slice);
            if let Some(what) = self.moved(node, &shown) {
                self.record(Outcome::Adapted, what, node);
            }
            self.node(node, places);
        }
    }

    /// Returns the nodes that show each node. A node without a partner shows the node of the one above it, or is shown with it: the
    /// move of a root is a separate node in Ishi, and a root and the setup stones after it are one event.
    fn places<'b>(&mut self, back: &'b [Game<'b>]) -> HashMap<NodeId, Vec<Shown<'b>>> {
        let mut shown: HashMap<_, Vec<_>> = HashMap::new();
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
                shown.entry(own).or_default().push((back, node));
            }
        }
        for node in self.game.nodes().skip(1) {
            let above = self.game.parent(node).and_then(|above| shown.get(&above));
            let above = above.and_then(|places| places.last().copied());
            if let Some(above) = above.filter(|_| !shown.contains_key(&node)) {
                shown.insert(node, vec![above]);
            }
        }
        shown
    }

    /// Returns how the place of a node in the tree differs.
    fn moved(&self, node: NodeId, shown: &HashMap<NodeId, Vec<Shown<'_>>>) -> Option<&'static str> {
        let parent = self.game.parent(node)?;
        let place = |node| shown.get(&node)?.first().copied();
        let last = |node| shown.get(&node)?.last().copied();
        let (back, at) = place(node)?;
        let (above, up) = last(parent)?;
        if !std::ptr::eq(back, above) {
            return None;
        }
        if at == up {
            let sets_up = [Id::AddBlack, Id::AddWhite, Id::AddEmpty];
            let has_setup = [node, parent]
                .into_iter()
                .any(|node| sets_up.iter().any(|id| self.game.has(node, *id)));
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
            let is_near = |(back, at): &Shown<'_>| {
                let mut theirs = back.properties(*at).iter();
                theirs.any(|other| other.ident == *ident || tells(&other.value, &property.value))
            };
            let outcome = if shown.iter().any(is_near) {
                Outcome::Adapted
            } else {
                Outcome::Kept
            };
            self.record(outcome, of_property(ident), node);
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
mod tests;
