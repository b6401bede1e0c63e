//! The boundaries between the games of an output.

use super::ConvertError;
use crate::dispatch::{Splitter, has_game};
use crate::format::Format;
use crate::format::charset::Charset;
use crate::ishi;
use crate::record::{self, Text};

/// Checks that the games of an output come apart where they were put together.
pub(super) struct Boundaries {
    splitter: Splitter,
    pending: String,
    /// How many texts were put together.
    texts: usize,
    found: usize,
    /// Whether the last text was clean.
    after_clean: bool,
}

impl Boundaries {
    pub(super) fn new(to: Format) -> Self {
        Self {
            splitter: Splitter::new(to),
            pending: String::new(),
            texts: 0,
            found: 0,
            after_clean: false,
        }
    }

    /// Adds the text of games, with the line end before it. One text alone has no boundary. The splitter need not see a clean
    /// text; for a text after it that is not clean, the shortest game stands in its place.
    pub(super) fn push(&mut self, line_end: &str, text: &str, games: usize, is_clean: bool) {
        self.texts += 1;
        if is_clean && games > 0 && self.pending.is_empty() {
            self.found += games;
            self.after_clean = true;
            return;
        }
        if std::mem::take(&mut self.after_clean) {
            self.found -= 1;
            self.pending.push_str(match self.splitter {
                Splitter::Ishi(_) => "EVENT\r\n",
                Splitter::Bracketed(_) => "(;FF[4])\n",
            });
        }
        self.pending.push_str(line_end);
        self.pending.push_str(text);
        if self.texts > 1 {
            self.split(false);
        }
    }

    fn split(&mut self, at_end: bool) {
        while let Some(length) = self.splitter.next_unit(&self.pending, at_end) {
            let unit = self.pending.drain(..length.min(self.pending.len()));
            self.found += match self.splitter {
                Splitter::Ishi(_) => ishi::content::games(unit.as_str()).unwrap_or_else(|| {
                    let unit = unit.as_str().as_bytes();
                    record::read(&Text::new(Format::Ishi, Charset::Utf8, unit)).len()
                }),
                Splitter::Bracketed(_) => {
                    let is_game = !at_end || has_game(Format::Sgf, unit.as_str());
                    usize::from(is_game)
                }
            };
        }
    }

    pub(super) fn finish(&mut self, written: usize) -> Result<(), ConvertError> {
        if self.texts == 1 {
            return Ok(());
        }
        self.split(true);
        if self.found == written {
            return Ok(());
        }
        Err(ConvertError::Boundaries {
            written,
            found: self.found,
        })
    }
}

#[cfg(test)]
mod tests;
