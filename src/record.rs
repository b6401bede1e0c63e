//! Records: a game, and the texts of other formats that travel with it.
//!
//! A result carries the text of its source if its format cannot say all of it. When the result is read again, the edits
//! that somebody made in between are merged into that text.
//!
//! - `ours` is the carried text, read as a game;
//! - `base` is `ours` as the format of the record shows it: its canonical text, read again;
//! - `theirs` is the game that the record shows.
//!
//! Where `theirs` differs from `base` somebody edited it, and it wins; else `ours` does ([`merge`]).

mod carry;
mod gaps;
#[cfg(test)]
mod laws;
mod lent;
mod merge;
mod need;
mod read;
mod shown;
mod text;
mod write;

use crate::diagnostic::Span;
use crate::model::Game;
pub(crate) use carry::Carried;
pub(crate) use carry::{is_carrier, may_carry};

pub(crate) use gaps::is_head_without_gaps;
pub(crate) use lent::{content, lent};
pub(crate) use merge::Origin;
pub(crate) use need::{Spelled, is_needed, needed};
pub(crate) use read::{read, read_unit};
#[cfg(test)]
pub(crate) use shown::shown;
pub(crate) use shown::{charset_of_new, without_carriers};
pub(crate) use text::Text;
pub(crate) use write::{RecordTarget, Unwritten, with_carrier, write};

/// A record of one game.
#[derive(Debug, Clone)]
pub(crate) struct Record {
    /// The game that the record and its carriers tell together.
    pub game: Game<'static>,
    /// Where carriers are that are not believed: they are damaged, or the record shows another game.
    pub refused: Vec<Span>,
    /// Whether the text of the record is its own. Lines of Ishi can be about two events of a unit, and their record is
    /// then said anew.
    pub is_apart: bool,
    /// The text of the record without its carriers.
    own: Text,
    /// If the record has carriers, the games that it shows without them: one, and further ones that continue it.
    natives: Vec<Game<'static>>,
    carries: Vec<Carry>,
}

impl Record {
    /// Returns whether texts travel in the record.
    pub fn has_carriers(&self) -> bool {
        !self.carries.is_empty()
    }

    /// Returns the record as its text shows it, without the texts that travel in it. `None` if nothing travels, or the record
    /// shows several games.
    pub fn as_shown(&self) -> Option<Self> {
        let [shown] = self.natives.as_slice() else {
            return None;
        };
        Some(Self {
            game: shown.clone().into_read(),
            refused: Vec::new(),
            is_apart: self.is_apart,
            own: self.own.clone(),
            natives: Vec::new(),
            carries: Vec::new(),
        })
    }
}

/// A text that travels.
#[derive(Debug, Clone)]
struct Carry {
    carried: Carried,
    /// The game of the text with the edits of the record.
    game: Game<'static>,
    /// Whether the text is in UTF-8 now, because its charset lacks letters of an edit.
    is_recoded: bool,
}

impl Carry {
    /// Returns whether an edit of the record changes the text.
    fn is_edited(&self) -> bool {
        self.is_recoded || self.game.is_changed()
    }
}
