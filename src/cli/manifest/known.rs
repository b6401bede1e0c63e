//! The part of a manifest that a run needs in memory.
//!
//! There can be very many sources, so names are not in memory: a digest of a few bytes stands for each, and
//! its line is read from the file when somebody needs the name. If two names have the same digest, a source
//! may be converted again or get a name with a number, but no file is overwritten.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io;

use super::{Hash, Made, ManifestLine, ManifestLines, SourceKey};
use crate::cli::table::{Small, Table};

/// The sources and results of a manifest.
#[derive(Debug, Default)]
pub struct Known {
    /// The manifest, if there is one.
    file: Option<File>,
    digests: RandomState,
    /// The last line about each source. It is marked if this run looked at the source.
    sources: Table<LinePlace>,
    /// The results, by names in lower case, because some file systems ignore case.
    results: Table<Owned>,
    /// The results whose names have other letters than small ones of ASCII.
    mixed: Table<()>,
    /// The contents that results had before, each under the digest of the result and a number from 0.
    past: Table<ContentDigest>,
    /// The folders with results, by names in lower case.
    folders: Table<()>,
    /// The source and the name of each result that no line of the file names yet.
    unnoted: HashMap<u64, (SourceKey, SourceKey)>,
    /// The results that this run could not write.
    unwritten: HashSet<u64>,
    /// The sources that this run looked at, and that have no line.
    failed: Table<()>,
}

/// A result.
#[derive(Debug, Clone, Copy)]
struct Owned {
    source: Digest,
    /// The content that it got last.
    content: ContentDigest,
    /// The line that names it and its source. It is marked if this run made or confirmed the result.
    place: LinePlace,
}

/// The digest of a source.
pub type Digest = Small<6>;

/// Where a line begins in the file, in bytes, and a mark in the lowest bit.
#[derive(Debug, Clone, Copy)]
struct LinePlace(Small<5>);

impl LinePlace {
    fn new(start: u64) -> Self {
        Self(Small::new(start << 1))
    }

    /// There is no line yet.
    fn nowhere() -> Self {
        Self::new(u64::MAX)
    }

    fn start(self) -> u64 {
        self.0.get() >> 1
    }

    fn is_marked(self) -> bool {
        self.0.get() & 1 == 1
    }

    fn mark(&mut self) {
        self.0 = Small::new(self.0.get() | 1);
    }

    /// Changes the line and keeps the mark.
    fn set(&mut self, start: u64) {
        self.0 = Small::new(start << 1 | self.0.get() & 1);
    }
}

/// The first 6 bytes of a content hash. The edit of a person has those of an earlier result once in 280 million
/// million times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContentDigest(Small<6>);

impl ContentDigest {
    /// Returns the beginning of a hash.
    pub fn of(hash: &Hash) -> Self {
        let first = hash.first_chunk().copied();
        let number = first.map_or(0, |first| u64::from_be_bytes(first) >> 16);
        Self(Small::new(number.max(1)))
    }

    /// Returns nothing, or the edit of a person.
    fn none() -> Self {
        Self(Small::new(0))
    }
}

impl Known {
    /// Sets the file that the lines are in.
    pub(super) fn read_from(&mut self, file: File) {
        self.file = Some(file);
    }

    /// Takes in a line that begins at `start` in the file.
    pub(super) fn take(&mut self, line: &ManifestLine, start: u64) {
        match line {
            ManifestLine::Placing(all) => {
                for (source, made) in all {
                    self.claim(source, made);
                    self.note(source, made, start);
                }
            }
            ManifestLine::Done {
                source, results, ..
            } => {
                for made in results {
                    self.claim(source, made);
                    self.note(source, made, start);
                }
                let digest = self.hashed(source);
                match self.sources.get_mut(digest) {
                    Some(place) => place.set(start),
                    None => {
                        self.sources.insert(digest, LinePlace::new(start));
                    }
                }
            }
        }
    }

    /// Notes the line that names a result and its source.
    fn note(&mut self, source: &SourceKey, made: &Made, start: u64) {
        let (source, path) = (self.digest(source), self.lower(&made.path));
        if let Some(owned) = self.results.get_mut(path)
            && owned.source == source
        {
            owned.place.set(start);
            self.unnoted.remove(&path);
        }
    }

    /// Notes that a result belongs to a source, unless it belongs to another one already.
    pub fn claim(&mut self, source: &SourceKey, made: &Made) {
        let path = self.own(source, &made.path);
        let content = ContentDigest::of(&made.hash);
        // An edited result is not replaced like the others.
        if !made.edited && !self.past(path).any(|past| past == content) {
            self.renew(path, content);
        }
    }

    /// Notes that a source could not be written into the result that it has, or would have.
    pub fn reserve(&mut self, source: &SourceKey, path: &SourceKey) {
        let path = self.own(source, path);
        self.unwritten.insert(path);
    }

    /// Returns the digest of a result. It belongs to the source, unless it belongs to another one already.
    fn own(&mut self, source: &SourceKey, path: &SourceKey) -> u64 {
        let digest = self.lower(path);
        if !self.results.has(digest) {
            let owned = Owned {
                source: self.digest(source),
                content: ContentDigest::none(),
                place: LinePlace::nowhere(),
            };
            self.results.insert(digest, owned);
            self.unnoted.insert(digest, (source.clone(), path.clone()));
            if !is_lower(path) {
                self.mixed.insert(digest, ());
            }
            for (end, _) in path.match_indices('/') {
                let folder = path.get(..end).map(|folder| self.lower(folder));
                folder.map(|folder| self.folders.insert(folder, ()));
            }
        }
        digest
    }

    /// Notes that this run has a result, or found that it still is right.
    pub fn confirm(&mut self, made: &Made) {
        let path = self.lower(&made.path);
        if let Some(owned) = self.results.get_mut(path) {
            owned.place.mark();
            let content = if made.edited {
                ContentDigest::none()
            } else {
                ContentDigest::of(&made.hash)
            };
            self.renew(path, content);
        }
    }

    /// Notes the content that a result has now.
    fn renew(&mut self, path: u64, content: ContentDigest) {
        let Some(owned) = self.results.get_mut(path) else {
            return;
        };
        let last = std::mem::replace(&mut owned.content, content);
        if last != content
            && last != ContentDigest::none()
            && !self.past(path).any(|past| past == last)
        {
            let free = self.places(path).find(|place| !self.past.has(*place));
            free.map(|place| self.past.insert(place, last));
        }
    }

    /// Returns all contents that a result ever had, or was about to get, but no edits of a person.
    fn past(&self, path: u64) -> impl Iterator<Item = ContentDigest> {
        let last = self.results.get(path).map(|owned| owned.content);
        let last = last.filter(|last| *last != ContentDigest::none());
        let places = self.places(path);
        let before = places.map_while(|place| self.past.get(place).copied());
        last.into_iter().chain(before)
    }

    /// Returns the keys in [`Self::past`] of the contents of a result, without an end.
    fn places(&self, path: u64) -> impl Iterator<Item = u64> {
        (0_u64..).map(move |number| self.digests.hash_one((path, number)))
    }

    /// Notes that this run looked at a source.
    pub fn look_at(&mut self, source: &SourceKey) {
        let digest = self.hashed(source);
        match self.sources.get_mut(digest) {
            Some(place) => place.mark(),
            None => {
                self.failed.insert(digest, ());
            }
        }
    }

    /// Returns whether this run looked at a source.
    pub fn is_looked_at(&self, source: &SourceKey) -> bool {
        let digest = self.hashed(source);
        let noted = self.sources.get(digest);
        noted.is_some_and(|place| place.is_marked()) || self.failed.has(digest)
    }

    /// Returns the digest of a source.
    pub fn digest(&self, source: &str) -> Digest {
        Small::new(self.hashed(source))
    }

    fn hashed(&self, source: &str) -> u64 {
        self.digests.hash_one(source)
    }

    /// Returns the digest of a result, the same for `Game.sgf` and `game.sgf`.
    fn lower(&self, path: &str) -> u64 {
        if is_lower(path) {
            self.digests.hash_one(path)
        } else {
            self.digests.hash_one(path.to_lowercase())
        }
    }

    fn owned(&self, path: &str) -> Option<&Owned> {
        self.results.get(self.lower(path))
    }

    /// Returns the digest of the source that a result belongs to.
    pub fn owner(&self, path: &str) -> Option<Digest> {
        Some(self.owned(path)?.source)
    }

    /// Returns the contents that a result ever had.
    pub fn contents(&self, path: &str) -> Vec<ContentDigest> {
        self.past(self.lower(path)).collect()
    }

    /// Returns whether a result ever had this content.
    pub fn was(&self, path: &str, hash: &Hash) -> bool {
        let content = ContentDigest::of(hash);
        self.past(self.lower(path)).any(|past| past == content)
    }

    /// Returns the content of a result that this run made or confirmed, unless a person edited it.
    pub fn current(&self, path: &str) -> Option<ContentDigest> {
        let owned = self.owned(path)?;
        let is_ours = owned.place.is_marked() && owned.content != ContentDigest::none();
        is_ours.then_some(owned.content)
    }

    /// Returns whether this run made or confirmed each result.
    pub fn are_all_current(&self) -> bool {
        self.results.values().all(|owned| owned.place.is_marked())
    }

    /// Returns whether a name belongs to a source that this run could not write.
    pub fn is_unwritten(&self, path: &str) -> bool {
        self.unwritten.contains(&self.lower(path))
    }

    /// Returns whether a name is a folder with results.
    pub fn is_folder(&self, path: &str) -> bool {
        self.folders.has(self.lower(path))
    }

    /// Returns whether this is a result, present or past.
    pub fn is_result(&self, path: &str) -> bool {
        self.owned(path).is_some()
    }

    /// Returns the last line about a source. Returns `None` if there is no line, or if it cannot be read.
    pub fn line(&self, source: &str) -> Option<ManifestLine> {
        let place = self.sources.get(self.hashed(source))?;
        let line = self.at(*place)?;
        let is_it = matches!(&line, ManifestLine::Done { source: found, .. } if **found == *source);
        is_it.then_some(line)
    }

    /// Returns the source of a result, and the name of the result as it is spelled on the disk: `GAME.sgf` ->
    /// `game.sgf`. Returns `None` if this is not a result, or if its line cannot be read.
    pub fn names(&self, path: &str) -> Option<(SourceKey, SourceKey)> {
        let digest = self.lower(path);
        if let Some(names) = self.unnoted.get(&digest) {
            return Some(names.clone());
        }
        let line = self.at(self.results.get(digest)?.place)?;
        let mut named = line.named().into_iter();
        named.find(|(_, path)| self.lower(path) == digest)
    }

    /// Returns the spelling of a name on the disk. The file is read only for a name with capitals.
    pub fn spelled(&self, path: &str) -> SourceKey {
        let digest = self.lower(path);
        if self.results.has(digest) && !self.mixed.has(digest) {
            return path.to_lowercase().into();
        }
        let names = self.names(path);
        names.map_or_else(|| path.into(), |(_, path)| path)
    }

    /// Passes on the last line about each source, in the order of the file.
    pub fn each_line(&self, act: &mut dyn FnMut(ManifestLine)) -> io::Result<()> {
        self.scan(&mut |start, line| {
            if let ManifestLine::Done { source, .. } = &line
                && let Some(place) = self.sources.get(self.hashed(source))
                && place.start() == start
            {
                act(line);
            }
        })
    }

    /// Passes on the path and the source of each result, present and past, and whether this run has it. A
    /// result may come more than once.
    pub fn each_result(&self, act: &mut dyn FnMut(SourceKey, SourceKey, bool)) -> io::Result<()> {
        let mut told = |(source, path): (SourceKey, SourceKey)| {
            if let Some(owned) = self.owned(&path)
                && owned.source == self.digest(&source)
            {
                act(path, source, owned.place.is_marked());
            }
        };
        self.unnoted.values().cloned().for_each(&mut told);
        self.scan(&mut |_, line| line.named().into_iter().for_each(&mut told))
    }

    /// Passes on all lines of the file, each with its place.
    fn scan(&self, act: &mut dyn FnMut(u64, ManifestLine)) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let mut lines = ManifestLines::of(file, 0);
        while let Some((start, line)) = lines.next()? {
            act(start, line);
        }
        Ok(())
    }

    /// Returns the line that begins at a place.
    fn at(&self, place: LinePlace) -> Option<ManifestLine> {
        let mut lines = ManifestLines::of(self.file.as_ref()?, place.start());
        Some(lines.next().ok()??.1)
    }
}

/// Returns whether a name is the same in lower case, because it has no capitals and only ASCII.
fn is_lower(path: &str) -> bool {
    path.bytes()
        .all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::cli::stored::StoredRow;

    fn made(path: &str, content: u8) -> Made {
        Made {
            path: path.into(),
            hash: [content; 32],
            size: None,
            edited: false,
            fixed: false,
        }
    }

    fn contents(all: &[u8]) -> Vec<ContentDigest> {
        all.iter()
            .map(|one| ContentDigest::of(&[*one; 32]))
            .collect()
    }

    /// An index that knows all lines of a new file.
    fn known(lines: &[ManifestLine]) -> Known {
        let mut file = tempfile::tempfile().unwrap();
        let mut known = Known::default();
        let mut start = 0;
        for line in lines {
            known.take(line, start);
            let text = format!("{line}\n");
            file.write_all(text.as_bytes()).unwrap();
            start += text.len() as u64;
        }
        known.read_from(file);
        known
    }

    fn done(source: &str, content: u8, results: Vec<Made>) -> ManifestLine {
        ManifestLine::Done {
            source: source.into(),
            size: 1,
            modified: None,
            hash: [content; 32],
            options: "to=sgf".to_owned(),
            version: "1".to_owned(),
            results,
            row: StoredRow::of(&serde_json::Map::new()),
        }
    }

    #[test]
    fn a_source_and_its_result_take_34_bytes() {
        let place = size_of::<(Small<6>, LinePlace)>();
        assert_eq!(place + size_of::<(Small<6>, Owned)>(), 34);
    }

    #[test]
    fn a_result_belongs_to_its_first_source_in_any_case() {
        let [a, b, result] = ["a", "b", "X/Game.sgf"].map(SourceKey::from);
        let mut known = Known::default();
        known.claim(&a, &made("X/Game.sgf", 1));
        known.claim(&b, &made("x/game.SGF", 2));
        known.claim(&a, &made("X/Game.sgf", 1));
        assert_eq!(known.owner("x/GAME.sgf"), Some(known.digest("a")));
        assert_eq!(known.names("x/GAME.sgf"), Some((a.clone(), result.clone())));
        assert_eq!(*known.spelled("x/GAME.sgf"), *result);
        assert_eq!(*known.spelled("x/other.sgf"), *"x/other.sgf");
        assert_eq!(known.contents(&result), contents(&[2, 1]));
        assert!(known.was(&result, &[2; 32]) && !known.was(&result, &[3; 32]));
        assert!(known.is_result("x/Game.SGF") && !known.is_result("x"));
        assert!(known.is_folder("X") && !known.is_folder("x/game.sgf"));
        assert!(!known.is_folder("w") && !known.is_folder("x/g") && !known.is_folder("y"));
        let mut all = Vec::new();
        let told = known.each_result(&mut |path, source, is_current| {
            all.push((path, source, is_current));
        });
        told.unwrap();
        assert_eq!(all, [(result, a, false)]);
    }

    #[test]
    fn the_current_content_of_a_result_is_the_one_that_was_confirmed_last() {
        let mut known = Known::default();
        for content in [1, 2] {
            known.claim(&"a".into(), &made("a.sgf", content));
        }
        assert_eq!(known.current("a.sgf"), None);
        assert!(!known.are_all_current());
        known.confirm(&made("A.sgf", 1));
        assert_eq!(known.current("a.sgf"), Some(ContentDigest::of(&[1; 32])));
        assert_eq!(
            known.contents("a.sgf").first(),
            Some(&ContentDigest::of(&[1; 32]))
        );
        assert!(known.was("a.sgf", &[2; 32]));
        assert!(known.are_all_current());
        // A person wrote this content, not a run.
        let edited = Made {
            edited: true,
            ..made("a.sgf", 3)
        };
        known.claim(&"a".into(), &edited);
        known.confirm(&edited);
        assert_eq!(known.current("a.sgf"), None);
        assert!(!known.was("a.sgf", &[3; 32]));
        assert!(known.was("a.sgf", &[1; 32]) && known.was("a.sgf", &[2; 32]));
        known.confirm(&made("b.sgf", 1));
        assert_eq!(known.owner("b.sgf"), None);
    }

    #[test]
    fn a_result_that_could_not_be_written_keeps_its_name_for_its_source() {
        let [a, path] = ["a", "a.sgf"].map(SourceKey::from);
        let mut known = Known::default();
        assert!(!known.is_unwritten(&path));
        known.reserve(&a, &path);
        assert!(known.is_unwritten("A.SGF"));
        assert_eq!(known.owner(&path), Some(known.digest("a")));
    }

    #[test]
    fn names_come_from_the_line_of_the_source_that_has_the_result() {
        let placing = |path: &str| ("a".into(), made(path, 1));
        let known = known(&[
            ManifestLine::Placing(vec![placing("a.sgf"), placing("A-2.sgf")]),
            done("a", 1, vec![made("a.sgf", 1)]),
            done("b", 1, vec![made("a.sgf", 1), made("b.sgf", 1)]),
        ]);
        for (path, names) in [
            ("A.sgf", Some(("a", "a.sgf"))),
            ("a-2.sgf", Some(("a", "A-2.sgf"))),
            ("b.sgf", Some(("b", "b.sgf"))),
            ("c.sgf", None),
        ] {
            let names = names.map(|(source, path)| (source.into(), path.into()));
            assert_eq!(known.names(path), names, "{path}");
        }
        let mut all = Vec::new();
        let told = known.each_result(&mut |path, source, _| all.push(format!("{source} {path}")));
        told.unwrap();
        assert_eq!(all, ["a a.sgf", "a A-2.sgf", "a a.sgf", "b b.sgf"]);
    }

    #[test]
    fn the_last_line_about_a_source_counts() {
        let [first, last] = [1, 2].map(|content| done("a", content, vec![made("a.sgf", content)]));
        let mut known = known(&[first, last.clone()]);
        assert_eq!(known.line("a"), Some(last.clone()));
        assert_eq!(known.line("b"), None);
        assert_eq!(known.contents("a.sgf"), contents(&[2, 1]));
        let mut all = Vec::new();
        known.each_line(&mut |line| all.push(line)).unwrap();
        assert_eq!(all, [last]);
        known.look_at(&"a".into());
        known.look_at(&"b".into());
        let is_looked_at = ["a", "b", "c"].map(|source| known.is_looked_at(&source.into()));
        assert_eq!(is_looked_at, [true, true, false]);
        // A file that is gone or changed tells no names, but the result still belongs to its source.
        known.read_from(tempfile::tempfile().unwrap());
        assert_eq!((known.line("a"), known.names("a.sgf")), (None, None));
        assert_eq!(*known.spelled("A.SGF"), *"a.sgf");
        assert_eq!(known.owner("a.sgf"), Some(known.digest("a")));
    }
}
