//! Work and memory in proportion to the size of a record, as the allocator counts them: nothing
//! here looks at a clock.

#[path = "hostile/convert.rs"]
mod convert;

use std::alloc::System;
use std::sync::{Mutex, PoisonError};

use convert::convert;
use ishi::Format;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The counts are those of the whole program, so only one test counts at a time.
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

/// Checks that twice the input takes little more than twice the work.
fn is_linear(what: &str, mut run: impl FnMut(usize)) {
    let counts = [20_000, 40_000, 80_000].map(|size| allocated(|| run(size)));
    for pair in counts.windows(2) {
        if let [once, twice] = pair {
            assert!(*twice < once * 5 / 2, "{what}: {counts:?}");
        }
    }
}

/// A kind of record that lures a reader, by its size.
type Trap = (&'static str, fn(usize) -> String);

/// Returns a text made of a start, a piece many times, and an end.
fn repeated(start: &str, piece: &str, count: usize, end: &str) -> String {
    let mut text = String::with_capacity(start.len() + piece.len() * count + end.len());
    text.push_str(start);
    for _ in 0..count {
        text.push_str(piece);
    }
    text.push_str(end);
    text
}

#[test]
fn recovery_takes_no_more_than_in_proportion() {
    let traps: [Trap; 9] = [
        ("open brackets", |size| repeated("(;C", "[", size, "")),
        ("closing brackets", |size| repeated("(;C[", "]", size, "")),
        ("values that may go on", |size| {
            repeated("(;C[", "] ", size, "x")
        }),
        ("identifiers", |size| repeated("(;", "A", size, "")),
        ("parentheses", |size| repeated("", "(", size, ";")),
        ("closing parentheses", |size| repeated("(;", ")", size, "")),
        ("backslashes", |size| repeated("(;C[", "\\", size, "")),
        ("white space", |size| repeated("(;", "  \n", size, "")),
        ("rubbish", |size| repeated("(;", "?1", size, "")),
    ];
    for (what, trap) in traps {
        is_linear(what, |size| {
            let text = trap(size);
            for format in [Format::Sgf, Format::SmartGo] {
                let _ = convert(text.as_bytes(), Some(format), format, false);
            }
        });
    }
    let traps: [Trap; 8] = [
        ("open comments", |size| {
            repeated("EVENT\n", "COM\n", size, "")
        }),
        ("ends", |size| repeated("EVENT\n", "ENDVAR\n", size, "")),
        ("unknown words", |size| {
            repeated("EVENT\n", "WHAT\n", size, "")
        }),
        ("remarks", |size| repeated("EVENT\n", "REMARK\n", size, "")),
        ("sizes", |size| {
            repeated("EVENT\n", "BOARDSIZE 9\n", size, "")
        }),
        ("setups", |size| {
            repeated("EVENT\n", "SETUP B A1\n", size, "")
        }),
        ("diagrams", |size| {
            repeated("EVENT\n", "DIAGRAM\n", size, "")
        }),
        ("figures", |size| {
            repeated("EVENT\nB 1 A1\n", "DIAGRAM A1 B2\nHIDE A1\n", size, "")
        }),
    ];
    for (what, trap) in traps {
        is_linear(what, |size| {
            let _ = convert(
                trap(size).as_bytes(),
                Some(Format::Ishi),
                Format::Ishi,
                false,
            );
        });
    }
}
