//! Changes of the disk: folders, files, names and syncs of results, manifests and reports.
//!
//! Each call of the operating system that writes such a file, or reads one back, is one function of
//! this module, because a simulator in the tests (`simulator.rs`) lets each of them fail, cuts it short, or
//! ends the program there.

pub mod interrupt;
pub mod paths;
#[cfg(test)]
mod simulation;
#[cfg(test)]
pub mod simulator;

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ishi_archive::Name;
use tempfile::{Builder, TempPath};

#[cfg(test)]
use simulator::{around, synced};

/// A call that the simulator of the tests can disturb.
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "only the simulator looks at a call")
)]
#[derive(Debug, Clone, Copy)]
enum Call<'a> {
    MakeFolder(&'a Path),
    Create(&'a Path),
    Append(&'a Path),
    Open(&'a Path),
    Rename(&'a Path, &'a Path),
    Link(&'a Path, &'a Path),
    Remove(&'a Path),
    RemoveFolder(&'a Path),
    SyncFolder(&'a Path),
    Time(&'a File, SystemTime),
    Permit(&'a File),
    Sync(&'a File),
    SyncDisk(&'a File),
}

#[cfg(not(test))]
fn around<T>(_: Call<'_>, act: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    act()
}

#[cfg(not(test))]
use around as synced;

/// Makes a folder and the missing folders above it.
///
/// # Errors
///
/// If a folder cannot be made. The message names a file that is in the way.
pub fn make_folders(path: &Path) -> io::Result<()> {
    let missing = path
        .ancestors()
        .take_while(|above| !above.as_os_str().is_empty() && !above.is_dir());
    let missing: Vec<_> = missing.collect();
    for (place, folder) in missing.iter().enumerate().rev() {
        match make_folder(folder) {
            // Another run was faster.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            Err(error) => {
                // Folders that hold nothing do not stay. One that another run fills is not removed.
                for empty in missing.iter().skip(place + 1) {
                    let _ = remove_folder(empty);
                }
                return Err(not_a_folder(folder).unwrap_or(error));
            }
            Ok(()) => {}
        }
    }
    Ok(())
}

/// Returns the file that is in the way of a folder, as an error that names it.
pub fn not_a_folder(folder: &Path) -> Option<io::Error> {
    let other = folder
        .ancestors()
        .find(|path| fs::symlink_metadata(path).is_ok())?;
    let message = format!("{} is not a folder", Name::of(other));
    (!other.is_dir()).then(|| io::Error::new(io::ErrorKind::NotADirectory, message))
}

/// Makes a folder.
pub fn make_folder(path: &Path) -> io::Result<()> {
    around(Call::MakeFolder(path), || fs::create_dir(path))
}

/// Creates a file that does not exist, with the permissions that the user's mask leaves.
pub fn create(path: &Path) -> io::Result<File> {
    let file = around(Call::Create(path), || {
        fs::File::options().write(true).create_new(true).open(path)
    })?;
    Ok(File::new(file, path))
}

/// Makes a temporary file or folder with the name `.ishi-XXXXXX.tmp`.
pub fn make_temporary<T>(
    folder: &Path,
    make: impl FnMut(&Path) -> io::Result<T>,
) -> io::Result<(T, PathBuf)> {
    let mut builder = Builder::new();
    builder
        .prefix(".ishi-")
        .suffix(".tmp")
        .disable_cleanup(true);
    let (file, path) = builder.make_in(folder, make)?.into_parts();
    Ok((file, path.keep()?))
}

/// Opens a file for reading and for writing at its end. A missing file is created.
///
/// # Errors
///
/// If the path leads to a link, a folder, a device or a pipe.
pub fn append(path: &Path) -> io::Result<File> {
    let mut options = fs::File::options();
    options.read(true).append(true).create(true);
    let file = around(Call::Append(path), || regular(&mut options, path))?;
    Ok(File::new(file, path))
}

/// Opens a file for reading.
///
/// # Errors
///
/// If the path leads to a link, a folder, a device or a pipe.
pub fn open(path: &Path) -> io::Result<fs::File> {
    around(Call::Open(path), || {
        regular(fs::File::options().read(true), path)
    })
}

/// Gives a file a new name. An existing file of that name is replaced.
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    around(Call::Rename(from, to), || fs::rename(from, to))
}

/// Gives a file a new name.
///
/// # Errors
///
/// If a file of that name exists.
pub fn rename_new(from: &Path, to: &Path) -> io::Result<()> {
    around(Call::Rename(from, to), || {
        let from = TempPath::try_from_path(from)?;
        from.persist_noclobber(to).map_err(|failed| {
            // Otherwise the file would be removed here.
            let _ = failed.path.keep();
            failed.error
        })
    })
}

/// Gives a file a second name.
pub fn link(from: &Path, to: &Path) -> io::Result<()> {
    around(Call::Link(from, to), || fs::hard_link(from, to))
}

/// Removes a file.
pub fn remove(path: &Path) -> io::Result<()> {
    around(Call::Remove(path), || fs::remove_file(path))
}

/// Removes an empty folder.
pub fn remove_folder(path: &Path) -> io::Result<()> {
    around(Call::RemoveFolder(path), || fs::remove_dir(path))
}

/// Writes the names in a folder to the disk, if its file system can do that.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    use io::ErrorKind::{InvalidInput, Unsupported};
    synced(Call::SyncFolder(path), || {
        // Windows does not open folders, and keeps the order of names by itself.
        if cfg!(windows) {
            return Ok(());
        }
        match fs::File::open(path)?.sync_all() {
            // A file system on a network may not sync folders.
            Err(error) if matches!(error.kind(), InvalidInput | Unsupported) => Ok(()),
            synced => synced,
        }
    })
}

#[cfg(unix)]
fn regular(options: &mut fs::OpenOptions, path: &Path) -> io::Result<fs::File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    // A pipe without a writer would not be opened before there is one.
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    options.custom_flags(flags.bits().cast_signed());
    let opened = options.open(path);
    let file = opened.map_err(|error| not_regular(path).unwrap_or(error))?;
    is_regular(file, path)
}

#[cfg(not(unix))]
fn regular(options: &mut fs::OpenOptions, path: &Path) -> io::Result<fs::File> {
    if let Some(error) = not_regular(path) {
        return Err(error);
    }
    is_regular(options.open(path)?, path)
}

fn is_regular(file: fs::File, path: &Path) -> io::Result<fs::File> {
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(not_regular(path).unwrap_or(io::ErrorKind::InvalidInput.into()))
}

/// Returns an error that names the kind of a path, if it is not a regular file.
fn not_regular(path: &Path) -> Option<io::Error> {
    let kind = fs::symlink_metadata(path).ok()?.file_type();
    let what = if kind.is_file() {
        return None;
    } else if kind.is_symlink() {
        "it is a link"
    } else if kind.is_dir() {
        "it is a folder"
    } else {
        "it is a device or a pipe"
    };
    Some(io::Error::new(io::ErrorKind::InvalidInput, what))
}

/// A file that is written.
#[derive(Debug)]
pub struct File {
    file: fs::File,
    #[cfg(test)]
    watched: Option<simulator::Watched>,
}

impl File {
    #[cfg_attr(
        not(test),
        expect(unused_variables, reason = "only the simulator needs the path")
    )]
    fn new(file: fs::File, path: &Path) -> Self {
        Self {
            file,
            #[cfg(test)]
            watched: simulator::watched(path),
        }
    }

    /// Returns the file for reading, locking and for its metadata.
    pub fn get(&self) -> &fs::File {
        &self.file
    }

    /// Sets the time of the last change.
    pub fn set_modified(&self, time: SystemTime) -> io::Result<()> {
        around(Call::Time(self, time), || self.file.set_modified(time))
    }

    /// Sets who may read and write the file.
    pub fn set_permissions(&self, permissions: Permissions) -> io::Result<()> {
        around(Call::Permit(self), || {
            self.file.set_permissions(permissions)
        })
    }

    /// Writes the content of the file to the disk.
    pub fn sync(&self) -> io::Result<()> {
        synced(Call::Sync(self), || self.file.sync_all())
    }

    /// Writes everything that the file system of the file holds back to the disk. Where only single
    /// files can be synced, this syncs the file.
    pub fn sync_disk(&self) -> io::Result<()> {
        synced(Call::SyncDisk(self), || {
            #[cfg(target_os = "linux")]
            return Ok(rustix::fs::syncfs(&self.file)?);
            #[cfg(not(target_os = "linux"))]
            self.file.sync_all()
        })
    }
}

impl Write for File {
    #[cfg(not(test))]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    #[cfg(test)]
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        simulator::write(self.watched.as_ref(), &mut self.file, bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
