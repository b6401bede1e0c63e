//! Limits for what comes out of an archive.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// The largest member of an archive, and the most that is taken from a pipe or a device, in bytes.
pub const LARGEST: u64 = 1 << 30;

/// How many times its size something may expand to: game records are compressed to a tenth at best,
/// a bomb to a thousandth.
const EXPANSION: u64 = 200;

/// What may come out of anything, however small it is: one block of a disk may hold a record.
const FREE: u64 = 64 * 1024;

/// How much may still come out of an archive, or of a member.
#[derive(Debug)]
pub(super) struct Budget {
    left: u64,
}

impl Budget {
    /// Creates the budget of what is limited in another way.
    pub(super) fn none() -> Self {
        Self { left: u64::MAX }
    }

    /// Creates the budget for so many compressed bytes.
    pub(super) fn new(compressed: u64) -> Self {
        Self {
            left: FREE.max(compressed.saturating_mul(EXPANSION)),
        }
    }

    /// Limits what comes out of one member of so many compressed bytes.
    pub(super) fn limit<R: Read>(&self, compressed: u64, reader: R) -> Limited<R> {
        let left = Self::new(compressed).left.min(self.left).min(LARGEST);
        Limited {
            reader,
            left,
            first: left,
        }
    }

    /// Takes off what came out.
    pub(super) fn spend<R>(&mut self, limited: &Limited<R>) {
        self.left -= limited.first.saturating_sub(limited.left).min(self.left);
    }
}

/// A reader that fails when too much comes out of it.
pub(super) struct Limited<R> {
    reader: R,
    left: u64,
    first: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        let Some(left) = self.left.checked_sub(count as u64) else {
            self.left = 0;
            return Err(too_much());
        };
        self.left = left;
        Ok(count)
    }
}

/// A reader that counts what is read from it.
pub(super) struct Counted<R> {
    reader: R,
    count: Rc<Cell<u64>>,
}

impl<R: Read> Counted<R> {
    pub(super) fn new(reader: R) -> (Self, Rc<Cell<u64>>) {
        let count = Rc::new(Cell::new(0));
        let counted = Self {
            reader,
            count: Rc::clone(&count),
        };
        (counted, count)
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.count.set(self.count.get() + count as u64);
        Ok(count)
    }
}

/// A reader that fails when more comes out of it than could be in what has gone in.
pub(super) struct Expanding<R> {
    reader: R,
    taken: Rc<Cell<u64>>,
    given: u64,
}

impl<R: Read> Expanding<R> {
    /// Creates a reader of what another one unpacks from the bytes that `taken` counts.
    pub(super) fn new(reader: R, taken: Rc<Cell<u64>>) -> Self {
        Self {
            reader,
            taken,
            given: 0,
        }
    }
}

impl<R: Read> Read for Expanding<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.given += count as u64;
        if self.given > Budget::new(self.taken.get()).left {
            return Err(too_much());
        }
        Ok(count)
    }
}

/// Returns the error for what expands too far.
pub(super) fn too_much() -> io::Error {
    io::Error::other(format!(
        "it expands to more than 1 GB or {EXPANSION} times its size, which no game record does"
    ))
}
