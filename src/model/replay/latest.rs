//! Which move of the path is the latest with a number.

use std::collections::HashMap;

/// Numbers below this one, which nearly all moves have, are in a table of their own: to hash every
/// number took 29 % of the instructions of a replay.
const TABLE: u32 = 4096;

/// For each number the index of the latest move that has it.
#[derive(Debug, Clone, Default)]
pub(super) struct Latest {
    table: Vec<Option<u32>>,
    others: HashMap<u32, u32>,
}

impl Latest {
    /// Returns the index of the latest move with a number.
    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<u32> {
        if number < TABLE {
            self.table.get(number as usize).copied().flatten()
        } else {
            self.others.get(&number).copied()
        }
    }

    /// Sets or clears the index of the latest move with a number; returns the one before.
    pub(super) fn set(&mut self, number: u32, index: Option<u32>) -> Option<u32> {
        if number >= TABLE {
            return match index {
                Some(index) => self.others.insert(number, index),
                None => self.others.remove(&number),
            };
        }
        let place = number as usize;
        if place >= self.table.len() {
            self.table.resize(place + 1, None);
        }
        let entry = self.table.get_mut(place)?;
        std::mem::replace(entry, index)
    }
}
