//! What a manifest says, as far as it has to be in memory.

use std::collections::{BTreeMap, HashMap};

use super::{Hash, Line, Made};

/// What is known about a source: the last line about it.
#[derive(Debug, Clone)]
pub struct Entry {
    /// The content of the source.
    pub hash: Hash,
    /// The options that its results were made with.
    pub options: String,
    /// The results.
    pub results: Vec<Made>,
    /// Where the line is in the file, and how long it is.
    pub place: (u64, usize),
}

/// What is known about a result.
#[derive(Debug, Clone)]
struct Owner {
    source: String,
    /// Its name as it is.
    path: String,
    /// All that it ever was, or was about to be.
    hashes: Vec<Hash>,
}

/// What a manifest says.
#[derive(Debug, Default)]
pub struct Known {
    entries: HashMap<String, Entry>,
    /// By names in lower case: some file systems know no other difference.
    owners: BTreeMap<String, Owner>,
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
                let entry = Entry {
                    hash,
                    options,
                    results,
                    place,
                };
                self.entries.insert(source, entry);
            }
        }
    }

    /// Notes that a result belongs to a source, unless it belongs to another one already.
    pub fn claim(&mut self, source: &str, made: &Made) {
        let owner = self
            .owners
            .entry(made.path.to_lowercase())
            .or_insert_with(|| Owner {
                source: source.to_owned(),
                path: made.path.clone(),
                hashes: Vec::new(),
            });
        if !owner.hashes.contains(&made.hash) {
            owner.hashes.push(made.hash);
        }
    }

    /// Returns what is known about a source.
    pub fn entry(&self, source: &str) -> Option<&Entry> {
        self.entries.get(source)
    }

    /// Returns all sources.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &Entry)> {
        self.entries
            .iter()
            .map(|(source, entry)| (source.as_str(), entry))
    }

    /// Returns the source that a result belongs to.
    pub fn owner(&self, path: &str) -> Option<&str> {
        Some(&self.owners.get(&path.to_lowercase())?.source)
    }

    /// Returns whether a result ever had this content.
    pub fn was(&self, path: &str, hash: &Hash) -> bool {
        let owner = self.owners.get(&path.to_lowercase());
        owner.is_some_and(|owner| owner.hashes.contains(hash))
    }

    /// Returns whether a name is that of a folder in which results are.
    pub fn is_folder(&self, path: &str) -> bool {
        let below = format!("{}/", path.to_lowercase());
        let next = self.owners.range(below.clone()..).next();
        next.is_some_and(|(name, _)| name.starts_with(&below))
    }

    /// Returns whether this is a result, present or past.
    pub fn is_result(&self, path: &str) -> bool {
        self.owners.contains_key(&path.to_lowercase())
    }

    /// Returns all results, present and past, with their sources.
    pub fn results(&self) -> impl Iterator<Item = (&str, &str)> {
        let owners = self.owners.values();
        owners.map(|owner| (owner.path.as_str(), owner.source.as_str()))
    }
}
