//! Records from files, as tests read and convert them.

use std::fs;
use std::io::Cursor;
use std::path::Path;

use ishi::convert::{Conversion, ConvertError, ConvertOptions, Report};
use ishi::model::Game;
use ishi::source::{Source, SourceError, SourceOptions};
use ishi::{Format, Games};

/// A record in memory.
#[derive(Debug, Clone)]
pub struct Record {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// The format that the name of the file suggests.
    pub hint: Option<Format>,
}

impl Record {
    /// Reads a file.
    pub fn from_file(path: &Path) -> Self {
        Self {
            bytes: fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())),
            hint: Format::from_path(path),
        }
    }

    /// Takes the result of a conversion.
    pub fn written(bytes: Vec<u8>, format: Format) -> Self {
        Self {
            bytes,
            hint: Some(format),
        }
    }

    /// Opens the record, its format told by its content, else by the name of its file.
    pub fn open(&self) -> Result<Source<Cursor<&[u8]>>, SourceError> {
        let options = SourceOptions {
            hint: self.hint,
            ..SourceOptions::default()
        };
        Source::open(Cursor::new(self.bytes.as_slice()), options)
    }

    /// Reads all games, with the texts that travel in them.
    pub fn games(&self) -> Result<Vec<Game<'static>>, SourceError> {
        Games::new(&mut self.open()?).with_carried().collect()
    }

    /// Converts the record, with the proof. The report tells how far it came.
    pub fn convert(&self, options: &ConvertOptions) -> (Result<Vec<u8>, ConvertError>, Report) {
        let mut conversion = Conversion::new(options);
        let result = self
            .open()
            .map_err(ConvertError::from)
            .and_then(|mut source| conversion.collect(&mut source));
        (result, conversion.into_report())
    }

    /// Converts the record with the default options.
    pub fn to(&self, format: Format) -> Result<Self, ConvertError> {
        let (result, _) = self.convert(&ConvertOptions::new(format));
        result.map(|bytes| Self::written(bytes, format))
    }
}
