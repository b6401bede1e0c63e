//! Archives: their members one after the other, however hostile they are.

mod fat;
mod gzip;
mod lha;
mod limit;
mod tar;
mod zip;

use std::collections::HashMap;
use std::io::{self, Read, Seek};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::SystemTime;

use super::kind::Kind;
use super::name::path_of;
use super::why::Why;
pub(super) use fat::is_disk;
use limit::Budget;
pub use limit::LARGEST;
pub(super) use tar::is_header as is_tar;

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
    // For each name the number that the last of it got.
    let mut seen: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut numbered = |mut member: Member<'_>| {
        if let Some(name) = &mut member.name {
            if let Some(mut number) = seen.get(name).copied() {
                let own = name.clone();
                while seen.contains_key(name) {
                    number += 1;
                    name.truncate(own.len());
                    name.extend_from_slice(format!("#{number}").as_bytes());
                }
                seen.insert(own, number);
            }
            seen.insert(name.clone(), 1);
        }
        take(member)
    };
    match kind {
        Kind::Zip => zip::members(reader, &Budget::new(size), &mut numbered),
        Kind::Tar => tar::members(reader, None, &Budget::new(size), &mut numbered),
        Kind::Gzip => gzip::members(reader, size, &mut numbered),
        Kind::Fat => fat::members(reader, &Budget::new(size), &mut numbered),
        Kind::Lha => lha::members(reader, &Budget::new(size), &mut numbered),
    }
}

/// Returns the path of a member below its archive. Returns `None` if it leads out of it.
///
/// A leading slash and a drive are left out, as other programs do.
fn safe_path(name: &[u8], separators: &[u8]) -> Option<PathBuf> {
    let mut path = PathBuf::new();
    for (index, part) in name.split(|byte| separators.contains(byte)).enumerate() {
        match part {
            b"" | b"." => {}
            b".." => return None,
            [drive, b':'] if index == 0 && drive.is_ascii_alphabetic() => {}
            part if cfg!(windows) && part.contains(&b':') => return None,
            part if part.contains(&0) => return None,
            part => path.push(path_of(part)),
        }
    }
    (!path.as_os_str().is_empty()).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_members_of_a_name_get_numbers() {
        let mut archive = ::tar::Builder::new(Vec::new());
        for name in ["a", "a", "b", "a#2", "a", "a#2", "b"] {
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
        assert_eq!(names, ["a", "a#2", "b", "a#2#2", "a#3", "a#2#3", "b#2"]);
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
            assert_eq!(
                path.as_deref(),
                expected.map(std::path::Path::new),
                "{name}"
            );
        }
    }
}
