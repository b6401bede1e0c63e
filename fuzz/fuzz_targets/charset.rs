//! The charset of a record of a detected format.

#![no_main]

use std::io::Cursor;

use ishi::source::{Source, SourceOptions};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut source) = Source::open(Cursor::new(bytes), SourceOptions::default()) else {
        return;
    };
    let mut text = 0;
    let mut end = 0;
    while let Ok(Some(unit)) = source.next_unit() {
        text += unit.text().len();
        // Units follow each other, inside the file.
        let (from, to) = (unit.byte_at(0), unit.byte_at(unit.text().len()));
        assert!(end <= from && from <= to && to <= bytes.len() as u64);
        end = to;
    }
    // One byte becomes at most one character, of up to three bytes in UTF-8.
    assert!(text <= 3 * bytes.len());
});
