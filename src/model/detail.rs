//! Detail: what only one format says about a node, in that format's own words.

use std::borrow::Cow;

/// Whose words an entry is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// A keyword line of the Ishi format, or a block of lines with LF between them.
    Ishi,
    /// A property of SGF `FF[4]`: `TE[2]`; an identifier without a value says that there is none.
    Sgf,
    /// A property of Smart-Go, or `header` and the text before the first parenthesis.
    SmartGo,
    /// A single fact: a word, possibly with an argument.
    Flag,
}

impl Dialect {
    /// Returns the letter that stands before the entry in a carrier.
    pub fn letter(self) -> char {
        match self {
            Self::Ishi => 'I',
            Self::Sgf => 'S',
            Self::SmartGo => 'G',
            Self::Flag => 'F',
        }
    }

    /// Returns the dialect with this letter.
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'I' => Some(Self::Ishi),
            'S' => Some(Self::Sgf),
            'G' => Some(Self::SmartGo),
            'F' => Some(Self::Flag),
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

    /// Creates a flag.
    pub fn flag(text: impl Into<Cow<'a, str>>) -> Self {
        Self::new(Dialect::Flag, text)
    }

    /// Copies what is borrowed.
    pub fn into_owned(self) -> Entry<'static> {
        Entry {
            dialect: self.dialect,
            text: Cow::Owned(self.text.into_owned()),
        }
    }
}
