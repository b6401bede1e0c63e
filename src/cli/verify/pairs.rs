//! Proves results of `--in-place`: a file `NAME` and its source `NAME.orig`.

use std::fs::File;
use std::io::{self, BufReader};
use std::ops::ControlFlow;
use std::path::Path;

use ishi::Format;
use ishi::convert::{Conversion, ConvertOptions};
use ishi::input::{BACKUP, Name, Search};
use ishi::source::{Source, SourceError, SourceOptions};

use super::{Verdict, proven};
use crate::cli::disk;
use crate::cli::manifest::{Manifest, SourceKey, hash};
use crate::cli::paths::absolute;
use crate::cli::same::means_the_same;

/// Proves the pairs below the folder of a manifest. Returns the state and the source of each result.
pub fn all(manifest: &Manifest) -> Vec<(SourceKey, (Verdict, Option<SourceKey>))> {
    let mut pairs = Vec::new();
    let search = Search {
        hidden: true,
        without_results: true,
        ..Search::default()
    };
    let _: ControlFlow<()> = search.find(manifest.folder(), &mut |found| {
        let is_backup = found
            .file
            .extension()
            .is_some_and(|ending| ending == BACKUP);
        if is_backup
            && found.member.is_none()
            && let Some(proven) = prove(&found.file, &found.file.with_extension(""))
        {
            let key = |path: &Path| {
                let path = absolute(path).unwrap_or_else(|_| path.to_owned());
                manifest.key(&path, None)
            };
            let (source, result) = (key(&found.file), key(&found.file.with_extension("")));
            pairs.push((result, (proven, Some(source))));
        }
        ControlFlow::Continue(())
    });
    pairs
}

/// Returns how a result compares with its source. Returns `None` if the source is not a record.
fn prove(source: &Path, result: &Path) -> Option<Verdict> {
    let hint = Format::from_path(result);
    let first = opened(source, hint).ok()?;
    if !result.exists() {
        return Some(Verdict::Missing);
    }
    Some(proven(&Name::of(source), || {
        let is_same = is_made_again(first, result).unwrap_or(false);
        if is_same || is_meant_again(source, result, hint) {
            Verdict::Proven
        } else {
            Verdict::Differs
        }
    }))
}

fn is_meant_again(source: &Path, result: &Path, hint: Option<Format>) -> bool {
    let (Ok(mut a), Ok(mut b)) = (opened(source, hint), opened(result, hint)) else {
        return false;
    };
    means_the_same(&mut a, &mut b)
}

/// Returns whether the source becomes the same bytes again.
fn is_made_again(mut source: Record, result: &Path) -> io::Result<bool> {
    let options = ConvertOptions::new(source.format());
    let mut made = Vec::new();
    let converted = Conversion::new(&options).run(&mut source, &mut |_, bytes| {
        made.extend_from_slice(bytes);
        Ok(())
    });
    let hash_of_made = hash(&mut made.as_slice())?;
    Ok(converted.is_ok() && hash(&mut disk::open(result)?)? == hash_of_made)
}

type Record = Source<BufReader<File>>;

fn opened(path: &Path, hint: Option<Format>) -> Result<Record, SourceError> {
    let options = SourceOptions {
        hint,
        ..SourceOptions::default()
    };
    Source::open(BufReader::new(disk::open(path)?), options)
}
