//! The witness: what an independent reader says about source and result.

use std::io::{Read, Seek};

use super::{Conversion, ConvertError};
use crate::charset::Charset;
use crate::format::Format;
use crate::source::{Source, SourceError};
use crate::witness::{Exhibit, Testimony, testify};

impl Conversion<'_> {
    /// Has the witness compare the source with the output.
    ///
    /// # Errors
    ///
    /// [`ConvertError::Contradicted`] names what differs.
    pub(super) fn hear<R: Read + Seek>(
        &mut self,
        source: &mut Source<R>,
    ) -> Result<(), ConvertError> {
        let (from, to) = (source.format(), self.options.to);
        let bytes = source.all_bytes().map_err(SourceError::Io)?;
        let written = match to {
            Format::Sgf => self.options.charset.unwrap_or(Charset::Utf8),
            Format::Ishi | Format::SmartGo => self.charset(),
        };
        let first = Exhibit {
            bytes: &bytes,
            format: from,
            charset: &source.charset().label(),
            given: source.is_given(),
        };
        let second = Exhibit {
            bytes: &self.output,
            format: to,
            charset: &written.label(),
            given: false,
        };
        let refused = &self.report.refused;
        let left_out = |number| {
            self.options.game.is_some_and(|wanted| wanted != number)
                || refused.iter().any(|refused| refused.game == number)
        };
        let testimony = if source.has_several_charsets() {
            Testimony::abstaining("games in several charsets")
        } else {
            testify(first, second, &left_out)
        };
        let contradiction = testimony.disagreements.first().map(ToString::to_string);
        self.report.testimony = Some(testimony);
        match contradiction {
            None => Ok(()),
            Some(difference) => Err(ConvertError::Contradicted { difference }),
        }
    }
}
