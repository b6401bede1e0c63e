//! Whole records in memory: the short way into and out of the library.

use std::io;

use crate::charset::Charset;
use crate::convert::{Conversion, ConvertError, ConvertOptions, Findings, read_options};
use crate::diagnostic::Diagnostics;
use crate::format::{Format, dispatch};
use crate::model::Game;
use crate::options::WriteOptions;
use crate::outcome::Outcomes;
use crate::source::{Source, SourceError, SourceOptions};

/// All games of a record, with what there is to say about it.
#[derive(Debug, Clone)]
pub struct Collection {
    /// The format of the record.
    pub format: Format,
    /// The charset of the record.
    pub charset: Charset,
    /// The games, in the order of the record.
    pub games: Vec<Game<'static>>,
    /// What is wrong or doubtful in the record.
    pub findings: Findings,
}

/// Reads a record whose format and charset its content tells.
///
/// # Errors
///
/// [`SourceError::NoRecord`] if the bytes are no game record.
///
/// # Examples
///
/// ```
/// let record = ishi::read(b"EVENT\nBLACK Shusaku\nB 1 Q16\nW 2 D4\n")?;
/// let game = &record.games[0];
/// assert_eq!(record.format, ishi::Format::Ishi);
/// assert_eq!(game.preorder().filter(|id| game.mv(*id).is_some()).count(), 2);
/// # Ok::<(), ishi::source::SourceError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Collection, SourceError> {
    let mut source = Source::open(io::Cursor::new(bytes), SourceOptions::default())?;
    let options = read_options(source.format(), source.charset());
    let mut collection = Collection {
        format: source.format(),
        charset: source.charset(),
        games: Vec::new(),
        findings: Findings::default(),
    };
    while let Some(unit) = source.next_unit()? {
        let mut log = Diagnostics::new();
        let games = dispatch::read(source.format(), unit.text(), &options, &mut log);
        let number = collection.games.len() + 1;
        collection.findings.take(&unit, &log, Some(number));
        collection
            .games
            .extend(games.into_iter().map(Game::into_owned));
    }
    Ok(collection)
}

/// Writes games as a record: SGF in UTF-8, Ishi and Smart-Go in ASCII.
///
/// # Errors
///
/// [`ConvertError::Refused`] if a game cannot exist in the format.
///
/// # Examples
///
/// ```
/// let record = ishi::read(b"(;FF[4]GM[1]SZ[19];B[pd];W[dd])")?;
/// let bytes = ishi::write(&record.games, ishi::Format::Ishi)?;
/// assert!(String::from_utf8(bytes)?.contains("B 1 Q16"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(games: &[Game<'_>], to: Format) -> Result<Vec<u8>, ConvertError> {
    let charset = match to {
        Format::Sgf => Charset::Utf8,
        Format::Ishi | Format::SmartGo => Charset::Ascii,
    };
    let options = WriteOptions {
        plain: false,
        charset: Some(charset),
    };
    let mut text = String::new();
    let mut refused = Vec::new();
    for (number, game) in (1..).zip(games) {
        if let Err(refusal) = dispatch::write(to, game, &options, &mut text, &mut Outcomes::new()) {
            refused.push(crate::convert::Refused {
                game: number,
                refusal,
            });
        }
    }
    if !refused.is_empty() {
        return Err(ConvertError::Refused(refused));
    }
    charset
        .encode(&text)
        .map_err(|source| ConvertError::Unencodable {
            game: games.len(),
            source,
        })
}

/// Converts a record, and proves that nothing was lost.
///
/// # Errors
///
/// [`ConvertError`] if the bytes are no game record, if a game cannot exist in the target, or if
/// it does not come back as it was.
///
/// # Examples
///
/// ```
/// let sgf = ishi::convert(b"EVENT\r\nB 1 Q16\r\nW 2 D4\r\n", ishi::Format::Sgf)?;
/// assert!(String::from_utf8(sgf)?.contains(";B[pd];W[dp]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn convert(bytes: &[u8], to: Format) -> Result<Vec<u8>, ConvertError> {
    let mut source = Source::open(io::Cursor::new(bytes), SourceOptions::default())?;
    let options = ConvertOptions::new(to);
    let mut output = Vec::new();
    Conversion::new(&options).run(&mut source, &mut |_, game| {
        output.extend_from_slice(game);
        Ok(())
    })?;
    Ok(output)
}
