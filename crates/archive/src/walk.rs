//! Walks through folders, in the order of the names.

use std::io;
use std::iter;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// The name of the file in a folder of results that says where they come from.
pub const MANIFEST: &str = ".ishi-manifest";

/// The ending of the first backup of a file.
const BACKUP: &str = "orig";

/// Something met on a walk.
#[derive(Debug)]
pub(super) enum Met {
    /// A file, with its path below the folder that was named.
    File(PathBuf, PathBuf),
    /// A file that is not opened, and its kind.
    Other(PathBuf, &'static str),
    /// A folder that cannot be read.
    Unreadable(PathBuf, io::Error),
}

/// Goes through a folder and all folders below it. Only the folder itself can be a link, because links are not followed.
///
/// `hidden` tells whether names with a leading dot count, `without_results` whether folders of results below the root are
/// left out. `without` gets paths below the folder, and returns whether a path is left out.
pub(super) fn walk(
    root: &Path,
    hidden: bool,
    without_results: bool,
    without: &dyn Fn(&Path) -> bool,
) -> impl Iterator<Item = Met> {
    let mut entries = WalkDir::new(root)
        .min_depth(1)
        // The entries of a folder have the same path up to their names.
        .sort_by(|one, other| one.path().as_os_str().cmp(other.path().as_os_str()))
        .into_iter();
    iter::from_fn(move || {
        loop {
            let entry = match entries.next()? {
                Ok(entry) => entry,
                Err(error) => {
                    let path = error.path().unwrap_or(root).to_owned();
                    let error = error.into_io_error();
                    return Some(Met::Unreadable(
                        path,
                        error.unwrap_or_else(|| io::ErrorKind::Other.into()),
                    ));
                }
            };
            let (path, kind) = (entry.path().to_owned(), entry.file_type());
            let name = entry.file_name().as_encoded_bytes();
            let below = path.strip_prefix(root).unwrap_or(&path).to_owned();
            let is_listed = kind.is_symlink() || !without(&below);
            let is_ours = name == MANIFEST.as_bytes() || is_temporary(name);
            if !is_listed || name.starts_with(b".") && !hidden || is_ours {
                if kind.is_dir() {
                    entries.skip_current_dir();
                }
            } else if kind.is_dir() {
                if without_results && path.join(MANIFEST).symlink_metadata().is_ok() {
                    entries.skip_current_dir();
                    return Some(Met::Other(
                        path,
                        "a folder of results of ishi, not converted again",
                    ));
                }
            } else if kind.is_symlink() {
                return Some(Met::Other(path, "a link, not followed"));
            } else if !kind.is_file() {
                return Some(Met::Other(path, "a device or a pipe"));
            } else if !backed_up(&path).is_some_and(|source| source.is_file()) {
                return Some(Met::File(path, below));
            }
        }
    })
}

/// Returns the name of a backup, numbered from 1: `a.sgf.orig`, `a.sgf.orig-2`.
pub fn backup(path: &Path, number: usize) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(BACKUP);
    if number > 1 {
        name.push(format!("-{number}"));
    }
    name.into()
}

/// Returns the file that a backup belongs to, by the name of the backup: `a.sgf.orig-2` -> `a.sgf`.
pub fn backed_up(path: &Path) -> Option<PathBuf> {
    let number = path.extension()?.to_str()?.strip_prefix(BACKUP)?;
    let is_number = |text: &str| text.parse::<u32>().is_ok_and(|number| number > 1);
    let is_backup = number.is_empty() || number.strip_prefix('-').is_some_and(is_number);
    is_backup.then(|| path.with_extension(""))
}

/// Returns whether a file is a temporary file of this program, by its name.
pub fn is_temporary(name: &[u8]) -> bool {
    name.starts_with(b".ishi-") && name.ends_with(b".tmp")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Makes a folder with files of these paths.
    fn folder(paths: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for path in paths {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        folder
    }

    /// Returns the found files, and the others with the reason.
    fn found(root: &Path, walk: impl Iterator<Item = Met>) -> Vec<String> {
        let below = |path: &Path| path.strip_prefix(root).unwrap().display().to_string();
        walk.map(|met| match met {
            Met::File(path, relative) => {
                assert_eq!(below(&path), relative.display().to_string());
                below(&path)
            }
            Met::Other(path, what) => format!("{}: {what}", below(&path)),
            Met::Unreadable(path, error) => format!("{}: {}", below(&path), error.kind()),
        })
        .collect()
    }

    #[test]
    fn files_come_in_the_order_of_their_names() {
        let folder = folder(&[
            "sub/x.sgf",
            "sub/below/y.sgf",
            "b.sgf",
            "a.sgf.orig",
            "a.sgf.orig-2",
            "a.sgf",
            "c.orig",
            ".hidden.sgf",
            ".ishi-1.tmp",
            "results/.ishi-manifest",
            "results/z.sgf",
        ]);
        let root = folder.path();
        let results = "results: a folder of results of ishi, not converted again";
        let all = [
            "a.sgf",
            "b.sgf",
            "c.orig",
            results,
            "sub/below/y.sgf",
            "sub/x.sgf",
        ];
        assert_eq!(found(root, walk(root, false, true, &|_| false)), all);
        let mut with_hidden = vec![".hidden.sgf"];
        with_hidden.extend(all);
        assert_eq!(found(root, walk(root, true, true, &|_| false)), with_hidden);
        let with_results = all.map(|one| if one == results { "results/z.sgf" } else { one });
        assert_eq!(
            found(root, walk(root, false, false, &|_| false)),
            with_results
        );
        // A folder of results that is named is read.
        let named = &root.join("results");
        assert_eq!(
            found(named, walk(named, false, true, &|_| false)),
            ["z.sgf"]
        );
        let without = |path: &Path| path == Path::new("sub/below") || path == Path::new("b.sgf");
        let found_without = found(root, walk(root, false, true, &without));
        assert_eq!(found_without, ["a.sgf", "c.orig", results, "sub/x.sgf"]);
        let missing = &root.join("missing");
        assert_eq!(
            found(missing, walk(missing, false, true, &|_| false)),
            [": entity not found"]
        );
    }

    #[test]
    fn a_backup_has_the_name_of_its_file_and_a_number() {
        for (number, name) in [
            (1, "d/a.sgf.orig"),
            (2, "d/a.sgf.orig-2"),
            (12, "d/a.sgf.orig-12"),
        ] {
            let source = Path::new("d/a.sgf");
            assert_eq!(backup(source, number), Path::new(name));
            assert_eq!(backed_up(Path::new(name)).as_deref(), Some(source));
        }
        for name in [
            "a.sgf",
            "a.orig-1",
            "a.orig-",
            "a.orig-x",
            "a.original",
            "orig",
        ] {
            assert_eq!(backed_up(Path::new(name)), None, "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_are_named_and_not_followed() {
        let folder = folder(&["a.sgf", "sub/x.sgf"]);
        let root = folder.path();
        std::os::unix::fs::symlink("sub", root.join("b")).unwrap();
        let expected = ["a.sgf", "b: a link, not followed", "sub/x.sgf"];
        assert_eq!(found(root, walk(root, false, true, &|_| false)), expected);
        let link = &root.join("b");
        assert_eq!(found(link, walk(link, false, true, &|_| false)), ["x.sgf"]);
    }
}
