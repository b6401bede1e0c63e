//! Notices that an input changes while it is read.

use std::fs::File;
use std::time::SystemTime;

use crate::failure::Failure;
use crate::input::Unopened;

/// The size and time of a file when it was opened. It is read twice, and both readings must find the same
/// bytes.
pub struct Still {
    file: File,
    state: (u64, SystemTime),
}

impl Still {
    /// Notes the size and time of a file. Returns `None` for a pipe or a device.
    pub fn of(bytes: &Unopened) -> Option<Self> {
        let Unopened::File(path) = bytes else {
            return None;
        };
        let file = path.is_file().then(|| File::open(path))?.ok()?;
        let state = state(&file)?;
        Some(Self { file, state })
    }
}

/// Returns an error if the size or the time of a file has changed.
pub fn unchanged(still: Option<&Still>) -> Result<(), Failure> {
    match still {
        Some(still) if state(&still.file) != Some(still.state) => Err(Failure::Changed),
        _ => Ok(()),
    }
}

/// Returns the length of a file and the time of its last change.
fn state(file: &File) -> Option<(u64, SystemTime)> {
    let metadata = file.metadata().ok()?;
    Some((metadata.len(), metadata.modified().ok()?))
}
