//! The results of an earlier run, and the edits of a person since.

use std::fs;
use std::path::Path;

use ishi_archive::Name;

use super::{Came, Job, Work};
use crate::batch::find::{Task, TaskBytes};
use crate::done::{Fate, Results};
use crate::input::Input;
use crate::manifest::{Made, Manifest, ManifestLine, read, since_1970};
use crate::same::damage;
use crate::stored::StoredRow;

/// The results that an earlier run made of the same source with the same options.
pub(super) struct Earlier {
    pub results: Vec<Made>,
    /// The same results as they are now, if a person edited some of them.
    pub edited: Option<Vec<Made>>,
    pub row: StoredRow,
}

impl Earlier {
    /// Returns how an attempt ends that leaves the results as they are.
    pub(super) fn came(self) -> Came {
        if self.edited.is_some() {
            Came::Edited(self)
        } else {
            Came::Kept(self.results, self.row)
        }
    }
}

impl Job<'_> {
    /// Leaves edited results as they are.
    pub(super) fn leave_edited(&self, earlier: Earlier, work: &mut Work) {
        let Some(manifest) = self.manifest.map(read) else {
            return;
        };
        let now = earlier.edited.unwrap_or_default();
        let edited = now.iter().filter(|made| made.edited);
        let edited: Vec<_> = edited
            .map(|made| Name::of(&manifest.path(&made.path)).to_string())
            .collect();
        let paths = now.iter().map(|made| manifest.path(&made.path));
        work.done.results = Results::Files(paths.collect());
        work.done.fate = Fate::Skipped;
        work.done.remark = Some(format!(
            "{} was edited after ishi wrote it, and was not changed; --keep-edited accepts it, --force replaces it",
            edited.join(", ")
        ));
        work.kept = earlier.results;
    }

    /// Returns a result of an earlier run as it is now. Returns `None` if it is gone, or if it is damaged.
    fn now(&self, manifest: &Manifest, made: &Made) -> Option<Made> {
        let hash = manifest.hash_of(&made.path)?;
        let is_same = hash == made.hash;
        let is_whole = || damage(&manifest.path(&made.path), self.to).is_none();
        (is_same || is_whole()).then(|| Made {
            hash,
            size: made.size.filter(|_| is_same),
            edited: made.edited || !is_same,
            ..made.clone()
        })
    }

    /// Returns the results that an earlier run made, if the source and they have the size and the time that they had then, so
    /// that nobody need read them. A result has the time of its source.
    pub(super) fn trusted(&self, task: &Task, work: &mut Work) -> Option<Earlier> {
        let is_file = matches!(
            task.content,
            TaskBytes::Input(Input::File(_)) | TaskBytes::Whole(..)
        );
        let is_trusted = is_file && !self.arguments.recheck;
        let key = task.key.clone().filter(|_| is_trusted)?;
        let manifest = read(self.manifest?);
        let ManifestLine::Done {
            size,
            modified,
            hash,
            options,
            row,
            results,
            ..
        } = manifest.known.line(&key)?
        else {
            return None;
        };
        let modified = modified.filter(|_| options == self.words)?;
        let is_as_then = |path: &Path, size: u64| {
            let there = fs::metadata(path).ok();
            there.is_some_and(|there| {
                there.len() == size && since_1970(there.modified().ok()) == Some(modified)
            })
        };
        let is_there = |made: &Made| {
            let path = manifest.path(&made.path);
            let size = made
                .size
                .filter(|_| !made.edited && manifest.has(&made.path));
            size.is_some_and(|size| is_as_then(&path, size))
        };
        if !is_as_then(&task.file, size) || !results.iter().all(is_there) {
            return None;
        }
        (work.key, work.hash, work.size) = (Some(key), hash, size);
        Some(Earlier {
            edited: None,
            results,
            row,
        })
    }

    /// Returns the results that an earlier run made of the same bytes with these options. Returns `None` if
    /// one of them is gone.
    pub(super) fn earlier(&self, key: &str, work: &Work) -> Option<Earlier> {
        let manifest = read(self.manifest?);
        let ManifestLine::Done {
            hash,
            options,
            row,
            results,
            ..
        } = manifest.known.line(key)?
        else {
            return None;
        };
        if hash != work.hash || options != self.words {
            return None;
        }
        let now = results.iter().map(|made| self.now(&manifest, made));
        let now = now.collect::<Option<Vec<_>>>()?;
        Some(Earlier {
            edited: (now != results).then_some(now),
            results,
            row,
        })
    }
}
