//! The limit for everything that comes out of one input.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// The most that is taken from a pipe or a device, in bytes.
pub const LARGEST: u64 = 1 << 30;

/// How many times its size an input may expand to: game records are compressed to a tenth at best, a bomb
/// to a thousandth.
const EXPANSION: u64 = 200;

/// How much may come out of any input, however small it is, in bytes.
const FREE: u64 = 64 << 20;

/// How much may come out of any input, however large it is, in bytes.
const MOST: u64 = 4 << 30;

/// How much may still come out of an input.
#[derive(Debug, Clone)]
pub(super) struct Budget {
    left: Rc<Cell<u64>>,
}

impl Budget {
    /// Creates the budget of an input of `size` bytes.
    pub(super) fn new(size: u64) -> Self {
        let all = size.saturating_mul(EXPANSION).clamp(FREE, MOST);
        Self {
            left: Rc::new(Cell::new(all)),
        }
    }

    /// Subtracts bytes, and returns whether they were left.
    pub(super) fn spend(&self, bytes: u64) -> bool {
        let left = self.left.get().checked_sub(bytes);
        self.left.set(left.unwrap_or(0));
        left.is_some()
    }

    /// Subtracts the bytes of a reader from the budget.
    pub(super) fn limit<R: Read>(&self, reader: R) -> Limited<R> {
        Limited {
            reader,
            budget: self.clone(),
        }
    }
}

/// A reader that fails when its budget is spent.
pub(super) struct Limited<R> {
    pub(super) reader: R,
    budget: Budget,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        let is_left = self.budget.spend(count as u64);
        is_left.then_some(count).ok_or_else(too_much)
    }
}

/// Returns the error for an input that expands too far.
pub(super) fn too_much() -> io::Error {
    io::Error::other(format!(
        "more comes out of the archive than {} MB and {EXPANSION} times its size, or than {} GB",
        FREE >> 20,
        MOST >> 30
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_grows_with_the_input_between_two_limits() {
        for (size, expected) in [
            (0, FREE),
            (FREE / EXPANSION, FREE),
            (1 << 20, 200 << 20),
            (MOST / EXPANSION + 1, MOST),
            (u64::MAX, MOST),
        ] {
            assert_eq!(Budget::new(size).left.get(), expected, "{size}");
        }
    }

    #[test]
    fn readers_of_one_budget_spend_it_together() {
        let budget = Budget::new(0);
        budget.left.set(5);
        let mut buffer = [0; 3];
        let mut read = |bytes: &[u8]| budget.limit(bytes).read(&mut buffer);
        assert_eq!(read(b"abc").unwrap(), 3);
        assert_eq!(read(b"de").unwrap(), 2);
        let message =
            "more comes out of the archive than 64 MB and 200 times its size, or than 4 GB";
        assert_eq!(read(b"f").unwrap_err().to_string(), message);
        budget.left.set(1);
        let mut read = |bytes: &[u8]| budget.limit(bytes).read(&mut buffer);
        assert_eq!(read(b"gh").unwrap_err().to_string(), message);
        // Nothing is left for shorter ones.
        assert_eq!(read(b"i").unwrap_err().to_string(), message);
        assert_eq!(read(b"").unwrap(), 0);
    }
}
