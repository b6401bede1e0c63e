//! Compares two games of any two formats and lists their differences.
//!
//! Walks both trees in step, children in their order. Compares the kind of game and the board size, and moves and
//! properties by the rules of [`crate::model::equal`]. It ignores the file format number and the order of different
//! kinds of data: `C[x]N[y]` is the same as `N[y]C[x]`.

mod excerpt;

use std::fmt;

use crate::bracket::property::{move_text, property_text};
use crate::model::equal::{differing, same_move};
use crate::model::{self, Game, Ident, NodeId, Property};
use crate::record::outcome::of_property;
use crate::record::without_ignored;

/// One difference between two games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The [address](crate::model::Address) of the node; empty for a difference of the game, such as its board size.
    pub path: String,
    /// The number of the node in the order of the file, from 0, in each game that has it.
    pub node: (Option<usize>, Option<usize>),
    /// The name of the differing data, with its identifier: `labels (LB)`.
    pub what: String,
    /// The text of the first game, shortened to the differing place; `None` if it has no such data.
    pub first: Option<String>,
    /// The text of the second game, in the same way.
    pub second: Option<String>,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = |text: &Option<String>| match text {
            Some(text) => format!("`{text}`"),
            None => "nothing".to_owned(),
        };
        if let Some(number) = self.node.0.or(self.node.1) {
            write!(f, "node {number} (move {}), ", self.path)?;
        }
        let (first, second) = (value(&self.first), value(&self.second));
        write!(f, "{}: {first} against {second}", self.what)
    }
}

/// The differences between two games.
#[derive(Debug, Clone, Default)]
pub struct Comparison {
    /// The first [`Comparison::LIMIT`] differences, in the order of the file.
    pub differences: Vec<Difference>,
    /// The number of all differences, also after the first [`Comparison::LIMIT`].
    pub count: usize,
}

impl Comparison {
    /// How many differences are kept.
    pub const LIMIT: usize = 100;

    /// Returns whether the games are the same.
    pub fn is_same(&self) -> bool {
        self.count == 0
    }
}

/// Compares two games.
///
/// Visits every node of both games, and sorts the properties of a node. If only one game has a node,
/// this node and all nodes below it are one difference. These properties are no content: AP, but the names of the Fox server,
/// because other programs mend its komi; ST of the root; PL of the player of the next move on the line, unless PL is alone in
/// its node.
pub fn compare(first: &Game<'_>, second: &Game<'_>) -> Comparison {
    let (first, second) = (without_ignored(first), without_ignored(second));
    let mut walk = InStep {
        games: (&first, &second),
        numbers: (0, 0),
        found: Comparison::default(),
    };
    walk.facts();
    walk.trees();
    walk.found
}

/// A walk through two trees in step.
struct InStep<'g, 'a, 'b> {
    games: (&'g Game<'a>, &'g Game<'b>),
    /// The numbers of the nodes that are compared, in the order of each file.
    numbers: (usize, usize),
    found: Comparison,
}

impl InStep<'_, '_, '_> {
    /// Compares the kind of game and the board size.
    fn facts(&mut self) {
        let (a, b) = self.games;
        if a.kind != b.kind {
            self.fact("kind of game (GM)", a.kind.to_string(), b.kind.to_string());
        }
        if a.size != b.size {
            self.fact("board size (SZ)", a.size.to_string(), b.size.to_string());
        }
    }

    fn fact(&mut self, what: &str, first: String, second: String) {
        self.add(|| Difference {
            path: String::new(),
            node: (None, None),
            what: what.to_owned(),
            first: Some(first),
            second: Some(second),
        });
    }

    fn trees(&mut self) {
        let (a, b) = self.games;
        let mut step = PairStep::Enter((NodeId::ROOT, NodeId::ROOT));
        loop {
            step = match step {
                PairStep::Enter(at) => {
                    self.nodes(at);
                    self.numbers.0 += 1;
                    self.numbers.1 += 1;
                    self.go_on(at, (a.first_child(at.0), b.first_child(at.1)))
                }
                PairStep::Leave(at) => match (a.parent(at.0), b.parent(at.1)) {
                    (Some(x), Some(y)) => {
                        self.go_on((x, y), (a.next_sibling(at.0), b.next_sibling(at.1)))
                    }
                    _ => return,
                },
            };
        }
    }

    /// Continues with the next children of two nodes. If only one node has children left, each of them is a
    /// difference, and the walk leaves both nodes.
    fn go_on(&mut self, parents: Pair, next: (Option<NodeId>, Option<NodeId>)) -> PairStep {
        if let (Some(x), Some(y)) = next {
            return PairStep::Enter((x, y));
        }
        let (a, b) = self.games;
        let (x, y) = next;
        for node in std::iter::successors(x, |&node| a.next_sibling(node)) {
            let number = self.numbers.0;
            self.numbers.0 += size_below(a, node);
            self.add(|| Difference {
                path: a.address(node).to_string(),
                node: (Some(number), None),
                what: "node".to_owned(),
                first: Some(summary(a, node)),
                second: None,
            });
        }
        for node in std::iter::successors(y, |&node| b.next_sibling(node)) {
            let number = self.numbers.1;
            self.numbers.1 += size_below(b, node);
            self.add(|| Difference {
                path: b.address(node).to_string(),
                node: (None, Some(number)),
                what: "node".to_owned(),
                first: None,
                second: Some(summary(b, node)),
            });
        }
        PairStep::Leave(parents)
    }

    /// Counts a difference, and keeps it if there is room.
    fn add(&mut self, difference: impl FnOnce() -> Difference) {
        self.found.count += 1;
        if self.found.differences.len() < Comparison::LIMIT {
            self.found.differences.push(difference());
        }
    }

    /// Compares the moves and properties of two nodes.
    fn nodes(&mut self, at: Pair) {
        let (a, b) = self.games;
        let moves = (a.mv(at.0), b.mv(at.1));
        if !same_move(moves.0, moves.1) {
            self.report(at, || {
                let what = "move".to_owned();
                (what, (moves.0.map(move_text), moves.1.map(move_text)))
            });
        }
        let (left, right) = (a.properties(at.0), b.properties(at.1));
        if !left.is_empty() || !right.is_empty() {
            for ident in differing(left, right) {
                self.report(at, || {
                    (
                        of_property(ident),
                        (values(left, ident), values(right, ident)),
                    )
                });
            }
        }
    }

    /// Reports a difference of two nodes: the name of the data, and its text in each node.
    fn report(&mut self, at: Pair, difference: impl FnOnce() -> (String, Texts)) {
        let (a, numbers) = (self.games.0, self.numbers);
        self.add(|| {
            let (what, (first, second)) = difference();
            let (first, second) = excerpt::of(first.as_deref(), second.as_deref());
            Difference {
                path: a.address(at.0).to_string(),
                node: (Some(numbers.0), Some(numbers.1)),
                what,
                first,
                second,
            }
        });
    }
}

/// A node of the first game and the node of the second in the same place.
type Pair = (NodeId, NodeId);

/// The text of each game; `None` if it has no text.
type Texts = (Option<String>, Option<String>);

/// A step of the walk through both trees.
enum PairStep {
    Enter(Pair),
    Leave(Pair),
}

/// Counts a node and those below it.
fn size_below(game: &Game<'_>, node: NodeId) -> usize {
    let steps = game.walk_from(node);
    steps
        .filter(|step| matches!(step, model::Step::Enter(_)))
        .count()
}

/// Returns all properties of one identifier as SGF writes them.
fn values(properties: &[Property<'_>], ident: &Ident) -> Option<String> {
    let mut texts = properties
        .iter()
        .filter(|property| property.ident == *ident)
        .map(property_text);
    let first = texts.next()?;
    Some(texts.fold(first, |all, text| all + &text))
}

/// Returns the move of a node and the identifiers of its properties.
fn summary(game: &Game<'_>, node: NodeId) -> String {
    let mut text = String::from(";");
    text.extend(game.mv(node).map(move_text));
    for property in game.properties(node).iter().take(10) {
        text.push_str(property.ident.as_str());
        text.push_str("[..]");
    }
    text
}

#[cfg(test)]
mod tests;
