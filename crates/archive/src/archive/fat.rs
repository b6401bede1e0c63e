//! Images of floppy disks: the FAT file system of MS-DOS, with 12 or 16 bits for each cluster.
//!
//! Deleted files are not read. A sector that cannot be read, and a cluster that is marked as bad, become bytes of
//! zero: the rest of the file is still there. So do the sectors that an image lacks at its end, and then the reading fails after
//! the last file.

use std::collections::HashSet;
use std::io::{self, Read, SeekFrom};
use std::ops::ControlFlow;
use std::time::SystemTime;

use super::limit::Budget;
use super::{Bytes, Member, Taker, safe_path};

/// The length of an entry of a folder.
const ENTRY: usize = 32;

/// The attributes of an entry: a folder, the name of the disk, a part of a long name.
const FOLDER: u8 = 0x10;
const LABEL: u8 = 0x08;
const LONG: u8 = 0x0F;

/// The first byte of the name of a deleted file, and the byte that stands for that letter.
const DELETED: u8 = 0xE5;
const ESCAPED: u8 = 0x05;

/// Where the parts of a disk are, by its first sector.
struct Layout {
    /// The length of a sector and of a cluster, in bytes.
    sector: u64,
    cluster: u64,
    /// The places of the first table, of the root folder and of the first cluster, in bytes.
    table: u64,
    root: u64,
    data: u64,
    /// The number after that of the last cluster. The first one is 2.
    end: u32,
}

impl Layout {
    fn of(head: &[u8]) -> Option<Self> {
        let jump = head.first()?;
        let sector = u64::from(word(head, 11)?);
        let sectors = *head.get(13)?;
        let [reserved, entries, small] = [word(head, 14)?, word(head, 17)?, word(head, 19)?];
        let tables = *head.get(16)?;
        let length = u64::from(word(head, 22)?);
        let large = u32::from_le_bytes(head.get(32..36)?.try_into().ok()?);
        let all = if small == 0 {
            u64::from(large)
        } else {
            u64::from(small)
        };
        let is_plausible = matches!(jump, 0xEB | 0xE9)
            && [512, 1024, 2048, 4096].contains(&sector)
            && sectors.is_power_of_two()
            && (1..=2).contains(&tables)
            && *head.get(21)? >= 0xF0
            && reserved > 0
            && entries > 0
            && length > 0;
        if !is_plausible {
            return None;
        }
        let table = u64::from(reserved) * sector;
        let root = table + u64::from(tables) * length * sector;
        let data = root + (u64::from(entries) * ENTRY as u64).next_multiple_of(sector);
        let cluster = u64::from(sectors) * sector;
        let clusters = (all * sector).checked_sub(data)? / cluster;
        let end = u32::try_from(clusters).ok()? + 2;
        (end < 0xFFF0).then_some(Self {
            sector,
            cluster,
            table,
            root,
            data,
            end,
        })
    }
}

/// Returns whether a file begins like a disk.
pub fn is_disk(head: &[u8]) -> bool {
    Layout::of(head).is_some()
}

fn word(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

/// Goes through the files in the order of the folders, each folder after the files of the one above.
pub(super) fn members(
    reader: &mut dyn Bytes,
    budget: &Budget,
    take: &mut Taker<'_>,
) -> io::Result<ControlFlow<()>> {
    let mut head = [0; 512];
    reader.read_exact(&mut head)?;
    let layout = Layout::of(&head).ok_or_else(|| io::Error::other("it is no disk of MS-DOS"))?;
    let mut disk = Disk {
        next: next_clusters(reader, &layout),
        length: reader.seek(SeekFrom::End(0))?,
        is_cut: false,
        reader,
        layout,
    };
    let length = (disk.layout.data - disk.layout.root) as usize;
    let mut folders = vec![(Vec::new(), disk.bytes(disk.layout.root, length))];
    let mut seen = HashSet::new();
    while let Some((above, folder)) = folders.pop() {
        for entry in entries(&folder) {
            let name = [&*above, &*entry.name].concat();
            if entry.is_folder {
                if seen.insert(entry.start) {
                    let mut bytes = Vec::new();
                    let length = u64::from(disk.layout.end) * disk.layout.cluster;
                    disk.file(entry.start, length, false)
                        .read_to_end(&mut bytes)?;
                    folders.push(([&*name, b"/"].concat(), bytes));
                }
                continue;
            }
            let mut content = budget.limit(disk.file(entry.start, entry.size, true));
            let going = take(Member {
                path: safe_path(&name, b"/"),
                name: Some(name),
                modified: entry.modified,
                content: Ok(&mut content),
            });
            if going.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }
    if disk.is_cut {
        let message =
            "the image of the disk is cut off, so files are missing or have only their beginning";
        return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
    }
    Ok(ControlFlow::Continue(()))
}

/// Reads the table: for each cluster the next one of its file.
fn next_clusters(reader: &mut dyn Bytes, layout: &Layout) -> Vec<u32> {
    let length = (layout.root - layout.table) as usize;
    let table = read_around(reader, layout.table, length, layout.sector as usize);
    let is_small = layout.end < 0xFF7;
    let next = (0..layout.end as usize).map(|cluster| {
        if !is_small {
            let next = word(&table, cluster * 2).unwrap_or(0);
            // The last numbers mean the same in both sizes.
            return u32::from(next) | if next >= 0xFFF0 { 0xFFFF_0000 } else { 0 };
        }
        let pair = word(&table, cluster + cluster / 2).unwrap_or(0);
        let next = if cluster % 2 == 0 {
            pair & 0xFFF
        } else {
            pair >> 4
        };
        u32::from(next) | if next >= 0xFF0 { 0xFFFF_F000 } else { 0 }
    });
    next.collect()
}

/// The number that marks a bad cluster.
const BAD: u32 = 0xFFFF_FFF7;

/// Reads bytes; a sector that cannot be read becomes zeros.
fn read_around(reader: &mut dyn Bytes, at: u64, length: usize, sector: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    for (number, part) in bytes.chunks_mut(sector).enumerate() {
        let place = SeekFrom::Start(at + (number * sector) as u64);
        let is_there = reader.seek(place).is_ok();
        let mut rest = if is_there { part } else { continue };
        while let Ok(read @ 1..) = reader.read(rest) {
            rest = rest.get_mut(read..).unwrap_or_default();
        }
    }
    bytes
}

struct Disk<'r> {
    reader: &'r mut dyn Bytes,
    layout: Layout,
    next: Vec<u32>,
    /// The length of the image, in bytes.
    length: u64,
    /// Whether a file or a folder is behind its end.
    is_cut: bool,
}

impl<'r> Disk<'r> {
    fn bytes(&mut self, at: u64, length: usize) -> Vec<u8> {
        self.is_cut |= at + length as u64 > self.length;
        read_around(self.reader, at, length, self.layout.sector as usize)
    }

    /// Returns a reader of the clusters from one on. `is_sized` tells whether the file has all its bytes, also if the
    /// chain of its clusters ends early.
    fn file(&mut self, start: u32, size: u64, is_sized: bool) -> FileReader<'_, 'r> {
        FileReader {
            steps: self.layout.end,
            disk: self,
            cluster: start,
            left: size,
            is_sized,
            buffer: io::Cursor::default(),
        }
    }
}

/// Reads a file cluster by cluster.
struct FileReader<'d, 'r> {
    disk: &'d mut Disk<'r>,
    cluster: u32,
    left: u64,
    is_sized: bool,
    /// How many clusters are read at most, because a chain can be a ring.
    steps: u32,
    buffer: io::Cursor<Vec<u8>>,
}

impl FileReader<'_, '_> {
    /// Reads the next cluster. Returns `None` at the end.
    fn next(&mut self) -> Option<Vec<u8>> {
        let layout = &self.disk.layout;
        let (size, place) = (layout.cluster, self.cluster);
        let is_there = (2..layout.end).contains(&place);
        self.steps = self.steps.checked_sub(1)?;
        if !is_there || self.left == 0 {
            return None;
        }
        let at = layout.data + u64::from(place - 2) * size;
        let next = self.disk.next.get(place as usize).copied().unwrap_or(0);
        // A disk that loses a cluster loses the way to the one after it, which is usually the neighbour.
        let is_lost = next == BAD || next == 0;
        self.cluster = if is_lost && self.is_sized {
            place + 1
        } else {
            next
        };
        let length = size.min(self.left) as usize;
        let bytes = if next == BAD {
            vec![0; length]
        } else {
            self.disk.bytes(at, length)
        };
        self.left -= bytes.len() as u64;
        Some(bytes)
    }
}

impl Read for FileReader<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.buffer.read(buffer)?;
        if count > 0 || buffer.is_empty() {
            return Ok(count);
        }
        let Some(bytes) = self.next() else {
            return Ok(0);
        };
        self.buffer = io::Cursor::new(bytes);
        self.buffer.read(buffer)
    }
}

/// A file or a folder in a folder.
struct DirectoryEntry {
    name: Vec<u8>,
    is_folder: bool,
    start: u32,
    size: u64,
    modified: Option<SystemTime>,
}

fn entries(folder: &[u8]) -> Vec<DirectoryEntry> {
    let mut found = Vec::new();
    let mut long = Vec::new();
    for entry in folder.chunks_exact(ENTRY) {
        let [first, ..] = entry else { break };
        let attributes = entry.get(11).copied().unwrap_or(0);
        match (*first, attributes) {
            (0, _) => break,
            (DELETED, _) => long.clear(),
            (_, LONG) => long.splice(0..0, units(entry)).for_each(drop),
            (_, label) if label & LABEL != 0 => long.clear(),
            (b'.', _) => {}
            _ => {
                let written = long.iter().copied().take_while(|unit| *unit != 0);
                let written = String::from_utf16_lossy(&written.collect::<Vec<u16>>());
                long.clear();
                found.extend(described(entry, written, attributes & FOLDER != 0));
            }
        }
    }
    found
}

/// Returns the 13 units of UTF-16 in a part of a long name.
fn units(entry: &[u8]) -> Vec<u16> {
    let places = [1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30];
    places
        .iter()
        .filter_map(|place| word(entry, *place))
        .collect()
}

fn described(entry: &[u8], long: String, is_folder: bool) -> Option<DirectoryEntry> {
    let cases = *entry.get(12)?;
    let part = |bytes: &[u8], is_lower: bool| {
        let mut name = bytes.trim_ascii_end().to_vec();
        if is_lower {
            name.make_ascii_lowercase();
        }
        name
    };
    let mut short = part(entry.get(..8)?, cases & 0x08 != 0);
    if let Some(first) = short.first_mut().filter(|first| **first == ESCAPED) {
        *first = DELETED;
    }
    let ending = part(entry.get(8..11)?, cases & 0x10 != 0);
    if !ending.is_empty() {
        short.push(b'.');
        short.extend(ending);
    }
    Some(DirectoryEntry {
        name: if long.is_empty() {
            short
        } else {
            long.into_bytes()
        },
        is_folder,
        start: u32::from(word(entry, 26)?),
        size: u64::from(u32::from_le_bytes(entry.get(28..32)?.try_into().ok()?)),
        modified: modified(word(entry, 24)?, word(entry, 22)?),
    })
}

/// Returns a time of MS-DOS, which counts from 1980 and has no time zone.
fn modified(date: u16, time: u16) -> Option<SystemTime> {
    let date = zip::DateTime::try_from_msdos(date, time).ok()?;
    super::zip::instant(date)
}
