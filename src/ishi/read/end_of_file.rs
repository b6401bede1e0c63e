//! The Control-Z with which DOS ends a file, and what comes after it.

use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::ishi::clean::Clean;
use crate::ishi::item::Item;
use crate::ishi::line::Line;
use crate::ishi::{rules, syntax};

/// Reads the lines of a text from which control characters were taken out, and reports those after
/// Control-Z. Where none of the last ones has a keyword, they are what was on the disk before:
/// kept, and no content.
pub(super) fn parse<'a>(clean: &'a Clean, log: &mut Diagnostics) -> Vec<Item<'a>> {
    let Some((first, last)) = clean.ends else {
        return syntax::parse(&clean.text, log);
    };
    let end = if has_keywords(&clean.text, last) {
        clean.text.len()
    } else {
        last
    };
    let items = syntax::parse_before(&clean.text, end, log);
    report(&items, first, end, log);
    items
}

/// Returns whether a line of a record, or a part of one, comes after this offset.
fn has_keywords(text: &str, offset: usize) -> bool {
    let rest = text.get(offset..).unwrap_or_default();
    if rest.trim().is_empty() {
        return false;
    }
    let items = syntax::parse(text, &mut Diagnostics::new());
    let mut after = items.iter().filter(|item| item.span.end > offset);
    after.any(|item| item.span.start < offset || !matches!(item.line, Line::Unknown(_)))
}

/// Reports the lines after the first Control-Z, and those after the end of the record.
fn report(items: &[Item<'_>], first: usize, end: usize, log: &mut Diagnostics) {
    let mut say = |message: &str, help: &str, span: Span| {
        let diagnostic = Diagnostic::new(&rules::AFTER_THE_END, message).at(span.start, span.end);
        log.report(diagnostic.help(help));
    };
    let after = |start: usize| items.iter().filter(move |item| item.span.start >= start);
    if let Some(line) = after(first).next().filter(|line| line.span.start < end) {
        let message = "this line comes after a Control-Z, with which DOS ends a file";
        say(
            message,
            "it was read, and so were the lines after it",
            line.span,
        );
    }
    let mut rubbish = after(end);
    if let Some(line) = rubbish.next() {
        let (what, help) = match rubbish.count() {
            0 => (
                "a line comes".to_owned(),
                "it has no keyword, and was kept unchanged",
            ),
            more => (
                format!("{} lines come", more + 1),
                "none of them has a keyword; they were kept unchanged",
            ),
        };
        let message = format!("{what} after the Control-Z with which DOS ends a file");
        say(&message, help, line.span);
    }
}
