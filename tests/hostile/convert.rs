//! Conversion in memory.

use std::io::Cursor;

use ishi::Format;
use ishi::convert::{Conversion, ConvertError, ConvertOptions};
use ishi::source::{Source, SourceOptions};

/// Converts a record of a format, with the proof unless `verify` is false.
pub fn convert(
    bytes: &[u8],
    from: Option<Format>,
    to: Format,
    verify: bool,
) -> Result<Vec<u8>, ConvertError> {
    let options = SourceOptions {
        format: from,
        ..SourceOptions::default()
    };
    let mut source = Source::open(Cursor::new(bytes), options)?;
    let options = ConvertOptions {
        verify,
        ..ConvertOptions::new(to)
    };
    Conversion::new(&options).collect(&mut source)
}
