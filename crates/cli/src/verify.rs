//! `ishi verify`: proves the results of earlier runs again.

mod pairs;
mod prove;

use std::collections::BTreeMap;
use std::path::Path;

use ishi::Format;
use ishi::crash::{Crash, contained};
use ishi_archive::{MANIFEST, Name, backed_up};
use serde_json::json;

use super::args::{Printed, VerifyArgs};
use super::batch::in_place::backups;
use super::disk::not_a_folder;
use super::manifest::{Manifest, SourceKey};
use super::render::{Messages, counted};
use super::same::edits;
use super::{Status, print_json};
use crate::options::to::To;

/// The state of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    /// The source was converted again, and the result is the same.
    Proven,
    /// The source is gone, and the result is unchanged.
    SourceGone,
    /// No source has it with the options of the last run; it is unchanged.
    LeftOver,
    /// A person edited it, and the user accepted that; it is unchanged since.
    Edited,
    /// `ishi check --fix` mended it; it is unchanged since.
    Fixed,
    /// It is unchanged, but the source was changed.
    SourceChanged,
    /// It was changed.
    Changed,
    /// It is not there.
    Missing,
    /// It is unchanged, but does not mean the same as the source.
    Differs,
    /// The proof ended in a panic.
    Crashed,
    /// It is there, but no manifest names it.
    New,
}

impl Verdict {
    /// Returns its name in documents, its words for people, and whether it is good.
    fn told(self) -> (&'static str, &'static str, bool) {
        match self {
            Self::Proven => ("proven", "proven", true),
            Self::SourceGone => ("source-gone", "unchanged, but the source is gone", true),
            Self::LeftOver => ("left-over", "left over from other options", true),
            Self::Edited => ("edited", "edited by hand, and accepted", true),
            Self::Fixed => ("fixed", "mended by ishi check --fix", true),
            Self::SourceChanged => ("source-changed", "the source has changed since", false),
            Self::Changed => ("changed", "changed", false),
            Self::Missing => ("missing", "missing", false),
            Self::Differs => ("differs", "does not mean the same as its source", false),
            Self::Crashed => ("crashed", "not proven, because ishi crashed", false),
            Self::New => ("new", "new, not in the manifest", true),
        }
    }

    fn name(self) -> &'static str {
        self.told().0
    }

    fn word(self) -> &'static str {
        self.told().1
    }

    fn is_good(self) -> bool {
        self.told().2
    }
}

const HELP: &str =
    "verify needs a folder that `ishi convert` wrote with -d DIR, or changed with --in-place";

/// Proves all results in a folder.
pub fn run(arguments: &VerifyArgs) -> Status {
    let messages = arguments.talk;
    let folder = &arguments.folder;
    let shown = Name::of(folder);
    if !folder.is_dir() {
        let message = not_a_folder(folder)
            .map_or(format!("there is no folder {shown}"), |why| why.to_string());
        return messages.misuse(&message, Some(HELP));
    }
    let manifest = match Manifest::read(folder) {
        Ok(manifest) => manifest,
        Err(wrong) => return messages.misuse(&wrong, None),
    };
    let found = all(&manifest);
    if found.is_empty() && !manifest.exists() {
        let message = format!("there is no {MANIFEST} in {shown}, and no source that was kept");
        return messages.misuse(&message, Some(HELP));
    }
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    for (found, _) in found.values() {
        *counts.entry(*found).or_default() += 1;
    }
    let status = Status::of(counts.keys().all(|found| found.is_good()));
    if arguments.format == Printed::Json {
        return document(&manifest, &found, &counts, status);
    }
    for (path, (found, source)) in &found {
        let name = Name::of(&manifest.path(path));
        let from = source.as_deref().map(|source| manifest.source(source));
        let from = from.map_or_else(String::new, |source| format!(" (from {source})"));
        let mut line = format!("{name}: {}{from}", found.word());
        match found {
            found if !found.is_good() => messages.error(&line, None),
            Verdict::New => messages.note(&line, None),
            _ if messages.verbose => {
                if *found == Verdict::Fixed {
                    line.extend(changes(&manifest.path(path)));
                }
                messages.say(&line);
            }
            _ => {}
        }
    }
    let parts: Vec<_> = counts
        .iter()
        .map(|(found, count)| format!("{count} {}", found.word()))
        .collect();
    let files = counted(found.len(), "file");
    messages.say(&format!("{shown}: {files}: {}", parts.join("; ")));
    let is_other = [Verdict::Changed, Verdict::Missing].map(|found| counts.contains_key(&found));
    if manifest.exists() && is_other.contains(&true) {
        messages.say(
            "the same `ishi convert` again writes missing results, and with --keep-edited it accepts changed ones",
        );
    }
    if counts.contains_key(&Verdict::SourceChanged) {
        messages.say("the same `ishi convert` again converts the changed sources");
    }
    let mut found = found.iter();
    if let Some((path, (_, Some(source)))) =
        found.find(|(_, (found, _))| *found == Verdict::Differs)
    {
        let [source, result] = [manifest.source(source), Name::of(&manifest.path(path))];
        let backup = backed_up(Path::new(&source.to_string()));
        let help = backup.map_or("", |_| "; if an edit was meant, delete the NAME.orig files");
        let diff = format!("`ishi diff {source} {result}` prints the differences{help}");
        messages.say(&diff);
    }
    status
}

/// Proves the results of one source.
fn proven(source: &Name, prove: impl FnOnce() -> Verdict) -> Verdict {
    contained(prove).unwrap_or_else(|crash| {
        Messages::default().error(&format!("{source}: {crash}"), Some(Crash::HELP));
        Verdict::Crashed
    })
}

/// Returns what the fixes changed in a file, by the last of its backups.
fn changes(path: &Path) -> Option<String> {
    let (backups, _) = backups(path);
    let to = To::Format(Format::from_path(path)?);
    let changes = edits(backups.last()?, path, to)?;
    Some(format!(": {changes}"))
}

/// The state of each result, with its source.
type All = BTreeMap<SourceKey, (Verdict, Option<SourceKey>)>;

/// Returns the state of each result.
#[cfg(test)]
pub fn statuses(manifest: &Manifest) -> BTreeMap<String, &'static str> {
    let found = all(manifest).into_iter();
    let names = found.map(|(result, (found, _))| (result.to_string(), found.name()));
    names.collect()
}

/// Proves the results that a manifest names, and the results of `--in-place`.
fn all(manifest: &Manifest) -> All {
    let mut found = prove::all(manifest);
    for (result, pair) in pairs::all(manifest) {
        found.entry(result).or_insert(pair);
    }
    found
}

fn document(
    manifest: &Manifest,
    found: &All,
    counts: &BTreeMap<Verdict, usize>,
    status: Status,
) -> Status {
    let results: Vec<_> = found
        .iter()
        .map(|(path, (found, source))| {
            let name = Name::of(&manifest.path(path));
            json!({
                "result": name.text(), "path_bytes": name.encoded(),
                "source": source.as_deref(), "status": found.name(),
            })
        })
        .collect();
    let counts: serde_json::Map<_, _> = counts
        .iter()
        .map(|(found, count)| (found.name().to_owned(), (*count).into()))
        .collect();
    let document = json!({
        "tool": env!("CARGO_BIN_NAME"), "version": env!("CARGO_PKG_VERSION"),
        "results": results, "summary": counts,
    });
    print_json(&document, status)
}
