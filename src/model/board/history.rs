//! The changes of a board, so that they can be undone: rectangles of cells with the same old stone.
//!
//! A node of a few bytes can change every point of a board. So a change is not one cell, but all neighbouring
//! cells that had the same stone or were empty.

use std::ops::Range;

use super::Cell;

/// Cells that were alike before they changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChangedCells {
    /// The first cell; the largest board has fewer than 3,000.
    pub from: u16,
    /// How many cells of each row.
    pub columns: u8,
    /// How many rows.
    pub rows: u8,
    /// The old cells.
    pub old: Cell,
}

/// All changes of a board, in their order.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    changes: Vec<ChangedCells>,
}

impl History {
    /// Returns how many changes there are.
    pub(super) fn len(&self) -> usize {
        self.changes.len()
    }

    /// Notes the equal old cells of a part of a row.
    pub(super) fn push(&mut self, index: usize, columns: usize, old: Cell) {
        let change = ChangedCells {
            from: u16::try_from(index).unwrap_or(u16::MAX),
            columns: u8::try_from(columns).unwrap_or(u8::MAX),
            rows: 1,
            old,
        };
        self.changes.push(change);
    }

    /// Joins the changes of a row to the equal changes of the row above. The changes of the row above start
    /// at `above`, the changes of the row at `row`; `stride` is the number of cells from one row to the next.
    /// Returns where the changes of the lower row start now.
    pub(super) fn join_rows(&mut self, above: usize, row: usize, stride: usize) -> usize {
        let Some((before, own)) = self.changes.split_at_mut_checked(row) else {
            return row;
        };
        let before = before.get_mut(above..).unwrap_or_default();
        let continues = |(before, own): (&ChangedCells, &ChangedCells)| {
            let next = usize::from(before.from) + usize::from(before.rows) * stride;
            next == usize::from(own.from) && before.columns == own.columns && before.old == own.old
        };
        if own.is_empty() || own.len() != before.len() || !before.iter().zip(&*own).all(continues) {
            return row;
        }
        for change in before {
            change.rows += 1;
        }
        self.changes.truncate(row);
        above
    }

    /// Takes the last change back, if there are more than `mark`.
    pub(super) fn pop(&mut self, mark: usize) -> Option<ChangedCells> {
        (self.changes.len() > mark).then(|| self.changes.pop())?
    }
}

impl ChangedCells {
    /// Returns the indexes of the cells of each row.
    pub(super) fn runs(self, stride: usize) -> impl Iterator<Item = Range<usize>> {
        let rows =
            (0..usize::from(self.rows)).map(move |row| usize::from(self.from) + row * stride);
        rows.map(move |first| first..first + usize::from(self.columns))
    }
}
