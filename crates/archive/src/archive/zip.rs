//! Zip archives.

use std::io::{self, BufReader, Read, Seek};
use std::ops::ControlFlow;
use std::time::SystemTime;

use chrono::NaiveDateTime;
use zip::read::ZipFile;
use zip::{CompressionMethod, ExtraField, ZipArchive};

use super::limit::Budget;
use super::{Bytes, Member, Taker, instant, safe_path};
use crate::why::Why;

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
    let going = all(&mut archive, budget, take)?;
    // The library knows only the last of several members with one name.
    if going.is_continue() && archive.has_duplicate_names() {
        let why = "some members have the same name, and only the last of each name was read; `7z x` unpacks them all";
        return Err(io::Error::other(why));
    }
    Ok(going)
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

fn all<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    budget: &Budget,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    for index in 0..archive.len() {
        let Some(described) = described(archive, index)? else {
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
) -> io::Result<Option<Described>> {
    let file = archive.by_index_raw(index)?;
    let name = file.name_raw().to_vec();
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
    if let Some(seconds) = seconds {
        return instant(seconds.into());
    }
    let time = NaiveDateTime::try_from(file.last_modified()?).ok()?;
    instant(time.and_utc().timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;

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
