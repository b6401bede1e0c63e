//! The pieces of a record's text, each about one key of one node.

use foldhash::HashMap;

use crate::diagnostic::Span;
use crate::model::Ident;

/// The identifier of the private property of the bracketed formats that carries the text of a source.
pub(crate) const CARRIER: &str = "XI";

/// The start of each carrier: of the value of the property, and of the title of a USER block of Ishi.
pub(crate) const MAGIC: &str = "ishi 3";

/// A part of a node that its format writes as one thing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Key {
    /// The start of a variation: `(`, VAR.
    Open,
    /// The start of a node: `;`.
    Start,
    /// The property of a bracketed format.
    Property(Ident),
    /// The lines of a keyword of Ishi. An event has some before its stones and some after them, with
    /// different subjects.
    Keyword(&'static str, Scope),
    /// All pieces of several nodes that share their text: `;AB[aa]B[bb]` is a node of setup and one of a move.
    Whole,
    /// The end of a variation: `)`, ENDVAR.
    Close,
}

impl Key {
    /// Returns the name of the key: an identifier, a keyword or a sign.
    pub fn name(&self) -> String {
        match self {
            Self::Open | Self::Close => "variation".to_owned(),
            Self::Start => "move".to_owned(),
            Self::Property(ident) => ident.to_string(),
            Self::Keyword(keyword, _) => (*keyword).to_owned(),
            Self::Whole => "node".to_owned(),
        }
    }
}

/// The part of an event that a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Scope {
    /// To the event as a whole, or the node is not an event.
    Event,
    /// To its stones.
    Stones,
}

/// A piece of the text of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Its bytes. White space or unknown text is between two pieces.
    pub span: Span,
    /// The index of its node in the game.
    pub node: usize,
    /// The part of the node.
    pub key: Key,
}

/// The text of a game, cut into pieces.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cut {
    /// The pieces, in the order of the text.
    pub pieces: Vec<Piece>,
    /// For each node that shares its text with others the first of them.
    pub shared: HashMap<usize, usize>,
}

#[cfg(test)]
mod tests;
