//! The path to a node of a game, with the facts that its checks need.

use crate::model::{Color, Point};

/// The last move on the path.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastMove {
    pub color: Color,
    pub point: Option<Point>,
    /// The stone that it captured, if it was just one.
    pub captured: Option<Point>,
}

/// The state after the path to a node.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Path {
    /// The last move, if no setup came after it.
    pub last: Option<LastMove>,
    /// Who is to play, if setup states it.
    pub player: Option<Color>,
    /// How many moves there were.
    pub moves: usize,
    /// How many of the first moves were Black's.
    pub black_first: usize,
    /// Whether a node had game information.
    pub info: bool,
    /// Whether anything branches off.
    pub branches: bool,
    /// Whether the path has left the main line.
    pub varies: bool,
    /// The last number that was set.
    pub number: Option<u32>,
    /// The difference between the move number and the count of the moves, because MN set the number.
    pub number_offset: i64,
    /// What the positions have shown.
    pub seen: Seen,
}

/// The facts that the positions on a path have shown.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seen {
    /// A number for the stones on the board.
    pub position: u64,
    /// Whether stones without a liberty were set up, and whether a position came again.
    pub has_dead: bool,
    pub repeats: bool,
    /// How many of the last nodes have one setup stone each, of the two players in turn, and the last of these stones.
    pub like_moves: u8,
    pub last_stone: Option<Color>,
}
