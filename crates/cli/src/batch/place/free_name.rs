//! Finds free names for results, and tells how results compare that compete for one name.

use std::fs;
use std::path::Path;

use ishi_archive::{Name, path_bytes};

use super::Placer;
use crate::batch::find::result_name;
use crate::batch::in_place::backups;
use crate::batch::job::Work;
use crate::batch::stage::StagedResult;
use crate::disk::paths::{are_one_file, is_among};
use crate::failure::Failure;
use crate::manifest::{
    ContentDigest, Hash, Made, Manifest, SourceKey, encoded, hash_of, read, write,
};
use crate::output::{OutputError, numbered};
use crate::same;

/// A result that is to be put in place.
pub(super) struct Placement {
    pub piece: StagedResult,
    pub path: SourceKey,
    /// The file that is there.
    pub spot: Spot,
}

/// How many names are tried for a result.
const NAMES: usize = 1000;

/// The steps for the results of one source, and the results. There are no steps if the results are already in place, for
/// example because another source has the same bytes.
type NamePlan = (Vec<Placement>, Vec<Made>);

impl Placer<'_> {
    /// Finds names for the results of a source.
    pub(super) fn plan(
        &mut self,
        work: &mut Work,
        pieces: Vec<StagedResult>,
    ) -> Result<NamePlan, Failure> {
        let games: Vec<_> = pieces.iter().map(|piece| piece.game).collect();
        let hashes: Vec<_> = pieces.iter().map(|piece| piece.hash).collect();
        // The best name, if another source has it.
        let mut better = None;
        for number in 0..NAMES {
            let paths = self.paths(&work.below, number, &games);
            match self.fits(work, &paths, &hashes) {
                Err(failure) => {
                    self.barred.extend(paths);
                    return Err(failure);
                }
                Ok(Fit::Other { is_source }) => {
                    better = better.or(Some(paths).filter(|_| is_source));
                }
                Ok(Fit::Free(spots)) => {
                    let accepted = self.accepted(&paths, &pieces, &spots);
                    let compared = || Some(self.compared(&better?, &pieces));
                    work.done.remark = accepted.or_else(compared);
                    return Ok(self.planned(work, pieces, paths, Some(spots)));
                }
                Ok(Fit::Same) => {
                    let owner = owner(&read(self.manifest), paths.first());
                    work.done.remark = Some(format!("it has the same result as {owner}"));
                    return Ok(self.planned(work, pieces, paths, None));
                }
            }
        }
        Err(Failure::Output(OutputError::Names(NAMES)))
    }

    /// Returns the results for some games under the name with a number.
    fn paths(&self, below: &Path, number: usize, games: &[Option<usize>]) -> Vec<SourceKey> {
        let name = result_name(below, self.to.ending(), number);
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
        pieces: Vec<StagedResult>,
        paths: Vec<SourceKey>,
        spots: Option<Vec<Spot>>,
    ) -> NamePlan {
        let mut all: Vec<_> = paths
            .iter()
            .zip(&pieces)
            .map(|(path, piece)| Made {
                path: path.clone(),
                hash: piece.hash,
                size: Some(piece.size),
                edited: false,
                fixed: false,
            })
            .collect();
        for (made, spot) in all.iter_mut().zip(spots.iter().flatten()) {
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
                manifest.known.claim(key, &made.path, made.content());
            }
        }
        let moves = pieces.into_iter().zip(paths);
        let moves = moves.zip(spots.into_iter().flatten());
        let moves = moves.filter(|(_, spot)| !matches!(spot, Spot::Edited(_)));
        let moves = moves.map(|((piece, path), spot)| Placement { piece, path, spot });
        (moves.collect(), all)
    }

    /// Returns whether the results of a source may have these names.
    fn fits(&self, work: &Work, paths: &[SourceKey], hashes: &[Hash]) -> Result<Fit, Failure> {
        let manifest = read(self.manifest);
        let mut is_same = false;
        let mut spots = Vec::new();
        for (path, hash) in paths.iter().zip(hashes) {
            let owner = manifest.known.owner(path);
            let is_of_another = owner.is_some() && owner != work.key;
            // Many sources can have one name, so this comes before questions to the disk.
            if is_of_another && !Self::is_same(&manifest, work, path, hash) {
                return Ok(Fit::Other { is_source: true });
            }
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
            if there.as_ref().is_some_and(is_folder) {
                return Ok(Fit::Other { is_source: false });
            }
            match owner {
                Some(_) if is_of_another => is_same = true,
                Some(_) if there.is_some() => spot = self.spot(&manifest, path, &at, hash)?,
                // The command line names the source twice.
                Some(_) if self.staged.contains_key(path) => {
                    is_same = manifest.known.current(path) == Some(ContentDigest::of(hash));
                }
                Some(_) => {}
                None if there.is_none() => {}
                None if is_among(&at, &self.inputs) => {
                    if are_one_file(&work.done.file, &at) && work.done.named {
                        return Err(Failure::Itself);
                    }
                    return Ok(Fit::Other { is_source: false });
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
        let source = manifest.path(&owner);
        let has_gone = !source.ancestors().any(Path::is_file);
        has_gone
            && manifest
                .line(&owner)
                .is_some_and(|line| line.hash == work.hash)
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
        match manifest.hash_of(path) {
            Some(is) if is == *hash || manifest.known.was(path, &is) => Ok(Spot::Replaced),
            Some(_) if self.arguments.force => Ok(Spot::Kept),
            None if self.arguments.force => Ok(Spot::Replaced),
            is => match (same::damage(at, self.to), is) {
                (Some(why), _) => Err(Failure::Damaged(at.to_owned(), why)),
                (None, Some(is)) if self.arguments.keep_edited => Ok(Spot::Edited(is)),
                _ => Err(Failure::Edited(at.to_owned())),
            },
        }
    }

    /// Returns a remark that compares a result with the result of another source, which got the better name.
    fn compared(&self, paths: &[SourceKey], pieces: &[StagedResult]) -> String {
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
            .zip(pieces)
            .all(|(path, piece)| means(path, piece));
        let how = if same { "mean the same" } else { "differ" };
        format!("{reason}; the two {how}")
    }

    /// Returns a remark about results that a person edited, with the edits.
    fn accepted(
        &self,
        paths: &[SourceKey],
        pieces: &[StagedResult],
        spots: &[Spot],
    ) -> Option<String> {
        let manifest = read(self.manifest);
        let all = paths.iter().zip(pieces).zip(spots);
        let told = all.filter_map(|((path, piece), spot)| {
            let at = manifest.path(path);
            let what = match spot {
                Spot::Edited(_) => "was accepted".to_owned(),
                Spot::Kept => format!("--force keeps it as {}", Name::of(&backups(&at).1)),
                _ => return None,
            };
            let name = Name::of(&at);
            // A dry run has no results to compare.
            let edits = same::edits(piece.path.path(), &at, self.to);
            let edits = edits.map_or_else(String::new, |edits| format!("; {edits}"));
            Some(format!(
                "{name} was edited after ishi wrote it, and {what}{edits}"
            ))
        });
        let told: Vec<_> = told.collect();
        (!told.is_empty()).then(|| told.join("\n"))
    }
}

/// The file that already has the name of a result.
pub(super) enum Spot {
    Free,
    /// It may be replaced, because it is an earlier result, or a file that `--force` gives up.
    Replaced,
    /// A person edited it. `--force` replaces it, and it is kept as `NAME.orig`.
    Kept,
    /// A person edited it, and it stays. This is its content.
    Edited(Hash),
}

/// Whether results can have some names.
enum Fit {
    /// They can. For each name this tells what to do with the file there.
    Free(Vec<Spot>),
    /// The same results have these names already.
    Same,
    /// They cannot, because the names belong to another source, or to a file that is not a result.
    Other { is_source: bool },
}

/// Returns the source that a result belongs to, for people.
pub(super) fn owner(manifest: &Manifest, path: Option<&SourceKey>) -> Name {
    match path.and_then(|path| manifest.known.owner(path)) {
        Some(source) => manifest.source(&source),
        None => "another source".into(),
    }
}
