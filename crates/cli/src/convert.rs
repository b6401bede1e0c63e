//! `ishi convert`.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use ishi::Format;
use ishi::convert::ConvertOptions;
use ishi_archive::{Name, is_many};

use super::Status;
use super::args::ConvertArgs;
use super::batch;
use super::disk::not_a_folder;
use super::input::{Misuse, are_many, hidden_without_effect, is_stdin, stdin_once};
use super::manifest::Manifest;
use super::output::{Destination, folder_of, is_stdout};
use super::render::{Messages, NO_FILE, WithoutEffect, counted};
use super::report::ReportFile;
use crate::disk::paths::absolute;
use crate::options::to::To;

/// Converts the inputs in their order.
pub fn run(arguments: &ConvertArgs) -> Status {
    let messages = arguments.talk;
    if let Err(wrong) = check(arguments) {
        return messages.misuse(&wrong.0, wrong.1);
    }
    note_ending(arguments, messages);
    messages.without_effect(&without_effect(arguments));
    let to = target(arguments);
    let manifest = match arguments.out_dir.as_deref().map(Manifest::read).transpose() {
        Ok(manifest) => manifest,
        Err(wrong) => return messages.misuse(&wrong, None),
    };
    let is_result = |path: &Path| manifest.as_ref().is_some_and(|known| known.is_result(path));
    let create = |path| ReportFile::create(path, arguments, &is_result);
    let mut report = match arguments.report.as_deref().map(create) {
        None => None,
        Some(Ok(report)) => Some(report),
        Some(Err(wrong)) => return messages.misuse(&wrong, None),
    };
    let options = (to, options(arguments, to));
    let tally = batch::run(arguments, options, messages, manifest, report.as_mut());
    if are_many(&arguments.inputs) {
        tally.attention.print(messages, tally.room());
        let [report, folder] = [&arguments.report, &arguments.out_dir].map(Option::as_deref);
        messages.say(&tally.summary(messages.verbose, report, folder));
    }
    let written = report.map_or(Ok(()), |report| report.finish(&tally));
    if let Err(wrong) = &written {
        messages.error(wrong, None);
    }
    if tally.interrupted {
        let done = counted(tally.inputs, "file");
        let next = interrupted(arguments);
        messages.error(
            &format!("interrupted after {done}; the others were not converted; {next}"),
            None,
        );
        return Status::Interrupted;
    }
    Status::of(tally.is_good() && written.is_ok())
}

/// Returns how to continue after an interruption.
pub fn interrupted(arguments: &ConvertArgs) -> &'static str {
    let is_known = arguments.in_place || arguments.out_dir.is_some();
    match (arguments.dry_run, is_known) {
        (false, true) => "the same command again continues where it stopped",
        (false, false) if are_many(&arguments.inputs) => {
            "results that were written stay; the same command with --force converts all inputs again"
        }
        _ => "no file was written; the same command starts again",
    }
}

fn check(arguments: &ConvertArgs) -> Result<(), Misuse> {
    let inputs = &arguments.inputs;
    if target(arguments).is_json() && arguments.output_encoding.is_some() {
        let message = "--output-encoding cannot be used for JSON".to_owned();
        return Err((message, Some("JSON is UTF-8")));
    }
    if arguments.output.is_some() && inputs.len() > 1 {
        let count = inputs.len();
        let message = format!("--output takes one input only, and there are {count}");
        return Err((message, Some("--out-dir takes any number")));
    }
    output_folder(arguments.output.as_deref())?;
    let is_below = |path: &Path| {
        let folder = arguments
            .out_dir
            .as_deref()
            .and_then(|folder| absolute(folder).ok());
        folder.is_some_and(|folder| absolute(path).is_ok_and(|path| path.starts_with(folder)))
    };
    // The folder of results is made anyway.
    output_folder(arguments.report.as_deref().filter(|path| !is_below(path)))?;
    if let Some(path) = unknown_ending(arguments) {
        let message = format!("{}: cannot tell the format from this name", Name::of(path));
        let help = "use .sgf, .go, .mgt or .json, or choose a format with --to";
        return Err((message, Some(help)));
    }
    stdin_once(inputs)?;
    if arguments.split && to_stdout(arguments) {
        let message = "--split writes files, and standard output is not one".to_owned();
        return Err((message, Some("choose where the files go with -o or -d")));
    }
    if arguments.in_place {
        return in_place(inputs);
    }
    match &arguments.out_dir {
        Some(folder) => results_folder(folder),
        None => single(inputs),
    }
}

/// Returns whether a result goes to standard output.
fn to_stdout(arguments: &ConvertArgs) -> bool {
    match &arguments.output {
        Some(path) => is_stdout(path),
        None => arguments.out_dir.is_none() && arguments.inputs.iter().any(|path| is_stdin(path)),
    }
}

/// Returns an error if the folder of an output is missing.
pub fn output_folder(output: Option<&Path>) -> Result<(), Misuse> {
    let folder = output.filter(|path| !is_stdout(path)).map(folder_of);
    match folder.filter(|folder| !folder.exists() && not_a_folder(folder).is_none()) {
        Some(folder) => Err((
            format!("there is no folder {}", Name::of(folder)),
            Some("make it first, or let `-d DIR` make folders for results"),
        )),
        None => Ok(()),
    }
}

/// Returns an error if results cannot be written below a path.
pub fn results_folder(folder: &Path) -> Result<(), Misuse> {
    if folder.exists() && !folder.is_dir() {
        let message = format!("{} is not a folder", Name::of(folder));
        return Err((message, Some("--out-dir needs a folder")));
    }
    Ok(())
}

/// Returns an error if an input can have several results.
pub fn single(inputs: &[PathBuf]) -> Result<(), Misuse> {
    for path in inputs {
        let (kind, help) = if path.is_dir() {
            (
                "a folder",
                "name the folder with -d (--out-dir), or replace the records in it with --in-place",
            )
        } else if is_many(path) {
            ("an archive", "name the folder with -d (--out-dir)")
        } else {
            continue;
        };
        let message = format!(
            "{} is {kind}, and its results need a folder",
            Name::of(path)
        );
        return Err((message, Some(help)));
    }
    Ok(())
}

/// Returns the output if its ending stands for no format and no option names one. A number is not an
/// ending: `game.12` is a name.
fn unknown_ending(arguments: &ConvertArgs) -> Option<&Path> {
    let path = arguments.output.as_deref()?;
    let ending = path.extension()?.as_encoded_bytes();
    let is_ending = ending.iter().any(u8::is_ascii_alphabetic);
    let is_file = !matches!(Destination::at(path.to_owned()), Destination::Device(_));
    let is_known = named(arguments).is_some() || meant(arguments).is_some();
    (is_ending && is_file && !is_known).then_some(path)
}

/// Returns an error if an input cannot be replaced, for example an archive.
pub fn in_place(inputs: &[PathBuf]) -> Result<(), Misuse> {
    for path in inputs {
        let kind = if is_stdin(path) {
            "standard input"
        } else if !path.is_dir() && is_many(path) {
            "an archive"
        } else {
            continue;
        };
        let message = format!(
            "{} is {kind}, and --in-place replaces only files",
            Name::of(path)
        );
        return Err((message, Some("--out-dir names a folder for the results")));
    }
    Ok(())
}

/// Returns the target: by `--to`, else by the ending of the output, else SGF.
fn target(arguments: &ConvertArgs) -> To {
    named(arguments)
        .or_else(|| meant(arguments))
        .unwrap_or(To::Format(Format::Sgf))
}

/// Returns the target that `--to` names.
fn named(arguments: &ConvertArgs) -> Option<To> {
    To::from_name(arguments.to.as_deref()?)
}

/// Returns the target that the ending of the output names.
fn meant(arguments: &ConvertArgs) -> Option<To> {
    To::from_path(arguments.output.as_deref()?)
}

/// Prints a note if the ending of the output names another format than `--to`.
fn note_ending(arguments: &ConvertArgs, messages: Messages) {
    const SGF: To = To::Format(Format::Sgf);
    const SMARTGO: To = To::Format(Format::SmartGo);
    if let (Some(named), Some(ending)) = (named(arguments), meant(arguments))
        && named != ending
        // Smart-Go files are often called .sgf too.
        && (named, ending) != (SMARTGO, SGF)
    {
        messages.note(
            &format!(
                "{}: wrote {named} because of --to, although the ending stands for {ending}",
                Name::of(arguments.output.as_deref().unwrap_or(Path::new("")))
            ),
            None,
        );
    }
}

/// Returns the options that change nothing in this run, with the reasons.
fn without_effect(arguments: &ConvertArgs) -> [WithoutEffect; 13] {
    let below = arguments.out_dir.is_some();
    let is_json = target(arguments).is_json();
    let reads_all = arguments.report.is_some() || arguments.force;
    let is_in_place = arguments.force && arguments.in_place;
    let no_results = "only results below -d are known from earlier runs";
    let no_proof = "JSON is not read back anyway";
    let any_game = "JSON can hold every game";
    let rereads = "--report and --force read each file again anyway";
    let strict = "--strict needs the proof, and makes it";
    let replaces = "--in-place replaces its sources anyway";
    let is_dry = "a dry run replaces no file";
    let (plain, exact, force) = (arguments.plain, arguments.exact, arguments.force);
    // A report is written also in a dry run, and may replace a file.
    let dry_force = force && arguments.dry_run && arguments.report.is_none();
    let (recheck, no_verify) = (arguments.recheck, arguments.no_verify);
    [
        (arguments.keep_edited && !below, "--keep-edited", no_results),
        (recheck && !below, "--recheck", no_results),
        (recheck && below && reads_all, "--recheck", rereads),
        (plain && is_json, "--plain", "JSON has all data by itself"),
        (exact && is_json, "--exact", "nothing reads JSON back"),
        (
            arguments.skip_refused && is_json,
            "--skip-refused",
            any_game,
        ),
        (no_verify && is_json, "--no-verify", no_proof),
        (
            arguments.jobs.is_some() && is_json && !are_many(&arguments.inputs),
            "--jobs",
            "JSON of one record is written by one thread",
        ),
        (no_verify && arguments.strict, "--no-verify", strict),
        hidden_without_effect(arguments.hidden, &arguments.inputs),
        (is_in_place, "--force", replaces),
        (dry_force, "--force", is_dry),
        (force && to_stdout(arguments), "--force", NO_FILE),
    ]
}

fn options(arguments: &ConvertArgs, to: To) -> ConvertOptions {
    let format = match to {
        To::Format(format) => format,
        To::Json { .. } => {
            return ConvertOptions {
                strict: arguments.strict,
                game: arguments.game.map(NonZeroUsize::get),
                split: arguments.split,
                ..ConvertOptions::new(Format::Sgf)
            };
        }
    };
    ConvertOptions {
        plain: arguments.plain,
        exact: arguments.exact,
        strict: arguments.strict,
        // Only the proof knows the parts that are not kept.
        verify: !arguments.no_verify || arguments.strict,
        charset: arguments.output_encoding,
        game: arguments.game.map(NonZeroUsize::get),
        skip_refused: arguments.skip_refused,
        split: arguments.split,
        items: false,
        // Several inputs have a thread each; one has them all.
        threads: if are_many(&arguments.inputs) {
            1
        } else {
            batch::threads(arguments)
        },
        ..ConvertOptions::new(format)
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::args::{Command, Ishi};

    #[test]
    fn an_interrupted_run_says_what_the_same_command_does() {
        let again = "no file was written; the same command starts again";
        let on = "the same command again continues where it stopped";
        let stay = "results that were written stay; the same command with --force converts all inputs again";
        for (line, help) in [
            (&["a.go"][..], again),
            (&["a.go", "-n"], again),
            (&["a.go", "b.go", "-n", "-d", "out"], again),
            (&["a.go", "-d", "out"], on),
            (&["a.go", "--in-place"], on),
            (&["a.go", "b.go"], stay),
        ] {
            let words = ["ishi", "convert"].iter().chain(line);
            let Command::Convert(arguments) = Ishi::try_parse_from(words).unwrap().command else {
                panic!("{line:?}");
            };
            assert_eq!(interrupted(&arguments), help, "{line:?}");
        }
    }
}
