//! Compares records by their meaning instead of their bytes.

use std::io::{Read, Seek};

use ishi::Games;
use ishi::compare::compare;
use ishi::source::Source;

/// Returns whether two records have games that mean the same, in the same order. The texts that travel in them count.
pub fn means_the_same<A: Read + Seek, B: Read + Seek>(
    a: &mut Source<A>,
    b: &mut Source<B>,
) -> bool {
    let (mut a, mut b) = (Games::new(a).with_carried(), Games::new(b).with_carried());
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(Ok(one)), Some(Ok(two))) if compare(&one, &two).count == 0 => {}
            _ => return false,
        }
        if a.difference_of_words(&b).is_some() {
            return false;
        }
    }
}
