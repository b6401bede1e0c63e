//! Tar archives: the original format, and the long names of GNU and POSIX.

use std::io::{self, Read};
use std::ops::ControlFlow;

use tar::{Archive, Entry, EntryType, PaxExtensions};

use super::limit::Budget;
use super::{Member, Taker, instant, safe_path};
use crate::why::Why;

/// The size of the blocks that an archive consists of, in bytes.
pub(super) const BLOCK: u64 = 512;

/// The longest header with a name that is read, in bytes.
const LONGEST_HEADER: u64 = 64 * 1024;

/// Why a member is not read whose content is elsewhere in the archive, or only in part there.
const UNREAD: &str =
    "it is a hard link or a sparse file; ishi cannot read it, but `tar x` unpacks it";

/// Returns whether a block is the header of a member: its checksum is right.
pub(crate) fn is_header(block: &[u8]) -> bool {
    // Most files have no octal number there.
    let sum = block.get(148..156).unwrap_or_default();
    let is_sum = |byte: &u8| matches!(byte, b'0'..=b'7' | b' ' | 0);
    if sum.is_empty() || !sum.iter().all(is_sum) {
        return false;
    }
    let mut archive = Archive::new(block);
    let first = archive.entries().ok().and_then(|all| all.raw(true).next());
    matches!(first, Some(Ok(_)))
}

/// Goes through the members in the order of the archive.
pub(super) fn members(
    reader: &mut dyn Read,
    budget: &Budget,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    let mut long = None;
    for entry in Archive::new(reader).entries()?.raw(true) {
        let mut entry = entry?;
        let header = entry.header();
        let (kind, modified) = (header.entry_type(), header.mtime().ok());
        match kind {
            EntryType::GNULongName | EntryType::XHeader => {
                long = long_name(&mut entry)?.or(long);
                continue;
            }
            EntryType::GNULongLink | EntryType::XGlobalHeader => continue,
            _ => {}
        }
        let name = long.take();
        if kind == EntryType::Directory {
            continue;
        }
        let name = name.unwrap_or_else(|| entry.path_bytes().into_owned());
        let mut content = budget.limit(entry);
        let going = take(Member {
            path: safe_path(&name, b"/"),
            name: Some(name),
            modified: modified.and_then(|seconds| instant(seconds.try_into().ok()?)),
            content: match kind {
                EntryType::Regular | EntryType::Continuous => Ok(&mut content),
                EntryType::Link | EntryType::GNUSparse => Err(Why::Failed(UNREAD.to_owned())),
                EntryType::Symlink => Err(Why::Other("a link, not followed")),
                _ => Err(Why::Other("a device or a pipe")),
            },
        });
        if going.is_break() {
            return Ok(going);
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Returns the name of the next member, if a header of its own has it. The library would read a header of any length.
fn long_name(entry: &mut Entry<'_, impl Read>) -> io::Result<Option<Vec<u8>>> {
    if entry.size() > LONGEST_HEADER {
        return Err(io::Error::other("one of its headers is too long"));
    }
    let mut data = Vec::new();
    entry.read_to_end(&mut data)?;
    if entry.header().entry_type() == EntryType::GNULongName {
        data.truncate(
            data.iter()
                .position(|byte| *byte == 0)
                .unwrap_or(data.len()),
        );
        return Ok(Some(data));
    }
    let mut fields = PaxExtensions::new(&data).flatten();
    let path = fields.find(|field| field.key_bytes() == b"path");
    Ok(path.map(|path| path.value_bytes().to_vec()))
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;

    #[test]
    fn the_header_of_a_member_has_the_sum_of_its_bytes() {
        let mut header = tar::Header::new_gnu();
        header.set_path("a.go").unwrap();
        header.set_size(0);
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
                Err(why) => why.to_string(),
            };
            let name = String::from_utf8(member.name.unwrap()).unwrap();
            found.push(format!("{name} {}: {content}", seconds.as_secs()));
            if found.len() == most {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        let going = members(&mut &*bytes, &Budget::new(0), &mut take).unwrap();
        assert_eq!(going.is_break(), found.len() == most);
        found
    }

    #[test]
    fn members_come_in_their_order_and_links_are_named() {
        use EntryType::{Block, Char, Continuous, Directory, Fifo, Link, Regular, Symlink};
        let long = "a".repeat(150);
        let folder = format!("{}/", "f".repeat(150));
        let bytes = archive(&[
            (Regular, 3, "a", "one"),
            (Link, 4, "l", "a"),
            (Directory, 5, &folder, ""),
            (Continuous, 6, "b", "two"),
            (Symlink, 7, "s", "a"),
            (Char, 8, "c", ""),
            (Block, 9, "d", ""),
            (Fifo, 10, "f", ""),
            (Regular, 13, &long, "long"),
        ]);
        let device = "a device or a pipe";
        let expected = [
            "a 3: one".to_owned(),
            format!("l 4: cannot be read: {UNREAD}"),
            "b 6: two".to_owned(),
            "s 7: a link, not followed".to_owned(),
            format!("c 8: {device}"),
            format!("d 9: {device}"),
            format!("f 10: {device}"),
            format!("{long} 13: long"),
        ];
        assert_eq!(taken(&bytes, usize::MAX), expected);
        // Each member can be the last wanted one.
        for most in 1..expected.len() {
            assert_eq!(taken(&bytes, most), expected[..most], "{most}");
        }
    }

    /// Returns an archive of a member whose name is in a header before it.
    fn named(kind: EntryType, data: &[u8]) -> Vec<u8> {
        let mut archive = tar::Builder::new(Vec::new());
        for (kind, data) in [(kind, data), (EntryType::Regular, &b"text"[..])] {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(kind);
            header.set_mtime(1);
            header.set_size(data.len() as u64);
            header.set_cksum();
            archive.append(&header, data).unwrap();
        }
        archive.into_inner().unwrap()
    }

    #[test]
    fn a_long_header_is_read_up_to_its_limit() {
        let pax = named(EntryType::XHeader, b"12 mtime=12\n14 path=x.sgf\n");
        assert_eq!(taken(&pax, 1), ["x.sgf 1: text"]);
        let most = usize::try_from(LONGEST_HEADER).unwrap();
        let name = "a".repeat(most - 1);
        let long = format!("{name}\0");
        let whole = named(EntryType::GNULongName, long.as_bytes());
        assert_eq!(taken(&whole, 1), [format!("{name} 1: text")]);
        let longer = named(EntryType::GNULongName, format!("a{long}").as_bytes());
        let found = members(&mut &*longer, &Budget::new(0), &mut |_| {
            ControlFlow::Continue(())
        });
        let error = found.map_err(|error| error.to_string());
        assert_eq!(error, Err("one of its headers is too long".to_owned()));
    }
}
