//! Tar archives: the original format, and the long names of GNU and POSIX.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, BufReader, Read, SeekFrom};
use std::ops::ControlFlow;
use std::time::{Duration, SystemTime};

use tar::{Archive, Entry, EntryType};

use super::limit::{Budget, too_much};
use super::{Bytes, Member, Taker, gzip, safe_path};
use crate::why::Why;

/// The size of the blocks that an archive consists of, in bytes.
pub(super) const BLOCK: u64 = 512;

/// The longest header of a member that is believed, in bytes.
const HEADER: u64 = 64 * 1024;

/// Why a sparse member is not read: its archive has only the parts of it that are not zeros.
const SPARSE: &str = "it is a sparse file; ishi cannot read it, but GNU `tar x` unpacks it";

/// The largest file that is held in memory because hard links may lead to it, in bytes.
const LINKED: u64 = 64 << 20;

/// The facts in the headers before a member.
#[derive(Default)]
struct Ahead {
    name: Option<Vec<u8>>,
    link: Option<Vec<u8>>,
    modified: Option<SystemTime>,
    /// The name of a sparse member. The member itself has a made-up name.
    sparse: Option<Vec<u8>>,
}

/// A hard link: a member with the content of an earlier one.
struct Link {
    name: Vec<u8>,
    modified: Option<SystemTime>,
}

/// Returns whether a block is the header of a member: its checksum is right.
pub(crate) fn is_header(block: &[u8]) -> bool {
    let Some(block) = block.get(..BLOCK as usize) else {
        return false;
    };
    let field = block.get(148..156).unwrap_or(&[]);
    let digits: String = field
        .iter()
        .filter(|byte| (b'0'..=b'7').contains(*byte))
        .map(|byte| char::from(*byte))
        .collect();
    let sum = |byte: (usize, &u8)| match byte.0 {
        148..156 => 32,
        _ => u32::from(*byte.1),
    };
    u32::from_str_radix(&digits, 8)
        .is_ok_and(|expected| expected == block.iter().enumerate().map(sum).sum::<u32>())
}

/// Goes through the members in the order of the archive; then through the hard links.
pub(super) fn members(
    reader: &mut dyn Bytes,
    packed: Option<u64>,
    budget: &Budget,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    let mut links = TarLinks::default();
    let going = first(&mut *stream(reader, packed)?, budget, &mut links, take)?;
    let any = !links.to_number.is_empty() || !links.to_name.is_empty();
    if !any || going.is_break() {
        return Ok(going);
    }
    linked(&mut *stream(reader, packed)?, budget, links, take)
}

/// Returns the bytes of the archive from its start.
fn stream(reader: &mut dyn Bytes, packed: Option<u64>) -> io::Result<Box<dyn Read + '_>> {
    reader.seek(SeekFrom::Start(0))?;
    Ok(match packed {
        Some(size) => Box::new(gzip::stream(reader, size)),
        None => Box::new(BufReader::new(reader)),
    })
}

/// The hard links: those to an earlier member by its number in the archive, where a name may come
/// twice; those to a later one by its name.
#[derive(Default)]
struct TarLinks {
    to_number: HashMap<usize, Vec<Link>>,
    to_name: HashMap<Vec<u8>, Vec<Link>>,
}

fn first(
    reader: &mut dyn Read,
    budget: &Budget,
    links: &mut TarLinks,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    let mut numbers = HashMap::new();
    let mut number = 0;
    each(reader, |entry, kind, ahead| {
        number += 1;
        let name = ahead
            .name
            .unwrap_or_else(|| entry.path_bytes().into_owned());
        let modified = ahead.modified.or_else(|| time_in(entry));
        if kind == EntryType::Link {
            let own = || entry.link_name_bytes().map(Cow::into_owned);
            let target = ahead.link.or_else(own).unwrap_or_default();
            let link = Link { name, modified };
            let others = match numbers.get(&target) {
                Some(number) => links.to_number.entry(*number).or_default(),
                None => links.to_name.entry(target).or_default(),
            };
            others.push(link);
            return ControlFlow::Continue(());
        }
        numbers.insert(name.clone(), number);
        let mut content = budget.limit(entry);
        take(Member {
            path: safe_path(&name, b"/"),
            name: Some(name),
            modified,
            content: match kind {
                EntryType::GNUSparse => Err(Why::Failed(SPARSE.to_owned())),
                EntryType::Regular | EntryType::Continuous => Ok(&mut content),
                EntryType::Symlink => Err(Why::Other("a link, not followed")),
                _ => Err(Why::Other("a device or a pipe")),
            },
        })
    })
}

/// Goes through the members again, and hands on the targets of hard links.
fn linked(
    reader: &mut dyn Read,
    budget: &Budget,
    mut links: TarLinks,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    let mut number = 0;
    let going = each(reader, |entry, kind, ahead| {
        number += 1;
        let name = ahead
            .name
            .unwrap_or_else(|| entry.path_bytes().into_owned());
        let is_sparse = kind == EntryType::GNUSparse;
        if !matches!(kind, EntryType::Regular | EntryType::Continuous) && !is_sparse {
            return ControlFlow::Continue(());
        }
        let mut all = links.to_number.remove(&number).unwrap_or_default();
        all.extend(links.to_name.remove(&name).unwrap_or_default());
        if all.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut bytes = Vec::new();
        let read = entry.take(LINKED + 1).read_to_end(&mut bytes);
        let read = match read {
            _ if is_sparse => Err(io::Error::other(SPARSE)),
            Ok(count) if count as u64 > LINKED => Err(too_much()),
            read => read,
        };
        all.into_iter().try_for_each(|link| {
            let mut content = budget.limit(bytes.as_slice());
            take(Member {
                path: safe_path(&link.name, b"/"),
                name: Some(link.name),
                modified: link.modified,
                content: match &read {
                    Ok(_) => Ok(&mut content),
                    Err(error) => Err(Why::Failed(error.to_string())),
                },
            })
        })
    })?;
    if going.is_break() {
        return Ok(going);
    }
    let dangling = links
        .to_number
        .into_values()
        .chain(links.to_name.into_values());
    let mut dangling: Vec<_> = dangling.flatten().collect();
    dangling.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(dangling.into_iter().try_for_each(|link| {
        take(Member {
            path: safe_path(&link.name, b"/"),
            name: Some(link.name),
            modified: link.modified,
            content: Err(Why::Other("a link to a file that is not in the archive")),
        })
    }))
}

/// Goes through the entries that are files or stand for some.
fn each(
    reader: &mut dyn Read,
    mut take: impl FnMut(&mut Entry<'_, &mut dyn Read>, EntryType, Ahead) -> ControlFlow<()>,
) -> io::Result<ControlFlow<()>> {
    let mut archive = Archive::new(reader);
    let mut ahead = Ahead::default();
    // Raw, because the library would read headers of any length into memory.
    for entry in archive.entries()?.raw(true) {
        let mut entry = entry?;
        match entry.header().entry_type() {
            EntryType::GNULongName => ahead.name = Some(until_nul(header(&mut entry)?)),
            EntryType::GNULongLink => ahead.link = Some(until_nul(header(&mut entry)?)),
            EntryType::XHeader => ahead.extended(&header(&mut entry)?),
            EntryType::XGlobalHeader => {}
            EntryType::Directory => ahead = Ahead::default(),
            kind => {
                let mut ahead = core::mem::take(&mut ahead);
                // POSIX headers say of a sparse member that it is regular.
                let sparse = ahead.sparse.take();
                let kind = if sparse.is_some() {
                    EntryType::GNUSparse
                } else {
                    kind
                };
                ahead.name = sparse.filter(|name| !name.is_empty()).or(ahead.name);
                if take(&mut entry, kind, ahead).is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn time_in<R: Read>(entry: &Entry<'_, R>) -> Option<SystemTime> {
    let seconds = entry.header().mtime().ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(seconds))
}

fn header<R: Read>(entry: &mut Entry<'_, R>) -> io::Result<Vec<u8>> {
    if entry.size() > HEADER {
        return Err(io::Error::other("one of its headers is too long"));
    }
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn until_nul(mut name: Vec<u8>) -> Vec<u8> {
    let end = name.iter().position(|byte| *byte == 0);
    name.truncate(end.unwrap_or(name.len()));
    name
}

impl Ahead {
    /// Takes the records of a POSIX header: `LENGTH KEY=VALUE` with a line end.
    fn extended(&mut self, bytes: &[u8]) {
        let mut rest = bytes;
        while let Some((record, behind)) = first_record(rest) {
            rest = behind;
            if let Some(sparse) = record.strip_prefix(b"GNU.sparse.") {
                let name = sparse.strip_prefix(b"name=").map(<[u8]>::to_vec);
                self.sparse = name.or(self.sparse.take()).or(Some(Vec::new()));
            } else if let Some(path) = record.strip_prefix(b"path=") {
                self.name = Some(path.to_vec());
            } else if let Some(path) = record.strip_prefix(b"linkpath=") {
                self.link = Some(path.to_vec());
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
    #[test]
    fn a_sparse_member_has_the_name_in_its_header() {
        let sparse = |records: &[u8]| {
            let mut ahead = Ahead::default();
            ahead.extended(records);
            ahead.sparse
        };
        assert_eq!(sparse(b"9 path=a\n"), None);
        assert_eq!(sparse(b"22 GNU.sparse.major=1\n"), Some(Vec::new()));
        assert_eq!(sparse(b"21 GNU.sparse.name=a\n"), Some(b"a".to_vec()));
        let both = b"21 GNU.sparse.name=a\n22 GNU.sparse.major=1\n";
        assert_eq!(sparse(both), Some(b"a".to_vec()));
    }

    #[test]
    fn the_header_of_a_member_has_the_sum_of_its_bytes() {
        let mut header = tar::Header::new_gnu();
        header.set_path("a.go").unwrap();
        header.set_cksum();
        let block = header.as_bytes().to_vec();
        assert!(is_header(&block));
        assert!(is_header(&[&block, &b"more"[..]].concat()));
        assert!(!is_header(&block[..511]));
        for at in [0, 147, 148, 153, 156, 511] {
            let mut other = block.clone();
            other[at] = if other[at] == b'1' { b'2' } else { b'1' };
            assert!(!is_header(&other), "{at}");
        }
        assert!(!is_header(&[0; 512]));
    }

    #[test]
    fn a_long_header_is_read_up_to_its_limit() {
        for (length, is_read) in [(HEADER, true), (HEADER + 1, false)] {
            let mut archive = tar::Builder::new(Vec::new());
            let name = "a".repeat(usize::try_from(length).unwrap() - 1) + "\0";
            let mut long = tar::Header::new_gnu();
            long.set_entry_type(EntryType::GNULongName);
            long.set_size(length);
            long.set_cksum();
            archive.append(&long, name.as_bytes()).unwrap();
            let mut member = tar::Header::new_gnu();
            member.set_size(0);
            member.set_cksum();
            archive.append(&member, io::empty()).unwrap();
            let bytes = archive.into_inner().unwrap();
            let mut lengths = Vec::new();
            let found = each(&mut bytes.as_slice(), |_, _, ahead| {
                lengths.extend(ahead.name.map(|name| name.len() as u64));
                ControlFlow::Continue(())
            });
            let error = found.err().map(|error| error.to_string());
            if is_read {
                assert_eq!((error, lengths), (None, vec![length - 1]));
            } else {
                let expected = "one of its headers is too long".to_owned();
                assert_eq!((error, lengths), (Some(expected), Vec::new()));
            }
        }
    }

    /// Returns an archive of members, each with its kind, its time, its name, and its content or its target.
    fn archive(members: &[(EntryType, u64, &str, &str)]) -> Vec<u8> {
        let mut archive = tar::Builder::new(Vec::new());
        for (kind, time, name, text) in members {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(*kind);
            header.set_mtime(*time);
            header.set_size(0);
            if matches!(kind, EntryType::Link | EntryType::Symlink) {
                archive.append_link(&mut header, name, text).unwrap();
            } else {
                header.set_size(text.len() as u64);
                archive
                    .append_data(&mut header, name, text.as_bytes())
                    .unwrap();
            }
        }
        archive.into_inner().unwrap()
    }

    /// Returns for each member its name, its seconds since 1970, and its content or why it is not read.
    fn taken(bytes: &[u8], most: usize) -> Vec<String> {
        let mut found = Vec::new();
        let mut take = |member: Member<'_>| {
            let time = member.modified.unwrap();
            let seconds = time.duration_since(SystemTime::UNIX_EPOCH).unwrap();
            let content = match member.content {
                Ok(content) => io::read_to_string(content).unwrap(),
                Err(Why::Other(why)) => why.to_owned(),
                Err(why) => format!("{why:?}"),
            };
            let name = String::from_utf8(member.name.unwrap()).unwrap();
            found.push(format!("{name} {}: {content}", seconds.as_secs()));
            if found.len() == most {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let mut reader = io::Cursor::new(bytes);
        let going = members(&mut reader, None, &Budget::new(0), &mut take).unwrap();
        assert_eq!(going.is_break(), found.len() == most);
        found
    }

    #[test]
    fn members_come_in_their_order_and_hard_links_after_them() {
        use EntryType::{Block, Char, Continuous, Directory, Fifo, Link, Regular, Symlink};
        let long = "a".repeat(150);
        let target = "b".repeat(150);
        let bytes = archive(&[
            (Link, 1, "z", "missing"),
            (Link, 2, "later", "b"),
            (Regular, 3, "a", "one"),
            (Link, 4, "l", "a"),
            (Directory, 5, "folder/", ""),
            (Continuous, 6, "b", "two"),
            (Symlink, 7, "s", "a"),
            (Char, 8, "c", ""),
            (Block, 9, "d", ""),
            (Fifo, 10, "f", ""),
            (Regular, 11, "a", "three"),
            (Link, 12, "m", "a"),
            (Regular, 13, &long, "long"),
            (Link, 14, "n", &long),
            (Link, 15, "y", &target),
            (Link, 16, "x", "s"),
        ]);
        let device = "a device or a pipe";
        let dangling = "a link to a file that is not in the archive";
        let expected = [
            "a 3: one".to_owned(),
            "b 6: two".to_owned(),
            "s 7: a link, not followed".to_owned(),
            format!("c 8: {device}"),
            format!("d 9: {device}"),
            format!("f 10: {device}"),
            "a 11: three".to_owned(),
            format!("{long} 13: long"),
            "l 4: one".to_owned(),
            "later 2: two".to_owned(),
            "m 12: three".to_owned(),
            "n 14: long".to_owned(),
            format!("x 16: {dangling}"),
            format!("y 15: {dangling}"),
            format!("z 1: {dangling}"),
        ];
        assert_eq!(taken(&bytes, usize::MAX), expected);
        // Each member can be the last wanted one.
        for most in 1..expected.len() {
            assert_eq!(taken(&bytes, most), expected[..most], "{most}");
        }
    }

    #[test]
    fn a_folder_keeps_its_long_name_for_itself() {
        use EntryType::{Directory, Regular};
        let folder = format!("{}/", "f".repeat(150));
        let bytes = archive(&[(Directory, 1, &folder, ""), (Regular, 2, "a", "one")]);
        assert_eq!(taken(&bytes, usize::MAX), ["a 2: one"]);
    }

    #[test]
    fn a_time_has_up_to_nine_figures_after_the_point() {
        for (text, expected) in [
            ("0", Some((0, 0))),
            ("7.5", Some((7, 500_000_000))),
            ("7.123456789", Some((7, 123_456_789))),
            ("7.1234567894", Some((7, 123_456_789))),
            ("7.", Some((7, 0))),
            ("-7", None),
            ("7.x", None),
            ("", None),
        ] {
            let expected = expected
                .map(|(seconds, rest)| SystemTime::UNIX_EPOCH + Duration::new(seconds, rest));
            assert_eq!(time_of(text), expected, "{text}");
        }
    }
}
