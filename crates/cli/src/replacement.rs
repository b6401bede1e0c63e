//! Changed records in the place of their sources, which are kept as `NAME.orig`.

mod noted;

use std::fs;
use std::io::Write as _;
use std::path::Path;

use ishi_archive::backed_up;

use super::batch::in_place::put_in_place_of;
use super::manifest;
use super::output::{OutputError, create};
use noted::Noted;

/// Returns why a record cannot be changed in its place, and a way around it. The verb names the change: `mend`.
pub fn obstacle(file: Option<&Path>, verb: &str) -> Option<(String, String)> {
    let because =
        |why: &str, help: String| Some((format!("not {verb}ed, because it is {why}"), help));
    let Some(file) = file else {
        return because(
            "in an archive",
            format!("unpack the archive and {verb} its files"),
        );
    };
    let about = fs::symlink_metadata(file).ok()?;
    if about.is_symlink() {
        return because("a link", format!("{verb} the file that it leads to"));
    }
    if backed_up(file).is_some() {
        return because("a backup", format!("{verb} the record that it belongs to"));
    }
    if about.permissions().readonly() {
        return because("read-only", "permit writing, and run it again".to_owned());
    }
    None
}

/// Puts a changed record into the place of its source, and notes it in the manifest if the source is a result. Returns a
/// problem that came after the change.
///
/// # Errors
///
/// Why the source is as it was.
pub fn put(
    file: &Path,
    bytes: &[u8],
    keeps_source: bool,
    verb: &str,
) -> Result<Option<String>, String> {
    let unread = |error: std::io::Error| format!("not {verb}ed: {error}");
    let hash = manifest::hash(&mut &*bytes).map_err(unread)?;
    let mut noted = Noted::of(file);
    if let Some(Err(error)) = noted.as_mut().map(|noted| noted.before(hash)) {
        return Err(format!(
            "not {verb}ed, because its manifest cannot be written: {error}"
        ));
    }
    replace(file, bytes, keeps_source).map_err(|error| format!("not {verb}ed: {error}"))?;
    let after = noted.map(|mut noted| noted.after(hash));
    Ok(after
        .and_then(Result::err)
        .map(|error| format!("{verb}ed, but its manifest cannot be written: {error}")))
}

/// Puts bytes into the place of a file, and keeps the file if that is wanted.
fn replace(file: &Path, bytes: &[u8], keeps_source: bool) -> Result<(), OutputError> {
    let failed = |source| OutputError::File {
        path: file.to_owned(),
        source,
    };
    let mut temporary = create(file).map_err(failed)?;
    let written = temporary.file.write_all(bytes);
    let written = written.and_then(|()| temporary.file.flush());
    written.map_err(failed)?;
    put_in_place_of(file, temporary, keeps_source)
}
