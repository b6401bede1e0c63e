//! Results that replace their sources: the same record, made regular. `ishi` keeps each source that it replaces as
//! `NAME.orig`, `NAME.orig-2` and so on, and never replaces such a file.
//!
//! The name of the backup is on the disk before the result gets the name of the source. So a run that was
//! killed in between leaves a source with two names, and the next run replaces one of them.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ishi::Format;
use ishi::charset::Charset;
use ishi::convert::ConvertOptions;
use ishi_archive::{Name, backup};

use super::job::{Job, Still, Work, unchanged};
use crate::disk;
use crate::done::Fate;
use crate::failure::Failure;
use crate::input::AnySource;
use crate::manifest::{Hash, hash};
use crate::options::to::To;
use crate::output::{OutputError, Temporary, create, folder_of};
use crate::render::changes::unified;

/// Returns how a file of this format is made regular under a name: a `.sgf` becomes SGF, and any other record keeps
/// its format. No new carrier is made, because the source is kept.
pub fn regular(format: Format, name: &Path, options: &ConvertOptions) -> ConvertOptions {
    let is_sgf = Format::from_path(name) == Some(Format::Sgf);
    let to = match format {
        Format::SmartGo if is_sgf => Format::Sgf,
        Format::Ishi | Format::SmartGo | Format::Sgf => format,
    };
    ConvertOptions {
        to,
        // Ishi and Smart-Go keep the lines that mean no more than themselves.
        plain: options.plain || to == Format::Sgf,
        keep_carriers: !options.plain,
        ..options.clone()
    }
}

/// Converts a source into its own place. A dry run notes the lines that would change.
pub fn convert(
    job: &Job<'_>,
    path: &Path,
    (source, still): (&mut AnySource, Option<&Still>),
    work: &mut Work,
) -> Result<Fate, Failure> {
    let failed = |error| Failure::Output(OutputError::at(path)(error));
    if source.read_from().is_read_only() {
        return Err(Failure::ReadOnly(source.read_from()));
    }
    let options = regular(source.format(), path, &job.options);
    work.done.to = To::Format(options.to);
    if let Some(ending) = Format::from_path(path).filter(|ending| *ending != options.to) {
        let to = options.to;
        let remark = format!("it stays {to}, although its ending stands for {ending}");
        work.done.remark = Some(remark);
    }
    // A dry run writes too, into a file that is never put in place, to compare.
    let place = if job.arguments.dry_run {
        std::env::temp_dir().join("x")
    } else {
        path.to_owned()
    };
    job.sweep(&place);
    let mut temporary = create(&place).map_err(failed)?;
    let verified = job.convert_as(&options, source, work, &mut |_, bytes| {
        io::Write::write_all(&mut temporary.file, bytes)
    })?;
    let charset = source.charset();
    let written = match options.to {
        Format::Sgf => Charset::Utf8,
        // Ishi keeps the charset of the source for letters outside ASCII.
        Format::Ishi => charset,
        Format::SmartGo => Charset::Ascii,
    };
    let written = options.charset.unwrap_or(written);
    io::Write::flush(&mut temporary.file).map_err(failed)?;
    unchanged(still)?;
    let made = temporary.path.path();
    if content(made).map_err(failed)? == content(path).map_err(failed)? {
        return Ok(Fate::Skipped);
    }
    if job.arguments.dry_run {
        let differences = differences(path, made, [charset, written]);
        work.differences = Some(differences.map_err(failed)?);
    } else {
        put_in_place_of(path, temporary, true).map_err(Failure::Output)?;
    }
    Ok(job.fate(verified))
}

/// Returns the lines that would change, as `diff -u` prints them.
fn differences(source: &Path, made: &Path, charsets: [Charset; 2]) -> io::Result<Vec<u8>> {
    let (old, new) = (fs::read(source)?, fs::read(made)?);
    let name = Name::of(source).to_string();
    let mut text = String::new();
    // A change of the charset alone shows in no line.
    if charsets[0] != charsets[1] {
        let [before, after] = charsets.map(Charset::label);
        text = format!("{name}: {before} becomes {after}\n");
    }
    let mut lines = text.into_bytes();
    lines.extend(unified(&name, [&old, &new], charsets));
    Ok(lines)
}

/// Puts a finished file into the place of a source, with its permissions, and keeps the source if that is
/// wanted.
///
/// # Errors
///
/// If a file cannot be written; then the source is as it was.
pub fn put_in_place_of(
    path: &Path,
    temporary: Temporary,
    keeps_source: bool,
) -> Result<(), OutputError> {
    let failed = OutputError::at(path);
    let permissions = fs::metadata(path).map_err(&failed)?.permissions();
    let file = temporary.file.get_ref();
    let ready = file.set_permissions(permissions).and_then(|()| file.sync());
    ready.map_err(&failed)?;
    if keeps_source {
        keep(path).map_err(&failed)?;
    }
    let put = disk::sync_folder(folder_of(path)).and_then(|()| temporary.path.replace(path));
    put.map_err(failed)
}

fn content(path: &Path) -> io::Result<Hash> {
    hash(&mut disk::open(path)?)
}

/// Returns the backups of a file, and the first free name for another one.
pub fn backups(path: &Path) -> (Vec<PathBuf>, PathBuf) {
    let mut there = Vec::new();
    loop {
        let name = backup(path, there.len() + 1);
        if fs::symlink_metadata(&name).is_err() {
            return (there, name);
        }
        there.push(name);
    }
}

/// Gives a source a second name, unless a backup has the same bytes. File systems without second names get a
/// copy.
pub fn keep(path: &Path) -> io::Result<()> {
    let source = content(path)?;
    let exists = |error: &io::Error| error.kind() == io::ErrorKind::AlreadyExists;
    loop {
        let (there, free) = backups(path);
        for kept in there.iter().filter(|kept| kept.is_file()) {
            if content(kept)? == source {
                return Ok(());
            }
        }
        let kept = match disk::link(path, &free) {
            Err(error) if !exists(&error) => copy(path, &free),
            linked => linked,
        };
        match kept {
            // Another run took the name.
            Err(error) if exists(&error) => {}
            kept => return kept,
        }
    }
}

fn copy(path: &Path, backup: &Path) -> io::Result<()> {
    let mut copy = create(backup)?;
    io::copy(&mut disk::open(path)?, &mut copy.file)?;
    io::Write::flush(&mut copy.file)?;
    copy.file.get_ref().sync()?;
    copy.path.put(backup)
}
