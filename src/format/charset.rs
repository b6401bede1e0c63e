//! Charsets of records: bytes to text and back.

pub(crate) mod rules;

#[doc(inline)]
pub use ishi_charset::{
    Beginning, Charset, Detected, Detector, Doubt, Family, Note, TextDecoder, Unencodable,
    Unescaper,
};
pub(crate) use ishi_charset::{charset_labels, mask, unicode_sign};

use crate::diagnostic::Diagnostic;
use crate::format::Format;

impl From<Format> for Family {
    fn from(format: Format) -> Self {
        match format {
            Format::Ishi => Self::Ishi,
            Format::SmartGo => Self::SmartGo,
            Format::Sgf => Self::Sgf,
        }
    }
}

impl From<Note> for Diagnostic {
    fn from(note: Note) -> Self {
        let rule = match note.doubt {
            Doubt::Assumed => &rules::ASSUMED,
            Doubt::OtherThanNamed => &rules::IGNORED_CHARSET,
            Doubt::Uncertain => &rules::UNCERTAIN,
        };
        Self::new(rule, note.message).help(note.help)
    }
}
