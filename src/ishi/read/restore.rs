//! Restores the exact lines of a carrier.

use std::collections::{BTreeSet, HashMap};

use crate::charset::Charset;
use crate::ishi::kept::reread;
use crate::ishi::line::Line;
use crate::ishi::syntax::parse_line;
use crate::model::{Dialect, Entry, Fact};

/// Replaces lines of a node by the exact lines in its carrier.
///
/// For example, in ASCII the writer writes `REMARK cafe` and carries `REMARK café`. If the record still has
/// `REMARK cafe`, as written in one of `charsets`, the exact line replaces it. If the record now has `REMARK tea`,
/// another program edited the line, and the edit wins.
///
/// Two kinds of entry have no written line. Text that is not a line goes before the next exact line. A VAR, HIDE or
/// PRISONER line without a place in the record is added.
pub(super) fn restore<'a>(
    details: Vec<Entry<'a>>,
    exact: Vec<Entry<'static>>,
    charsets: &[Charset],
) -> Vec<Entry<'a>> {
    if exact.is_empty() {
        return details;
    }
    let mut lines = Lines::new(details);
    for exact in exact {
        lines.restore(exact, charsets);
    }
    lines.finish()
}

/// The detail of a node, with an index of its lines by their text.
struct Lines<'a> {
    /// The entries before the first [`Fact::Setup`] or [`Fact::End`], and the rest. New entries go to the end of a
    /// part, so that the indexes in it stay valid.
    parts: [Vec<Entry<'a>>; 2],
    /// The places of each line: its part, and its index there.
    places: HashMap<String, BTreeSet<(usize, usize)>>,
    /// How many lines have each keyword.
    keywords: HashMap<String, usize>,
    /// Words that are not a line, until the exact line after them is known.
    waiting: Vec<Entry<'a>>,
    /// Words that are not a line, by the place of the line after them.
    before: HashMap<(usize, usize), Vec<Entry<'a>>>,
}

impl<'a> Lines<'a> {
    fn new(mut details: Vec<Entry<'a>>) -> Self {
        let divides = |entry: &Entry<'_>| matches!(entry.fact(), Some(Fact::Setup | Fact::End));
        let section = details.iter().position(divides).unwrap_or(details.len());
        let after = details.split_off(section);
        let mut lines = Self {
            parts: [Vec::new(), Vec::new()],
            places: HashMap::new(),
            keywords: HashMap::new(),
            waiting: Vec::new(),
            before: HashMap::new(),
        };
        for (part, entries) in [details, after].into_iter().enumerate() {
            for entry in entries {
                lines.push(part, entry);
            }
        }
        lines
    }

    fn restore(&mut self, exact: Entry<'static>, charsets: &[Charset]) {
        let native: Vec<_> = charsets
            .iter()
            .filter_map(|charset| reread(&exact.text, *charset))
            .collect();
        if native.is_empty() {
            self.waiting.push(exact);
        } else if let Some(place) = self.standing_for(&exact, &native) {
            if !self.waiting.is_empty() {
                let before = self.before.entry(place).or_default();
                before.append(&mut self.waiting);
            }
            self.replace(place, exact);
        } else if travels(&exact.text)
            && (native.iter().any(|text| *text == exact.text)
                || !self.keywords.contains_key(keyword(&exact.text)))
        {
            self.push_waiting();
            self.push(0, exact);
        }
    }

    /// Adds the waiting words at the end of the detail, because no exact line after them has a place.
    fn push_waiting(&mut self) {
        let [_, after] = &self.parts;
        let part = usize::from(!after.is_empty());
        for entry in std::mem::take(&mut self.waiting) {
            self.push(part, entry);
        }
    }

    /// Returns the place of the first line that was written for an exact one.
    fn standing_for(&self, exact: &Entry<'_>, native: &[String]) -> Option<(usize, usize)> {
        let others = native.iter().filter(|text| **text != exact.text);
        let places = others.filter_map(|text| self.places.get(text)?.first().copied());
        places.min()
    }

    fn replace(&mut self, (part, index): (usize, usize), exact: Entry<'static>) {
        self.note((part, index), &exact);
        let entries = self.parts.get_mut(part);
        let Some(entry) = entries.and_then(|entries| entries.get_mut(index)) else {
            return;
        };
        let written = std::mem::replace(entry, exact);
        if let Some(places) = self.places.get_mut(&*written.text) {
            places.remove(&(part, index));
        }
        if let Some(count) = self.keywords.get_mut(keyword(&written.text)) {
            *count -= 1;
            if *count == 0 {
                self.keywords.remove(keyword(&written.text));
            }
        }
    }

    fn push(&mut self, part: usize, entry: Entry<'a>) {
        let index = self.parts.get(part).map_or(0, Vec::len);
        self.note((part, index), &entry);
        if let Some(entries) = self.parts.get_mut(part) {
            entries.push(entry);
        }
    }

    /// Notes where a line is.
    fn note(&mut self, place: (usize, usize), entry: &Entry<'_>) {
        if entry.dialect == Dialect::Ishi {
            let text = entry.text.to_string();
            *self.keywords.entry(keyword(&text).to_owned()).or_default() += 1;
            self.places.entry(text).or_default().insert(place);
        }
    }

    fn finish(mut self) -> Vec<Entry<'a>> {
        self.push_waiting();
        let mut all = Vec::new();
        for (part, entries) in self.parts.into_iter().enumerate() {
            for (index, entry) in entries.into_iter().enumerate() {
                all.extend(self.before.remove(&(part, index)).into_iter().flatten());
                all.push(entry);
            }
        }
        all
    }
}

fn keyword(text: &str) -> &str {
    text.split([' ', '\n']).next().unwrap_or_default()
}

fn travels(text: &str) -> bool {
    let line = parse_line(text).map(|item| item.line);
    matches!(line, Some(Line::Var(_) | Line::Hide(_) | Line::Prisoner(_)))
}
