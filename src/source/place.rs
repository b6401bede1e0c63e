//! Where a finding stands in its file.

use std::ops::Range;

use super::unit::{Unit, line_ends};
use crate::diagnostic::Span;

/// How many characters of a line are shown before and behind a finding.
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

/// Places spans of a unit's text in its file.
pub struct Places<'u> {
    unit: &'u Unit,
    /// The offsets at which the lines begin.
    starts: Vec<usize>,
}

impl<'u> Places<'u> {
    pub(super) fn new(unit: &'u Unit) -> Self {
        let starts = std::iter::once(0).chain(line_ends(unit.text())).collect();
        Self { unit, starts }
    }

    /// Returns where a span of the text stands.
    pub fn place(&self, span: Span) -> Place {
        let text = self.unit.text();
        let from = floor(text, span.start);
        let to = floor(text, span.end).max(from);
        let index = self.starts.partition_point(|start| *start <= from).max(1) - 1;
        let start = self.starts.get(index).copied().unwrap_or(0);
        let end = self.starts.get(index + 1).copied().unwrap_or(text.len());
        let line = slice(text, start..end).trim_end_matches(['\n', '\r']);
        let before = slice(text, start..from).chars().count();
        let (lead, column) = if index == 0 {
            (self.unit.lead.as_str(), self.unit.column)
        } else {
            ("", 0)
        };
        Place {
            line: self.unit.line + index + 1,
            column: column + before + 1,
            bytes: self.unit.byte_at(from)..self.unit.byte_at(to),
            excerpt: excerpt(lead, line, from - start..to - start),
        }
    }
}

/// Cuts a line to the surroundings of a span of it.
fn excerpt(lead: &str, line: &str, span: Range<usize>) -> Excerpt {
    let from = span.start.min(line.len());
    let to = span.end.clamp(from, line.len());
    let before = slice(line, 0..from);
    let behind = slice(line, to..line.len());
    let shown: String = slice(line, from..to).chars().take(WINDOW).collect();
    let mut text = String::new();
    let missing = WINDOW.saturating_sub(before.chars().count());
    if missing > 0 {
        text.push_str(tail(lead, missing));
    }
    text.push_str(tail(before, WINDOW));
    let start = text.len();
    text.push_str(&shown);
    let end = text.len();
    if shown.len() == to - from {
        text.extend(behind.chars().take(WINDOW));
    }
    Excerpt {
        text,
        span: start..end,
    }
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
