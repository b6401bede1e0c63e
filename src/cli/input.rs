//! Inputs: files and standard input, as something that can be read twice.

use std::env;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ishi::Format;
use ishi::sniff::NoRecord;
use ishi::source::{Source, SourceError, SourceOptions};
use thiserror::Error;

use super::args::ReadingArgs;
use super::output::TEMPORARY_HELP;

/// Where a record comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// Why an input cannot be used.
#[derive(Debug, Error)]
pub enum InputError {
    /// It is a folder.
    #[error("is a folder")]
    Folder,
    /// What can be read only once cannot be held.
    #[error("a temporary file in {folder} cannot be written: {0}", folder = env::temp_dir().display())]
    Temporary(io::Error),
    /// It cannot be opened, or is no game record.
    #[error(transparent)]
    Source(#[from] SourceError),
}

impl From<io::Error> for InputError {
    fn from(error: io::Error) -> Self {
        Self::Source(SourceError::Io(error))
    }
}

impl InputError {
    /// Returns what to do.
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Folder => Some("name the files in it"),
            Self::Temporary(_) => Some(TEMPORARY_HELP),
            Self::Source(SourceError::NoRecord(NoRecord::Unknown | NoRecord::Empty)) => {
                Some("if it is a record, name its format with -f")
            }
            Self::Source(_) => None,
        }
    }
}

impl Input {
    /// Takes an input as it was typed.
    pub fn new(path: &Path) -> Self {
        if path.as_os_str() == "-" {
            return Self::Stdin;
        }
        Self::File(path.to_owned())
    }

    /// Returns whether the input is a folder.
    pub fn is_folder(&self) -> bool {
        matches!(self, Self::File(path) if path.is_dir())
    }

    /// Returns when the file was last changed.
    pub fn modified(&self) -> Option<SystemTime> {
        match self {
            Self::Stdin => None,
            Self::File(path) => fs::metadata(path).ok()?.modified().ok(),
        }
    }

    /// Returns a copy of standard input that can be read twice.
    pub fn spooled() -> Result<File, InputError> {
        spool(&mut io::stdin().lock())
    }

    /// Opens the record.
    pub fn open(&self, reading: &ReadingArgs) -> Result<Source<BufReader<File>>, InputError> {
        let (file, hint) = match self {
            Self::Stdin => (Self::spooled()?, None),
            Self::File(path) => (open_file(path)?, Format::from_path(path)),
        };
        let options = SourceOptions {
            format: reading.format(),
            hint,
            charset: reading.encoding,
        };
        Ok(Source::open(BufReader::new(file), options)?)
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdin => f.write_str("standard input"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// Opens a file, or a copy of what a pipe gives.
pub fn open_file(path: &Path) -> Result<File, InputError> {
    let mut file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(InputError::Folder);
    }
    if metadata.is_file() {
        return Ok(file);
    }
    // A pipe or a device can be read only once.
    spool(&mut file)
}

fn spool(reader: &mut impl Read) -> Result<File, InputError> {
    let mut file = tempfile::tempfile().map_err(InputError::Temporary)?;
    let mut piece = vec![0; 64 * 1024];
    loop {
        match reader.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => {
                let read = piece.get(..count).unwrap_or_default();
                file.write_all(read).map_err(InputError::Temporary)?;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}
