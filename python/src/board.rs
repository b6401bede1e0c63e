//! Boards that play.

use ishi::model::{self, BoardSize, Color, Stone};
use pyo3::prelude::*;

use crate::error::refused;
use crate::value::{Pair, color, letter, pair, point};

/// A position with the rules of capture.
#[pyclass(module = "ishi")]
#[derive(Clone)]
pub struct Board(pub model::Board);

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (size=19, rows=None))]
    fn new(size: u8, rows: Option<u8>) -> PyResult<Self> {
        let size = BoardSize {
            columns: size,
            rows: rows.unwrap_or(size),
        };
        if !(1..=52).contains(&size.columns) || !(1..=52).contains(&size.rows) {
            return Err(refused(format!(
                "a board of {size} is not possible: expected 1 to 52 lines"
            )));
        }
        Ok(Self(model::Board::new(size)))
    }

    #[getter]
    fn side(&self) -> u8 {
        self.0.size().columns
    }

    #[getter]
    fn columns(&self) -> u8 {
        self.0.size().columns
    }

    #[getter]
    fn rows(&self) -> u8 {
        self.0.size().rows
    }

    /// Returns `b`, `w` or `None`.
    fn get(&self, row: u8, column: u8, py: Python<'_>) -> PyResult<Option<&'static str>> {
        let at = (row, column).into_pyobject(py)?;
        let at = point(at.as_any(), self.0.size())?;
        Ok(self.0.stone(at).map(|stone| letter(stone.color)))
    }

    /// Plays a stone, and returns the points that it captures.
    fn play(&mut self, row: u8, column: u8, colour: &str, py: Python<'_>) -> PyResult<Vec<Pair>> {
        let at = (row, column).into_pyobject(py)?;
        let at = point(at.as_any(), self.0.size())?;
        let color = color(colour)?;
        let mut removed = Vec::new();
        self.0.play(at, Stone { color, step: 0 }, &mut removed);
        Ok(removed
            .into_iter()
            .filter_map(|point| pair(point, self.0.size()))
            .collect())
    }

    /// Sets a point to `b`, `w` or `None`, without captures.
    fn set(&mut self, row: u8, column: u8, colour: Option<&str>, py: Python<'_>) -> PyResult<()> {
        let at = (row, column).into_pyobject(py)?;
        let at = point(at.as_any(), self.0.size())?;
        let color = colour.map(color).transpose()?;
        self.0.set(at, color.map(|color| Stone { color, step: 0 }));
        Ok(())
    }

    /// Returns all stones with their points.
    fn list_occupied_points(&self) -> Vec<(&'static str, Pair)> {
        let stones = self.0.stones();
        stones
            .filter_map(|(point, stone)| Some((letter(stone.color), pair(point, self.0.size())?)))
            .collect()
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    fn __str__(&self) -> String {
        let size = self.0.size();
        let mut text = String::new();
        for point in size.area().points() {
            text.push(match self.0.stone(point).map(|stone| stone.color) {
                Some(Color::Black) => '#',
                Some(Color::White) => 'o',
                None => '.',
            });
            text.push(if point.column + 1 == size.columns {
                '\n'
            } else {
                ' '
            });
        }
        text
    }

    fn __repr__(&self) -> String {
        format!(
            "<ishi.Board {}, {} stones>",
            self.0.size(),
            self.0.stones().count()
        )
    }
}

/// Appends a position: a plane of Black's stones and one of White's, 1 for a stone, else 0, rows from the bottom.
pub fn push_planes(board: &model::Board, planes: &mut Vec<u8>) {
    let size = board.size();
    let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
    let start = planes.len();
    planes.resize(start + 2 * columns * rows, 0);
    for (at, stone) in board.stones() {
        let plane = usize::from(stone.color == Color::White);
        let row = rows - 1 - usize::from(at.row);
        planes[start + (plane * rows + row) * columns + usize::from(at.column)] = 1;
    }
}
