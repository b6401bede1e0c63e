#[path = "hostile/convert.rs"]
mod convert;
use ishi::Format;
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use std::alloc::System;
#[global_allocator]
static A: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;
#[test]
fn zz() {
    for (d, f) in [
        ("read_ishi", Format::Ishi),
        ("read_sgf", Format::Sgf),
        ("read_smartgo", Format::SmartGo),
    ] {
        let mut rows = Vec::new();
        for e in std::fs::read_dir(format!("/tmp/fz/work/{d}")).unwrap() {
            let b = std::fs::read(e.unwrap().path()).unwrap();
            for &to in Format::ALL {
                let r = Region::new(A);
                let o = convert::convert(&b, Some(f), to, true);
                let w = r.change().bytes_allocated;
                let o = o.map_or(0, |o| o.len());
                rows.push((w, o, b.len(), to));
            }
        }
        let fixed = rows.iter().filter(|r| r.2 < 20).map(|r| r.0).max();
        let work = rows
            .iter()
            .max_by_key(|r| r.0.saturating_sub(1_500_000) / (r.2 + 1))
            .unwrap();
        let worst = rows
            .iter()
            .max_by_key(|r| r.1.saturating_sub(200) / (r.2 + 1))
            .unwrap();
        let most = rows.iter().map(|r| r.0).max();
        println!(
            "{d}: {} fixed {fixed:?} work {work:?} growth {worst:?} most {most:?}",
            rows.len()
        );
    }
}
