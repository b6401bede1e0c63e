//! The results of an earlier run, and the edits of a person since.

use ishi::input::Name;

use super::{Came, Job, Work};
use crate::cli::done::{Fate, Results};
use crate::cli::manifest::{Made, Manifest, ManifestLine, read};
use crate::cli::same::damage;

/// The results that an earlier run made of the same source with the same options.
pub(super) struct Earlier {
    pub results: Vec<Made>,
    /// The same results as they are now, if a person edited some of them.
    pub edited: Option<Vec<Made>>,
    pub row: serde_json::Value,
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
            edited: made.edited || !is_same,
            ..made.clone()
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
