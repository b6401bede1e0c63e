//! Boards that play.

use ishi::model::{self, Color, Stone};
use pyo3::prelude::*;

use crate::value::{Pair, at, board_size, color, letter, pair};

/// A position with the rules of capture.
#[pyclass(module = "ishi")]
#[derive(Clone)]
pub struct Board(pub model::Board);

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (size=19, rows=None))]
    fn new(size: i64, rows: Option<i64>) -> PyResult<Self> {
        Ok(Self(model::Board::new(board_size(size, rows)?)))
    }

    /// The columns of the board.
    #[getter]
    fn side(&self) -> u8 {
        self.0.size().columns
    }

    /// The columns of the board.
    #[getter]
    fn columns(&self) -> u8 {
        self.0.size().columns
    }

    /// The rows of the board.
    #[getter]
    fn rows(&self) -> u8 {
        self.0.size().rows
    }

    /// Return the stone at a point: b, w, or `None`.
    fn get(&self, row: i64, column: i64) -> PyResult<Option<&'static str>> {
        let at = at(row, column, self.0.size())?;
        Ok(self.0.stone(at).map(|stone| letter(stone.color)))
    }

    /// Play a stone, and return the captured points; those of its group, if it is a suicide.
    fn play(&mut self, row: i64, column: i64, colour: &str) -> PyResult<Vec<Pair>> {
        let at = at(row, column, self.0.size())?;
        let color = color(colour)?;
        let mut removed = Vec::new();
        self.0.play(at, Stone { color, step: 0 }, &mut removed);
        Ok(removed
            .into_iter()
            .filter_map(|point| pair(point, self.0.size()))
            .collect())
    }

    /// Set a point to a stone or to `None`, without captures.
    fn set(&mut self, row: i64, column: i64, colour: Option<&str>) -> PyResult<()> {
        let at = at(row, column, self.0.size())?;
        let color = colour.map(color).transpose()?;
        self.0.set(at, color.map(|color| Stone { color, step: 0 }));
        Ok(())
    }

    /// Return all stones, each with its point.
    fn list_occupied_points(&self) -> Vec<(&'static str, Pair)> {
        let stones = self.0.stones();
        stones
            .filter_map(|(point, stone)| Some((letter(stone.color), pair(point, self.0.size())?)))
            .collect()
    }

    /// Return a copy.
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
