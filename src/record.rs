//! Records: a game, and what of its source travels with it.
//!
//! A result carries a patch if its format cannot show all content of its source. When the result is read again, the patch is
//! put into the record of today, which wins ([`patch`]).

mod carry;
pub mod compare;
mod events;
mod ignored;
#[cfg(test)]
mod laws;
mod make;
pub mod outcome;
mod patch;
mod read;
mod shown;
mod text;
mod write;

use crate::diagnostic::Span;
use crate::model::{Game, NodeId};
use carry::Carried;
pub(crate) use carry::{is_carrier, may_carry};
use events::Joined;
pub(crate) use ignored::{with_ignored_of, without_ignored};
pub(crate) use make::has_content_of;
pub(crate) use patch::Fate;
use patch::Today;

/// Returns whether a text has the games of a source, all its words, and no others.
#[cfg(test)]
pub(crate) fn has_same_content(format: crate::format::Format, [own, text]: [&str; 2]) -> bool {
    let [own, text] = [own, text].map(|text| [make::in_lines(format, text)]);
    let [own, text] = [&own, &text].map(|text| patch::Groups::of(format, text));
    let mut pairs = own.games.iter().zip(&text.games);
    own.games.len() == text.games.len()
        && pairs.all(|(one, two)| has_content_of(two, one))
        && patch::differences(&own, &text, patch::Detail::Tree)
            .hunks
            .is_empty()
        && patch::differences(&text, &own, patch::Detail::Tree)
            .words
            .is_empty()
}

/// Returns the words without meaning in a text of Ishi, each with its node of `game`.
pub(crate) fn words(text: &str, game: &Game<'_>) -> Vec<(NodeId, String)> {
    patch::words(text, game)
}

pub(crate) use patch::first_difference;
pub(crate) use read::{read, read_unit};
pub(crate) use shown::charset_of_new;
#[cfg(test)]
pub(crate) use shown::shown;
pub(crate) use text::Text;
pub(crate) use write::{RecordTarget, Unwritten, WrittenRecord, rewritten, write};

/// A record of one game.
#[derive(Debug, Clone)]
pub(crate) struct Record<'u> {
    /// The game that the record and its carriers tell together.
    pub game: Game<'u>,
    /// Where carriers are that are not believed: they are damaged, or the record shows another game.
    pub refused: Vec<Span>,
    /// Where carriers are that somebody has changed. Their parts that fit the record are believed.
    pub changed: Vec<Span>,
    /// Whether the text of the record is its own. Lines of Ishi can be about two events of a unit, and their record is
    /// then said anew.
    pub is_apart: bool,
    /// The text of the record without its carriers.
    own: Text<'u>,
    /// If the record has carriers, the games that it shows without them: one, and further ones that continue it.
    natives: Vec<Game<'u>>,
    /// The game that they are together, if there are further ones.
    joined: Option<Joined>,
    /// The texts that its patches make of it, each of the one before it. The last one is the oldest.
    stops: Vec<Stop>,
    /// The parts of patches that make no text of it.
    gone: Vec<(Fate, String)>,
}

impl<'u> Record<'u> {
    /// Creates the record of a game without carriers.
    fn new(own: Text<'u>, is_apart: bool, game: Game<'u>) -> Self {
        Self {
            game,
            refused: Vec::new(),
            changed: Vec::new(),
            is_apart,
            own,
            natives: Vec::new(),
            joined: None,
            stops: Vec::new(),
            gone: Vec::new(),
        }
    }

    /// Returns whether texts travel in the record.
    pub fn has_carriers(&self) -> bool {
        !self.stops.is_empty()
    }

    /// Returns the record as its text shows it, without the texts that travel in it. The parts of these are lost, by their
    /// names. `None` if nothing travels, or the record shows several games.
    pub fn as_shown(&self, lost: impl FnOnce(&Game<'_>) -> Vec<String>) -> Option<Self> {
        let [shown] = self.natives.as_slice() else {
            return None;
        };
        let lost = lost(shown).into_iter().map(|what| (Fate::Lost, what));
        let shown = shown.clone().into_read();
        Some(Self {
            gone: lost.collect(),
            ..Self::new(self.own.clone(), self.is_apart, shown)
        })
    }

    /// Returns the parts of its patches that do not fit the record of today.
    pub fn gone(&self) -> impl Iterator<Item = &(Fate, String)> {
        let stops = self.stops.iter().flat_map(|stop| &stop.gone);
        stops.chain(&self.gone)
    }
}

/// A text that came back.
#[derive(Debug, Clone)]
struct Stop {
    text: Text<'static>,
    game: Game<'static>,
    /// Whether the younger record shows the game as it is.
    is_shown: bool,
    /// The parts of its patch that are not in it.
    gone: Vec<(Fate, String)>,
    /// Whether its wording is content.
    exact: bool,
    /// The carrier, if its record is as it was written.
    carried: Option<Carried>,
}

impl Stop {
    fn today(&self) -> Today<'_> {
        Today {
            games: std::slice::from_ref(&self.game),
            joined: None,
            text: &self.text,
        }
    }
}
