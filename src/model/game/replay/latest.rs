//! Which move of the path is the latest with a number.

use foldhash::HashMap;

/// So many numbers from the first one on, which nearly all moves have, are in a table of their own: to hash
/// every number took 29 % of the instructions of a replay.
const TABLE: u32 = 4096;

/// For each number the index of the latest move that has it.
#[derive(Debug, Clone, Default)]
pub(super) struct Latest {
    /// The number of the first entry of the table.
    first: u32,
    table: Vec<Option<u32>>,
    others: HashMap<u32, u32>,
}

impl Latest {
    /// Creates the table for moves that are numbered from `first` on.
    pub(super) fn from(first: u32) -> Self {
        Self {
            first,
            ..Self::default()
        }
    }

    /// Returns the index of the latest move with a number.
    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<u32> {
        match self.place(number) {
            Some(place) => self.table.get(place).copied().flatten(),
            None => self.others.get(&number).copied(),
        }
    }

    /// Sets or clears the index of the latest move with a number; returns the one before.
    #[inline]
    pub(super) fn set(&mut self, number: u32, index: Option<u32>) -> Option<u32> {
        let Some(place) = self.place(number) else {
            return self.set_other(number, index);
        };
        if let Some(entry) = self.table.get_mut(place) {
            return std::mem::replace(entry, index);
        }
        if place > self.table.len() {
            self.table.resize(place, None);
        }
        self.table.push(index);
        None
    }

    #[cold]
    fn set_other(&mut self, number: u32, index: Option<u32>) -> Option<u32> {
        match index {
            Some(index) => self.others.insert(number, index),
            None => self.others.remove(&number),
        }
    }

    /// Returns the place of a number in the table, if it has one.
    #[inline]
    fn place(&self, number: u32) -> Option<usize> {
        let place = number.checked_sub(self.first)?;
        (place < TABLE).then_some(place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_means_its_latest_move_until_it_is_taken_back() {
        let mut latest = Latest::from(10);
        for number in [10, 11, 4105, 4106, 9, 0, u32::MAX] {
            assert_eq!(latest.get(number), None, "{number}");
            assert_eq!(latest.set(number, Some(1)), None, "{number}");
            assert_eq!(latest.set(number, Some(2)), Some(1), "{number}");
            assert_eq!(latest.get(number), Some(2), "{number}");
            assert_eq!(latest.set(number, Some(1)), Some(2), "{number}");
            assert_eq!(latest.set(number, None), Some(1), "{number}");
            assert_eq!(latest.get(number), None, "{number}");
        }
        assert_eq!((latest.table.len(), latest.others.len()), (4096, 0));
        // Numbers below the first one and far above it are not in the table.
        for number in [9, 10, 4105, 4106] {
            latest.set(number, Some(number));
        }
        assert_eq!((latest.table.len(), latest.others.len()), (4096, 2));
    }

    #[test]
    fn a_number_after_a_gap_leaves_the_gap_empty() {
        let mut latest = Latest::default();
        assert_eq!(latest.set(5, Some(7)), None);
        let found: Vec<_> = (0..8).map(|number| latest.get(number)).collect();
        let five = [None, None, None, None, None, Some(7), None, None];
        assert_eq!(found, five);
    }
}
