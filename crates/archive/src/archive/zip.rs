//! Zip archives.

mod entries;

use std::io::{self, BufReader, Read, Seek};
use std::ops::ControlFlow;
use std::time::{Duration, SystemTime};

use zip::read::ZipFile;
use zip::{CompressionMethod, DateTime, ExtraField, ZipArchive};

use super::limit::Budget;
use super::{Bytes, Member, Taker, safe_path};
use crate::why::Why;
use entries::Entry;

/// Old programs of other systems separate names by backslashes.
const SEPARATORS: &[u8] = b"/\\";

/// Goes through the members in the order of the archive's directory.
pub(super) fn members(
    reader: &mut dyn Bytes,
    budget: &Budget,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    let Ok(mut archive) = ZipArchive::new(BufReader::new(&mut *reader)) else {
        return without_directory(reader, budget, take);
    };
    if !archive.has_duplicate_names() {
        return all(&mut archive, None, budget, take);
    }
    // The library knows only the last of several members with one name.
    let (start, offset) = (archive.central_directory_start(), archive.offset());
    let mut reader = archive.into_inner();
    let entries = entries::of(&mut reader, start)?;
    for part in entries.chunks(entries::MOST) {
        let renamed = entries::Renamed::new(&mut reader, start, offset, part)?;
        if all(&mut ZipArchive::new(renamed)?, Some(part), budget, take)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Goes through the members of an archive that was cut: its directory, at the end, is missing.
fn without_directory(
    reader: &mut dyn Bytes,
    budget: &Budget,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    reader.seek(io::SeekFrom::Start(0))?;
    let mut reader = BufReader::new(reader);
    while let Ok(Some(mut file)) = zip::read::read_zipfile_from_stream(&mut reader) {
        let name = file.name_raw().to_vec();
        if name.last().is_some_and(|byte| SEPARATORS.contains(byte)) {
            continue;
        }
        let mut bytes = Vec::new();
        let whole = budget.limit(&mut file).read_to_end(&mut bytes);
        let is_whole = whole.is_ok();
        let mut content = io::Cursor::new(bytes);
        let going = take(Member {
            path: safe_path(&name, SEPARATORS),
            name: Some(name),
            modified: modified(&file),
            content: match whole {
                Ok(_) => Ok(&mut content),
                Err(_) => Err(Why::Failed("its end is missing in the archive".to_owned())),
            },
        });
        if going.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        if !is_whole {
            break;
        }
    }
    let why = "the end of the archive is missing; its whole members were read, and `zip -FF` may find more";
    Err(io::Error::other(why))
}

/// Goes through the members of an archive, with the names of `entries` if given.
fn all<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    entries: Option<&[Entry]>,
    budget: &Budget,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    for index in 0..archive.len() {
        let entry = entries.and_then(|entries| entries.get(index));
        let Some(described) = described(archive, index, entry)? else {
            continue;
        };
        let member = |content| Member {
            path: safe_path(&described.name, SEPARATORS),
            name: Some(described.name),
            modified: described.modified,
            content,
        };
        let going = match described.wrong {
            Some(why) => take(member(Err(why))),
            None => match archive.by_index(index) {
                Err(error) => take(member(Err(io::Error::from(error).into()))),
                Ok(file) => take(member(Ok(&mut budget.limit(file)))),
            },
        };
        if going.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// The facts in the directory about a member.
struct Described {
    name: Vec<u8>,
    modified: Option<SystemTime>,
    /// Why it cannot be read.
    wrong: Option<Why>,
}

/// Describes a member. Returns `None` for a folder.
fn described<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    index: usize,
    entry: Option<&Entry>,
) -> io::Result<Option<Described>> {
    let file = archive.by_index_raw(index)?;
    let name = entry.map_or_else(|| file.name_raw(), Entry::name).to_vec();
    if name.last().is_some_and(|byte| SEPARATORS.contains(byte)) {
        return Ok(None);
    }
    let wrong = if file.is_symlink() {
        Some(Why::Other("a link, not followed"))
    } else if file.encrypted() {
        Some(Why::Failed("it is encrypted".to_owned()))
    } else {
        unknown(file.compression()).map(Why::Failed)
    };
    Ok(Some(Described {
        name,
        modified: modified(&file),
        wrong,
    }))
}

/// Returns the name of an unknown compression method (PKWARE's APPNOTE, section 4.4.5). Returns `None` for a
/// known one.
#[expect(
    deprecated,
    reason = "the library has no other name for methods that it does not know"
)]
fn unknown(method: CompressionMethod) -> Option<String> {
    let name = match method {
        CompressionMethod::Stored | CompressionMethod::Deflated => return None,
        CompressionMethod::Unsupported(1) => "shrunk".to_owned(),
        CompressionMethod::Unsupported(number @ 2..=5) => format!("reduced, method {number}"),
        CompressionMethod::Unsupported(6) => "imploded".to_owned(),
        CompressionMethod::Unsupported(9) => "compressed by Deflate64".to_owned(),
        CompressionMethod::Unsupported(12) => "compressed by bzip2".to_owned(),
        CompressionMethod::Unsupported(14) => "compressed by LZMA".to_owned(),
        CompressionMethod::Unsupported(number) => format!("compressed by method {number}"),
        other => format!("compressed by {other}"),
    };
    Some(format!(
        "it is {name}; ishi cannot read it, but Info-ZIP's `unzip` and `7z x` open most"
    ))
}

/// Returns when a member was last changed. Prefers the field with seconds since 1970. The DOS time is local
/// to an unknown place, so it is read as UTC.
fn modified<R: Read>(file: &ZipFile<'_, R>) -> Option<SystemTime> {
    let seconds = file.extra_data_fields().find_map(|field| match field {
        ExtraField::ExtendedTimestamp(times) => times.mod_time(),
        _ => None,
    });
    let seconds = match seconds {
        Some(seconds) => u64::from(seconds),
        None => dos_seconds(file.last_modified().filter(DateTime::is_valid)?),
    };
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

/// Returns a time of the calendar, taken for UTC. Returns `None` if there is no such day.
pub(super) fn instant(time: DateTime) -> Option<SystemTime> {
    let seconds = time.is_valid().then(|| dos_seconds(time))?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

/// Returns the seconds from 1970 to a time of the calendar.
fn dos_seconds(time: DateTime) -> u64 {
    let year = u64::from(time.year());
    let (month, day) = (u64::from(time.month()), u64::from(time.day()));
    // Years are counted from March, so that the leap day is the last one.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
    let seconds =
        u64::from(time.second()) + 60 * (u64::from(time.minute()) + 60 * u64::from(time.hour()));
    (days - 719_468) * 86_400 + seconds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dos_times_are_counted_from_1970() {
        for (date, expected) in [
            ((1980, 1, 1, 0, 0, 0), 315_532_800),
            ((2000, 2, 29, 12, 30, 58), 951_827_458),
            ((2107, 12, 31, 23, 59, 58), 4_354_819_198),
        ] {
            let (year, month, day, hour, minute, second) = date;
            let time = DateTime::from_date_and_time(year, month, day, hour, minute, second);
            assert_eq!(dos_seconds(time.unwrap()), expected, "{date:?}");
        }
    }

    #[test]
    #[expect(
        deprecated,
        reason = "the library has no other name for methods that it does not know"
    )]
    fn methods_of_compression_have_their_names_in_appnote() {
        for (number, name) in [
            (1, "shrunk"),
            (2, "reduced, method 2"),
            (5, "reduced, method 5"),
            (6, "imploded"),
            (7, "compressed by method 7"),
            (9, "compressed by Deflate64"),
            (10, "compressed by method 10"),
            (12, "compressed by bzip2"),
            (14, "compressed by LZMA"),
        ] {
            let expected = format!(
                "it is {name}; ishi cannot read it, but Info-ZIP's `unzip` and `7z x` open most"
            );
            let found = unknown(CompressionMethod::Unsupported(number));
            assert_eq!(found, Some(expected), "{number}");
        }
        for known in [CompressionMethod::Stored, CompressionMethod::Deflated] {
            assert_eq!(unknown(known), None);
        }
    }
}
