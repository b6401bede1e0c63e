//! Detail: what only one format states about a node, in that format's own words.

use std::borrow::Cow;

use super::fact::Fact;

/// Whose words an entry is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// A keyword line of the Ishi format, or a block of lines with LF between them.
    Ishi,
    /// A property of SGF `FF[4]`: `TE[2]`; an identifier without a value means that there is none.
    Sgf,
    /// A property of Smart-Go, or `header` and the text before the first parenthesis.
    SmartGo,
    /// A single fact about the record, or a text in its place that a later version may know.
    Fact,
}

impl Dialect {
    /// Returns the letter that comes before the entry in a carrier.
    pub fn letter(self) -> char {
        match self {
            Self::Ishi => 'I',
            Self::Sgf => 'S',
            Self::SmartGo => 'G',
            Self::Fact => 'F',
        }
    }

    /// Returns the dialect with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'I' => Some(Self::Ishi),
            'S' => Some(Self::Sgf),
            'G' => Some(Self::SmartGo),
            'F' => Some(Self::Fact),
            _ => None,
        }
    }
}

/// One entry of a node's detail.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry<'a> {
    /// Whose words these are.
    pub dialect: Dialect,
    /// The words.
    pub text: Cow<'a, str>,
}

impl<'a> Entry<'a> {
    /// Creates an entry.
    pub fn new(dialect: Dialect, text: impl Into<Cow<'a, str>>) -> Self {
        Self {
            dialect,
            text: text.into(),
        }
    }

    /// Returns the fact that the entry is, if it is one that is known.
    pub(crate) fn fact(&self) -> Option<Fact> {
        (self.dialect == Dialect::Fact)
            .then(|| self.text.parse().ok())
            .flatten()
    }

    /// Copies what is borrowed.
    pub fn into_owned(self) -> Entry<'static> {
        Entry {
            dialect: self.dialect,
            text: Cow::Owned(self.text.into_owned()),
        }
    }
}

impl From<Fact> for Entry<'_> {
    fn from(fact: Fact) -> Self {
        Self::new(Dialect::Fact, fact.to_string())
    }
}
