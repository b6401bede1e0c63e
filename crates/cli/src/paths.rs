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
