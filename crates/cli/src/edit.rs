//! `ishi edit`.

use std::collections::{BTreeMap, HashSet};
use std::error::Error;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ishi::change::{Symmetry, join, keep_main_line, keep_part, sort, strip, swap_colors, turn};
use ishi::check::mended;
use ishi::crash::contained;
use ishi::model::{AddressError, Game, Ident};
use ishi::{Collection, Format};
use ishi_archive::Name;

use super::args::{EditArgs, Edits};
use super::convert::{in_place, output_folder, results_folder, single};
use super::failure::Failure;
use super::input::{
    InputError, InputRecord, Misuse, hidden_without_effect, is_stdin, open, records, stdin_once,
};
use super::output::{Destination, Output, OutputError, Swept, folder_of, is_stdout, numbered};
use super::render::{Messages, NO_FILE, counted, counts};
use super::{Status, print, with_input};
use crate::batch::replacement::{self, Change, Obstacle};
use crate::disk::paths::{absolute, canonical, is_among, link_between};
use crate::render::changes::unified;

/// How many properties were removed, by identifier.
type Removed = BTreeMap<Ident, usize>;

/// Advice if records have different formats or charsets.
const CONVERT: &str = "`ishi convert -t sgf -d DIR` makes records that can be joined";

/// Edits the inputs in their order.
pub fn run(arguments: &mut EditArgs) -> Status {
    let messages = arguments.talk;
    let Some(edits) = arguments.edits.take() else {
        let help = "for example `ishi edit --set black=\"Anna Berg\" --diff game.sgf`; `ishi edit --help` lists all edits";
        return messages.misuse("no edit is named", Some(help));
    };
    if let Some(status) = with_input(&mut arguments.inputs) {
        return status;
    }
    let mut run = EditRun {
        arguments,
        edits,
        messages,
        out: Vec::new(),
        sources: canonical(&arguments.inputs),
        names: HashSet::new(),
        swept: Swept::default(),
        joined: Vec::new(),
        removed: Removed::new(),
        counts: BTreeMap::new(),
    };
    if let Err((message, help)) = run.check() {
        return messages.misuse(&message, help);
    }
    let (inputs, hidden) = (&arguments.inputs, arguments.hidden);
    let output = arguments.output.as_deref();
    let to_stdout = arguments.out_dir.is_none() && output.is_none_or(is_stdout);
    messages.without_effect(&[
        hidden_without_effect(hidden, inputs),
        (arguments.force && to_stdout, "--force", NO_FILE),
    ]);
    records(inputs, hidden, &arguments.reading, &mut |record| {
        run.end(record);
        ControlFlow::Continue(())
    });
    if run.edits.join && !run.has_failed() {
        let written = contained(|| run.write_joined());
        if let Err(failure) = written.unwrap_or_else(|crash| Err(crash.into())) {
            messages.error(&format!("the joined record: {failure}"), failure.help());
            let all = run.counts.values().sum();
            run.counts = BTreeMap::from([(Ended::Failed, all)]);
        }
    }
    messages.say(&run.summary());
    print(&run.out, Status::of(!run.has_failed()))
}

struct EditRun<'a> {
    arguments: &'a EditArgs,
    edits: Edits,
    messages: Messages,
    /// What goes to standard output.
    out: Vec<u8>,
    /// The named inputs, from the root of the file system. Results do not replace them.
    sources: Vec<PathBuf>,
    /// The results below the folder of results, in small letters; with `--in-place` the files that were edited.
    names: HashSet<PathBuf>,
    /// The folders in which files of killed runs were removed.
    swept: Swept,
    /// The records to join.
    joined: Vec<Collection>,
    removed: Removed,
    counts: BTreeMap<Ended, usize>,
}

/// How the work on an input ended. Others are no records.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ended {
    Edited,
    Unchanged,
    Other,
    Failed,
}

impl EditRun<'_> {
    /// Checks if there is a place for the results.
    fn check(&self) -> Result<(), Misuse> {
        let arguments = self.arguments;
        let (inputs, count) = (&arguments.inputs, arguments.inputs.len());
        output_folder(arguments.output.as_deref())?;
        stdin_once(inputs)?;
        let stdin = inputs.iter().filter(|path| is_stdin(path)).count();
        let is_in = |folder: PathBuf| self.sources.iter().any(|path| folder.starts_with(path));
        let (message, help) = match (&arguments.out_dir, &arguments.output) {
            _ if arguments.in_place => return in_place(inputs),
            (Some(folder), _) if absolute(folder).is_ok_and(is_in) => (
                format!("{} is in a folder that is edited", Name::of(folder)),
                "choose a folder outside with -d",
            ),
            (Some(folder), _) => return results_folder(folder),
            (None, Some(path)) if path.is_dir() => (
                format!("{} is a folder", Name::of(path)),
                "write below a folder with -d, or name a file with -o",
            ),
            _ if self.edits.join || arguments.patch => return Ok(()),
            (None, None) if count > stdin => (
                "there is no place for the result".to_owned(),
                "name a file with -o or a folder with -d, replace the sources with --in-place, or look at the changes with --diff",
            ),
            _ if count > 1 => (
                format!("--output takes one input only, and there are {count}"),
                "--out-dir takes any number, and --join makes one record of them",
            ),
            _ => return single(inputs),
        };
        Err((message, Some(help)))
    }

    /// Does the work on an input, and counts how it ended.
    fn end(&mut self, record: InputRecord) {
        let (name, named) = (record.name.clone(), record.named);
        let done = contained(|| self.take(record)).unwrap_or_else(|crash| Err(crash.into()));
        let ended = match done {
            Ok(true) => Ended::Edited,
            Ok(false) => Ended::Unchanged,
            Err(Failure::Not(why)) if !named && !why.is_failure() => Ended::Other,
            Err(failure) => {
                let message = format!("{name}: {failure}");
                self.messages.error(&message, failure.help());
                Ended::Failed
            }
        };
        *self.counts.entry(ended).or_default() += 1;
    }

    fn has_failed(&self) -> bool {
        self.counts.contains_key(&Ended::Failed)
    }

    /// Edits a record, and puts it where it belongs. Returns whether it changed.
    fn take(&mut self, input: InputRecord) -> Result<bool, Failure> {
        // A second edit of a file can undo the first one: `--mirror`.
        let file = input.file.as_ref().filter(|_| self.arguments.in_place);
        let file = file.and_then(|file| file.canonicalize().ok());
        if file.is_some_and(|file| !self.names.insert(file)) {
            return Ok(false);
        }
        let mut source = open(input.content, input.hint, &self.arguments.reading)?;
        let read = ishi::read_source(&mut source);
        let mut record = read.map_err(|error| InputError::of(error, input.hint))?;
        if record.games.is_empty() {
            return Err(InputError::no_game(input.hint).into());
        }
        if record.read_from.is_read_only() {
            let reason = format!("{} is only read, so it cannot be edited", record.read_from);
            let help = "make SGF of it first with `ishi convert`";
            return Err(Failure::Refused(reason, Some(help)));
        }
        let mut removed = self.removed.clone();
        for (number, game) in (1..).zip(&mut record.games) {
            self.edit(game, &mut removed).map_err(|reason| {
                let help = "`ishi show --list` lists the places of a game";
                let help = reason.is::<AddressError>().then_some(help);
                Failure::Refused(format!("game {number}: {reason}"), help)
            })?;
        }
        let mut is_changed = true;
        if self.edits.join {
            let format = record.format;
            let first = self.joined.first().map_or(format, |first| first.format);
            if first != format {
                let reason = format!("it is {format}, and the records before it are {first}");
                return Err(Failure::Refused(reason, Some(CONVERT)));
            }
            self.joined.push(record);
        } else {
            let bytes = self.written(&mut record)?;
            let before = mended(&mut source, &[]).map_err(InputError::from)?;
            let lost = remarks(&before).saturating_sub(remarks(&bytes));
            if record.format == Format::Ishi && lost > 0 {
                let why = "because the edit removed this part of the record, or wrote it again";
                let lines = counted(lost, "line");
                let message = format!("{}: lost: {lines} of REMARK or USER, {why}", input.name);
                self.messages.warning(&message, None);
            }
            let (name, file, mut below) = (&input.name, input.file.as_deref(), input.below);
            if file.is_none() && below == Path::new("stdin") {
                below.set_extension(record.format.ending());
            }
            self.put((name, file, &below), &record, [&before, &bytes])?;
            is_changed = before != bytes;
        }
        self.removed = removed;
        Ok(is_changed)
    }

    /// Returns the bytes of an edited record, with its games in order.
    fn written(&self, record: &mut Collection) -> Result<Vec<u8>, Failure> {
        if let Some(id) = self.edits.sort {
            sort(&mut record.games, id);
        }
        let help = "mend the record with `ishi check --fix`, or make SGF of it with `ishi convert`, and edit the result";
        record.write().map_err(Failure::refused(help))
    }

    /// Writes the record of all joined games.
    fn write_joined(&mut self) -> Result<(), Failure> {
        let mut joined = join(&self.joined).map_err(Failure::refused(CONVERT))?;
        let bytes = self.written(&mut joined)?;
        let input = (&Name::from("joined"), None, Path::new(""));
        self.put(input, &joined, [&[], &bytes])
    }

    /// Puts a result where it belongs. The input has a name, perhaps a file, and a path below a folder of results.
    fn put(
        &mut self,
        (name, file, below): (&Name, Option<&Path>, &Path),
        record: &Collection,
        [before, bytes]: [&[u8]; 2],
    ) -> Result<(), Failure> {
        let arguments = self.arguments;
        if arguments.patch {
            let patch = unified(&name.to_string(), [before, bytes], [record.charset; 2]);
            self.out.extend(patch);
        } else if arguments.in_place {
            if before != bytes {
                self.replace(file, bytes)?;
            }
        } else if let Some(folder) = &arguments.out_dir {
            let pattern = self.edits.name.as_ref();
            let named = pattern.map(|pattern| pattern.path(below, record.games.first()));
            let path = self.free(&folder.join(named.as_deref().unwrap_or(below)));
            if let Some(link) = link_between(folder, &path) {
                return Err(Failure::Output(OutputError::Link(link.to_owned())));
            }
            self.write(path, bytes)?;
        } else if let Some(path) = arguments.output.as_ref().filter(|path| !is_stdout(path)) {
            self.write(path.clone(), bytes)?;
        } else {
            self.out.extend_from_slice(bytes);
        }
        Ok(())
    }

    /// Puts a result into the place of its source.
    fn replace(&mut self, file: Option<&Path>, bytes: &[u8]) -> Result<(), Failure> {
        let put = replacement::put(file, bytes, true, Change::Edit, &mut self.swept);
        put.map_err(|Obstacle { reason, help, .. }| {
            let help = help.map_or_else(String::new, |help| format!("; {help}"));
            Failure::Refused(reason + &help, None)
        })
    }

    /// Returns a path, or if another result has it, the first free one with a number: `game-002.sgf`. Names in any letter
    /// case count as the same.
    fn free(&mut self, path: &Path) -> PathBuf {
        let small = |path: &Path| PathBuf::from(path.to_string_lossy().to_lowercase());
        let candidates = (2..).map(|number| numbered(path, number));
        let mut candidates = std::iter::once(path.to_owned()).chain(candidates);
        let free = candidates.find(|path| self.names.insert(small(path)));
        free.unwrap_or_else(|| path.to_owned())
    }

    /// Writes a result to a file.
    fn write(&mut self, path: PathBuf, bytes: &[u8]) -> Result<(), Failure> {
        if is_among(&path, &self.sources) {
            let help = "--in-place replaces the source, and keeps it as NAME.orig";
            return Err(Failure::Refused(Failure::Itself.to_string(), Some(help)));
        }
        self.swept.sweep(folder_of(&path));
        let mut result = Output::new(Destination::at(path), self.arguments.force, &self.sources);
        let written = result.game(1, bytes).and_then(|()| result.put_in_place());
        written.map(|_| ()).map_err(Failure::Output)
    }

    /// Returns the counts: `3 files: 2 edited, 1 unchanged; removed 12 C, 3 LB`.
    fn summary(&self) -> String {
        let words = counts(self.counts.iter().map(|(ended, count)| {
            let word = match ended {
                Ended::Edited if self.edits.join && self.has_failed() => "not joined",
                Ended::Edited if self.arguments.patch => "would be edited",
                Ended::Edited => "edited",
                Ended::Unchanged if self.arguments.out_dir.is_some() => "copied",
                Ended::Unchanged => "unchanged",
                Ended::Other if *count == 1 => "other",
                Ended::Other => "others",
                Ended::Failed => "failed",
            };
            (*count, word)
        }));
        let Some(words) = words.strip_prefix(", ") else {
            return "0 files: no record was found".to_owned();
        };
        let all = counted(self.counts.values().sum(), "file");
        let mut line = format!("{all}: {words}");
        let removed = counts(self.removed.iter().map(|(ident, count)| (*count, ident)));
        if let Some(removed) = removed.strip_prefix(',') {
            line = line + "; removed" + removed;
        }
        if self.arguments.in_place && self.counts.contains_key(&Ended::Edited) {
            line.push_str("; each source is kept as NAME.orig");
        }
        line
    }

    /// Makes all edits of a game in their order.
    fn edit(&self, game: &mut Game<'static>, removed: &mut Removed) -> Result<(), Box<dyn Error>> {
        let edits = &self.edits;
        if let Some(address) = &edits.part {
            let node = address.find(game)?;
            keep_part(game, node)?;
        }
        if edits.main_line {
            keep_main_line(game);
        }
        for kind in &edits.strip {
            for (ident, count) in strip(game, *kind) {
                *removed.entry(ident).or_default() += count;
            }
        }
        let mirror = edits.mirror.then_some(Symmetry::Mirror);
        for symmetry in edits.rotate.into_iter().chain(mirror) {
            turn(game, symmetry)?;
        }
        if edits.swap_colors {
            swap_colors(game)?;
        }
        for header in &edits.set {
            header.set(game, edits.fill);
        }
        Ok(())
    }
}

/// Returns how many lines of Ishi begin a REMARK or a USER block. The model of a game does not have them.
fn remarks(bytes: &[u8]) -> usize {
    let lines = bytes.split(|byte| matches!(byte, b'\r' | b'\n'));
    let words = lines.map(|line| line.trim_ascii_start().to_ascii_uppercase());
    let remarks = words.filter(|line| line.starts_with(b"REMARK") || line.starts_with(b"USER"));
    remarks.count()
}
