//! Compares records by their meaning instead of their bytes.

use std::io::{Read, Seek};

use ishi::Games;
use ishi::compare::{Comparison, compare};
use ishi::model::Game;
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
            (Some(Ok(one)), Some(Ok(two))) if compared((&a, &one), (&b, &two)).is_same() => {}
            _ => return false,
        }
    }
}

/// Compares the games that two readers gave out last, and if these are the same the words of their texts.
pub fn compared<A: Read + Seek, B>(
    (a, one): (&Games<'_, A>, &Game<'_>),
    (b, two): (&Games<'_, B>, &Game<'_>),
) -> Comparison {
    let mut compared = compare(one, two);
    if compared.is_same() {
        compared.differences.extend(a.difference_of_words(b));
        compared.count = compared.differences.len();
    }
    compared
}
