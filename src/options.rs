//! Options of writing.

use crate::charset::Charset;

/// How a record is written.
#[derive(Debug, Clone, Copy, Default)]
pub struct WriteOptions {
    /// The charset of the output. `None` is the default of the format: UTF-8 for SGF, ASCII for Ishi and Smart-Go.
    pub charset: Option<Charset>,
    /// Whether SGF and Smart-Go keep data in its place that their rules forbid there, for example `TE[1]BM[1]`, so that
    /// an edit changes only its subject. SGF leaves out values of a wrong type in any case, for example `KM[six]`.
    pub as_read: bool,
}

impl WriteOptions {
    /// Returns the options for the canonical text of a game.
    pub(crate) fn canonical(charset: Charset) -> Self {
        Self {
            charset: Some(charset),
            as_read: false,
        }
    }
}
