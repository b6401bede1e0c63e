//! Compares records by their meaning instead of their bytes.

use std::io::{Read, Seek};

use ishi::Games;
use ishi::compare::{Scope, compare};
use ishi::source::Source;

/// Returns whether two records have games that mean the same, in the same order.
pub fn means_the_same<A: Read + Seek, B: Read + Seek>(
    a: &mut Source<A>,
    b: &mut Source<B>,
    scope: Scope,
) -> bool {
    let (mut a, mut b) = (Games::new(a), Games::new(b));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(Ok(a)), Some(Ok(b))) if compare(&a, &b, scope).count == 0 => {}
            _ => return false,
        }
    }
}
