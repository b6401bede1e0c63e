//! Moves of Go.

use super::point::{BoardSize, Color, Point};

/// Where a move is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// On a point, on or off the board.
    Point(Point),
    /// Nowhere: a pass.
    Pass,
    /// Somewhere unreadable, so that nothing is played, but the move has a number. In SGF and Smart-Go the words of the
    /// source are in the properties of the node, as [`Value::Raw`](super::Value::Raw) of [`Id::Black`](super::Id::Black)
    /// or [`Id::White`](super::Id::White).
    Unreadable,
}

/// A move of Go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Who plays.
    pub color: Color,
    /// Where.
    pub place: Place,
}

impl Move {
    /// Creates a move on a point.
    pub fn at(color: Color, point: Point) -> Self {
        Self {
            color,
            place: Place::Point(point),
        }
    }

    /// Creates a pass.
    pub fn pass(color: Color) -> Self {
        Self {
            color,
            place: Place::Pass,
        }
    }

    /// Returns whether the move is a pass, or on a board of this size. Nobody plays any other move: it only has a number.
    #[inline]
    pub(crate) fn is_played(self, size: BoardSize) -> bool {
        self.place == Place::Pass || self.point_on(size).is_some()
    }

    /// Returns the point of the move, if it has one on a board of this size.
    pub fn point_on(self, size: BoardSize) -> Option<Point> {
        match self.place {
            Place::Point(point) if size.contains(point) => Some(point),
            _ => None,
        }
    }
}
