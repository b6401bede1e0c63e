//! The entries of a directory under names that differ, so that all members of one name are read.

use std::io::{self, Read, Seek, SeekFrom};

/// The first bytes of an entry of the directory (PKWARE's APPNOTE, section 4.3.12), and of the record after
/// the directory (4.3.16).
const ENTRY: &[u8; 4] = b"PK\x01\x02";
const END: &[u8; 4] = b"PK\x05\x06";

/// The length of an entry without its name, its further fields and its comment, in bytes.
const FIXED: usize = 46;

/// Where an entry has the lengths of its name, of its further fields and of its comment.
const LENGTHS: [usize; 3] = [28, 30, 32];

/// The number of the extra field with the name in Unicode (4.6.9) and a checksum of the name.
const UNICODE_NAME: u16 = 0x7075;

/// How many entries a directory has at most (4.4.21).
pub(super) const MOST: usize = 65_534;

/// An entry of a directory.
pub(super) struct Entry {
    fixed: Vec<u8>,
    name: Vec<u8>,
    fields: Vec<u8>,
}

/// Returns the entries of the directory that starts here.
pub(super) fn of<R: Read + Seek>(reader: &mut R, start: u64) -> io::Result<Vec<Entry>> {
    reader.seek(SeekFrom::Start(start))?;
    let mut entries = Vec::new();
    loop {
        let mut fixed = vec![0; FIXED];
        let sign = fixed.get_mut(..4).unwrap_or_default();
        if reader.read_exact(sign).is_err() || sign != ENTRY {
            return Ok(entries);
        }
        reader.read_exact(fixed.get_mut(4..).unwrap_or_default())?;
        let mut next = |at| {
            let mut bytes = vec![0; usize::from(number(&fixed, at))];
            reader.read_exact(&mut bytes).map(|()| bytes)
        };
        let [name, fields, _] = [next(LENGTHS[0])?, next(LENGTHS[1])?, next(LENGTHS[2])?];
        entries.push(Entry {
            fixed,
            name,
            fields: without_unicode_name(&fields),
        });
    }
}

fn number(bytes: &[u8], at: usize) -> u16 {
    let bytes = bytes
        .get(at..at + 2)
        .and_then(|bytes| bytes.try_into().ok());
    u16::from_le_bytes(bytes.unwrap_or_default())
}

fn without_unicode_name(mut fields: &[u8]) -> Vec<u8> {
    let mut left = Vec::new();
    while !fields.is_empty() {
        let length = 4 + usize::from(number(fields, 2));
        let (field, rest) = fields.split_at(length.min(fields.len()));
        if number(field, 0) != UNICODE_NAME {
            left.extend_from_slice(field);
        }
        fields = rest;
    }
    left
}

impl Entry {
    /// Returns the name.
    pub(super) fn name(&self) -> &[u8] {
        &self.name
    }

    /// Returns the entry with another name, and without its comment.
    fn renamed(&self, name: &str) -> Vec<u8> {
        let mut entry = self.fixed.clone();
        let lengths = [name.len(), self.fields.len(), 0];
        for (at, length) in LENGTHS.into_iter().zip(lengths) {
            let length = u16::try_from(length).unwrap_or(u16::MAX).to_le_bytes();
            for (to, from) in entry.iter_mut().skip(at).zip(length) {
                *to = from;
            }
        }
        entry.extend_from_slice(name.as_bytes());
        entry.extend_from_slice(&self.fields);
        entry
    }
}

/// An archive with some members of another one, under their numbers: the bytes before the directory of the
/// other one, and a new directory.
pub(super) struct Renamed<'r, R> {
    reader: &'r mut R,
    start: u64,
    directory: Vec<u8>,
    position: u64,
}

impl<'r, R: Read + Seek> Renamed<'r, R> {
    /// Creates the archive; its members start `offset` bytes after the places that it names.
    pub(super) fn new(
        reader: &'r mut R,
        start: u64,
        offset: u64,
        entries: &[Entry],
    ) -> io::Result<Self> {
        let too_large = |_| io::Error::other("it is larger than 4 GB and has equal names");
        let mut directory = Vec::new();
        for (number, entry) in entries.iter().enumerate() {
            directory.extend(entry.renamed(&number.to_string()));
        }
        let length = u32::try_from(directory.len()).map_err(too_large)?;
        let place = u32::try_from(start.saturating_sub(offset)).map_err(too_large)?;
        let count = u16::try_from(entries.len()).unwrap_or(u16::MAX);
        directory.extend_from_slice(END);
        directory.extend_from_slice(&[0; 4]);
        directory.extend_from_slice(&count.to_le_bytes());
        directory.extend_from_slice(&count.to_le_bytes());
        directory.extend_from_slice(&length.to_le_bytes());
        directory.extend_from_slice(&place.to_le_bytes());
        directory.extend_from_slice(&[0; 2]);
        Ok(Self {
            reader,
            start,
            directory,
            position: 0,
        })
    }
}

impl<R: Read + Seek> Read for Renamed<'_, R> {
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

impl<R: Read + Seek> Seek for Renamed<'_, R> {
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

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn only_the_field_with_the_name_in_unicode_is_left_out() {
        let field = |number: u16, data: &[u8]| {
            let length = u16::try_from(data.len()).unwrap();
            [&number.to_le_bytes(), &length.to_le_bytes(), data].concat()
        };
        let (name, time) = (field(UNICODE_NAME, b"new"), field(0x5455, b"1990"));
        for fields in [
            vec![&name, &time],
            vec![&time, &name],
            vec![&name, &time, &name],
        ] {
            let fields: Vec<u8> = fields.into_iter().flatten().copied().collect();
            assert_eq!(without_unicode_name(&fields), time);
        }
    }
    /// Returns an entry of a directory: its fixed bytes are numbers from 0, but for the sign and the lengths.
    fn entry(name: &[u8], fields: &[u8], comment: &[u8]) -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..46).collect();
        bytes.splice(..4, *ENTRY);
        let lengths = [name, fields, comment].map(|part| u16::try_from(part.len()).unwrap());
        bytes.splice(28..34, lengths.into_iter().flat_map(u16::to_le_bytes));
        [&bytes, name, fields, comment].concat()
    }

    #[test]
    fn a_directory_is_read_up_to_its_end() {
        let field = [&0x5455_u16.to_le_bytes()[..], &1_u16.to_le_bytes(), b"t"].concat();
        let directory = [
            entry(b"one", &field, b"a comment"),
            entry(b"two", &[], &[]),
            END.to_vec(),
            entry(b"three", &[], &[]),
        ]
        .concat();
        let bytes = [b"members", directory.as_slice()].concat();
        let found = of(&mut Cursor::new(&bytes), 7).unwrap();
        let parts: Vec<_> = found
            .iter()
            .map(|one| (one.name(), one.fields.as_slice()))
            .collect();
        assert_eq!(parts, [(&b"one"[..], &field[..]), (b"two", b"")]);
        assert!(found.iter().all(|one| one.fixed.len() == 46));
        // The end can be missing, but not a part of an entry.
        let first = entry(b"one", &field, b"");
        for (length, count) in [(0, Some(0)), (3, Some(0)), (first.len(), Some(1))] {
            let found = of(&mut Cursor::new(&first[..length]), 0).ok();
            assert_eq!(found.map(|found| found.len()), count, "{length}");
        }
        for length in [4, 45, 46, first.len() - 1] {
            assert!(
                of(&mut Cursor::new(&first[..length]), 0).is_err(),
                "{length}"
            );
        }
    }

    #[test]
    fn a_renamed_archive_has_the_members_and_a_new_directory() {
        let members = b"PKmembers";
        let bytes = [&members[..], &entry(b"one", b"xyz", b"word")].concat();
        let mut reader = Cursor::new(&bytes);
        let entries = of(&mut reader, 9).unwrap();
        let two = [&entries[0], &entries[0]].map(|one| Entry {
            fixed: one.fixed.clone(),
            name: one.name.clone(),
            fields: b"xyz!".to_vec(),
        });
        let directory = [entry(b"0", b"xyz!", b""), entry(b"1", b"xyz!", b"")].concat();
        let length = u8::try_from(directory.len()).unwrap();
        // The members start at byte 2, so the directory is at byte 7 of the archive.
        let end = [
            &END[..],
            &[0, 0, 0, 0, 2, 0, 2, 0, length, 0, 0, 0, 7, 0, 0, 0, 0, 0],
        ]
        .concat();
        let expected = [&members[..], &directory, &end].concat();
        let mut archive = Renamed::new(&mut reader, 9, 2, &two).unwrap();
        assert_eq!(
            archive.seek(SeekFrom::End(0)).unwrap(),
            expected.len() as u64
        );
        assert_eq!(archive.rewind().map_err(|error| error.kind()), Ok(()));
        // One byte at a time, and in pieces of any length.
        let mut singly = Vec::new();
        let mut byte = [0];
        while archive.read(&mut byte).unwrap() > 0 {
            singly.extend(byte);
        }
        assert_eq!(singly, expected);
        for start in [0, 8, 9, 10, expected.len()] {
            let place = archive.seek(SeekFrom::Start(start as u64)).unwrap();
            let mut rest = Vec::new();
            archive.read_to_end(&mut rest).unwrap();
            assert_eq!((place, &*rest), (start as u64, &expected[start..]));
        }
        assert_eq!(
            archive.seek(SeekFrom::End(-1)).unwrap(),
            expected.len() as u64 - 1
        );
        assert_eq!(
            archive.seek(SeekFrom::Current(-2)).unwrap(),
            expected.len() as u64 - 3
        );
        let before = archive.seek(SeekFrom::Current(-1000)).unwrap_err();
        assert_eq!(before.kind(), io::ErrorKind::InvalidInput);
        assert_eq!(
            archive.stream_position().unwrap(),
            expected.len() as u64 - 3
        );
    }
}
