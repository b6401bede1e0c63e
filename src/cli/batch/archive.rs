//! Archives: their members one after the other, however hostile they are.

mod tar;
mod zip;

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use flate2::read::MultiGzDecoder;
use tempfile::SpooledTempFile;

use super::judge::{Judge, NotTaken};
use super::walk::os_string;

/// Members up to this size are held in memory, longer ones in a temporary file.
const IN_MEMORY: usize = 256 * 1024;

/// How many times its size an archive may expand to, when that is more than [`FREE`]: game records
/// are compressed to a tenth at best, a bomb to a thousandth.
const EXPANSION: u64 = 100;

/// What an archive, or a member of it, may expand to in any case, in bytes.
const FREE: u64 = 64 << 20;

/// A kind of archive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Zip,
    Tar,
    TarGz,
}

const ENDINGS: &[(&str, Kind)] = &[
    (".zip", Kind::Zip),
    (".tar", Kind::Tar),
    (".tar.gz", Kind::TarGz),
    (".tgz", Kind::TarGz),
];

impl Kind {
    /// Returns the kind of archive that a name says, whatever its case.
    pub fn of(path: &Path) -> Option<Self> {
        Self::with_ending(path).map(|(kind, _)| kind)
    }

    fn with_ending(path: &Path) -> Option<(Self, usize)> {
        let name = path.file_name()?.to_string_lossy().to_ascii_lowercase();
        let mut endings = ENDINGS.iter();
        let (ending, kind) =
            endings.find(|(ending, _)| name.len() > ending.len() && name.ends_with(ending))?;
        Some((*kind, ending.len()))
    }
}

/// Returns the path of an archive without its ending: the folder that its members lie in.
pub fn folder(path: &Path) -> PathBuf {
    let dots = match Kind::with_ending(path) {
        Some((Kind::TarGz, length)) if length > 4 => 2,
        Some(_) => 1,
        None => 0,
    };
    (0..dots).fold(path.to_owned(), |path, _| path.with_extension(""))
}

/// A member of an archive.
#[derive(Debug)]
pub struct Member {
    /// Its name, for people.
    pub name: String,
    /// Its path, none if that leads out of the archive.
    pub path: Option<PathBuf>,
    /// When it was last changed.
    pub modified: Option<SystemTime>,
    /// Its content, if that is a record.
    pub content: Result<SpooledTempFile, NotTaken>,
}

/// What takes the members.
pub type Taker<'t> = dyn FnMut(Member) -> ControlFlow<()> + 't;

/// Goes through the members of an archive, until one is not wanted.
pub fn members(
    path: &Path,
    kind: Kind,
    judge: Judge,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    let reader = BufReader::new(file);
    let budget = Budget::new(size);
    match kind {
        Kind::Zip => zip::members(reader, budget, judge, take),
        Kind::Tar => tar::members(reader, judge, take),
        Kind::TarGz => tar::members(budget.limit(MultiGzDecoder::new(reader)), judge, take),
    }
}

/// How much may still come out of an archive.
#[derive(Debug)]
struct Budget(u64);

impl Budget {
    fn new(compressed: u64) -> Self {
        Self(FREE.max(compressed.saturating_mul(EXPANSION)))
    }

    fn limit<R: Read>(self, reader: R) -> Limited<R> {
        Limited {
            reader,
            left: self.0,
        }
    }
}

/// A reader that fails when too much comes out of it.
struct Limited<R> {
    reader: R,
    left: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.left = self.left.checked_sub(count as u64).ok_or_else(|| {
            io::Error::other(format!(
                "it expands to more than {EXPANSION} times its size, as no game record does"
            ))
        })?;
        Ok(count)
    }
}

/// Takes the content of a member, if it is a record.
fn content(reader: &mut impl Read, name: &Path, judge: Judge) -> Result<SpooledTempFile, NotTaken> {
    if Kind::of(name).is_some() {
        return Err(NotTaken::Other(
            "an archive in an archive, which is not opened",
        ));
    }
    let head = Judge::head(reader)?;
    judge.is_record(&head, name)?;
    let mut file = SpooledTempFile::new(IN_MEMORY);
    io::copy(&mut head.as_slice(), &mut file)?;
    io::copy(reader, &mut file)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// Returns the path of a member below its archive, none if it leads out of it.
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
            part => path.push(os_string(part)),
        }
    }
    (path != Path::new("")).then_some(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_never_lead_out() {
        for (name, expected) in [
            ("a/b.go", Some("a/b.go")),
            ("/etc/a.go", Some("etc/a.go")),
            ("./a//b.go", Some("a/b.go")),
            ("C:\\games\\a.go", Some("games/a.go")),
            ("a/../b.go", None),
            ("..\\b.go", None),
            ("", None),
        ] {
            let path = safe_path(name.as_bytes(), b"/\\");
            assert_eq!(path.as_deref(), expected.map(Path::new), "{name}");
        }
    }

    #[test]
    fn endings_tell_archives() {
        for (name, kind, without) in [
            ("a/x.ZIP", Some(Kind::Zip), "a/x"),
            ("x.tar.gz", Some(Kind::TarGz), "x"),
            ("x.1.tgz", Some(Kind::TarGz), "x.1"),
            ("x.tar", Some(Kind::Tar), "x"),
            (".zip", None, ".zip"),
            ("x.gz", None, "x.gz"),
        ] {
            assert_eq!(Kind::of(Path::new(name)), kind, "{name}");
            assert_eq!(folder(Path::new(name)), Path::new(without), "{name}");
        }
    }
}
