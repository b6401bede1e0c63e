//! What there is to do: one task for each file and each member of an archive.

use std::ffi::OsStr;
use std::fs::File;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ishi::Format;
use tempfile::SpooledTempFile;

use super::archive::{self, Kind, Member};
use super::claims::Claims;
use super::judge::{Judge, NotTaken};
use super::progress::Progress;
use super::walk::{Found, Walk};
use crate::cli::args::ConvertArgs;
use crate::cli::input::Input;

/// One thing to convert, or to count.
#[derive(Debug)]
pub struct Task {
    /// What it is called; a member of an archive is `archive.zip!path`.
    pub name: String,
    /// Whether it was named on the command line itself.
    pub named: bool,
    /// What there is to read.
    pub content: Content,
    /// When it was last changed.
    pub modified: Option<SystemTime>,
    /// Where its result goes, none for standard output.
    pub path: Option<PathBuf>,
    /// Whether an earlier input has the same result.
    pub taken: bool,
}

/// What there is to read.
#[derive(Debug)]
pub enum Content {
    /// A file, or standard input.
    Input(Input),
    /// A member of an archive.
    Member(SpooledTempFile, Option<Format>),
    /// Nothing.
    Not(NotTaken),
}

/// What takes the tasks; it breaks off when nobody works any more.
pub type Taker<'t> = dyn FnMut(Task) -> ControlFlow<()> + 't;

/// Finds the tasks in the inputs, in their order.
pub struct Finder<'a> {
    arguments: &'a ConvertArgs,
    /// The ending of results.
    ending: &'static str,
    judge: Judge,
    progress: &'a Progress,
    claims: Claims,
}

impl<'a> Finder<'a> {
    /// Creates a finder of what a command line says.
    pub fn new(arguments: &'a ConvertArgs, to: Format, progress: &'a Progress) -> Self {
        Self {
            arguments,
            ending: to.ending(),
            judge: Judge {
                format_given: arguments.reading.format().is_some(),
            },
            progress,
            claims: Claims::default(),
        }
    }

    /// Finds all tasks.
    pub fn find(mut self, take: &mut Taker<'_>) {
        for path in &self.arguments.inputs {
            if self.input(path, take).is_break() {
                return;
            }
        }
    }

    fn input(&mut self, path: &Path, take: &mut Taker<'_>) -> ControlFlow<()> {
        let input = Input::new(path);
        if input.is_folder() {
            return self.folder(path, take);
        }
        if is_archive(path) {
            let below = archive::folder(Path::new(&own_name(path)));
            return self.archive(path, &below, true, take);
        }
        let result = match (&self.arguments.output, &self.arguments.out_dir, &input) {
            (Some(path), _, _) if path.as_os_str() == "-" => None,
            (Some(path), _, _) => Some(path.clone()),
            (None, Some(folder), Input::Stdin) => Some(self.named(&folder.join("stdin"))),
            (None, Some(folder), Input::File(path)) => {
                Some(self.named(&folder.join(own_name(path))))
            }
            (None, None, Input::Stdin) => None,
            (None, None, Input::File(path)) => Some(self.named(path)),
        };
        take(Task {
            name: input.to_string(),
            named: true,
            modified: input.modified(),
            taken: result.as_deref().is_some_and(|path| !self.claim(path)),
            path: result,
            content: Content::Input(input),
        })
    }

    fn folder(&mut self, root: &Path, take: &mut Taker<'_>) -> ControlFlow<()> {
        let above = if self.arguments.inputs.len() > 1 {
            own_name(root)
        } else {
            PathBuf::new()
        };
        let out_dir = self.arguments.out_dir.as_deref();
        for found in Walk::new(root, self.arguments.hidden, out_dir) {
            match found {
                Found::Other(path, what) => take(not_taken(&path, NotTaken::Other(what)))?,
                Found::Unreadable(path, error) => take(not_taken(&path, error.into()))?,
                Found::File { path, relative } if Kind::of(&path).is_some() => {
                    let below = archive::folder(&above.join(relative));
                    self.archive(&path, &below, false, take)?;
                }
                Found::File { path, relative } => {
                    let result = above.join(relative);
                    let task = self.met(path, &result);
                    take(task)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks at a file that was met in a folder.
    fn met(&mut self, path: PathBuf, relative: &Path) -> Task {
        match self.look_at(&path) {
            Err(why) => not_taken(&path, why),
            Ok(modified) => {
                let result = self.below(relative);
                Task {
                    name: path.display().to_string(),
                    named: false,
                    modified,
                    taken: !self.claim(&result),
                    path: Some(result),
                    content: Content::Input(Input::File(path)),
                }
            }
        }
    }

    fn look_at(&self, path: &Path) -> Result<Option<SystemTime>, NotTaken> {
        let mut file = File::open(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(NotTaken::Other("a device or a pipe"));
        }
        let head = Judge::head(&mut file)?;
        self.judge.is_record(&head, path)?;
        Ok(metadata.modified().ok())
    }

    fn archive(
        &mut self,
        path: &Path,
        below: &Path,
        named: bool,
        take: &mut Taker<'_>,
    ) -> ControlFlow<()> {
        let Some(kind) = Kind::of(path) else {
            return ControlFlow::Continue(());
        };
        let judge = self.judge;
        let own_time = Input::new(path).modified();
        let mut each = |member: Member| {
            if is_hidden(&member) && !self.arguments.hidden {
                return ControlFlow::Continue(());
            }
            self.progress.grow(1);
            let task = self.member(path, below, member, own_time);
            take(task)
        };
        match archive::members(path, kind, judge, &mut each) {
            Ok(ControlFlow::Break(())) => ControlFlow::Break(()),
            Ok(ControlFlow::Continue(())) => {
                self.progress.shrink(1);
                ControlFlow::Continue(())
            }
            Err(error) => take(Task {
                named,
                ..not_taken(path, error.into())
            }),
        }
    }

    fn member(
        &mut self,
        archive: &Path,
        below: &Path,
        member: Member,
        own_time: Option<SystemTime>,
    ) -> Task {
        let name = format!("{}!{}", archive.display(), member.name);
        let (content, path) = match (member.content, member.path) {
            (Err(why), _) => (Content::Not(why), None),
            (Ok(_), None) => {
                let why = "its name leads out of the archive".to_owned();
                (Content::Not(NotTaken::Failed(why)), None)
            }
            (Ok(file), Some(path)) => {
                let hint = Format::from_path(&path);
                let result = self.below(&below.join(path));
                (Content::Member(file, hint), Some(result))
            }
        };
        Task {
            name,
            named: false,
            modified: member.modified.or(own_time),
            taken: path.as_deref().is_some_and(|path| !self.claim(path)),
            path,
            content,
        }
    }

    /// Returns where the result of what lies at `relative` goes.
    fn below(&self, relative: &Path) -> PathBuf {
        let folder = self.arguments.out_dir.as_deref().unwrap_or(Path::new(""));
        self.named(&folder.join(relative))
    }

    /// Returns the name of a result: with a new ending in the place of the old one. What stands
    /// behind a dot is an ending if it consists of letters: `game.12` has none.
    fn named(&self, path: &Path) -> PathBuf {
        let ending = path.extension().map(OsStr::as_encoded_bytes);
        if ending.is_none_or(|ending| ending.iter().all(u8::is_ascii_alphabetic)) {
            return path.with_extension(self.ending);
        }
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(".");
        name.push(self.ending);
        path.with_file_name(name)
    }

    /// Returns whether no earlier input has this result.
    fn claim(&mut self, result: &Path) -> bool {
        self.claims.claim(result)
    }
}

/// Returns whether a path on the command line is that of an archive.
pub fn is_archive(path: &Path) -> bool {
    Kind::of(path).is_some() && path.is_file()
}

/// Returns the last part of a path; a path that ends in dots is resolved first.
fn own_name(path: &Path) -> PathBuf {
    let name = |path: &Path| path.file_name().map(PathBuf::from);
    name(path)
        .or_else(|| name(&path.canonicalize().ok()?))
        .unwrap_or_default()
}

fn is_hidden(member: &Member) -> bool {
    let starts = |part: &OsStr| part.as_encoded_bytes().starts_with(b".");
    member
        .path
        .as_deref()
        .is_some_and(|path| path.iter().any(starts))
}

fn not_taken(path: &Path, why: NotTaken) -> Task {
    Task {
        name: path.display().to_string(),
        named: false,
        modified: None,
        path: None,
        taken: false,
        content: Content::Not(why),
    }
}

/// Counts what there is in the inputs, as far as that can be told without opening archives.
pub fn count(arguments: &ConvertArgs, mut each: impl FnMut() -> ControlFlow<()>) {
    let _: ControlFlow<()> = arguments.inputs.iter().try_for_each(|path| {
        if !Input::new(path).is_folder() {
            return each();
        }
        let out_dir = arguments.out_dir.as_deref();
        Walk::new(path, arguments.hidden, out_dir).try_for_each(|_| each())
    });
}
