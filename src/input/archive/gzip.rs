//! Gzip: one file that is compressed, or a tar archive.

use std::io::{self, BufReader, Read, SeekFrom};
use std::ops::ControlFlow;

use flate2::read::MultiGzDecoder;

use super::limit::{Budget, Counted, Expanding};
use super::{Bytes, Member, Taker, tar};

/// Goes through the members of what is compressed.
pub(super) fn members(reader: &mut dyn Bytes, take: &mut Taker<'_>) -> io::Result<ControlFlow<()>> {
    let mut block = Vec::new();
    stream(reader).take(tar::BLOCK).read_to_end(&mut block)?;
    if tar::is_header(&block) {
        return tar::members(reader, true, Budget::none(), take);
    }
    reader.seek(SeekFrom::Start(0))?;
    let mut content = Budget::none().limit(u64::MAX, stream(reader));
    Ok(take(Member {
        name: None,
        path: None,
        modified: None,
        content: Ok(&mut content),
    }))
}

/// Returns what is compressed, as far as it does not expand further than records do.
pub(super) fn stream(reader: &mut dyn Bytes) -> impl Read {
    let (counted, count) = Counted::new(reader);
    Expanding::new(MultiGzDecoder::new(BufReader::new(counted)), count)
}
