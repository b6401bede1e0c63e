//! Results that are written but not yet in place: in a folder of their own below the folder of
//! results, so that putting them in place is only a renaming.
//!
//! As long as a run lives it holds a lock in its folder; the next run removes those that no run
//! holds.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use ishi::input::is_temporary;
use sha2::{Digest, Sha256};
use tempfile::TempPath;

use crate::cli::interrupt::{self, LOCK};
use crate::cli::manifest::Hash;
use crate::cli::output::not_a_folder;

/// How long it takes to make a folder with its lock, at most.
const MAKING: Duration = Duration::from_secs(600);

/// The folder in which results are written.
pub struct Stage {
    folder: PathBuf,
    open: Mutex<Option<Open>>,
}

struct Open {
    folder: PathBuf,
    /// Holds the lock.
    lock: File,
    next: u64,
}

/// A result that is written.
#[derive(Debug)]
pub struct Piece {
    /// Where it is.
    pub path: PathBuf,
    /// The number of its game from 1, where each game has a file of its own.
    pub game: Option<usize>,
    /// Its content.
    pub hash: Hash,
}

impl Piece {
    /// Returns the path, for the file to be put in place.
    pub fn into_path(mut self) -> io::Result<TempPath> {
        TempPath::try_from_path(std::mem::take(&mut self.path))
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        if !self.path.as_os_str().is_empty() {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// A result that is being written.
pub struct Writing {
    file: BufWriter<File>,
    hasher: Sha256,
    piece: Piece,
}

impl Stage {
    /// Creates the stage of a folder of results; nothing is made yet.
    pub fn new(folder: &Path) -> Self {
        Self {
            folder: folder.to_owned(),
            open: Mutex::new(None),
        }
    }

    /// Starts a result.
    pub fn start(&self, game: Option<usize>) -> io::Result<Writing> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let stage = match open.take() {
            Some(stage) => stage,
            None => self.make()?,
        };
        let stage = open.insert(stage);
        stage.next += 1;
        let path = stage.folder.join(stage.next.to_string());
        drop(open);
        let file = File::create_new(&path)?;
        Ok(Writing {
            file: BufWriter::new(file),
            hasher: Sha256::new(),
            piece: Piece {
                path,
                game,
                hash: Hash::default(),
            },
        })
    }

    fn make(&self) -> io::Result<Open> {
        let made = fs::create_dir_all(&self.folder);
        made.map_err(|error| not_a_folder(&self.folder).unwrap_or(error))?;
        sweep(&self.folder);
        let mut builder = tempfile::Builder::new();
        builder
            .prefix(".ishi-")
            .suffix(".tmp")
            .disable_cleanup(true);
        let folder = || Ok(builder.tempdir_in(&self.folder)?.keep());
        let folder = interrupt::make_folder(folder)?;
        let new = folder.join("new");
        let lock = File::create(&new)?;
        // A file system without locks has only the name.
        let _ = lock.try_lock();
        // With this name it is held, or the run is dead.
        fs::rename(new, folder.join(LOCK))?;
        Ok(Open {
            folder,
            lock,
            next: 0,
        })
    }

    /// Removes the folder.
    pub fn close(&self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(Open { folder, lock, .. }) = open.take() {
            // Windows keeps a folder as long as a file in it is open.
            drop(lock);
            interrupt::remove_folder(&folder);
            interrupt::forget(&folder);
        }
    }
}

impl Writing {
    /// Writes more.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.hasher.update(bytes);
        self.file.write_all(bytes)
    }

    /// Completes the result, with the time of its source.
    pub fn finish(mut self, modified: Option<SystemTime>) -> io::Result<Piece> {
        self.file.flush()?;
        let file = self.file.get_ref();
        if let Some(time) = modified {
            file.set_modified(time)?;
        }
        // Elsewhere the whole file system is synced once for many files.
        if !cfg!(target_os = "linux") {
            file.sync_all()?;
        }
        self.piece.hash = self.hasher.finalize().into();
        Ok(self.piece)
    }
}

/// Removes the stages of runs that were killed.
fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if !is_folder || !is_temporary(entry.file_name().as_encoded_bytes()) {
            continue;
        }
        let path = entry.path();
        let lock = File::options().append(true).open(path.join(LOCK));
        let is_dead = match lock {
            Ok(lock) => !matches!(lock.try_lock(), Err(fs::TryLockError::WouldBlock)),
            // It is being made, unless that was long ago.
            Err(_) => entry
                .metadata()
                .and_then(|made| made.modified())
                .is_ok_and(|made| made.elapsed().is_ok_and(|time| time > MAKING)),
        };
        if is_dead {
            interrupt::remove_folder(&path);
        }
    }
}
