//! The pieces of a record's text, each about one key of one node.

use std::collections::HashMap;

use crate::diagnostic::Span;
use crate::model::Ident;

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
    /// The keyword of a USER block that is a carrier.
    pub const CARRIER: Self = Self::Keyword("CARRIER", Scope::Event);

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

    /// Returns whether an entry of detail has the words of a piece: `MARK #1-3` is about the MARK lines,
    /// `L[aa]` about L.
    pub fn is_said_by(&self, entry: &str) -> bool {
        let word = entry.split([' ', '\n', '[']).next().unwrap_or(entry);
        match self {
            Self::Open => word == "VAR",
            Self::Start => matches!(word, "B" | "W"),
            Self::Property(ident) => ident.as_str() == word,
            // The fact `no-boardsize` says that there is no such line.
            Self::Keyword("BOARDSIZE", _) => matches!(word, "BOARDSIZE" | "no-boardsize"),
            Self::Keyword("MARK", _) => matches!(word, "MARK" | "UNMARK"),
            Self::Keyword(keyword, _) => *keyword == word,
            Self::Whole => word != "REMARK",
            Self::Close => word == "ENDVAR",
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

/// A statement of a text, in a form in which its spelling does not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Statement {
    /// The words.
    pub text: String,
    /// Whether it is about the first node.
    pub is_first: bool,
    /// Whether a text without it has the same content.
    pub is_optional: bool,
}

/// Where a text has other content than another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Difference {
    /// Nowhere.
    None,
    /// In the first node alone.
    First,
    /// Elsewhere.
    Elsewhere,
}

/// Returns where a text has other content than a canonical one, which may say more that is optional.
pub(crate) fn difference(text: &[Statement], canonical: &[Statement]) -> Difference {
    let part = |statements: &[Statement], first: bool| {
        let part = statements.iter().filter(|one| one.is_first == first);
        part.cloned().collect::<Vec<_>>()
    };
    let says_same = |first| {
        let (text, canonical) = (part(text, first), part(canonical, first));
        let mut own = text.iter().peekable();
        for statement in &canonical {
            if own.next_if(|one| one.text == statement.text).is_none() && !statement.is_optional {
                return false;
            }
        }
        own.next().is_none()
    };
    match (says_same(true), says_same(false)) {
        (true, true) => Difference::None,
        (false, true) => Difference::First,
        (_, false) => Difference::Elsewhere,
    }
}
