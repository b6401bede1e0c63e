//! Tar archives: the original format, and the long names of GNU and POSIX.

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tar::{Archive, Entry, EntryType};

use super::{Member, Taker, content, safe_path};
use crate::cli::batch::judge::{Judge, NotTaken};

/// The longest header of a member that is believed, in bytes.
const HEADER: u64 = 64 * 1024;

/// What the headers before a member say about it.
#[derive(Default)]
struct Ahead {
    name: Option<Vec<u8>>,
    modified: Option<SystemTime>,
}

/// Goes through the members in the order of the archive.
pub fn members<R: Read>(
    reader: R,
    judge: Judge,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    let mut archive = Archive::new(reader);
    let mut ahead = Ahead::default();
    // Raw, because the library would read headers of any length into memory.
    for entry in archive.entries()?.raw(true) {
        let mut entry = entry?;
        match entry.header().entry_type() {
            EntryType::GNULongName => {
                let mut name = header(&mut entry)?;
                name.truncate(
                    name.iter()
                        .position(|byte| *byte == 0)
                        .unwrap_or(name.len()),
                );
                ahead.name = Some(name);
            }
            EntryType::XHeader => ahead.extended(&header(&mut entry)?),
            EntryType::GNULongLink | EntryType::XGlobalHeader => {}
            EntryType::Directory => ahead = Ahead::default(),
            kind => {
                let ahead = std::mem::take(&mut ahead);
                if take(member(&mut entry, kind, ahead, judge)).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn header<R: Read>(entry: &mut Entry<'_, R>) -> io::Result<Vec<u8>> {
    if entry.size() > HEADER {
        return Err(io::Error::other("it has a header of absurd length"));
    }
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl Ahead {
    /// Takes the records of a POSIX header: `LENGTH KEY=VALUE` with a line end.
    fn extended(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((record, behind)) = first_record(rest) {
            rest = behind;
            if let Some(path) = record.strip_prefix(b"path=") {
                self.name = Some(path.to_vec());
            } else if let Some(time) = record.strip_prefix(b"mtime=") {
                self.modified = std::str::from_utf8(time).ok().and_then(time_of);
            }
        }
    }
}

/// Returns the first record of a POSIX header without its length and its line end, and the rest.
fn first_record(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let blank = bytes.iter().position(|byte| *byte == b' ')?;
    let length = std::str::from_utf8(bytes.get(..blank)?).ok()?;
    let length: usize = length.parse().ok()?;
    let record = bytes.get(blank + 1..length)?;
    Some((record.strip_suffix(b"\n")?, bytes.get(length..)?))
}

/// Returns the time that a decimal number of seconds since 1970 means.
fn time_of(text: &str) -> Option<SystemTime> {
    let (seconds, fraction) = text.split_once('.').unwrap_or((text, ""));
    let nanoseconds = format!("{fraction:0<9}").get(..9)?.parse().ok()?;
    let since = Duration::new(seconds.parse().ok()?, nanoseconds);
    SystemTime::UNIX_EPOCH.checked_add(since)
}

fn member<R: Read>(
    entry: &mut Entry<'_, R>,
    kind: EntryType,
    ahead: Ahead,
    judge: Judge,
) -> Member {
    let name = ahead
        .name
        .unwrap_or_else(|| entry.path_bytes().into_owned());
    let seconds = entry.header().mtime().ok();
    let path = safe_path(&name, b"/");
    let content = match (kind, &path) {
        (EntryType::Regular | EntryType::Continuous, Some(path)) => content(entry, path, judge),
        (EntryType::Regular | EntryType::Continuous, None) => content(entry, Path::new(""), judge),
        (EntryType::Symlink | EntryType::Link, _) => {
            Err(NotTaken::Other("a link, which is not followed"))
        }
        _ => Err(NotTaken::Other("a device or a pipe")),
    };
    Member {
        name: String::from_utf8_lossy(&name).into_owned(),
        path,
        modified: ahead
            .modified
            .or_else(|| SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds?))),
        content,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn posix_headers_are_read() {
        let mut ahead = Ahead::default();
        ahead.extended(b"18 path=a/b\xff c.go\n24 mtime=1000000000.125\n8 x=yz1\n");
        assert_eq!(ahead.name.as_deref(), Some(&b"a/b\xff c.go"[..]));
        let time = SystemTime::UNIX_EPOCH + Duration::new(1_000_000_000, 125_000_000);
        assert_eq!(ahead.modified, Some(time));
        let mut broken = Ahead::default();
        for header in [&b"99 path=a\n"[..], b"x", b"0 path=a\n", b"3 a"] {
            broken.extended(header);
        }
        assert_eq!(broken.name, None);
    }
}
