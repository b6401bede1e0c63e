//! Changed records in the place of their sources, which are kept as `NAME.orig`.

mod noted;

use std::fs;
use std::io::Write as _;
use std::path::Path;

use ishi_archive::backed_up;

use crate::batch::in_place::put_in_place_of;
use crate::manifest::Hash;
use crate::output::{OutputError, Swept, create, folder_of};
use noted::Noted;

/// Why a changed record is not in the place of its source, or not as it should be, and a way around it.
pub struct Obstacle {
    pub reason: String,
    pub help: Option<String>,
    /// Whether the record is there, and only its manifest does not know it.
    pub is_there: bool,
}

/// A change of a record in its place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A fix. A later conversion may replace the record.
    Mend,
    /// An edit of a person. No later conversion replaces the record.
    Edit,
}

impl Change {
    fn verb(self) -> &'static str {
        match self {
            Self::Mend => "mend",
            Self::Edit => "edit",
        }
    }
}

/// Returns the kind of a file that cannot be changed in its place, and a way around it.
fn unfit(file: Option<&Path>, verb: &str) -> Option<(&'static str, String)> {
    let Some(file) = file else {
        let help = format!("unpack the archive and {verb} its files");
        return Some(("in an archive", help));
    };
    let about = fs::symlink_metadata(file).ok()?;
    if about.is_symlink() {
        Some(("a link", format!("{verb} the file that it leads to")))
    } else if backed_up(file).is_some() {
        let help = format!("{verb} the record that it belongs to");
        Some(("a backup", help))
    } else if about.permissions().readonly() {
        let help = "permit writing, and run it again".to_owned();
        Some(("read-only", help))
    } else {
        None
    }
}

/// Puts a changed record into the place of its source, and notes it in the manifest if the source is a result. A record
/// without a file is in an archive.
pub fn put(
    file: Option<&Path>,
    bytes: &[u8],
    keeps_source: bool,
    change: Change,
    swept: &mut Swept,
) -> Result<(), Obstacle> {
    let verb = change.verb();
    let not = |reason: String| Obstacle {
        reason: format!("not {verb}ed{reason}"),
        help: None,
        is_there: false,
    };
    if let Some((kind, help)) = unfit(file, verb) {
        let help = Some(help);
        let obstacle = not(format!(", because it is {kind}"));
        return Err(Obstacle { help, ..obstacle });
    }
    let file = file.unwrap_or(Path::new(""));
    swept.sweep(folder_of(file));
    let hash = Hash::of(bytes);
    let mut noted = Noted::of(file, change == Change::Edit);
    if let Some(Err(error)) = noted.as_mut().map(|noted| noted.before(hash)) {
        let why = format!(", because its manifest cannot be written: {error}");
        return Err(not(why));
    }
    replace(file, bytes, keeps_source).map_err(|error| not(format!(": {error}")))?;
    let after = noted.map_or(Ok(()), |mut noted| noted.after(hash));
    after.map_err(|error| Obstacle {
        reason: format!("{verb}ed, but its manifest cannot be written: {error}"),
        help: None,
        is_there: true,
    })
}

/// Puts bytes into the place of a file, and keeps the file if that is wanted.
fn replace(file: &Path, bytes: &[u8], keeps_source: bool) -> Result<(), OutputError> {
    let failed = OutputError::at(file);
    let mut temporary = create(file).map_err(&failed)?;
    let written = temporary.file.write_all(bytes);
    let written = written.and_then(|()| temporary.file.flush());
    written.map_err(failed)?;
    put_in_place_of(file, temporary, keeps_source)
}
