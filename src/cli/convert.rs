//! `ishi convert`.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::SystemTime;

use ishi::Format;
use ishi::convert::{Conversion, ConvertError, ConvertOptions, Report};
use ishi::format::NoRecord;
use ishi::outcome::Outcome;
use ishi::source::SourceError;

use super::Status;
use super::args::ConvertArgs;
use super::input::{Input, InputError};
use super::output::{Output, OutputError, Target, occupied};
use super::render::Messages;

/// Converts the inputs in their order.
pub fn run(arguments: &ConvertArgs) -> Status {
    let messages = Messages::new(arguments.talk);
    let inputs: Vec<_> = arguments
        .inputs
        .iter()
        .map(|path| Input::new(path))
        .collect();
    if let Err(wrong) = check(arguments, &inputs) {
        messages.error(&wrong.0, wrong.1);
        return Status::Usage;
    }
    let job = Job {
        arguments,
        options: options(arguments, messages),
        messages,
    };
    let mut counts = Counts::default();
    for input in &inputs {
        counts.add(job.convert(input));
    }
    if inputs.len() > 1 {
        messages.say(&counts.summary());
    }
    if counts.failed > 0 {
        Status::Failed
    } else {
        Status::Done
    }
}

/// What is wrong with a command line, and what to do.
type Wrong = (String, Option<&'static str>);

fn check(arguments: &ConvertArgs, inputs: &[Input]) -> Result<(), Wrong> {
    if arguments.output.is_some() && inputs.len() > 1 {
        let count = inputs.len();
        let message = format!("--output takes one input only, and there are {count}");
        return Err((message, Some("--out-dir takes any number")));
    }
    let stdin = inputs
        .iter()
        .filter(|input| **input == Input::Stdin)
        .count();
    if stdin > 1 {
        return Err(("standard input can be read only once".to_owned(), None));
    }
    let to_stdout = match &arguments.output {
        Some(path) => path.as_os_str() == "-",
        None => stdin > 0 && arguments.out_dir.is_none(),
    };
    if arguments.split && to_stdout {
        let message = "--split writes files, and standard output is not one".to_owned();
        return Err((message, Some("-o or -d names where the files go")));
    }
    if arguments.out_dir.is_none()
        && let Some(folder) = inputs.iter().find(|input| input.is_folder())
    {
        let message = format!("{folder} is a folder, which needs --out-dir");
        return Err((message, Some("or name the files in it")));
    }
    Ok(())
}

fn options(arguments: &ConvertArgs, messages: Messages) -> ConvertOptions {
    let named = arguments.to.as_deref().and_then(Format::from_name);
    let ending = arguments.output.as_deref().and_then(Format::from_path);
    if let (Some(named), Some(ending)) = (named, ending)
        && named != ending
        // Smart-Go files are often called .sgf too.
        && (named, ending) != (Format::SmartGo, Format::Sgf)
    {
        messages.note(
            &format!("the ending of the output says {ending}; --to says {named}, and wins"),
            None,
        );
    }
    ConvertOptions {
        plain: arguments.plain,
        strict: arguments.strict,
        verify: !arguments.no_verify,
        charset: arguments.output_encoding,
        game: arguments.game.map(NonZeroUsize::get),
        skip_refused: arguments.skip_refused,
        items: false,
        threads: thread::available_parallelism().map_or(1, NonZeroUsize::get),
        ..ConvertOptions::new(named.or(ending).unwrap_or(Format::Sgf))
    }
}

/// What became of one input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fate {
    Converted,
    Skipped,
    Failed,
}

#[derive(Debug, Default)]
struct Counts {
    converted: usize,
    skipped: usize,
    failed: usize,
}

impl Counts {
    fn add(&mut self, fate: Fate) {
        match fate {
            Fate::Converted => self.converted += 1,
            Fate::Skipped => self.skipped += 1,
            Fate::Failed => self.failed += 1,
        }
    }

    fn summary(&self) -> String {
        let mut parts = vec![format!("{} converted", self.converted)];
        if self.skipped > 0 {
            parts.push(format!("{} skipped", self.skipped));
        }
        if self.failed > 0 {
            parts.push(format!("{} failed", self.failed));
        }
        parts.join(", ")
    }
}

/// Why an input has no result.
enum Failure {
    Input(InputError),
    Convert(ConvertError),
    Output(OutputError),
    /// The result would be the input itself.
    Itself,
}

struct Job<'a> {
    arguments: &'a ConvertArgs,
    options: ConvertOptions,
    messages: Messages,
}

impl Job<'_> {
    fn convert(&self, input: &Input) -> Fate {
        let target = self.target(input);
        let modified = self
            .arguments
            .out_dir
            .as_ref()
            .and_then(|_| input.modified());
        let mut conversion = Conversion::new(&self.options);
        let result = self.attempt(input, &target, modified, &mut conversion);
        let report = conversion.report();
        self.messages.findings(&input.to_string(), &report.findings);
        match result {
            Ok(Fate::Converted) => self.tell(input, &target, report),
            Ok(_) => self
                .messages
                .say(&format!("{input}: skipped, it is there already")),
            Err(failure) => return self.fail(input, &failure),
        }
        result.unwrap_or(Fate::Failed)
    }

    fn attempt(
        &self,
        input: &Input,
        target: &Target,
        modified: Option<SystemTime>,
        conversion: &mut Conversion<'_>,
    ) -> Result<Fate, Failure> {
        if let Target::File(path) = target {
            if path.is_dir() {
                return Err(Failure::Output(OutputError::Folder(path.clone())));
            }
            if is_same(input, path) && self.arguments.output.is_none() {
                return Err(Failure::Itself);
            }
            if !self.arguments.force && occupied(path) {
                if modified.is_some() && Input::new(path).modified() == modified {
                    return Ok(Fate::Skipped);
                }
                return Err(Failure::Output(OutputError::Exists(path.clone())));
            }
        }
        let mut source = input
            .open(&self.arguments.reading)
            .map_err(Failure::Input)?;
        let written = if self.arguments.dry_run {
            Target::Nothing
        } else {
            target.clone()
        };
        let mut output = Output::new(written, self.arguments.force);
        conversion
            .run(&mut source, &mut |number, bytes| output.game(number, bytes))
            .map_err(Failure::Convert)?;
        output.put_in_place(modified).map_err(Failure::Output)?;
        Ok(Fate::Converted)
    }

    /// Returns where the result of an input goes.
    fn target(&self, input: &Input) -> Target {
        let path = match (&self.arguments.output, &self.arguments.out_dir, input) {
            (Some(path), _, _) if path.as_os_str() == "-" => return Target::Stdout,
            (Some(path), _, _) => path.clone(),
            (None, Some(folder), Input::Stdin) => self.named(&folder.join("stdin")),
            (None, Some(folder), Input::File(path)) => {
                self.named(&folder.join(path.file_name().unwrap_or_default()))
            }
            (None, None, Input::Stdin) => return Target::Stdout,
            (None, None, Input::File(path)) => self.named(path),
        };
        if self.arguments.split {
            Target::Split(path)
        } else {
            Target::at(path)
        }
    }

    fn named(&self, path: &Path) -> PathBuf {
        path.with_extension(self.options.to.ending())
    }

    fn tell(&self, input: &Input, target: &Target, report: &Report) {
        self.tell_lost(input, report);
        if report.games > 1 && report.to == Format::Sgf && !self.arguments.split {
            self.messages.note(
                &format!(
                    "{input} has {} games, and many programs show only the first of a file",
                    report.games
                ),
                Some("--split writes one file per game"),
            );
        }
        let result = match target {
            Target::Stdout | Target::Nothing => "standard output".to_owned(),
            Target::File(path) | Target::Device(path) | Target::Split(path) => {
                path.display().to_string()
            }
        };
        let games = counted(report.games, "game");
        let moves = counted(report.moves, "move");
        let proof = match (self.arguments.dry_run, report.verified) {
            (false, true) => "verified",
            (false, false) => "not verified",
            (true, true) => "verified, not written",
            (true, false) => "not verified, not written",
        };
        if *target != Target::Stdout || self.messages.verbose() {
            self.messages
                .say(&format!("{input} -> {result}: {games}, {moves}, {proof}"));
        }
        if self.messages.verbose() {
            self.tell_more(report);
        }
    }

    fn tell_lost(&self, input: &Input, report: &Report) {
        let lost: Vec<_> = kinds(report, Outcome::Lost);
        if !lost.is_empty() {
            self.messages.warning(
                &format!("{input}: lost: {}", lost.join(", ")),
                Some("without --plain it is kept"),
            );
        }
    }

    fn tell_more(&self, report: &Report) {
        if let (Some(from), Some((charset, why))) = (report.from, &report.charset) {
            let label = charset.label();
            self.messages
                .say(&format!("  read as {from} in {label}: {why}"));
        }
        let native = report.outcomes.count(Outcome::Native);
        self.messages.say(&format!("  native: {native}"));
        for outcome in [Outcome::Adapted, Outcome::Kept] {
            let kinds = kinds(report, outcome);
            if !kinds.is_empty() {
                self.messages
                    .say(&format!("  {outcome}: {}", kinds.join(", ")));
            }
        }
    }

    fn fail(&self, input: &Input, failure: &Failure) -> Fate {
        let (message, help) = match failure {
            // Whoever reads standard output has seen enough.
            Failure::Output(OutputError::Stdout(error))
                if error.kind() == std::io::ErrorKind::BrokenPipe =>
            {
                return Fate::Converted;
            }
            Failure::Input(error) => (error.to_string(), input_help(error)),
            Failure::Convert(error) => (error.to_string(), convert_help(error)),
            Failure::Output(error) => (error.to_string(), output_help(error)),
            Failure::Itself => (
                "the result would be the input itself".to_owned(),
                Some("-o names another file, -d another folder, -t another format"),
            ),
        };
        self.messages.error(&format!("{input}: {message}"), help);
        Fate::Failed
    }
}

/// Returns the kinds of constructs with an outcome as words.
fn kinds(report: &Report, outcome: Outcome) -> Vec<String> {
    let kinds = report.outcomes.kinds(outcome);
    kinds
        .map(|(what, count)| match count {
            1 => what.to_owned(),
            _ => format!("{what} x{count}"),
        })
        .collect()
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

fn is_same(input: &Input, path: &Path) -> bool {
    let Input::File(input) = input else {
        return false;
    };
    match (input.canonicalize(), path.canonicalize()) {
        (Ok(input), Ok(path)) => input == path,
        _ => input == path,
    }
}

fn input_help(error: &InputError) -> Option<&'static str> {
    match error {
        InputError::Folder => Some("name the files in it"),
        InputError::Source(SourceError::NoRecord(NoRecord::Unknown | NoRecord::Empty)) => {
            Some("-f names its format if it is a record all the same")
        }
        InputError::Source(_) => None,
    }
}

fn convert_help(error: &ConvertError) -> Option<&'static str> {
    match error {
        ConvertError::Refused(_) => {
            Some("--skip-refused converts the other games, if there are any")
        }
        ConvertError::NotProven { .. } | ConvertError::Boundaries { .. } => {
            Some("nothing was written; --no-verify writes the result all the same")
        }
        ConvertError::Unencodable { .. } => Some("--output-encoding names another charset"),
        ConvertError::Strict { .. } => Some("nothing was written, because of --strict"),
        ConvertError::Write(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            Some("--force replaces it")
        }
        _ => None,
    }
}

fn output_help(error: &OutputError) -> Option<&'static str> {
    match error {
        OutputError::Exists(_) => Some("--force replaces it"),
        OutputError::Folder(_) => Some("-d writes into a folder"),
        OutputError::File { .. } | OutputError::Stdout(_) => None,
    }
}
