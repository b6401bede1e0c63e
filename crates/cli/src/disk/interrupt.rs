//! Signals. On an interruption temporary files are removed, and the exit status is 130; a file that
//! may not get larger is an error like any other.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use crate::Status;
use crate::disk;
use crate::render::Messages;

/// The temporary files of this run.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Whether the first interruption is only noted, and whether there was one.
static GRACEFUL: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicBool = AtomicBool::new(false);

/// How to continue after an interruption.
static HELP: OnceLock<&str> = OnceLock::new();

/// The name of the file with the lock in a folder with temporary files.
pub const LOCK: &str = "lock";

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs the handler. When it ends the program, it prints the counts so far, and `help`.
pub fn install(help: &'static str) {
    let _ = HELP.set(help);
    // Without a handler an interruption still ends the program; only the clearing up is missing.
    let _ = handle(|| {
        if GRACEFUL.load(Ordering::Relaxed) && !ASKED.swap(true, Ordering::Relaxed) {
            let help = "the files at work are completed first; Ctrl-C again ends at once";
            Messages::default().note("interrupted", Some(help));
            return;
        }
        leave();
    });
    // Without a handler the signal would end the program, and leave its temporary files. With any handler,
    // writing fails.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Calls a function in a thread at each interruption.
#[cfg(unix)]
fn handle(act: fn()) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    let wait = move || signals.forever().for_each(|_| act());
    std::thread::Builder::new().spawn(wait).map(drop)
}

/// Calls a function in a thread at each interruption.
#[cfg(windows)]
fn handle(act: fn()) -> io::Result<()> {
    ctrlc::set_handler(act).map_err(io::Error::other)
}

/// Sets whether the first interruption is noted for [`is_asked`], so that a run over many files ends
/// by itself.
pub fn be_graceful(graceful: bool) {
    GRACEFUL.store(graceful, Ordering::Relaxed);
}

/// Returns whether the user wants the run to end.
pub fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Ends the program.
fn leave() -> ! {
    // While this is held no other file can be made.
    let mut files = temporary();
    for path in files.drain(..) {
        if path.is_dir() {
            // Others may still write into it; once it is gone they cannot.
            let mut tries = 0..1000;
            while path.is_dir() && tries.next().is_some() {
                remove_folder(&path);
            }
        } else {
            let _ = disk::remove(&path);
        }
    }
    Messages::default().error("interrupted", HELP.get().copied());
    process::exit(Status::Interrupted as i32);
}

/// Removes a folder with temporary files. Its lock goes last: as long as anything else is there, the
/// next run can tell that no run holds it.
pub fn remove_folder(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_name() != LOCK {
            let _ = disk::remove(&entry.path());
        }
    }
    let _ = disk::remove(&folder.join(LOCK));
    let _ = disk::remove_folder(folder);
}

/// Makes a file or a folder that is removed on interruption.
pub fn make<T>(make: impl FnOnce() -> io::Result<(T, PathBuf)>) -> io::Result<(T, PathBuf)> {
    let mut files = temporary();
    let (file, path) = make()?;
    files.push(path.clone());
    Ok((file, path))
}

/// Returns whether a file is one of this run's temporary files.
pub fn is_watched(path: &Path) -> bool {
    temporary()
        .iter()
        .any(|watched| watched.file_name() == path.file_name())
}

/// Forgets a file that is removed or in place.
pub fn forget(path: &Path) {
    temporary().retain(|watched| watched != path);
}

/// The path of a temporary file. The file is removed when this is dropped, and by an interruption.
#[derive(Debug)]
pub struct TemporaryPath(PathBuf);

impl TemporaryPath {
    /// Takes a file that exists.
    pub fn new(path: PathBuf) -> Self {
        Self(path)
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Gives it its name, and keeps it. An existing file of that name is replaced.
    pub fn replace(self, to: &Path) -> io::Result<()> {
        disk::rename(&self.0, to)?;
        self.keep();
        Ok(())
    }

    /// Gives it its name, and keeps it.
    ///
    /// # Errors
    ///
    /// If a file of that name exists.
    pub fn put(self, to: &Path) -> io::Result<()> {
        disk::rename_new(&self.0, to)?;
        self.keep();
        Ok(())
    }

    fn keep(mut self) {
        forget(&self.0);
        self.0.clear();
    }
}

impl Drop for TemporaryPath {
    fn drop(&mut self) {
        if !self.0.as_os_str().is_empty() {
            let _ = disk::remove(&self.0);
            forget(&self.0);
        }
    }
}
