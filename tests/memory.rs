//! How much memory a conversion takes at most, for any record: 40 MB, and 8 bytes for each byte that is read or
//! written. The allocator counts it.

#[path = "hostile/convert.rs"]
mod convert;
#[path = "hostile/traps.rs"]
mod traps;

use convert::convert;
use ishi::Format;
use peak_alloc::PeakAlloc;
use traps::{TRAPS, repeated};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// How many pieces the traps have.
const SIZE: usize = 10_000;

// The only test of this program: no other one takes memory meanwhile.
#[test]
fn no_conversion_takes_more_than_its_bound() {
    for (what, formats, trap) in TRAPS {
        let text = trap(SIZE);
        for from in *formats {
            for to in Format::ALL {
                takes_at_most_its_bound(what, &text, *from, *to);
            }
        }
    }
    // In Smart-Go, which has no rectangles, the canonical text of this one would have 43 MB.
    let piece = ";AB[aa:ss];AW[aa:ss];AE[aa:ss]";
    let boards = repeated("(;SZ[19]", piece, SIZE, ")");
    takes_at_most_its_bound("boards", &boards, Format::SmartGo, Format::Sgf);
}

fn takes_at_most_its_bound(what: &str, text: &str, from: Format, to: Format) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let written = convert(text.as_bytes(), Some(from), to, true);
    let peak = ALLOCATOR.peak_usage() - before;
    let written = written.map_or(0, |bytes| bytes.len());
    let bound = 40_000_000 + 8 * (text.len() + written);
    let kilobytes = text.len() / 1000;
    assert!(
        peak <= bound,
        "{what}, {from} to {to}: {peak} of {bound} bytes for {kilobytes} KB and {written} bytes written"
    );
}
