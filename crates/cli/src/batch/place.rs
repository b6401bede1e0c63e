//! Puts results in place, in the order of their sources and many at a time: names them, syncs, renames,
//! syncs again, and notes them in the manifest.

mod free_name;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::PathBuf;
use std::sync::RwLock;

use ishi::outcome::Outcome;
use ishi_archive::Name;

use super::in_place::keep;
use super::job::Work;
use crate::args::ConvertArgs;
use crate::disk::paths::{absolute, canonical};
use crate::disk::{self, not_a_folder};
use crate::done::{Fate, Results};
use crate::failure::Failure;
use crate::manifest::{
    Made, Manifest, ManifestLine, SourceKey, SourceLine, read, since_1970, write,
};
use crate::options::to::To;
use crate::output::{OutputError, folder_of, place};
use free_name::{Placement, Spot};

/// Puts results in place.
pub struct Placer<'a> {
    arguments: &'a ConvertArgs,
    to: To,
    options: String,
    manifest: &'a RwLock<Manifest>,
    /// The named inputs, from the root of the file system. Files there and below are never replaced.
    inputs: Vec<PathBuf>,
    /// Where results are that are not yet in place.
    staged: HashMap<SourceKey, PathBuf>,
    /// The results that could not get their names, for example because of a file that `--force` would
    /// overwrite.
    barred: HashSet<SourceKey>,
}

impl<'a> Placer<'a> {
    /// Creates the placer of a run.
    pub fn new(
        arguments: &'a ConvertArgs,
        to: To,
        options: String,
        manifest: &'a RwLock<Manifest>,
    ) -> Self {
        Self {
            arguments,
            to,
            options,
            manifest,
            inputs: canonical(&arguments.inputs),
            staged: HashMap::new(),
            barred: HashSet::new(),
        }
    }

    /// Puts the results of some sources in place, and notes their paths, or the failure, in each.
    pub fn place(&mut self, batch: &mut [Work]) {
        let mut manifest = write(self.manifest);
        for work in batch.iter() {
            for made in work.done.earlier.iter().flat_map(|line| &line.results) {
                manifest.known.confirm(made);
            }
        }
        drop(manifest);
        if batch.iter().any(|work| work.made.is_some()) {
            self.put_or_plan(batch);
        }
        let mut manifest = write(self.manifest);
        for key in batch.iter().filter_map(|work| work.key.as_ref()) {
            manifest.known.look_at(key);
        }
    }

    fn put_or_plan(&mut self, batch: &mut [Work]) {
        if self.arguments.dry_run {
            self.plans(batch);
        } else if let Err(error) = self.put(batch) {
            let path = read(self.manifest).folder.clone();
            for work in batch.iter_mut().filter(|work| work.done.has_results()) {
                let source = not_a_folder(&path)
                    .unwrap_or_else(|| io::Error::new(error.kind(), error.to_string()));
                let path = path.clone();
                work.fail(Failure::Output(OutputError::File { path, source }));
            }
        }
    }

    /// Finds the names of all results. Returns the steps, each with the number of its source in the batch.
    fn plans(&mut self, batch: &mut [Work]) -> Vec<(usize, Placement)> {
        let mut moves = Vec::new();
        for (place, work) in batch.iter_mut().enumerate() {
            let Some(made) = work.made.take() else {
                continue;
            };
            let planned = self.plan(work, made).map(|(steps, made)| {
                for one in steps.into_iter().filter(|_| !self.arguments.dry_run) {
                    let at = one.piece.path.path().to_owned();
                    self.staged.insert(one.path.clone(), at);
                    moves.push((place, one));
                }
                made
            });
            self.settle(work, planned);
        }
        moves
    }

    fn put(&mut self, batch: &mut [Work]) -> io::Result<()> {
        write(self.manifest).lock()?;
        let put = self.put_locked(batch);
        read(self.manifest).unlock();
        put
    }

    fn put_locked(&mut self, batch: &mut [Work]) -> io::Result<()> {
        let moves = self.plans(batch);
        let placing = moves.iter().map(|(place, one)| {
            let source = batch.get(*place).and_then(|work| work.key.clone());
            (
                source.unwrap_or_else(|| "".into()),
                one.path.clone(),
                one.piece.hash,
            )
        });
        let placing: Vec<_> = placing.collect();
        if !placing.is_empty() {
            write(self.manifest).add(vec![ManifestLine::Placing { placing }], false)?;
            read(self.manifest).sync()?;
        }
        self.staged.clear();
        let any = !moves.is_empty();
        let mut missing = HashSet::new();
        for (place, one) in moves {
            let path = one.path.clone();
            if let Err(error) = self.rename(one)
                && let Some(work) = batch.get_mut(place)
            {
                missing.insert(path);
                work.fail(Failure::Output(error));
            }
        }
        self.fail_without(&missing, batch);
        if any {
            read(self.manifest).sync()?;
        }
        let lines = batch.iter_mut().filter_map(|work| self.line(work));
        let lines = lines.map(ManifestLine::Done).collect();
        write(self.manifest).add(lines, true)
    }

    /// Lets the sources fail that share the result of another source, if that result could not be put in
    /// place.
    fn fail_without(&self, missing: &HashSet<SourceKey>, batch: &mut [Work]) {
        let manifest = read(self.manifest);
        for work in batch.iter_mut().filter(|work| work.done.has_results()) {
            let placed = work.placed.iter().flatten();
            let mut without = placed.filter(|made| missing.contains(&made.path));
            if let Some(made) = without.next() {
                let other = free_name::owner(&manifest, Some(&made.path));
                work.fail(Failure::Output(OutputError::Unnamed(other)));
            }
        }
    }

    /// Returns the manifest line of a source whose results are in place, unless the manifest has the same
    /// line.
    fn line(&self, work: &mut Work) -> Option<SourceLine> {
        let made = work.placed.take().filter(|_| work.done.has_results())?;
        if work.again.as_ref() == Some(&made) {
            return None;
        }
        let report = work.done.report.as_ref();
        Some(SourceLine {
            source: work.key.clone()?,
            size: work.size,
            modified: since_1970(work.modified),
            hash: work.hash,
            options: (&*self.options).into(),
            version: env!("CARGO_PKG_VERSION").into(),
            results: made,
            lost: work.done.losses(),
            damaged: report.map_or(0, |report| report.outcomes.count(Outcome::Damaged)),
            remark: work.done.remark.clone(),
        })
    }

    fn settle(&mut self, work: &mut Work, planned: Result<Vec<Made>, Failure>) {
        match planned {
            Err(failure) => work.fail(failure),
            Ok(made) => {
                let mut manifest = write(self.manifest);
                let paths = made.iter().map(|made| manifest.path(&made.path)).collect();
                work.done.results = Results::Files(paths);
                let is_again = work.again.as_ref() == Some(&made);
                if is_again || made.iter().any(|made| made.edited) {
                    work.done.fate = Fate::Skipped;
                }
                for made in &made {
                    manifest.known.confirm(made);
                }
                work.placed = Some(made);
            }
        }
    }

    fn rename(&self, one: Placement) -> Result<(), OutputError> {
        let at = read(self.manifest).path(&one.path);
        disk::make_folders(folder_of(&at)).map_err(OutputError::at(&at))?;
        if matches!(one.spot, Spot::Kept) {
            keep(&at).map_err(OutputError::at(&at))?;
        }
        place(one.piece.path, &at, !matches!(one.spot, Spot::Free))
    }

    /// Returns the results that no source has with these options: of the sources that this run looked
    /// at, and of those below its inputs that are gone.
    pub fn left_over(&self) -> Vec<String> {
        let manifest = read(self.manifest);
        let gone = |source: &str| {
            let path = absolute(&manifest.path(source));
            path.is_ok_and(|path| {
                !path.exists() && self.inputs.iter().any(|input| path.starts_with(input))
            })
        };
        let mut left = BTreeMap::new();
        for (path, source, is_current) in manifest.known.results() {
            if !is_current
                && !self.barred.contains(path)
                && (manifest.known.is_looked_at(source) || gone(source))
                && manifest.has(path)
            {
                let name = Name::of(&manifest.path(path)).to_string();
                left.insert(path.to_lowercase(), name);
            }
        }
        left.into_values().collect()
    }
}
