//! Options of reading and writing.

use crate::charset::Charset;
use crate::format::Format;

/// How a record is read.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// The label of the charset that the record was decoded from, when it is to be remembered
    /// (an Ishi record that is not ASCII).
    pub charset: Option<String>,
    /// Whether the record is in Unicode, so that its writer had all letters.
    pub unicode: bool,
    /// Whether SGF has only the meaning that other programs see: repeated points and properties against
    /// `FF[4]` stay in the carrier.
    pub native: bool,
}

impl ReadOptions {
    /// Returns how a record in a charset is read: an Ishi record remembers its charset.
    pub(crate) fn of(format: Format, charset: Charset) -> Self {
        let remembered = match charset {
            Charset::Ascii => None,
            // Ishi has no diagnostic where a byte is not a character, or the start of one.
            Charset::Utf16Le | Charset::Utf16Be => Some(Charset::Utf8),
            other => Some(other),
        };
        Self {
            charset: remembered
                .filter(|_| format == Format::Ishi)
                .map(Charset::label),
            unicode: matches!(charset, Charset::Utf8 | Charset::Utf16Le | Charset::Utf16Be),
            native: false,
        }
    }
}

/// How a record is written.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// Whether to leave out carriers, and write only native data.
    pub plain: bool,
    /// The charset of the output. `None` is the default of the format: UTF-8 for SGF; for Ishi the charset
    /// that the record remembers, otherwise ASCII; ASCII for Smart-Go.
    pub charset: Option<Charset>,
    /// Whether other games come before this one in the same file. Only the first event of an Ishi
    /// file can do without its EVENT line.
    pub follows: bool,
    /// Whether SGF repeats in place the data that violates the rules about node types, instead of carrying
    /// it, so that an edit changes only its subject.
    pub as_read: bool,
}
