//! The one place that knows which reader, writer and splitter belong to which format.

use super::Format;
use crate::diagnostic::Diagnostics;
use crate::model::Game;
use crate::options::{ReadOptions, WriteOptions};
use crate::outcome::Outcomes;
use crate::refusal::Refusal;

/// Finds where games end in the text of a record.
pub(crate) enum Splitter {
    Whole,
}

impl Splitter {
    pub(crate) fn new(_format: Format) -> Self {
        Self::Whole
    }

    /// Returns the length of the first game in `text`, none if it is not complete (and more text
    /// may come) or if there is none.
    pub(crate) fn next_unit(&mut self, text: &str, at_end: bool) -> Option<usize> {
        (at_end && !text.trim().is_empty()).then_some(text.len())
    }
}

/// Reads the games of one unit.
pub(crate) fn read<'a>(
    _format: Format,
    _text: &'a str,
    _options: &ReadOptions,
    _log: &mut Diagnostics,
) -> Vec<Game<'a>> {
    vec![Game::new()]
}

/// Writes one game.
pub(crate) fn write(
    _format: Format,
    _game: &Game<'_>,
    _options: &WriteOptions,
    _out: &mut String,
    _outcomes: &mut Outcomes,
) -> Result<(), Refusal> {
    Ok(())
}

/// Returns the first difference between two games: the number of its node, and what differs.
pub(crate) fn difference(_a: &Game<'_>, _b: &Game<'_>) -> Option<(Option<usize>, String)> {
    None
}
