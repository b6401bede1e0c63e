//! Zip archives.

use std::io::{self, Read, Seek};
use std::ops::ControlFlow;
use std::time::{Duration, SystemTime};

use zip::read::ZipFile;
use zip::{DateTime, ExtraField, ZipArchive};

use super::{Budget, Member, Taker, content, safe_path};
use crate::cli::batch::judge::{Judge, NotTaken};

/// Old programs of other systems separate names by backslashes.
const SEPARATORS: &[u8] = b"/\\";

/// Goes through the members in the order of the archive's directory.
pub fn members<R: Read + Seek>(
    reader: R,
    mut budget: Budget,
    judge: Judge,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    let mut archive = ZipArchive::new(reader)?;
    for index in 0..archive.len() {
        let Some((mut member, size)) = described(&mut archive, index)? else {
            continue;
        };
        if member.content.is_ok() {
            let path = member.path.clone().unwrap_or_default();
            let limit = Budget::new(size).0.min(budget.0);
            member.content = archive
                .by_index(index)
                .map_err(|error| NotTaken::Failed(io::Error::from(error).to_string()))
                .and_then(|file| {
                    let mut file = Budget(limit).limit(file);
                    let content = content(&mut file, &path, judge);
                    budget.0 -= limit - file.left;
                    content
                });
        }
        if take(member).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Returns a member without its content, and its compressed size; none for a folder.
fn described<R: Read + Seek>(
    archive: &mut ZipArchive<R>,
    index: usize,
) -> io::Result<Option<(Member, u64)>> {
    let file = archive.by_index_raw(index)?;
    if file.is_dir() {
        return Ok(None);
    }
    let content = if file.is_symlink() {
        Err(NotTaken::Other("a link, which is not followed"))
    } else if file.encrypted() {
        Err(NotTaken::Failed("it is encrypted".to_owned()))
    } else {
        Ok(tempfile::SpooledTempFile::new(0))
    };
    let member = Member {
        name: String::from_utf8_lossy(file.name_raw()).into_owned(),
        path: safe_path(file.name_raw(), SEPARATORS),
        modified: modified(&file),
        content,
    };
    Ok(Some((member, file.compressed_size())))
}

/// Returns when a member was last changed: from the field with seconds since 1970 if it has one;
/// otherwise from the DOS time, which is local to a place that nobody knows, as if that were UTC.
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
}
