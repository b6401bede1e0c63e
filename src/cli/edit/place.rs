//! Results of edits in their places: a file, standard output, the place of the source, or a patch that is only shown.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use ishi::Collection;
use ishi::input::Name;

use super::{EditRun, Refused};
use crate::cli::changes::unified;
use crate::cli::failure::Failure;
use crate::cli::output::{Destination, Output, OutputError, folder_of, is_stdout};
use crate::cli::replacement::{self, obstacle};

/// An input: its name, its file, and its path below a folder of results.
pub struct Place<'p> {
    pub name: &'p Name,
    pub file: Option<&'p Path>,
    pub below: &'p Path,
}

/// Why a result is not where it belongs.
pub enum Stop {
    Refused(Refused),
    /// Standard output cannot be written.
    Closed(io::Error),
}

impl EditRun<'_> {
    /// Puts a result where it belongs. Returns its path if it is a file of another name.
    pub(super) fn put(
        &mut self,
        place: &Place<'_>,
        record: &Collection,
        before: &[u8],
        bytes: &[u8],
    ) -> Result<Option<PathBuf>, Stop> {
        let arguments = self.arguments;
        if arguments.patch {
            let [before, after] = [before, bytes].map(|bytes| record.charset.decode(bytes));
            let diff = unified(&place.name.to_string(), &before, &after);
            self.out.write_all(diff.as_bytes()).map_err(Stop::Closed)?;
            return Ok(None);
        }
        if arguments.in_place {
            return self
                .replace(place, before, bytes)
                .map(|()| None)
                .map_err(Stop::Refused);
        }
        let path = match (&arguments.out_dir, &arguments.output) {
            (Some(folder), _) => {
                let below = match &arguments.name {
                    Some(pattern) => pattern.path(place.below, record.games.first()),
                    None => place.below.to_owned(),
                };
                let path = self.names.free(&folder.join(below));
                no_link(folder, &path)?;
                path
            }
            (None, Some(path)) if !is_stdout(path) => path.clone(),
            _ => {
                self.out.write_all(bytes).map_err(Stop::Closed)?;
                return Ok(None);
            }
        };
        self.write(&path, bytes)?;
        Ok(Some(path))
    }

    fn replace(&mut self, place: &Place<'_>, before: &[u8], bytes: &[u8]) -> Result<(), Refused> {
        if before == bytes {
            return Ok(());
        }
        if let Some((reason, help)) = obstacle(place.file, "edit") {
            return Err((reason, Some(help)));
        }
        let Some(file) = place.file else {
            return Ok(());
        };
        self.swept.sweep(folder_of(file));
        match replacement::put(file, bytes, true, "edit") {
            Ok(None) => Ok(()),
            Ok(Some(reason)) | Err(reason) => Err((reason, None)),
        }
    }

    /// Writes a result to a file, unless the file has it already.
    fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Stop> {
        let target = path.canonicalize().ok();
        if target.is_some_and(|target| self.sources.iter().any(|source| target.starts_with(source)))
        {
            let failure = Failure::Itself;
            let help = "--in-place replaces the source, and keeps it as NAME.orig".to_owned();
            return Err(Stop::Refused((failure.to_string(), Some(help))));
        }
        if path.is_dir() {
            return Err(Stop::from(OutputError::Folder(path.to_owned())));
        }
        if path.is_file() && fs::read(path).is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        if path.exists()
            && !self.arguments.force
            && matches!(Destination::at(path.to_owned()), Destination::File(_))
        {
            return Err(Stop::from(OutputError::Exists(path.to_owned())));
        }
        self.swept.sweep(folder_of(path));
        let mut result = Output::new(Destination::at(path.to_owned()), self.arguments.force);
        result.game(1, bytes)?;
        result.put_in_place().map(|_| ()).map_err(Stop::from)
    }
}

impl From<OutputError> for Stop {
    fn from(error: OutputError) -> Self {
        let help = error.help().map(ToOwned::to_owned);
        Self::Refused((error.to_string(), help))
    }
}

/// Returns an error if a folder below the folder of results is a link.
fn no_link(folder: &Path, path: &Path) -> Result<(), OutputError> {
    let above = path
        .ancestors()
        .skip(1)
        .take_while(|above| *above != folder);
    match above.filter(|above| above.is_symlink()).last() {
        Some(link) => Err(OutputError::Link(link.to_owned())),
        None => Ok(()),
    }
}
