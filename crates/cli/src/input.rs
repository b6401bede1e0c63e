//! Inputs: files and standard input, as something that can be read twice.

pub mod missing;

use std::env;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, IsTerminal, Read, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ishi::Format;
use ishi::crash::{Crash, contained};
use ishi::sniff::NoRecord;
use ishi::source::{Source, SourceError, SourceOptions, reason};
use ishi_archive::archive::{Bytes, LARGEST};
use ishi_archive::{Content, Name, Search, Why, is_many};
use tempfile::SpooledTempFile;
use thiserror::Error;

use super::args::ReadingArgs;
use super::output::TEMPORARY_HELP;
use super::render::WithoutEffect;

/// Why an input cannot be used.
#[derive(Debug, Error)]
pub enum InputError {
    /// No file has this name.
    #[error("not found")]
    Missing(Option<String>),
    /// It is a folder.
    #[error("is a folder")]
    Folder,
    /// It is a folder or an archive without records.
    #[error("there is no game record in it")]
    Nothing,
    /// The temporary copy of a pipe or a device cannot be written.
    #[error("a temporary file in {folder} cannot be written: {why}", folder = env::temp_dir().display(), why = reason(.0))]
    Temporary(io::Error),
    /// A pipe or a device does not end.
    #[error("it has more than 1 GB, the limit for a pipe or a device")]
    Endless,
    /// The file was found, but is not read.
    #[error("{0}")]
    Not(Why),
    /// It cannot be opened, or is not a game record.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The work on it ended in a panic.
    #[error(transparent)]
    Crashed(#[from] Crash),
}

impl From<io::Error> for InputError {
    fn from(error: io::Error) -> Self {
        Self::Source(SourceError::Io(error))
    }
}

impl InputError {
    /// Returns advice.
    pub fn help(&self) -> Option<&str> {
        match self {
            Self::Missing(help) => help.as_deref(),
            Self::Folder => Some("name the files in it"),
            Self::Temporary(_) => Some(TEMPORARY_HELP),
            Self::Not(why) => why.help(),
            Self::Endless => Some("a file may be of any size"),
            Self::Crashed(_) => Some(Crash::HELP),
            Self::Nothing | Self::Source(_) => None,
        }
    }

    /// Returns the error of a source. `hint` is the format that its name stands for.
    pub fn of(error: SourceError, hint: Option<Format>) -> Self {
        match error {
            SourceError::NoRecord(why) => Self::Not(Why::no_record(why, hint)),
            error @ SourceError::Io(_) => error.into(),
        }
    }

    /// Returns the error for a file without a game. `hint` is the format that its name stands for.
    pub fn no_game(hint: Option<Format>) -> Self {
        Self::Not(Why::no_record(NoRecord::Unknown, hint))
    }

    /// Returns whether this is not a record. That is a failure only if the command line names the file.
    pub fn is_no_record(&self) -> bool {
        matches!(self, Self::Not(why) if !why.is_failure())
    }

    /// Returns whether this file has the ending of a record, but holds no record.
    pub fn is_unreadable(&self) -> bool {
        matches!(self, Self::Not(Why::Unreadable(_)))
    }
}

/// A mistake in a command line, and a way to mend it.
pub type Misuse = (String, Option<&'static str>);

/// Returns an error if several inputs are standard input.
pub fn stdin_once<P: AsRef<Path>>(inputs: &[P]) -> Result<(), Misuse> {
    let stdin = inputs.iter().filter(|path| is_stdin(path.as_ref()));
    if stdin.count() < 2 {
        return Ok(());
    }
    let message = "standard input can be read only once".to_owned();
    Err((
        message,
        Some("write `-` once, and name the other records as files"),
    ))
}

/// Returns the note about `--hidden` if no input has hidden files.
pub fn hidden_without_effect(hidden: bool, inputs: &[PathBuf]) -> WithoutEffect {
    let is_walk = inputs.iter().any(|path| !is_stdin(path) && is_many(path));
    let why = "no input is a folder or an archive";
    (hidden && !is_walk, "--hidden", why)
}

/// Returns whether an input as it was typed is standard input.
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn not_opened(path: &Path, error: io::Error) -> InputError {
    // Below a file there is no folder to look into.
    use io::ErrorKind::{NotADirectory, NotFound};
    match error.kind() {
        NotFound | NotADirectory => InputError::Missing(Some(missing::advice(path))),
        _ => error.into(),
    }
}

/// Adds standard input if no input is named, unless it is a terminal or empty.
///
/// # Errors
///
/// A message and advice if there is no input.
pub fn named_or_piped(inputs: &mut Vec<PathBuf>) -> Result<(), (&'static str, &'static str)> {
    if !inputs.is_empty() {
        return Ok(());
    }
    let mut stdin = io::stdin().lock();
    let is_piped = !stdin.is_terminal();
    if is_piped && stdin.fill_buf().is_ok_and(|bytes| !bytes.is_empty()) {
        inputs.push(PathBuf::from("-"));
        return Ok(());
    }
    let is_device = fs::canonicalize("/dev/stdin").is_ok_and(|path| path == Path::new("/dev/null"));
    Err(if is_piped && !is_device {
        (
            "standard input is empty",
            "the command before the pipe printed nothing; name a file, a folder or an archive",
        )
    } else {
        (
            "there is no input",
            "name a file, a folder or an archive, or send a record through a pipe",
        )
    })
}

/// Returns whether inputs may have more than one record.
pub fn are_many(inputs: &[PathBuf]) -> bool {
    match inputs {
        [only] => !is_stdin(only) && is_many(only),
        _ => true,
    }
}

/// A record from anywhere, opened.
pub type AnySource = Source<Box<dyn Bytes>>;

/// A record that was found.
pub struct InputRecord {
    /// The name in messages.
    pub name: Name,
    /// Whether it was named on the command line itself.
    pub named: bool,
    /// The file. `None` for a member of an archive and for standard input.
    pub file: Option<PathBuf>,
    /// Its path below a folder that mirrors the inputs; `stdin` for standard input.
    pub below: PathBuf,
    /// The format that its name stands for.
    pub hint: Option<Format>,
    /// Its bytes, or why they are not read.
    pub content: Result<Unopened, Why>,
}

/// Finds the records in files, folders and archives, one after the other.
pub fn records(
    paths: &[PathBuf],
    hidden: bool,
    reading: &ReadingArgs,
    take: &mut dyn FnMut(InputRecord) -> ControlFlow<()>,
) {
    let search = search(hidden, reading);
    let _: ControlFlow<()> = paths.iter().try_for_each(|path| {
        if is_stdin(path) {
            return take(InputRecord {
                name: name(path),
                named: true,
                file: None,
                below: PathBuf::from("stdin"),
                hint: None,
                content: Ok(Unopened::Stdin),
            });
        }
        search.find(path, &mut |found| {
            take(InputRecord {
                name: found.name,
                named: found.named,
                hint: Format::from_path(&found.below),
                content: Unopened::of(found.content, &found.file),
                file: found.member.is_none().then_some(found.file),
                below: found.below,
            })
        })
    });
}

/// Does so until a result cannot be written.
pub fn each_record(
    paths: &[PathBuf],
    hidden: bool,
    reading: &ReadingArgs,
    mut take: impl FnMut(InputRecord) -> io::Result<()>,
) -> io::Result<()> {
    let mut written = Ok(());
    records(paths, hidden, reading, &mut |record| {
        written = take(record);
        if written.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    written
}

/// Opens the content of a record.
pub fn open(
    content: Result<Unopened, Why>,
    hint: Option<Format>,
    reading: &ReadingArgs,
) -> Result<AnySource, InputError> {
    let bytes = content.map_err(InputError::Not)?.open()?;
    opened(bytes, hint, reading)
}

/// The bytes of an input that is opened later.
#[derive(Debug)]
pub enum Unopened {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// The whole content of a file.
    Whole(Vec<u8>),
    /// A member of an archive.
    Member(SpooledTempFile),
}

impl Unopened {
    /// Takes the content of a found file.
    pub fn of(content: Content<'_>, file: &Path) -> Result<Self, Why> {
        Ok(match content {
            Content::Not(why) => return Err(why),
            Content::File => Self::File(file.to_owned()),
            Content::Whole(bytes) => Self::Whole(bytes),
            Content::Once(reader) => Self::Member(held(reader)?),
        })
    }

    /// Opens them.
    pub fn open(self) -> Result<Box<dyn Bytes>, InputError> {
        Ok(match self {
            Self::Stdin => Box::new(BufReader::new(spool(&mut io::stdin().lock())?)),
            Self::File(path) => Box::new(BufReader::new(open_file(&path)?)),
            Self::Whole(bytes) => Box::new(Cursor::new(bytes)),
            Self::Member(file) => Box::new(file),
        })
    }
}

/// Returns how inputs are searched.
pub fn search(hidden: bool, reading: &ReadingArgs) -> Search<'static> {
    Search {
        hidden,
        format_given: reading.format().is_some(),
        ..Search::default()
    }
}

/// Opens bytes as a record.
pub fn opened(
    bytes: Box<dyn Bytes>,
    hint: Option<Format>,
    reading: &ReadingArgs,
) -> Result<AnySource, InputError> {
    let options = SourceOptions {
        hint,
        charset: reading.encoding,
        ..SourceOptions::of(reading.format())
    };
    contained(|| Source::open(bytes, options))?.map_err(|error| InputError::of(error, hint))
}

/// Opens the first record of an input, and returns its name if it was found in a folder or an archive.
pub fn first(path: &Path, reading: &ReadingArgs) -> Result<(Option<Name>, AnySource), InputError> {
    let mut first = Err(InputError::Nothing);
    records(&[path.to_owned()], false, reading, &mut |record| {
        let met = (!record.named).then_some(record.name);
        match open(record.content, record.hint, reading) {
            Err(InputError::Not(why)) if met.is_some() && !matches!(why, Why::Failed(_)) => {
                ControlFlow::Continue(())
            }
            source => {
                first = source.map(|source| (met, source));
                ControlFlow::Break(())
            }
        }
    });
    first
}

/// Returns the name of an input as it was typed.
pub fn name(path: &Path) -> Name {
    if is_stdin(path) {
        return Name::from("standard input");
    }
    Name::of(path)
}

/// Opens a file. If it is a pipe or a device, opens a temporary copy of its bytes.
fn open_file(path: &Path) -> Result<File, InputError> {
    let mut file = File::open(path).map_err(|error| not_opened(path, error))?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(InputError::Folder);
    }
    if metadata.is_file() {
        return Ok(file);
    }
    // A pipe or a device can be read only once.
    spool(&mut file)
}

fn spool(reader: &mut impl Read) -> Result<File, InputError> {
    let mut file = tempfile::tempfile().map_err(InputError::Temporary)?;
    let mut piece = vec![0; 64 * 1024];
    let mut all = 0;
    loop {
        match reader.read(&mut piece) {
            Ok(0) => break,
            Ok(count) => {
                all += count as u64;
                if all > LARGEST {
                    return Err(InputError::Endless);
                }
                let read = piece.get(..count).unwrap_or_default();
                file.write_all(read).map_err(InputError::Temporary)?;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}

/// Members of archives up to this size are held in memory, longer ones in a temporary file.
const IN_MEMORY: usize = 256 * 1024;

/// Returns a temporary copy of bytes that can be read only once.
pub fn held(reader: &mut dyn Read) -> Result<SpooledTempFile, Why> {
    let mut file = SpooledTempFile::new(IN_MEMORY);
    io::copy(reader, &mut file)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(file)
}
