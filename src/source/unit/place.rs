//! Where a finding is in its file.

use std::ops::Range;

use super::{Unit, line_ends};
use crate::diagnostic::Span;

/// How many characters of a line are shown before and after a finding.
const WINDOW: usize = 60;

/// A place in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1; LF, CR LF and CR alike end one.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The bytes in the file as it is on disk, from 0.
    pub bytes: Range<u64>,
    /// The line, for display.
    pub excerpt: Excerpt,
}

/// The part of a line around a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The text, without its line break.
    pub text: String,
    /// The bytes of the text that the finding is about, as far as they are on this line.
    pub span: Range<usize>,
}

/// The longest part of a line of which only the start is known, in bytes.
const STEP: usize = 1024;

/// A part of a line: all of it, unless it is long.
struct LinePart {
    /// Where it starts in the text.
    start: usize,
    /// Its line in the unit, from 0.
    line: usize,
    /// How many characters of the line come before it.
    column: usize,
    /// Where it starts in the file.
    byte: u64,
}

/// Places spans of a unit's text in its file. Of the text no more is divided into lines than up to the
/// last of them.
pub struct Places<'u> {
    unit: &'u Unit,
    /// The parts of the text in order, so that no search starts far away: a record can be one line with a
    /// million findings.
    parts: Vec<LinePart>,
    /// The line after the last part, from 0, and its start, if there is a next line.
    line: usize,
    next: Option<usize>,
}

impl<'u> Places<'u> {
    pub(super) fn new(unit: &'u Unit) -> Self {
        Self {
            unit,
            parts: Vec::new(),
            line: 0,
            next: Some(0),
        }
    }

    /// Divides the text into parts up to the line after an offset.
    fn reach(&mut self, offset: usize) {
        let text = self.unit.text();
        while self.parts.last().is_none_or(|part| part.start <= offset)
            && let Some(first) = self.next
        {
            let more = line_ends(slice(text, first..text.len())).next();
            self.next = more.map(|length| first + length);
            self.divide(first, self.next.unwrap_or(text.len()));
            self.line += 1;
        }
    }

    /// Divides a line into parts.
    fn divide(&mut self, first: usize, end: usize) {
        let text = self.unit.text();
        let (mut start, mut column) = (first, 0);
        loop {
            let before = self.parts.last().map(|part| (part.start, part.byte));
            let before = before.unwrap_or_default();
            self.parts.push(LinePart {
                start,
                line: self.line,
                column,
                byte: self.unit.byte_from(before, start),
            });
            let next = floor(text, start + STEP);
            if next >= end {
                break;
            }
            column += slice(text, start..next).chars().count();
            start = next;
        }
    }

    fn part(&self, offset: usize) -> Option<&LinePart> {
        let index = self.parts.partition_point(|part| part.start <= offset);
        self.parts.get(index.checked_sub(1)?)
    }

    fn byte_at(&self, offset: usize) -> u64 {
        let part = self.part(offset).map(|part| (part.start, part.byte));
        self.unit.byte_from(part.unwrap_or_default(), offset)
    }

    /// Returns the line of a span of a text that was read from the file, and its bytes there.
    pub(crate) fn line_and_bytes(&mut self, span: Span) -> (usize, Range<u64>) {
        let text = self.unit.text();
        let from = floor(text, span.start);
        let to = floor(text, span.end).max(from);
        self.reach(to);
        let index = self.part(from).map_or(0, |part| part.line);
        let bytes = self.byte_at(from)..self.byte_at(to);
        (self.unit.line + index + 1, bytes)
    }

    /// Returns where a span of the text is. In a text that was made from another one it is the place of the node there.
    pub fn place(&mut self, span: Span) -> Place {
        if let Some(origin) = self.unit.origin() {
            return origin.unit.places().place(origin.span_at(span.start));
        }
        let (line_number, bytes) = self.line_and_bytes(span);
        let text = self.unit.text();
        let from = floor(text, span.start);
        let to = floor(text, span.end).max(from);
        let (part, index, above) = self
            .part(from)
            .map(|part| (part.start, part.line, part.column))
            .unwrap_or_default();
        let before = above + slice(text, part..from).chars().count();
        let start = self.parts.partition_point(|part| part.line < index);
        let end = self.parts.partition_point(|part| part.line <= index);
        let start = self.parts.get(start).map_or(0, |part| part.start);
        let end = self.parts.get(end).map_or(text.len(), |part| part.start);
        let line = slice(text, start..end).trim_end_matches(['\n', '\r']);
        let column = if index == 0 { self.unit.column } else { 0 };
        Place {
            line: line_number,
            column: column + before + 1,
            bytes,
            excerpt: excerpt(line, from - start..to - start),
        }
    }
}

/// Cuts a line to the surroundings of a span of it.
fn excerpt(line: &str, span: Range<usize>) -> Excerpt {
    let from = span.start.min(line.len());
    let to = span.end.clamp(from, line.len());
    let shown: String = slice(line, from..to).chars().take(WINDOW).collect();
    let before = tail(slice(line, 0..from), WINDOW);
    let mut text = format!("{before}{shown}");
    let span = before.len()..text.len();
    if shown.len() == to - from {
        let behind = slice(line, to..line.len());
        text.extend(behind.chars().take(WINDOW));
    }
    Excerpt { text, span }
}

/// Returns the last characters of a text.
fn tail(text: &str, characters: usize) -> &str {
    let start = text.char_indices().rev().take(characters).last();
    start.map_or("", |(start, _)| slice(text, start..text.len()))
}

fn slice(text: &str, range: Range<usize>) -> &str {
    text.get(range).unwrap_or("")
}

/// Returns the nearest boundary of characters at or before an offset.
fn floor(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len()))
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_has_sixty_characters_each_way() {
        let (a, b) = ("ä".repeat(60), "b".repeat(60));
        let (a, b) = (a.as_str(), b.as_str());
        let longer = |text: &str| text.to_owned() + text.split_at(2).0;
        let (long_a, long_b) = (longer(a), longer(b));
        let (long_a, long_b) = (long_a.as_str(), long_b.as_str());
        for (before, found, behind, expected) in [
            ("one ", "two", " three", ("one ", "two", " three")),
            (long_a, "X", long_b, (a, "X", b)),
            // A long finding is cut, and the text after it is left out.
            ("", b, "c", ("", b, "c")),
            ("", long_b, "c", ("", b, "")),
            ("", "", "c", ("", "", "c")),
        ] {
            let line = format!("{before}{found}{behind}");
            let span = before.len()..before.len() + found.len();
            let (before, shown, behind) = expected;
            let expected = Excerpt {
                text: format!("{before}{shown}{behind}"),
                span: before.len()..before.len() + shown.len(),
            };
            assert_eq!(excerpt(&line, span), expected);
        }
    }
}
