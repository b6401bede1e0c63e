//! The comparison of two records: a record equals itself, and both directions find the same number of
//! differences.

#![no_main]

use ishi::compare::{Scope, compare};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|pair: (&[u8], &[u8])| {
    let (Ok(first), Ok(second)) = (ishi::read(pair.0), ishi::read(pair.1)) else {
        return;
    };
    for game in first.games.iter().chain(&second.games) {
        assert!(compare(game, game, Scope::Whole).is_same());
    }
    for (a, b) in first.games.iter().zip(&second.games) {
        for scope in [Scope::Whole, Scope::Shared] {
            assert_eq!(compare(a, b, scope).count, compare(b, a, scope).count);
        }
    }
});
