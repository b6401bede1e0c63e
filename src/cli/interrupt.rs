//! Signals. On an interruption temporary files are removed, and the exit status is 130; a file that
//! may not get larger is an error like any other.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

/// The temporary files of this run.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs the handler.
pub fn install() {
    // Without a handler an interruption still ends the program; only the clearing up is missing.
    let _ = ctrlc::set_handler(|| {
        // While this is held no other file can be made.
        let mut files = temporary();
        for path in files.drain(..) {
            let _ = fs::remove_file(path);
        }
        process::exit(130);
    });
    // Without a handler the signal would end the program, and leave its temporary files. With one,
    // whatever it does, writing fails.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, std::sync::Arc::default());
}

/// Makes a file that is removed on interruption.
pub fn make(make: impl FnOnce() -> io::Result<NamedTempFile>) -> io::Result<NamedTempFile> {
    let mut files = temporary();
    let file = make()?;
    files.push(file.path().to_owned());
    Ok(file)
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
