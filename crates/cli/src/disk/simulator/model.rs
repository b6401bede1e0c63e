//! The content of a folder, the steps that change it, and the content after a crash.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A change of a folder. Files have numbers, because they keep their content when they get a new name.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    Folder(PathBuf),
    Create(PathBuf, usize),
    Write(usize, Vec<u8>),
    Time(usize, SystemTime),
    Rename(PathBuf, PathBuf, usize),
    Link(PathBuf, usize),
    Remove(PathBuf, usize),
    RemoveFolder(PathBuf),
    Sync(usize),
    SyncFolder(PathBuf),
    SyncDisk,
}

/// The content of a folder.
#[derive(Debug, Clone, Default, Hash)]
pub struct Model {
    /// The number of each file, `None` for a folder.
    names: BTreeMap<PathBuf, Option<usize>>,
    files: BTreeMap<usize, Content>,
}

/// The content of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Content {
    pub bytes: Vec<u8>,
    /// When it was last changed, if the program set that time.
    pub time: Option<SystemTime>,
}

/// The fate of an unsynced step in a crash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unsynced {
    Done,
    Lost,
    /// Of a write the first half is on the disk.
    Half,
}

/// A run that ends after some of its steps.
#[derive(Debug)]
pub struct Crash<'r> {
    pub start: &'r Model,
    pub steps: &'r [Step],
}

impl Model {
    /// Reads a folder.
    pub fn read(root: &Path) -> Self {
        let mut model = Self::default();
        model.take(root, Path::new(""));
        model
    }

    fn take(&mut self, root: &Path, folder: &Path) {
        for entry in fs::read_dir(root.join(folder)).expect("a folder") {
            let entry = entry.expect("an entry");
            let below = folder.join(entry.file_name());
            if entry.file_type().expect("a kind").is_dir() {
                self.names.insert(below.clone(), None);
                self.take(root, &below);
                continue;
            }
            let time = entry.metadata().and_then(|data| data.modified());
            let content = Content {
                bytes: fs::read(entry.path()).expect("a file"),
                time: time.ok(),
            };
            let id = self.next();
            self.files.insert(id, content);
            self.names.insert(below, Some(id));
        }
    }

    /// Makes a folder like this in an empty one.
    pub fn write(&self, root: &Path) {
        let mut made: BTreeMap<usize, PathBuf> = BTreeMap::new();
        for (name, id) in &self.names {
            let path = root.join(name);
            let Some(id) = id else {
                fs::create_dir_all(path).expect("a folder");
                continue;
            };
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            if let Some(first) = made.get(id) {
                fs::hard_link(first, path).expect("a link");
                continue;
            }
            let content = &self.files[id];
            fs::write(&path, &content.bytes).expect("a file");
            if let Some(time) = content.time {
                let file = fs::File::options().append(true).open(&path);
                file.and_then(|file| file.set_modified(time))
                    .expect("a time");
            }
            made.insert(*id, path);
        }
    }

    /// Returns the files with their contents, in the order of their names.
    pub fn files(&self) -> impl Iterator<Item = (&Path, &Content)> {
        let names = self.names.iter();
        names.filter_map(|(name, id)| Some((name.as_path(), self.files.get(&(*id)?)?)))
    }

    /// Returns the content of a file.
    pub fn content(&self, name: &Path) -> Option<&[u8]> {
        Some(&self.files[&self.file(name)?].bytes)
    }

    /// Returns the folders.
    pub fn folders(&self) -> impl Iterator<Item = &Path> {
        let names = self.names.iter().filter(|(_, id)| id.is_none());
        names.map(|(name, _)| name.as_path())
    }

    /// Returns the number of a file.
    pub fn file(&self, name: &Path) -> Option<usize> {
        *self.names.get(name)?
    }

    /// Returns a number that no file has.
    pub fn next(&self) -> usize {
        self.files.keys().next_back().map_or(0, |last| last + 1)
    }

    /// Returns a number that differs for folders that differ.
    pub fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// Takes a step.
    pub fn apply(&mut self, step: &Step) {
        match step {
            Step::Folder(path) => {
                self.names.entry(path.clone()).or_insert(None);
            }
            Step::Create(path, id) => {
                self.files.entry(*id).or_default();
                self.names.insert(path.clone(), Some(*id));
            }
            Step::Write(id, bytes) => {
                let file = self.files.entry(*id).or_default();
                file.bytes.extend_from_slice(bytes);
                file.time = None;
            }
            Step::Time(id, time) => self.files.entry(*id).or_default().time = Some(*time),
            Step::Rename(from, to, id) => {
                if self.file(from) == Some(*id) {
                    self.names.remove(from);
                }
                self.put(to, *id);
            }
            Step::Link(to, id) => self.put(to, *id),
            Step::Remove(path, id) => {
                if self.file(path) == Some(*id) {
                    self.names.remove(path);
                }
            }
            Step::RemoveFolder(path) => {
                let mut below = self.names.range(path.clone()..).skip(1);
                if below.next().is_none_or(|(name, _)| !name.starts_with(path)) {
                    self.names.remove(path);
                }
            }
            Step::Sync(_) | Step::SyncFolder(_) | Step::SyncDisk => {}
        }
    }

    fn put(&mut self, path: &Path, id: usize) {
        self.files.entry(id).or_default();
        self.names.insert(path.to_owned(), Some(id));
    }
}

impl Step {
    /// Returns whether a step that was taken before is on the disk after this one. A sync of a file
    /// does not sync its name.
    fn syncs(&self, before: &Self) -> bool {
        let is_in = |folder: &PathBuf, path: &Path| path.parent() == Some(folder);
        match (self, before) {
            (Self::SyncDisk, _) => true,
            (Self::Sync(id), Self::Write(file, _) | Self::Time(file, _)) => id == file,
            (Self::SyncFolder(folder), Self::Rename(from, to, _)) => {
                is_in(folder, from) && is_in(folder, to)
            }
            (
                Self::SyncFolder(folder),
                Self::Folder(path)
                | Self::Create(path, _)
                | Self::Link(path, _)
                | Self::Remove(path, _)
                | Self::RemoveFolder(path),
            ) => is_in(folder, path),
            _ => false,
        }
    }

    fn is_sync(&self) -> bool {
        matches!(self, Self::Sync(_) | Self::SyncFolder(_) | Self::SyncDisk)
    }
}

impl Crash<'_> {
    /// Returns the numbers of the steps that need not be on the disk.
    pub fn unsynced(&self) -> Vec<usize> {
        let is_lost = |number: &usize| {
            let step = &self.steps[*number];
            let later = &self.steps[number + 1..];
            !step.is_sync() && !later.iter().any(|later| later.syncs(step))
        };
        (0..self.steps.len()).filter(is_lost).collect()
    }

    /// Returns the content of the disk after a crash, if the unsynced steps have these fates.
    pub fn left(&self, unsynced: &BTreeMap<usize, Unsynced>) -> Model {
        let mut model = self.start.clone();
        for (number, step) in self.steps.iter().enumerate() {
            match (unsynced.get(&number), step) {
                (Some(Unsynced::Lost), _) => {}
                (Some(Unsynced::Half), Step::Write(id, bytes)) => {
                    let half = bytes[..bytes.len() / 2].to_owned();
                    model.apply(&Step::Write(*id, half));
                }
                _ => model.apply(step),
            }
        }
        model
    }
}
