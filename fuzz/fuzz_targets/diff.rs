//! The comparison of two records: a record equals itself, and both directions find the same number of
//! differences.

#![no_main]

use ishi::compare::compare;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|pair: (&[u8], &[u8])| {
    let (Ok(first), Ok(second)) = (ishi::read(pair.0), ishi::read(pair.1)) else {
        return;
    };
    for game in first.games.iter().chain(&second.games) {
        assert!(compare(game, game).is_same());
    }
    for (a, b) in first.games.iter().zip(&second.games) {
        assert_eq!(compare(a, b).count, compare(b, a).count);
    }
});
