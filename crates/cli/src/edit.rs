//! `ishi edit`.

use std::collections::{BTreeMap, HashSet};
use std::io::Cursor;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ishi::change::{Symmetry, join, keep_main_line, keep_part, sort, strip, swap_colors, turn};
use ishi::check::mended;
use ishi::crash::contained;
use ishi::model::{AddressError, Game, Ident};
use ishi::source::{Source, SourceError, SourceOptions};
use ishi::{Collection, Format};
use ishi_archive::Name;
use thiserror::Error;

use super::args::{EditArgs, Edits, ReadingArgs};
use super::changes::unified;
use super::convert::{Misuse, in_place, output_folder, results_folder, single};
use super::failure::Failure;
use super::input::{AnySource, InputError, InputRecord, STDIN_TWICE, is_stdin, records};
use super::output::{Destination, Output, OutputError, Swept, folder_of, is_stdout, numbered};
use super::paths::absolute;
use super::render::{Messages, counted};
use super::replacement::{self, obstacle};
use super::{Status, print};

/// How many properties were removed, by identifier.
type Removed = BTreeMap<Ident, usize>;

/// Edits the inputs in their order.
pub fn run(arguments: &EditArgs) -> Status {
    let messages = Messages::new(arguments.talk);
    if let Err((message, help)) = check(arguments) {
        messages.error(&message, help);
        return Status::Usage;
    }
    let sources = arguments.inputs.iter();
    let mut run = EditRun {
        arguments,
        messages,
        out: Vec::new(),
        sources: sources
            .filter_map(|path| path.canonicalize().ok())
            .collect(),
        done: HashSet::new(),
        names: HashSet::new(),
        swept: Swept::default(),
        joined: Vec::new(),
        removed: Removed::new(),
        counts: BTreeMap::new(),
    };
    let (inputs, edits) = (&arguments.inputs, &arguments.edits);
    let _: ControlFlow<()> = records(
        inputs,
        arguments.hidden,
        &arguments.reading,
        &mut |record| {
            run.end(record);
            ControlFlow::Continue(())
        },
    );
    let mut is_good = !run.has(Ended::Failed);
    if edits.join && is_good {
        let written = contained(|| run.write_joined());
        if let Err(stop) = written.unwrap_or_else(|crash| Err(InputError::from(crash).into())) {
            run.tell(&Name::from("the joined record"), &stop);
            is_good = false;
        }
    }
    messages.say(&run.summary(is_good));
    let status = if is_good {
        Status::Done
    } else {
        Status::Failed
    };
    print(&run.out, status)
}

/// Returns how the run ends if no edit is named.
pub fn without_edit(arguments: &EditArgs) -> Option<Status> {
    if !arguments.edits.is_empty() {
        return None;
    }
    let message = match arguments.inputs.as_slice() {
        [] => "no edit and no file is named",
        _ => "no edit is named",
    };
    let help = "for example `ishi edit --set black=\"Anna Berg\" --diff game.sgf`; `ishi edit --help` lists all edits";
    Messages::new(arguments.talk).error(message, Some(help));
    Some(Status::Usage)
}

fn check(arguments: &EditArgs) -> Result<(), Misuse> {
    let inputs = &arguments.inputs;
    let stdin = inputs.iter().filter(|path| is_stdin(path)).count();
    if stdin > 1 {
        return Err((STDIN_TWICE.to_owned(), None));
    }
    if arguments.in_place {
        return in_place(inputs);
    }
    if let Some(path) = arguments.output.as_deref().filter(|path| path.is_dir()) {
        let message = format!("{} is a folder", Name::of(path));
        return Err((
            message,
            Some("write below a folder with -d, or name a file with -o"),
        ));
    }
    output_folder(arguments.output.as_deref())?;
    let is_inside = |folder: &PathBuf| {
        let is_above = |input: &PathBuf| {
            let pair = absolute(folder).and_then(|folder| Ok((folder, absolute(input)?)));
            input.is_dir() && pair.is_ok_and(|(folder, input)| folder.starts_with(input))
        };
        inputs.iter().any(is_above)
    };
    match (&arguments.out_dir, &arguments.output) {
        (Some(folder), _) if is_inside(folder) => {
            let message = format!("{} is in a folder that is edited", Name::of(folder));
            Err((message, Some("choose a folder outside with -d")))
        }
        (Some(folder), _) => results_folder(folder),
        _ if arguments.edits.join || arguments.patch => Ok(()),
        (None, None) if inputs.len() > stdin => {
            let help = "name a file with -o or a folder with -d, replace the sources with --in-place, or look at the changes with --diff";
            Err(("there is no place for the result".to_owned(), Some(help)))
        }
        _ if inputs.len() > 1 => {
            let message = format!(
                "--output takes one input only, and there are {}",
                inputs.len()
            );
            let help = "--out-dir takes any number, and --join makes one record of them";
            Err((message, Some(help)))
        }
        _ => single(inputs),
    }
}

/// How the work on an input ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Ended {
    Edited,
    Unchanged,
    /// It is no record.
    Other,
    Failed,
}

struct EditRun<'a> {
    arguments: &'a EditArgs,
    messages: Messages,
    /// What goes to standard output.
    out: Vec<u8>,
    /// The named inputs, from the root of the file system. Results do not replace them.
    sources: Vec<PathBuf>,
    /// The sources that were replaced.
    done: HashSet<PathBuf>,
    /// The results below the folder of results, in small letters.
    names: HashSet<String>,
    /// The folders in which files of killed runs were removed.
    swept: Swept,
    /// The records to join.
    joined: Vec<(Name, Collection)>,
    removed: Removed,
    counts: BTreeMap<Ended, usize>,
}

/// Why an input has no result.
#[derive(Debug, Error)]
enum Stop {
    #[error(transparent)]
    Input(#[from] InputError),
    #[error(transparent)]
    Output(#[from] OutputError),
    /// The reason, and advice.
    #[error("{0}")]
    Refused(String, Option<String>),
}

impl EditRun<'_> {
    /// Does the work on an input, and counts how it ended.
    fn end(&mut self, record: InputRecord) {
        let (name, named) = (record.name.clone(), record.named);
        let done = contained(|| self.take(record))
            .unwrap_or_else(|crash| Err(InputError::from(crash).into()));
        match done {
            Ok(ended) => *self.counts.entry(ended).or_default() += 1,
            Err(Stop::Input(error)) if error.is_no_record() && !named => {
                *self.counts.entry(Ended::Other).or_default() += 1;
            }
            Err(stop) => {
                self.tell(&name, &stop);
                *self.counts.entry(Ended::Failed).or_default() += 1;
            }
        }
    }

    /// Returns whether this is the first input with its file, because a second edit can undo the first one: `--mirror`.
    fn is_first(&mut self, input: &InputRecord) -> bool {
        let file = input
            .file
            .as_ref()
            .and_then(|file| file.canonicalize().ok());
        file.is_none_or(|file| self.done.insert(file))
    }

    fn tell(&self, name: &Name, stop: &Stop) {
        let help = match stop {
            Stop::Input(error) => error.help(),
            Stop::Output(error) => error.help(),
            Stop::Refused(_, help) => help.as_deref(),
        };
        self.messages.error(&format!("{name}: {stop}"), help);
    }

    fn has(&self, ended: Ended) -> bool {
        self.counts.contains_key(&ended)
    }

    /// Edits a record, and puts it where it belongs. Returns how it ended.
    fn take(&mut self, input: InputRecord) -> Result<Ended, Stop> {
        if self.arguments.in_place && !self.is_first(&input) {
            return Ok(Ended::Unchanged);
        }
        let mut source = input.source?;
        let read = read(&mut source, &self.arguments.reading);
        let mut record = read.map_err(|error| InputError::of(error, input.hint))?;
        if record.games.is_empty() {
            return Err(InputError::no_game(input.hint).into());
        }
        if record.read_from.is_read_only() {
            let reason = format!("{} is only read, so it cannot be edited", record.read_from);
            let help = "make SGF of it first with `ishi convert`".to_owned();
            return Err(Stop::Refused(reason, Some(help)));
        }
        let mut removed = Removed::new();
        for (number, game) in (1..).zip(&mut record.games) {
            edit(game, &self.arguments.edits, &mut removed).map_err(|reason| {
                let is_place = reason.is::<AddressError>();
                let help =
                    is_place.then(|| "`ishi show --list` lists the places of a game".to_owned());
                Stop::Refused(format!("game {number}: {reason}"), help)
            })?;
        }
        let ended = if self.arguments.edits.join {
            if let Some((first, one)) = self.joined.first()
                && (one.format, one.charset) != (record.format, record.charset)
            {
                let of = |record: &Collection| {
                    format!("{} in {}", record.format, record.charset.label())
                };
                let reason = format!("it is {}, and {first} is {}", of(&record), of(one));
                let help =
                    "`ishi convert -t sgf -d DIR` makes records that can be joined".to_owned();
                return Err(Stop::Refused(reason, Some(help)));
            }
            self.joined.push((input.name.clone(), record));
            Ended::Edited
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
            if before == bytes {
                Ended::Unchanged
            } else {
                Ended::Edited
            }
        };
        for (ident, count) in removed {
            *self.removed.entry(ident).or_default() += count;
        }
        Ok(ended)
    }

    /// Returns the bytes of an edited record, with its games in order.
    fn written(&self, record: &mut Collection) -> Result<Vec<u8>, Stop> {
        if let Some(id) = self.arguments.edits.sort {
            sort(&mut record.games, id);
        }
        record.write().map_err(|error| {
            let format = record.format;
            let help = matches!(error, ishi::WriteError::NotReadBack { .. });
            let help = help.then(|| match format {
                Format::Sgf => "mend the record with `ishi check --fix`, or write it anew with `ishi convert`, and edit the result".to_owned(),
                _ => format!("{format} cannot show the edit; make SGF of it with `ishi convert`, and edit the SGF"),
            });
            Stop::Refused(error.to_string(), help)
        })
    }

    /// Writes the record of all joined games.
    fn write_joined(&mut self) -> Result<(), Stop> {
        let records = std::mem::take(&mut self.joined).into_iter();
        let records: Vec<_> = records.map(|(_, record)| record).collect();
        let mut joined = join(&records).map_err(|error| Stop::Refused(error.to_string(), None))?;
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
    ) -> Result<(), Stop> {
        let arguments = self.arguments;
        let path = match (&arguments.out_dir, &arguments.output) {
            _ if arguments.patch => {
                let charsets = [record.charset; 2];
                self.out
                    .extend(unified(&name.to_string(), [before, bytes], charsets));
                return Ok(());
            }
            _ if arguments.in_place && before == bytes => return Ok(()),
            _ if arguments.in_place => {
                if let Some((reason, help)) = obstacle(file, "edit") {
                    return Err(Stop::Refused(reason, Some(help)));
                }
                let file = file.unwrap_or(below);
                self.swept.sweep(folder_of(file));
                return match replacement::put(file, bytes, true, "edit") {
                    Ok(None) => Ok(()),
                    Ok(Some(reason)) | Err(reason) => Err(Stop::Refused(reason, None)),
                };
            }
            (Some(folder), _) => {
                let pattern = arguments.edits.name.as_ref();
                let named = pattern.map(|pattern| pattern.path(below, record.games.first()));
                let path = self.free(&folder.join(named.as_deref().unwrap_or(below)));
                let mut above = path.ancestors().skip(1).take_while(|above| above != folder);
                if let Some(link) = above.find(|above| above.is_symlink()) {
                    return Err(OutputError::Link(link.to_owned()).into());
                }
                path
            }
            (None, Some(path)) if !is_stdout(path) => path.clone(),
            _ => {
                self.out.extend_from_slice(bytes);
                return Ok(());
            }
        };
        self.write(path, bytes)
    }

    /// Returns a path, or if another result has it, the first free one with a number: `game-002.sgf`. Names in any letter
    /// case count as the same.
    fn free(&mut self, path: &Path) -> PathBuf {
        let candidates = (2..).map(|number| numbered(path, number));
        let mut candidates = std::iter::once(path.to_owned()).chain(candidates);
        let free = candidates.find(|path| self.names.insert(path.to_string_lossy().to_lowercase()));
        free.unwrap_or_else(|| path.to_owned())
    }

    /// Writes a result to a file.
    fn write(&mut self, path: PathBuf, bytes: &[u8]) -> Result<(), Stop> {
        let is_source =
            |there: PathBuf| self.sources.iter().any(|source| there.starts_with(source));
        if path.canonicalize().is_ok_and(is_source) {
            let help = "--in-place replaces the source, and keeps it as NAME.orig".to_owned();
            return Err(Stop::Refused(Failure::Itself.to_string(), Some(help)));
        }
        self.swept.sweep(folder_of(&path));
        let mut result = Output::new(Destination::at(path), self.arguments.force);
        result.game(1, bytes)?;
        result.put_in_place()?;
        Ok(())
    }

    /// Returns the counts: `3 files: 2 edited, 1 unchanged; removed 12 C, 3 LB`.
    fn summary(&self, is_good: bool) -> String {
        let word = |ended: &Ended| match ended {
            Ended::Edited if self.arguments.edits.join && !is_good => "not joined",
            Ended::Edited if self.arguments.patch => "would be edited",
            Ended::Edited => "edited",
            Ended::Unchanged if self.arguments.out_dir.is_some() => "copied",
            Ended::Unchanged => "unchanged",
            Ended::Other => "others",
            Ended::Failed => "failed",
        };
        let counts = self.counts.iter();
        let counts: Vec<_> = counts
            .map(|(ended, count)| format!("{count} {}", word(ended)))
            .collect();
        if counts.is_empty() {
            return "0 files: no record was found".to_owned();
        }
        let all = counted(self.counts.values().sum(), "file");
        let mut line = format!("{all}: {}", counts.join(", "));
        let kinds: Vec<_> = self
            .removed
            .iter()
            .map(|(ident, count)| format!("{count} {ident}"))
            .collect();
        if !kinds.is_empty() {
            line.push_str("; removed ");
            line.push_str(&kinds.join(", "));
        }
        if self.arguments.in_place && self.has(Ended::Edited) {
            line.push_str("; each source is kept as NAME.orig");
        }
        line
    }
}

/// Reads a record. The properties of FF[3] are almost those of FF[4], so it is read as SGF: its `CR` and `SL` are marks there.
fn read(source: &mut AnySource, reading: &ReadingArgs) -> Result<Collection, SourceError> {
    let record = ishi::read_source(source)?;
    let is_third = |game: &Game<'_>| game.file_format == Some(3);
    let is_smart_go = record.format == Format::SmartGo && reading.format().is_none();
    if !is_smart_go || !record.games.iter().all(is_third) {
        return Ok(record);
    }
    let options = SourceOptions {
        format: Some(Format::Sgf),
        charset: Some(record.charset),
        ..SourceOptions::default()
    };
    let bytes = mended(source, &[])?;
    ishi::read_source(&mut Source::open(Cursor::new(bytes), options)?)
}

/// Makes all edits of a game in their order.
fn edit(
    game: &mut Game<'static>,
    edits: &Edits,
    removed: &mut Removed,
) -> Result<(), Box<dyn std::error::Error>> {
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

/// Returns how many lines of Ishi begin a REMARK or a USER block. The model of a game does not have them.
fn remarks(bytes: &[u8]) -> usize {
    let lines = bytes.split(|byte| matches!(byte, b'\r' | b'\n'));
    let words = lines.map(|line| line.trim_ascii_start().to_ascii_uppercase());
    let remarks = words.filter(|line| line.starts_with(b"REMARK") || line.starts_with(b"USER"));
    remarks.count()
}
