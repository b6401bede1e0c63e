//! Tar archives: the original format, and the long names of GNU and POSIX.

use std::io::{self, Read};
use std::ops::ControlFlow;

use tar::{Archive, EntryType};

use super::limit::Budget;
use super::{Member, Taker, instant, safe_path};
use crate::why::Why;

/// The size of the blocks that an archive consists of, in bytes.
pub(super) const BLOCK: u64 = 512;

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
    for entry in Archive::new(reader).entries()? {
        let entry = entry?;
        let header = entry.header();
        let (kind, modified) = (header.entry_type(), header.mtime().ok());
        if matches!(kind, EntryType::Directory | EntryType::XGlobalHeader) {
            continue;
        }
        let name = entry.path_bytes().into_owned();
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
}
