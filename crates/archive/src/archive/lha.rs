//! LHA archives (`.lzh`), common on disks of 1990.

use std::io::{self, BufReader, Read};
use std::ops::ControlFlow;
use std::time::SystemTime;

use delharc::header::TimestampResult;
use delharc::{LhaDecodeReader, LhaHeader};

use super::limit::Budget;
use super::{Member, Taker, instant, safe_path};
use crate::why::Why;

/// The kinds of further headers that have the name and the folder of a member.
const NAME: u8 = 1;
const FOLDER: u8 = 2;

/// The separators in names: `\` on MS-DOS, `/` on Unix, 255 in headers of LHA.
const SEPARATORS: &[u8] = b"\\/\xff";

/// Goes through the members in the order of the archive.
pub(super) fn members(
    reader: &mut dyn Read,
    budget: &Budget,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    let mut decoder = LhaDecodeReader::default();
    let mut more = decoder.begin_new(BufReader::new(reader)).map_err(broken)?;
    while more {
        if !decoder.header().is_directory() {
            let going = member(&mut decoder, budget, take);
            if going.is_break() {
                return Ok(going);
            }
        }
        more = decoder.next_file().map_err(broken)?;
    }
    Ok(ControlFlow::Continue(()))
}

fn broken<E: core::fmt::Display>(error: E) -> io::Error {
    io::Error::other(error.to_string())
}

fn member<R: Read>(
    decoder: &mut LhaDecodeReader<R>,
    budget: &Budget,
    take: &mut Taker<'_>,
) -> ControlFlow<()> {
    let header = decoder.header();
    let (name, modified) = (name(header), modified(header));
    let is_known = decoder.is_decoder_supported();
    let mut content = budget.limit(CheckedReader { decoder });
    take(Member {
        path: safe_path(&name, SEPARATORS),
        name: Some(name),
        modified,
        content: if is_known {
            Ok(&mut content)
        } else {
            let why = "it is packed by a method of LHA that is not known here; `lha x` may open it";
            Err(Why::Failed(why.to_owned()))
        },
    })
}

/// A member whose checksum must be right at its end.
struct CheckedReader<'d, R> {
    decoder: &'d mut LhaDecodeReader<R>,
}

impl<R: Read> Read for CheckedReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.decoder.read(buffer)?;
        if count == 0 && !buffer.is_empty() && !self.decoder.crc_is_ok() {
            return Err(io::Error::other("its checksum is wrong"));
        }
        Ok(count)
    }
}

fn name(header: &LhaHeader) -> Vec<u8> {
    let (mut folder, mut name) = (Vec::new(), header.filename.to_vec());
    for extra in header.iter_extra() {
        match extra {
            [NAME, bytes @ ..] => name = bytes.to_vec(),
            [FOLDER, bytes @ ..] => folder = bytes.to_vec(),
            _ => {}
        }
    }
    // After a zero byte the Amiga has a comment.
    let end = name.iter().position(|byte| *byte == 0);
    name.truncate(end.unwrap_or(name.len()));
    let is_separator = |byte: &u8| SEPARATORS.contains(byte);
    let mut path = folder;
    if path.last().is_some_and(|byte| !is_separator(byte)) {
        path.push(b'/');
    }
    path.extend(name);
    for byte in path.iter_mut().filter(|byte| is_separator(byte)) {
        *byte = b'/';
    }
    path
}

/// Returns when a member was last changed; a local time is taken as if it were UTC.
fn modified(header: &LhaHeader) -> Option<SystemTime> {
    match header.parse_last_modified() {
        TimestampResult::Utc(time) => instant(time.timestamp()),
        TimestampResult::Naive(time) => instant(time.and_utc().timestamp()),
        TimestampResult::None => None,
    }
}
