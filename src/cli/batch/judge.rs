//! Tells recordings from other files, by what is in them.

use std::io::{self, Read};
use std::path::Path;

use ishi::Format;
use ishi::sniff::{Head, NoRecord};

/// Why something that was met is not converted.
#[derive(Debug)]
pub enum NotTaken {
    /// It is no recording.
    NoRecord(NoRecord),
    /// It is something else altogether.
    Other(&'static str),
    /// It cannot be had.
    Failed(String),
}

impl From<io::Error> for NotTaken {
    fn from(error: io::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

/// What decides whether a file that was met is a recording.
#[derive(Debug, Clone, Copy)]
pub struct Judge {
    /// Whether someone said what format recordings have.
    pub format_given: bool,
}

impl Judge {
    /// Reads as much of a file as its format can be told from.
    pub fn head(reader: &mut impl Read) -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        reader.take(Head::SIZE as u64).read_to_end(&mut head)?;
        Ok(head)
    }

    /// Returns why a file with this beginning and this name is no recording.
    pub fn is_record(self, head: &[u8], name: &Path) -> Result<(), NotTaken> {
        let head = Head::new(head);
        let hint = Format::from_path(name);
        match head.format(hint) {
            // Sources and pages of any language may have `(;` somewhere.
            Ok(_) if hint.is_none() && !head.is_plain() => Err(NoRecord::Unknown),
            Ok(_) => Ok(()),
            Err(NoRecord::Unknown) if self.format_given && hint.is_some() => Ok(()),
            Err(why) => Err(why),
        }
        .map_err(NotTaken::NoRecord)
    }
}
