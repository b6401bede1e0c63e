//! Names for results: which are free, and what the results are called that would have had the same.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::RwLock;

use ishi::compare::{Scope, compare};
use ishi::input::{Name, path_bytes};
use ishi::source::{Source, SourceOptions};
use ishi::{Format, Games};

use super::Placer;
use crate::cli::batch::find::names;
use crate::cli::batch::job::{MadeFiles, Work};
use crate::cli::batch::stage::Piece;
use crate::cli::document;
use crate::cli::failure::Failure;
use crate::cli::manifest::{Hash, Key, Made, Manifest, decoded, encoded, hash_of, read, write};
use crate::cli::output::{OutputError, numbered};
use crate::cli::to::To;

/// A result that is to be put in place.
pub(super) struct Move {
    pub piece: Piece,
    pub path: Key,
    /// Whether it replaces one of ours, or what `--force` lets it.
    pub replaces: bool,
}

/// What is to be done for one source.
pub(super) struct Plan {
    pub moves: Vec<Move>,
    pub made: Vec<Made>,
    /// Another source that has the same bytes and so the same result.
    pub same: bool,
}

impl Placer<'_> {
    /// Finds names for the results of a source.
    pub(super) fn plan(&mut self, work: &mut Work, made: MadeFiles) -> Result<Plan, Failure> {
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
                .map(|path| {
                    read(self.manifest)
                        .known
                        .spelled(&encoded(&path_bytes(&path)))
                })
                .collect();
            let hashes: Vec<_> = made.pieces.iter().map(|piece| piece.hash).collect();
            let fit = match self.fits(work, &paths, &hashes) {
                Ok(fit) => fit,
                Err(failure) => {
                    self.barred.extend(paths);
                    return Err(failure);
                }
            };
            match fit {
                Fit::Other(owner) => {
                    behind = behind.or(owner.map(|owner| (owner, paths)));
                }
                Fit::Free(occupied) => {
                    work.done.remark =
                        behind.map(|(owner, paths)| self.compared(&owner, &paths, &made));
                    return Ok(self.planned(work, made, paths, Some(&occupied)));
                }
                Fit::Same => {
                    let owner = manifest_owner(self.manifest, &paths);
                    work.done.remark =
                        owner.map(|owner| format!("it has the same result as {owner}"));
                    return Ok(self.planned(work, made, paths, None));
                }
            }
        }
        Err(Failure::Itself)
    }

    /// Plans results with these names, of which some are `occupied` by what may be replaced; none if
    /// they are there already.
    fn planned(
        &self,
        work: &Work,
        made: MadeFiles,
        paths: Vec<Key>,
        occupied: Option<&[bool]>,
    ) -> Plan {
        let all: Vec<_> = paths
            .iter()
            .zip(&made.pieces)
            .map(|(path, piece)| Made {
                path: path.clone(),
                hash: piece.hash,
            })
            .collect();
        let occupied = occupied.filter(|_| work.again.as_ref() != Some(&all));
        if occupied.is_some()
            && let Some(key) = &work.key
        {
            let mut manifest = write(self.manifest);
            for made in &all {
                manifest.known.claim(key, made);
            }
        }
        let moves = made.pieces.into_iter().zip(paths);
        let moves = moves.zip(occupied.into_iter().flatten());
        let moves = moves.map(|((piece, path), replaces)| Move {
            piece,
            path,
            replaces: *replaces,
        });
        Plan {
            moves: moves.collect(),
            made: all,
            same: occupied.is_none(),
        }
    }

    /// Returns whether the results of a source may have these names.
    fn fits(&self, work: &Work, paths: &[Key], hashes: &[Hash]) -> Result<Fit, Failure> {
        let manifest = read(self.manifest);
        let mut is_same = false;
        let mut occupied = Vec::new();
        for (path, hash) in paths.iter().zip(hashes) {
            let at = manifest.path(path);
            let there = fs::symlink_metadata(&at).ok();
            let is_folder =
                |there: &fs::Metadata| there.is_dir() || there.is_symlink() && at.is_dir();
            let owner = manifest.known.owner(path);
            let is_reserved = self.reserved.as_ref() == Some(&path.to_lowercase());
            if is_reserved
                || manifest.known.is_folder(path)
                || there.as_ref().is_some_and(is_folder)
            {
                return Ok(Fit::Other(None));
            }
            match owner {
                Some(owner) if Some(owner) == work.key.as_ref() => {
                    if there.is_some() {
                        self.may_replace(&manifest, path, &at, hash)?;
                    }
                }
                Some(owner) => {
                    if !Self::is_same(&manifest, work, owner, path, hash) {
                        return Ok(Fit::Other(Some(owner.clone())));
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
            occupied.push(there.is_some());
        }
        Ok(if is_same {
            Fit::Same
        } else {
            Fit::Free(occupied)
        })
    }

    /// Returns whether a result of another source may be the result of this one too: it has the same
    /// bytes and will not change in this run, or its source has gone and this one has its bytes.
    fn is_same(manifest: &Manifest, work: &Work, owner: &Key, path: &Key, hash: &Hash) -> bool {
        if let Some(current) = manifest.known.current(path) {
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
        path: &Key,
        at: &Path,
        hash: &Hash,
    ) -> Result<(), Failure> {
        if self.arguments.force {
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
    fn compared(&self, owner: &str, paths: &[Key], made: &MadeFiles) -> String {
        let manifest = read(self.manifest);
        let other = manifest.source(owner);
        let means = |path: &Key, piece: &Piece| {
            let there = self.staged.get(path).cloned();
            let there = there.unwrap_or_else(|| manifest.path(path));
            match self.to {
                To::Format(format) => means_the_same(&piece.path, &there, format),
                To::Json { .. } => says_the_same(&piece.path, &there),
            }
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
                let name = encoded(&path_bytes(path));
                let is_ours = manifest.known.is_folder(&name);
                manifest.known.is_result(&name)
                    || !is_ours && manifest.folder().join(path).is_file()
            };
            let found = candidates.find(|path| !is_file(path)).unwrap_or_default();
            free = found;
        }
        free.join(name)
    }
}

/// Whether names are to be had.
enum Fit {
    /// They are free, or are those of what may be replaced, as it says of each.
    Free(Vec<bool>),
    /// They are those of the same results, of the same bytes.
    Same,
    /// They are those of another source, or of something else.
    Other(Option<Key>),
}

/// Returns the source that results belong to, for people.
fn manifest_owner(manifest: &RwLock<Manifest>, paths: &[Key]) -> Option<Name> {
    let manifest = read(manifest);
    let owner = manifest.known.owner(paths.first()?)?;
    Some(manifest.source(owner))
}

fn says_the_same(a: &Path, b: &Path) -> bool {
    matches!((fs::read(a), fs::read(b)), (Ok(a), Ok(b)) if document::same(&a, &b))
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
