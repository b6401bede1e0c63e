//! Images of floppy disks: the FAT file system of MS-DOS.
//!
//! Deleted files are not read. The end of a file after a bad cluster becomes bytes of zero, as a sector that could not be read
//! does in an image.

use std::io::{self, BufReader, Cursor, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::time::SystemTime;

use chrono::NaiveDate;
use fatfs::{DateTime, FileSystem, FsOptions};

use super::limit::{Budget, Limited};
use super::{Bytes, DEEPEST, Member, Taker, instant, safe_path};

/// A disk that is only read.
struct Disk<R>(Limited<R>);

impl<R: Read> Read for Disk<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 if !buffer.is_empty() => Err(io::Error::other("the image of the disk is cut off")),
            count => Ok(count),
        }
    }
}

impl<R: Seek> Seek for Disk<R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.reader.seek(to)
    }
}

impl<R> Write for Disk<R> {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::ReadOnlyFilesystem.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns whether a file begins like a disk.
pub(crate) fn is_disk(head: &[u8]) -> bool {
    let disk = || Disk(Budget::new(0).limit(Cursor::new(head.to_vec())));
    matches!(head.first(), Some(0xEB | 0xE9)) && FileSystem::new(disk(), FsOptions::new()).is_ok()
}

/// Goes through the files in the order of the folders, each folder after the files of the one above.
pub(super) fn members(
    reader: &mut dyn Bytes,
    budget: &Budget,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    // The disk has the budget too, because a folder can lie in itself.
    let disk = Disk(budget.clone().limit(BufReader::new(reader)));
    let disk = FileSystem::new(disk, FsOptions::new())?;
    let mut folders = vec![(Vec::new(), 0, disk.root_dir())];
    while let Some((above, depth, folder)) = folders.pop() {
        for entry in folder.iter() {
            let entry = entry?;
            let short = entry.short_file_name_as_bytes();
            let long = entry.file_name();
            let is_known = !long.contains(char::REPLACEMENT_CHARACTER);
            let own = if is_known { long.as_bytes() } else { short };
            let name = [&above, own].concat();
            if entry.is_dir() {
                // The folder itself and the one above it have names of dots.
                if !short.is_empty() && !short.starts_with(b".") && depth < DEEPEST {
                    folders.push(([&name, &b"/"[..]].concat(), depth + 1, entry.to_dir()));
                }
                continue;
            }
            let content = entry.to_file().chain(io::repeat(0)).take(entry.len());
            let mut content = budget.limit(content);
            let going = take(Member {
                path: safe_path(&name, b"/"),
                name: Some(name),
                modified: modified(entry.modified()),
                content: Ok(&mut content),
            });
            if going.is_break() {
                return Ok(going);
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn modified(time: DateTime) -> Option<SystemTime> {
    let (date, time) = (time.date, time.time);
    let date = NaiveDate::from_ymd_opt(date.year.into(), date.month.into(), date.day.into())?;
    let time = date.and_hms_opt(time.hour.into(), time.min.into(), time.sec.into())?;
    instant(time.and_utc().timestamp())
}
