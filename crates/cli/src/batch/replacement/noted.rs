//! The note of a mended or edited result in the manifest of its folder.

use std::io;
use std::path::Path;

use ishi_archive::{MANIFEST, path_bytes};

use crate::manifest::{Hash, Manifest, ManifestLine, SourceKey, encoded, hash_of};

/// A result of a folder of results that is as its manifest says.
pub struct Noted {
    manifest: Manifest,
    source: SourceKey,
    path: SourceKey,
    /// Whether a person edits it, or did so before. Then a later conversion does not replace it.
    edited: bool,
}

impl Noted {
    /// Finds the manifest of a file. Returns `None` if the file is not a result, or if it has changed.
    pub fn of(file: &Path, is_edit: bool) -> Option<Self> {
        let file = file.canonicalize().ok()?;
        let mut folders = file.ancestors().skip(1);
        let folder = folders.find(|folder| folder.join(MANIFEST).is_file())?;
        let manifest = Manifest::read(folder).ok()?;
        let path = encoded(&path_bytes(file.strip_prefix(folder).ok()?));
        let source = manifest.known.owner(&path)?;
        let path = manifest.known.spelled(&path);
        let hash = hash_of(&file)?;
        let mut results = manifest.line(&source)?.results.into_iter();
        let was_edited = results.any(|made| made.path == path && made.edited && made.hash == hash);
        let is_known = was_edited || manifest.known.was(&path, &hash);
        is_known.then_some(Self {
            manifest,
            source,
            path,
            edited: is_edit || was_edited,
        })
    }

    /// Notes the content that the result is about to have, so that a run that is killed leaves no stranger.
    pub fn before(&mut self, hash: Hash) -> io::Result<()> {
        if self.edited {
            return Ok(());
        }
        let placing = vec![(self.source.clone(), self.path.clone(), hash)];
        self.add(ManifestLine::Placing { placing })
    }

    /// Notes that the result has its content.
    pub fn after(&mut self, hash: Hash) -> io::Result<()> {
        let Some(mut line) = self.manifest.line(&self.source) else {
            return Ok(());
        };
        let mut results = line.results.iter_mut();
        if let Some(result) = results.find(|result| result.path == self.path) {
            (result.hash, result.size) = (hash, None);
            (result.edited, result.fixed) = (self.edited, !self.edited);
        }
        self.add(ManifestLine::Done(line))
    }

    fn add(&mut self, line: ManifestLine) -> io::Result<()> {
        self.manifest.lock()?;
        let added = self.manifest.add(vec![line], true);
        self.manifest.unlock();
        added
    }
}
