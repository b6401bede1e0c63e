//! Tells archives from other files by their first bytes, then by their names.

use std::path::{Path, PathBuf};

use super::archive::{Kind, is_disk, is_tar};
use super::why::Why;

/// The endings of archives that are opened.
const ENDINGS: &[(&str, Kind)] = &[
    (".zip", Kind::Zip),
    (".tar", Kind::Tar),
    (".tar.gz", Kind::Gzip),
    (".tgz", Kind::Gzip),
    (".gz", Kind::Gzip),
    (".lzh", Kind::Lha),
    (".lha", Kind::Lha),
    (".img", Kind::Fat),
    (".ima", Kind::Fat),
    (".dsk", Kind::Fat),
];

/// How other archives begin, and their kind.
const OTHERS: &[(&[u8], &str)] = &[
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"\x1f\x9d", "compressed by Unix compress (.Z)"),
    (b"BZh", "compressed by bzip2"),
    (b"\xfd7zXZ\0", "compressed by xz"),
    (b"\x28\xb5\x2f\xfd", "compressed by Zstandard"),
    (b"LZIP", "compressed by lzip"),
    (b"ZOO ", "a ZOO archive"),
    (b"\x1a\x08", "an ARC archive"),
    (b"\x60\xea", "an ARJ archive"),
    (b"MSCF", "a cabinet of Windows (.cab)"),
    (b"SIT!", "a StuffIt archive"),
    (b"StuffIt", "a StuffIt archive"),
    (b"(This file must be converted with BinHex", "a BinHex file"),
    (b"begin 6", "a file encoded by uuencode"),
];

/// Looks at a file with this beginning and this name: it is an archive, or packed in a way that is not
/// known here, or neither.
pub fn look(head: &[u8], path: &Path) -> Option<Result<Kind, Why>> {
    let other = OTHERS.iter().find(|(sign, _)| head.starts_with(sign));
    if let Some((_, what)) = other {
        return Some(Err(Why::Packed(what)));
    }
    let by_name = Kind::of(path);
    match (Kind::signed(head), by_name) {
        // Documents of other programs are zip archives too.
        (Some(Kind::Zip), None) if !may_be_record(path) => Some(Err(Why::Other(
            "a zip archive by another name, like a document or a program",
        ))),
        // Images of other disks have these names too.
        (None, None | Some(Kind::Fat)) => None,
        (Some(kind), _) | (None, Some(kind)) => Some(Ok(kind)),
    }
}

fn may_be_record(path: &Path) -> bool {
    path.extension().is_none() || ishi::Format::from_path(path).is_some()
}

impl Kind {
    /// Returns the kind of archive for the ending of a name, in any case.
    fn of(path: &Path) -> Option<Self> {
        Self::with_ending(path).map(|(kind, _)| kind)
    }

    fn signed(head: &[u8]) -> Option<Self> {
        let method = head.get(2..7);
        if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
            Some(Self::Zip)
        } else if head.starts_with(b"\x1f\x8b") {
            Some(Self::Gzip)
        } else if matches!(method, Some([b'-', b'l', b'h' | b'z', _, b'-'])) {
            Some(Self::Lha)
        } else if is_tar(head) {
            Some(Self::Tar)
        } else if is_disk(head) {
            Some(Self::Fat)
        } else {
            None
        }
    }

    fn with_ending(path: &Path) -> Option<(Self, usize)> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let mut endings = ENDINGS.iter();
        let (ending, kind) =
            endings.find(|(ending, _)| name.len() > ending.len() && name.ends_with(ending))?;
        Some((*kind, ending.len()))
    }
}

/// Returns the path of an archive without its ending: the folder that its members are in, or the
/// name of the one file in it.
pub fn without_ending(path: &Path) -> PathBuf {
    let dots = match Kind::with_ending(path) {
        Some((_, length)) if length > 4 => 2,
        Some(_) => 1,
        None => 0,
    };
    (0..dots).fold(path.to_owned(), |path, _| path.with_extension(""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_tell_archives() {
        for (name, kind, without) in [
            ("a/x.ZIP", Some(Kind::Zip), "a/x"),
            ("x.tar.gz", Some(Kind::Gzip), "x"),
            ("x.1.tgz", Some(Kind::Gzip), "x.1"),
            ("x.1.zip", Some(Kind::Zip), "x.1"),
            ("x.1.gz", Some(Kind::Gzip), "x.1"),
            ("x.1.tar.gz", Some(Kind::Gzip), "x.1"),
            (".tar.gz", Some(Kind::Gzip), ".tar"),
            ("x.tar", Some(Kind::Tar), "x"),
            (".zip", None, ".zip"),
            ("x.sgf.gz", Some(Kind::Gzip), "x.sgf"),
            ("x.LZH", Some(Kind::Lha), "x"),
        ] {
            assert_eq!(Kind::of(Path::new(name)), kind, "{name}");
            assert_eq!(
                without_ending(Path::new(name)),
                Path::new(without),
                "{name}"
            );
        }
    }

    #[test]
    fn content_tells_archives() {
        for (head, name, expected) in [
            (&b"PK\x03\x04"[..], "x.sgf", Some(Ok(Kind::Zip))),
            (b"(;FF[4])", "x.sgf", None),
            (b"\x1f\x8b\x08", "x", Some(Ok(Kind::Gzip))),
            (b"\x1a\x00-lh5-", "x", Some(Ok(Kind::Lha))),
            (b"EVENT", "x.tar", Some(Ok(Kind::Tar))),
        ] {
            assert_eq!(look(head, Path::new(name)), expected, "{name}");
        }
        for (head, what) in [
            (&b"Rar!\x1a\x07\x01"[..], "a RAR archive"),
            (b"7z\xbc\xaf\x27\x1c\0", "a 7-Zip archive"),
            (b"\x1f\x9d\x90", "compressed by Unix compress (.Z)"),
            (b"BZh91AY", "compressed by bzip2"),
            (b"\xfd7zXZ\0", "compressed by xz"),
            (b"\x28\xb5\x2f\xfd", "compressed by Zstandard"),
            (b"LZIP\x01", "compressed by lzip"),
            (b"\x60\xea\x2b", "an ARJ archive"),
            (b"MSCF\0", "a cabinet of Windows (.cab)"),
            (b"SIT!", "a StuffIt archive"),
            (b"StuffIt (c)1997", "a StuffIt archive"),
            (
                b"(This file must be converted with BinHex 4.0)",
                "a BinHex file",
            ),
            (b"begin 644 a.go", "a file encoded by uuencode"),
            (b"\x1a\x08GAME.GO\0\0\0\0\0\0\0", "an ARC archive"),
            (
                b"ZOO 2.10 Archive.\x1a\0\0\xdc\xa7\xc4\xfd",
                "a ZOO archive",
            ),
        ] {
            let Some(Err(Why::Packed(found))) = look(head, Path::new("x.bin")) else {
                panic!("{what}");
            };
            assert_eq!(found, what);
        }
        assert!(matches!(
            look(b"PK\x03\x04", Path::new("x.docx")),
            Some(Err(Why::Other(_)))
        ));
        assert_eq!(look(b" BZh91AY", Path::new("x.bin")), None);
        let empty = look(b"PK\x05\x06", Path::new("x.zip"));
        assert_eq!(empty, Some(Ok(Kind::Zip)));
    }
}
