//! Messages for people: diagnostics with the source line and a caret.

pub mod changes;

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use ishi::convert::{Finding, Findings};
use ishi::diagnostic::{Diagnostics, FixKind, Rule, Severity};
use ishi::printable;
use ishi::source::{Excerpt, Place};

use super::Status;
pub use super::args::Messages;
use super::args::When;

/// Why `--force` has no effect on a result for standard output.
pub const NO_FILE: &str = "standard output is not a file";

/// Whether an option is set and has no effect, its name, and the reason.
pub type WithoutEffect = (bool, &'static str, &'static str);

impl Messages {
    /// Writes an error, and advice.
    pub fn error(self, message: &str, help: Option<&str>) {
        let help = help.or_else(|| next_step(message));
        self.write(&titled(Level::ERROR, message, help));
    }

    /// Writes a mistake in the command line, with advice, and returns the status for it.
    pub fn misuse(self, message: &str, help: Option<&str>) -> Status {
        self.error(message, help);
        Status::Usage
    }

    /// Writes something worth knowing, unless only errors are wanted.
    pub fn note(self, message: &str, help: Option<&str>) {
        if !self.quiet {
            self.write(&titled(Level::NOTE, message, help));
        }
    }

    /// Writes that something is doubtful, unless only errors are wanted.
    pub fn warning(self, message: &str, help: Option<&str>) {
        if !self.quiet {
            self.write(&titled(Level::WARNING, message, help));
        }
    }

    /// Writes a note about each option that is set and changes nothing in this run, with the reason.
    pub fn without_effect(self, options: &[WithoutEffect]) {
        for (_, option, why) in options.iter().filter(|(is_set, ..)| *is_set) {
            self.note(&format!("{option} has no effect here: {why}"), None);
        }
    }

    /// Writes a line, unless only errors are wanted.
    pub fn say(self, line: &str) {
        if !self.quiet {
            self.write(&printable::lines(line));
        }
    }

    /// Writes the findings about one input.
    pub fn findings(self, input: &str, findings: &Findings) {
        let drawn = self.drawn(input, findings);
        // There is no place to report that messages cannot be written.
        let _ = self.write_to(io::stderr().lock(), &drawn);
    }

    /// Draws the findings about one input, in lines that end. There are colours in them.
    pub fn drawn(self, input: &str, findings: &Findings) -> String {
        let mut drawn = String::new();
        let mut add = |group: &str| {
            drawn.push_str(group);
            drawn.push('\n');
        };
        for finding in findings.kept() {
            if self.wants(finding.diagnostic.severity) {
                add(&finding_drawn(input, finding, self.verbose));
            }
        }
        for (rule, severity, count) in findings.counts() {
            let more = count.saturating_sub(Diagnostics::LIMIT);
            if more > 0 && self.wants(severity) {
                let summary = rule.summary;
                let message = format!("{input}: {more} more like {}: {summary}", rule.code);
                add(&titled(level(severity), &message, None));
            }
        }
        drawn
    }

    /// Draws the first finding under a rule, in lines that end.
    pub fn first_drawn(
        self,
        input: &str,
        findings: &Findings,
        (rule, severity): (&Rule, Severity),
    ) -> String {
        let mut kept = findings.kept().iter();
        let first = kept.find(|finding| {
            let diagnostic = &finding.diagnostic;
            diagnostic.rule == rule && diagnostic.severity == severity
        });
        let drawn = first.map(|finding| finding_drawn(input, finding, self.verbose));
        drawn.map_or_else(String::new, |drawn| format!("{drawn}\n"))
    }

    /// Writes the result of a command to standard output, with colours if it shows them.
    pub fn print(self, text: &str) -> io::Result<()> {
        self.write_to(io::stdout().lock(), text)
    }

    /// Returns whether findings of a severity are wanted.
    pub fn wants(self, severity: Severity) -> bool {
        !self.quiet || severity == Severity::Error
    }

    fn write(self, line: &str) {
        if cfg!(test) {
            // The harness shows this only if a test fails.
            eprintln!("{line}");
            return;
        }
        let _ = self.write_to(io::stderr().lock(), &format!("{line}\n"));
    }

    fn write_to<S: RawStream + AsLockedWrite>(self, stream: S, text: &str) -> io::Result<()> {
        let choice = match self.color {
            When::Auto => AutoStream::choice(&stream),
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        };
        let mut stream = AutoStream::new(stream, choice);
        stream.write_all(text.as_bytes())?;
        stream.flush()
    }
}

fn finding_drawn(input: &str, finding: &Finding, verbose: bool) -> String {
    let diagnostic = &finding.diagnostic;
    let input = &*printable::line(input);
    let message = printable::lines(&diagnostic.message);
    let message = match diagnostic.fix {
        Some(FixKind::Safe) => format!("[*] {message}").into(),
        Some(FixKind::Guess) => format!("[*, a guess] {message}").into(),
        None => message,
    };
    let title = level(diagnostic.severity)
        .primary_title(message)
        .id(diagnostic.rule.code);
    let mut group = Group::with_title(title);
    group = match &finding.place {
        Some(place) => group.element(snippet(place)),
        None => group.element(Origin::path(input)),
    };
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(printable::lines(help)));
    }
    if let (true, Some(address)) = (verbose, &diagnostic.address) {
        let game = finding.game.unwrap_or(1);
        group = group.element(Level::NOTE.message(format!("game {game}, at {address}")));
    }
    let drawn = Renderer::styled().render(&[group]);
    match &finding.place {
        Some(place) => located(&drawn, input, place),
        None => drawn,
    }
}

/// Returns advice for a reason that the system gives to any command.
fn next_step(message: &str) -> Option<&'static str> {
    let is_denied = message.ends_with("permission denied");
    is_denied.then_some("look at the permissions of the file and of its folder: `ls -l`")
}

fn titled(level: Level<'_>, message: &str, help: Option<&str>) -> String {
    let mut group = Group::with_title(level.primary_title(printable::lines(message)));
    if let Some(help) = help {
        group = group.element(Level::HELP.message(printable::lines(help)));
    }
    Renderer::styled().render(&[group])
}

/// Stands for the name of the input while a snippet is drawn. The drawn text has this character nowhere else.
const INPUT: &str = "\0";

/// The longest line that is shown whole, in characters.
const WHOLE: usize = 76;

/// How many characters of a longer line are shown before a finding, and how many from there on.
const BEFORE: usize = 36;
const FROM_THERE: usize = WHOLE - BEFORE;

/// Stands for the rest of a line.
const REST: &str = "...";

fn snippet(place: &Place) -> Snippet<'static, Annotation<'static>> {
    let (text, marked) = shown_part(place);
    // An escaped control character is longer than the character.
    let at = |end: usize| printable::lines(text.get(..end).unwrap_or("")).len();
    let marked = at(marked.start)..at(marked.end);
    Snippet::source(printable::lines(&text).into_owned())
        .line_start(place.line)
        .path(INPUT)
        .annotation(AnnotationKind::Primary.span(marked))
}

/// Returns the line of a place in three parts: a finding is about the middle one.
pub fn parts_of_line(place: &Place) -> [&str; 3] {
    let Excerpt { text, span } = &place.excerpt;
    let part = |range| text.get(range).unwrap_or("");
    [0..span.start, span.clone(), span.end..text.len()].map(part)
}

/// Returns the part of a line that is shown, and the bytes of it that a finding is about.
fn shown_part(place: &Place) -> (String, Range<usize>) {
    let Excerpt { text, span } = &place.excerpt;
    let [before, found, after] = parts_of_line(place);
    let is_start = place.column <= before.chars().count() + 1;
    if is_start && text.chars().count() <= WHOLE {
        return (text.clone(), span.clone());
    }
    let cut = before.chars().count().saturating_sub(BEFORE);
    let mut shown = String::new();
    if cut > 0 || !is_start {
        shown.push_str(REST);
    }
    shown.extend(before.chars().skip(cut));
    let start = shown.len();
    shown.extend(found.chars().take(FROM_THERE));
    let end = shown.len();
    let room = FROM_THERE.saturating_sub(found.chars().count());
    shown.extend(after.chars().take(room));
    if found.chars().count() + after.chars().count() > FROM_THERE {
        shown.push_str(REST);
    }
    (shown, start..end)
}

/// Replaces [`INPUT`] by the name of the input, and the place in the excerpt by the place in the file.
fn located(drawn: &str, input: &str, place: &Place) -> String {
    let Some((before, after)) = drawn.split_once(INPUT) else {
        return drawn.to_owned();
    };
    let rest = after.trim_start_matches(|c: char| c == ':' || c.is_ascii_digit());
    let (line, column) = (place.line, place.column);
    format!("{before}{input}:{line}:{column}{rest}")
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}

/// Returns a count with its noun.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Returns the counts that are not 0, each after a comma: `, 2 skipped, 1 failed`.
pub fn counts(all: impl IntoIterator<Item = (usize, impl Display)>) -> String {
    let all = all.into_iter().filter(|(count, _)| *count > 0);
    let all: Vec<_> = all
        .map(|(count, what)| format!(", {count} {what}"))
        .collect();
    all.concat()
}

/// Returns the first names of a list, and how many of `all` they leave out: `a, b and 3 more`. `sign` stands
/// between two names, and `help` behind the number.
pub fn listed(
    first: impl IntoIterator<Item: ToString>,
    all: usize,
    [sign, help]: [&str; 2],
) -> String {
    let first: Vec<_> = first.into_iter().map(|name| name.to_string()).collect();
    let names = first.join(sign);
    match all.saturating_sub(first.len()) {
        0 => names,
        more => format!("{names} and {more} more{help}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_of_the_system_has_a_next_step() {
        assert!(next_step("a.sgf: cannot be read: permission denied").is_some());
        assert_eq!(next_step("a.sgf: cannot be read: it is a folder"), None);
    }

    /// Returns the shown part of a line, with the finding in brackets. `column` is the place of the finding.
    fn shown(before: usize, found: usize, after: usize, column: usize) -> String {
        let text = ["b".repeat(before), "f".repeat(found), "a".repeat(after)].concat();
        let place = Place {
            line: 1,
            column,
            bytes: 0..0,
            excerpt: Excerpt {
                text,
                span: before..before + found,
            },
        };
        let (text, span) = shown_part(&place);
        let (start, rest) = text.split_at(span.start);
        let (found, rest) = rest.split_at(span.len());
        format!("{start}[{found}]{rest}")
    }

    #[test]
    fn a_line_of_76_characters_is_whole_and_longer_ones_are_cut_around_the_finding() {
        let line = |cut: &str, before: usize, found: usize, after: usize, rest: &str| {
            let [before, found, after] = [("b", before), ("f", found), ("a", after)]
                .map(|(letter, count)| letter.repeat(count));
            format!("{cut}{before}[{found}]{after}{rest}")
        };
        for (place, expected) in [
            ((10, 2, 64, 11), line("", 10, 2, 64, "")),
            ((10, 2, 65, 11), line("", 10, 2, 38, "...")),
            ((36, 2, 38, 37), line("", 36, 2, 38, "")),
            ((37, 2, 38, 38), line("...", 36, 2, 38, "")),
            ((36, 2, 39, 37), line("", 36, 2, 38, "...")),
            ((0, 76, 0, 1), line("", 0, 76, 0, "")),
            ((0, 77, 0, 1), line("", 0, 40, 0, "...")),
            // The excerpt starts in the middle of a line.
            ((10, 2, 8, 12), line("...", 10, 2, 8, "")),
        ] {
            let (before, found, after, column) = place;
            assert_eq!(shown(before, found, after, column), expected, "{place:?}");
        }
    }

    #[test]
    fn a_list_has_the_number_of_the_names_that_it_leaves_out() {
        for (first, all, expected) in [
            (&["a"][..], 1, "a"),
            (&["a", "b"], 2, "a, b"),
            (&["a", "b"], 3, "a, b and 1 more; -v names all"),
            (&["a", "b"], 1, "a, b"),
        ] {
            assert_eq!(listed(first, all, [", ", "; -v names all"]), expected);
        }
        assert_eq!(listed(["a, b", "c"], 5, ["; ", ""]), "a, b; c and 3 more");
    }

    #[test]
    fn only_one_thing_is_singular() {
        assert_eq!(
            [0, 1, 2].map(|count| counted(count, "file")),
            ["0 files", "1 file", "2 files"]
        );
    }
}
