//! Joins the fixes of two rounds, because a fix that was left out can be possible after the others are made.

use std::mem::take;
use std::ops::Range;

use super::Fix;
use crate::edit::{ByteEdit, apply_bytes};
use crate::format::charset::Charset;
use crate::source::line_ends;

/// Returns the fixes `first` of a record, and the fixes `second` of the record that the first ones make, as fixes of
/// the first record. A fix of the second round becomes one with those that it touches: `A` -> `B`, `B` -> `C` is `A` ->
/// `C`. `charsets` are those of the record before the rounds, between them and after them.
pub(super) fn joined(
    bytes: &[u8],
    charsets: [Charset; 3],
    first: Vec<Fix>,
    second: Vec<Fix>,
) -> Vec<Fix> {
    let middle = apply_bytes(bytes, first.iter().map(|fix| &fix.edit));
    let mut shift = 0;
    let mut parts: Vec<RoundFix> = Vec::with_capacity(first.len() + second.len());
    for fix in first {
        let start = fix.edit.range.start.saturating_add_signed(shift);
        shift += grown(&fix.edit);
        let range = start..start + fix.edit.bytes.len() as u64;
        let is_second = false;
        parts.push(RoundFix {
            range,
            is_second,
            fix,
        });
    }
    parts.extend(second.into_iter().map(|fix| RoundFix {
        range: fix.edit.range.clone(),
        is_second: true,
        fix,
    }));
    parts.sort_by_key(|part| (part.range.start, part.is_second));
    let mut joiner = Joiner {
        bytes,
        middle: &middle,
        charsets,
        shift: 0,
        lines: 0,
        fixes: Vec::new(),
    };
    let (mut group, mut end): (Vec<RoundFix>, u64) = (Vec::new(), 0);
    for part in parts {
        let is_joined = part.is_second || group.iter().any(|one| one.is_second);
        let is_empty = |one: &RoundFix| one.range.start == one.range.end;
        let is_beside = part.range.start == end && !is_empty(&part) && !group.iter().any(is_empty);
        if part.range.start > end || is_beside || !is_joined {
            joiner.add(take(&mut group));
        }
        end = end.max(part.range.end);
        group.push(part);
    }
    joiner.add(group);
    joiner.fixes
}

/// A fix of one of the rounds.
struct RoundFix {
    /// The bytes between the rounds: the new ones of a first fix, the replaced ones of a second fix.
    range: Range<u64>,
    is_second: bool,
    fix: Fix,
}

/// Returns by how many bytes an edit makes a record longer.
fn grown(edit: &ByteEdit) -> i64 {
    let new = edit.bytes.len() as u64;
    new.cast_signed() - (edit.range.end - edit.range.start).cast_signed()
}

struct Joiner<'b> {
    /// The record before the first round, and between the rounds.
    bytes: &'b [u8],
    middle: &'b [u8],
    /// The charsets of the record before the rounds, between them and after them.
    charsets: [Charset; 3],
    /// By how many bytes and lines the fixes of the first round before this place make the record longer.
    shift: i64,
    lines: isize,
    fixes: Vec<Fix>,
}

impl Joiner<'_> {
    /// Adds fixes that touch, in the order of the record, as one fix.
    fn add(&mut self, group: Vec<RoundFix>) {
        let ranges = group.iter().map(|part| &part.range);
        let Some(start) = ranges.clone().map(|range| range.start).min() else {
            return;
        };
        let end = ranges.map(|range| range.end).max().unwrap_or(start);
        let (shift, lines) = (self.shift, self.lines);
        let [old, between, new] = self.charsets;
        for part in group.iter().filter(|part| !part.is_second) {
            self.shift += grown(&part.fix.edit);
            let lines = |bytes: &[u8], charset: Charset| line_ends(&charset.decode(bytes)).count();
            let before = lines(self.bytes_at(&part.fix.edit.range), old);
            let after = lines(&part.fix.edit.bytes, between);
            self.lines += after.cast_signed() - before.cast_signed();
        }
        let range = start.saturating_add_signed(-shift)..end.saturating_add_signed(-self.shift);
        let seconds = group.iter().filter(|part| part.is_second);
        let edits: Vec<_> = seconds.map(|part| part.since(start)).collect();
        let bytes = apply_bytes(slice(self.middle, &(start..end)), &edits);
        let mut parts = group.into_iter();
        let Some(RoundFix {
            fix: mut joined,
            is_second,
            ..
        }) = parts.next()
        else {
            return;
        };
        if is_second {
            joined.line = joined.line.saturating_add_signed(-lines);
        }
        for part in parts {
            joined.rules.extend(part.fix.rules);
            joined.is_safe &= part.fix.is_safe;
        }
        joined.rules.sort_by_key(|rule| rule.code);
        joined.rules.dedup_by_key(|rule| rule.code);
        let text = |bytes: &[u8], charset: Charset| charset.decode(bytes).trim().to_owned();
        joined.before = text(self.bytes_at(&range), old);
        joined.after = text(&bytes, new);
        joined.edit = ByteEdit { range, bytes };
        self.fixes.push(joined);
    }

    fn bytes_at(&self, range: &Range<u64>) -> &[u8] {
        slice(self.bytes, range)
    }
}

impl RoundFix {
    /// Returns the edit with its bytes counted from `start`.
    fn since(&self, start: u64) -> ByteEdit {
        let Range { start: from, end } = self.range;
        ByteEdit {
            range: from - start..end - start,
            bytes: self.fix.edit.bytes.clone(),
        }
    }
}

fn slice<'b>(bytes: &'b [u8], range: &Range<u64>) -> &'b [u8] {
    let place = |offset: u64| usize::try_from(offset).unwrap_or(usize::MAX);
    bytes
        .get(place(range.start)..place(range.end))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::rules::{EMPTY_VALUE, KOMI};
    use crate::diagnostic::Rule;

    fn fix(rule: &'static Rule, line: usize, range: Range<u64>, new: &str) -> Fix {
        Fix {
            rules: vec![rule],
            game: 1,
            address: None,
            line,
            what: String::new(),
            before: String::new(),
            after: new.to_owned(),
            is_safe: true,
            edit: ByteEdit {
                range,
                bytes: new.as_bytes().to_vec(),
            },
        }
    }

    #[test]
    fn fixes_of_two_rounds_are_fixes_of_the_first_record() {
        let record = b"a[1]\nb[2]\nc[3]\nd[4]\n";
        // The second round changes the second `1`, `b[2]` and the bracket after `33`.
        let first = vec![fix(&KOMI, 1, 2..3, "1\n1"), fix(&KOMI, 3, 12..13, "33")];
        let second = vec![
            fix(&KOMI, 2, 4..5, "5"),
            fix(&EMPTY_VALUE, 3, 7..11, "B[]"),
            Fix {
                is_safe: false,
                ..fix(&EMPTY_VALUE, 4, 16..17, "]]")
            },
        ];
        let middle = apply_bytes(record, first.iter().map(|fix| &fix.edit));
        let after = apply_bytes(&middle, second.iter().map(|fix| &fix.edit));
        let joined = joined(record, [Charset::Utf8; 3], first, second);
        let edits = joined.iter().map(|fix| &fix.edit);
        assert_eq!(apply_bytes(record, edits), after);
        let summary: Vec<_> = joined
            .iter()
            .map(|fix| {
                let codes: Vec<_> = fix.rules.iter().map(|rule| rule.code).collect();
                let (before, after) = (fix.before.as_str(), fix.after.as_str());
                (codes.join(" "), fix.line, before, after, fix.is_safe)
            })
            .collect();
        let expected = [
            ("G042", 1, "1", "1\n5", true),
            ("B060", 2, "b[2]", "B[]", true),
            ("G042", 3, "3", "33", true),
            ("B060", 3, "]", "]]", false),
        ];
        assert_eq!(
            summary,
            expected.map(|(codes, line, before, after, is_safe)| {
                (codes.to_owned(), line, before, after, is_safe)
            })
        );
    }

    #[test]
    fn a_fix_next_to_the_start_of_the_record_is_joined_only_if_they_touch() {
        let first = || vec![fix(&KOMI, 1, 0..2, "")];
        let joined = |range: Range<u64>| {
            let second = vec![fix(&EMPTY_VALUE, 1, range, "x")];
            let found = joined(b"a b c", [Charset::Utf8; 3], first(), second);
            let changes = found.into_iter().map(|fix| (fix.before, fix.after));
            changes.collect::<Vec<_>>()
        };
        let change = |before: &str, after: &str| (before.to_owned(), after.to_owned());
        assert_eq!(joined(0..1), [change("a b", "x")]);
        assert_eq!(joined(1..2), [change("a", ""), change("", "x")]);
    }
}
