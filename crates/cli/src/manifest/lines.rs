//! Reads the lines of a manifest from any place in it.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use super::ManifestLine;

/// The complete lines of a file, each with the place where it begins, in bytes.
pub struct ManifestLines<'f> {
    reader: BufReader<LineAt<'f>>,
    bytes: Vec<u8>,
    end: u64,
}

impl<'f> ManifestLines<'f> {
    /// Starts at a place.
    pub fn of(file: &'f File, start: u64) -> Self {
        Self {
            reader: BufReader::new(LineAt { file, place: start }),
            bytes: Vec::new(),
            end: start,
        }
    }

    /// Returns the next bytes, without taking them.
    pub fn head(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    /// Returns the place after the last complete line.
    pub fn end(&self) -> u64 {
        self.end
    }

    /// Returns the next line. Parts of lines are left out.
    pub fn next(&mut self) -> io::Result<Option<(u64, ManifestLine)>> {
        loop {
            self.bytes.clear();
            let length = self.reader.read_until(b'\n', &mut self.bytes)?;
            // A line without an end is not read yet, because its run may be writing it.
            if self.bytes.pop() != Some(b'\n') {
                return Ok(None);
            }
            let start = self.end;
            self.end += length as u64;
            if let Some(line) = ManifestLine::parse(&self.bytes) {
                return Ok(Some((start, line)));
            }
        }
    }
}

/// Reads a file from a place. It needs no cursor, so several threads can read one file.
struct LineAt<'f> {
    file: &'f File,
    place: u64,
}

impl Read for LineAt<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let count = std::os::unix::fs::FileExt::read_at(self.file, buffer, self.place)?;
        #[cfg(windows)]
        let count = std::os::windows::fs::FileExt::seek_read(self.file, buffer, self.place)?;
        self.place += count as u64;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn complete_lines_are_read_from_any_place() {
        let mut file = tempfile::tempfile().unwrap();
        let line = ManifestLine::Placing(Vec::new());
        write!(file, "\n{line}\ncut{line}\n{line}\n{line}").unwrap();
        let length = line.to_string().len() as u64;
        let last = 3 * length + 6;
        let mut lines = ManifestLines::of(&file, 0);
        assert_eq!(lines.next().unwrap(), Some((1, line.clone())));
        let second = 2 * length + 6;
        assert_eq!(lines.next().unwrap(), Some((second, line.clone())));
        assert_eq!((lines.next().unwrap(), lines.end()), (None, last + 1));
        let mut lines = ManifestLines::of(&file, second);
        assert_eq!(lines.next().unwrap(), Some((second, line)));
    }
}
