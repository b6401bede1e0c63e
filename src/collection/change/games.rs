//! The games of records: joined, and put into an order.

use std::io::Cursor;

use super::header::header;
use crate::collection::{Collection, WriteError, read_source};
use crate::edit::is_shown;
use crate::model::{Game, Id};
use crate::source::{Source, SourceOptions};
use crate::values::understand;

/// Returns one record with the games of all. Each game keeps its bytes.
///
/// # Errors
///
/// The errors of [`Collection::write`]; [`WriteError::NotReadBack`] too if the records have different formats or charsets.
///
/// # Examples
///
/// ```
/// let records = [ishi::read(b"(;FF[4];B[aa])\n")?, ishi::read(b"( ;FF[4];W[bb])")?];
/// let joined = ishi::change::join(&records)?;
/// assert_eq!(joined.games.len(), 2);
/// assert_eq!(joined.write()?, b"(;FF[4];B[aa])\n( ;FF[4];W[bb])\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn join(records: &[Collection]) -> Result<Collection, WriteError> {
    let mut bytes = Vec::new();
    for record in records {
        let written = record.write()?;
        let text = written.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&written);
        // After the sign for the end of a file no reader would look for another game.
        let last = text.iter().rposition(|byte| !matches!(byte, 0 | 0x1A));
        bytes.extend_from_slice(text.get(..=last.unwrap_or(0)).unwrap_or_default());
        if !bytes.ends_with(b"\n") {
            bytes.push(b'\n');
        }
    }
    let options = SourceOptions::of(records.first().map(|record| record.format.into()));
    let joined = read_source(&mut Source::open(Cursor::new(bytes), options)?)?;
    let games: Vec<_> = records.iter().flat_map(|record| &record.games).collect();
    let mut pairs = joined.games.iter().zip(&games);
    let is_same = records.iter().all(|record| record.format == joined.format)
        && joined.games.len() == games.len()
        && pairs.all(|(found, game)| is_shown(found, game));
    is_same
        .then_some(joined)
        .ok_or(WriteError::NotReadBack { game: None })
}

/// Sorts games by a property of the game information: by date, or by a text without regard to capitals, so that KM `10` comes
/// before `5`. Games without it come last; games with the same value keep their order.
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
        let text = header(game, id).unwrap_or("").trim();
        let understood = understand(id, text).map(|found| found.form);
        let key = understood.unwrap_or_else(|| text.to_lowercase());
        (key.is_empty(), key)
    });
}
