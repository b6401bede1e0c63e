//! Messages for people: diagnostics with the source line and a caret.

use std::io::{self, Write};

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};
use ishi::convert::{Finding, Findings};
use ishi::diagnostic::{Diagnostics, Severity};
use ishi::source::{Excerpt, Place};

use super::args::{TalkArgs, When};

/// Says things on standard error; on standard output if they are what was asked for.
#[derive(Debug, Clone, Copy, Default)]
pub struct Messages {
    quiet: bool,
    verbose: bool,
    color: When,
    /// Whether what is said is the result of the command, not about it.
    result: bool,
}

impl Messages {
    /// Creates the messages of a command.
    pub fn new(talk: TalkArgs) -> Self {
        Self {
            quiet: talk.quiet,
            verbose: talk.verbose,
            color: talk.color,
            result: false,
        }
    }

    /// Makes what is said the result of the command: it goes to standard output.
    pub fn as_result(self) -> Self {
        Self {
            result: true,
            ..self
        }
    }

    /// Returns whether more detail is wanted.
    pub fn verbose(self) -> bool {
        self.verbose
    }

    /// Returns whether only errors are wanted.
    pub fn quiet(self) -> bool {
        self.quiet
    }

    /// Draws the errors among the findings about one input.
    pub fn errors(self, input: &str, findings: &Findings) {
        let only = Self {
            quiet: true,
            ..self
        };
        only.findings(input, findings);
    }

    /// Says that something failed, and what to do.
    pub fn error(self, message: &str, help: Option<&str>) {
        self.titled(Level::ERROR, message, help);
    }

    /// Says that something is worth knowing, unless only errors are wanted.
    pub fn note(self, message: &str, help: Option<&str>) {
        if !self.quiet {
            self.titled(Level::NOTE, message, help);
        }
    }

    /// Says that something is doubtful, unless only errors are wanted.
    pub fn warning(self, message: &str, help: Option<&str>) {
        if !self.quiet {
            self.titled(Level::WARNING, message, help);
        }
    }

    /// Says a line, unless only errors are wanted.
    pub fn say(self, line: &str) {
        if !self.quiet {
            self.write(line);
        }
    }

    /// Draws the findings about one input.
    pub fn findings(self, input: &str, findings: &Findings) {
        for finding in findings.kept() {
            if self.wants(finding.diagnostic.severity) {
                self.finding(input, finding);
            }
        }
        for (rule, severity, count) in findings.counts() {
            let more = count.saturating_sub(Diagnostics::LIMIT);
            if more > 0 && self.wants(severity) {
                let summary = rule.summary;
                self.titled(
                    level(severity),
                    &format!("{input}: {more} more like {}: {summary}", rule.code),
                    None,
                );
            }
        }
    }

    fn wants(self, severity: Severity) -> bool {
        !self.quiet || severity == Severity::Error
    }

    fn finding(self, input: &str, finding: &Finding) {
        let diagnostic = &finding.diagnostic;
        let title = level(diagnostic.severity)
            .primary_title(diagnostic.message.as_str())
            .id(diagnostic.rule.code);
        let mut group = Group::with_title(title);
        group = match &finding.place {
            Some(place) => group.element(snippet(input, place)),
            None => group.element(Origin::path(input)),
        };
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(help.as_str()));
        }
        self.write(&Renderer::styled().render(&[group]));
    }

    fn titled(self, level: Level<'_>, message: &str, help: Option<&str>) {
        let mut group = Group::with_title(level.primary_title(message));
        if let Some(help) = help {
            group = group.element(Level::HELP.message(help));
        }
        self.write(&Renderer::styled().render(&[group]));
    }

    fn write(self, text: &str) {
        if self.result {
            self.write_to(io::stdout().lock(), text);
        } else {
            self.write_to(io::stderr().lock(), text);
        }
    }

    fn write_to<S: RawStream + AsLockedWrite>(self, stream: S, text: &str) {
        let choice = match self.color {
            When::Auto => AutoStream::choice(&stream),
            When::Always => ColorChoice::Always,
            When::Never => ColorChoice::Never,
        };
        // Nobody can be told that messages do not arrive.
        let _ = writeln!(AutoStream::new(stream, choice), "{text}");
    }
}

fn snippet<'a>(input: &'a str, place: &Place) -> Snippet<'a, Annotation<'a>> {
    let Excerpt { text, span } = &place.excerpt;
    // A long line is cut. Blanks in the place of what is missing, which the renderer does not
    // draw, keep its columns right.
    let shown = text.get(..span.start).unwrap_or("").chars().count();
    let missing = (place.column - 1).saturating_sub(shown);
    let padded = format!("{}{text}", " ".repeat(missing));
    Snippet::source(padded)
        .line_start(place.line)
        .path(input)
        .annotation(AnnotationKind::Primary.span(span.start + missing..span.end + missing))
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    }
}
