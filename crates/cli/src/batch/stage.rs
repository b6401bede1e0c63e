//! The stage: a temporary folder in the folder of results, for results that are written but not yet in
//! place. A renaming puts them in place.
//!
//! A run holds a lock in its stage as long as it lives. The next run removes each stage without such a
//! lock. Runs make and remove stages only while they hold the lock of the manifest, so that no run takes
//! a stage without a lock file for that of a killed run.

use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError, RwLock};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use crate::disk::interrupt::{self, LOCK, TemporaryPath};
use crate::disk::{self, File};
use crate::manifest::{Hash, Manifest, read, write};
use crate::output::{filled, is_locked, temporaries};

/// The folder in which results are written.
pub struct Stage<'m> {
    manifest: &'m RwLock<Manifest>,
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
pub struct StagedResult {
    /// Where it is. A dry run has no file, and an empty path.
    pub path: TemporaryPath,
    /// The number of its game from 1, if each game gets a file.
    pub game: Option<usize>,
    /// Its size in bytes.
    pub size: u64,
    /// Its content.
    pub hash: Hash,
}

/// A result that is being written.
pub struct Writing {
    file: BufWriter<File>,
    hasher: Sha256,
    piece: StagedResult,
}

impl<'m> Stage<'m> {
    /// Creates the stage of a folder of results. Its folder is made with the first result.
    pub fn new(manifest: &'m RwLock<Manifest>) -> Self {
        Self {
            manifest,
            open: Mutex::new(None),
        }
    }

    /// Removes the stages of killed runs.
    pub fn sweep(&self) -> io::Result<()> {
        if dead_or_alive(&read(self.manifest).folder).next().is_none() {
            return Ok(());
        }
        self.locked(|folder| {
            sweep(folder);
            Ok(())
        })
    }

    /// Does something in the folder of results while other runs wait.
    fn locked<T>(&self, act: impl FnOnce(&Path) -> io::Result<T>) -> io::Result<T> {
        let mut manifest = write(self.manifest);
        manifest.lock()?;
        let done = act(&manifest.folder);
        manifest.unlock();
        done
    }

    /// Starts a result.
    pub fn start(&self, game: Option<usize>) -> io::Result<Writing> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let stage = filled(&mut open, || self.make())?;
        stage.next += 1;
        let path = stage.folder.join(stage.next.to_string());
        drop(open);
        let file = disk::create(&path)?;
        Ok(Writing {
            file: BufWriter::new(file),
            hasher: Sha256::new(),
            piece: StagedResult {
                path: TemporaryPath::new(path),
                game,
                size: 0,
                hash: Hash::default(),
            },
        })
    }

    fn make(&self) -> io::Result<Open> {
        self.locked(|results| {
            sweep(results);
            let ((), folder) =
                interrupt::make(|| disk::make_temporary(results, disk::make_folder))?;
            let lock = disk::create(&folder.join(LOCK)).inspect_err(|_| {
                interrupt::remove_folder(&folder);
                interrupt::forget(&folder);
            })?;
            // A file system without locks has only the name.
            let _ = lock.get().try_lock();
            Ok(Open {
                folder,
                lock,
                next: 0,
            })
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
        self.piece.size += bytes.len() as u64;
        self.file.write_all(bytes)
    }

    /// Completes the result, with the time of its source.
    pub fn finish(mut self, modified: Option<SystemTime>) -> io::Result<StagedResult> {
        self.file.flush()?;
        let file = self.file.get_ref();
        if let Some(time) = modified {
            file.set_modified(time)?;
        }
        // Elsewhere the whole file system is synced once for many files.
        if !cfg!(target_os = "linux") {
            file.sync()?;
        }
        self.piece.hash = Hash(self.hasher.finalize().into());
        Ok(self.piece)
    }
}

/// Removes the stages that no run holds.
fn sweep(results: &Path) {
    for stage in dead_or_alive(results) {
        if !is_locked(&stage.join(LOCK)) {
            interrupt::remove_folder(&stage);
        }
    }
}

/// Returns all stages in a folder of results.
fn dead_or_alive(results: &Path) -> impl Iterator<Item = PathBuf> {
    let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
    let folders = temporaries(results).filter(is_folder);
    folders.map(|entry| entry.path())
}
