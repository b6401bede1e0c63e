//! Points, rectangles of points, colours and board sizes.

use std::fmt;

mod name;

pub use name::{PointError, PointName, column_name, row_name};
pub(crate) use name::{SGF_LETTERS, column_letter, column_of};

/// A colour of stones, and the player who has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Black.
    Black,
    /// White.
    White,
}

impl Color {
    /// Returns the other colour.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns `B` or `W`, the letter that all three formats use.
    pub fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "Black",
            Self::White => "White",
        })
    }
}

/// A point of a board: column from the left edge, row from the top edge, both counted from 0.
///
/// This is the origin and axis of SGF; Ishi counts rows from the bottom. A point can be off the board of its
/// game, because records contain such points, and the model keeps them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The row from the top, from 0. It comes first so that points sort in reading order.
    pub row: u8,
    /// The column from the left, from 0.
    pub column: u8,
}

impl Point {
    /// Creates the point in `column` (from the left, from 0) and `row` (from the top, from 0).
    pub const fn new(column: u8, row: u8) -> Self {
        Self { row, column }
    }
}

/// A single point or a rectangle of points, as point lists hold them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Area {
    /// The upper left corner.
    pub from: Point,
    /// The lower right corner; the same as `from` for a single point.
    pub to: Point,
}

impl Area {
    /// Creates the rectangle with two opposite corners, given in any order.
    pub fn new(a: Point, b: Point) -> Self {
        Self {
            from: Point::new(a.column.min(b.column), a.row.min(b.row)),
            to: Point::new(a.column.max(b.column), a.row.max(b.row)),
        }
    }

    /// Returns the smallest rectangle with all points. `None` if there are no points.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Self> {
        let areas = points.into_iter().map(Self::from);
        areas.reduce(|area, point| Self {
            from: Self::new(area.from, point.from).from,
            to: Self::new(area.to, point.to).to,
        })
    }

    /// Returns whether this is a single point.
    pub fn is_single(self) -> bool {
        self.from == self.to
    }

    /// Returns whether the point is inside.
    pub fn contains(self, point: Point) -> bool {
        (self.from.row..=self.to.row).contains(&point.row)
            && (self.from.column..=self.to.column).contains(&point.column)
    }

    /// Returns how many points are inside.
    pub fn count(self) -> usize {
        let lines = |from: u8, to: u8| usize::from(to.saturating_sub(from)) + 1;
        lines(self.from.column, self.to.column) * lines(self.from.row, self.to.row)
    }

    /// Returns the points inside, row by row from the top.
    pub fn points(self) -> impl Iterator<Item = Point> + Clone {
        (self.from.row..=self.to.row).flat_map(move |row| {
            (self.from.column..=self.to.column).map(move |column| Point { row, column })
        })
    }
}

impl From<Point> for Area {
    fn from(point: Point) -> Self {
        Self {
            from: point,
            to: point,
        }
    }
}

/// The size of a board in columns and rows, each from 1 to 52 for Go (SGF `FF[4]`, property SZ).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BoardSize {
    /// The number of columns.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
}

impl BoardSize {
    /// The size that all three formats assume if a record names no size.
    pub const DEFAULT: Self = Self::square(19);

    /// Creates the size of a square board.
    pub const fn square(lines: u8) -> Self {
        Self {
            columns: lines,
            rows: lines,
        }
    }

    /// Returns whether columns and rows are equal.
    pub fn is_square(self) -> bool {
        self.columns == self.rows
    }

    /// Returns whether the point is on a board of this size.
    pub fn contains(self, point: Point) -> bool {
        point.column < self.columns && point.row < self.rows
    }

    /// Returns the area of the whole board.
    pub fn area(self) -> Area {
        Area {
            from: Point::new(0, 0),
            to: Point::new(self.columns.saturating_sub(1), self.rows.saturating_sub(1)),
        }
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::{Area, BoardSize, Point};

    #[test]
    fn an_area_is_the_same_from_any_two_opposite_corners() {
        let corners = [
            (Point::new(1, 2), Point::new(3, 5)),
            (Point::new(3, 5), Point::new(1, 2)),
            (Point::new(1, 5), Point::new(3, 2)),
            (Point::new(3, 2), Point::new(1, 5)),
        ];
        for (a, b) in corners {
            let area = Area::new(a, b);
            assert_eq!((area.from, area.to), corners[0]);
            assert_eq!(area.points().count(), 12);
            assert!(!area.is_single());
        }
    }

    #[test]
    fn an_area_lists_its_points_row_by_row() {
        let points: Vec<_> = Area::new(Point::new(0, 0), Point::new(1, 1))
            .points()
            .collect();
        let expected = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(c, r)| Point::new(c, r));
        assert_eq!(points, expected);
        let mut sorted = points.clone();
        sorted.sort_unstable();
        assert_eq!(points, sorted, "points sort in reading order");
    }

    #[test]
    fn an_area_may_reach_the_last_row_and_column_there_can_be() {
        let corner = Point::new(u8::MAX, u8::MAX);
        let area = Area::new(Point::new(254, 254), corner);
        assert_eq!(area.points().count(), 4);
        assert_eq!(Area::from(corner).points().collect::<Vec<_>>(), [corner]);
        assert!(Area::from(corner).is_single());
    }

    #[test]
    fn a_board_contains_its_corners_and_nothing_beyond_them() {
        let size = BoardSize {
            columns: 7,
            rows: 13,
        };
        assert!(size.contains(Point::new(0, 0)) && size.contains(Point::new(6, 12)));
        assert!(!size.contains(Point::new(7, 0)) && !size.contains(Point::new(0, 13)));
        assert_eq!(size.area().to, Point::new(6, 12));
        assert_eq!(size.area().points().count(), 91);
        assert!(!size.is_square() && BoardSize::DEFAULT.is_square());
        assert_eq!(size.to_string(), "7x13");
    }
}
