//! The note of a mended result in the manifest of its folder.

use std::io;
use std::path::Path;

use ishi_archive::{MANIFEST, path_bytes};

use crate::manifest::{Hash, Manifest, ManifestLine, SourceKey, encoded, hash_of};

/// A result of a folder of results that is as a conversion or an earlier fix wrote it.
pub struct Noted {
    manifest: Manifest,
    source: SourceKey,
    path: SourceKey,
}

impl Noted {
    /// Finds the manifest of a file. Returns `None` if the file is not a result, or if a person edited it.
    pub fn of(file: &Path) -> Option<Self> {
        let file = file.canonicalize().ok()?;
        let mut folders = file.ancestors().skip(1);
        let folder = folders.find(|folder| folder.join(MANIFEST).is_file())?;
        let manifest = Manifest::read(folder).ok()?;
        let path = encoded(&path_bytes(file.strip_prefix(folder).ok()?));
        let source = manifest.known.owner(&path)?;
        let path = manifest.known.spelled(&path);
        let is_ours = hash_of(&file).is_some_and(|hash| manifest.known.was(&path, &hash));
        is_ours.then_some(Self {
            manifest,
            source,
            path,
        })
    }

    /// Notes the content that the result is about to have, so that a run that is killed leaves no stranger.
    pub fn before(&mut self, hash: Hash) -> io::Result<()> {
        let placing = vec![(self.source.clone(), self.path.clone(), hash)];
        self.add(ManifestLine::Placing { placing })
    }

    /// Notes that the result has its content.
    pub fn after(&mut self, hash: Hash) -> io::Result<()> {
        let Some(mut line) = self.manifest.known.line(&self.source).cloned() else {
            return Ok(());
        };
        let mut results = line.results.iter_mut();
        if let Some(result) = results.find(|result| result.path == self.path) {
            (result.hash, result.size) = (hash, None);
            (result.edited, result.fixed) = (false, true);
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
