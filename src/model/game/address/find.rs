//! From an address to its node.

use thiserror::Error;

use super::{AddressKind, PathStep, is_move, letters, parse};
use crate::model::game::{Game, NodeId};
use crate::model::point::{Point, PointError};
use crate::model::property::Id;
use crate::model::words::{counted, debug_as_display};

/// Why an address leads to no node.
#[derive(Clone, PartialEq, Eq, Error)]
pub enum AddressError {
    /// The text is not an address.
    #[error(
        "`{0}` is not a place: expected `start`, `end`, a point (`D4`), a count of moves (`42`, or `-3` \
         from the end), or a path like `12b3`"
    )]
    Syntax(String),
    /// The line ends before the count of moves is reached.
    #[error("there is no move {asked} {line}; it has {}", counted(*there, "move"))]
    TooFewMoves {
        /// How many moves were asked for.
        asked: usize,
        /// How many there are.
        there: usize,
        /// Where: the words after the count.
        line: String,
    },
    /// Fewer nodes without a move follow.
    #[error("after {at} there {} {} without a move, not {asked}",
        if *there == 1 { "is" } else { "are" }, counted(*there, "node"))]
    TooFewOthers {
        /// How many nodes were asked for.
        asked: usize,
        /// How many there are.
        there: usize,
        /// The address up to there.
        at: String,
    },
    /// No node has so many children at this place.
    #[error("no variation `{letters}` after move {at}; {there}")]
    NoVariation {
        /// The letters asked for.
        letters: String,
        /// The address up to the letters.
        at: String,
        /// The existing choices, in words.
        there: String,
    },
    /// No move of the main line was played at the point.
    #[error("no move on the main line was played at {0}")]
    NoMoveAt(String),
    /// The board lacks this point.
    #[error(transparent)]
    Point(#[from] PointError),
    /// The game has no node with this number.
    #[error("no node {asked}: the nodes of the game are numbered 0 to {last}")]
    NoNode {
        /// The number asked for.
        asked: usize,
        /// The highest number.
        last: usize,
    },
}

debug_as_display!(AddressError);

pub(super) fn find(game: &Game<'_>, address: &AddressKind) -> Result<NodeId, AddressError> {
    match address {
        AddressKind::End => Ok(end(game)),
        AddressKind::BeforeEnd(count) => before_end(game, *count),
        AddressKind::LastAt(name) => last_at(game, name),
        AddressKind::Node(index) => game.node_at(*index).ok_or(AddressError::NoNode {
            asked: *index,
            last: game.index_limit().saturating_sub(1),
        }),
        AddressKind::Path(path) => {
            let syntax = || AddressError::Syntax(path.clone());
            walk(game, &parse::path(path).ok_or_else(syntax)?)
        }
    }
}

/// Returns the last node of the main line. A diagram that hangs there shows that position in
/// another way, and is not the end.
fn end(game: &Game<'_>) -> NodeId {
    let mut end = game.main_line().last().unwrap_or(NodeId::ROOT);
    while game.has(end, Id::Figure)
        && game.mv(end).is_none()
        && let Some(parent) = game.parent(end)
    {
        end = parent;
    }
    end
}

fn before_end(game: &Game<'_>, count: usize) -> Result<NodeId, AddressError> {
    let there = game.main_line().filter(|&node| is_move(game, node)).count();
    match there.checked_sub(count) {
        Some(moves) => walk(game, &[PathStep::Moves(moves)]),
        None => Err(too_few_moves(count, there, &[])),
    }
}

fn last_at(game: &Game<'_>, name: &str) -> Result<NodeId, AddressError> {
    let point = Point::from_name(name, game.size)?;
    game.main_line()
        .filter(|&node| game.mv(node).and_then(|mv| mv.point_on(game.size)) == Some(point))
        .last()
        .ok_or_else(|| AddressError::NoMoveAt(name.to_owned()))
}

fn walk(game: &Game<'_>, steps: &[PathStep]) -> Result<NodeId, AddressError> {
    let mut at = NodeId::ROOT;
    for (done, step) in steps.iter().enumerate() {
        let before = steps.get(..done).unwrap_or_default();
        at = match *step {
            PathStep::Moves(count) => moves(game, at, count, before)?,
            PathStep::Others(count) => others(game, at, count, before)?,
            PathStep::Variation(branch) => variation(game, at, branch, before)?,
        };
    }
    Ok(at)
}

/// Returns the address of some steps, for messages.
fn upto(steps: &[PathStep]) -> String {
    match steps {
        [] => "0".to_owned(),
        steps => steps.iter().map(ToString::to_string).collect(),
    }
}

fn too_few_moves(asked: usize, there: usize, before: &[PathStep]) -> AddressError {
    let line = match before {
        [] => "on the main line".to_owned(),
        before => format!("after {}", upto(before)),
    };
    AddressError::TooFewMoves { asked, there, line }
}

/// Returns the node after this one on its line, if it has no move.
fn next_other(game: &Game<'_>, node: NodeId) -> Option<NodeId> {
    let child = game.first_child(node)?;
    (!is_move(game, child)).then_some(child)
}

/// Moves on by a number of moves. The first move of a variation is not counted, because the letter already
/// leads to it; a move at the root is counted.
fn moves(
    game: &Game<'_>,
    from: NodeId,
    asked: usize,
    before: &[PathStep],
) -> Result<NodeId, AddressError> {
    let mut at = from;
    let mut there = usize::from(before.is_empty() && is_move(game, from));
    while there < asked {
        let Some(child) = game.first_child(at) else {
            return Err(too_few_moves(asked, there, before));
        };
        there += usize::from(is_move(game, child));
        at = child;
    }
    Ok(at)
}

fn others(
    game: &Game<'_>,
    from: NodeId,
    asked: usize,
    before: &[PathStep],
) -> Result<NodeId, AddressError> {
    let mut at = from;
    for there in 0..asked {
        let Some(child) = next_other(game, at) else {
            let at = upto(before);
            return Err(AddressError::TooFewOthers { asked, there, at });
        };
        at = child;
    }
    Ok(at)
}

/// Enters a variation, of the node or of the nodes without a move after it.
fn variation(
    game: &Game<'_>,
    from: NodeId,
    branch: usize,
    before: &[PathStep],
) -> Result<NodeId, AddressError> {
    let mut at = from;
    let mut most = 0;
    loop {
        let count = game.children(at).count();
        if count > 1
            && let Some(child) = game.children(at).nth(branch)
        {
            return Ok(child);
        }
        most = most.max(count);
        match next_other(game, at) {
            Some(child) => at = child,
            None => break,
        }
    }
    // Where there are no variations, the only continuation may be called `a` too.
    if branch == 0
        && let Some(child) = game.first_child(at)
    {
        return Ok(child);
    }
    let there = if most > 1 {
        format!("the variations are a to {}", letters(most - 1))
    } else {
        "there are no variations there".to_owned()
    };
    Err(AddressError::NoVariation {
        letters: letters(branch),
        at: upto(before),
        there,
    })
}
