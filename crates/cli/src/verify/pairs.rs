//! Proves files that were changed in place: `NAME` against the last of its backups, `NAME.orig`, `NAME.orig-2` and so
//! on.

use std::io::{self, Read, Seek};
use std::ops::ControlFlow;
use std::path::Path;

use ishi::Format;
use ishi::check::{Choice, fixes, mended};
use ishi::convert::{Conversion, ConvertOptions};
use ishi::source::{Source, SourceError, SourceOptions};
use ishi_archive::{Name, Search, backed_up};

use super::{Verdict, proven};
use crate::batch::in_place::{backups, regular};
use crate::disk::paths::absolute;
use crate::manifest::{Manifest, SourceKey};
use crate::same::{content, differences, opened};

/// Proves the pairs below the folder of a manifest. Returns the state and the source of each result.
pub fn all(manifest: &Manifest) -> Vec<(SourceKey, (Verdict, Option<SourceKey>))> {
    let mut pairs = Vec::new();
    let search = Search {
        hidden: true,
        without_results: true,
        ..Search::default()
    };
    let _: ControlFlow<()> = search.find(&manifest.folder, &mut |found| {
        // A backup whose file is there is not met.
        let (file, is_missing) = match backed_up(&found.file) {
            Some(file) => (file, true),
            None => (found.file.clone(), false),
        };
        let (there, _) = backups(&file);
        if found.member.is_none()
            && let Some(source) = there.last()
            && let Some(proven) = prove(source, &file, is_missing)
        {
            let key = |path: &Path| {
                let path = absolute(path).unwrap_or_else(|_| path.to_owned());
                manifest.key(&path, None)
            };
            pairs.push((key(&file), (proven, Some(key(source)))));
        }
        ControlFlow::Continue(())
    });
    pairs
}

/// Returns how a result compares with its source. Returns `None` if the source is not a record.
fn prove(source: &Path, result: &Path, is_missing: bool) -> Option<Verdict> {
    let options = SourceOptions {
        hint: Format::from_path(result),
        ..SourceOptions::default()
    };
    let first = opened(source, options).ok()?;
    if is_missing {
        return Some(Verdict::Missing);
    }
    Some(proven(&Name::of(source), || {
        if is_made_again(first, result).unwrap_or(false) || is_meant_again(source, result, options)
        {
            return Verdict::Proven;
        }
        let is_mended = [false, true]
            .into_iter()
            .any(|guesses| is_mended(source, result, options, guesses).unwrap_or(false));
        if is_mended {
            Verdict::Fixed
        } else {
            Verdict::Differs
        }
    }))
}

fn is_meant_again(source: &Path, result: &Path, options: SourceOptions) -> bool {
    let (Ok(mut a), Ok(mut b)) = (opened(source, options), opened(result, options)) else {
        return false;
    };
    differences(&mut a, &mut b, ["", ""]).is_ok_and(|(found, _)| found.is_same())
}

/// Returns whether the source becomes the same bytes again.
fn is_made_again(mut source: Source<impl Read + Seek>, result: &Path) -> io::Result<bool> {
    let usual = ConvertOptions::new(source.format());
    let options = regular(source.format(), result, &usual);
    let mut made = Vec::new();
    let converted = Conversion::new(&options).run(&mut source, &mut |_, bytes| {
        made.extend_from_slice(bytes);
        Ok(())
    });
    Ok(converted.is_ok() && content(result)? == made)
}

/// Returns whether the fixes of `ishi check` make the result out of the source.
fn is_mended(
    source: &Path,
    result: &Path,
    options: SourceOptions,
    guesses: bool,
) -> Result<bool, SourceError> {
    let choice = Choice {
        guesses,
        rules: Vec::new(),
    };
    let found = fixes(&mut opened(source, options)?, &choice)?;
    Ok(content(result)? == mended(&mut opened(source, options)?, &found)?)
}
