//! The options that a manifest says results were made with.

use std::io::{Read, Seek};
use std::path::Path;

use ishi::Format;
use ishi::charset::Charset;
use ishi::convert::{Conversion, ConvertError, ConvertOptions, Report, Sink};
use ishi::source::{Source, SourceOptions};

use crate::cli::document;
use crate::cli::to::To;

/// The options that a manifest says results were made with.
pub struct Options {
    pub to: To,
    pub convert: ConvertOptions,
    from: Option<Format>,
    encoding: Option<Charset>,
}

impl Options {
    /// Reads the options of a line. Returns `None` for an option that this version does not know.
    pub fn parse(line: &str) -> Option<Self> {
        let mut options = Self {
            to: To::Format(Format::Sgf),
            convert: ConvertOptions::new(Format::Sgf),
            from: None,
            encoding: None,
        };
        for word in line.split(' ') {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let convert = &mut options.convert;
            match key {
                "to" => {
                    options.to = To::from_name(value)?;
                    if let To::Format(format) = options.to {
                        convert.to = format;
                    }
                }
                "from" => options.from = Some(Format::from_name(value)?),
                "encoding" => options.encoding = Some(Charset::from_label(value)?),
                "output-encoding" => convert.charset = Some(Charset::from_label(value)?),
                "game" => convert.game = Some(value.parse().ok()?),
                "plain" => convert.plain = true,
                "exact" => convert.exact = true,
                "strict" => convert.strict = true,
                "no-verify" => {}
                "skip-refused" => convert.skip_refused = true,
                "split" => convert.split = true,
                _ => return None,
            }
        }
        Some(options)
    }

    /// Converts a source with these options.
    pub fn write<R: Read + Seek>(
        &self,
        source: &mut Source<R>,
        sink: &mut Sink<'_>,
    ) -> Result<(), ConvertError> {
        match self.to {
            To::Format(_) => Conversion::new(&self.convert).run(source, sink),
            To::Json { positions } => document::write(
                source,
                positions,
                self.convert.game,
                &mut Report::default(),
                sink,
            ),
        }
    }

    /// Returns how a source is read with these options.
    pub fn source(&self, path: &Path) -> SourceOptions {
        SourceOptions {
            format: self.from,
            hint: Format::from_path(path),
            charset: self.encoding,
        }
    }
}
