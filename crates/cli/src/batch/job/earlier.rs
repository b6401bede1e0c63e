//! The results of an earlier run, and the edits of a person since.

use std::fs;

use ishi_archive::Name;

use super::{Job, Work};
use crate::batch::find::Task;
use crate::done::{Fate, Results};
use crate::input::Unopened;
use crate::manifest::{Hash, Made, Manifest, SourceLine, read, since_1970};
use crate::same::damage;

/// The results that an earlier run made of the same source with the same options.
pub(super) struct Earlier {
    pub line: SourceLine,
    /// The same results as they are now, if a person edited some of them.
    pub edited: Option<Vec<Made>>,
}

impl Job<'_> {
    /// Leaves the results of an earlier run as they are.
    pub(super) fn leave(&self, earlier: Earlier, work: &mut Work) -> Fate {
        let manifest = self.manifest.map(read);
        let path = |made: &Made| Some(manifest.as_ref()?.path(&made.path));
        let paths = earlier.line.results.iter().filter_map(path);
        work.done.results = Results::Files(paths.collect());
        work.done.remark = earlier.edited.map(|now| {
            let edited = now.iter().filter(|made| made.edited).filter_map(path);
            let edited: Vec<_> = edited.map(|path| Name::of(&path).to_string()).collect();
            format!(
                "{} was edited after ishi wrote it, and was not changed; --keep-edited accepts it, --force replaces it",
                edited.join(", ")
            )
        });
        work.done.earlier = Some(earlier.line);
        Fate::Skipped
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

    /// Returns the line of an earlier run about a source with these options.
    fn line(&self, key: &str) -> Option<SourceLine> {
        let manifest = read(self.manifest?);
        let line = manifest.line(key);
        line.filter(|line| *line.options == self.words)
    }

    /// Returns the results that an earlier run made, if the source and they have the size and the time that they had then, so
    /// that nobody need read them. A result has the time of its source.
    pub(super) fn trusted(&self, task: &Task) -> Option<Earlier> {
        let is_file = matches!(task.content, Ok(Unopened::File(_) | Unopened::Whole(_)));
        // A report tells more than the manifest knows.
        let is_trusted = is_file && !self.arguments.recheck && self.report.is_none();
        let line = self.line(task.key.as_ref().filter(|_| is_trusted)?)?;
        let is_as_then = |there: Option<fs::Metadata>, size: u64| {
            there.is_some_and(|there| {
                let modified = since_1970(there.modified().ok());
                there.len() == size && modified.is_some() && modified == line.modified
            })
        };
        let manifest = read(self.manifest?);
        let is_there = |made: &Made| {
            let size = made.size.filter(|_| !made.edited);
            size.is_some_and(|size| is_as_then(manifest.there(&made.path), size))
        };
        let source = fs::metadata(&task.file).ok();
        let is_trusted = is_as_then(source, line.size) && line.results.iter().all(is_there);
        is_trusted.then_some(Earlier { line, edited: None })
    }

    /// Returns the results that an earlier run made of the same bytes with these options. Returns `None` if
    /// one of them is gone.
    pub(super) fn earlier(&self, key: &str, hash: Hash) -> Option<Earlier> {
        let line = self.line(key).filter(|line| line.hash == hash)?;
        let manifest = read(self.manifest?);
        let now = line.results.iter().map(|made| self.now(&manifest, made));
        let now = now.collect::<Option<Vec<_>>>()?;
        let edited = (now != line.results).then_some(now);
        Some(Earlier { line, edited })
    }
}
