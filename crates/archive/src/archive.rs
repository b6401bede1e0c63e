//! Archives: their members one after the other, however hostile they are.

mod fat;
mod gzip;
mod lha;
mod limit;
mod tar;
mod zip;

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::{self, BufReader, Read, Seek};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use super::name::path_of;
use super::why::Why;
pub(super) use fat::is_disk;
use limit::Budget;
pub use limit::LARGEST;
pub(super) use tar::is_header as is_tar;

/// How many folders the name of a member may have above it.
const DEEPEST: usize = 64;

/// How many bytes a folder and a member take of the budget, because both take room on a disk and in memory.
const FOLDER: usize = 4096;
const MEMBER: usize = 512;

/// A kind of archive that is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Zip.
    Zip,
    /// Tar.
    Tar,
    /// A compressed tar archive, or one compressed file.
    Gzip,
    /// LHA, also called LZH.
    Lha,
    /// A floppy disk of MS-DOS, or another disk with a FAT file system of 12, 16 or 32 bits.
    Fat,
}

/// Bytes that can be read from any place.
pub trait Bytes: Read + Seek {}

impl<T: Read + Seek> Bytes for T {}

/// A member of an archive, while it is there to be read.
pub struct Member<'m> {
    /// Its name in the archive; the second member of a name is `NAME#2`. `None` for the only file in a `.gz`.
    pub name: Option<Vec<u8>>,
    /// Its path below the archive. `None` if it leads out of it.
    pub path: Option<PathBuf>,
    /// When it was last changed.
    pub modified: Option<SystemTime>,
    /// Its content, or why it cannot be read.
    pub content: Result<&'m mut dyn Read, Why>,
}

/// Receives the members.
pub type Taker<'t> = dyn FnMut(Member<'_>) -> ControlFlow<()> + 't;

/// Goes through the members of an archive, until one is not wanted. Folders are left out.
///
/// # Errors
///
/// If the archive is broken, or if it is compressed as a whole and more comes out of it than 64 MB and 200
/// times its size, or than 4 GB. In other archives a member past that limit has an error as its content.
/// Members that were handed on before are good.
pub fn members(
    kind: Kind,
    reader: &mut dyn Bytes,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    let size = reader.seek(io::SeekFrom::End(0))?;
    reader.seek(io::SeekFrom::Start(0))?;
    // How often each name came.
    let mut seen = HashMap::new();
    let names = Budget::new(size);
    let (mut folder, mut is_spent) = (PathBuf::new(), false);
    let mut numbered = |mut member: Member<'_>| {
        if let Some(path) = &member.path {
            let above = path.parent().unwrap_or(path);
            let depth = above.components().count();
            if depth > DEEPEST {
                let why = format!("its name has more than {DEEPEST} folders");
                member.content = Err(Why::Failed(why));
                member.path = None;
            } else {
                let shared = above.components().zip(folder.components());
                let shared = shared.take_while(|(one, two)| one == two).count();
                let new = (depth - shared) * FOLDER + MEMBER + path.as_os_str().len();
                is_spent = !names.spend(new as u64);
                above.clone_into(&mut folder);
            }
            if is_spent {
                return ControlFlow::Break(());
            }
        }
        if let Some(name) = &mut member.name {
            let count = seen.entry(name.clone()).or_insert(0_usize);
            *count += 1;
            if *count > 1 {
                name.extend(format!("#{count}").bytes());
            }
        }
        take(member)
    };
    let going = match kind {
        Kind::Zip => zip::members(reader, &Budget::new(size), &mut numbered),
        Kind::Tar => tar::members(
            &mut BufReader::new(reader),
            &Budget::new(size),
            &mut numbered,
        ),
        Kind::Gzip => gzip::members(reader, size, &mut numbered),
        Kind::Fat => fat::members(reader, &Budget::new(size), &mut numbered),
        Kind::Lha => lha::members(reader, &Budget::new(size), &mut numbered),
    };
    if is_spent {
        return Err(limit::too_much());
    }
    going
}

/// Returns the time that comes these seconds after the start of 1970.
fn instant(seconds: i64) -> Option<SystemTime> {
    let since = Duration::from_secs(seconds.try_into().ok()?);
    SystemTime::UNIX_EPOCH.checked_add(since)
}

/// Returns the path of a member below its archive. Returns `None` if it leads out of it.
///
/// A leading slash and a drive are left out, as other programs do. A part that Windows cannot have as a name is changed:
/// `CON.go` -> `CON_.go`, `a:b` -> `a_b`.
fn safe_path(name: &[u8], separators: &[u8]) -> Option<PathBuf> {
    let mut path = PathBuf::new();
    for (index, part) in name.split(|byte| separators.contains(byte)).enumerate() {
        match part {
            b"" | b"." => {}
            b".." => return None,
            [drive, b':'] if index == 0 && drive.is_ascii_alphabetic() => {}
            part if part.contains(&0) => return None,
            part => path.push(path_of(&portable(part))),
        }
    }
    (!path.as_os_str().is_empty()).then_some(path)
}

/// The most bytes of a name of a file, so that an ending and a number fit in the limit of file systems.
const LONGEST_NAME: usize = 200;

/// Returns a text as a name of a file that every system can have: `B: 1/2?` -> `B_ 1_2_`. Dots at its start would hide the
/// file, and are left out.
pub fn portable_name(text: &str) -> String {
    let is_bad = |c: char| c.is_control() || matches!(c, '/' | '\\' | '|');
    let mut name = text.replace(is_bad, "_");
    while name.len() > LONGEST_NAME {
        name.pop();
    }
    let name = name
        .trim()
        .trim_start_matches('.')
        .trim_end_matches(['.', ' ']);
    String::from_utf8_lossy(&portable(name.as_bytes())).into_owned()
}

/// Returns a part of a path as every system can have it.
fn portable(part: &[u8]) -> Cow<'_, [u8]> {
    const DEVICES: [&[u8]; 4] = [b"CON", b"PRN", b"AUX", b"NUL"];
    let stem = part.split(|byte| *byte == b'.').next().unwrap_or(part);
    let is_numbered = |[a, b, c, digit]: &[u8; 4]| {
        matches!(&[*a, *b, *c], b"COM" | b"LPT") && (b'1'..=b'9').contains(digit)
    };
    let upper = stem.trim_ascii_end().to_ascii_uppercase();
    let is_device = DEVICES.contains(&upper.as_slice())
        || <&[u8; 4]>::try_from(upper.as_slice()).is_ok_and(is_numbered);
    // Such bytes are no part of a letter in the charsets of old archives.
    let is_bad = |byte: &u8| matches!(byte, b':' | b'*' | b'?' | b'<' | b'>' | b'"');
    let ends_badly = part.ends_with(b" ") || part.ends_with(b".");
    if !is_device && !ends_badly && !part.iter().any(is_bad) {
        return Cow::Borrowed(part);
    }
    let mut portable: Vec<u8> = Vec::with_capacity(part.len() + 1);
    portable.extend(
        part.iter()
            .map(|byte| if is_bad(byte) { b'_' } else { *byte }),
    );
    if is_device {
        portable.insert(stem.len(), b'_');
    }
    if ends_badly {
        portable.push(b'_');
    }
    Cow::Owned(portable)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn names_that_windows_cannot_have_are_changed() {
        for (name, expected) in [
            ("a/CON/b.go", "a/CON_/b.go"),
            ("con.go", "con_.go"),
            ("lpt1.tar.go", "lpt1_.tar.go"),
            ("COM0", "COM0"),
            ("console.go", "console.go"),
            ("a:b?.go", "a_b_.go"),
            ("a /b.", "a _/b._"),
        ] {
            let path = safe_path(name.as_bytes(), b"/");
            assert_eq!(path.as_deref(), Some(Path::new(expected)), "{name}");
        }
    }

    /// Returns the names that can be read, and whether the whole archive is refused.
    fn read(names: impl Iterator<Item = String>) -> (usize, usize, bool) {
        let mut archive = ::tar::Builder::new(Vec::new());
        for name in names {
            let mut header = ::tar::Header::new_gnu();
            header.set_size(0);
            archive.append_data(&mut header, name, io::empty()).unwrap();
        }
        let bytes = archive.into_inner().unwrap();
        let (mut good, mut bad) = (0, 0);
        let mut take = |member: Member<'_>| {
            let count = if member.content.is_ok() {
                &mut good
            } else {
                &mut bad
            };
            *count += 1;
            ControlFlow::Continue(())
        };
        let going = members(Kind::Tar, &mut io::Cursor::new(bytes), &mut take);
        (good, bad, going.is_err())
    }

    #[test]
    fn folders_of_an_archive_have_a_limit() {
        let deep = |depth: usize| format!("{}a", "x/".repeat(depth));
        assert_eq!(read([deep(64), deep(65)].into_iter()), (1, 1, false));
        // 64 MB are spent by 41 new folders of each member.
        let many = (0..500).map(|number| format!("{number}/{}a", "x/".repeat(40)));
        let (good, bad, is_refused) = read(many);
        let expected = (64 << 20) / (41 * FOLDER + MEMBER + 85);
        assert!(
            expected.abs_diff(good) < 3 && bad == 0 && is_refused,
            "{good}, not {expected}"
        );
        let flat = (0..300).map(|number| format!("{}{number}", "x/".repeat(60)));
        assert_eq!(read(flat), (300, 0, false));
    }

    #[test]
    fn later_members_of_a_name_get_numbers() {
        let mut archive = ::tar::Builder::new(Vec::new());
        for name in ["a", "a", "b", "a", "b"] {
            let mut header = ::tar::Header::new_gnu();
            header.set_size(0);
            archive.append_data(&mut header, name, io::empty()).unwrap();
        }
        let bytes = archive.into_inner().unwrap();
        let mut names = Vec::new();
        let mut take = |member: Member<'_>| {
            names.extend(member.name.map(|name| String::from_utf8(name).unwrap()));
            ControlFlow::Continue(())
        };
        let going = members(Kind::Tar, &mut io::Cursor::new(bytes), &mut take);
        assert!(going.is_ok_and(|going| going.is_continue()));
        assert_eq!(names, ["a", "a#2", "b", "a#3", "b#2"]);
    }

    #[test]
    fn names_never_lead_out() {
        for (name, expected) in [
            ("a/b.go", Some("a/b.go")),
            ("/etc/a.go", Some("etc/a.go")),
            ("./a//b.go", Some("a/b.go")),
            ("C:\\games\\a.go", Some("games/a.go")),
            ("a/../b.go", None),
            ("..\\b.go", None),
            ("a\0b.go", None),
            ("", None),
        ] {
            let path = safe_path(name.as_bytes(), b"/\\");
            assert_eq!(path.as_deref(), expected.map(Path::new), "{name}");
        }
    }
}
