//! The manifest of a folder of results: the source and the content of each.
//!
//! It is a file of JSON lines that only grows. Each addition starts with a line end, so that it also ends a
//! line that a kill has cut off. Incomplete lines are ignored. A run that adds lines holds a lock and first
//! reads the lines that other runs have added, so several runs can write at a time.
//!
//! Before results are put in place, a line names them (`placing`). When they are on the disk, each source
//! gets a line. So even if a run is killed in between, the next one recognises its results by their hashes.

mod known;
mod line;

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::SystemTime;

use ishi::source::reason;
use ishi_archive::{MANIFEST, Name, path_bytes, path_of};
use sha2::{Digest as _, Sha256};

use super::disk::{self, File};
use crate::disk::paths::{absolute, link_between, relative};
pub use known::{ContentDigest, Known};
pub use line::{Hash, Made, ManifestLine, SourceLine, hex};

/// The name of a source or of a result in a manifest: its path from the folder, with percent signs for
/// bytes that are not UTF-8.
pub type SourceKey = Arc<str>;

/// The manifest of a folder.
pub struct Manifest {
    pub folder: PathBuf,
    /// The path of the folder from the root of the file system.
    pub canonical: PathBuf,
    file: Option<File>,
    /// How much of the file is known.
    read: u64,
    /// The file, to read a line of it again.
    lines: Option<Mutex<LineReader>>,
    /// The content of the manifest.
    pub known: Known,
}

impl Manifest {
    /// Reads the manifest of a folder, which need not exist.
    ///
    /// # Errors
    ///
    /// A message if it cannot be read.
    pub fn read(folder: &Path) -> Result<Self, String> {
        Self::of(folder).map_err(|error| {
            let (folder, why) = (Name::of(folder), reason(&error));
            format!("the manifest in {folder} cannot be read: {why}")
        })
    }

    fn of(folder: &Path) -> io::Result<Self> {
        let mut manifest = Self {
            folder: folder.to_owned(),
            canonical: absolute(folder)?,
            file: None,
            read: 0,
            lines: None,
            known: Known::default(),
        };
        match disk::open(&folder.join(MANIFEST)) {
            Ok(file) => {
                manifest.lines = Some(LineReader::new(file));
                manifest.take_in()?;
            }
            // A file in the place of the folder is reported by the first write.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) => {}
            Err(error) => return Err(error),
        }
        Ok(manifest)
    }

    /// Returns whether the folder has a manifest.
    pub fn exists(&self) -> bool {
        self.folder.join(MANIFEST).exists()
    }

    /// Makes the folder and the file, if they are not there.
    fn open(&mut self) -> io::Result<()> {
        if self.file.is_none() {
            disk::make_folders(&self.folder)?;
            self.canonical = self.folder.canonicalize()?;
            let path = self.folder.join(MANIFEST);
            self.file = Some(disk::append(&path)?);
            self.lines = Some(LineReader::new(disk::open(&path)?));
        }
        Ok(())
    }

    /// Writes everything that is held back to the disk: results, their names and the manifest.
    ///
    /// Where the file system cannot be synced as a whole, this syncs the manifest and the folder. Results
    /// are then synced one by one before they are renamed.
    pub fn sync(&self) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        file.sync_disk()?;
        if cfg!(target_os = "linux") {
            return Ok(());
        }
        disk::sync_folder(&self.canonical)
    }

    /// Opens the manifest if need be, locks out other runs, and reads the lines that they have added.
    pub fn lock(&mut self) -> io::Result<()> {
        self.open()?;
        if let Some(file) = &self.file {
            // A file system without locks has no other runs that would know of them.
            let _ = file.get().lock();
        }
        self.take_in()
    }

    /// Lets other runs continue.
    pub fn unlock(&self) {
        if let Some(file) = &self.file {
            let _ = file.get().unlock();
        }
    }

    /// Adds lines; with `sync` they are on the disk afterwards.
    pub fn add(&mut self, lines: Vec<ManifestLine>, sync: bool) -> io::Result<()> {
        let Some(file) = self.file.as_mut().filter(|_| !lines.is_empty()) else {
            return Ok(());
        };
        let (mut text, mut starts) = (String::from("\n"), Vec::new());
        for line in &lines {
            starts.push(text.len() as u64);
            text += &(line.to_string() + "\n");
        }
        file.write_all(text.as_bytes())?;
        self.read = file.get().metadata()?.len();
        let before = self.read - text.len() as u64;
        for (line, start) in lines.into_iter().zip(starts) {
            self.known.take(line, before + start);
        }
        if sync { file.sync() } else { Ok(()) }
    }

    fn take_in(&mut self) -> io::Result<()> {
        let Some(lines) = &mut self.lines else {
            return Ok(());
        };
        let lines = lines.get_mut().unwrap_or_else(PoisonError::into_inner);
        if self.read == 0 && !may_be_manifest(lines.file.fill_buf()?) {
            let message = "it is not a manifest of ishi";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        loop {
            let mut line = lines.read(self.read)?;
            let length = line.len() as u64;
            // A line without an end is not read yet, because its run may be writing it.
            if line.pop() != Some(b'\n') {
                return Ok(());
            }
            if let Some(line) = ManifestLine::parse(&line) {
                self.known.take(line, self.read);
            }
            self.read += length;
        }
    }

    /// Returns the last line about a source.
    pub fn line(&self, source: &str) -> Option<SourceLine> {
        self.line_at(self.known.line(source)?)
    }

    /// Returns the last line about each source.
    pub fn lines(&self) -> impl Iterator<Item = SourceLine> {
        self.known.lines().filter_map(|start| self.line_at(start))
    }

    fn line_at(&self, start: u64) -> Option<SourceLine> {
        let lines = self.lines.as_ref()?;
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        match ManifestLine::parse(&lines.read(start).ok()?)? {
            ManifestLine::Done(line) => Some(line),
            ManifestLine::Placing { .. } => None,
        }
    }

    /// Returns whether a path from the root of the file system is a result, or the folder of results itself, which can
    /// be in a folder of sources.
    pub fn is_result(&self, path: &Path) -> bool {
        path.strip_prefix(&self.canonical).is_ok_and(|below| {
            let owner = self.known.owner(&encoded(&path_bytes(below)));
            below.as_os_str().is_empty() || owner.is_some()
        })
    }

    /// Returns the key of a source. `file` is a path from the root of the file system, `member` a path in an
    /// archive.
    pub fn key(&self, file: &Path, member: Option<&[u8]>) -> SourceKey {
        let mut bytes = path_bytes(&relative(&self.canonical, file)).into_owned();
        if let Some(member) = member {
            bytes.push(b'/');
            bytes.extend_from_slice(member);
        }
        encoded(&bytes).into()
    }

    /// Returns the name of a source as a user in the current folder writes it, from its name in the
    /// manifest.
    pub fn source(&self, key: &str) -> Name {
        let mut file = self.canonical.clone();
        for part in decoded(key).components() {
            if part == Component::ParentDir {
                file.pop();
            } else {
                file.push(part);
            }
        }
        let here = Path::new(".").canonicalize();
        Name::of(&here.map_or(file.clone(), |here| relative(&here, &file)))
    }

    /// Returns where a result is.
    pub fn path(&self, result: &str) -> PathBuf {
        self.folder.join(decoded(result))
    }

    /// Returns the first link on the way from the folder to a result.
    pub fn link_above(&self, result: &str) -> Option<PathBuf> {
        link_between(&self.folder, &self.path(result)).map(Path::to_owned)
    }

    /// Returns the metadata of a result, if it is a regular file, and no link is on the way to it.
    pub fn there(&self, result: &str) -> Option<fs::Metadata> {
        let path = self.path(result);
        let there = fs::symlink_metadata(&path).ok()?;
        (there.is_file() && link_between(&self.folder, &path).is_none()).then_some(there)
    }

    /// Returns whether a result is there.
    pub fn has(&self, result: &str) -> bool {
        self.there(result).is_some()
    }

    /// Returns the hash of a result. Returns `None` if the result cannot be read, or if [`Self::has`]
    /// does not hold.
    pub fn hash_of(&self, result: &str) -> Option<Hash> {
        match self.link_above(result) {
            Some(_) => None,
            None => hash_of(&self.path(result)),
        }
    }
}

/// Reads lines of a manifest whose places are known. They are mostly asked for in their order.
struct LineReader {
    file: BufReader<fs::File>,
    /// Where the next line starts.
    place: u64,
}

impl LineReader {
    fn new(file: fs::File) -> Mutex<Self> {
        let file = BufReader::new(file);
        Mutex::new(Self { file, place: 0 })
    }

    /// Returns the line that starts at an offset, with its end.
    fn read(&mut self, start: u64) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        let way = start.wrapping_sub(self.place).cast_signed();
        self.file.seek_relative(way)?;
        self.place = start;
        self.place += self.file.read_until(b'\n', &mut line)? as u64;
        Ok(line)
    }
}

/// Returns whether a file with this beginning may be a manifest. A crash can leave zeros of a line.
fn may_be_manifest(head: &[u8]) -> bool {
    let mut begin = head.iter().take(2);
    begin.all(|byte| matches!(byte, b'\n' | b'{' | 0))
}

/// Returns the manifest, to be read.
pub fn read(manifest: &RwLock<Manifest>) -> RwLockReadGuard<'_, Manifest> {
    manifest.read().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the manifest, to be changed.
pub fn write(manifest: &RwLock<Manifest>) -> RwLockWriteGuard<'_, Manifest> {
    manifest.write().unwrap_or_else(PoisonError::into_inner)
}

/// Writes bytes as text. A percent sign, control characters and bytes outside UTF-8 become `%XX`.
pub fn encoded(bytes: &[u8]) -> String {
    let escaped = |bytes: &[u8]| {
        let escaped = bytes.iter().map(|byte| format!("%{byte:02X}"));
        escaped.collect::<Vec<_>>().concat()
    };
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if c == '%' || c.is_control() {
                text.push_str(&escaped(c.to_string().as_bytes()));
            } else {
                text.push(c);
            }
        }
        text.push_str(&escaped(chunk.invalid()));
    }
    text
}

/// Returns the path of an encoded text.
pub fn decoded(text: &str) -> PathBuf {
    path_of(&ishi_archive::percent_decoded(text))
}

/// Returns a time as a manifest has it: in seconds since 1970, and nanoseconds.
pub fn since_1970(time: Option<SystemTime>) -> Option<(u64, u32)> {
    let time = time?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    Some((time.as_secs(), time.subsec_nanos()))
}

/// How much is hashed at a time, in bytes.
const PIECE: usize = 64 * 1024;

/// Returns the hash of all bytes of a reader.
pub fn hash(reader: &mut dyn Read) -> io::Result<Hash> {
    let mut hasher = Sha256::new();
    let mut piece = Vec::with_capacity(PIECE);
    while reader.take(PIECE as u64).read_to_end(&mut piece)? > 0 {
        hasher.update(&piece);
        piece.clear();
    }
    Ok(Hash(hasher.finalize().into()))
}

/// Returns the hash of a regular file. Returns `None` if it cannot be read.
pub fn hash_of(path: &Path) -> Option<Hash> {
    hash(&mut disk::open(path).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_come_back() {
        for name in [&b"a/100%\n"[..], b"J\x81rgen.go", "章.go".as_bytes()] {
            assert_eq!(path_bytes(&decoded(&encoded(name))), name);
        }
        assert_eq!(encoded(b"J\x81 %"), "J%81 %25");
    }

    #[test]
    fn a_manifest_begins_with_a_line_end_a_line_or_zeros() {
        for head in [&b""[..], b"\n{\"so", b"{", b"{{x", b"\0\0\0", b"\n\0"] {
            assert!(may_be_manifest(head), "{head:?}");
        }
        for head in [&b"x"[..], b"{\"", b"\nx", b"x\n"] {
            assert!(!may_be_manifest(head), "{head:?}");
        }
    }

    #[test]
    fn a_hash_is_that_of_all_pieces() {
        let bytes = vec![7; 2 * PIECE + 1];
        let whole = Hash(Sha256::digest(&bytes).into());
        assert_eq!(hash(&mut bytes.as_slice()).unwrap(), whole);
    }
}
