//! Tells records from other files by their content.

use std::io::{self, Read};
use std::path::Path;

use super::why::Why;
use ishi::Format;
use ishi::sniff::{Head, NoRecord, Sniffed};

/// The length up to which a head is read in one piece.
const USUAL: usize = 8 * 1024;

/// Reads as much of a file as its format can be told from.
pub(super) fn head_of(reader: &mut dyn Read) -> io::Result<Vec<u8>> {
    // Most records are shorter than this, and come in one piece.
    let mut head = Vec::with_capacity(USUAL);
    reader.take(Head::SIZE as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// Returns whether a file with this beginning and this name is a record.
pub fn is_record(head: &[u8], name: &Path) -> bool {
    sniff(head, name, false).is_ok()
}

/// Returns the facts that the beginning of a record tells; `None` if only the caller says that it is a record, because the caller
/// named the format of the records.
pub(super) fn sniff(head: &[u8], name: &Path, is_named: bool) -> Result<Option<Sniffed>, Why> {
    let head = Head::new(head);
    let hint = Format::from_path(name);
    match head.sniff(None, None, hint) {
        // Sources and pages of any language may have `(;` somewhere.
        Ok(_) if hint.is_none() && !head.is_plain() => Err(NoRecord::Unknown),
        Ok(sniffed) => Ok(Some(sniffed)),
        Err(NoRecord::Unknown | NoRecord::Markup) if is_named && hint.is_some() => Ok(None),
        Err(why) => Err(why),
    }
    .map_err(|why| Why::no_record(why, hint))
}
