//! Conversions of one record, judged by the oracle: to another format, and on the way home.
//!
//! Unit tests, integration tests and fuzz targets have this module; `library` is their name of `ishi`.

use std::io::Cursor;

use super::library::Format;
use super::library::charset::Charset;
use super::library::convert::{Conversion, ConvertError, ConvertOptions};
use super::library::diagnostic::Severity;
use super::library::source::{Source, SourceOptions};
use ishi_oracle::{Fate, Record, Verdict, judge};

/// A record that was converted.
pub struct Converted {
    pub from: Format,
    pub to: Format,
    /// The label of the charset of the source.
    pub charset: String,
    pub result: Vec<u8>,
    /// The label of the charset of the result.
    pub written: String,
    /// The games that the target cannot hold, from 1.
    refused: Vec<usize>,
    /// The games with errors, from 1; `None` if not all errors are known.
    damaged: Option<Vec<usize>>,
}

impl Converted {
    /// Converts a record without the proof.
    pub fn new(bytes: &[u8], source: SourceOptions, to: Format) -> Result<Self, ConvertError> {
        let mut source = Source::open(Cursor::new(bytes), source)?;
        let options = ConvertOptions {
            verify: false,
            skip_refused: true,
            ..ConvertOptions::new(to)
        };
        let mut conversion = Conversion::new(&options);
        let result = conversion.collect(&mut source)?;
        let written = conversion.charset().label();
        let report = conversion.report();
        let errors = report.findings.kept().iter();
        let errors = errors.filter(|found| found.diagnostic.severity == Severity::Error);
        let damaged: Vec<_> = errors.map(|found| found.game).collect();
        let is_known = damaged.len() == report.findings.count(Severity::Error);
        let damaged: Option<Vec<usize>> = damaged.into_iter().collect();
        Ok(Self {
            from: source.format(),
            to,
            charset: source.charset().label(),
            written,
            refused: report.refused.iter().map(|refused| refused.game).collect(),
            damaged: damaged.filter(|_| is_known),
            result,
        })
    }

    /// Compares the source with the result.
    pub fn verdict(&self, source: &[u8]) -> Verdict {
        let result = record(&self.result, self.to, &self.written);
        judge(record(source, self.from, &self.charset), result, &|game| {
            self.fate(game)
        })
    }

    /// Converts the result back and compares the source with it. Returns `None` if a format cannot hold some
    /// of its games.
    pub fn home(&self, source: &[u8]) -> Result<Option<Verdict>, ConvertError> {
        if !self.refused.is_empty() {
            return Ok(None);
        }
        let options = SourceOptions {
            format: Some(self.to),
            charset: Charset::from_label(&self.written),
            ..SourceOptions::default()
        };
        let back = match Self::new(&self.result, options, self.from) {
            Err(ConvertError::Refused(_)) => return Ok(None),
            back => back?,
        };
        let home = record(&back.result, self.from, &back.written);
        let source = record(source, self.from, &self.charset);
        Ok(Some(judge(source, home, &|game| self.fate(game))))
    }

    fn fate(&self, game: usize) -> Fate {
        if self.refused.contains(&game) {
            Fate::LeftOut
        } else if self
            .damaged
            .as_ref()
            .is_none_or(|games| games.contains(&game))
        {
            Fate::Damaged
        } else {
            Fate::Whole
        }
    }
}

fn record<'r>(bytes: &'r [u8], format: Format, charset: &'r str) -> Record<'r> {
    let format = match format {
        Format::Ishi => ishi_oracle::Format::Ishi,
        Format::SmartGo => ishi_oracle::Format::SmartGo,
        Format::Sgf => ishi_oracle::Format::Sgf,
    };
    Record {
        bytes,
        format,
        charset,
    }
}
