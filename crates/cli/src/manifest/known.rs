//! The sources and the results that a manifest names.

use std::borrow::Cow;
use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::{Hash, Made, ManifestLine, SourceKey};

/// The content of a manifest.
#[derive(Debug, Default)]
pub struct Known {
    sources: BTreeMap<SourceKey, KnownSource>,
    /// The results, by names in lower case, because some file systems ignore case.
    results: BTreeMap<SourceKey, KnownResult>,
}

/// A source.
#[derive(Debug, Default)]
struct KnownSource {
    /// Where the last line about it starts in the manifest.
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
    contents: SmallVec<[ContentDigest; 2]>,
    /// Whether a person edited it.
    is_edited: bool,
    /// Whether this run made or confirmed it.
    is_current: bool,
}

/// The first 8 bytes of a content hash. The edit of a person has those of an earlier result once in 18 million million million
/// times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ContentDigest(pub u64);

impl ContentDigest {
    /// Returns the beginning of a hash.
    pub fn of(hash: &Hash) -> Self {
        let first = hash.0.first_chunk().copied();
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
    /// Takes in a line that starts at an offset of the manifest.
    pub(super) fn take(&mut self, line: ManifestLine, start: u64) {
        match line {
            ManifestLine::Placing { placing } => {
                for (source, path, hash) in &placing {
                    self.claim(source, path, Some(ContentDigest::of(hash)));
                }
            }
            ManifestLine::Done(line) => {
                for made in &line.results {
                    self.claim(&line.source, &made.path, made.content());
                }
                self.source(&line.source).line = Some(start);
            }
        }
    }

    fn source(&mut self, source: &SourceKey) -> &mut KnownSource {
        self.sources.entry(source.clone()).or_default()
    }

    /// Notes that a result belongs to a source, unless it belongs to another one already. An edited result has no
    /// `content`, because it is not replaced like the others.
    pub fn claim(&mut self, source: &SourceKey, path: &SourceKey, content: Option<ContentDigest>) {
        let result = self.own(source, path);
        if result.source == *source && result.path != *path {
            result.path.clone_from(path);
        }
        if let Some(content) = content.filter(|content| !result.contents.contains(content)) {
            result.renew(content);
        }
    }

    /// Returns a result. It belongs to the source, unless it belongs to another one already.
    fn own(&mut self, source: &SourceKey, path: &SourceKey) -> &mut KnownResult {
        let lower = match lower(path) {
            Cow::Borrowed(_) => path.clone(),
            Cow::Owned(lower) => lower.into(),
        };
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
        })
    }

    /// Notes that this run has a result, or found that it still is right.
    pub fn confirm(&mut self, made: &Made) {
        if let Some(result) = self.results.get_mut(&*lower(&made.path)) {
            result.is_current = true;
            match made.content() {
                None => result.is_edited = true,
                Some(content) => result.renew(content),
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

    /// Returns whether a result ever had this content.
    pub fn was(&self, path: &str, hash: &Hash) -> bool {
        let result = self.result(path);
        result.is_some_and(|result| result.contents.contains(&ContentDigest::of(hash)))
    }

    /// Returns the content of a result that this run made or confirmed, unless a person edited it.
    pub fn current(&self, path: &str) -> Option<ContentDigest> {
        let result = self.result(path)?;
        let is_ours = result.is_current && !result.is_edited;
        result.contents.last().copied().filter(|_| is_ours)
    }

    /// Returns where the last line about a source starts.
    pub fn line(&self, source: &str) -> Option<u64> {
        self.sources.get(source)?.line
    }

    /// Returns where the last line about each source starts.
    pub fn lines(&self) -> impl Iterator<Item = u64> {
        self.sources.values().filter_map(|source| source.line)
    }

    /// Returns the spelling of a name on the disk: `GAME.sgf` -> `game.sgf`.
    pub fn spelled(&self, path: &str) -> SourceKey {
        let result = self.result(path);
        result.map_or_else(|| path.into(), |result| result.path.clone())
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

    use super::*;
    use crate::manifest::SourceLine;

    fn made(path: &str, content: u8) -> Made {
        Made {
            path: path.into(),
            hash: Hash([content; 32]),
            size: None,
            edited: false,
            fixed: false,
        }
    }

    fn contents(all: &[u8]) -> Vec<ContentDigest> {
        all.iter()
            .map(|one| ContentDigest::of(&Hash([*one; 32])))
            .collect()
    }

    /// An index that knows these lines.
    fn known(lines: &[ManifestLine]) -> Known {
        let mut known = Known::default();
        for (line, start) in lines.iter().zip(0..) {
            known.take(line.clone(), start);
        }
        known
    }

    fn claim(known: &mut Known, source: &SourceKey, made: &Made) {
        known.claim(source, &made.path, made.content());
    }

    fn done(source: &str, content: u8, results: Vec<Made>) -> ManifestLine {
        ManifestLine::Done(SourceLine {
            source: source.into(),
            size: 1,
            modified: None,
            hash: Hash([content; 32]),
            options: "to=sgf".into(),
            version: "1".into(),
            results,
            lost: 0,
            damaged: 0,
            remark: None,
        })
    }

    #[test]
    fn a_result_belongs_to_its_first_source_in_any_case() {
        let [a, b, result] = ["a", "b", "X/Game.sgf"].map(SourceKey::from);
        let mut known = Known::default();
        claim(&mut known, &a, &made("X/Game.sgf", 1));
        claim(&mut known, &b, &made("x/game.SGF", 2));
        claim(&mut known, &a, &made("X/Game.sgf", 1));
        assert_eq!(known.owner("x/GAME.sgf"), Some(a.clone()));
        assert_eq!(*known.spelled("x/GAME.sgf"), *result);
        assert_eq!(*known.spelled("x/other.sgf"), *"x/other.sgf");
        assert_eq!(
            known.result(&result).unwrap().contents.as_slice(),
            contents(&[1, 2])
        );
        assert!(known.was(&result, &Hash([2; 32])) && !known.was(&result, &Hash([3; 32])));
        assert!(known.owner("x/Game.SGF").is_some() && known.owner("x").is_none());
        let all: Vec<_> = known.results().collect();
        assert_eq!(all, [(&result, &a, false)]);
    }

    #[test]
    fn the_current_content_of_a_result_is_the_one_that_was_confirmed_last() {
        let mut known = Known::default();
        for content in [1, 2] {
            claim(&mut known, &"a".into(), &made("a.sgf", content));
        }
        assert_eq!(known.current("a.sgf"), None);
        known.confirm(&made("A.sgf", 1));
        assert_eq!(
            known.current("a.sgf"),
            Some(ContentDigest::of(&Hash([1; 32])))
        );
        assert_eq!(
            known.result("a.sgf").unwrap().contents.as_slice(),
            contents(&[2, 1])
        );
        assert!(known.was("a.sgf", &Hash([2; 32])));
        // A person wrote this content, not a run.
        let edited = Made {
            edited: true,
            ..made("a.sgf", 3)
        };
        claim(&mut known, &"a".into(), &edited);
        known.confirm(&edited);
        assert_eq!(known.current("a.sgf"), None);
        assert!(!known.was("a.sgf", &Hash([3; 32])));
        assert!(known.was("a.sgf", &Hash([1; 32])) && known.was("a.sgf", &Hash([2; 32])));
        known.confirm(&made("b.sgf", 1));
        assert_eq!(known.owner("b.sgf"), None);
    }

    #[test]
    fn a_result_has_the_name_that_its_source_gave_it_last() {
        let placing = |path: &str| ("a".into(), path.into(), Hash([1; 32]));
        let known = known(&[
            ManifestLine::Placing {
                placing: vec![placing("a.sgf"), placing("A-2.sgf")],
            },
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
        let mut known = known(&[first, last]);
        assert_eq!(known.lines().collect::<Vec<_>>(), [1]);
        assert_eq!(known.line("b"), None);
        assert_eq!(
            known.result("a.sgf").unwrap().contents.as_slice(),
            contents(&[1, 2])
        );
        known.look_at(&"a".into());
        known.look_at(&"b".into());
        let is_looked_at = ["a", "b", "c"].map(|source| known.is_looked_at(&source.into()));
        assert_eq!(is_looked_at, [true, true, false]);
    }
}
