//! `ishi convert`.

mod json;

use ishi::Format;
use ishi::convert::ConvertOptions;

use super::Status;
use super::args::ConvertArgs;
use super::batch;
use super::input::Input;
use super::render::Messages;
use super::report::ReportFile;

/// Converts the inputs in their order.
pub fn run(arguments: &ConvertArgs) -> Status {
    let messages = Messages::new(arguments.talk);
    if let Err(wrong) = check(arguments) {
        messages.error(&wrong.0, wrong.1);
        return Status::Usage;
    }
    if json::is_wanted(arguments) {
        return match json::check(arguments) {
            Ok(()) => json::run(arguments, messages),
            Err((message, help)) => {
                messages.error(&message, help);
                Status::Usage
            }
        };
    }
    let mut report = match arguments.report.as_deref().map(ReportFile::create) {
        None => None,
        Some(Ok(report)) => Some(report),
        Some(Err(wrong)) => {
            messages.error(&wrong, None);
            return Status::Usage;
        }
    };
    let options = options(arguments, messages);
    let tally = batch::run(arguments, options, messages, report.as_mut());
    if batch::is_batch(arguments) {
        messages.say(&tally.summary(messages.verbose()));
    }
    let written = report.map_or(Ok(()), |report| report.finish(&tally));
    if let Err(wrong) = &written {
        messages.error(wrong, None);
    }
    if tally.is_good() && written.is_ok() {
        Status::Done
    } else {
        Status::Failed
    }
}

/// What is wrong with a command line, and what to do.
type Wrong = (String, Option<&'static str>);

fn check(arguments: &ConvertArgs) -> Result<(), Wrong> {
    let inputs = &arguments.inputs;
    if arguments.output.is_some() && inputs.len() > 1 {
        let count = inputs.len();
        let message = format!("--output takes one input only, and there are {count}");
        return Err((message, Some("--out-dir takes any number")));
    }
    let stdin = inputs.iter().filter(|path| path.as_os_str() == "-").count();
    if stdin > 1 {
        return Err(("standard input can be read only once".to_owned(), None));
    }
    let to_stdout = match &arguments.output {
        Some(path) => path.as_os_str() == "-",
        None => stdin > 0 && arguments.out_dir.is_none(),
    };
    if arguments.split && to_stdout {
        let message = "--split writes files, and standard output is not one".to_owned();
        return Err((message, Some("choose where the files go with -o or -d")));
    }
    if let Some(folder) = &arguments.out_dir {
        if folder.exists() && !folder.is_dir() {
            let message = format!("{} is not a folder", folder.display());
            return Err((message, Some("--out-dir needs a folder")));
        }
        return Ok(());
    }
    for path in inputs {
        let kind = if Input::new(path).is_folder() {
            "a folder"
        } else if batch::is_archive(path) {
            "an archive"
        } else {
            continue;
        };
        let message = format!("{} is {kind}, which needs --out-dir", path.display());
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
            &format!("the ending of the output means {ending}; --to names {named}, which was used"),
            None,
        );
    }
    ConvertOptions {
        plain: arguments.plain,
        strict: arguments.strict,
        verify: !arguments.no_verify,
        charset: arguments.output_encoding,
        game: arguments.game.map(std::num::NonZeroUsize::get),
        skip_refused: arguments.skip_refused,
        items: false,
        // Several inputs have a thread each; one has them all.
        threads: if batch::is_batch(arguments) {
            1
        } else {
            batch::threads(arguments)
        },
        ..ConvertOptions::new(named.or(ending).unwrap_or(Format::Sgf))
    }
}
