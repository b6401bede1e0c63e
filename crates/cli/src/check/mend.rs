//! `ishi check --fix` and `--diff`: mends findings, or prints the changes.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::fmt::Write as _;
use std::io::{self, BufWriter, Cursor, Write as _};
use std::ops::ControlFlow;
use std::path::Path;

use ishi::charset::Charset;
use ishi::check::{Choice, Fix, check, fixes, mended};
use ishi::crash::contained;
use ishi::diagnostic::Severity;
use ishi::model::Id;
use ishi::printable;
use ishi_archive::Name;
use serde_json::{Value, json};

use super::sarif;
use crate::args::{CheckArgs, CheckFormat, DiffForm};
use crate::batch::replacement::{self, Change};
use crate::failure::Failure;
use crate::input::{AnySource, InputError, InputRecord, each_record, is_stdin, open, opened};
use crate::manifest::hex;
use crate::output::Swept;
use crate::render::changes::unified;
use crate::render::{Messages, counted};
use crate::{Status, ended};

/// How much of a text a line shows, in characters.
const SHOWN: usize = 60;

/// How many changes of one kind are printed.
const PRINTED: usize = 20;

/// The changes that were made, for the report of the check after them.
#[derive(Debug, Default)]
pub struct Mended {
    /// The lists of changes as JSON, each with the name of its input, in the order of the inputs.
    pub documents: VecDeque<(String, Value)>,
    /// How many records could not be mended.
    pub failed: usize,
}

impl Mended {
    /// Takes the changes of an input. The inputs are asked for in their order.
    pub fn take(&mut self, name: &str) -> Option<Value> {
        self.documents.front().filter(|(input, _)| input == name)?;
        let (_, changes) = self.documents.pop_front()?;
        Some(changes)
    }
}

/// Prints or makes the changes in all inputs. Returns how the run ends, or the changes if the mended records are to be
/// checked.
pub fn run(arguments: &CheckArgs, messages: Messages) -> ControlFlow<Status, Mended> {
    let mut run = MendRun {
        arguments,
        messages,
        choice: Choice {
            guesses: arguments.fixing.unsafe_fixes,
            rules: arguments.fixing.fix_only.clone(),
        },
        out: BufWriter::new(io::stdout()),
        mended: Mended::default(),
        kinds: BTreeMap::new(),
        fixes: 0,
        records: 0,
        swept: Swept::default(),
    };
    match run.all().map(|()| run.status()) {
        Ok(None) => ControlFlow::Continue(run.mended),
        Ok(Some(status)) => ControlFlow::Break(status),
        Err(error) => ControlFlow::Break(ended(Err(error))),
    }
}

struct MendRun<'a> {
    arguments: &'a CheckArgs,
    messages: Messages,
    choice: Choice,
    out: BufWriter<io::Stdout>,
    mended: Mended,
    /// How many changes of each kind there are, in how many records.
    kinds: BTreeMap<String, [usize; 2]>,
    /// How many changes there are, in how many records.
    fixes: usize,
    records: usize,
    /// The folders in which files of killed runs were removed.
    swept: Swept,
}

impl MendRun<'_> {
    fn all(&mut self) -> io::Result<()> {
        let arguments = self.arguments;
        let (hidden, reading) = (arguments.hidden, &arguments.reading);
        each_record(&arguments.inputs, hidden, reading, |record| {
            self.take(record)
        })?;
        self.print_counts()?;
        // The report of the check after the fixes names them.
        let format = Some(arguments.format).filter(|_| !arguments.fixing.fix);
        match format.unwrap_or_default() {
            CheckFormat::Text => {}
            CheckFormat::Json => {
                let inputs = self.mended.documents.iter();
                let inputs = inputs.map(|(name, edits)| json!({"input": name, "edits": edits}));
                let document = json!({
                    "tool": env!("CARGO_BIN_NAME"), "version": env!("CARGO_PKG_VERSION"),
                    "inputs": inputs.collect::<Vec<_>>(),
                });
                writeln!(self.out, "{}", printable::json(&format!("{document:#}")))?;
            }
            CheckFormat::Sarif => {
                let results = self.mended.documents.iter();
                let results = results.filter_map(|(_, fixes)| fixes.as_array());
                sarif::fixes(&mut self.out, results.flatten().cloned())?;
            }
        }
        self.out.flush()
    }

    /// Prints how many changes of each kind were not printed.
    fn print_counts(&mut self) -> io::Result<()> {
        for (kind, [changes, records]) in std::mem::take(&mut self.kinds) {
            let more = changes.saturating_sub(PRINTED);
            if more > 0 {
                let of = counted(records, "record");
                self.print_line(&format!("{kind}: {more} more; {changes} in {of}"))?;
            }
        }
        Ok(())
    }

    /// Prints a line about a change: as the result, or about what is done.
    fn print_line(&mut self, line: &str) -> io::Result<()> {
        if self.arguments.fixing.diff.is_some() {
            return writeln!(self.out, "{line}");
        }
        self.messages.say(line);
        Ok(())
    }

    /// Prints a summary. Returns the status, or `None` if a check comes next.
    fn status(&self) -> Option<Status> {
        let fixing = &self.arguments.fixing;
        let is_stdin = self.arguments.inputs.iter().any(|path| is_stdin(path));
        let is_list = fixing.diff.is_some();
        let more = match (self.fixes, is_list) {
            (0, _) => "",
            (_, true) if self.choice.guesses => "; --fix --unsafe-fixes makes them",
            (_, true) => "; --fix makes them",
            (_, false) if fixing.no_backup || is_stdin => "",
            (_, false) => "; each source is kept as NAME.orig",
        };
        let (done, of) = (counted(self.fixes, "fix"), counted(self.records, "record"));
        let done = done.replace("fixs", "fixes");
        self.messages.say(&format!("{done} in {of}{more}"));
        let is_good = self.mended.failed == 0 && (self.fixes == 0 || !is_list);
        // The mended bytes of standard input are the result. Files are checked again, also after a failure.
        (is_list || is_stdin).then_some(Status::of(is_good))
    }

    fn take(&mut self, record: InputRecord) -> io::Result<()> {
        let (name, named, hint) = (record.name, record.named, record.hint);
        let is_stdin = record.file.is_none() && named;
        let source = open(record.content, hint, &self.arguments.reading);
        if let Ok(source) = &source
            && source.read_from().is_read_only()
        {
            let failure = Failure::ReadOnly(source.read_from());
            self.fail(&name, &failure.to_string(), failure.help());
            return Ok(());
        }
        let found = source.and_then(|mut source| {
            let found = contained(|| fixes(&mut source, &self.choice))?;
            let found = found.map_err(|error| InputError::of(error, hint))?;
            Ok((source, found))
        });
        let (mut source, found) = match found {
            Ok(found) => found,
            Err(error) => {
                // A check of files names it, after the fixes.
                let is_checked = self.arguments.fixing.fix && !is_stdin;
                let is_other = error.is_no_record() && !named;
                if !is_checked && !is_other {
                    let help = error.help().filter(|_| named);
                    self.fail(&name, &error.to_string(), help);
                }
                return Ok(());
            }
        };
        if self.arguments.fixing.fix && is_stdin {
            let bytes = mended(&mut source, &found)?;
            self.count(&found);
            self.out.write_all(&bytes)?;
            let source = opened(Box::new(Cursor::new(bytes)), None, &self.arguments.reading);
            let checked = source.map(|mut source| check(&mut source, &self.arguments.levels()));
            let (worst, what) = match &self.arguments.deny {
                Some(_) => (Severity::Warning, "errors or warnings"),
                None => (Severity::Error, "errors"),
            };
            if !matches!(&checked, Ok(Ok(checked)) if checked.findings.count(worst) == 0) {
                self.fail(
                    &name,
                    &format!("{what} are left; ishi check shows them"),
                    None,
                );
            }
            return Ok(());
        }
        if found.is_empty() {
            return Ok(());
        }
        let file = record.file.as_deref();
        if self.arguments.fixing.fix && !self.write(&name, file, &mut source, &found)? {
            return Ok(());
        }
        self.count(&found);
        self.print(&name, &mut source, &found)
    }

    fn count(&mut self, fixes: &[Fix]) {
        self.fixes += named(fixes).count();
        self.records += usize::from(!fixes.is_empty());
    }

    fn fail(&mut self, name: &Name, reason: &str, help: Option<&str>) {
        self.mended.failed += 1;
        self.messages.error(&format!("{name}: {reason}"), help);
    }

    fn print(&mut self, name: &Name, source: &mut AnySource, fixes: &[Fix]) -> io::Result<()> {
        match (self.arguments.format, self.arguments.fixing.diff) {
            (CheckFormat::Text, Some(DiffForm::Unified)) => {
                let charset = source.charset();
                let before = mended(source, &[])?;
                let after = mended(source, fixes)?;
                let charsets = [charset, charset_after(charset, fixes)];
                let changes = unified(&name.to_string(), [&before, &after], charsets);
                self.out.write_all(&changes)
            }
            (CheckFormat::Text, _) => {
                let mut seen = HashSet::new();
                let is_recoded = fixes.iter().any(|fix| fix.before == fix.after);
                for fix in named(fixes) {
                    let kind = kind(fix);
                    let is_first = seen.insert(kind.clone());
                    let [changes, records] = self.kinds.entry(kind).or_default();
                    *changes += 1;
                    *records += usize::from(is_first);
                    if *changes <= PRINTED {
                        let recodes = is_recoded
                            && fix.before != fix.after
                            && fix.what == Id::Charset.ident();
                        let end = if recodes {
                            ", and the text becomes UTF-8"
                        } else {
                            ""
                        };
                        self.print_line(&format!("{}{end}", line(name, fix)))?;
                    }
                }
                Ok(())
            }
            (format, _) => {
                let uri = name.uri();
                let fixes = fixes.iter().map(|fix| match format {
                    CheckFormat::Sarif => sarif::fixed(&uri, fix),
                    _ => edit(fix),
                });
                let fixes = fixes.collect();
                let documents = &mut self.mended.documents;
                documents.push_back((name.text().to_string(), fixes));
                Ok(())
            }
        }
    }

    /// Writes a mended record into the place of its source, and returns whether it is there.
    fn write(
        &mut self,
        name: &Name,
        file: Option<&Path>,
        source: &mut AnySource,
        fixes: &[Fix],
    ) -> io::Result<bool> {
        let bytes = mended(source, fixes)?;
        let keeps_source = !self.arguments.fixing.no_backup;
        let put = replacement::put(file, &bytes, keeps_source, Change::Mend, &mut self.swept);
        let Err(obstacle) = put else { return Ok(true) };
        self.fail(name, &obstacle.reason, obstacle.help.as_deref());
        Ok(obstacle.is_there)
    }
}

/// Returns the charset of a record with `fixes` made: UTF-8 if the bytes of a fix are not its text in the charset
/// before, for example `\xC3\xB6` for `ö` in ISO-8859-1.
fn charset_after(before: Charset, fixes: &[Fix]) -> Charset {
    let is_kept = |fix: &Fix| before.decode(&fix.edit.bytes).trim() == fix.after;
    if fixes.iter().all(is_kept) {
        before
    } else {
        Charset::Utf8
    }
}

/// Returns the changes that are named. Text that only becomes UTF-8 is named once, unless a change of CA has the
/// same rule: `CA: added `CA[UTF-8]` (E001)`.
fn named(fixes: &[Fix]) -> impl Iterator<Item = &Fix> {
    let (changed, recoded): (Vec<_>, Vec<_>) =
        fixes.iter().partition(|fix| fix.before != fix.after);
    let codes = |fix: &Fix| fix.rules.iter().map(|rule| rule.code).collect::<Vec<_>>();
    let known: HashSet<_> = changed.iter().flat_map(|fix| codes(fix)).collect();
    let is_new = |fix: &&Fix| !codes(fix).iter().all(|code| known.contains(code));
    let first = recoded.into_iter().find(is_new);
    changed.into_iter().chain(first)
}

/// Returns a change as a line: ``game.sgf:2: KM: `KM[375]` -> `KM[7.5]` (G042)``.
fn line(name: &Name, fix: &Fix) -> String {
    let mut line = format!("{name}:{}: ", fix.line);
    if fix.game > 1 {
        let _ = write!(line, "game {}, ", fix.game);
    }
    if let Some(address) = fix.address.as_ref().map(ToString::to_string)
        && address != "0"
    {
        let _ = write!(line, "move {address}, ");
    }
    let _ = match (&*fix.before, &*fix.after) {
        ("", after) => write!(line, "{}: added `{}`", fix.what, shown(after, " ")),
        (before, "") => write!(line, "{}: removed `{}`", fix.what, shown(before, " ")),
        (before, after) if before == after => {
            write!(line, "{}: `{}` becomes UTF-8", fix.what, shown(after, " "))
        }
        (before, after) => {
            let [before, after] = both_shown(before, after);
            write!(line, "{}: `{before}` -> `{after}`", fix.what)
        }
    };
    let _ = write!(line, " ({})", kind(fix));
    line
}

/// Returns the rules of a change: `B036, a guess`.
fn kind(fix: &Fix) -> String {
    let mut codes: Vec<_> = fix.rules.iter().map(|rule| rule.code).collect();
    if !fix.is_safe {
        codes.push("a guess");
    }
    codes.join(", ")
}

/// Returns two texts on one line each, from the first difference on if their starts are the same.
fn both_shown(before: &str, after: &str) -> [String; 2] {
    let all = [before, after].map(|text| shown(text, " "));
    if all[0] != all[1] {
        return all;
    }
    let mut chars = before.char_indices().zip(after.chars());
    let differing = chars.find(|((_, one), other)| one != other);
    let end = differing.map_or(before.len().min(after.len()), |((at, _), _)| at);
    let is_far = before
        .get(..end)
        .is_some_and(|same| same.chars().count() > SHOWN / 2);
    let start = before.get(..end).unwrap_or("").rfind(['[', ' ', '\n']);
    let start = start.filter(|_| is_far).unwrap_or(0);
    let dots = if start > 0 { "..." } else { "" };
    [before, after].map(|text| format!("{dots}{}", shown(text.get(start..).unwrap_or(text), "\\n")))
}

/// Returns the start of a text on one line, with `line_break` between its lines.
fn shown(text: &str, line_break: &str) -> String {
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines: Vec<_> = text.trim().lines().map(words).collect();
    let line = lines.join(line_break);
    let short = match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}...", line.get(..end).unwrap_or("")),
        None => line,
    };
    printable::line(&short).into_owned()
}

/// Returns a change as JSON: the removed bytes, counted from 0, and the inserted ones.
fn edit(fix: &Fix) -> Value {
    json!({
        "rules": fix.rules.iter().map(|rule| rule.code).collect::<Vec<_>>(),
        "game": fix.game,
        "address": fix.address.as_ref().map(ToString::to_string),
        "line": fix.line,
        "what": fix.what,
        "before": fix.before,
        "after": fix.after,
        "safe": fix.is_safe,
        "bytes": [fix.edit.range.start, fix.edit.range.end],
        "replacement": String::from_utf8(fix.edit.bytes.clone()).ok(),
        "replacement_hex": hex(&fix.edit.bytes),
    })
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn a_text_is_shown_on_one_line_of_60_characters() {
        let text = |letters: usize| "\u{f6}".repeat(letters);
        assert_eq!(shown(&text(60), " "), text(60));
        assert_eq!(shown(&text(61), " "), format!("{}...", text(60)));
        assert_eq!(shown(" a\r\n\tb\x1b ", " "), "a b\\u{1b}");
        assert_eq!(shown("W 16\n C8\n", "\\n"), "W 16\\nC8");
    }
}
