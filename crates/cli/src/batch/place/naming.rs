//! Finds free names for results, and tells how results compare that compete for one name.

use std::fs;
use std::path::{Path, PathBuf};

use ishi_archive::{Name, path_bytes};

use super::Placer;
use super::groups::NameGroup;
use crate::batch::find::Names;
use crate::batch::job::{MadeFiles, Work};
use crate::batch::stage::StagedResult;
use crate::failure::Failure;
use crate::manifest::{
    ContentDigest, Hash, Made, Manifest, ManifestLine, SourceKey, decoded, encoded, hash_of, read,
    write,
};
use crate::output::{OutputError, numbered};
use crate::same;

/// A result that is to be put in place.
pub(super) struct Placement {
    pub piece: StagedResult,
    pub path: SourceKey,
    /// Whether it replaces an earlier result, or a file that `--force` gives up.
    pub replaces: bool,
}

/// The steps for the results of one source.
pub(super) struct NamePlan {
    pub moves: Vec<Placement>,
    pub made: Vec<Made>,
    /// Whether the results are already in place, for example because another source has the same bytes.
    pub same: bool,
}

impl Placer<'_> {
    /// Finds names for the results of a source.
    pub(super) fn plan(&mut self, work: &mut Work, made: MadeFiles) -> Result<NamePlan, Failure> {
        let (below, name, mut group) = self.group(work);
        let planned = self.plan_in(&mut group, &below, work, made);
        self.keep(name, group);
        planned
    }

    fn plan_in(
        &mut self,
        group: &mut NameGroup,
        below: &Path,
        work: &mut Work,
        made: MadeFiles,
    ) -> Result<NamePlan, Failure> {
        let games: Vec<_> = made.pieces.iter().map(|piece| piece.game).collect();
        let hashes: Vec<_> = made.pieces.iter().map(|piece| piece.hash).collect();
        let contents: Vec<_> = hashes.iter().map(ContentDigest::of).collect();
        let key = work.key.clone();
        for number in group.numbers(key.as_ref(), contents.first().copied()) {
            let paths = self.paths(below, number, &games);
            let fit = match self.fits(work, &paths, &hashes) {
                Ok(fit) => fit,
                Err(failure) => {
                    self.barred.extend(paths);
                    return Err(failure);
                }
            };
            match fit {
                Fit::Other(owner) => self.note(group, number, owner, &paths),
                Fit::Free(spots) => {
                    let better = group.better(number, key.as_ref());
                    let better = better.map(|better| {
                        let paths = self.paths(below, better, &games);
                        self.compared(&paths, &made)
                    });
                    work.done.remark = self.accepted(&paths, &made, &spots).or(better);
                    match &key {
                        Some(key) => group.take(number, key, &contents),
                        None => group.pass(number),
                    }
                    return Ok(self.planned(work, made, paths, Some(&spots)));
                }
                Fit::Same => {
                    let owner = owner(&read(self.manifest), paths.first());
                    work.done.remark = Some(format!("it has the same result as {owner}"));
                    return Ok(self.planned(work, made, paths, None));
                }
            }
        }
        Err(Failure::Itself)
    }

    /// Reserves the name of a result that could not be written. Later sources that could have the same
    /// name fail too, so that the next run gives all results the names that this run would have given them.
    pub(super) fn reserve(&mut self, work: &Work) {
        let is_unwritten = matches!(work.done.failure, Some(Failure::Output(_)));
        let Some(key) = work.key.as_ref().filter(|_| is_unwritten) else {
            return;
        };
        let (below, name, mut group) = self.group(work);
        for number in group.numbers(Some(key), None) {
            let paths = self.paths(&below, number, &self.first_game());
            let owner = self.owner(&paths);
            if let Some(path) = paths.first()
                && owner.as_ref().is_none_or(|owner| owner == key)
            {
                write(self.manifest).known.reserve(key, path);
                group.reserve(number);
                break;
            }
            self.note(&mut group, number, owner, &paths);
        }
        self.keep(name, group);
    }

    fn keep(&mut self, name: SourceKey, group: NameGroup) {
        if group.is_needed() {
            self.groups.insert(name, group);
        }
    }

    /// Returns the path for the results of a source, its key, and its group of names.
    fn group(&mut self, work: &Work) -> (PathBuf, SourceKey, NameGroup) {
        let below = self.free_folder(&work.below);
        let name = SourceKey::from(encoded(&path_bytes(&below)).to_lowercase());
        if let Some(group) = self.groups.remove(&name) {
            return (below, name, group);
        }
        let mut group = NameGroup::default();
        loop {
            let number = group.next();
            let paths = self.paths(&below, number, &self.first_game());
            match self.owner(&paths) {
                Some(owner) if !self.is_unwritten(&paths) => {
                    self.note(&mut group, number, Some(owner), &paths);
                }
                _ => return (below, name, group),
            }
        }
    }

    fn is_unwritten(&self, paths: &[SourceKey]) -> bool {
        let manifest = read(self.manifest);
        paths.iter().any(|path| manifest.known.is_unwritten(path))
    }

    /// Returns the number of the first game if each game gets a file, otherwise `None`.
    fn first_game(&self) -> [Option<usize>; 1] {
        [self.arguments.split.then_some(1)]
    }

    fn owner(&self, paths: &[SourceKey]) -> Option<SourceKey> {
        read(self.manifest).known.owner(paths.first()?)
    }

    /// Notes that a name is taken.
    fn note(
        &self,
        group: &mut NameGroup,
        number: usize,
        owner: Option<SourceKey>,
        paths: &[SourceKey],
    ) {
        match (owner, paths.first()) {
            (Some(owner), Some(path)) => {
                let manifest = read(self.manifest);
                group.take(number, &owner, manifest.known.contents(path));
            }
            _ => group.pass(number),
        }
    }

    /// Returns the results for some games under the name with a number.
    fn paths(&self, below: &Path, number: usize, games: &[Option<usize>]) -> Vec<SourceKey> {
        let name = Names::new(below, self.to.ending()).get(number);
        let manifest = read(self.manifest);
        let paths = games.iter().map(|game| match game {
            Some(number) => numbered(&name, *number),
            None => name.clone(),
        });
        paths
            .map(|path| manifest.known.spelled(&encoded(&path_bytes(&path))))
            .collect()
    }

    /// Plans to move the results to `paths`. `spots` tells what to do with a file that is there. It is `None`
    /// if the same results are already in place; the plan then moves no files.
    fn planned(
        &self,
        work: &Work,
        made: MadeFiles,
        paths: Vec<SourceKey>,
        spots: Option<&[Spot]>,
    ) -> NamePlan {
        let mut all: Vec<_> = paths
            .iter()
            .zip(&made.pieces)
            .map(|(path, piece)| Made {
                path: path.clone(),
                hash: piece.hash,
                size: Some(piece.size),
                edited: false,
                fixed: false,
            })
            .collect();
        for (made, spot) in all.iter_mut().zip(spots.into_iter().flatten()) {
            if let Spot::Edited(hash) = spot {
                made.hash = *hash;
                made.size = None;
                made.edited = true;
            }
        }
        let spots = spots.filter(|_| work.again.as_ref() != Some(&all));
        if spots.is_some()
            && let Some(key) = &work.key
        {
            let mut manifest = write(self.manifest);
            for made in &all {
                manifest.known.claim(key, made);
            }
        }
        let moves = made.pieces.into_iter().zip(paths);
        let moves = moves.zip(spots.into_iter().flatten());
        let moves = moves.filter(|(_, spot)| !matches!(spot, Spot::Edited(_)));
        let moves = moves.map(|((piece, path), spot)| Placement {
            piece,
            path,
            replaces: matches!(spot, Spot::Replaced),
        });
        NamePlan {
            moves: moves.collect(),
            made: all,
            same: spots.is_none(),
        }
    }

    /// Returns whether the results of a source may have these names.
    fn fits(&self, work: &Work, paths: &[SourceKey], hashes: &[Hash]) -> Result<Fit, Failure> {
        let manifest = read(self.manifest);
        let mut is_same = false;
        let mut spots = Vec::new();
        for (path, hash) in paths.iter().zip(hashes) {
            if let Some(link) = manifest.link_above(path) {
                return Err(Failure::Output(OutputError::Link(link)));
            }
            let at = manifest.path(path);
            let there = fs::symlink_metadata(&at).ok();
            let is_folder =
                |there: &fs::Metadata| there.is_dir() || there.is_symlink() && at.is_dir();
            let mut spot = if there.is_some() {
                Spot::Replaced
            } else {
                Spot::Free
            };
            if manifest.known.is_folder(path) || there.as_ref().is_some_and(is_folder) {
                return Ok(Fit::Other(None));
            }
            match manifest.known.owner(path) {
                owned @ Some(_) if owned == work.key => {
                    if there.is_some() {
                        spot = self.spot(&manifest, path, &at, hash)?;
                    } else if self.staged.contains_key(path) {
                        // The command line names the source twice.
                        is_same = manifest.known.current(path) == Some(ContentDigest::of(hash));
                    }
                }
                Some(_) if manifest.known.is_unwritten(path) => {
                    let other = owner(&manifest, Some(path));
                    return Err(Failure::Output(OutputError::Unnamed(other)));
                }
                Some(other) => {
                    if !Self::is_same(&manifest, work, path, hash) {
                        return Ok(Fit::Other(Some(other)));
                    }
                    is_same = true;
                }
                None if there.is_none() => {}
                None if self.is_input(&at) => {
                    if Self::is_itself(work, &at) && work.done.named {
                        return Err(Failure::Itself);
                    }
                    return Ok(Fit::Other(None));
                }
                None if self.arguments.force || hash_of(&at) == Some(*hash) => {}
                None => return Err(Failure::Output(OutputError::Exists(at))),
            }
            spots.push(spot);
        }
        Ok(if is_same { Fit::Same } else { Fit::Free(spots) })
    }

    /// Returns whether a result of another source may be the result of this one too: it has the same
    /// bytes and will not change in this run, or its source has gone and this one has its bytes.
    fn is_same(manifest: &Manifest, work: &Work, path: &SourceKey, hash: &Hash) -> bool {
        if let Some(current) = manifest.known.current(path) {
            return current == ContentDigest::of(hash);
        }
        let Some(owner) = manifest.known.owner(path) else {
            return false;
        };
        let source = manifest.folder().join(decoded(&owner));
        let has_gone = !source.ancestors().any(Path::is_file);
        let had = |line| matches!(line, ManifestLine::Done { hash, .. } if hash == work.hash);
        has_gone
            && manifest.known.line(&owner).is_some_and(had)
            && manifest.hash_of(path) == Some(*hash)
    }

    /// Returns what to do with an earlier result of the same source.
    fn spot(
        &self,
        manifest: &Manifest,
        path: &SourceKey,
        at: &Path,
        hash: &Hash,
    ) -> Result<Spot, Failure> {
        if self.arguments.force {
            return Ok(Spot::Replaced);
        }
        match manifest.hash_of(path) {
            Some(is) if is == *hash || manifest.known.was(path, &is) => Ok(Spot::Replaced),
            is => match (same::damage(at, self.to), is) {
                (Some(why), _) => Err(Failure::Damaged(at.to_owned(), why)),
                (None, Some(is)) if self.arguments.keep_edited => Ok(Spot::Edited(is)),
                _ => Err(Failure::Edited(at.to_owned())),
            },
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

    /// Returns a remark that compares a result with the result of another source, which got the better name.
    fn compared(&self, paths: &[SourceKey], made: &MadeFiles) -> String {
        let manifest = read(self.manifest);
        let other = owner(&manifest, paths.first());
        let means = |path: &SourceKey, piece: &StagedResult| {
            let there = self.staged.get(path).cloned();
            let there = there.unwrap_or_else(|| manifest.path(path));
            same::are_the_same(piece.path.path(), &there, self.to)
        };
        let reason = format!("its result has another name, because {other} has one of that name");
        // A dry run has no results to compare.
        if self.arguments.dry_run {
            return reason;
        }
        let same = paths
            .iter()
            .zip(&made.pieces)
            .all(|(path, piece)| means(path, piece));
        if same {
            format!("{reason}; the two mean the same")
        } else {
            format!("{reason}; the two differ")
        }
    }

    /// Returns a remark about results that a person edited, with the edits.
    fn accepted(&self, paths: &[SourceKey], made: &MadeFiles, spots: &[Spot]) -> Option<String> {
        let manifest = read(self.manifest);
        let pieces = paths.iter().zip(&made.pieces).zip(spots);
        let edited = pieces.filter(|(_, spot)| matches!(spot, Spot::Edited(_)));
        let told = edited.map(|((path, piece), _)| {
            let at = manifest.path(path);
            let name = Name::of(&at);
            // A dry run has no results to compare.
            let edits = same::edits(piece.path.path(), &at, self.to);
            let edits = edits.map_or_else(String::new, |edits| format!("; {edits}"));
            format!("{name} was edited after ishi wrote it, and was accepted{edits}")
        });
        let told: Vec<_> = told.collect();
        (!told.is_empty()).then(|| told.join("\n"))
    }

    /// Returns a path whose folders have no name of a result: `a/b.sgf` -> `a-2/b.sgf` if `a` is a result.
    fn free_folder(&mut self, below: &Path) -> PathBuf {
        let manifest = read(self.manifest);
        let mut free = PathBuf::new();
        let name = below.file_name().unwrap_or_default();
        for part in below.parent().unwrap_or(Path::new("")) {
            let wanted = free.join(part);
            let mut candidates =
                std::iter::once(free.join(part)).chain((2..).map(|number: u32| {
                    let mut part = part.to_owned();
                    part.push(format!("-{number}"));
                    free.join(part)
                }));
            let is_file = |path: &PathBuf| {
                let name = encoded(&path_bytes(path));
                let is_ours = manifest.known.is_folder(&name);
                manifest.known.is_result(&name)
                    || !is_ours && manifest.folder().join(path).is_file()
            };
            let known = self.free_folders.get(&wanted).cloned();
            free = known
                .filter(|known| !is_file(known))
                .or_else(|| candidates.find(|path| !is_file(path)))
                .unwrap_or_default();
            self.free_folders.insert(wanted, free.clone());
        }
        free.join(name)
    }
}

/// The file that already has the name of a result.
enum Spot {
    Free,
    /// It may be replaced.
    Replaced,
    /// A person edited it, and it stays. This is its content.
    Edited(Hash),
}

/// Whether results can have some names.
enum Fit {
    /// They can. For each name this tells what to do with the file there.
    Free(Vec<Spot>),
    /// The same results have these names already.
    Same,
    /// They cannot, because the names belong to this source, or to a file that is not a result.
    Other(Option<SourceKey>),
}

/// Returns the source that a result belongs to, for people.
pub(super) fn owner(manifest: &Manifest, path: Option<&SourceKey>) -> Name {
    match path.and_then(|path| manifest.known.owner(path)) {
        Some(source) => manifest.source(&source),
        None => "another source".into(),
    }
}
