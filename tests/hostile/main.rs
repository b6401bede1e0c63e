//! Hostile records: huge, broken or absurd ones neither stop the program nor make it do more than
//! in proportion to their size.
//!
//! Work and memory are counted by the allocator; nothing here looks at a clock.

mod budget;
mod bytes;
mod large;

use std::io::Cursor;

use ishi::Format;
use ishi::convert::{Conversion, ConvertError, ConvertOptions};
use ishi::source::{Source, SourceOptions};

/// Converts a record of a format, with the proof unless `verify` is false.
fn convert(
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
    let mut output = Vec::new();
    Conversion::new(&options).run(&mut source, &mut |_, game| {
        output.extend_from_slice(game);
        Ok(())
    })?;
    Ok(output)
}

/// Converts a record to all formats; whatever happens must be one of the errors that it may be.
fn survives(bytes: &[u8], from: Option<Format>) {
    for &to in Format::ALL {
        match convert(bytes, from, to, true) {
            Ok(_)
            | Err(ConvertError::NoGame | ConvertError::Refused(_) | ConvertError::Source(_)) => {}
            Err(error) => {
                let shown = String::from_utf8_lossy(bytes.get(..200).unwrap_or(bytes));
                panic!("{from:?} to {to}: {error}\n{shown:?}");
            }
        }
    }
}
