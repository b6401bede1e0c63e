//! A Go board with the rules of capture of SGF `FF[4]`.
//!
//! Every move is executed, even an illegal one: a stone on an occupied point replaces the old stone, and a
//! suicide removes its group. Setup captures no stones.

use history::History;

use super::point::{Area, BoardSize, Color, Point};
use super::point_set::PointSet;

mod history;

/// A stone: its colour, and the move that put it there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stone {
    /// The colour.
    pub color: Color,
    /// The index of the move in the path from the root (from 1); 0 for a setup stone.
    pub step: u32,
}

/// A cell of the board or its edge: 0 for an empty point, 3 for the edge, otherwise a stone: its step above
/// two bits for its colour. It has four bytes, because a board remembers the former cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cell(u32);

impl Cell {
    const EMPTY: Self = Self(0);
    /// No point: around the board, so that every point has four neighbours.
    const EDGE: Self = Self(3);

    fn taken(stone: Stone) -> Self {
        Self(stone.step.min(u32::MAX >> 2) << 2 | Self::color(stone.color))
    }

    const fn color(color: Color) -> u32 {
        match color {
            Color::Black => 1,
            Color::White => 2,
        }
    }

    fn has(self, color: Color) -> bool {
        self.kind() == Self::color(color)
    }

    /// Returns the cell without its step.
    const fn kind(self) -> u32 {
        self.0 & 3
    }

    #[inline]
    fn stone(self) -> Option<Stone> {
        let color = match self.kind() {
            1 => Color::Black,
            2 => Color::White,
            _ => return None,
        };
        let step = self.0 >> 2;
        Some(Stone { color, step })
    }
}

/// A board position that remembers its changes, so that they can be undone.
#[derive(Debug, Clone)]
pub struct Board {
    size: BoardSize,
    /// A row of edge, then the rows of the board, each followed by one cell of edge, and a row of
    /// edge again.
    cells: Vec<Cell>,
    /// The number of cells from one row to the next.
    stride: usize,
    /// The empty points, the black stones and the white ones.
    sets: [PointSet; 3],
    history: History,
}

impl Board {
    /// Creates an empty board.
    pub fn new(size: BoardSize) -> Self {
        let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
        let stride = columns + 1;
        let mut cells = vec![Cell::EMPTY; (rows + 2) * stride];
        for row in cells.chunks_exact_mut(stride) {
            row.iter_mut()
                .skip(columns)
                .for_each(|cell| *cell = Cell::EDGE);
        }
        let last = cells.len() - stride;
        for edge in [0..stride, last..cells.len()] {
            cells.get_mut(edge).unwrap_or_default().fill(Cell::EDGE);
        }
        let empty = [size.area()].into_iter().collect();
        Self {
            size,
            cells,
            stride,
            sets: [empty, PointSet::default(), PointSet::default()],
            history: History::default(),
        }
    }

    /// Returns the size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the stone on a point. Returns `None` off the board.
    pub fn stone(&self, point: Point) -> Option<Stone> {
        self.cell(self.index(point)?).stone()
    }

    /// Returns the first point of an area, in reading order, with a stone of the colour, or without a stone.
    pub(crate) fn first(&self, area: Area, color: Option<Color>) -> Option<Point> {
        self.set_of(color).first_in(area)
    }

    /// Returns all stones in reading order.
    #[inline]
    pub fn stones(&self) -> impl Iterator<Item = (Point, Stone)> {
        let rows = (0..self.size.rows).zip(self.cells.chunks_exact(self.stride).skip(1));
        rows.flat_map(|(row, cells)| {
            let cells = (0..self.size.columns).zip(cells);
            cells.filter_map(move |(column, cell)| Some((Point { row, column }, cell.stone()?)))
        })
    }

    /// Returns how many of the stones moves have put on the board.
    pub(crate) fn played(&self) -> usize {
        let played = Cell::taken(Stone {
            color: Color::Black,
            step: 1,
        });
        self.cells.iter().filter(|cell| cell.0 >= played.0).count()
    }

    /// Puts a stone on a point or clears it, without capturing. Points off the board are ignored.
    pub fn set(&mut self, point: Point, stone: Option<Stone>) {
        if let Some(index) = self.index(point) {
            self.change(point, index, stone.map_or(Cell::EMPTY, Cell::taken));
        }
    }

    /// Puts a stone on each point of a set or clears it, as [`Board::set`] does.
    pub(crate) fn fill(&mut self, points: &PointSet, stone: Option<Stone>) {
        let new = stone.map_or(Cell::EMPTY, Cell::taken);
        let (mut above, mut row, mut last) = (self.history.len(), self.history.len(), None);
        for (first, columns) in points.runs() {
            let Some(index) = self.index(first) else {
                continue;
            };
            if last.replace(first.row) != Some(first.row) {
                above = self.history.join_rows(above, row, self.stride);
                row = self.history.len();
            }
            let columns = columns.min(self.size.columns - first.column);
            self.fill_run(first, (index, columns), new);
        }
        self.history.join_rows(above, row, self.stride);
    }

    /// Changes a run of cells in a row.
    fn fill_run(&mut self, first: Point, (start, columns): (usize, u8), new: Cell) {
        let run = self.cells.get_mut(start..start + usize::from(columns));
        let run = run.unwrap_or_default();
        let mut fill = |first: Point, index, alike: &mut [Cell]| {
            if let Some(old) = alike.first().copied().filter(|old| *old != new) {
                self.history.push(index, alike.len(), old);
                exchange(&mut self.sets, (first, alike.len() as u8), [old, new]);
                alike.fill(new);
            }
        };
        if are_alike(run) {
            return fill(first, start, run);
        }
        let (mut point, mut index) = (first, start);
        for alike in run.chunk_by_mut(|a, b| a == b) {
            fill(point, index, alike);
            point.column += alike.len() as u8;
            index += alike.len();
        }
    }

    /// Plays a stone and removes the captured stones, or its group if the move is suicide.
    ///
    /// The removed points are appended to `removed`. A point off the board changes no stone.
    pub fn play(&mut self, point: Point, stone: Stone, removed: &mut Vec<Point>) {
        let Some(index) = self.index(point) else {
            return;
        };
        self.change(point, index, Cell::taken(stone));
        let before = removed.len();
        let opponent = stone.color.opponent();
        for neighbour in self.neighbours(index) {
            if self.cell(neighbour).has(opponent) && !self.is_beside_empty(neighbour) {
                self.remove_if_dead(self.point(neighbour), opponent, removed);
            }
        }
        if !self.is_beside_empty(index) && removed.len() == before {
            self.remove_if_dead(point, stone.color, removed);
        }
    }

    /// Returns the points with stones of a colour.
    pub(crate) fn stones_of(&self, color: Color) -> &PointSet {
        self.set_of(Some(color))
    }

    /// Returns the first stone, in reading order, of a group without a liberty.
    pub(crate) fn without_liberty(&self) -> Option<(Point, Color)> {
        let empty = self.set_of(None);
        let dead = |color| {
            let mut dead = self.stones_of(color).clone();
            dead.remove(&dead.connected_to(empty));
            Some((dead.points().next()?, color))
        };
        let colors = [Color::Black, Color::White].into_iter();
        colors.filter_map(dead).min_by_key(|(point, _)| *point)
    }

    /// Returns the points with stones of a colour, or without a stone.
    fn set_of(&self, color: Option<Color>) -> &PointSet {
        let [empty, black, white] = &self.sets;
        match color {
            None => empty,
            Some(Color::Black) => black,
            Some(Color::White) => white,
        }
    }

    /// Returns a mark in the history, to go back to with [`Board::undo_to`].
    pub(crate) fn mark(&self) -> usize {
        self.history.len()
    }

    /// Undoes all changes since the mark.
    pub(crate) fn undo_to(&mut self, mark: usize) {
        while let Some(change) = self.history.pop(mark) {
            for run in change.runs(self.stride) {
                let kinds = [self.cell(run.start), change.old];
                let points = (self.point(run.start), change.columns);
                exchange(&mut self.sets, points, kinds);
                self.cells.get_mut(run).unwrap_or_default().fill(change.old);
            }
        }
    }

    /// Forgets all changes. They can no longer be undone.
    pub(crate) fn forget(&mut self) {
        self.history = History::default();
    }

    fn index(&self, point: Point) -> Option<usize> {
        let (column, row) = (usize::from(point.column), usize::from(point.row));
        self.size
            .contains(point)
            .then(|| (row + 1) * self.stride + column)
    }

    fn point(&self, index: usize) -> Point {
        let column = u8::try_from(index % self.stride).unwrap_or(u8::MAX);
        let row = (index / self.stride).saturating_sub(1);
        Point::new(column, u8::try_from(row).unwrap_or(u8::MAX))
    }

    fn cell(&self, index: usize) -> Cell {
        self.cells.get(index).copied().unwrap_or(Cell::EDGE)
    }

    fn change(&mut self, point: Point, index: usize, new: Cell) {
        if let Some(cell) = self.cells.get_mut(index)
            && *cell != new
        {
            let old = std::mem::replace(cell, new);
            self.history.push(index, 1, old);
            exchange(&mut self.sets, (point, 1), [old, new]);
        }
    }

    fn neighbours(&self, index: usize) -> [usize; 4] {
        [
            index.wrapping_sub(self.stride),
            index.wrapping_sub(1),
            index + 1,
            index + self.stride,
        ]
    }

    /// Returns whether a neighbour of a cell is empty, as it is for most stones.
    #[inline]
    fn is_beside_empty(&self, index: usize) -> bool {
        let is_empty = |&index: &usize| self.cell(index) == Cell::EMPTY;
        self.neighbours(index).iter().any(is_empty)
    }

    /// Removes the group of a stone if it has no liberty.
    fn remove_if_dead(&mut self, point: Point, color: Color, removed: &mut Vec<Point>) {
        let empty = self.set_of(None);
        if let Some(group) = self.stones_of(color).enclosed(point, empty) {
            self.fill(&group, None);
            removed.extend(group.points());
        }
    }
}

/// Takes points side by side, by the first one and their number, from the set of the old cells into that of the new ones.
#[inline]
fn exchange(sets: &mut [PointSet; 3], (first, columns): (Point, u8), cells: [Cell; 2]) {
    for cell in cells {
        if let Some(set) = sets.get_mut(cell.kind() as usize) {
            set.toggle(first, columns);
        }
    }
}

/// Returns whether all cells are the same. It compares several at a time.
fn are_alike(cells: &[Cell]) -> bool {
    let first = cells.first().map_or(0, |cell| cell.0);
    cells.iter().fold(0, |all, cell| all | (cell.0 ^ first)) == 0
}

#[cfg(test)]
mod tests;
