//! Moves of Go.

use super::point::{BoardSize, Color, Point, PointError};

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

    /// Returns the move at a point of a board (`C3`), or the pass (`pass`, in any case).
    ///
    /// # Errors
    ///
    /// As of [`Point::from_name`].
    pub fn from_name(color: Color, name: &str, size: BoardSize) -> Result<Self, PointError> {
        if name.eq_ignore_ascii_case("pass") {
            return Ok(Self::pass(color));
        }
        Point::from_name(name, size).map(|point| Self::at(color, point))
    }

    /// Returns the move for two letters of SGF. The empty text is a pass, and so is `tt` on a board of at
    /// most 19 lines (SGF `FF[4]`, Go-specific properties, type Move).
    ///
    /// # Errors
    ///
    /// As of [`Point::from_sgf`].
    pub fn from_sgf(color: Color, text: &str, size: BoardSize) -> Result<Self, PointError> {
        let is_small = size.columns <= 19 && size.rows <= 19;
        if text.is_empty() || (text == "tt" && is_small) {
            return Ok(Self::pass(color));
        }
        Point::from_sgf(text).map(|point| Self::at(color, point))
    }
}

impl Place {
    /// Returns the name of the place on a board of this size: a point, `pass`, or `off the board`.
    pub fn name(self, size: BoardSize) -> String {
        match self {
            Self::Point(point) if size.contains(point) => point.on(size).to_string(),
            Self::Pass => "pass".to_owned(),
            Self::Point(_) | Self::Unreadable => "off the board".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_words_in_names_and_nothing_in_sgf() {
        let size = BoardSize::DEFAULT;
        let pass = Ok(Move::pass(Color::Black));
        assert_eq!(Move::from_name(Color::Black, "Pass", size), pass);
        assert_eq!(Move::from_sgf(Color::Black, "", size), pass);
        assert_eq!(Move::from_sgf(Color::Black, "tt", size), pass);
        let large = BoardSize::square(20);
        let corner = Move::at(Color::Black, Point::new(19, 19));
        assert_eq!(Move::from_sgf(Color::Black, "tt", large), Ok(corner));
    }

    #[test]
    fn places_have_names_also_off_the_board() {
        let point = |column, row| Place::Point(Point::new(column, row));
        for (place, name) in [
            (point(0, 8), "A1"),
            (point(9, 0), "off the board"),
            (Place::Pass, "pass"),
            (Place::Unreadable, "off the board"),
        ] {
            assert_eq!(place.name(BoardSize::square(9)), name);
        }
    }
}
