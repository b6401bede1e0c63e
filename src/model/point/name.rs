//! Points and moves as text: as boards name them (`C3`), and as SGF does (`cg`).

use std::fmt::{self, Write as _};

use thiserror::Error;

use super::{Area, BoardSize, Point};
use crate::model::words::debug_as_display;

/// The letters of SGF's coordinates, from 0 (SGF `FF[4]`, Go-specific properties, type Point).
pub(crate) const SGF_LETTERS: &[u8; 52] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Why a text names no point of a board.
#[derive(Clone, PartialEq, Eq, Error)]
pub enum PointError {
    /// It is not a name of a point at all.
    #[error(
        "`{0}` is not a point: expected a letter for the column and a number for the row, like `D4`"
    )]
    Syntax(String),
    /// It is not a point in SGF's letters.
    #[error("`{0}` is not a point: expected two letters, like `dp`")]
    Sgf(String),
    /// It is off the board.
    #[error("{name} is not on the board: columns are A to {}, rows 1 to {}", column_name(.size.columns.saturating_sub(1)), .size.rows)]
    OffBoard {
        /// The name.
        name: String,
        /// The board.
        size: BoardSize,
    },
}

debug_as_display!(PointError);

/// Returns the name of a column counted from 0 at the left: `A` to `Z` without `I`, then `AA` to
/// `AZ`, `BA` and so on.
pub fn column_name(column: u8) -> String {
    column_letters(column).map(char::from).collect()
}

fn column_letters(column: u8) -> impl Iterator<Item = u8> {
    let letter = |index| column_letter(index % 25);
    let first = (column / 25).checked_sub(1).map(letter);
    first.into_iter().chain(Some(letter(column)))
}

/// Returns the letter of one of the first 25 columns: `A` to `Z` without `I`, because it looks like a `1`.
#[inline]
pub(crate) fn column_letter(column: u8) -> u8 {
    b'A' + column + u8::from(column >= 8)
}

/// Returns the column of a letter in any case, the reverse of [`column_letter`].
#[inline]
pub(crate) fn column_of(letter: u8) -> Option<u8> {
    let letter = letter.to_ascii_uppercase();
    let is_column = letter.is_ascii_uppercase() && letter != b'I';
    is_column.then(|| letter - b'A' - u8::from(letter > b'I'))
}

/// Returns the name of a row counted from 0 at the top: its number from 1 at the bottom.
pub fn row_name(size: BoardSize, row: u8) -> String {
    row_number(size, row).to_string()
}

fn row_number(size: BoardSize, row: u8) -> i16 {
    i16::from(size.rows).saturating_sub(i16::from(row))
}

impl Point {
    /// Returns the point of a board with this name: the letter of its column without `I`, in any
    /// case, and its row from 1 at the bottom.
    ///
    /// # Errors
    ///
    /// [`PointError`] if the text is not a name, or the board lacks this point.
    ///
    /// # Examples
    ///
    /// ```
    /// use ishi::model::{BoardSize, Point};
    ///
    /// let size = BoardSize::square(9);
    /// let point = Point::from_name("C3", size)?;
    /// assert_eq!(point, Point::from_sgf("cg")?);
    /// assert_eq!(point.on(size).to_string(), "C3");
    /// # Ok::<(), ishi::model::PointError>(())
    /// ```
    pub fn from_name(name: &str, size: BoardSize) -> Result<Self, PointError> {
        let syntax = || PointError::Syntax(name.to_owned());
        let end = name.find(|c: char| !c.is_ascii_alphabetic());
        let (letters, digits) = name
            .split_at_checked(end.unwrap_or(name.len()))
            .ok_or_else(syntax)?;
        let column = letters.bytes().try_fold(0_usize, |column, letter| {
            let index = usize::from(column_of(letter)?);
            Some(column.saturating_mul(25).saturating_add(index + 1))
        });
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(syntax());
        }
        let off_board = || PointError::OffBoard {
            name: name.to_ascii_uppercase(),
            size,
        };
        let column = column.and_then(|column| column.checked_sub(1));
        let column = column.ok_or_else(syntax)?;
        let column = u8::try_from(column).map_err(|_| off_board())?;
        let row = digits.parse().map_err(|_| off_board())?;
        let row = size.rows.checked_sub(row).ok_or_else(off_board)?;
        let point = Self::new(column, row);
        size.contains(point).then_some(point).ok_or_else(off_board)
    }

    /// Returns the point that two letters of SGF name: column and row, both from `a` at the upper
    /// left corner; `A` comes after `z`.
    ///
    /// # Errors
    ///
    /// [`PointError::Sgf`] if the text is not two letters.
    pub fn from_sgf(text: &str) -> Result<Self, PointError> {
        let index = |letter: &u8| SGF_LETTERS.iter().position(|known| known == letter);
        let point = match text.as_bytes() {
            [column, row] => index(column).zip(index(row)),
            _ => None,
        };
        let (column, row) = point.ok_or_else(|| PointError::Sgf(text.to_owned()))?;
        Ok(Self::new(column as u8, row as u8))
    }

    /// Returns the two letters of the point in SGF. Returns `None` beyond the 52nd column or row.
    pub fn to_sgf(self) -> Option<String> {
        let letter = |index: u8| {
            SGF_LETTERS
                .get(usize::from(index))
                .map(|&letter| char::from(letter))
        };
        Some([letter(self.column)?, letter(self.row)?].iter().collect())
    }

    /// Returns the name of the point on a board of this size, to be displayed: `C3`.
    pub fn on(self, size: BoardSize) -> PointName {
        PointName { point: self, size }
    }
}

/// A point with the size of its board: [`fmt::Display`] writes its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointName {
    point: Point,
    size: BoardSize,
}

impl PointName {
    /// Returns the letters of the column.
    pub(crate) fn letters(self) -> impl Iterator<Item = u8> {
        column_letters(self.point.column)
    }

    /// Returns the number of the row from 1 at the bottom.
    pub(crate) fn row(self) -> i16 {
        row_number(self.size, self.point.row)
    }
}

impl fmt::Display for PointName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters()
            .try_for_each(|letter| f.write_char(char::from(letter)))?;
        f.write_str(itoa::Buffer::new().format(self.row()))
    }
}

impl Area {
    /// Returns the rectangle between two points of a board, like `A1:K10`, or one point.
    ///
    /// # Errors
    ///
    /// As of [`Point::from_name`].
    pub fn from_name(name: &str, size: BoardSize) -> Result<Self, PointError> {
        match name.split_once(':') {
            Some((from, to)) => Ok(Self::new(
                Point::from_name(from, size)?,
                Point::from_name(to, size)?,
            )),
            None => Point::from_name(name, size).map(Self::from),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_have_letters_without_i() {
        for (column, name) in [
            (0, "A"),
            (7, "H"),
            (8, "J"),
            (24, "Z"),
            (25, "AA"),
            (51, "BB"),
        ] {
            assert_eq!(column_name(column), name);
        }
        let corner = Point::new(51, 0).on(BoardSize::square(52));
        assert_eq!(corner.to_string(), "BB52");
    }

    #[test]
    fn every_point_of_every_board_has_a_name_and_comes_back_from_it() {
        for lines in 1..=52 {
            let size = BoardSize::square(lines);
            for point in size.area().points() {
                let name = point.on(size).to_string();
                assert_eq!(Point::from_name(&name, size), Ok(point), "{name}");
                let lower = name.to_lowercase();
                assert_eq!(Point::from_name(&lower, size), Ok(point), "{name}");
                let letters = point.to_sgf().unwrap();
                assert_eq!(Point::from_sgf(&letters), Ok(point), "{letters}");
            }
        }
        assert_eq!(Point::new(52, 0).to_sgf(), None);
    }

    #[test]
    fn what_is_no_point_says_what_was_expected() {
        let size = BoardSize::square(9);
        for (name, message) in [
            (
                "",
                "`` is not a point: expected a letter for the column and a number for the row, like `D4`",
            ),
            (
                "I4",
                "`I4` is not a point: expected a letter for the column and a number for the row, like `D4`",
            ),
            (
                "D",
                "`D` is not a point: expected a letter for the column and a number for the row, like `D4`",
            ),
            (
                "D-4",
                "`D-4` is not a point: expected a letter for the column and a number for the row, like `D4`",
            ),
            (
                "k4",
                "K4 is not on the board: columns are A to J, rows 1 to 9",
            ),
            (
                "D0",
                "D0 is not on the board: columns are A to J, rows 1 to 9",
            ),
            (
                "D999",
                "D999 is not on the board: columns are A to J, rows 1 to 9",
            ),
            (
                "zzzzzzzzzzzzzzzzzzzzzzzzzzz1",
                "ZZZZZZZZZZZZZZZZZZZZZZZZZZZ1 is not on the board: columns are A to J, rows 1 to 9",
            ),
        ] {
            let error = Point::from_name(name, size).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        for text in ["", "a", "a1", "abc", "é"] {
            assert!(Point::from_sgf(text).is_err(), "{text}");
        }
    }
}
