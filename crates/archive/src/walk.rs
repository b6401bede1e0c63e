//! Walks through folders, in the order of the names.

use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::name::{path_bytes, path_of};

/// The name of the file in a folder of results that says where they come from.
pub const MANIFEST: &str = ".ishi-manifest";

/// The ending of the first backup of a file.
const BACKUP: &str = "orig";

/// Something met on a walk.
#[derive(Debug)]
pub(super) enum Met {
    /// A file, with its path below the folder that was named.
    File(PathBuf, PathBuf),
    /// A file that is not opened, and its kind.
    Other(PathBuf, &'static str),
    /// A folder that cannot be read.
    Unreadable(PathBuf, io::Error),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EntryKind {
    File = 1,
    Folder,
    Link,
    Special,
}

const KINDS: [EntryKind; 4] = [
    EntryKind::File,
    EntryKind::Folder,
    EntryKind::Link,
    EntryKind::Special,
];

/// A walk through a folder and all folders below it. Only the folder itself can be a link, because links are
/// not followed.
///
/// Memory has only the names of one folder per level, in one piece each, because a folder can have a hundred
/// thousand files.
pub(super) struct Walk<'w> {
    root: PathBuf,
    /// Returns whether a path is left out.
    without: &'w dyn Fn(&Path) -> bool,
    hidden: bool,
    /// Whether folders of results below the root are left out.
    without_results: bool,
    open: Vec<Listing>,
    aside: Option<Met>,
}

impl<'w> Walk<'w> {
    /// Creates a walk through a folder. `hidden` tells whether names with a leading dot count. `without` gets
    /// paths below the folder, and returns whether a path is left out.
    pub(super) fn new(
        root: &Path,
        hidden: bool,
        without_results: bool,
        without: &'w dyn Fn(&Path) -> bool,
    ) -> Self {
        let mut walk = Self {
            root: root.to_owned(),
            without,
            hidden,
            without_results,
            open: Vec::new(),
            aside: None,
        };
        walk.enter(root.to_owned());
        walk
    }

    fn enter(&mut self, folder: PathBuf) {
        match Listing::read(&folder, self.hidden) {
            Ok(listing) if self.without_results && listing.has_manifest && folder != self.root => {
                self.aside = Some(Met::Other(
                    folder,
                    "a folder of results of ishi, not converted again",
                ));
            }
            Ok(listing) => self.open.push(listing),
            Err(error) => self.aside = Some(Met::Unreadable(folder, error)),
        }
    }
}

impl Iterator for Walk<'_> {
    type Item = Met;

    fn next(&mut self) -> Option<Met> {
        loop {
            if let Some(met) = self.aside.take() {
                return Some(met);
            }
            let listing = self.open.last_mut()?;
            let Some((path, kind)) = listing.take() else {
                self.open.pop();
                continue;
            };
            let relative = path.strip_prefix(&self.root).unwrap_or(&path);
            if matches!(kind, EntryKind::Folder | EntryKind::File) && (self.without)(relative) {
                continue;
            }
            match kind {
                EntryKind::Folder => self.enter(path),
                EntryKind::Link => return Some(Met::Other(path, "a link, not followed")),
                EntryKind::Special => return Some(Met::Other(path, "a device or a pipe")),
                EntryKind::File if backed_up(&path).is_some_and(|source| source.is_file()) => {}
                EntryKind::File => {
                    let relative = relative.to_owned();
                    return Some(Met::File(path, relative));
                }
            }
        }
    }
}

/// Returns the name of a backup, numbered from 1: `a.sgf.orig`, `a.sgf.orig-2`.
pub fn backup(path: &Path, number: usize) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(BACKUP);
    if number > 1 {
        name.push(format!("-{number}"));
    }
    name.into()
}

/// Returns the file that a backup belongs to, by the name of the backup: `a.sgf.orig-2` -> `a.sgf`.
pub fn backed_up(path: &Path) -> Option<PathBuf> {
    let number = path.extension()?.to_str()?.strip_prefix(BACKUP)?;
    let is_number = |text: &str| text.parse::<u32>().is_ok_and(|number| number > 1);
    let is_backup = number.is_empty() || number.strip_prefix('-').is_some_and(is_number);
    is_backup.then(|| path.with_extension(""))
}

/// Counts the files below a folder.
pub fn count(
    root: &Path,
    hidden: bool,
    each: &mut dyn FnMut() -> ControlFlow<()>,
) -> ControlFlow<()> {
    Walk::new(root, hidden, true, &|_| false).try_for_each(|_| each())
}

/// The names in a folder that a walk has not reached.
#[derive(Debug)]
struct Listing {
    folder: PathBuf,
    /// For each name its kind (not zero), its bytes, and a zero. The next name is at the end, so that the memory of a name
    /// that was taken is free.
    names: Vec<u8>,
    has_manifest: bool,
}

impl Listing {
    fn read(folder: &Path, hidden: bool) -> io::Result<Self> {
        let mut names = Vec::new();
        let mut starts: Vec<u32> = Vec::new();
        let mut has_manifest = false;
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let name = path_bytes(Path::new(&name));
            if *name == *MANIFEST.as_bytes() {
                has_manifest = true;
                continue;
            }
            if name.starts_with(b".") && !hidden || is_temporary(&name) {
                continue;
            }
            let start = u32::try_from(names.len()).map_err(|_| io::ErrorKind::FileTooLarge)?;
            starts.push(start);
            names.push(kind(entry.file_type()?) as u8);
            names.extend_from_slice(&name);
            names.push(0);
        }
        starts.sort_unstable_by(|a, b| name(&names, *b).cmp(name(&names, *a)));
        let mut ordered = Vec::with_capacity(names.len());
        for start in starts {
            ordered.extend(names.get(start as usize));
            ordered.extend_from_slice(name(&names, start));
            ordered.push(0);
        }
        Ok(Self {
            folder: folder.to_owned(),
            names: ordered,
            has_manifest,
        })
    }

    /// Takes the next name.
    fn take(&mut self) -> Option<(PathBuf, EntryKind)> {
        let (_, before) = self.names.split_last()?;
        let start = memchr::memrchr(0, before).map_or(0, |zero| zero + 1);
        let (number, name) = before.get(start..)?.split_first()?;
        let kind = KINDS.iter().find(|kind| **kind as u8 == *number)?;
        let path = self.folder.join(path_of(name));
        self.names.truncate(start);
        if self.names.len() < self.names.capacity() / 2 {
            self.names.shrink_to_fit();
        }
        Some((path, *kind))
    }
}

/// Returns the name that starts here with its kind.
fn name(names: &[u8], start: u32) -> &[u8] {
    let rest = names.get(start as usize + 1..).unwrap_or(&[]);
    let end = memchr::memchr(0, rest).unwrap_or(rest.len());
    rest.get(..end).unwrap_or(&[])
}

fn kind(kind: fs::FileType) -> EntryKind {
    if kind.is_file() {
        EntryKind::File
    } else if kind.is_dir() {
        EntryKind::Folder
    } else if kind.is_symlink() {
        EntryKind::Link
    } else {
        EntryKind::Special
    }
}

/// Returns whether a file is a temporary file of this program, by its name.
pub fn is_temporary(name: &[u8]) -> bool {
    name.starts_with(b".ishi-") && name.ends_with(b".tmp")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Makes a folder with files of these paths.
    fn folder(paths: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for path in paths {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    /// Returns the found files, and the others with the reason.
    fn found(walk: Walk<'_>) -> Vec<String> {
        let root = walk.root.clone();
        let below = |path: &Path| path.strip_prefix(&root).unwrap().display().to_string();
        walk.map(|met| match met {
            Met::File(path, relative) => {
                assert_eq!(below(&path), relative.display().to_string());
                below(&path)
            }
            Met::Other(path, what) => format!("{}: {what}", below(&path)),
            Met::Unreadable(path, error) => format!("{}: {}", below(&path), error.kind()),
        })
        .collect()
    }

    #[test]
    fn files_come_in_the_order_of_their_names() {
        let folder = folder(&[
            "sub/x.sgf",
            "sub/below/y.sgf",
            "b.sgf",
            "a.sgf.orig",
            "a.sgf.orig-2",
            "a.sgf",
            "c.orig",
            ".hidden.sgf",
            ".ishi-1.tmp",
            "results/.ishi-manifest",
            "results/z.sgf",
        ]);
        let root = folder.path();
        let results = "results: a folder of results of ishi, not converted again";
        let all = [
            "a.sgf",
            "b.sgf",
            "c.orig",
            results,
            "sub/below/y.sgf",
            "sub/x.sgf",
        ];
        assert_eq!(found(Walk::new(root, false, true, &|_| false)), all);
        let mut with_hidden = vec![".hidden.sgf"];
        with_hidden.extend(all);
        assert_eq!(found(Walk::new(root, true, true, &|_| false)), with_hidden);
        let with_results = all.map(|one| if one == results { "results/z.sgf" } else { one });
        let walk = Walk::new(root, false, false, &|_| false);
        assert_eq!(found(walk), with_results);
        // A folder of results that is named is read.
        let walk = Walk::new(&root.join("results"), false, true, &|_| false);
        assert_eq!(found(walk), ["z.sgf"]);
        let without = |path: &Path| path == Path::new("sub/below") || path == Path::new("b.sgf");
        let walk = Walk::new(root, false, true, &without);
        assert_eq!(found(walk), ["a.sgf", "c.orig", results, "sub/x.sgf"]);
        let mut count = 0;
        let mut each = || {
            count += 1;
            ControlFlow::Continue(())
        };
        assert!(super::count(root, false, &mut each).is_continue());
        assert_eq!(count, all.len());
        let missing = Walk::new(&root.join("missing"), false, true, &|_| false);
        assert_eq!(found(missing), [": entity not found"]);
    }

    #[test]
    fn a_backup_has_the_name_of_its_file_and_a_number() {
        for (number, name) in [
            (1, "d/a.sgf.orig"),
            (2, "d/a.sgf.orig-2"),
            (12, "d/a.sgf.orig-12"),
        ] {
            let source = Path::new("d/a.sgf");
            assert_eq!(backup(source, number), Path::new(name));
            assert_eq!(backed_up(Path::new(name)).as_deref(), Some(source));
        }
        for name in [
            "a.sgf",
            "a.orig-1",
            "a.orig-",
            "a.orig-x",
            "a.original",
            "orig",
        ] {
            assert_eq!(backed_up(Path::new(name)), None, "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_named_and_not_followed() {
        let folder = folder(&["a.sgf", "sub/x.sgf"]);
        let root = folder.path();
        std::os::unix::fs::symlink("sub", root.join("b")).unwrap();
        let expected = ["a.sgf", "b: a link, not followed", "sub/x.sgf"];
        assert_eq!(found(Walk::new(root, false, true, &|_| false)), expected);
        let walk = Walk::new(&root.join("b"), false, true, &|_| false);
        assert_eq!(found(walk), ["x.sgf"]);
    }
}
