//! Advice for paths without a file.

use std::fs;
use std::path::Path;

use ishi::Format;
use ishi_archive::{Name, is_many};

use crate::output::folder_of;
use crate::render::listed;

/// How much a name is like another one, from 0 to 1, to be proposed.
const LIKE: f64 = 0.8;

/// How many names are proposed, and how many of a folder are looked at.
const PROPOSED: usize = 3;
const LOOKED_AT: usize = 10_000;

/// Returns advice for a path that cannot be the name of a file.
pub fn not_a_name(path: &Path) -> Option<&'static str> {
    let text = path.to_string_lossy();
    // The path of a URL may have been made a relative one.
    if text.contains("://") || text.starts_with("http:/") || text.starts_with("https:/") {
        return Some("ishi reads files only; download it first, for example with `curl -O`");
    }
    let mut names = text.split(',');
    if text.contains(',') && names.all(|name| Path::new(name).exists()) {
        return Some("write a blank between two names, and no comma");
    }
    if text.contains(['*', '?']) {
        return Some("no file has a name like this, so the shell did not replace it by names");
    }
    None
}

/// Returns advice for a path without a file: the names in its folder that are like it, or else the records there.
pub fn advice(path: &Path) -> String {
    if let Some(help) = not_a_name(path) {
        return help.to_owned();
    }
    let folder = folder_of(path);
    let archive = path.ancestors().skip(1).find(|above| above.is_file());
    if let Some(archive) = archive {
        let name = Name::of(archive);
        if is_many(archive) {
            return format!("{name} is an archive; name it alone, and all its records are read");
        }
        return format!("{name} is a file and not a folder");
    }
    if !folder.is_dir() {
        return format!("there is no folder {}", Name::of(folder));
    }
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<_> = names
        .filter(|name| !name.starts_with('.'))
        .take(LOOKED_AT)
        .collect();
    names.sort();
    let stem = |name: &str| {
        let stem = Path::new(name).file_stem().unwrap_or_default();
        stem.to_string_lossy().to_lowercase()
    };
    let wanted = stem(&path.file_name().unwrap_or_default().to_string_lossy());
    let likeness = |name: &str| strsim::jaro_winkler(&stem(name), &wanted);
    let shown = |name: &String| Name::of(&path.with_file_name(name)).to_string();
    let mut like: Vec<_> = names.iter().filter(|name| likeness(name) > LIKE).collect();
    like.sort_by(|a, b| likeness(b).total_cmp(&likeness(a)));
    if !like.is_empty() {
        let like: Vec<_> = like.into_iter().take(PROPOSED).map(shown).collect();
        return format!("like it in this folder: {}", like.join(", "));
    }
    let is_record = |name: &&String| Format::from_path(Path::new(name)).is_some();
    let records: Vec<_> = names.iter().filter(is_record).collect();
    if records.is_empty() {
        return "no name in this folder is like it, and no record is there".to_owned();
    }
    let first = records.iter().take(PROPOSED).map(|name| shown(name));
    let records = listed(first, records.len(), [", ", ""]);
    format!("no name in this folder is like it; records there: {records}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_and_a_pattern_are_no_names_of_files() {
        let url = "ishi reads files only; download it first, for example with `curl -O`";
        let pattern = "no file has a name like this, so the shell did not replace it by names";
        for (path, help) in [
            ("https://a.org/*.sgf", Some(url)),
            ("ftp://a.org/x", Some(url)),
            ("http:/a.org", Some(url)),
            ("https:/a.org", Some(url)),
            ("*.sgf", Some(pattern)),
            ("a?.sgf", Some(pattern)),
            ("http/a.sgf", None),
            ("a.sgf", None),
            (
                "Cargo.toml,src",
                Some("write a blank between two names, and no comma"),
            ),
            ("Cargo.toml,none", None),
        ] {
            assert_eq!(not_a_name(Path::new(path)), help, "{path}");
        }
    }

    #[test]
    fn names_that_are_like_a_missing_one_are_proposed() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str| fs::write(folder.path().join(name), "").unwrap();
        let advised = |name: &str| {
            let place = folder.path().display().to_string();
            advice(&folder.path().join(name)).replace(&format!("{place}/"), "")
        };
        assert!(advised("a.sgf").contains("no record is there"));
        let names = [
            "cup-final.sgf",
            "cup-1.sgf",
            "Other.go",
            "x.zip",
            "notes.txt",
        ];
        names.into_iter().for_each(write);
        for (name, expected) in [
            (
                "cup-finale.sgf",
                "like it in this folder: cup-final.sgf, cup-1.sgf",
            ),
            ("OTHER.GO", "like it in this folder: Other.go"),
            ("other.sgf", "like it in this folder: Other.go"),
            (
                "zzz.mgt",
                "no name in this folder is like it; records there: Other.go, cup-1.sgf, cup-final.sgf",
            ),
            (
                "x.zip/a.go",
                "x.zip is an archive; name it alone, and all its records are read",
            ),
            ("notes.txt/a.go", "notes.txt is a file and not a folder"),
        ] {
            assert_eq!(advised(name), expected, "{name}");
        }
        assert!(advised("no/a.sgf").starts_with("there is no folder"));
    }
}
