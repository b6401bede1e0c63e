//! Work and memory in proportion to the size of a record, as the allocator counts them: nothing
//! here looks at a clock.

#[path = "hostile/convert.rs"]
mod convert;
#[path = "hostile/traps.rs"]
mod traps;

use std::alloc::System;
use std::sync::{Mutex, PoisonError};

use convert::convert;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use traps::TRAPS;

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
