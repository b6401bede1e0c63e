//! What changed on a board, so that it can be undone: rectangles of cells that were alike.
//!
//! A node of a few bytes can change every point of a board, so a change is not a cell but as many
//! cells as had the same stone, or none.

use super::Cell;

/// Cells that were alike before they changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Change {
    /// The first cell; the largest board has fewer than 3,000.
    pub from: u16,
    /// How many cells of each row.
    pub columns: u8,
    /// How many rows.
    pub rows: u8,
    /// What they were.
    pub old: Cell,
}

/// All changes of a board, in their order.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    changes: Vec<Change>,
}

impl History {
    /// Returns how many changes there are.
    pub(super) fn len(&self) -> usize {
        self.changes.len()
    }

    /// Notes what a cell was.
    pub(super) fn push(&mut self, index: usize, old: Cell) {
        let change = Change {
            from: u16::try_from(index).unwrap_or(u16::MAX),
            columns: 1,
            rows: 1,
            old,
        };
        self.changes.push(change);
    }

    /// Notes what a cell was, as a part of the last change if it is the next one of its row. `row` is
    /// the number of changes before the row.
    pub(super) fn push_in_row(&mut self, row: usize, index: usize, old: Cell) {
        let last = self.changes.get_mut(row..).and_then(<[_]>::last_mut);
        match last {
            Some(last) if last.end() == index && last.old == old => last.columns += 1,
            _ => self.push(index, old),
        }
    }

    /// Makes one of the changes of a row and those of the row above, if they are alike. The changes of
    /// the row above start at `above`, those of the row at `row`; `stride` is the number of cells from
    /// one row to the next. Returns where the changes of the lower row start now.
    pub(super) fn join_rows(&mut self, above: usize, row: usize, stride: usize) -> usize {
        let Some((before, own)) = self.changes.split_at_mut_checked(row) else {
            return row;
        };
        let before = before.get_mut(above..).unwrap_or_default();
        let continues = |(before, own): (&Change, &Change)| {
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
    pub(super) fn pop(&mut self, mark: usize) -> Option<Change> {
        (self.changes.len() > mark).then(|| self.changes.pop())?
    }
}

impl Change {
    /// The index after the last cell of the first row.
    fn end(self) -> usize {
        usize::from(self.from) + usize::from(self.columns)
    }

    /// Returns the indexes of the cells, row by row.
    pub(super) fn cells(self, stride: usize) -> impl Iterator<Item = usize> {
        let rows =
            (0..usize::from(self.rows)).map(move |row| usize::from(self.from) + row * stride);
        rows.flat_map(move |first| first..first + usize::from(self.columns))
    }
}
