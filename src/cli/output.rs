//! Outputs: spooled to temporary files, and put in place when all of an input is done.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tempfile::{Builder, NamedTempFile, TempPath};
use thiserror::Error;

use super::batch::is_temporary;
use super::interrupt;

/// Where the result of one input goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Standard output.
    Stdout,
    /// A file.
    File(PathBuf),
    /// A device or a pipe, which is written into and never replaced.
    Device(PathBuf),
    /// One file per game; the number goes before the ending of this name.
    Split(PathBuf),
    /// Nowhere.
    Nothing,
}

/// Why a result is not in place.
#[derive(Debug, Error)]
pub enum OutputError {
    /// There is a file already.
    #[error("{} exists", .0.display())]
    Exists(PathBuf),
    /// The name is that of a folder.
    #[error("{} is a folder", .0.display())]
    Folder(PathBuf),
    /// A file cannot be written.
    #[error("{} cannot be written: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Stdout(io::Error),
}

/// The result of one input, not yet in place.
pub struct Output {
    target: Target,
    force: bool,
    open: Option<BufWriter<NamedTempFile>>,
    spool: Option<BufWriter<File>>,
    done: Vec<(TempPath, PathBuf)>,
    /// The time that results get, and that those which are there already have.
    modified: Option<SystemTime>,
    /// How many results are there already.
    there: usize,
}

impl Output {
    /// Creates the result. Nothing is written where it goes before [`Output::put_in_place`], when
    /// files get the time `modified`; files of split games that have it already stay.
    pub fn new(target: Target, force: bool, modified: Option<SystemTime>) -> Self {
        Self {
            target,
            force,
            open: None,
            spool: None,
            done: Vec::new(),
            modified,
            there: 0,
        }
    }

    /// Returns whether all results were there already.
    pub fn was_there(&self) -> bool {
        self.there > 0 && self.done.is_empty()
    }

    /// Adds one game, whose number counts from 1.
    pub fn game(&mut self, number: usize, bytes: &[u8]) -> io::Result<()> {
        match self.target.clone() {
            Target::Nothing => Ok(()),
            Target::Stdout | Target::Device(_) => {
                if self.spool.is_none() {
                    self.spool = Some(BufWriter::new(tempfile::tempfile()?));
                }
                self.spool
                    .as_mut()
                    .map_or(Ok(()), |file| file.write_all(bytes))
            }
            Target::File(path) => self.append(&path, bytes),
            Target::Split(path) => {
                let path = numbered(&path, number);
                if !self.force && is_done(&path, self.modified) {
                    self.there += 1;
                    return Ok(());
                }
                if !self.force && occupied(&path) {
                    return Err(io::Error::new(
                        io::ErrorKind::AlreadyExists,
                        format!("{} exists", path.display()),
                    ));
                }
                self.append(&path, bytes)?;
                self.close(path)
            }
        }
    }

    fn append(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if self.open.is_none() {
            self.open = Some(BufWriter::new(create(path)?));
        }
        self.open
            .as_mut()
            .map_or(Ok(()), |file| file.write_all(bytes))
    }

    fn close(&mut self, path: PathBuf) -> io::Result<()> {
        if let Some(file) = self.open.take() {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            self.done.push((file.into_temp_path(), path));
        }
        Ok(())
    }

    /// Puts the result in place: renames the temporary files, or copies to standard output.
    pub fn put_in_place(mut self) -> Result<(), OutputError> {
        if let Some(spool) = self.spool.take() {
            return self.copy_out(spool);
        }
        if let Target::File(path) = self.target.clone() {
            self.close(path.clone())
                .map_err(|source| OutputError::File { path, source })?;
        }
        for (temporary, path) in std::mem::take(&mut self.done) {
            let watched = temporary.to_path_buf();
            let placed = self.place(temporary, &path);
            interrupt::forget(&watched);
            placed?;
        }
        Ok(())
    }

    fn copy_out(&self, spool: BufWriter<File>) -> Result<(), OutputError> {
        let Target::Device(path) = &self.target else {
            return copy(spool, &mut io::stdout().lock()).map_err(OutputError::Stdout);
        };
        let failed = |source| OutputError::File {
            path: path.clone(),
            source,
        };
        let mut device = File::options().write(true).open(path).map_err(failed)?;
        copy(spool, &mut device).map_err(failed)
    }

    fn place(&self, temporary: TempPath, path: &Path) -> Result<(), OutputError> {
        let failed = |source| OutputError::File {
            path: path.to_owned(),
            source,
        };
        if let Some(time) = self.modified {
            let file = File::options()
                .append(true)
                .open(&temporary)
                .map_err(failed)?;
            file.set_modified(time).map_err(failed)?;
        }
        let placed = if self.force {
            temporary.persist(path)
        } else {
            temporary.persist_noclobber(path)
        };
        placed.map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => OutputError::Exists(path.to_owned()),
            _ => failed(error.error),
        })
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // The files themselves are removed by their own destructors.
        if let Some(file) = &self.open {
            interrupt::forget(file.get_ref().path());
        }
        for (temporary, _) in &self.done {
            interrupt::forget(temporary);
        }
    }
}

impl Target {
    /// Returns the target that a path names: a device if it is one already. A link stands for what
    /// it leads to, so that replacing keeps the link.
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

/// Returns whether there is anything at this path, even a link to nowhere.
pub fn occupied(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

/// Returns whether a result is there and has the time that it would get.
pub fn is_done(path: &Path, modified: Option<SystemTime>) -> bool {
    modified.is_some()
        && fs::metadata(path)
            .is_ok_and(|metadata| metadata.is_file() && metadata.modified().ok() == modified)
}

/// Removes what killed runs left in a folder: temporary files that nobody has open.
pub fn sweep(folder: &Path) {
    // Where a folder cannot be read, or a file not be removed, writing says what is wrong.
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        if !is_temporary(entry.file_name().as_encoded_bytes()) {
            continue;
        }
        let path = entry.path();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && !interrupt::is_watched(&path) && !is_locked(&path) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Returns whether another process holds a temporary file.
fn is_locked(path: &Path) -> bool {
    let Ok(file) = File::options().append(true).open(path) else {
        return false;
    };
    matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock))
}

/// Returns the name of the file for one game: `name-001.sgf`.
fn numbered(path: &Path, number: usize) -> PathBuf {
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
pub fn create(path: &Path) -> io::Result<NamedTempFile> {
    let folder = folder_of(path);
    fs::create_dir_all(folder)?;
    let mut builder = Builder::new();
    builder.prefix(".ishi-").suffix(".tmp");
    #[cfg(unix)]
    {
        // As for any new file: what the user's mask leaves of read and write for all.
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(Permissions::from_mode(0o666));
    }
    let file = interrupt::make(|| builder.tempfile_in(folder))?;
    // A file system without locks has only the name.
    let _ = file.as_file().try_lock();
    Ok(file)
}

/// Returns the folder that a file is in.
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn copy(spool: BufWriter<File>, sink: &mut impl Write) -> io::Result<()> {
    let mut file = spool.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.seek(SeekFrom::Start(0))?;
    io::copy(&mut file, sink)?;
    sink.flush()
}
