//! Laws for every record, also for random bytes.

use std::alloc::System;
use std::io::Cursor;

use ishi as library;
use ishi::Format;
use ishi::charset::Charset;
use ishi::convert::rules::STALE;
use ishi::convert::{Conversion, ConvertError, ConvertOptions};
use ishi::diagnostic::Severity;
use ishi::source::{Source, SourceOptions};
use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};

#[path = "../../tests/judge/mod.rs"]
mod judge;

#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How many times as large as its source an output may be, with [`OVERHEAD`] bytes for each game on
/// top: the most is a node of one sign that becomes a diagram with a carrier.
const GROWTH: usize = 60;
const OVERHEAD: usize = 200;

/// How many bytes an output may have on top for each rectangle of its source. A rectangle names up to 52 by 52
/// points, and Ishi and Smart-Go name each: the most is 20 bytes a point, for marks of another kind with their carrier.
const RECTANGLE: usize = 52 * 52 * 24;

/// How many bytes a conversion with its proof may allocate in all, freed or not, for each byte of
/// the source, and in any case: a bound of memory, and a measure of time that no other program
/// disturbs.
const WORK: usize = 20_000;
const ALWAYS: usize = 4 << 20;

/// A record that was converted with the proof.
struct Written {
    output: Vec<u8>,
    charset: Charset,
    /// Whether the source has no mistakes and doubts.
    is_clean: bool,
}

/// Converts a record with the proof. Returns `None` if the target cannot hold it, or if its carriers are
/// foreign or damaged.
fn convert(bytes: &[u8], from: Format, charset: Option<Charset>, to: Format) -> Option<Written> {
    let region = Region::new(ALLOCATOR);
    let source = SourceOptions {
        format: Some(from),
        charset,
        ..SourceOptions::default()
    };
    let mut source = Source::open(Cursor::new(bytes), source).ok()?;
    let options = ConvertOptions::new(to);
    let mut conversion = Conversion::new(&options);
    let done = conversion.collect(&mut source);
    let work = region.change().bytes_allocated;
    assert!(
        work <= WORK * bytes.len() + ALWAYS,
        "{} bytes to {to} took {work}",
        bytes.len()
    );
    let report = conversion.report();
    match done {
        Ok(output) => {
            let games = report.games.max(1);
            let rectangles = bytes.iter().filter(|&&byte| byte == b':').count();
            assert!(
                output.len() <= GROWTH * bytes.len() + games * OVERHEAD + rectangles * RECTANGLE,
                "{} bytes became {} of {to}",
                bytes.len(),
                output.len()
            );
            let is_stale = report.findings.has(&STALE);
            assert!(
                !is_stale || may_carry(bytes),
                "{from} to {to}: a carrier was found in a record without one"
            );
            (!is_stale).then(|| Written {
                is_clean: report.findings.count(Severity::Warning) == 0,
                charset: conversion.charset(),
                output,
            })
        }
        Err(ConvertError::NoGame | ConvertError::Refused(_) | ConvertError::Source(_)) => None,
        Err(error) => panic!("{from} to {to}: {error}"),
    }
}

/// Returns whether a record can have a carrier, of any version. In UTF-16 a zero follows or precedes each letter.
fn may_carry(bytes: &[u8]) -> bool {
    let letters: Vec<u8> = bytes.iter().copied().filter(|byte| *byte != 0).collect();
    letters.windows(4).any(|word| word == b"ishi")
}

/// Converts a record to every format. The result is read back the same, and written again with the same
/// bytes, unless a text came back from a carrier.
pub fn check(bytes: &[u8], from: Format) {
    for &to in Format::ALL {
        let Some(written) = convert(bytes, from, None, to) else {
            continue;
        };
        let (charset, is_clean, written) = (written.charset, written.is_clean, written.output);
        // A result from an old charset is in this charset too. Its text is then read by a new guess, and
        // damaged text can change the guess.
        let old = !matches!(charset, Charset::Ascii | Charset::Utf8);
        let again = convert(&written, to, old.then_some(charset), to);
        let again = again.as_ref().map(|again| again.output.as_slice());
        // A text that travelled comes back as it was, for example with small keywords.
        if !may_carry(bytes) {
            assert_eq!(again, Some(written.as_slice()), "{from} to {to}");
        }
        if is_clean {
            agree(bytes, from, to);
        }
    }
}

/// Lets the oracle compare a correct record with its result, and with the record on the way home.
fn agree(bytes: &[u8], from: Format, to: Format) {
    let options = SourceOptions {
        format: Some(from),
        ..SourceOptions::default()
    };
    let Ok(converted) = judge::Converted::new(bytes, options, to) else {
        return;
    };
    let home = converted.home(bytes).expect("a result that is a record");
    for verdict in [Some(converted.verdict(bytes)), home].into_iter().flatten() {
        assert_eq!(verdict.disagreements, [], "{from} to {to}");
    }
}
