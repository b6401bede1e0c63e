//! Whole records in memory: the short way into and out of the library.

pub mod change;
#[cfg(test)]
mod edited;
#[cfg(test)]
mod laws;
mod rewrite;
mod written;

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read, Seek};

use thiserror::Error;

use crate::check::{Fault, fault};
use crate::convert::{
    Conversion, ConvertError, ConvertOptions, Findings, Refused, Report, refused,
};
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::edit::{ByteEdit, apply_bytes};
use crate::format::charset::{Charset, Unencodable};
use crate::format::{Format, SourceFormat, WriteOptions};
use crate::model::words::debug_as_display;
use crate::model::{Game, NodeId};
use crate::record::compare::Difference;
use crate::record::outcome::WORDING;
use crate::record::{self, charset_of_new};
use crate::source::{Source, SourceError, SourceOptions};

pub use written::WrittenNode;

/// All games of a record, with the findings about it, and its bytes.
///
/// The games can be changed, removed, added and put into another order; [`Collection::write`] writes them back
/// into the bytes.
#[derive(Debug, Clone)]
pub struct Collection {
    /// The format of the record.
    pub format: Format,
    /// The format that the record was read from. A record of a Go server has its games in SGF, and is written in SGF.
    pub read_from: SourceFormat,
    /// The charset of the record.
    pub charset: Charset,
    /// The games, in the order of the record.
    pub games: Vec<Game<'static>>,
    /// The mistakes and doubts in the record.
    pub findings: Findings,
    origin: SourceText,
}

impl Collection {
    /// Creates a record without games, to add games to: in UTF-8 for SGF, in ASCII for Ishi and Smart-Go.
    ///
    /// # Examples
    ///
    /// ```
    /// use ishi::model::{BoardSize, Builder};
    ///
    /// let mut record = ishi::Collection::new(ishi::Format::Sgf);
    /// record.games.push(Builder::new(BoardSize::square(9)).black("C3").finish()?);
    /// assert!(String::from_utf8(record.write()?)?.contains(";B[cg]"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(format: Format) -> Self {
        Self {
            format,
            read_from: format.into(),
            charset: charset_of_new(format),
            games: Vec::new(),
            findings: Findings::default(),
            origin: SourceText {
                bytes: Vec::new(),
                charset: None,
                units: Vec::new(),
            },
        }
    }

    /// Writes the record with all changes of its games, in its format and charset.
    ///
    /// Every other byte stays, even in a damaged record. Only the changes must be valid in SGF `FF[4]`, as for
    /// [`write()`]. A record without changes comes back byte for byte.
    ///
    /// # Errors
    ///
    /// [`WriteError`]: a change is not valid, cannot exist in the format, has a letter that the charset of the record
    /// lacks, or would not be read back as it is.
    ///
    /// # Examples
    ///
    /// ```
    /// use ishi::model::{Id, NodeId};
    ///
    /// let mut record = ishi::read(b"(;PB[Anna] PW[Oto] ; B [cc]\n)")?;
    /// record.games[0].set_text(NodeId::ROOT, Id::PlayerWhite, "Otto");
    /// assert_eq!(record.write()?, b"(;PB[Anna] PW[Otto] ; B [cc]\n)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        Ok(apply_bytes(&self.origin.bytes, &self.edits()?))
    }

    /// Returns the edits that [`Collection::write`] makes in the bytes of the record, in their order.
    ///
    /// # Errors
    ///
    /// The errors of [`Collection::write`].
    pub fn edits(&self) -> Result<Vec<ByteEdit>, WriteError> {
        rewrite::edits(self)
    }
}

/// Where the games of a record come from.
#[derive(Clone)]
struct SourceText {
    /// The whole record.
    bytes: Vec<u8>,
    /// The charset, if it was given. `None` if it was detected.
    charset: Option<Charset>,
    /// The tags of the games of each unit.
    units: Vec<Vec<u32>>,
}

impl fmt::Debug for SourceText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.bytes.len())
    }
}

/// Reads a record. Detects its format and charset from its content.
///
/// # Errors
///
/// [`SourceError::NoRecord`] if the bytes are not a game record.
///
/// # Examples
///
/// ```
/// let record = ishi::read(b"EVENT\nBLACK Shusaku\nB 1 Q16\nW 2 D4\n")?;
/// let game = &record.games[0];
/// assert_eq!(record.format, ishi::Format::Ishi);
/// assert_eq!(game.nodes().filter(|id| game.mv(*id).is_some()).count(), 2);
/// # Ok::<(), ishi::source::SourceError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Collection, SourceError> {
    read_source(&mut Source::open(
        io::Cursor::new(bytes),
        SourceOptions::default(),
    )?)
}

/// Reads all games of a source.
///
/// # Errors
///
/// [`SourceError::Io`] if the bytes cannot be read.
pub fn read_source<R: Read + Seek>(source: &mut Source<R>) -> Result<Collection, SourceError> {
    let (format, read_from) = (source.format(), source.read_from());
    // The games of a server stand in SGF, in UTF-8.
    let charset = if read_from.is_read_only() {
        Charset::Utf8
    } else {
        source.charset()
    };
    let mut reader = Games::new(source);
    let games = reader.by_ref().collect::<Result<_, _>>()?;
    let Games {
        findings, units, ..
    } = reader;
    let origin = SourceText {
        charset: source.is_given().then_some(charset),
        bytes: source.all_bytes()?,
        units,
    };
    Ok(Collection {
        format,
        read_from,
        charset,
        games,
        findings,
        origin,
    })
}

/// The games of a source, one after the other.
pub struct Games<'s, R> {
    source: &'s mut Source<R>,
    /// Whether the carried texts of the records are read too.
    carried: bool,
    waiting: VecDeque<(Game<'static>, Option<String>)>,
    /// The Ishi text of the last game that was given out.
    text: Option<String>,
    /// The tags of the games of each unit that was read.
    units: Vec<Vec<u32>>,
    read: usize,
    findings: Findings,
}

impl<'s, R: Read + Seek> Games<'s, R> {
    /// Creates a reader of the games that a source has not given out yet.
    pub fn new(source: &'s mut Source<R>) -> Self {
        let mut findings = Findings::default();
        findings.begin(source);
        Self {
            source,
            carried: false,
            waiting: VecDeque::new(),
            text: None,
            units: Vec::new(),
            read: 0,
            findings,
        }
    }

    /// Reads the carried texts of the records too, as a conversion does. Each game then has the data of its record and
    /// of the text of its source.
    #[must_use]
    pub fn with_carried(mut self) -> Self {
        self.carried = true;
        self
    }

    /// Returns the mistakes and doubts in the games that were read so far.
    pub fn findings(&self) -> &Findings {
        &self.findings
    }

    /// Returns the first difference in wording between the last games of both readers, for example in REMARK lines,
    /// USER blocks or the form of a date. Only an Ishi text has words that its game does not hold, and only readers
    /// [with the carried texts](Self::with_carried) know them.
    pub fn difference_of_words<T>(&self, other: &Games<'_, T>) -> Option<Difference> {
        let (one, two) = self.text.as_deref().zip(other.text.as_deref())?;
        let [first, second] = record::first_difference(one, two)?;
        Some(Difference {
            path: String::new(),
            node: (None, None),
            what: WORDING.to_owned(),
            first,
            second,
        })
    }

    /// Returns the lines of the last game that have no meaning: REMARK, USER and lines that nobody read, each with its node of
    /// `game`, which is this game. Only readers [with the carried texts](Self::with_carried) know them.
    pub fn words(&self, game: &Game<'_>) -> Vec<(NodeId, String)> {
        let text = self.text.as_deref();
        text.map_or_else(Vec::new, |text| record::words(text, game))
    }

    fn read_unit(&mut self) -> Result<bool, SourceError> {
        let unit = if self.carried {
            self.source.next_unit_with_bytes()?
        } else {
            self.source.next_unit()?
        };
        let Some(unit) = unit else {
            return Ok(false);
        };
        let format = self.source.format();
        let mut log = Diagnostics::new();
        let has_words = format == Format::Ishi || record::may_carry(unit.text());
        let games: Vec<_> = if self.carried && has_words {
            let records = record::read_unit(format, &unit, &mut log).into_iter();
            let words = records.map(|record| (record.ishi_text(), record.game));
            words
                .map(|(text, game)| (game.into_owned(), text))
                .collect()
        } else {
            let games = dispatch::read(format, unit.text(), &mut log).into_iter();
            games.map(|game| (game.into_owned(), None)).collect()
        };
        self.findings.take(&unit, &log, Some(self.read + 1));
        self.read += games.len();
        self.units
            .push(games.iter().map(|(game, _)| game.tag()).collect());
        let games = games
            .into_iter()
            .map(|(game, text)| (game.into_read(), text));
        self.waiting.extend(games);
        Ok(true)
    }
}

impl<R: Read + Seek> Iterator for Games<'_, R> {
    type Item = Result<Game<'static>, SourceError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.waiting.is_empty() {
            match self.read_unit() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(error)),
            }
        }
        let (game, text) = self.waiting.pop_front()?;
        self.text = text;
        Some(Ok(game))
    }
}

/// Why games are not written.
#[derive(Error)]
pub enum WriteError {
    /// A game that was made or changed by hand is not valid.
    #[error("game {game}, {fault}")]
    Invalid {
        /// The number of the game, from 1.
        game: usize,
        /// The mistake and its place.
        fault: Fault,
    },
    /// Games cannot exist in the format.
    #[error("{}", refused(.0))]
    Refused(Vec<Refused>),
    /// A text has a character that the charset of the record does not have.
    #[error("cannot be written: {0}")]
    Unencodable(#[from] Unencodable),
    /// The bytes of the record cannot be read again.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The changed record would be read back with other games.
    #[error("{} would not be read back as it is", game.map_or("the record".to_owned(), |game| format!("game {game}")))]
    NotReadBack {
        /// The number of the game, from 1; `None` for the record as a whole.
        game: Option<usize>,
    },
}

debug_as_display!(WriteError);

/// Writes games as a record: SGF in UTF-8, Ishi and Smart-Go in ASCII.
///
/// Games from a reader are written as they are, with all their mistakes. Games and values that a program made
/// or changed must be valid in SGF `FF[4]`, for every format: each property once in a node and with a value
/// of its type, points on the board, no setup in the node of a move.
///
/// # Errors
///
/// [`WriteError::Invalid`] names the game, the node, the property and the reason;
/// [`WriteError::Refused`] if a game cannot exist in the format.
///
/// # Examples
///
/// ```
/// use ishi::model::{Id, NodeId};
///
/// let mut record = ishi::read(b"(;FF[4]GM[1]SZ[19];B[pd];W[dd])")?;
/// let bytes = ishi::write(&record.games, ishi::Format::Ishi)?;
/// assert!(String::from_utf8(bytes)?.contains("B 1 Q16"));
///
/// record.games[0].set_text(NodeId::ROOT, Id::Komi, "six");
/// let error = ishi::write(&record.games, ishi::Format::Ishi).unwrap_err();
/// let words = "game 1, node 0 (move 0), KM: \"six\" is not a value; expected a decimal number";
/// assert_eq!(error.to_string(), words);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(games: &[Game<'_>], to: Format) -> Result<Vec<u8>, WriteError> {
    let charset = charset_of_new(to);
    let options = WriteOptions::canonical(charset);
    let mut text = String::new();
    let mut refused = Vec::new();
    for (number, game) in (1..).zip(games) {
        if let Some(fault) = fault(game) {
            return Err(WriteError::Invalid {
                game: number,
                fault,
            });
        }
        if let Err(refusal) = dispatch::write(to, game, &options, &mut text) {
            refused.push(Refused {
                game: number,
                refusal,
            });
        }
    }
    if !refused.is_empty() {
        return Err(WriteError::Refused(refused));
    }
    Ok(charset.encode(&text)?)
}

/// Converts a record, and compares the result with it.
///
/// # Errors
///
/// [`ConvertError`] if the bytes are not a game record or have no game, or if a game cannot exist in the target or
/// does not come back unchanged.
///
/// # Examples
///
/// ```
/// let sgf = ishi::convert(b"EVENT\r\nB 1 Q16\r\nW 2 D4\r\n", ishi::Format::Sgf)?;
/// assert!(String::from_utf8(sgf)?.contains(";B[pd];W[dp]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn convert(bytes: &[u8], to: Format) -> Result<Vec<u8>, ConvertError> {
    convert_with(bytes, &ConvertOptions::new(to)).map(|converted| converted.bytes)
}

/// A converted record, and a report about it.
#[derive(Debug, Clone)]
pub struct Converted {
    /// The record in the target format.
    pub bytes: Vec<u8>,
    /// The findings, the counts, and the data that was left out.
    pub report: Report,
}

/// Converts a record with options, and returns it with a report.
///
/// To name the charset or the format of the bytes, open a [`Source`] and give it to a [`Conversion`].
///
/// # Errors
///
/// The errors of [`convert()`].
///
/// # Examples
///
/// ```
/// use ishi::convert::ConvertOptions;
/// use ishi::outcome::Outcome;
///
/// let options = ConvertOptions {
///     plain: true,
///     ..ConvertOptions::new(ishi::Format::Sgf)
/// };
/// let converted = ishi::convert_with(b"EVENT\nB 1 Q16\nREMARK a fine move\n", &options)?;
/// assert!(String::from_utf8(converted.bytes)?.contains(";B[pd]"));
/// // Without a carrier the remark is lost, because SGF has no place for it.
/// assert_eq!(converted.report.moves, 1);
/// assert!(converted.report.outcomes.count(Outcome::Lost) > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn convert_with(bytes: &[u8], options: &ConvertOptions) -> Result<Converted, ConvertError> {
    let mut source = Source::open(io::Cursor::new(bytes), SourceOptions::default())?;
    let mut conversion = Conversion::new(options);
    let bytes = conversion.collect(&mut source)?;
    Ok(Converted {
        bytes,
        report: conversion.into_report(),
    })
}

#[cfg(test)]
mod tests;
