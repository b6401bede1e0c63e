//! Ways from one file to another.

use std::io;
use std::path::{Path, PathBuf};

/// Returns a path from the root of the file system, links resolved as far as it exists.
pub fn absolute(path: &Path) -> io::Result<PathBuf> {
    let whole = std::path::absolute(path)?;
    for above in whole.ancestors() {
        if let Ok(canonical) = above.canonicalize() {
            let rest = whole.strip_prefix(above).unwrap_or(Path::new(""));
            return Ok(if rest.as_os_str().is_empty() {
                canonical
            } else {
                canonical.join(rest)
            });
        }
    }
    Ok(whole)
}

/// Returns the ending of a path in small letters, without its dot.
pub fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_ascii_lowercase()
}

/// Returns the paths that exist, from the root of the file system.
pub fn canonical(paths: &[PathBuf]) -> Vec<PathBuf> {
    let paths = paths.iter().filter_map(|path| path.canonicalize().ok());
    paths.collect()
}

/// Returns whether a path exists, and is one of some canonical paths or below one.
pub fn is_among(path: &Path, all: &[PathBuf]) -> bool {
    let is_in = |path: PathBuf| all.iter().any(|above| path.starts_with(above));
    path.canonicalize().is_ok_and(is_in)
}

/// Returns whether two paths lead to one file.
pub fn are_one_file(one: &Path, other: &Path) -> bool {
    let one = one.canonicalize();
    one.is_ok_and(|one| other.canonicalize().is_ok_and(|other| one == other))
}

/// Returns the first link on the way from a folder to a file below it.
pub fn link_between<'p>(folder: &Path, file: &'p Path) -> Option<&'p Path> {
    let above = file.ancestors().skip(1);
    let above = above.take_while(|above| *above != folder);
    above.filter(|above| above.is_symlink()).last()
}

/// Returns the way from a folder to a file, both from the root of the file system.
pub fn relative(folder: &Path, file: &Path) -> PathBuf {
    let mut from = folder.components().peekable();
    let mut to = file.components().peekable();
    let mut shared = false;
    while from.peek().is_some() && from.peek() == to.peek() {
        shared = true;
        from.next();
        to.next();
    }
    if !shared {
        return file.to_owned();
    }
    let up = from.map(|_| Path::new(".."));
    up.chain(to.map(|part| Path::new(part.as_os_str())))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_from_folder_to_file() {
        for (folder, file, expected) in [
            ("/a/out", "/a/in/x.go", "../in/x.go"),
            ("/a", "/a/x.go", "x.go"),
            ("/a/b", "/c", "../../c"),
            ("/a", "b/x.go", "b/x.go"),
        ] {
            assert_eq!(
                relative(Path::new(folder), Path::new(file)),
                Path::new(expected)
            );
        }
    }
}
