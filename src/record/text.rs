//! The text of a record: its bytes, and how they are read.

use std::borrow::Cow;
use std::io::Cursor;

use crate::edit::Change;
use crate::format::Format;
use crate::format::charset::Charset;
use crate::source::{Source, SourceOptions, Unit};

/// The bytes of a record, and how they are read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Text<'u> {
    /// The format.
    pub format: Format,
    /// The charset.
    pub charset: Charset,
    /// Whether a byte order mark comes before the bytes.
    pub mark: bool,
    /// The bytes, without the byte order mark.
    pub bytes: Cow<'u, [u8]>,
}

impl<'u> Text<'u> {
    /// Returns the text of a unit, which was read with its bytes.
    pub fn of_unit(format: Format, unit: &'u Unit) -> Self {
        Self {
            format,
            charset: unit.charset(),
            mark: unit.is_marked(),
            bytes: Cow::Borrowed(unit.bytes()),
        }
    }

    /// Creates a text without a byte order mark.
    pub fn new(format: Format, charset: Charset, bytes: impl Into<Cow<'u, [u8]>>) -> Self {
        Self {
            format,
            charset,
            mark: false,
            bytes: bytes.into(),
        }
    }

    /// Decodes the text.
    pub fn decoded(&self) -> Decoded<'_> {
        let mut decoded = Decoded {
            of: self,
            text: Cow::Borrowed(""),
            units: Vec::new(),
            starts: Vec::new(),
        };
        if let Some(text) = self.as_str() {
            decoded.text = Cow::Borrowed(text);
            return decoded;
        }
        let options = SourceOptions {
            format: Some(self.format),
            charset: Some(self.charset),
            ..SourceOptions::default()
        };
        let Ok(mut source) = Source::open(Cursor::new(&self.bytes), options) else {
            return decoded;
        };
        let mut end = 0;
        while let Ok(Some(unit)) = source.next_unit() {
            decoded.starts.push(end);
            end += unit.text().len();
            decoded.units.push(unit);
        }
        if decoded.units.len() > 1 {
            decoded.text = decoded.units.iter().map(Unit::text).collect();
        }
        decoded
    }

    /// Returns the bytes as text, if each character of the text has the same bytes.
    pub fn as_str(&self) -> Option<&str> {
        let is_same = match self.charset {
            Charset::Ascii => self.bytes.is_ascii(),
            Charset::Utf8 => !self.bytes.starts_with("\u{FEFF}".as_bytes()),
            _ => false,
        };
        str::from_utf8(&self.bytes).ok().filter(|_| is_same)
    }

    /// Returns the text with changes of its characters, if the charset has all letters of the changes.
    pub fn changed<'c>(
        &self,
        decoded: &Decoded<'_>,
        changes: impl IntoIterator<Item = &'c Change, IntoIter: Clone>,
    ) -> Option<Text<'static>> {
        let changes = changes.into_iter();
        let new: usize = changes.clone().map(|change| change.text.len()).sum();
        let removed =
            |change: &Change| decoded.byte_at(change.span.end) - decoded.byte_at(change.span.start);
        let removed: usize = changes.clone().map(removed).sum();
        let mut bytes = Vec::with_capacity((self.bytes.len() + new).saturating_sub(removed));
        let mut end = 0;
        for change in changes {
            bytes.extend_from_slice(self.bytes.get(end..decoded.byte_at(change.span.start))?);
            bytes.extend(self.charset.encode(&change.text).ok()?);
            end = decoded.byte_at(change.span.end);
        }
        bytes.extend_from_slice(self.bytes.get(end..)?);
        Some(self.with_bytes(bytes))
    }

    /// Returns the text with other bytes.
    pub fn with_bytes(&self, bytes: Vec<u8>) -> Text<'static> {
        Text {
            bytes: Cow::Owned(bytes),
            ..*self
        }
    }

    /// Returns the text with bytes that it owns.
    pub fn into_owned(self) -> Text<'static> {
        Text {
            bytes: Cow::Owned(self.bytes.into_owned()),
            ..self
        }
    }
}

/// A text that was decoded. It knows where its characters are in the bytes.
#[derive(Debug)]
pub(crate) struct Decoded<'t> {
    /// The text with its bytes.
    pub of: &'t Text<'t>,
    /// The text, unless it is that of a single unit.
    text: Cow<'t, str>,
    /// The units that were decoded; empty if each character has the same bytes in the text.
    units: Vec<Unit>,
    /// Where each unit starts in the text.
    starts: Vec<usize>,
}

impl Decoded<'_> {
    /// Returns the characters.
    pub fn text(&self) -> &str {
        match self.units.as_slice() {
            [unit] => unit.text(),
            _ => &self.text,
        }
    }

    /// Returns the offset in the bytes of an offset in the text.
    pub fn byte_at(&self, offset: usize) -> usize {
        if self.units.is_empty() {
            return offset;
        }
        let number = self.starts.partition_point(|start| *start <= offset);
        let number = number.saturating_sub(1);
        let unit = self.units.get(number).zip(self.starts.get(number));
        let byte = unit.map_or(0, |(unit, start)| unit.byte_at(offset - start));
        usize::try_from(byte).unwrap_or(usize::MAX)
    }
}

/// Returns a text with LF in place of CR LF.
pub(crate) fn with_line_feeds(text: &str) -> Cow<'_, str> {
    let mut parts = text.split('\r');
    let mut with = Cow::Borrowed(parts.next().unwrap_or(""));
    for part in parts {
        let end = if part.starts_with('\n') { "" } else { "\r" };
        with.to_mut().extend([end, part]);
    }
    with
}
