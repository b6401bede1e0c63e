//! Work and memory in proportion to the size of a record, as the allocator counts them. No test here measures
//! time.

#[path = "hostile/convert.rs"]
mod convert;
#[path = "hostile/traps.rs"]
mod traps;

use std::alloc::System;
use std::io::Cursor;
use std::sync::{Mutex, PoisonError};

use convert::convert;
use ishi::Format;
use ishi::check::{Levels, check};
use ishi::source::{Source, SourceOptions};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use traps::TRAPS;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The counts belong to the whole program, so only one test counts at a time.
static ALONE: Mutex<()> = Mutex::new(());

/// Runs something and returns how many bytes it allocated in all, freed or not: a measure of work
/// and a bound of memory that no other program disturbs.
fn allocated(run: impl FnOnce()) -> usize {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let region = Region::new(ALLOCATOR);
    run();
    let stats = region.change();
    stats.bytes_allocated + usize::try_from(stats.bytes_reallocated).unwrap_or_default()
}

/// Runs a function and returns how many bytes its result still holds.
fn held<T>(run: impl FnOnce() -> T) -> usize {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let region = Region::new(ALLOCATOR);
    let made = run();
    let stats = region.change();
    drop(made);
    let net = i128::try_from(stats.bytes_allocated).unwrap_or_default()
        - i128::try_from(stats.bytes_deallocated).unwrap_or_default();
    usize::try_from(net).unwrap_or_default()
}

/// Checks that twice the input takes little more than twice the work.
fn is_linear(what: &str, run: impl FnMut(usize)) {
    grows(what, 250, run);
}

/// Checks that twice the input takes at most `percent` of the work.
fn grows(what: &str, percent: usize, mut run: impl FnMut(usize)) {
    let counts = [20_000, 40_000, 80_000].map(|size| allocated(|| run(size)));
    for pair in counts.windows(2) {
        if let [once, twice] = pair {
            assert!(twice * 100 < once * percent, "{what}: {counts:?}");
        }
    }
}

#[test]
fn recovery_takes_no_more_than_in_proportion() {
    for (what, formats, trap) in TRAPS {
        is_linear(what, |size| {
            let text = trap(size);
            for format in *formats {
                let _ = convert(text.as_bytes(), Some(*format), *format, false);
            }
        });
    }
}

#[test]
fn marks_of_a_whole_board_after_each_move_share_their_memory() {
    for mark in ["ALL", "#1-9999", "a@#1-9999", "#2-9999 b@Q4"] {
        let nodes = (0..1000).map(|number| {
            let column = char::from(b"ABCDEFGHJKLMNOPQRST"[number % 19]);
            let row = number / 19 % 19 + 1;
            format!("B {} {column}{row}\nMARK {mark}\n", number + 1)
        });
        let text = format!("EVENT\n{}", nodes.collect::<String>());
        let bytes = held(|| ishi::read(text.as_bytes()));
        assert!(
            bytes < 50 * text.len(),
            "{mark}: {bytes} for {}",
            text.len()
        );
    }
}

#[test]
fn events_that_share_a_unit_take_no_more_than_in_proportion() {
    for event in [
        // The remark waits for a move, so the next event does not start a unit.
        "EVENT a\nREMARK r\nWHITE y\n",
        "EVENT a\nUSER ishi 3 continues\nENDUSER\nB 1 C3\n",
    ] {
        // Much of the work for an event does not depend on the others and would hide more growth.
        grows(event, 205, |size| {
            let text = event.repeat(size / event.len());
            let _ = convert(text.as_bytes(), Some(Format::Ishi), Format::Sgf, false);
        });
    }
}

#[test]
fn further_events_take_no_more_than_in_proportion() {
    is_linear("further events, converted, back, and checked", |size| {
        let event = |number: usize| {
            let [a, b] =
                [number % 19, number / 19 % 19].map(|at| char::from(b"abcdefghijklmnopqrs"[at]));
            let comment = "a remark ".repeat(8);
            // Ishi has no private properties, so their words travel.
            format!("(;AB[{a}{b}]C[{comment}]XX[words {number}];W[cc];B[dd])")
        };
        let events: String = (0..size / 100).map(event).collect();
        let text = format!("(;FF[4]GM[1]SZ[19]{events})");
        let converted = convert(text.as_bytes(), None, Format::Ishi, true).expect("a record");
        for format in [Format::Sgf, Format::SmartGo] {
            convert(&converted, Some(Format::Ishi), format, true).expect("a record");
        }
        for record in [text.into_bytes(), converted] {
            let mut source =
                Source::open(Cursor::new(record), SourceOptions::default()).expect("a source");
            check(&mut source, &Levels::default()).expect("a report");
        }
    });
}
