//! Gzip: one file that is compressed, or a tar archive.

use std::io::{self, BufRead, BufReader, Read, SeekFrom};
use std::ops::ControlFlow;

use flate2::bufread::GzDecoder;

use super::limit::Budget;
use super::{Bytes, Member, Taker, tar};

/// Goes through the members of `size` compressed bytes.
pub(super) fn members(
    reader: &mut dyn Bytes,
    size: u64,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    let mut block = Vec::new();
    stream(reader, size)
        .take(tar::BLOCK)
        .read_to_end(&mut block)?;
    reader.seek(SeekFrom::Start(0))?;
    let mut content = stream(reader, size);
    if tar::is_header(&block) {
        return tar::members(&mut content, &Budget::new(size), take);
    }
    Ok(take(Member {
        name: None,
        path: None,
        modified: None,
        content: Ok(&mut content),
    }))
}

/// Decompresses `size` bytes: all streams, one after the other (RFC 1952, section 2.2).
fn stream(reader: &mut dyn Bytes, size: u64) -> impl Read {
    let first = GzDecoder::new(BufReader::new(reader));
    Budget::new(size).limit(Streams(Some(first)))
}

/// The streams of a file. Other bytes after a stream end the file, as in `gzip`: tapes and old programs add zeros.
struct Streams<R>(Option<GzDecoder<R>>);

impl<R: BufRead> Read for Streams<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(stream) = &mut self.0 {
            let count = stream.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            let mut rest = self.0.take().map(GzDecoder::into_inner);
            if let Some(rest) = rest.take_if(|rest| starts_stream(rest)) {
                self.0 = Some(GzDecoder::new(rest));
            }
        }
        Ok(0)
    }
}

/// Returns whether the first byte that is left can start a stream.
fn starts_stream(reader: &mut impl BufRead) -> bool {
    let left = reader.fill_buf();
    left.is_ok_and(|left| left.starts_with(b"\x1f"))
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    #[test]
    fn bytes_after_a_stream_are_left_out() {
        let packed = |text: &str| {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
            encoder.write_all(text.as_bytes()).unwrap();
            encoder.finish().unwrap()
        };
        for behind in [&b""[..], &[0; 512], b"words"] {
            let bytes = [&packed("one "), &packed("two"), behind].concat();
            let mut text = String::new();
            let size = bytes.len() as u64;
            stream(&mut Cursor::new(bytes), size)
                .read_to_string(&mut text)
                .unwrap();
            assert_eq!(text, "one two");
        }
        // A stream that is cut is an error.
        let mut cut = [packed("one "), packed("two")].concat();
        cut.truncate(cut.len() - 9);
        let mut text = String::new();
        assert!(
            stream(&mut Cursor::new(cut), 99)
                .read_to_string(&mut text)
                .is_err()
        );
    }
}
