//! Reads the record on standard input and writes it as SGF; with an argument, converts it without the proof.

use std::error::Error;
use std::io::{self, Cursor, Read, Write};

use ishi::Format;
use ishi::convert::{Conversion, ConvertOptions};
use ishi::source::{Source, SourceOptions};

fn main() -> Result<(), Box<dyn Error>> {
    let mut record = Vec::new();
    io::stdin().read_to_end(&mut record)?;
    let result = if std::env::args().len() > 1 {
        let mut source = Source::open(Cursor::new(record), SourceOptions::default())?;
        let options = ConvertOptions {
            verify: false,
            ..ConvertOptions::new(Format::Sgf)
        };
        Conversion::new(&options).collect(&mut source)?
    } else {
        ishi::write(&ishi::read(&record)?.games, Format::Sgf)?
    };
    Ok(io::stdout().write_all(&result)?)
}
