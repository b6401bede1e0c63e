//! The sources and the results that a manifest names.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;

use smallvec::SmallVec;

use super::{Hash, Made, ManifestLine, ManifestLines, SourceKey};

/// The content of a manifest, but for the lines about sources, because their rows would take much memory.
#[derive(Debug, Default)]
pub struct Known {
    /// The manifest, if there is one.
    file: Option<File>,
    sources: BTreeMap<SourceKey, KnownSource>,
    /// The results, by names in lower case, because some file systems ignore case.
    results: BTreeMap<SourceKey, KnownResult>,
    /// The folders with results, by names in lower case.
    folders: BTreeSet<String>,
}

/// A source.
#[derive(Debug, Default)]
struct KnownSource {
    /// Where the last line about it begins in the file, in bytes.
    line: Option<u64>,
    /// Whether this run looked at it.
    is_looked_at: bool,
}

/// A result.
#[derive(Debug)]
struct KnownResult {
    source: SourceKey,
    /// Its name as it is spelled on the disk.
    path: SourceKey,
    /// The contents that it ever had, or was about to get, the present one last, but no edits of a person.
    contents: SmallVec<[ContentDigest; 1]>,
    /// Whether a person edited it.
    is_edited: bool,
    /// Whether this run made or confirmed it.
    is_current: bool,
    /// Whether this run could not write it.
    is_unwritten: bool,
}

/// The first 8 bytes of a content hash. The edit of a person has those of an earlier result once in 18 million million million
/// times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContentDigest(u64);

impl ContentDigest {
    /// Returns the beginning of a hash.
    pub fn of(hash: &Hash) -> Self {
        let first = hash.first_chunk().copied();
        Self(first.map_or(0, u64::from_be_bytes))
    }
}

impl KnownResult {
    /// Notes the content that it has now.
    fn renew(&mut self, content: ContentDigest) {
        self.contents.retain(|past| *past != content);
        self.contents.push(content);
        self.is_edited = false;
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
                }
            }
            ManifestLine::Done {
                source, results, ..
            } => {
                for made in results {
                    self.claim(source, made);
                }
                self.source(source).line = Some(start);
            }
        }
    }

    fn source(&mut self, source: &SourceKey) -> &mut KnownSource {
        self.sources.entry(source.clone()).or_default()
    }

    /// Notes that a result belongs to a source, unless it belongs to another one already.
    pub fn claim(&mut self, source: &SourceKey, made: &Made) {
        let content = ContentDigest::of(&made.hash);
        let result = self.own(source, &made.path);
        if result.source == *source && result.path != made.path {
            result.path.clone_from(&made.path);
        }
        // An edited result is not replaced like the others.
        if !made.edited && !result.contents.contains(&content) {
            result.renew(content);
        }
    }

    /// Notes that a source could not be written into the result that it has, or would have.
    pub fn reserve(&mut self, source: &SourceKey, path: &SourceKey) {
        self.own(source, path).is_unwritten = true;
    }

    /// Returns a result. It belongs to the source, unless it belongs to another one already.
    fn own(&mut self, source: &SourceKey, path: &SourceKey) -> &mut KnownResult {
        let lower = match lower(path) {
            Cow::Borrowed(_) => path.clone(),
            Cow::Owned(lower) => lower.into(),
        };
        if !self.results.contains_key(&lower) {
            for (end, _) in lower.match_indices('/') {
                let folder = lower.get(..end).unwrap_or_default();
                if !self.folders.contains(folder) {
                    self.folders.insert(folder.to_owned());
                }
            }
        }
        // One text for a source.
        let known = self.sources.entry(source.clone());
        let source = known.key().clone();
        known.or_default();
        self.results.entry(lower).or_insert_with(|| KnownResult {
            source,
            path: path.clone(),
            contents: SmallVec::new(),
            is_edited: false,
            is_current: false,
            is_unwritten: false,
        })
    }

    /// Notes that this run has a result, or found that it still is right.
    pub fn confirm(&mut self, made: &Made) {
        if let Some(result) = self.results.get_mut(&*lower(&made.path)) {
            result.is_current = true;
            if made.edited {
                result.is_edited = true;
            } else {
                result.renew(ContentDigest::of(&made.hash));
            }
        }
    }

    /// Notes that this run looked at a source.
    pub fn look_at(&mut self, source: &SourceKey) {
        self.source(source).is_looked_at = true;
    }

    /// Returns whether this run looked at a source.
    pub fn is_looked_at(&self, source: &SourceKey) -> bool {
        let source = self.sources.get(source);
        source.is_some_and(|source| source.is_looked_at)
    }

    fn result(&self, path: &str) -> Option<&KnownResult> {
        self.results.get(&*lower(path))
    }

    /// Returns the source that a result belongs to.
    pub fn owner(&self, path: &str) -> Option<SourceKey> {
        Some(self.result(path)?.source.clone())
    }

    /// Returns the contents that a result ever had.
    pub fn contents(&self, path: &str) -> &[ContentDigest] {
        let result = self.result(path);
        result.map_or(&[], |result| &result.contents)
    }

    /// Returns whether a result ever had this content.
    pub fn was(&self, path: &str, hash: &Hash) -> bool {
        self.contents(path).contains(&ContentDigest::of(hash))
    }

    /// Returns the content of a result that this run made or confirmed, unless a person edited it.
    pub fn current(&self, path: &str) -> Option<ContentDigest> {
        let result = self.result(path)?;
        let is_ours = result.is_current && !result.is_edited;
        result.contents.last().copied().filter(|_| is_ours)
    }

    /// Returns whether this run made or confirmed each result.
    pub fn are_all_current(&self) -> bool {
        self.results.values().all(|result| result.is_current)
    }

    /// Returns whether a name belongs to a source that this run could not write.
    pub fn is_unwritten(&self, path: &str) -> bool {
        let result = self.result(path);
        result.is_some_and(|result| result.is_unwritten)
    }

    /// Returns whether a name is a folder with results.
    pub fn is_folder(&self, path: &str) -> bool {
        self.folders.contains(&*lower(path))
    }

    /// Returns whether this is a result, present or past.
    pub fn is_result(&self, path: &str) -> bool {
        self.result(path).is_some()
    }

    /// Returns the last line about a source. Returns `None` if there is no line, or if it cannot be read.
    pub fn line(&self, source: &str) -> Option<ManifestLine> {
        let start = self.sources.get(source)?.line?;
        let mut lines = ManifestLines::of(self.file.as_ref()?, start);
        let (_, line) = lines.next().ok()??;
        let is_it = matches!(&line, ManifestLine::Done { source: found, .. } if **found == *source);
        is_it.then_some(line)
    }

    /// Returns the spelling of a name on the disk: `GAME.sgf` -> `game.sgf`.
    pub fn spelled(&self, path: &str) -> SourceKey {
        let result = self.result(path);
        result.map_or_else(|| path.into(), |result| result.path.clone())
    }

    /// Passes on the last line about each source, in the order of the file.
    pub fn each_line(&self, act: &mut dyn FnMut(ManifestLine)) -> io::Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let mut lines = ManifestLines::of(file, 0);
        while let Some((start, line)) = lines.next()? {
            if let ManifestLine::Done { source, .. } = &line
                && let Some(known) = self.sources.get(source)
                && known.line == Some(start)
            {
                act(line);
            }
        }
        Ok(())
    }

    /// Returns the path and the source of each result, present and past, and whether this run has it.
    pub fn results(&self) -> impl Iterator<Item = (&SourceKey, &SourceKey, bool)> {
        let results = self.results.values();
        results.map(|result| (&result.path, &result.source, result.is_current))
    }
}

/// Returns a name in lower case.
fn lower(path: &str) -> Cow<'_, str> {
    let is_lower = |byte: u8| byte.is_ascii() && !byte.is_ascii_uppercase();
    if path.bytes().all(is_lower) {
        return Cow::Borrowed(path);
    }
    Cow::Owned(path.to_lowercase())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::io::Write;

    use super::*;
    use crate::stored::StoredRow;

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
    fn a_result_belongs_to_its_first_source_in_any_case() {
        let [a, b, result] = ["a", "b", "X/Game.sgf"].map(SourceKey::from);
        let mut known = Known::default();
        known.claim(&a, &made("X/Game.sgf", 1));
        known.claim(&b, &made("x/game.SGF", 2));
        known.claim(&a, &made("X/Game.sgf", 1));
        assert_eq!(known.owner("x/GAME.sgf"), Some(a.clone()));
        assert_eq!(*known.spelled("x/GAME.sgf"), *result);
        assert_eq!(*known.spelled("x/other.sgf"), *"x/other.sgf");
        assert_eq!(known.contents(&result), contents(&[1, 2]));
        assert!(known.was(&result, &[2; 32]) && !known.was(&result, &[3; 32]));
        assert!(known.is_result("x/Game.SGF") && !known.is_result("x"));
        assert!(known.is_folder("X") && !known.is_folder("x/game.sgf"));
        assert!(!known.is_folder("w") && !known.is_folder("x/g") && !known.is_folder("y"));
        let all: Vec<_> = known.results().collect();
        assert_eq!(all, [(&result, &a, false)]);
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
        assert_eq!(known.contents("a.sgf"), contents(&[2, 1]));
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
        assert_eq!(known.owner(&path), Some(a));
    }

    #[test]
    fn a_result_has_the_name_that_its_source_gave_it_last() {
        let placing = |path: &str| ("a".into(), made(path, 1));
        let known = known(&[
            ManifestLine::Placing(vec![placing("a.sgf"), placing("A-2.sgf")]),
            done("a", 1, vec![made("a.sgf", 1)]),
            done("b", 1, vec![made("a.sgf", 1), made("b.sgf", 1)]),
        ]);
        let all: BTreeSet<_> = known
            .results()
            .map(|(path, source, _)| format!("{source} {path}"))
            .collect();
        let expected = ["a A-2.sgf", "a a.sgf", "b b.sgf"];
        assert_eq!(all, expected.map(str::to_owned).into());
    }

    #[test]
    fn the_last_line_about_a_source_counts() {
        let [first, last] = [1, 2].map(|content| done("a", content, vec![made("a.sgf", content)]));
        let mut known = known(&[first, last.clone()]);
        assert_eq!(known.line("a"), Some(last.clone()));
        assert_eq!(known.line("b"), None);
        assert_eq!(known.contents("a.sgf"), contents(&[1, 2]));
        let mut all = Vec::new();
        known.each_line(&mut |line| all.push(line)).unwrap();
        assert_eq!(all, [last]);
        known.look_at(&"a".into());
        known.look_at(&"b".into());
        let is_looked_at = ["a", "b", "c"].map(|source| known.is_looked_at(&source.into()));
        assert_eq!(is_looked_at, [true, true, false]);
        // A file that is gone or changed has no lines, but the result still belongs to its source.
        known.read_from(tempfile::tempfile().unwrap());
        assert_eq!(known.line("a"), None);
        assert_eq!(known.owner("a.sgf"), Some("a".into()));
    }
}
