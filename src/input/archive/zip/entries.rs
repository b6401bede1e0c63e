//! The entries of a directory, each as an archive of its own: so members that have one name are all
//! read.

use std::io::{self, Read, Seek, SeekFrom};

/// What an entry of the directory begins with (PKWARE's APPNOTE, section 4.3.12), and what the
/// directory ends with (4.3.16).
const ENTRY: &[u8; 4] = b"PK\x01\x02";
const END: &[u8; 4] = b"PK\x05\x06";

/// The length of an entry without its name, its further fields and its comment.
const FIXED: usize = 46;

/// Returns the entries of the directory that starts here, as they are.
pub(super) fn of<R: Read + Seek>(reader: &mut R, start: u64) -> io::Result<Vec<Vec<u8>>> {
    reader.seek(SeekFrom::Start(start))?;
    let mut entries = Vec::new();
    loop {
        let mut entry = vec![0; FIXED];
        let sign = entry.get_mut(..4).unwrap_or_default();
        if reader.read_exact(sign).is_err() || sign != ENTRY {
            return Ok(entries);
        }
        reader.read_exact(entry.get_mut(4..).unwrap_or_default())?;
        let length = |at| {
            let bytes = entry
                .get(at..at + 2)
                .and_then(|bytes| bytes.try_into().ok());
            u16::from_le_bytes(bytes.unwrap_or_default())
        };
        let rest: u64 = [28, 30, 32].map(|at| u64::from(length(at))).iter().sum();
        reader.by_ref().take(rest).read_to_end(&mut entry)?;
        entries.push(entry);
    }
}

/// An archive with one member: what is before the directory of another one, and a directory with
/// one of its entries.
pub(super) struct Single<'r, R> {
    reader: &'r mut R,
    start: u64,
    directory: Vec<u8>,
    position: u64,
}

impl<'r, R: Read + Seek> Single<'r, R> {
    /// Creates the archive; its members start `offset` bytes after the places that it names.
    pub(super) fn new(
        reader: &'r mut R,
        start: u64,
        offset: u64,
        mut entry: Vec<u8>,
    ) -> io::Result<Self> {
        let too_large = |_| io::Error::other("it is larger than 4 GB and has equal names");
        let length = u32::try_from(entry.len()).map_err(too_large)?;
        let place = u32::try_from(start.saturating_sub(offset)).map_err(too_large)?;
        entry.extend_from_slice(END);
        entry.extend_from_slice(&[0, 0, 0, 0, 1, 0, 1, 0]);
        entry.extend_from_slice(&length.to_le_bytes());
        entry.extend_from_slice(&place.to_le_bytes());
        entry.extend_from_slice(&[0, 0]);
        Ok(Self {
            reader,
            start,
            directory: entry,
            position: 0,
        })
    }
}

impl<R: Read + Seek> Read for Single<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = if let Some(left) = self.start.checked_sub(self.position).filter(|n| *n > 0) {
            self.reader.seek(SeekFrom::Start(self.position))?;
            self.reader.by_ref().take(left).read(buffer)?
        } else {
            let from = usize::try_from(self.position - self.start).unwrap_or(usize::MAX);
            self.directory.get(from..).unwrap_or(&[]).read(buffer)?
        };
        self.position += count as u64;
        Ok(count)
    }
}

impl<R: Read + Seek> Seek for Single<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let end = self.start + self.directory.len() as u64;
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::End(by) => end.checked_add_signed(by),
            SeekFrom::Current(by) => self.position.checked_add_signed(by),
        };
        let before = || io::Error::from(io::ErrorKind::InvalidInput);
        self.position = place.ok_or_else(before)?;
        Ok(self.position)
    }
}
