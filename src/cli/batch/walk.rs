//! Walks through folders, in the order of the names.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Something met on a walk.
#[derive(Debug)]
pub enum Found {
    /// A file.
    File {
        /// Where it is.
        path: PathBuf,
        /// Its path below the folder that was named.
        relative: PathBuf,
    },
    /// Something that is not opened, and what it is.
    Other(PathBuf, &'static str),
    /// A folder that cannot be read.
    Unreadable(PathBuf, io::Error),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Folder,
    Link,
    Special,
}

const KINDS: [Kind; 4] = [Kind::File, Kind::Folder, Kind::Link, Kind::Special];

/// A walk through a folder and all below it. Links are not followed, but for the folder itself.
///
/// Only the names of one folder on each level are in memory, and those in one piece: a folder may
/// have a hundred thousand files.
#[derive(Debug)]
pub struct Walk {
    root: PathBuf,
    hidden: bool,
    /// A folder that is passed by: the results of this run are no inputs.
    without: Option<PathBuf>,
    open: Vec<Listing>,
    unreadable: Option<(PathBuf, io::Error)>,
}

impl Walk {
    /// Creates a walk through a folder; `hidden` says whether names that begin with a dot count.
    pub fn new(root: &Path, hidden: bool, without: Option<&Path>) -> Self {
        let mut walk = Self {
            root: root.to_owned(),
            hidden,
            without: without.and_then(|path| path.canonicalize().ok()),
            open: Vec::new(),
            unreadable: None,
        };
        walk.enter(root.to_owned());
        walk
    }

    fn enter(&mut self, folder: PathBuf) {
        match Listing::read(&folder, self.hidden) {
            Ok(listing) => self.open.push(listing),
            Err(error) => self.unreadable = Some((folder, error)),
        }
    }

    fn is_left_out(&self, folder: &Path) -> bool {
        let Some(without) = &self.without else {
            return false;
        };
        without.file_name() == folder.file_name()
            && folder.canonicalize().is_ok_and(|path| path == *without)
    }
}

impl Iterator for Walk {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        loop {
            if let Some((path, error)) = self.unreadable.take() {
                return Some(Found::Unreadable(path, error));
            }
            let listing = self.open.last_mut()?;
            let Some((path, kind)) = listing.take() else {
                self.open.pop();
                continue;
            };
            match kind {
                Kind::Folder if self.is_left_out(&path) => {}
                Kind::Folder => self.enter(path),
                Kind::Link => return Some(Found::Other(path, "a link, which is not followed")),
                Kind::Special => return Some(Found::Other(path, "a device or a pipe")),
                Kind::File => {
                    let relative = path.strip_prefix(&self.root).unwrap_or(&path).to_owned();
                    return Some(Found::File { path, relative });
                }
            }
        }
    }
}

/// The names in a folder, in order.
#[derive(Debug)]
struct Listing {
    folder: PathBuf,
    /// For each name its kind, its bytes, and a zero.
    names: Vec<u8>,
    /// Where each name starts with its kind.
    starts: Vec<u32>,
    next: usize,
}

impl Listing {
    fn read(folder: &Path, hidden: bool) -> io::Result<Self> {
        let mut names = Vec::new();
        let mut starts = Vec::new();
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = bytes(entry.file_name());
            if name.starts_with(b".") && !hidden || is_temporary(&name) {
                continue;
            }
            let start = u32::try_from(names.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
            starts.push(start);
            names.push(kind(entry.file_type()?) as u8);
            names.extend_from_slice(&name);
            names.push(0);
        }
        starts.sort_unstable_by(|a, b| name(&names, *a).cmp(name(&names, *b)));
        Ok(Self {
            folder: folder.to_owned(),
            names,
            starts,
            next: 0,
        })
    }

    fn take(&mut self) -> Option<(PathBuf, Kind)> {
        let start = *self.starts.get(self.next)?;
        self.next += 1;
        let kind = KINDS
            .iter()
            .find(|kind| self.names.get(start as usize) == Some(&(**kind as u8)))?;
        let path = self.folder.join(os_string(name(&self.names, start)));
        Some((path, *kind))
    }
}

/// Returns the name that starts here with its kind.
fn name(names: &[u8], start: u32) -> &[u8] {
    let rest = names.get(start as usize + 1..).unwrap_or(&[]);
    let end = memchr::memchr(0, rest).unwrap_or(rest.len());
    rest.get(..end).unwrap_or(&[])
}

fn kind(kind: fs::FileType) -> Kind {
    if kind.is_file() {
        Kind::File
    } else if kind.is_dir() {
        Kind::Folder
    } else if kind.is_symlink() {
        Kind::Link
    } else {
        Kind::Special
    }
}

/// Returns whether a name is that of one of this program's temporary files.
pub fn is_temporary(name: &[u8]) -> bool {
    name.starts_with(b".ishi-") && name.ends_with(b".tmp")
}

#[cfg(unix)]
fn bytes(name: OsString) -> Vec<u8> {
    std::os::unix::ffi::OsStringExt::into_vec(name)
}

#[cfg(not(unix))]
fn bytes(name: OsString) -> Vec<u8> {
    name.to_string_lossy().into_owned().into_bytes()
}

/// Returns bytes as the name of a file, whatever they are.
#[cfg(unix)]
pub fn os_string(name: &[u8]) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(name.to_vec())
}

/// Returns bytes as the name of a file; what is no UTF-8 is replaced.
#[cfg(not(unix))]
pub fn os_string(name: &[u8]) -> OsString {
    String::from_utf8_lossy(name).into_owned().into()
}
