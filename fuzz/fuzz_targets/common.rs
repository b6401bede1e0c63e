//! What holds for every record, whatever its bytes.

use std::io::Cursor;

use ishi::Format;
use ishi::convert::{Conversion, ConvertError, ConvertOptions, STALE};
use ishi::source::{Source, SourceOptions};

/// How many times as large as its source an output may be, with [`OVERHEAD`] bytes for each game on
/// top: the most is a node of one sign that becomes a diagram with a carrier.
const GROWTH: usize = 60;
const OVERHEAD: usize = 200;

/// Converts a record with the proof; none if the target cannot hold it, or if its carriers do not
/// belong to it.
fn convert(bytes: &[u8], from: Format, to: Format) -> Option<Vec<u8>> {
    let options = SourceOptions {
        format: Some(from),
        ..SourceOptions::default()
    };
    let mut source = Source::open(Cursor::new(bytes), options).ok()?;
    let options = ConvertOptions::new(to);
    let mut conversion = Conversion::new(&options);
    let done = conversion.collect(&mut source);
    let report = conversion.report();
    match done {
        Ok(output) => {
            let games = report.games.max(1);
            assert!(
                output.len() <= GROWTH * bytes.len() + games * OVERHEAD,
                "{} bytes became {} of {to}",
                bytes.len(),
                output.len()
            );
            (!report.findings.has(&STALE)).then_some(output)
        }
        Err(ConvertError::NoGame | ConvertError::Refused(_) | ConvertError::Source(_)) => None,
        Err(error) => panic!("{from} to {to}: {error}"),
    }
}

/// Converts a record to every format: what was written is read back the same, and written again in
/// the same bytes.
pub fn check(bytes: &[u8], from: Format) {
    for &to in Format::ALL {
        if let Some(written) = convert(bytes, from, to) {
            let again = convert(&written, to, to);
            assert_eq!(again.as_deref(), Some(written.as_slice()), "{from} to {to}");
        }
    }
}
