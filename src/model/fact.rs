//! Facts: what is true of a record and is in no property; each is a word with at most two numbers.
//!
//! The facts of the first group are detail of an Ishi record: a game has them. Those of the second
//! describe how an Ishi file represents a tree that Ishi has no native form for: only a writer of
//! Ishi makes them, and a reader of Ishi takes them out again.

use std::fmt;
use std::str::FromStr;

/// A single fact, as the entries `F` of carriers have them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// Root: the event has no EVENT line.
    ImplicitEvent,
    /// Root: the event has no BOARDSIZE line.
    NoBoardSize,
    /// Root: the event has no PRISONER line at all, although stones are captured.
    NoPrisoners,
    /// A move that captures stones has no PRISONER line, while other moves have theirs.
    NoPrisoner,
    /// Root: the label of the record's charset, which is not ASCII.
    Charset(String),
    /// Root: the comment C belongs to the event although there are setup stones.
    EventComment,
    /// Root: the first line of the game comment GC is the title of the event's COM block.
    CommentTitle,
    /// Root: so many lines at the end of the game comment GC are header lines that are not understood.
    HeaderLines(u32),
    /// Root: the marks belong to the event although there are setup stones.
    EventMarks,
    /// Root: entries before this one come before the first SETUP line, the others after it.
    Setup,
    /// The entries after this one (remarks without a target) are at the end of the sequence
    /// whose last node this is.
    End,
    /// A leaf diagram comes before the move of its previous sibling.
    Inline,
    /// First node of a variation: its VAR hangs on the sibling with this number, from 1, instead of
    /// the first one; that sibling is the first node of an open VAR.
    Attach(u32),
    /// First node of a variation: its VAR comes after this many further nodes (diagrams) of the
    /// line that it is a variation of.
    Late(u32),
    /// First node of a variation: its VAR comes before any move of its line, so that it varies
    /// nothing; it is a sibling after the first node of that line.
    Early,

    /// Event: its first move, with its prisoners, marks and comment, is in the root node.
    RootMove,
    /// Event: its SETUP, with the comment and marks after it, is a node of its own after a bare
    /// root.
    SetupNode,
    /// Event: its first COM block is the game comment GC, although the rule for a single comment or
    /// for comments without setup stones would take it for C.
    GameComment,
    /// Event: its title is the name of the game GN, because there is no event EV.
    GameName,
    /// A move that carries VARs has this number among its siblings, from 1, and is not the first.
    /// Siblings that became continuation events do not count.
    Order(u32),
    /// First node of a variation: it is a sibling of the diagram that comes so many diagrams before the move that
    /// its VAR varies.
    Above(u32),
    /// A bare DIAGRAM after which nothing is played: what follows is its sibling.
    Leaf,
    /// A child of this node is the root of a continuation event.
    Continued {
        /// The number of the continuation event.
        event: u32,
        /// The number of the child among its siblings, from 1.
        child: u32,
    },
    /// Event: it is the continuation with this number of the game before it.
    Continuation(u32),
}

impl Fact {
    /// Returns whether the fact is detail of a record, and not about how a file represents a tree.
    pub fn is_detail(&self) -> bool {
        match self {
            Self::ImplicitEvent
            | Self::NoBoardSize
            | Self::NoPrisoners
            | Self::NoPrisoner
            | Self::Charset(_)
            | Self::EventComment
            | Self::CommentTitle
            | Self::HeaderLines(_)
            | Self::EventMarks
            | Self::Setup
            | Self::End
            | Self::Inline
            | Self::Attach(_)
            | Self::Late(_)
            | Self::Early => true,
            Self::RootMove
            | Self::SetupNode
            | Self::GameComment
            | Self::GameName
            | Self::Order(_)
            | Self::Above(_)
            | Self::Leaf
            | Self::Continued { .. }
            | Self::Continuation(_) => false,
        }
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ImplicitEvent => f.write_str("implicit-event"),
            Self::NoBoardSize => f.write_str("no-boardsize"),
            Self::NoPrisoners => f.write_str("no-prisoners"),
            Self::NoPrisoner => f.write_str("no-prisoner"),
            Self::Charset(label) => write!(f, "charset {label}"),
            Self::EventComment => f.write_str("event-comment"),
            Self::CommentTitle => f.write_str("comment-title"),
            Self::HeaderLines(count) => write!(f, "header-lines {count}"),
            Self::EventMarks => f.write_str("event-marks"),
            Self::Setup => f.write_str("setup"),
            Self::End => f.write_str("end"),
            Self::Inline => f.write_str("inline"),
            Self::Attach(number) => write!(f, "attach {number}"),
            Self::Late(count) => write!(f, "late {count}"),
            Self::Early => f.write_str("early"),
            Self::RootMove => f.write_str("root-move"),
            Self::SetupNode => f.write_str("setup-node"),
            Self::GameComment => f.write_str("game-comment"),
            Self::GameName => f.write_str("game-name"),
            Self::Order(number) => write!(f, "order {number}"),
            Self::Above(count) => write!(f, "above {count}"),
            Self::Leaf => f.write_str("leaf"),
            Self::Continued { event, child } => write!(f, "continued {event} {child}"),
            Self::Continuation(event) => write!(f, "continuation {event}"),
        }
    }
}

/// A text that is not a fact that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no fact that is known")]
pub struct UnknownFact;

impl FromStr for Fact {
    type Err = UnknownFact;

    /// Reads a fact as [`Display`](fmt::Display) writes it, and in no other form, so that what is
    /// written again is what was read.
    fn from_str(text: &str) -> Result<Self, UnknownFact> {
        let (word, argument) = text.split_once(' ').unwrap_or((text, ""));
        let fact = match word {
            "implicit-event" => Self::ImplicitEvent,
            "no-boardsize" => Self::NoBoardSize,
            "no-prisoners" => Self::NoPrisoners,
            "no-prisoner" => Self::NoPrisoner,
            "charset" => return label(argument).ok_or(UnknownFact),
            "event-comment" => Self::EventComment,
            "comment-title" => Self::CommentTitle,
            "header-lines" => {
                return number(argument).map(Self::HeaderLines).ok_or(UnknownFact);
            }
            "event-marks" => Self::EventMarks,
            "setup" => Self::Setup,
            "end" => Self::End,
            "inline" => Self::Inline,
            "attach" => return number(argument).map(Self::Attach).ok_or(UnknownFact),
            "late" => return number(argument).map(Self::Late).ok_or(UnknownFact),
            "early" => Self::Early,
            "root-move" => Self::RootMove,
            "setup-node" => Self::SetupNode,
            "game-comment" => Self::GameComment,
            "game-name" => Self::GameName,
            "order" => return number(argument).map(Self::Order).ok_or(UnknownFact),
            "above" => return number(argument).map(Self::Above).ok_or(UnknownFact),
            "leaf" => Self::Leaf,
            "continued" => return continued(argument).ok_or(UnknownFact),
            "continuation" => {
                return number(argument).map(Self::Continuation).ok_or(UnknownFact);
            }
            _ => return Err(UnknownFact),
        };
        // These facts have no argument.
        if word == text {
            Ok(fact)
        } else {
            Err(UnknownFact)
        }
    }
}

/// Reads a number without sign and leading zeros.
fn number(text: &str) -> Option<u32> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    text.parse().ok().filter(|_| plain || text == "0")
}

fn label(text: &str) -> Option<Fact> {
    (!text.is_empty()).then(|| Fact::Charset(text.to_owned()))
}

fn continued(text: &str) -> Option<Fact> {
    let (event, child) = text.split_once(' ')?;
    Some(Fact::Continued {
        event: number(event)?,
        child: number(child)?,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::facts;

    proptest! {
        #[test]
        fn every_fact_is_read_as_it_is_written(fact in facts()) {
            prop_assert_eq!(fact.to_string().parse(), Ok(fact));
        }

        #[test]
        fn what_is_read_is_written_alike(text in "(late|attach|continued|charset|end)?[ 0-9+a]{0,6}") {
            if let Ok(fact) = text.parse::<Fact>() {
                prop_assert_eq!(fact.to_string(), text);
            }
        }
    }

    #[test]
    fn other_texts_are_no_facts() {
        for text in [
            "",
            "x-mine",
            "attach",
            "attach ",
            "attach 02",
            "attach +2",
            "attach 2 3",
            "attach 4294967296",
            "inline ",
            "inline 1",
            "charset",
            "charset ",
            "continued 1",
            "Leaf",
        ] {
            assert_eq!(text.parse::<Fact>(), Err(UnknownFact), "{text:?}");
        }
    }
}
