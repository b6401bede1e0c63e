//! The games of records: joined, and put into an order.

use thiserror::Error;

use super::header::header;
use crate::collection::{Collection, WriteError, read_source};
use crate::debug::debug_as_display;
use crate::edit::is_shown;
use crate::format::Format;
use crate::model::{Game, Id};
use crate::source::{Source, SourceError, SourceOptions};
use crate::values::Dates;

/// Records cannot be joined.
#[derive(Error)]
pub enum JoinError {
    /// They have different formats.
    #[error("{one} and {other} cannot be in one record")]
    Formats {
        /// The format of the first record.
        one: Format,
        /// Another format.
        other: Format,
    },
    /// A changed record cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The bytes cannot be read again.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The games would not be read back as they are, for example because the records have different charsets.
    #[error("the games would not be read back as they are from one record")]
    NotReadBack,
}

debug_as_display!(JoinError);

/// Returns one record with the games of all. Each game keeps its bytes.
///
/// # Errors
///
/// [`JoinError`] if the formats differ, or if the games would not be read back as they are.
///
/// # Examples
///
/// ```
/// let records = [ishi::read(b"(;FF[4];B[aa])\n")?, ishi::read(b"( ;FF[4];W[bb])")?];
/// let joined = ishi::change::join(&records)?;
/// assert_eq!(joined.games.len(), 2);
/// assert_eq!(joined.write()?, b"(;FF[4];B[aa])\n( ;FF[4];W[bb])");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn join(records: &[Collection]) -> Result<Collection, JoinError> {
    let Some(first) = records.first() else {
        return Ok(Collection::new(Format::Sgf));
    };
    let mut bytes = Vec::new();
    for record in records {
        if record.format != first.format {
            return Err(JoinError::Formats {
                one: first.format,
                other: record.format,
            });
        }
        let own = record.write()?;
        let own = if bytes.is_empty() {
            own.as_slice()
        } else {
            own.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&own)
        };
        // After the sign for the end of a file no reader would look for another game.
        let end = own.iter().rposition(|byte| !matches!(byte, 0 | 0x1A));
        bytes.extend_from_slice(own.get(..end.map_or(0, |end| end + 1)).unwrap_or_default());
        if !bytes.ends_with(b"\n") && !std::ptr::eq(record, records.last().unwrap_or(record)) {
            let line_break: &[u8] = if own.contains(&b'\r') { b"\r\n" } else { b"\n" };
            bytes.extend_from_slice(line_break);
        }
    }
    let options = SourceOptions {
        hint: Some(first.format),
        ..SourceOptions::default()
    };
    let joined = read_source(&mut Source::open(std::io::Cursor::new(bytes), options)?)?;
    let games = || records.iter().flat_map(|record| &record.games);
    let is_same = joined.format == first.format
        && joined.games.len() == games().count()
        && joined
            .games
            .iter()
            .zip(games())
            .all(|(found, game)| is_shown(found, game));
    is_same.then_some(joined).ok_or(JoinError::NotReadBack)
}

/// Sorts games by a property of the game information: by date, or by a text without regard to capitals. Games without it come
/// last; games with the same value keep their order.
///
/// # Examples
///
/// ```
/// use ishi::model::Id;
///
/// let mut record = ishi::read(b"(;FF[4]DT[1990];B[aa])(;FF[4]DT[1847-11-21];W[bb])")?;
/// ishi::change::sort(&mut record.games, Id::Date);
/// assert_eq!(record.write()?, b"(;FF[4]DT[1847-11-21];W[bb])(;FF[4]DT[1990];B[aa])");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sort(games: &mut [Game<'_>], id: Id) {
    games.sort_by_cached_key(|game| {
        let text = header(game, id).filter(|text| !text.trim().is_empty());
        let key = text.map(|text| match id {
            Id::Date => Dates::read(text).map_or_else(|| text.to_owned(), |(dates, _)| dates.sgf()),
            _ => text.to_lowercase(),
        });
        (key.is_none(), key)
    });
}
