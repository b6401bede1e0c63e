//! Proves the results that a manifest names: their sources are converted again.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{BufReader, Cursor, Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ishi::Format;
use ishi::convert::{Conversion, ConvertError, ConvertOptions, Report, Sink};
use ishi::source::{Source, SourceOptions};
use ishi_archive::{Content, Name, Search, backed_up, is_many, path_bytes};

use super::{All, Verdict, proven};
use crate::disk::paths::absolute;
use crate::input::held;
use crate::manifest::{Hash, Made, Manifest, SourceKey, SourceLine, encoded, hash};
use crate::options::Options;
use crate::options::document;
use crate::options::to::To;
use crate::same::says_the_same;

/// Proves the results that a manifest names.
pub fn all(manifest: &Manifest) -> All {
    let found = BTreeMap::new();
    Verifier { manifest, found }.all()
}

struct Verifier<'m> {
    manifest: &'m Manifest,
    found: All,
}

impl Verifier<'_> {
    fn all(mut self) -> All {
        // Archives are gone through once each, however many sources are in them.
        let mut archives: BTreeMap<PathBuf, BTreeMap<SourceKey, SourceLine>> = BTreeMap::new();
        for line in self.manifest.lines() {
            let path = self.manifest.path(&line.source);
            // A record packed by gzip is an archive of one.
            if path.is_file() && !is_many(&path) {
                let bytes = File::open(&path).map(BufReader::new);
                let found = bytes.map_or(Verdict::SourceGone, |bytes| {
                    proven(&Name::of(&path), || self.prove(bytes, &path, &line))
                });
                self.note(&line, found);
            } else if let Some(archive) = path.ancestors().find(|above| above.is_file()) {
                let lines = archives.entry(archive.to_owned()).or_default();
                lines.insert(line.source.clone(), line);
            } else {
                self.note(&line, Verdict::SourceGone);
            }
        }
        for (archive, lines) in archives {
            self.archive(&archive, &lines);
        }
        self.left_over();
        if self.manifest.exists() {
            self.new_ones();
        }
        self.found
    }

    fn archive(&mut self, archive: &Path, lines: &BTreeMap<SourceKey, SourceLine>) {
        let mut states: BTreeMap<SourceKey, Verdict> = BTreeMap::new();
        let file = absolute(archive).unwrap_or_else(|_| archive.to_owned());
        let search = Search {
            hidden: true,
            ..Search::default()
        };
        let _: ControlFlow<()> = search.find(archive, &mut |found| {
            let key = self.manifest.key(&file, found.member.as_deref());
            if let (Some(line), Content::Once(reader)) = (lines.get(&key), found.content)
                && let Ok(bytes) = held(reader)
            {
                let prove = || self.prove(bytes, &found.below, line);
                states.insert(key, proven(&found.name, prove));
            }
            ControlFlow::Continue(())
        });
        for (source, line) in lines {
            let found = states.get(source).copied().unwrap_or(Verdict::SourceGone);
            self.note(line, found);
        }
    }

    /// Notes the state of each result of a source; `proven` is the state of an unchanged one.
    fn note(&mut self, line: &SourceLine, proven: Verdict) {
        let source = &line.source;
        for made in &line.results {
            let found = match self.manifest.hash_of(&made.path) {
                None => Verdict::Missing,
                Some(hash) if hash != made.hash => Verdict::Changed,
                Some(_) if made.edited => Verdict::Edited,
                Some(_) if made.fixed => Verdict::Fixed,
                Some(_) => proven,
            };
            let place = self.found.entry(made.path.clone());
            let known = place.or_insert_with(|| (found, Some(source.clone())));
            // Of several sources the report names the first, whatever order the lines are in.
            if known.1.as_ref().is_some_and(|first| source < first) {
                known.1 = Some(source.clone());
            }
            // A result of two sources is good if one of them proves it, and bad if one of them disproves it.
            known.0 = if known.0.is_good() && found.is_good() {
                known.0.min(found)
            } else {
                known.0.max(found)
            };
        }
    }

    /// Converts a source again, and returns how its results compare.
    fn prove<R: Read + Seek>(&self, mut bytes: R, path: &Path, line: &SourceLine) -> Verdict {
        if !hash(&mut bytes).is_ok_and(|hash| hash == line.hash) {
            return Verdict::SourceChanged;
        }
        let Some(options) = Options::parse(&line.options) else {
            return Verdict::Differs;
        };
        let mut made: Vec<Vec<u8>> = Vec::new();
        let source = Source::open(&mut bytes, reading(&options, path));
        let converted = source.map_err(Into::into).and_then(|mut source| {
            convert(&options, &mut source, &mut |_, game| {
                match made.last_mut().filter(|_| !options.convert.split) {
                    Some(whole) => whole.extend_from_slice(game),
                    None => made.push(game.to_vec()),
                }
                Ok(())
            })
        });
        // Another version may write the same in another way.
        let is_proven = |(made, result): (&Vec<u8>, &Made)| {
            let is_equal = Hash::of(made) == result.hash;
            let there = self.manifest.path(&result.path);
            is_equal || says_the_same(Cursor::new(made), &there, options.to)
        };
        let is_whole = converted.is_ok() && made.len() == line.results.len();
        if is_whole && made.iter().zip(&line.results).all(is_proven) {
            Verdict::Proven
        } else {
            Verdict::Differs
        }
    }

    /// Finds results of other options that no source has any more.
    fn left_over(&mut self) {
        let manifest = self.manifest;
        for (path, source, _) in manifest.known.results() {
            if self.found.contains_key(path) {
                continue;
            }
            if let Some(hash) = manifest.hash_of(path) {
                let found = if manifest.known.was(path, &hash) {
                    Verdict::LeftOver
                } else {
                    Verdict::Changed
                };
                self.found
                    .insert(path.clone(), (found, Some(source.clone())));
            }
        }
    }

    /// Finds files that no manifest names and that are not sources.
    fn new_ones(&mut self) {
        let canonical = self.manifest.canonical.clone();
        let known: HashSet<_> = self.found.keys().map(|path| path.to_lowercase()).collect();
        let search = Search {
            hidden: true,
            without_results: true,
            ..Search::default()
        };
        let _: ControlFlow<()> = search.find(&self.manifest.folder, &mut |found| {
            let path = absolute(&found.file).unwrap_or_else(|_| found.file.clone());
            let below = path.strip_prefix(&canonical).unwrap_or(&path);
            let key = SourceKey::from(encoded(&path_bytes(below)));
            if !known.contains(&key.to_lowercase())
                && self.manifest.known.line(&key).is_none()
                && found.file.is_file()
                && backed_up(&found.file).is_none()
            {
                self.found.insert(key, (Verdict::New, None));
            }
            ControlFlow::Continue(())
        });
    }
}

/// Returns how a source is read with these options.
fn reading(options: &Options, path: &Path) -> SourceOptions {
    SourceOptions {
        hint: Format::from_path(path),
        charset: options.encoding,
        ..SourceOptions::of(options.from)
    }
}

/// Converts a source with these options, and proves the result even if the run did not.
fn convert<R: Read + Seek>(
    options: &Options,
    source: &mut Source<R>,
    sink: &mut Sink<'_>,
) -> Result<(), ConvertError> {
    match options.to {
        To::Format(_) => {
            let proven = ConvertOptions {
                verify: true,
                ..options.convert.clone()
            };
            Conversion::new(&proven).run(source, sink)
        }
        To::Json { positions } => document::write(
            source,
            positions,
            &options.convert,
            &mut Report::default(),
            sink,
        ),
    }
}
