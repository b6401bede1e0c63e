//! Finds the tasks: one for each file and each member of an archive.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::RwLock;
use std::time::SystemTime;

use ishi::Format;
use ishi_archive::{Content as FoundContent, Found, Name, Search, Why, is_many, path_bytes};

use super::progress::Progress;
use crate::args::ConvertArgs;
use crate::disk::paths::absolute;
use crate::input::{Unopened, is_stdin, search};
use crate::manifest::{Manifest, SourceKey, encoded, read};
use crate::options::to::To;

/// One thing to convert, or to count.
#[derive(Debug)]
pub struct Task {
    /// The name in messages.
    pub name: Name,
    /// The file, or the archive with the member.
    pub file: PathBuf,
    /// The key in the manifest.
    pub key: Option<SourceKey>,
    /// Whether it was named on the command line itself.
    pub named: bool,
    /// The bytes to read, or why it is no record.
    pub content: Result<Unopened, Why>,
    /// The format that its name stands for.
    pub hint: Option<Format>,
    /// When it was last changed.
    pub modified: Option<SystemTime>,
    /// Its path below a folder of results.
    pub below: PathBuf,
    /// Where its result goes.
    pub goes: Goes,
}

/// Where a result goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goes {
    /// Into this file, or to standard output.
    To(PathBuf),
    /// Below the folder of results.
    Below,
    /// Into the place of its source.
    InPlace,
}

/// Receives the tasks; it breaks off when no worker is left.
pub type TaskTaker<'t> = dyn FnMut(Task) -> ControlFlow<()> + 't;

/// Finds the tasks in the inputs, in their order.
pub struct TaskFinder<'a> {
    arguments: &'a ConvertArgs,
    to: To,
    /// The manifest of the folder of results: results are not sources.
    manifest: Option<&'a RwLock<Manifest>>,
    /// The results that other sources have taken, if there is no folder of results.
    claims: HashSet<String>,
    /// The last folder or archive, as it was found and from the root of the file system.
    last: (PathBuf, PathBuf),
}

impl<'a> TaskFinder<'a> {
    /// Creates a finder for a command line.
    pub fn new(arguments: &'a ConvertArgs, to: To, manifest: Option<&'a RwLock<Manifest>>) -> Self {
        Self {
            arguments,
            to,
            manifest,
            claims: HashSet::new(),
            last: (PathBuf::new(), PathBuf::new()),
        }
    }

    /// Finds all tasks.
    pub fn find(mut self, take: &mut TaskTaker<'_>) {
        for path in &self.arguments.inputs {
            if self.input(path, take).is_break() {
                return;
            }
        }
    }

    fn input(&mut self, path: &Path, take: &mut TaskTaker<'_>) -> ControlFlow<()> {
        if is_stdin(path) {
            return take(self.stdin());
        }
        let (arguments, manifest) = (self.arguments, self.manifest);
        let without = |path: &Path| is_ours(path, arguments, manifest);
        let search = of_sources(arguments, &without);
        search.find(path, &mut |found: Found<'_>| take(self.task(found)))
    }

    fn stdin(&mut self) -> Task {
        Task {
            name: Name::from("standard input"),
            file: PathBuf::from("-"),
            // Each standard input is another one, and its content tells.
            key: None,
            named: true,
            content: Ok(Unopened::Stdin),
            hint: None,
            modified: None,
            below: PathBuf::from("stdin"),
            goes: self.goes(None),
        }
    }

    fn task(&mut self, found: Found<'_>) -> Task {
        let key = self.key(&found);
        let content = match found.content {
            FoundContent::Once(_) if self.arguments.in_place => {
                let what = "a record in an archive, and --in-place replaces only files";
                FoundContent::Not(Why::Other(what))
            }
            // A file that is to be replaced must still be the same then.
            FoundContent::Whole(_) if self.arguments.in_place => FoundContent::File,
            content => content,
        };
        let content = Unopened::of(content, &found.file);
        // A member of an archive gives its name to the result beside the archive.
        let name = found.member.as_ref().and(found.below.file_name());
        let file = name.map_or_else(
            || found.file.clone(),
            |name| found.file.with_file_name(name),
        );
        let goes = self.goes(Some(&file));
        Task {
            name: found.name,
            file: found.file,
            key,
            named: found.named,
            content,
            hint: Format::from_path(&found.below),
            modified: found.modified,
            below: found.below,
            goes,
        }
    }

    /// Returns where the result of a file, or of standard input, goes.
    fn goes(&mut self, file: Option<&Path>) -> Goes {
        match (&self.arguments.output, &self.arguments.out_dir) {
            _ if self.arguments.in_place => Goes::InPlace,
            (Some(path), _) => Goes::To(path.clone()),
            (None, Some(_)) => Goes::Below,
            (None, None) => Goes::To(file.map_or("-".into(), |file| self.beside(file))),
        }
    }

    /// Returns the manifest key of a found file or archive member.
    fn key(&mut self, found: &Found<'_>) -> Option<SourceKey> {
        let manifest = read(self.manifest?);
        // A walk does not follow links, so only the folder of a found file can be reached by one.
        let is_met = !found.named && found.member.is_none();
        let parts = is_met.then(|| (found.file.parent(), found.file.file_name()));
        let file = match parts {
            Some((Some(folder), Some(name))) => self.absolute(folder).join(name),
            _ => self.absolute(&found.file),
        };
        Some(manifest.key(&file, found.member.as_deref()))
    }

    /// Returns a path from the root of the file system. Keeps the last answer, because files come folder by
    /// folder.
    fn absolute(&mut self, path: &Path) -> PathBuf {
        if self.last.0 != path {
            let whole = absolute(path).unwrap_or_else(|_| path.to_owned());
            self.last = (path.to_owned(), whole);
        }
        self.last.1.clone()
    }

    /// Returns the path of the result next to a file. If an earlier input claimed it, the old ending stays:
    /// `game.go`, `game.mgt` -> `game.sgf`, `game.mgt.sgf`.
    fn beside(&mut self, path: &Path) -> PathBuf {
        let ending = self.to.ending();
        // One more than there are claims cannot all be claimed.
        let mut all = (0..=self.claims.len()).map(|number| result_name(path, ending, number));
        let free = all.find(|name| {
            let claim = encoded(&path_bytes(name)).to_lowercase();
            self.claims.insert(claim)
        });
        free.unwrap_or_default()
    }
}

/// Returns whether a file that was found is a result, or the report.
fn is_ours(path: &Path, arguments: &ConvertArgs, manifest: Option<&RwLock<Manifest>>) -> bool {
    let report = arguments.report.as_ref();
    if report.is_some_and(|report| {
        report.file_name() == path.file_name() && report.canonicalize().is_ok_and(|own| own == path)
    }) {
        return true;
    }
    manifest.is_some_and(|manifest| read(manifest).is_result(path))
}

/// Returns a name that a result may have, by the path of its source. The best is 0, with a new ending in the place of
/// the old one; the next has it after the old one, and further ones have numbers.
pub fn result_name(path: &Path, ending: &str, number: usize) -> PathBuf {
    let whole = path.file_name().unwrap_or_default();
    // Letters after a dot are an ending: `game.12` has no ending.
    let old = path.extension().map(OsStr::as_encoded_bytes);
    let has_ending = old.is_some_and(|old| old.iter().all(u8::is_ascii_alphabetic));
    let stem = path.file_stem().filter(|_| has_ending);
    let (name, rest) = match (number, stem) {
        (0, stem) => (stem.unwrap_or(whole), format!(".{ending}")),
        (1, Some(_)) => (whole, format!(".{ending}")),
        (number, Some(_)) => (whole, format!("-{number}.{ending}")),
        (number, None) => (whole, format!("-{}.{ending}", number + 1)),
    };
    let mut name = shortened(name, rest.len());
    name.push(rest);
    path.with_file_name(name)
}

/// The longest name that all usual file systems take, in bytes.
const LONGEST: usize = 255;

/// Cuts a name so that so many more bytes have room.
fn shortened(name: &OsStr, more: usize) -> std::ffi::OsString {
    let bytes = path_bytes(Path::new(name));
    let room = LONGEST.saturating_sub(more);
    if bytes.len() <= room {
        return name.to_owned();
    }
    let text = String::from_utf8_lossy(&bytes);
    let end = (0..=room).rev().find(|end| text.is_char_boundary(*end));
    text.get(..end.unwrap_or(0)).unwrap_or("").into()
}

/// Returns how sources are searched for. `without` tells the files that are none.
fn of_sources<'s>(arguments: &ConvertArgs, without: &'s dyn Fn(&Path) -> bool) -> Search<'s> {
    Search {
        without_results: true,
        without: Some(without),
        ..search(arguments.hidden, &arguments.reading)
    }
}

/// Counts the tasks. There is no count if they include archives, because only their members tell, or if the run is over before.
pub fn count(arguments: &ConvertArgs, manifest: Option<&RwLock<Manifest>>, progress: &Progress) {
    let without = |path: &Path| is_ours(path, arguments, manifest);
    let search = of_sources(arguments, &without);
    let mut count = 0;
    let mut each = |path: &Path| {
        count += 1;
        let is_one = is_stdin(path) || path.is_dir() || path.exists() && !is_many(path);
        if is_one && !progress.is_over() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    };
    let mut inputs = arguments.inputs.iter();
    let counted = inputs.try_for_each(|path| search.count(path, &mut each));
    if counted.is_continue() {
        progress.counted(count);
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;
    use tempfile::TempDir;

    use super::*;
    use crate::args::{Command, Ishi, When};
    use crate::input::are_many;

    #[test]
    fn later_results_keep_the_endings_of_their_sources() {
        for (path, expected) in [
            (
                "a/game.go",
                ["a/game.sgf", "a/game.go.sgf", "a/game.go-2.sgf"],
            ),
            ("game.12", ["game.12.sgf", "game.12-2.sgf", "game.12-3.sgf"]),
            ("game", ["game.sgf", "game-2.sgf", "game-3.sgf"]),
        ] {
            let found = [0, 1, 2].map(|number| result_name(Path::new(path), "sgf", number));
            assert_eq!(found, expected.map(PathBuf::from));
        }
    }

    #[test]
    fn a_name_has_at_most_255_bytes_and_is_cut_between_letters() {
        for (stem, kept) in [
            ("a".repeat(251), "a".repeat(251)),
            ("a".repeat(252), "a".repeat(251)),
            ("章".repeat(84), "章".repeat(83)),
        ] {
            let source = format!("{stem}.go");
            let name = result_name(Path::new(&source), "sgf", 0);
            assert_eq!(name, PathBuf::from(format!("{kept}.sgf")));
        }
    }

    #[test]
    fn a_total_is_that_of_the_tasks_or_absent() {
        let folder = TempDir::new().unwrap();
        let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).unwrap();
        let path = folder.path().to_str().unwrap();
        for name in ["a.go", "a.go.orig", "r.json", "z.go"] {
            write(name, b"EVENT\n");
        }
        fs::create_dir(folder.path().join("out")).unwrap();
        write("out/.ishi-manifest", b"");
        let report = folder.path().join("r.json");
        let out = folder.path().join("out");
        let other = folder.path().join("z.go");
        let other = other.to_str().unwrap();
        let line = [path, other, "-d", out.to_str().unwrap(), "--report"];
        let arguments = convert(&[&line[..], &[report.to_str().unwrap()]].concat());
        let manifest = RwLock::new(Manifest::read(&out).unwrap());
        let sgf = To::Format(Format::Sgf);
        let found = || {
            let mut names = Vec::new();
            TaskFinder::new(&arguments, sgf, Some(&manifest)).find(&mut |task| {
                names.push(task.below);
                ControlFlow::Continue(())
            });
            names
        };
        let total = || {
            let progress = Progress::new(When::Never, true);
            count(&arguments, Some(&manifest), &progress);
            progress.counts().1.filter(|total| *total > 0)
        };
        assert_eq!(found().len(), 3, "{:?}", found());
        assert_eq!(total(), Some(3));
        write("b.tar", &tar(&["1.go", "2.go", "3.go"]));
        assert_eq!(found().len(), 6, "{:?}", found());
        assert_eq!(total(), None);
    }

    #[test]
    fn standard_input_goes_where_the_command_line_says() {
        let [file, stdout] = ["x.sgf", "-"].map(|path| Goes::To(PathBuf::from(path)));
        for (line, goes) in [
            (&["-"][..], stdout.clone()),
            (&["-", "-o", "-"], stdout),
            (&["-", "-o", "x.sgf"], file),
            (&["-", "-d", "out"], Goes::Below),
        ] {
            let arguments = convert(line);
            let finder = TaskFinder::new(&arguments, To::Format(Format::Sgf), None);
            let mut tasks = Vec::new();
            finder.find(&mut |task| {
                tasks.push((task.goes, task.named, task.below));
                ControlFlow::Continue(())
            });
            assert_eq!(tasks, [(goes, true, PathBuf::from("stdin"))], "{line:?}");
            assert!(!are_many(&arguments.inputs));
        }
        assert!(are_many(&convert(&["-", "a.go"]).inputs));
        assert!(are_many(&convert(&["."]).inputs));
        assert!(!are_many(&convert(&["a.go"]).inputs));
    }

    fn convert(line: &[&str]) -> ConvertArgs {
        let words = ["ishi", "convert"].iter().chain(line);
        match Ishi::try_parse_from(words).unwrap().command {
            Command::Convert(arguments) => arguments,
            other => panic!("{other:?}"),
        }
    }

    fn tar(names: &[&str]) -> Vec<u8> {
        let mut archive = tar::Builder::new(Vec::new());
        for name in names {
            let mut header = tar::Header::new_gnu();
            header.set_size(6);
            archive
                .append_data(&mut header, name, &b"EVENT\n"[..])
                .unwrap();
        }
        archive.into_inner().unwrap()
    }
}
