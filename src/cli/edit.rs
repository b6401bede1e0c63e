//! `ishi edit`.

mod place;

use std::collections::BTreeMap;
use std::io::{self, BufWriter, Write as _};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use ishi::Collection;
use ishi::change::{
    Strip, Symmetry, join, keep_main_line, keep_part, sort, strip, swap_colors, turn,
};
use ishi::check::mended;
use ishi::crash::contained;
use ishi::input::Name;
use ishi::model::{Game, Ident};

use super::args::EditArgs;
use super::convert::{Misuse, in_place, output_folder, results_folder, single};
use super::input::{InputError, InputRecord, STDIN_TWICE, is_stdin, records};
use super::output::Swept;
use super::pattern::TakenNames;
use super::render::{Messages, counted};
use super::{Status, closed};
use place::{Place, Stop};

/// Edits the inputs in their order.
pub fn run(arguments: &EditArgs) -> Status {
    let messages = Messages::new(arguments.talk);
    if let Err((message, help)) = check(arguments) {
        messages.error(&message, help);
        return Status::Usage;
    }
    let mut run = EditRun {
        arguments,
        messages,
        out: BufWriter::new(io::stdout()),
        sources: arguments
            .inputs
            .iter()
            .filter_map(|path| path.canonicalize().ok())
            .collect(),
        names: TakenNames::default(),
        swept: Swept::default(),
        joined: Vec::new(),
        removed: BTreeMap::new(),
        has_stale: false,
        counts: Counts::default(),
    };
    match run.all() {
        Ok(()) if run.counts.failed == 0 => Status::Done,
        Ok(()) => Status::Failed,
        Err(error) => closed(&error),
    }
}

fn check(arguments: &EditArgs) -> Result<(), Misuse> {
    let inputs = &arguments.inputs;
    let to = [
        arguments.in_place,
        arguments.patch,
        arguments.output.is_some(),
        arguments.out_dir.is_some(),
    ];
    if !has_edit(arguments) {
        let help = "name one: --set, --rotate, --mirror, --swap-colors, --main-line, --part, --strip, --join, --sort or --name";
        return Err(("there is no edit".to_owned(), Some(help)));
    }
    let stdin = inputs.iter().filter(|path| is_stdin(path)).count();
    if stdin > 1 {
        return Err((STDIN_TWICE.to_owned(), None));
    }
    if to == [false; 4] && (inputs.len() > 1 || stdin == 0) {
        let help = "name a file with -o or a folder with -d, replace the sources with --in-place, or look at the changes with --diff";
        return Err(("there is no place for the result".to_owned(), Some(help)));
    }
    if arguments.in_place {
        return in_place(inputs);
    }
    output_folder(arguments.output.as_deref())?;
    if let Some(folder) = &arguments.out_dir {
        let inside = folder.canonicalize().ok().filter(|folder| {
            let mut folders = inputs
                .iter()
                .filter(|path| path.is_dir())
                .filter_map(|path| path.canonicalize().ok());
            folders.any(|input| folder.starts_with(input))
        });
        if inside.is_some() {
            let message = format!("{} is in a folder that is edited", Name::of(folder));
            return Err((message, Some("choose a folder outside with -d")));
        }
        return results_folder(folder);
    }
    if arguments.join || arguments.patch {
        return Ok(());
    }
    if arguments.output.is_some() && inputs.len() > 1 {
        let message = format!(
            "--output takes one input only, and there are {}",
            inputs.len()
        );
        return Err((
            message,
            Some("--out-dir takes any number, and --join makes one record of them"),
        ));
    }
    single(inputs)
}

fn has_edit(arguments: &EditArgs) -> bool {
    let EditArgs {
        set,
        rotate,
        mirror,
        swap_colors,
        main_line,
        part,
        strip,
        join,
        sort,
        name,
        ..
    } = arguments;
    !set.is_empty()
        || !strip.is_empty()
        || rotate.is_some()
        || part.is_some()
        || sort.is_some()
        || name.is_some()
        || *mirror
        || *swap_colors
        || *main_line
        || *join
}

/// Why a record is not edited, and advice.
type Refused = (String, Option<String>);

#[derive(Default)]
struct Counts {
    inputs: usize,
    edited: usize,
    unchanged: usize,
    others: usize,
    failed: usize,
}

struct EditRun<'a> {
    arguments: &'a EditArgs,
    messages: Messages,
    out: BufWriter<io::Stdout>,
    /// The named inputs, from the root of the file system. Results do not replace them.
    sources: Vec<PathBuf>,
    names: TakenNames,
    /// The folders in which files of killed runs were removed.
    swept: Swept,
    /// The records to join.
    joined: Vec<Collection>,
    /// What was removed, by kind.
    removed: BTreeMap<Ident, usize>,
    /// Whether analysis stays that is about the board before its turn.
    has_stale: bool,
    counts: Counts,
}

impl EditRun<'_> {
    fn all(&mut self) -> io::Result<()> {
        let arguments = self.arguments;
        let mut result = Ok(());
        let _ = records(
            &arguments.inputs,
            arguments.hidden,
            &arguments.reading,
            &mut |record| {
                result = self.take(record);
                if result.is_ok() {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            },
        );
        result?;
        if arguments.join && self.counts.failed == 0 {
            self.write_joined()?;
        }
        self.out.flush()?;
        if self.has_stale {
            let help = "--strip analysis removes it";
            self.messages.note(
                "the analysis of engines stays, and names points of the board as it was",
                Some(help),
            );
        }
        self.summarize();
        Ok(())
    }

    fn take(&mut self, record: InputRecord) -> io::Result<()> {
        self.counts.inputs += 1;
        let (name, named, hint) = (record.name, record.named, record.hint);
        let read = record.source.and_then(|mut source| {
            let read = contained(|| ishi::read_source(&mut source))?;
            let read = read.map_err(|error| InputError::of(error, hint))?;
            if read.games.is_empty() {
                return Err(InputError::no_game(hint));
            }
            Ok((source, read))
        });
        let (mut source, mut read) = match read {
            Ok(read) => read,
            Err(error) if error.is_no_record() && !named => {
                self.counts.others += 1;
                return Ok(());
            }
            Err(error) => {
                let help = error.help().map(ToOwned::to_owned);
                self.fail(&name, (error.to_string(), help));
                return Ok(());
            }
        };
        let edited =
            contained(|| self.edited(&mut read)).map_err(|crash| (crash.to_string(), None));
        let removed = match edited.and_then(|edited| edited) {
            Ok(removed) => removed,
            Err(refused) => {
                self.fail(&name, refused);
                return Ok(());
            }
        };
        if self.arguments.join {
            self.joined.push(read);
            self.note_removed(&removed);
            return Ok(());
        }
        let bytes = match contained(|| written(&mut read, self.arguments)) {
            Ok(Ok(bytes)) => bytes,
            Ok(Err(refused)) => {
                self.fail(&name, refused);
                return Ok(());
            }
            Err(crash) => {
                self.fail(&name, (crash.to_string(), None));
                return Ok(());
            }
        };
        let before = mended(&mut source, &[])?;
        let place = Place {
            name: &name,
            file: record.file.as_deref(),
            below: &record.below,
        };
        match self.put(&place, &read, &before, &bytes) {
            Ok(to) => self.tell(
                &place,
                named,
                (before != bytes).then_some(&removed),
                to.as_deref(),
            ),
            Err(Stop::Refused(refused)) => self.fail(&name, refused),
            Err(Stop::Closed(error)) => return Err(error),
        }
        Ok(())
    }

    /// Edits the games of a record, and returns what was removed.
    fn edited(&mut self, record: &mut Collection) -> Result<BTreeMap<Ident, usize>, Refused> {
        if record.read_from.is_read_only() {
            let message = format!("{} is only read, so it cannot be edited", record.read_from);
            return Err((
                message,
                Some("make SGF of it first with `ishi convert`".to_owned()),
            ));
        }
        let is_one = record.games.len() == 1;
        let mut removed = BTreeMap::new();
        for (number, game) in (1..).zip(&mut record.games) {
            edit(game, self.arguments, &mut removed).map_err(|reason| {
                let reason = if is_one {
                    reason
                } else {
                    format!("game {number}: {reason}")
                };
                (reason, None)
            })?;
            let is_turned = self.arguments.rotate.is_some()
                || self.arguments.mirror
                || self.arguments.swap_colors;
            self.has_stale |= is_turned && has_analysis(game);
        }
        Ok(removed)
    }

    /// Writes the record of all joined games.
    fn write_joined(&mut self) -> io::Result<()> {
        let arguments = self.arguments;
        let place = Place {
            name: &Name::from("the joined record"),
            file: None,
            below: Path::new("joined"),
        };
        let records = std::mem::take(&mut self.joined);
        let joined = contained(|| {
            let mut joined = join(&records).map_err(|error| {
                let help = "`ishi convert -d DIR` gives records one format and one charset";
                (error.to_string(), Some(help.to_owned()))
            })?;
            let bytes = written(&mut joined, arguments)?;
            Ok((joined, bytes))
        });
        let joined = joined.map_err(|crash| (crash.to_string(), None));
        let put = match joined.and_then(|joined| joined) {
            Ok((joined, bytes)) => self.put(&place, &joined, b"", &bytes),
            Err(refused) => Err(Stop::Refused(refused)),
        };
        match put {
            Ok(_) => self.counts.edited = records.len(),
            Err(Stop::Refused(refused)) => self.fail(place.name, refused),
            Err(Stop::Closed(error)) => return Err(error),
        }
        Ok(())
    }

    fn fail(&mut self, name: &Name, (reason, help): Refused) {
        self.counts.failed += 1;
        self.messages
            .error(&format!("{name}: {reason}"), help.as_deref());
    }

    /// Counts a record, and tells about it if the command line names it. `removed` is `None` if no byte changed.
    fn tell(
        &mut self,
        place: &Place<'_>,
        named: bool,
        removed: Option<&BTreeMap<Ident, usize>>,
        to: Option<&Path>,
    ) {
        let Some(removed) = removed else {
            self.counts.unchanged += 1;
            if named || self.messages.verbose() {
                let to = to.map_or_else(String::new, |to| format!(" -> {}", Name::of(to)));
                self.messages
                    .say(&format!("{}{to}: {}", place.name, self.unchanged()));
            }
            return;
        };
        self.counts.edited += 1;
        self.note_removed(removed);
        if (named || self.messages.verbose()) && !self.arguments.patch {
            let to = to.map_or_else(String::new, |to| format!(" -> {}", Name::of(to)));
            let kept = if self.arguments.in_place {
                "; the source is kept as NAME.orig"
            } else {
                ""
            };
            self.messages.say(&format!(
                "{}{to}: edited{}{kept}",
                place.name,
                listed(removed)
            ));
        }
    }

    /// Returns how an input without a change ended.
    fn unchanged(&self) -> &'static str {
        if self.arguments.out_dir.is_some() {
            "copied unchanged"
        } else {
            "unchanged"
        }
    }

    fn note_removed(&mut self, removed: &BTreeMap<Ident, usize>) {
        for (ident, count) in removed {
            *self.removed.entry(ident.clone()).or_default() += count;
        }
    }

    /// Prints the counts, unless the line of the only file has them.
    fn summarize(&self) {
        let Counts {
            inputs,
            edited,
            unchanged,
            others,
            failed,
        } = self.counts;
        if inputs == 1 && !self.arguments.join {
            return;
        }
        let done = match self.arguments {
            EditArgs { join: true, .. } => "joined",
            EditArgs { patch: true, .. } => "would be edited",
            _ => "edited",
        };
        let parts = [
            (edited, done),
            (unchanged, self.unchanged()),
            (others, "others"),
            (failed, "failed"),
        ];
        let parts: Vec<_> = parts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, word)| format!("{count} {word}"))
            .collect();
        let kept = if self.arguments.in_place && edited > 0 {
            "; each source is kept as NAME.orig"
        } else {
            ""
        };
        let line = format!(
            "{}: {}{}{kept}",
            counted(inputs, "file"),
            parts.join(", "),
            listed(&self.removed)
        );
        self.messages.say(&line);
    }
}

/// Makes all edits of a game in their order.
fn edit(
    game: &mut Game<'static>,
    arguments: &EditArgs,
    removed: &mut BTreeMap<Ident, usize>,
) -> Result<(), String> {
    if let Some(address) = &arguments.part {
        let node = address.find(game).map_err(|error| error.to_string())?;
        keep_part(game, node).map_err(|error| error.to_string())?;
    }
    if arguments.main_line {
        keep_main_line(game);
    }
    for kind in &arguments.strip {
        for (ident, count) in strip(game, *kind) {
            *removed.entry(ident).or_default() += count;
        }
    }
    let mirror = arguments.mirror.then_some(Symmetry::Mirror);
    for symmetry in arguments.rotate.into_iter().chain(mirror) {
        turn(game, symmetry).map_err(|error| error.to_string())?;
    }
    if arguments.swap_colors {
        swap_colors(game).map_err(|error| error.to_string())?;
    }
    for header in &arguments.set {
        header.set(game, arguments.fill);
    }
    Ok(())
}

/// Returns the bytes of an edited record, with its games in order.
fn written(record: &mut Collection, arguments: &EditArgs) -> Result<Vec<u8>, Refused> {
    if let Some(id) = arguments.sort {
        sort(&mut record.games, id);
    }
    record.write().map_err(|error| {
        let help = matches!(error, ishi::WriteError::NotReadBack { .. }).then(|| {
            format!(
                "{} has no words for the edit; `ishi convert` makes SGF of it",
                record.format
            )
        });
        (error.to_string(), help)
    })
}

fn has_analysis(game: &Game<'_>) -> bool {
    let mut properties = game.nodes().flat_map(|node| game.properties(node));
    properties
        .any(|property| property.ident.standard().is_none() && Strip::Analysis.has(&property.ident))
}

/// Returns what was removed, by kind: `; removed 12 C, 3 LB`.
fn listed(removed: &BTreeMap<Ident, usize>) -> String {
    if removed.is_empty() {
        return String::new();
    }
    let kinds: Vec<_> = removed
        .iter()
        .map(|(ident, count)| format!("{count} {ident}"))
        .collect();
    format!("; removed {}", kinds.join(", "))
}
