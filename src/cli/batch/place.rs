//! Puts results in place, in the order of their sources and many at a time: names them, syncs, renames,
//! syncs again, and notes them in the manifest.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{PoisonError, RwLock};
use std::time::SystemTime;

use ishi::compare::{Scope, compare};
use ishi::input::{Name, path_bytes};
use ishi::source::{Source, SourceOptions};
use ishi::{Format, Games};
use tempfile::TempPath;

use super::find::names;
use super::job::{MadeFiles, Work};
use super::stage::Piece;
use crate::cli::args::ConvertArgs;
use crate::cli::done::{Done, Fate, Results};
use crate::cli::failure::Failure;
use crate::cli::manifest::{Hash, Line, Made, Manifest, absolute, decoded, encoded, hash_of};
use crate::cli::output::{OutputError, not_a_folder, numbered, occupied};
use crate::cli::report::Row;

/// Puts results in place.
pub struct Placer<'a> {
    arguments: &'a ConvertArgs,
    to: Format,
    options: String,
    manifest: &'a RwLock<Manifest>,
    /// The named inputs, from the root of the file system: what is there or below is never replaced.
    inputs: Vec<PathBuf>,
    /// The report, which is not a result.
    reserved: Option<String>,
    /// The folders that are known to be there.
    folders: HashSet<PathBuf>,
    /// The results of this run, and the sources that it looked at.
    current: HashMap<String, Hash>,
    /// Where results are that are not yet in place.
    staged: HashMap<String, PathBuf>,
    handled: HashSet<String>,
}

/// What is to be done for one source.
struct Plan {
    moves: Vec<(Piece, String)>,
    made: Vec<Made>,
    /// Another source that has the same bytes and so the same result.
    same: bool,
}

impl<'a> Placer<'a> {
    /// Creates the placer of a run.
    pub fn new(
        arguments: &'a ConvertArgs,
        to: Format,
        options: String,
        manifest: &'a RwLock<Manifest>,
    ) -> Self {
        let inputs = arguments
            .inputs
            .iter()
            .filter_map(|path| path.canonicalize().ok());
        let canonical = read(manifest).canonical().to_owned();
        let report = arguments
            .report
            .as_deref()
            .and_then(|path| absolute(path).ok());
        let reserved = report.and_then(|path| {
            let below = path.strip_prefix(&canonical).ok()?;
            Some(encoded(&path_bytes(below)).to_lowercase())
        });
        Self {
            arguments,
            to,
            options,
            manifest,
            inputs: inputs.collect(),
            reserved,
            folders: HashSet::new(),
            current: HashMap::new(),
            staged: HashMap::new(),
            handled: HashSet::new(),
        }
    }

    /// Puts the results of some sources in place, and says in what they have become where they are.
    pub fn place(&mut self, batch: &mut [Work]) {
        for work in batch.iter().filter_map(|work| work.key.as_ref()) {
            self.handled.insert(work.clone());
        }
        for work in batch.iter() {
            for made in &work.kept {
                self.current.insert(made.path.to_lowercase(), made.hash);
            }
        }
        if batch.iter().all(|work| work.made.is_none()) {
            return;
        }
        if self.arguments.dry_run {
            self.name_only(batch);
        } else if let Err(error) = self.put(batch) {
            let path = read(self.manifest).folder().to_owned();
            for work in batch.iter_mut().filter(|work| work.done.has_results()) {
                let source = not_a_folder(&path)
                    .unwrap_or_else(|| io::Error::new(error.kind(), error.to_string()));
                let path = path.clone();
                fail(
                    &mut work.done,
                    Failure::Output(OutputError::File { path, source }),
                );
            }
        }
    }

    fn name_only(&mut self, batch: &mut [Work]) {
        for work in batch {
            if let Some(made) = work.made.take() {
                let planned = self.plan(work, made);
                self.settle(work, planned.map(|plan| (plan.made, plan.same)));
            }
        }
    }

    fn put(&mut self, batch: &mut [Work]) -> io::Result<()> {
        write(self.manifest).open()?;
        write(self.manifest).lock()?;
        let put = self.put_locked(batch);
        read(self.manifest).unlock();
        put
    }

    fn put_locked(&mut self, batch: &mut [Work]) -> io::Result<()> {
        let mut moves = Vec::new();
        let mut placing = Vec::new();
        for (place, work) in batch.iter_mut().enumerate() {
            let Some(made) = work.made.take() else {
                continue;
            };
            let planned = self.plan(work, made).map(|mut plan| {
                let source = work.key.clone().unwrap_or_default();
                let all = plan.made.iter().map(|made| (source.clone(), made.clone()));
                if !plan.same {
                    placing.extend(all);
                }
                for (piece, path) in &plan.moves {
                    self.staged.insert(path.clone(), piece.path.clone());
                }
                let own = std::mem::take(&mut plan.moves).into_iter();
                moves.extend(own.map(|(piece, path)| (place, piece, path)));
                (plan.made, plan.same)
            });
            self.settle(work, planned);
        }
        if !placing.is_empty() {
            write(self.manifest).add(&[Line::Placing(placing)], false)?;
            read(self.manifest).sync_folder()?;
        }
        self.staged.clear();
        let any = !moves.is_empty();
        for (place, piece, path) in moves {
            if let Err(error) = self.rename(&piece, &path)
                && let Some(work) = batch.get_mut(place)
            {
                fail(&mut work.done, Failure::Output(error));
            }
        }
        if any {
            read(self.manifest).sync_folder()?;
        }
        let lines: Vec<_> = batch
            .iter_mut()
            .filter_map(|work| self.line(work))
            .collect();
        write(self.manifest).add(&lines, true)
    }

    /// Returns the line about a source whose results are in place.
    fn line(&self, work: &mut Work) -> Option<Line> {
        let made = work.placed.take().filter(|_| work.done.has_results())?;
        let recorder = work.recorder.take();
        let row = work
            .row
            .insert(Row::new(recorder, &work.done))
            .stored(&work.done);
        let since = |time: SystemTime| time.duration_since(SystemTime::UNIX_EPOCH).ok();
        let modified = work.modified.and_then(since);
        Some(Line::Done {
            source: work.key.clone()?,
            size: work.size,
            modified: modified.map(|time| (time.as_secs(), time.subsec_nanos())),
            hash: work.hash,
            options: self.options.clone(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            results: made,
            row,
        })
    }

    fn settle(&mut self, work: &mut Work, planned: Result<(Vec<Made>, bool), Failure>) {
        match planned {
            Err(failure) => fail(&mut work.done, failure),
            Ok((made, _)) => {
                let manifest = read(self.manifest);
                let paths = made.iter().map(|made| manifest.path(&made.path)).collect();
                work.done.results = Results::Files(paths);
                if work.again.as_ref() == Some(&made) {
                    work.done.fate = Fate::Skipped;
                }
                let all = made
                    .iter()
                    .map(|made| (made.path.to_lowercase(), made.hash));
                self.current.extend(all);
                work.placed = Some(made);
            }
        }
    }

    /// Finds names for the results of a source.
    fn plan(&self, work: &mut Work, made: MadeFiles) -> Result<Plan, Failure> {
        let below = self.free_folder(&work.below);
        let mut behind = None;
        for name in names(&below, self.to.ending()) {
            let paths: Vec<_> = made
                .pieces
                .iter()
                .map(|piece| match piece.game {
                    Some(number) => numbered(&name, number),
                    None => name.clone(),
                })
                .map(|path| encoded(&path_bytes(&path)))
                .collect();
            let hashes: Vec<_> = made.pieces.iter().map(|piece| piece.hash).collect();
            match self.fits(work, &paths, &hashes)? {
                Fit::Other(owner) => {
                    behind = behind.or(owner.map(|owner| (owner, paths)));
                }
                Fit::Free => {
                    work.done.remark =
                        behind.map(|(owner, paths)| self.compared(&owner, &paths, &made));
                    return Ok(self.planned(work, made, paths, false));
                }
                Fit::Same => {
                    let owner = manifest_owner(self.manifest, &paths);
                    work.done.remark =
                        owner.map(|owner| format!("it has the same result as {owner}"));
                    return Ok(self.planned(work, made, paths, true));
                }
            }
        }
        Err(Failure::Itself)
    }

    fn planned(&self, work: &Work, made: MadeFiles, paths: Vec<String>, same: bool) -> Plan {
        let all: Vec<_> = paths
            .iter()
            .zip(&made.pieces)
            .map(|(path, piece)| Made {
                path: path.clone(),
                hash: piece.hash,
            })
            .collect();
        let same = same || work.again.as_ref() == Some(&all);
        if !same && let Some(key) = &work.key {
            let mut manifest = write(self.manifest);
            for made in &all {
                manifest.known.claim(key, made);
            }
        }
        let moves = if same {
            Vec::new()
        } else {
            made.pieces.into_iter().zip(paths).collect()
        };
        Plan {
            moves,
            made: all,
            same,
        }
    }

    /// Returns whether the results of a source may have these names.
    fn fits(&self, work: &Work, paths: &[String], hashes: &[Hash]) -> Result<Fit, Failure> {
        let manifest = read(self.manifest);
        let mut fit = Fit::Free;
        for (path, hash) in paths.iter().zip(hashes) {
            let at = manifest.path(path);
            let owner = manifest.known.owner(path);
            let is_reserved = self.reserved.as_ref() == Some(&path.to_lowercase());
            if is_reserved || manifest.known.is_folder(path) || at.is_dir() {
                return Ok(Fit::Other(None));
            }
            match owner {
                Some(owner) if Some(owner) == work.key.as_deref() => {
                    self.may_replace(&manifest, path, &at, hash)?;
                }
                Some(owner) => {
                    if !self.is_same(&manifest, work, owner, path, hash) {
                        return Ok(Fit::Other(Some(owner.to_owned())));
                    }
                    fit = Fit::Same;
                }
                None if !occupied(&at) => {}
                None if self.is_input(&at) => {
                    if Self::is_itself(work, &at) && work.done.named {
                        return Err(Failure::Itself);
                    }
                    return Ok(Fit::Other(None));
                }
                None if self.arguments.force || hash_of(&at) == Some(*hash) => {}
                None => return Err(Failure::Output(OutputError::Exists(at))),
            }
        }
        Ok(fit)
    }

    /// Returns whether a result of another source may be the result of this one too: it has the same
    /// bytes and will not change in this run, or its source has gone and this one has its bytes.
    fn is_same(
        &self,
        manifest: &Manifest,
        work: &Work,
        owner: &str,
        path: &str,
        hash: &Hash,
    ) -> bool {
        if let Some(current) = self.current.get(&path.to_lowercase()) {
            return current == hash;
        }
        let entry = manifest.known.entry(owner);
        let source = manifest.folder().join(decoded(owner));
        let has_gone = !source.ancestors().any(Path::is_file);
        has_gone
            && entry.is_some_and(|entry| entry.hash == work.hash)
            && hash_of(&manifest.path(path)) == Some(*hash)
    }

    /// Returns why a result of ours may not be replaced.
    fn may_replace(
        &self,
        manifest: &Manifest,
        path: &str,
        at: &Path,
        hash: &Hash,
    ) -> Result<(), Failure> {
        if self.arguments.force || !occupied(at) {
            return Ok(());
        }
        match hash_of(at) {
            Some(is) if is == *hash || manifest.known.was(path, &is) => Ok(()),
            _ => Err(Failure::Edited(at.to_owned())),
        }
    }

    fn is_input(&self, at: &Path) -> bool {
        let Ok(at) = at.canonicalize() else {
            return false;
        };
        self.inputs.iter().any(|input| at.starts_with(input))
    }

    fn is_itself(work: &Work, at: &Path) -> bool {
        match (work.done.file.canonicalize(), at.canonicalize()) {
            (Ok(file), Ok(at)) => file == at,
            _ => false,
        }
    }

    /// Says how a result compares with that of another source, which has the name it would have.
    fn compared(&self, owner: &str, paths: &[String], made: &MadeFiles) -> String {
        let manifest = read(self.manifest);
        let other = manifest.source(owner);
        let means = |path: &String, piece: &Piece| {
            let there = self.staged.get(path).cloned();
            let there = there.unwrap_or_else(|| manifest.path(path));
            means_the_same(&piece.path, &there, self.to)
        };
        // A dry run has no results to compare.
        if self.arguments.dry_run {
            return format!("its result has another name, because {other} has one of that name");
        }
        let same = paths
            .iter()
            .zip(&made.pieces)
            .all(|(path, piece)| means(path, piece));
        if same {
            format!("its result means the same as that of {other}, and has another name")
        } else {
            format!("its result differs from that of {other}, and has another name")
        }
    }

    /// Returns a path in which no folder has the name of a result.
    fn free_folder(&self, below: &Path) -> PathBuf {
        let manifest = read(self.manifest);
        let mut free = PathBuf::new();
        let name = below.file_name().unwrap_or_default();
        for part in below.parent().unwrap_or(Path::new("")) {
            let mut candidates =
                std::iter::once(free.join(part)).chain((2..).map(|number: u32| {
                    let mut part = part.to_owned();
                    part.push(format!("-{number}"));
                    free.join(part)
                }));
            let is_file = |path: &PathBuf| {
                manifest.known.is_result(&encoded(&path_bytes(path)))
                    || manifest.folder().join(path).is_file()
            };
            let found = candidates.find(|path| !is_file(path)).unwrap_or_default();
            free = found;
        }
        free.join(name)
    }

    fn rename(&mut self, piece: &Piece, path: &str) -> Result<(), OutputError> {
        let at = read(self.manifest).path(path);
        let failed = |source| OutputError::File {
            path: at.clone(),
            source,
        };
        let folder = at.parent().unwrap_or(Path::new(""));
        if !self.folders.contains(folder) {
            let made = fs::create_dir_all(folder);
            made.map_err(|error| failed(not_a_folder(folder).unwrap_or(error)))?;
            self.folders.insert(folder.to_owned());
        }
        let replaces = self.arguments.force || read(self.manifest).known.is_result(path);
        if replaces {
            return fs::rename(&piece.path, &at).map_err(failed);
        }
        let temporary = TempPath::try_from_path(&piece.path).map_err(failed)?;
        temporary
            .persist_noclobber(&at)
            .map_err(|error| match error.error.kind() {
                io::ErrorKind::AlreadyExists => OutputError::Exists(at.clone()),
                _ => failed(error.error),
            })
    }

    /// Returns the results that no source has with these options: of the sources that this run looked
    /// at, and of those below its inputs that are gone.
    pub fn left_over(&self) -> Vec<String> {
        let manifest = read(self.manifest);
        let gone = |source: &str| {
            let path = absolute(&manifest.folder().join(decoded(source)));
            path.is_ok_and(|path| {
                !path.exists() && self.inputs.iter().any(|input| path.starts_with(input))
            })
        };
        let all = manifest.known.results();
        let left = all.filter(|(path, source)| {
            !self.current.contains_key(&path.to_lowercase())
                && (self.handled.contains(*source) || gone(source))
                && occupied(&manifest.path(path))
        });
        left.map(|(path, _)| Name::of(&manifest.path(path)).to_string())
            .collect()
    }
}

/// Whether names are to be had.
enum Fit {
    /// They are free, or are ours.
    Free,
    /// They are those of the same results, of the same bytes.
    Same,
    /// They are those of another source, or of something else.
    Other(Option<String>),
}

/// Returns the source that results belong to, for people.
fn manifest_owner(manifest: &RwLock<Manifest>, paths: &[String]) -> Option<Name> {
    let manifest = read(manifest);
    let owner = manifest.known.owner(paths.first()?)?;
    Some(manifest.source(owner))
}

fn fail(done: &mut Done, failure: Failure) {
    done.fate = Fate::Failed;
    done.failure = Some(failure);
}

fn means_the_same(a: &Path, b: &Path, format: Format) -> bool {
    let open = |path: &Path| {
        let options = SourceOptions {
            format: Some(format),
            ..SourceOptions::default()
        };
        let file = fs::File::open(path).ok()?;
        Source::open(io::BufReader::new(file), options).ok()
    };
    let (Some(mut a), Some(mut b)) = (open(a), open(b)) else {
        return false;
    };
    let (mut a, mut b) = (Games::new(&mut a), Games::new(&mut b));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(Ok(a)), Some(Ok(b))) if compare(&a, &b, Scope::Whole).count == 0 => {}
            _ => return false,
        }
    }
}

fn read(manifest: &RwLock<Manifest>) -> std::sync::RwLockReadGuard<'_, Manifest> {
    manifest.read().unwrap_or_else(PoisonError::into_inner)
}

fn write(manifest: &RwLock<Manifest>) -> std::sync::RwLockWriteGuard<'_, Manifest> {
    manifest.write().unwrap_or_else(PoisonError::into_inner)
}
