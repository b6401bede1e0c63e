//! The oracle of the tests: second, deliberately naive readers, which share no code with the readers of the
//! program, and a comparison of the native parts of source and result of a conversion.
//!
//! The proof of a conversion reads the result with the reader that read the source, so it cannot see a
//! mistake of that reader. The oracle reads only text that it understands without doubt. It abstains from
//! everything else, and tells why. A carrier is opaque, so data in it is not compared.

// No record ends a test run: functions that can fail return the reason.
#![deny(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::todo,
    clippy::unimplemented,
    clippy::unreachable,
    clippy::unwrap_used
)]

mod board;
mod form;
mod ishi;
mod letters;
mod marks;
mod meaning;
mod old;
pub mod servers;
mod shown;
#[cfg(test)]
mod tests;
mod tree;
mod valid;
mod values;
mod verdict;
mod words;

use std::fmt;

/// A format of game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The Ishi Standard Format of 1990.
    Ishi,
    /// Smart-Go, `FF[1]` to `FF[3]`.
    SmartGo,
    /// SGF `FF[4]`.
    Sgf,
}

/// The parts of a game that the oracle compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// How many games there are.
    Games,
    /// The letters of the bytes.
    Charset,
    /// Moves and variations.
    Moves,
    /// Stones that are set up or taken away.
    Setup,
    /// Stones that moves capture.
    Captures,
    /// Signs on points, territory, the parts of the board that diagrams show.
    Marks,
    /// Labels on points.
    Labels,
    /// Comments, titles, event, place and other texts.
    Texts,
    /// Names and ranks of persons.
    Names,
    /// The date.
    Dates,
    /// The result.
    Results,
    /// Board size, komi, handicap and time limit.
    Terms,
    /// Other properties, remarks and blocks of other programs.
    Rest,
}

impl Field {
    /// How many fields a game has.
    pub const OF_GAME: usize = 11;
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

/// The bytes of one record.
#[derive(Debug, Clone, Copy)]
pub struct Record<'r> {
    /// The bytes, as they are in the file.
    pub bytes: &'r [u8],
    /// Their format.
    pub format: Format,
    /// The label of their charset.
    pub charset: &'r str,
}

/// The fate of a game of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// The result has the game.
    Whole,
    /// The first reader found an error in the game, so that both readers may mend it differently.
    Damaged,
    /// The result does not have the game.
    LeftOut,
}

/// Something that source and result say differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The number of the game, from 1; 0 for the file as a whole.
    pub game: usize,
    /// How many moves and other nodes come before it in the game.
    pub step: usize,
    /// The part that differs.
    pub field: Field,
    /// The value in the source.
    pub source: String,
    /// The value in the result.
    pub result: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.game > 0 {
            write!(f, "game {}, node {}, ", self.game, self.step)?;
        }
        let Self {
            field,
            source,
            result,
            ..
        } = self;
        write!(
            f,
            "{field}: \"{source}\" in the source, \"{result}\" in the result"
        )
    }
}

/// A field of a game that the oracle does not judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Abstention {
    /// The number of the game, from 1; 0 for all games of the file.
    pub game: usize,
    /// The field; `None` for all.
    pub field: Option<Field>,
    /// The reason: the text that was found.
    pub cause: &'static str,
}

/// The result of the oracle for a conversion.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Verdict {
    /// How many games were compared.
    pub games: usize,
    /// The differences; at most one for each field of a game.
    pub disagreements: Vec<Disagreement>,
    /// The parts that were not judged.
    pub abstentions: Vec<Abstention>,
}

impl Verdict {
    fn differ(&mut self, at: (usize, usize), field: Field, source: String, result: String) {
        let (game, step) = at;
        self.disagreements.push(Disagreement {
            game,
            step,
            field,
            source,
            result,
        });
    }

    fn abstain(&mut self, game: usize, field: Option<Field>, cause: &'static str) {
        self.abstentions.push(Abstention { game, field, cause });
    }
}

/// Reads a source and the result of its conversion and compares the native parts of both. `fate`
/// tells about each game of the source, counted from 1.
pub fn judge(source: Record<'_>, result: Record<'_>, fate: &dyn Fn(usize) -> Fate) -> Verdict {
    let mut verdict = Verdict::default();
    for record in [&source, &result] {
        if let Some(other) = letters::refuted(record.bytes, record.charset) {
            let (other, label) = (other.to_owned(), record.charset.to_owned());
            verdict.differ((0, 0), Field::Charset, other, label);
            return verdict;
        }
    }
    match (read(source), read(result)) {
        (Ok(first), Ok(second)) => {
            let way = (source.format, result.format);
            verdict::games(first, second, way, fate, &mut verdict);
        }
        (Err(cause), _) | (_, Err(cause)) => verdict.abstain(0, None, cause),
    }
    verdict
}

fn read(record: Record<'_>) -> Result<Vec<form::Game>, &'static str> {
    let text = letters::decode(record.bytes, record.charset)?;
    let text = text.trim_end_matches('\u{1A}');
    let white = |c: char| matches!(c, '\t'..='\r');
    if text.contains(|c: char| c.is_control() && !white(c)) {
        return Err("control characters");
    }
    match record.format {
        Format::Sgf => meaning::read(text, false),
        Format::SmartGo => meaning::read(text, true),
        Format::Ishi => ishi::read(text),
    }
}
