//! The part of a manifest that a run needs in memory.
//!
//! There can be very many sources, so each name is stored once, and data that is needed only for reports is
//! read from the file when it is needed.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Hash, Key, Line, Made};

/// The last line about a source.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The content of the source.
    pub hash: Hash,
    /// The options that its results were made with.
    pub options: Arc<str>,
    /// Where the line is in the file, and how long it is.
    pub place: (u64, usize),
}

/// The source and the contents of a result.
#[derive(Debug, Clone)]
struct Owner {
    source: Key,
    /// Its name as it is spelled on the disk.
    path: Key,
    /// All contents that it ever had, or was about to get.
    hashes: Vec<Hash>,
    /// Whether this run made or confirmed it. Then the last hash is the current one.
    is_current: bool,
    /// Whether a person edited it.
    is_edited: bool,
    /// Whether this run could not write it.
    is_unwritten: bool,
}

/// The sources and results of a manifest.
#[derive(Debug, Default)]
pub struct Known {
    entries: BTreeMap<Key, Entry>,
    /// By names in lower case, because some file systems ignore case.
    owners: BTreeMap<Key, Owner>,
    /// The options of the last line, shared because most lines have the same.
    options: Option<Arc<str>>,
}

impl Known {
    pub(super) fn take(&mut self, line: Line, place: (u64, usize)) {
        match line {
            Line::Placing(all) => {
                for (source, made) in all {
                    self.claim(&source, &made);
                }
            }
            Line::Done {
                source,
                hash,
                options,
                results,
                ..
            } => {
                for made in &results {
                    self.claim(&source, made);
                }
                let owner = results.first().and_then(|made| self.owned(&made.path));
                let source = match owner {
                    Some(owner) if owner.source == source => owner.source.clone(),
                    _ => source,
                };
                let options = match self.options.take() {
                    Some(last) if *last == *options => last,
                    _ => options.into(),
                };
                self.options = Some(options.clone());
                let entry = Entry {
                    hash,
                    options,
                    place,
                };
                self.entries.insert(source, entry);
            }
        }
    }

    /// Notes that a result belongs to a source, unless it belongs to another one already.
    pub fn claim(&mut self, source: &Key, made: &Made) {
        let owner = self.owner_or(source, &made.path);
        // An edited result is not replaced like the others.
        if !made.edited && !owner.hashes.contains(&made.hash) {
            owner.hashes.push(made.hash);
        }
    }

    /// Notes that a source could not be written into the result that it has, or would have.
    pub fn reserve(&mut self, source: &Key, path: &Key) {
        self.owner_or(source, path).is_unwritten = true;
    }

    fn owner_or(&mut self, source: &Key, path: &Key) -> &mut Owner {
        let known = self.entries.get_key_value(source);
        let source = known.map_or(source, |(known, _)| known);
        self.owners.entry(lower(path)).or_insert_with(|| Owner {
            source: source.clone(),
            path: path.clone(),
            hashes: Vec::new(),
            is_current: false,
            is_edited: false,
            is_unwritten: false,
        })
    }

    /// Notes that this run has a result, or found that it still is right.
    pub fn confirm(&mut self, made: &Made) {
        if let Some(owner) = self.owners.get_mut(&*lower(&made.path)) {
            owner.is_current = true;
            owner.is_edited = made.edited;
            if !made.edited {
                owner.hashes.retain(|hash| *hash != made.hash);
                owner.hashes.push(made.hash);
            }
        }
    }

    /// Returns the last line about a source.
    pub fn entry(&self, source: &str) -> Option<&Entry> {
        self.entries.get(source)
    }

    /// Returns all sources, in the order of their names.
    pub fn entries(&self) -> impl Iterator<Item = (&Key, &Entry)> {
        self.entries.iter()
    }

    fn owned(&self, path: &Key) -> Option<&Owner> {
        self.owners.get(&*lower(path))
    }

    /// Returns the source that a result belongs to.
    pub fn owner(&self, path: &Key) -> Option<&Key> {
        Some(&self.owned(path)?.source)
    }

    /// Returns the spelling of a name on the disk: `GAME.sgf` -> `game.sgf` if that is a result.
    pub fn spelled(&self, path: &str) -> Key {
        let path = Key::from(path);
        self.owned(&path)
            .map_or_else(|| path.clone(), |owner| owner.path.clone())
    }

    /// Returns the contents that a result ever had.
    pub fn hashes(&self, path: &Key) -> &[Hash] {
        self.owned(path).map_or(&[], |owner| &owner.hashes)
    }

    /// Returns whether a result ever had this content.
    pub fn was(&self, path: &Key, hash: &Hash) -> bool {
        self.hashes(path).contains(hash)
    }

    /// Returns the content of a result that this run made or confirmed, unless a person edited it.
    pub fn current(&self, path: &Key) -> Option<&Hash> {
        let owner = self.owned(path)?;
        let is_ours = owner.is_current && !owner.is_edited;
        owner.hashes.last().filter(|_| is_ours)
    }

    /// Returns whether a name belongs to a source that this run could not write.
    pub fn is_unwritten(&self, path: &Key) -> bool {
        self.owned(path).is_some_and(|owner| owner.is_unwritten)
    }

    /// Returns whether a name is a folder with results.
    pub fn is_folder(&self, path: &str) -> bool {
        let below: Key = format!("{}/", path.to_lowercase()).into();
        let next = self.owners.range(below.clone()..).next();
        next.is_some_and(|(name, _)| name.starts_with(&*below))
    }

    /// Returns whether this is a result, present or past.
    pub fn is_result(&self, path: &str) -> bool {
        self.owners.contains_key(&*path.to_lowercase())
    }

    /// Returns all results, present and past, with their sources, and whether this run has them.
    pub fn results(&self) -> impl Iterator<Item = (&Key, &Key, bool)> {
        let owners = self.owners.values();
        owners.map(|owner| (&owner.path, &owner.source, owner.is_current))
    }
}

/// Returns a name in lower case: the same one where it is that already.
fn lower(path: &Key) -> Key {
    let is_lower = path
        .bytes()
        .all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase());
    if is_lower {
        path.clone()
    } else {
        path.to_lowercase().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(path: &str, content: u8) -> Made {
        Made {
            path: path.into(),
            hash: [content; 32],
            edited: false,
            fixed: false,
        }
    }

    #[test]
    fn a_result_belongs_to_its_first_source_in_any_case() {
        let [a, b, result] = ["a", "b", "X/Game.sgf"].map(Key::from);
        let mut known = Known::default();
        known.claim(&a, &made("X/Game.sgf", 1));
        known.claim(&b, &made("x/game.SGF", 2));
        known.claim(&a, &made("X/Game.sgf", 1));
        assert_eq!(known.owner(&"x/GAME.sgf".into()), Some(&a));
        assert_eq!(*known.spelled("x/GAME.sgf"), *result);
        assert_eq!(*known.spelled("x/other.sgf"), *"x/other.sgf");
        assert_eq!(known.hashes(&result), [[1; 32], [2; 32]]);
        assert!(known.was(&result, &[2; 32]) && !known.was(&result, &[3; 32]));
        assert!(known.is_result("x/Game.SGF") && !known.is_result("x"));
        assert!(known.is_folder("X") && !known.is_folder("x/game.sgf"));
        assert!(!known.is_folder("w") && !known.is_folder("x/g") && !known.is_folder("y"));
        let all: Vec<_> = known.results().collect();
        assert_eq!(all, [(&result, &a, false)]);
    }

    #[test]
    fn the_current_content_of_a_result_is_the_one_that_was_confirmed_last() {
        let path = Key::from("a.sgf");
        let mut known = Known::default();
        for content in [1, 2] {
            known.claim(&"a".into(), &made("a.sgf", content));
        }
        assert_eq!(known.current(&path), None);
        known.confirm(&made("A.sgf", 1));
        assert_eq!(known.current(&path), Some(&[1; 32]));
        assert_eq!(known.hashes(&path), [[2; 32], [1; 32]]);
        assert!(known.results().all(|(.., is_current)| is_current));
        // A person wrote this content, not a run.
        let edited = Made {
            edited: true,
            ..made("a.sgf", 3)
        };
        known.claim(&"a".into(), &edited);
        known.confirm(&edited);
        assert_eq!(known.current(&path), None);
        assert_eq!(known.hashes(&path), [[2; 32], [1; 32]]);
        known.confirm(&made("b.sgf", 1));
        assert_eq!(known.owner(&"b.sgf".into()), None);
    }

    #[test]
    fn a_result_that_could_not_be_written_keeps_its_name_for_its_source() {
        let [a, path] = ["a", "a.sgf"].map(Key::from);
        let mut known = Known::default();
        assert!(!known.is_unwritten(&path));
        known.reserve(&a, &path);
        assert!(known.is_unwritten(&"A.SGF".into()));
        assert_eq!(known.owner(&path), Some(&a));
    }

    #[test]
    fn the_last_line_about_a_source_counts() {
        let line = |options: &str, content| Line::Done {
            source: "a".into(),
            size: 1,
            modified: None,
            hash: [content; 32],
            options: options.to_owned(),
            version: "1".to_owned(),
            results: vec![made("a.sgf", content)],
            row: serde_json::Value::Null,
        };
        let mut known = Known::default();
        known.take(line("to=sgf", 1), (1, 10));
        known.take(line("to=sgf plain", 2), (12, 20));
        let entry = known.entry("a").unwrap();
        assert_eq!(entry.hash, [2; 32]);
        assert_eq!((&*entry.options, entry.place), ("to=sgf plain", (12, 20)));
        assert_eq!(known.hashes(&"a.sgf".into()), [[1; 32], [2; 32]]);
        assert_eq!(known.entries().count(), 1);
        assert!(known.entry("b").is_none());
    }
}
