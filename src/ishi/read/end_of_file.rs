//! The Control-Z at the end of a DOS file, and the lines after it.

use crate::diagnostic::{Diagnostic, Diagnostics, Span};
use crate::ishi::item::Item;
use crate::ishi::line::Keyword;
use crate::ishi::tokens::{self, LineKind};
use crate::ishi::{clean, rules, syntax};

/// The end of a file in DOS.
const CONTROL_Z: u8 = 0x1A;

/// Returns the offset of the first Control-Z of a text.
pub(super) fn first_mark(text: &str) -> Option<usize> {
    memchr::memchr(CONTROL_Z, text.as_bytes())
}

/// Reads the lines of a text whose first Control-Z is at the offset `first`, and reports lines after it.
///
/// If the lines after the last Control-Z are all unknown lines or stray ends, they are older data from the disk. The
/// unknown ones are kept unchanged and reported together.
pub(super) fn parse<'a>(text: &'a str, first: usize, log: &mut Diagnostics) -> Vec<Item<'a>> {
    let last = memchr::memrchr(CONTROL_Z, text.as_bytes()).unwrap_or(first);
    let end = if has_content(text.as_bytes(), last) {
        text.len()
    } else {
        last
    };
    let items = syntax::parse_before(text, end, log);
    report(&items, first, end, log);
    items
}

/// Returns whether a line of a record, or a part of one, comes after this offset.
fn has_content(text: &[u8], offset: usize) -> bool {
    let has_words = |start: usize, end: usize| {
        let part = text.get(start..end).unwrap_or_default();
        !clean::trim_start(part).is_empty()
    };
    tokens::lines(text).any(|(kind, line)| {
        let says_nothing = matches!(
            kind,
            LineKind::Unknown | LineKind::Keyword(Keyword::EndCom | Keyword::EndUser)
        );
        has_words(line.start.max(offset), line.end)
            && (!says_nothing || has_words(line.start, offset))
    })
}

/// Reports the lines after the first Control-Z, and those after the end of the record.
fn report(items: &[Item<'_>], first: usize, end: usize, log: &mut Diagnostics) {
    let mut say = |message: &str, help: &str, span: Span| {
        let diagnostic = Diagnostic::new(&rules::AFTER_THE_END, message).at(span.start, span.end);
        log.report(diagnostic.help(help));
    };
    let after = |start: usize| items.iter().filter(move |item| item.span.start >= start);
    if let Some(line) = after(first).next().filter(|line| line.span.start < end) {
        let message = "this line comes after a Control-Z, the end-of-file mark of DOS";
        say(
            message,
            "it was read, and so were the lines after it",
            line.span,
        );
    }
    let mut rubbish = after(end);
    if let Some(line) = rubbish.next() {
        let (lines, help) = match rubbish.count() {
            0 => (
                "a line comes".to_owned(),
                "it has no keyword, and was kept unchanged",
            ),
            more => (
                format!("{} lines come", more + 1),
                "they have no keyword, and were kept unchanged",
            ),
        };
        let message = format!("{lines} after the Control-Z, the end-of-file mark of DOS");
        say(&message, help, line.span);
    }
}
