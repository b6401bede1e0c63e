//! Charsets of records.

/// A charset that text is decoded from or encoded in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Charset {
    /// The 128 characters of ASCII.
    Ascii,
    /// UTF-8.
    Utf8,
}

impl Charset {
    /// Returns the charset that a label names, whatever its case.
    pub fn from_label(label: &str) -> Option<Self> {
        match label.to_ascii_lowercase().as_str() {
            "ascii" | "us-ascii" => Some(Self::Ascii),
            "utf-8" | "utf8" => Some(Self::Utf8),
            _ => None,
        }
    }

    /// Returns whether the charset has this character.
    pub fn can_encode(self, c: char) -> bool {
        match self {
            Self::Ascii => c.is_ascii(),
            Self::Utf8 => true,
        }
    }
}
