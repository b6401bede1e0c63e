//! Interruption: temporary files are removed, and the exit status is 130.

use std::fs;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The temporary files of this run.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Installs the handler.
pub fn install() {
    // Without a handler an interruption still ends the program; only the clearing up is missing.
    let _ = ctrlc::set_handler(|| {
        for path in temporary().drain(..) {
            let _ = fs::remove_file(path);
        }
        process::exit(130);
    });
}

/// Has a file removed on interruption.
pub fn watch(path: &Path) {
    temporary().push(path.to_owned());
}

/// Forgets a file that is removed or in place.
pub fn forget(path: &Path) {
    temporary().retain(|watched| watched != path);
}
