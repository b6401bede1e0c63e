//! Addresses of nodes: short texts that people can type, and that every part of the program prints.

mod find;
mod parse;
mod tracker;

use std::fmt;
use std::str::FromStr;

use foldhash::HashMap;

use super::{Game, NodeId, Step};
use crate::model::property::{GO, Id};

pub use find::AddressError;
pub use tracker::Tracker;

/// The longest path in an address. A node with a longer path is named by its number.
const LONGEST: usize = 60;

/// The address of a node of a game.
///
/// | address | node |
/// |---|---|
/// | `start`, `end` | the root; the end of the main line |
/// | `42` | the node after 42 moves on the main line |
/// | `12b` | the second variation after 12 moves: letters count the children of a node, `a` is the main line, `aa` comes after `z` |
/// | `12b3` | 3 moves on in that variation |
/// | `12.2` | the second node without a move that follows move 12 |
/// | `-3` | three moves before the end of the main line |
/// | `D4` | the last move at D4 on the main line |
/// | `node17` | the node with this [index](NodeId::index), from 0 for the root |
///
/// [`Address::of`] gives each node of a game a unique address: a path of counts and letters, or the number of
/// the node if that path has more than 60 characters.
///
/// # Examples
///
/// ```
/// use ishi::model::{Address, Game};
///
/// let record = ishi::read(b"(;FF[4];B[pd](;W[dd];B[pq])(;W[dp];C[a comment]))")?;
/// let game = &record.games[0];
/// let node = "1b.1".parse::<Address>()?.find(game)?;
/// assert_eq!(game.comment(node), Some("a comment"));
/// assert_eq!(Address::of(game, node).to_string(), "1b.1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address(AddressKind);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum AddressKind {
    End,
    BeforeEnd(usize),
    /// The name of a point. The board decides which point has it.
    LastAt(String),
    Node(usize),
    /// The text of the steps.
    Path(String),
}

/// One step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum PathStep {
    /// So many moves on.
    Moves(usize),
    /// So many nodes without a move on.
    Others(usize),
    /// Into a child, counted from 0.
    Variation(usize),
}

impl Address {
    /// Returns an address of a node. [`Address::find`] leads back to the node.
    pub fn of(game: &Game<'_>, node: NodeId) -> Self {
        let mut line = Vec::new();
        let mut at = node;
        while let Some(parent) = game.parent(at) {
            let children = game.children(parent);
            let branch = children.take_while(|&child| child != at).count();
            line.push((branch, is_move(game, at)));
            at = parent;
        }
        let mut trail = Trail::at_root(game);
        for (branch, is_move) in line.into_iter().rev() {
            trail.enter(branch, is_move);
        }
        trail.address(node)
    }

    /// Returns the node at this address.
    ///
    /// A path can start at another node than in [`Address::of`]: `12b` finds the first place with two
    /// variations among move 12 and the nodes without a move after it.
    ///
    /// # Errors
    ///
    /// [`AddressError`] if the game has no such node; the error names the nodes that exist.
    pub fn find(&self, game: &Game<'_>) -> Result<NodeId, AddressError> {
        find::find(game, &self.0)
    }
}

impl FromStr for Address {
    type Err = AddressError;

    fn from_str(text: &str) -> Result<Self, AddressError> {
        let kind = parse::address(text);
        let syntax = || AddressError::Syntax(text.trim().to_owned());
        kind.map(Self).ok_or_else(syntax)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            AddressKind::End => f.write_str("end"),
            AddressKind::BeforeEnd(count) => write!(f, "-{count}"),
            AddressKind::LastAt(name) => f.write_str(name),
            AddressKind::Node(index) => write!(f, "node{index}"),
            AddressKind::Path(path) => f.write_str(path),
        }
    }
}

impl Game<'_> {
    /// Returns the addresses of some nodes, found in one walk.
    pub(crate) fn addresses(
        &self,
        nodes: impl IntoIterator<Item = NodeId>,
    ) -> HashMap<NodeId, Address> {
        let by_number = |node: NodeId| (node, Address(AddressKind::Node(node.index())));
        let mut addresses: HashMap<_, _> = nodes.into_iter().map(by_number).collect();
        let mut left = addresses.len();
        let mut tracker = Tracker::new(self);
        for step in self.walk() {
            match step {
                _ if left == 0 => break,
                Step::Enter(node) => {
                    tracker.enter(self, node);
                    if let Some(address) = addresses.get_mut(&node) {
                        *address = tracker.address(node);
                        left -= 1;
                    }
                }
                Step::Leave(_) => tracker.leave(),
            }
        }
        addresses
    }
}

/// Returns whether a node counts as a move. In games other than Go each node with a property B or W counts.
fn is_move(game: &Game<'_>, node: NodeId) -> bool {
    game.mv(node).is_some()
        || (game.kind != GO && (game.has(node, Id::Black) || game.has(node, Id::White)))
}

/// Returns the letters of a child, counted from 0: `a` to `z`, then `aa`.
pub(crate) fn letters(branch: usize) -> String {
    let letter = |rest: usize| u8::try_from(rest % 26).map(|index| char::from(b'a' + index));
    let rests = std::iter::successors(Some(branch), |rest| (rest / 26).checked_sub(1));
    let letters: Vec<char> = rests.flat_map(letter).collect();
    letters.into_iter().rev().collect()
}

impl fmt::Display for PathStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moves(count) => write!(f, "{count}"),
            Self::Others(count) => write!(f, ".{count}"),
            Self::Variation(branch) => f.write_str(&letters(*branch)),
        }
    }
}

/// The way from the root to a node, as it is written.
#[derive(Debug, Clone)]
struct Trail {
    /// The path up to and with the latest variation.
    path: String,
    counts: Counts,
}

/// How many moves there are since the latest variation, and nodes without a move since the latest move.
#[derive(Debug, Clone, Copy)]
struct Counts {
    moves: usize,
    others: usize,
}

impl Trail {
    fn at_root(game: &Game<'_>) -> Self {
        let moves = usize::from(is_move(game, NodeId::ROOT));
        Self {
            path: String::new(),
            counts: Counts { moves, others: 0 },
        }
    }

    /// Moves on to a child: its number among its siblings, from 0, and whether it is a move.
    fn enter(&mut self, branch: usize, is_move: bool) {
        let Counts { moves, others } = &mut self.counts;
        if branch == 0 {
            (*moves, *others) = if is_move {
                (*moves + 1, 0)
            } else {
                (*moves, *others + 1)
            };
            return;
        }
        let path = self.written();
        // `bb` is the 54th variation; the second one of the second is `b0b`.
        let zero = if path.len() == self.path.len() {
            "0"
        } else {
            ""
        };
        self.path = [&*path, zero, &letters(branch)].concat();
        self.counts = Counts {
            moves: 0,
            others: 0,
        };
    }

    /// Returns the path with the counts since the latest variation; a count of zero directly after one is left out.
    fn written(&self) -> String {
        let Counts { moves, others } = self.counts;
        let mut text = String::with_capacity(self.path.len() + 8);
        text.push_str(&self.path);
        if moves > 0 || text.is_empty() {
            text += itoa::Buffer::new().format(moves);
        }
        if others > 0 {
            text.push('.');
            text += itoa::Buffer::new().format(others);
        }
        text
    }

    fn address(&self, node: NodeId) -> Address {
        let path = self.written();
        Address(if path.len() <= LONGEST {
            AddressKind::Path(path)
        } else {
            AddressKind::Node(node.index())
        })
    }
}

#[cfg(test)]
mod tests;
