//! Outputs: spooled to temporary files, and put in place when all of an input is done.

use std::collections::HashSet;
use std::env;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Seek, Write};
use std::path::{Path, PathBuf};

use ishi::printable;
use ishi::source::reason;
use ishi_archive::{Name, is_temporary};
use thiserror::Error;

use super::disk;
use super::manifest::hash_of;
use crate::disk::interrupt::{self, TemporaryPath};
use crate::disk::paths::is_among;

/// Advice if there is no room for temporary files.
pub(super) const TEMPORARY_HELP: &str =
    "choose another folder with the environment variable TMPDIR";

/// How much is written at a time, in bytes.
const BUFFER: usize = 32 * 1024;

/// Where the result of one input goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Destination {
    /// Standard output.
    Stdout,
    /// A file.
    File(PathBuf),
    /// A device or a pipe, which is written into and never replaced.
    Device(PathBuf),
    /// One file per game; the number goes before the ending of this name.
    Split(PathBuf),
}

/// Why a result is not in place.
#[derive(Debug, Error)]
pub enum OutputError {
    /// There is a file already.
    #[error("{} exists", Name::of(.0))]
    Exists(PathBuf),
    /// The file is an input of the run.
    #[error("its result would replace the input {}", Name::of(.0))]
    Input(PathBuf),
    /// The path is a folder.
    #[error("{} is a folder", Name::of(.0))]
    Folder(PathBuf),
    /// A folder below the folder of results is a link.
    #[error("{} is a link, and results are not written through links", Name::of(.0))]
    Link(PathBuf),
    /// The name depends on the result of another source that could not be written.
    #[error(
        "its result can have the same name as the result of {0}, but that one could not be written"
    )]
    Unnamed(Name),
    /// Other sources have the names that the result could have.
    #[error("{0} other sources have its name")]
    Names(usize),
    /// A file cannot be written.
    #[error("{} cannot be written: {}", Name::of(path), reason(source))]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Standard output cannot be written.
    #[error("standard output cannot be written: {}", reason(.0))]
    Stdout(io::Error),
    /// The temporary copy of a result for standard output or a device cannot be written.
    #[error("a temporary file in {folder} cannot be written: {why}", folder = env::temp_dir().display(), why = reason(.0))]
    Temporary(io::Error),
}

impl OutputError {
    /// Returns the error of a file that cannot be written.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> Self {
        |source| Self::File {
            path: path.to_owned(),
            source,
        }
    }

    /// Returns advice.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Exists(_) => Some("--force replaces it"),
            Self::Input(_) => Some("no input is replaced; choose another file (-o) or folder (-d)"),
            Self::Folder(_) => Some("-d writes into a folder"),
            Self::Link(_) => Some("remove the link, or give -d the folder that it leads to"),
            Self::Unnamed(_) => Some("the same command again converts both"),
            Self::Temporary(_) => Some(TEMPORARY_HELP),
            Self::Names(_) | Self::File { .. } | Self::Stdout(_) => None,
        }
    }
}

/// A temporary file that is being written.
pub struct Temporary {
    /// Writes into it. Errors do not name it, because users do not know its name.
    pub file: BufWriter<disk::File>,
    /// Where it is; it is removed when this is dropped.
    pub path: TemporaryPath,
}

/// The files of a result that is in place.
#[derive(Debug, Default)]
pub struct Placed {
    /// Their paths.
    pub files: Vec<PathBuf>,
    /// Whether each file had these bytes before, so that none was written.
    pub is_old: bool,
}

/// The result of one input, not yet in place.
pub struct Output<'a> {
    target: Destination,
    force: bool,
    /// The inputs of the run, from the root of the file system. They are never replaced.
    inputs: &'a [PathBuf],
    /// Whether it is compared with its target and not put in place.
    pub dry: bool,
    open: Option<Temporary>,
    spool: Option<BufWriter<File>>,
    done: Vec<(TemporaryPath, PathBuf)>,
    /// The last file of these, which is locked until it has its name.
    last: Option<BufWriter<disk::File>>,
    /// Whether it is a drawing in characters, which a terminal can show unescaped.
    pub is_drawing: bool,
}

impl<'a> Output<'a> {
    /// Creates the result. The target is not touched before [`Output::put_in_place`].
    pub fn new(target: Destination, force: bool, inputs: &'a [PathBuf]) -> Self {
        Self {
            target,
            force,
            inputs,
            dry: false,
            open: None,
            spool: None,
            done: Vec::new(),
            last: None,
            is_drawing: false,
        }
    }

    /// Adds one game, whose number counts from 1.
    pub fn game(&mut self, number: usize, bytes: &[u8]) -> Result<(), OutputError> {
        match self.target.clone() {
            Destination::Stdout | Destination::Device(_) if self.dry => Ok(()),
            Destination::Stdout | Destination::Device(_) => {
                self.hold(bytes).map_err(OutputError::Temporary)
            }
            Destination::File(path) => self.append(&path, bytes),
            Destination::Split(path) => {
                let path = numbered(&path, number);
                self.append(&path, bytes)?;
                self.close(path)
            }
        }
    }

    fn hold(&mut self, bytes: &[u8]) -> io::Result<()> {
        let buffered = |file| BufWriter::with_capacity(BUFFER, file);
        let make = || tempfile::tempfile().map(buffered);
        filled(&mut self.spool, make)?.write_all(bytes)
    }

    fn append(&mut self, path: &Path, bytes: &[u8]) -> Result<(), OutputError> {
        let failed = OutputError::at(path);
        let open = filled(&mut self.open, || {
            if self.dry {
                // It is never put in place, only compared.
                return create(&env::temp_dir().join("x")).map_err(OutputError::Temporary);
            }
            create(path).map_err(&failed)
        })?;
        open.file.write_all(bytes).map_err(failed)
    }

    fn close(&mut self, path: PathBuf) -> Result<(), OutputError> {
        let Some(mut open) = self.open.take() else {
            return Ok(());
        };
        let flushed = open.file.flush().map_err(OutputError::at(&path));
        self.last = Some(open.file);
        self.done.push((open.path, path));
        flushed
    }

    /// Puts the result in place: renames the temporary files, or copies to standard output. A file that has its
    /// bytes already stays.
    pub fn put_in_place(mut self) -> Result<Placed, OutputError> {
        if let Some(spool) = self.spool.take() {
            return self.copy_out(spool).map(|()| Placed::default());
        }
        if let Destination::File(path) = self.target.clone() {
            self.close(path)?;
        }
        let are_new = self.done.iter().map(|(one, path)| self.is_new(one, path));
        let are_new = are_new.collect::<Result<Vec<_>, _>>()?;
        let mut placed = Placed {
            files: Vec::new(),
            is_old: !are_new.is_empty() && !are_new.contains(&true),
        };
        for ((temporary, path), is_new) in std::mem::take(&mut self.done).into_iter().zip(are_new) {
            if is_new && !self.dry {
                place(temporary, &path, self.force)?;
            }
            placed.files.push(path);
        }
        Ok(placed)
    }

    /// Returns whether a file has to be put in place. Returns an error if its target has other bytes.
    fn is_new(&self, temporary: &TemporaryPath, path: &Path) -> Result<bool, OutputError> {
        let is_input = is_among(path, self.inputs);
        if !occupied(path) || self.force && !is_input {
            return Ok(true);
        }
        let there = hash_of(path);
        if there.is_some() && there == hash_of(temporary.path()) {
            return Ok(false);
        }
        Err(if is_input {
            OutputError::Input(path.to_owned())
        } else {
            OutputError::Exists(path.to_owned())
        })
    }

    fn copy_out(&self, mut spool: BufWriter<File>) -> Result<(), OutputError> {
        spool.rewind().map_err(OutputError::Temporary)?;
        let spool = spool.get_mut();
        let copy = |spool, sink: &mut dyn Write, to_terminal: bool| {
            if to_terminal && !self.is_drawing {
                show(spool, sink)
            } else {
                copy(spool, sink)
            }
        };
        let Destination::Device(path) = &self.target else {
            let mut stdout = io::stdout().lock();
            let to_terminal = stdout.is_terminal();
            return copy(spool, &mut stdout, to_terminal).map_err(OutputError::Stdout);
        };
        let failed = OutputError::at(path);
        let mut device = File::options().write(true).open(path).map_err(&failed)?;
        let to_terminal = device.is_terminal();
        copy(spool, &mut device, to_terminal).map_err(failed)
    }
}

/// Gives a temporary file its name. An existing file of that name is an error, unless it is replaced.
pub fn place(temporary: TemporaryPath, path: &Path, replaces: bool) -> Result<(), OutputError> {
    let placed = if replaces {
        temporary.replace(path)
    } else {
        temporary.put(path)
    };
    placed.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => OutputError::Exists(path.to_owned()),
        _ => OutputError::at(path)(error),
    })
}

impl Destination {
    /// Returns the target for a path: a device if the path is one. A link stands for the file that it leads
    /// to, so that the file is replaced and the link stays.
    pub fn at(path: PathBuf) -> Self {
        let Ok(metadata) = fs::metadata(&path) else {
            return Self::File(path);
        };
        if !metadata.is_file() && !metadata.is_dir() {
            return Self::Device(path);
        }
        if path.is_symlink() {
            return Self::File(path.canonicalize().unwrap_or(path));
        }
        Self::File(path)
    }
}

/// Returns the value of a slot, which is made if the slot is empty.
pub fn filled<T, E>(
    slot: &mut Option<T>,
    make: impl FnOnce() -> Result<T, E>,
) -> Result<&mut T, E> {
    let value = slot.take().map_or_else(make, Ok)?;
    Ok(slot.insert(value))
}

/// Returns whether an output as it was typed is standard output.
pub fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns whether there is anything at this path, even a link to nowhere.
pub fn occupied(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Removes the temporary files of killed runs in a folder, unless another program has them open.
pub fn sweep(folder: &Path) {
    // A run that makes a file holds the lock of the folder, until it has the lock of the file.
    let lock = File::open(folder).ok();
    if lock.as_ref().is_some_and(is_taken) {
        return;
    }
    for entry in temporaries(folder) {
        let path = entry.path();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        // If a file cannot be removed, the next write reports the error.
        if is_file && !interrupt::is_watched(&path) && !is_locked(&path) {
            let _ = disk::remove(&path);
        }
    }
}

/// Returns the temporary files and folders in a folder.
pub fn temporaries(folder: &Path) -> impl Iterator<Item = fs::DirEntry> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| is_temporary(entry.file_name().as_encoded_bytes()))
}

/// Returns whether a run holds the lock of a temporary file.
pub fn is_locked(path: &Path) -> bool {
    // Opening a pipe would wait for its reader.
    if !fs::symlink_metadata(path).is_ok_and(|there| there.is_file()) {
        return false;
    }
    let Ok(file) = File::options().append(true).open(path) else {
        return false;
    };
    is_taken(&file)
}

/// Returns whether another run holds the lock of a file or folder. If not, this takes the lock, as long as the file is open.
fn is_taken(file: &File) -> bool {
    matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock))
}

/// Returns the name of the file for one game: `name-001.sgf`.
pub fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number:03}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// Creates the temporary file that becomes `path`, in the same folder, so that renaming it is one
/// step. The name pattern is fixed: `.ishi-XXXXXX.tmp`.
///
/// The file is locked as long as it is open, so that no other run takes it for a stale one.
pub fn create(path: &Path) -> io::Result<Temporary> {
    let folder = folder_of(path);
    disk::make_folders(folder)?;
    let lock = File::open(folder).ok();
    let _ = lock.as_ref().map(File::lock_shared);
    let (file, path) = interrupt::make(|| disk::make_temporary(folder, disk::create))?;
    // A file system without locks has only the name.
    let _ = file.get().try_lock();
    Ok(Temporary {
        file: BufWriter::with_capacity(BUFFER, file),
        path: TemporaryPath::new(path),
    })
}

/// Returns the folder that a file is in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn copy(spool: &mut File, mut sink: &mut dyn Write) -> io::Result<()> {
    io::copy(spool, &mut sink)?;
    sink.flush()
}

/// Copies a text to a terminal. Control characters are escaped, because the terminal would obey them.
fn show(spool: &mut File, sink: &mut dyn Write) -> io::Result<()> {
    let mut reader = BufReader::new(spool);
    let mut line = Vec::new();
    while reader.read_until(b'\n', &mut line)? > 0 {
        let end: &[u8] = if line.ends_with(b"\r\n") {
            b"\r\n"
        } else {
            b""
        };
        let text = line.strip_suffix(end).unwrap_or(&line);
        for chunk in text.utf8_chunks() {
            sink.write_all(printable::lines(chunk.valid()).as_bytes())?;
            for byte in chunk.invalid() {
                write!(sink, "\\x{byte:02x}")?;
            }
        }
        sink.write_all(end)?;
        line.clear();
    }
    sink.flush()
}

/// The folders in which files of killed runs were removed.
#[derive(Debug, Default)]
pub struct Swept(HashSet<PathBuf>);

impl Swept {
    /// Removes the temporary files of killed runs in a folder, once.
    pub fn sweep(&mut self, folder: &Path) {
        if !self.0.contains(folder) {
            self.0.insert(folder.to_owned());
            sweep(folder);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_no_control_characters_but_the_ends_of_lines() {
        let mut spool = tempfile::tempfile().unwrap();
        spool
            .write_all(b"a\r\nb\x1b[c\rd\xff\n\xc3\xb6\r\n\x1b")
            .unwrap();
        spool.rewind().unwrap();
        let mut shown = Vec::new();
        show(&mut spool, &mut shown).unwrap();
        assert_eq!(
            String::from_utf8(shown).unwrap(),
            "a\r\nb\\u{1b}[c\\rd\\xff\n\u{f6}\r\n\\u{1b}"
        );
    }

    #[test]
    fn a_game_has_three_digits_before_the_ending() {
        for (path, number, name) in [
            ("a/x.sgf", 1, "a/x-001.sgf"),
            ("x", 999, "x-999"),
            ("x.y.go", 1000, "x.y-1000.go"),
        ] {
            assert_eq!(numbered(Path::new(path), number), Path::new(name));
        }
        assert_eq!(folder_of(Path::new("x.sgf")), Path::new("."));
        assert_eq!(folder_of(Path::new("a/x.sgf")), Path::new("a"));
    }
}
