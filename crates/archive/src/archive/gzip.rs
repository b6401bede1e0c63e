//! Gzip: one file that is compressed, or a tar archive.

use std::io::{self, BufReader, Read, SeekFrom};
use std::ops::ControlFlow;

use flate2::bufread::MultiGzDecoder;

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
    Budget::new(size).limit(MultiGzDecoder::new(BufReader::new(reader)))
}
