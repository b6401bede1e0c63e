//! Converts the record on standard input to SGF, without the proof.

use std::error::Error;
use std::io::{self, Cursor, Read, Write};

use ishi::Format;
use ishi::convert::{Conversion, ConvertOptions};
use ishi::source::{Source, SourceOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let mut record = Vec::new();
    io::stdin().read_to_end(&mut record)?;
    let mut source = Source::open(Cursor::new(record), SourceOptions::default())?;
    let options = ConvertOptions {
        verify: false,
        ..ConvertOptions::new(Format::Sgf)
    };
    let result = Conversion::new(&options).collect(&mut source)?;
    Ok(io::stdout().write_all(&result)?)
}
