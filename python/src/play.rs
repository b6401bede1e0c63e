//! Moves as pairs of a player and a point.

use ishi::model::{BoardSize, Color, Move};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;

use crate::value::{letter, place};

/// The most lines of a board of Go.
const LINES: usize = 52;

/// The pass and each point of the largest board, for each player.
const COUNT: usize = 2 * (1 + LINES * LINES);

/// Each pair exists once, because a program reads millions of moves, and a pair takes longer to make than to read.
static PLAYS: [PyOnceLock<Py<PyTuple>>; COUNT] = [const { PyOnceLock::new() }; COUNT];

/// Returns the player and the point of a move, `None` for a pass: `("b", (15, 3))`.
pub fn play(py: Python<'_>, mv: Move, size: BoardSize) -> PyResult<Bound<'_, PyTuple>> {
    let point = place(mv.place, size);
    let make = || PyResult::Ok((letter(mv.color), point).into_pyobject(py)?.unbind());
    let index = match point {
        None => 0,
        Some((row, column)) => 1 + usize::from(row) * LINES + usize::from(column),
    };
    let is_usual = point.is_none_or(|(_, column)| usize::from(column) < LINES);
    let known = PLAYS.get(2 * index + usize::from(mv.color == Color::White));
    let pair = match known.filter(|_| is_usual) {
        Some(known) => known.get_or_try_init(py, make)?.bind(py).clone(),
        None => make()?.into_bound(py),
    };
    Ok(pair)
}
