//! Tells records from other files by their content.

use std::io::{self, Read};
use std::path::Path;

use super::why::Why;
use ishi::Format;
use ishi::sniff::{Head, NoRecord, Sniffed};

/// The length up to which a head is read in one piece.
const USUAL: usize = 8 * 1024;

/// Decides whether a file that was found is a record.
#[derive(Debug, Clone, Copy, Default)]
pub struct Judge {
    /// Whether the caller named the format of the records.
    pub format_given: bool,
}

impl Judge {
    /// Reads as much of a file as its format can be told from.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read.
    pub fn head(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
        // Most records are shorter than this, and come in one piece.
        let mut head = Vec::with_capacity(USUAL);
        reader.take(Head::SIZE as u64).read_to_end(&mut head)?;
        Ok(head)
    }

    /// Returns why a file with this beginning and this name is not a record.
    ///
    /// # Errors
    ///
    /// [`Why::NoRecord`] or [`Why::Unreadable`].
    pub fn is_record(self, head: &[u8], name: &Path) -> Result<(), Why> {
        self.sniff(head, name).map(|_| ())
    }

    /// Returns the facts that the beginning of a record tells; `None` if only the caller says that it is a record.
    pub(super) fn sniff(self, head: &[u8], name: &Path) -> Result<Option<Sniffed>, Why> {
        let head = Head::new(head);
        let hint = Format::from_path(name);
        match head.sniff(None, None, hint) {
            // Sources and pages of any language may have `(;` somewhere.
            Ok(_) if hint.is_none() && !head.is_plain() => Err(NoRecord::Unknown),
            Ok(sniffed) => Ok(Some(sniffed)),
            Err(NoRecord::Unknown | NoRecord::Markup) if self.format_given && hint.is_some() => {
                Ok(None)
            }
            Err(why) => Err(why),
        }
        .map_err(|why| Why::no_record(why, hint))
    }
}
