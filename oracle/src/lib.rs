//! An independent witness of conversions: second, deliberately naive readers, which share no code
//! with the first ones, and a comparison of what they find in the bytes of source and result.
//!
//! The proof of a conversion reads the result with the reader that read the source, so a mistake of
//! that reader passes it. The witness reads only what it understands without doubt. Of all else it
//! says that it abstains, and why.

mod board;
mod form;
mod ishi;
mod letters;
#[cfg(test)]
mod tests;
mod tree;
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

/// What the witness compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Field {
    /// How many games there are.
    Games,
    /// The letters that bytes mean.
    Charset,
    /// Moves and variations.
    Moves,
    /// Stones that are set up or taken away.
    Setup,
    /// Stones that moves capture.
    Captures,
    /// Signs on points, territory.
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
}

impl Field {
    /// How many fields a game has.
    pub const OF_GAME: usize = 10;
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{self:?}").to_lowercase())
    }
}

/// One text that the witness reads.
#[derive(Debug, Clone, Copy)]
pub struct Exhibit<'e> {
    /// The bytes, as they are in the file.
    pub bytes: &'e [u8],
    /// Their format.
    pub format: Format,
    /// The label of their charset, as the report has it.
    pub charset: &'e str,
    /// Whether a person named the charset, so that the bytes need not agree with it.
    pub given: bool,
}

/// Something that source and result say differently.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The number of the game, from 1; 0 for the file as a whole.
    pub game: usize,
    /// How many moves and other nodes come before it in the game.
    pub step: usize,
    /// What differs.
    pub field: Field,
    /// What the source says.
    pub source: String,
    /// What the result says.
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

/// A field of a game that the witness does not judge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Abstention {
    /// The number of the game, from 1; 0 for all games of the file.
    pub game: usize,
    /// The field; none for all.
    pub field: Option<Field>,
    /// Why, as what was found.
    pub cause: &'static str,
}

/// What the witness says about a conversion.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Testimony {
    /// How many games were compared.
    pub games: usize,
    /// What differs; at most one for each field of a game.
    pub disagreements: Vec<Disagreement>,
    /// What was not judged.
    pub abstentions: Vec<Abstention>,
}

impl Testimony {
    /// Returns how many fields were not judged; of a file that could not be read, as of one game.
    pub fn fields_without_a_witness(&self) -> usize {
        let count = |abstention: &Abstention| abstention.field.map_or(Field::OF_GAME, |_| 1);
        self.abstentions.iter().map(count).sum()
    }

    /// Returns what a witness says who does not read a file, for this cause.
    pub fn abstaining(cause: &'static str) -> Self {
        let mut testimony = Self::default();
        testimony.abstain(0, None, cause);
        testimony
    }

    fn differ(&mut self, at: (usize, usize), field: Field, source: String, result: String) {
        let (game, step) = at;
        let found = Disagreement {
            game,
            step,
            field,
            source,
            result,
        };
        self.disagreements.push(found);
    }

    fn abstain(&mut self, game: usize, field: Option<Field>, cause: &'static str) {
        self.abstentions.push(Abstention { game, field, cause });
    }
}

/// Reads a source and the result of its conversion and compares what both say natively, without
/// carriers. `left_out` tells which games of the source, from 1, are not in the result.
pub fn testify(
    source: Exhibit<'_>,
    result: Exhibit<'_>,
    left_out: &dyn Fn(usize) -> bool,
) -> Testimony {
    let mut testimony = Testimony::default();
    for exhibit in [&source, &result]
        .into_iter()
        .filter(|exhibit| !exhibit.given)
    {
        if let Some(other) = letters::refuted(exhibit.bytes, exhibit.charset) {
            let (other, label) = (other.to_owned(), exhibit.charset.to_owned());
            testimony.differ((0, 0), Field::Charset, other, label);
            return testimony;
        }
    }
    let (first, second) = match (read(source), read(result)) {
        (Ok(first), Ok(second)) => (first, second),
        (Err(cause), _) | (_, Err(cause)) => {
            testimony.abstain(0, None, cause);
            return testimony;
        }
    };
    let first = (1..).zip(first).filter(|(number, _)| !left_out(*number));
    let games = first.map(|(_, game)| game).collect();
    let way = (source.format, result.format);
    verdict::games(games, second, way, &mut testimony);
    testimony
}

fn read(exhibit: Exhibit<'_>) -> Result<Vec<form::Game>, &'static str> {
    let text = letters::decode(exhibit.bytes, exhibit.charset)?;
    let text = text.trim_end_matches('\u{1A}');
    let white = |c: char| matches!(c, '\t'..='\r');
    if text.contains(|c: char| c.is_control() && !white(c)) {
        return Err("control characters");
    }
    match exhibit.format {
        Format::Sgf => tree::read(text, false),
        Format::SmartGo => tree::read(text, true),
        Format::Ishi => ishi::read(text),
    }
}
