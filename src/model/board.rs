//! A Go board with the rules of capture, as SGF `FF[4]` asks for them.
//!
//! Every move is executed, even an illegal one: a stone on an occupied point replaces what is
//! there, and a suicide removes the suicide's own stones. Setup captures nothing.

use super::point::{BoardSize, Color, Point};

/// A stone: its colour, and which move put it there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stone {
    /// The colour.
    pub color: Color,
    /// The index of the move in the path from the root (from 1); 0 for a setup stone.
    pub step: u32,
}

/// A board position that remembers what changed, so that changes can be undone.
#[derive(Debug, Clone)]
pub struct Board {
    size: BoardSize,
    cells: Vec<Option<Stone>>,
    changes: Vec<(usize, Option<Stone>)>,
    /// The cells that a search has seen carry the number of the search.
    seen: Vec<u32>,
    search: u32,
    group: Vec<usize>,
}

impl Board {
    /// Creates an empty board.
    pub fn new(size: BoardSize) -> Self {
        let cells = usize::from(size.columns) * usize::from(size.rows);
        Self {
            size,
            cells: vec![None; cells],
            changes: Vec::new(),
            seen: vec![0; cells],
            search: 0,
            group: Vec::new(),
        }
    }

    /// Returns the size.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// Returns the stone on a point; none off the board.
    pub fn stone(&self, point: Point) -> Option<Stone> {
        self.cells.get(self.index(point)?).copied().flatten()
    }

    /// Returns all stones in reading order.
    pub fn stones(&self) -> impl Iterator<Item = (Point, Stone)> {
        let columns = usize::from(self.size.columns).max(1);
        self.cells
            .iter()
            .enumerate()
            .filter_map(move |(index, cell)| {
                let column = u8::try_from(index % columns).ok()?;
                let row = u8::try_from(index / columns).ok()?;
                cell.map(|stone| (Point::new(column, row), stone))
            })
    }

    /// Puts a stone on a point or clears it, without capturing. Points off the board are ignored.
    pub fn set(&mut self, point: Point, stone: Option<Stone>) {
        if let Some(index) = self.index(point) {
            self.change(index, stone);
        }
    }

    /// Plays a stone and removes what it captures, or its own group if that is a suicide.
    ///
    /// The points removed are appended to `removed`. A point off the board changes nothing.
    pub fn play(&mut self, point: Point, stone: Stone, removed: &mut Vec<Point>) {
        let Some(index) = self.index(point) else {
            return;
        };
        self.change(index, Some(stone));
        let before = removed.len();
        for neighbour in self.neighbours(index).into_iter().flatten() {
            if self.color(neighbour) == Some(stone.color.opponent()) {
                self.remove_if_dead(neighbour, removed);
            }
        }
        if removed.len() == before {
            self.remove_if_dead(index, removed);
        }
    }

    /// Returns a mark in the history, to go back to with [`Board::undo_to`].
    pub fn mark(&self) -> usize {
        self.changes.len()
    }

    /// Undoes all changes since the mark.
    pub fn undo_to(&mut self, mark: usize) {
        while self.changes.len() > mark {
            if let Some((index, old)) = self.changes.pop()
                && let Some(cell) = self.cells.get_mut(index)
            {
                *cell = old;
            }
        }
    }

    fn index(&self, point: Point) -> Option<usize> {
        self.size.contains(point).then(|| {
            usize::from(point.row) * usize::from(self.size.columns) + usize::from(point.column)
        })
    }

    fn point(&self, index: usize) -> Point {
        let columns = usize::from(self.size.columns).max(1);
        let column = u8::try_from(index % columns).unwrap_or(u8::MAX);
        let row = u8::try_from(index / columns).unwrap_or(u8::MAX);
        Point::new(column, row)
    }

    fn color(&self, index: usize) -> Option<Color> {
        self.cells.get(index)?.map(|stone| stone.color)
    }

    fn change(&mut self, index: usize, stone: Option<Stone>) {
        if let Some(cell) = self.cells.get_mut(index) {
            self.changes.push((index, std::mem::replace(cell, stone)));
        }
    }

    fn neighbours(&self, index: usize) -> [Option<usize>; 4] {
        let columns = usize::from(self.size.columns).max(1);
        let column = index % columns;
        [
            index.checked_sub(columns),
            (column > 0).then(|| index - 1),
            (column + 1 < columns).then(|| index + 1),
            (index + columns < self.cells.len()).then(|| index + columns),
        ]
    }

    fn remove_if_dead(&mut self, start: usize, removed: &mut Vec<Point>) {
        if self.has_liberty(start) {
            return;
        }
        for index in std::mem::take(&mut self.group) {
            self.change(index, None);
            removed.push(self.point(index));
        }
    }

    /// Searches the group of a stone for a liberty; without one, `group` holds the whole group.
    fn has_liberty(&mut self, start: usize) -> bool {
        let color = self.color(start);
        self.search = self.search.wrapping_add(1);
        self.group.clear();
        self.visit(start);
        let mut next = 0;
        while let Some(&index) = self.group.get(next) {
            next += 1;
            for neighbour in self.neighbours(index).into_iter().flatten() {
                match self.color(neighbour) {
                    None => return true,
                    found if found == color => self.visit(neighbour),
                    Some(_) => {}
                }
            }
        }
        false
    }

    fn visit(&mut self, index: usize) {
        if let Some(seen) = self.seen.get_mut(index)
            && *seen != self.search
        {
            *seen = self.search;
            self.group.push(index);
        }
    }
}

#[cfg(test)]
mod tests;
