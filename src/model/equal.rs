//! When two nodes mean the same, however they write it.
//!
//! These things do not count: the order of properties; the order of points in a list, compressed
//! or single, in one property or several; the form of a number (`6.50` and `6.5`, `+3`, `5.`); the
//! kind of a line break or blank, and in one-line texts the difference between them; soft line
//! breaks; the word in `RO[round 2]`. All else does, empty values included.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::moves::{Move, Place};
use super::point::{Area, Point};
use super::point_set::PointSet;
use super::property::{Id, Ident, Property, Value, ValueType};

/// Returns whether two nodes have the same properties.
///
/// Several properties of one identifier are taken as one.
pub fn same_properties(a: &[Property<'_>], b: &[Property<'_>]) -> bool {
    differing(a, b).is_empty()
}

/// Returns the identifiers of the properties that differ, each once, in the order of [`Id::ALL`],
/// private ones last.
pub fn differing<'p>(a: &'p [Property<'_>], b: &'p [Property<'_>]) -> Vec<&'p Ident> {
    if a == b {
        return Vec::new();
    }
    let mut values: BTreeMap<&Ident, [Vec<&Value<'_>>; 2]> = BTreeMap::new();
    for property in a {
        let [one, _] = values.entry(&property.ident).or_default();
        one.push(&property.value);
    }
    for property in b {
        let [_, two] = values.entry(&property.ident).or_default();
        two.push(&property.value);
    }
    let is_other = |(ident, [one, two]): &(&Ident, [Vec<&Value<'_>>; 2])| {
        one.is_empty() || two.is_empty() || !same_values(ident.standard(), one, two)
    };
    let differing = values.into_iter().filter(is_other);
    differing.map(|(ident, _)| ident).collect()
}

/// Returns whether two moves are the same.
///
/// A move whose place could not be read is none: its words are a property, or travel in the text of the source.
pub fn same_move(a: Option<Move>, b: Option<Move>) -> bool {
    let readable = |mv: Option<Move>| mv.filter(|mv| mv.place != Place::Unreadable);
    readable(a) == readable(b)
}

/// The values of all properties of one identifier in one node, by their form.
#[derive(Default)]
struct ComparedParts<'v> {
    /// Texts and pairs, in their order.
    texts: Vec<(Cow<'v, str>, Option<Cow<'v, str>>)>,
    /// Points, if there is a list of them.
    points: Option<Vec<&'v [Area]>>,
    /// Labels, in any order.
    labels: Option<Vec<(Point, Cow<'v, str>)>>,
    /// Arrows and lines, in any order.
    lines: Option<Vec<(Point, Point)>>,
    /// The raw values, sorted if the type is a list of points.
    raw: Vec<Cow<'v, str>>,
}

fn same_values(id: Option<Id>, a: &[&Value<'_>], b: &[&Value<'_>]) -> bool {
    if a == b {
        return true;
    }
    let (a, b) = (ComparedParts::new(id, a), ComparedParts::new(id, b));
    let same_points = match (&a.points, &b.points) {
        // The order of the list is the order of the letters.
        (Some(a), Some(b)) if id == Some(Id::Letters) => {
            a.iter().copied().flatten().eq(b.iter().copied().flatten())
        }
        (Some(a), Some(b)) => same_points(a, b),
        (a, b) => a.is_none() && b.is_none(),
    };
    same_points
        && a.texts == b.texts
        && same_items(a.labels, b.labels)
        && same_items(a.lines, b.lines)
        && a.raw == b.raw
}

/// Returns whether two lists are the same but for their order.
fn same_items<T: Ord>(a: Option<Vec<T>>, b: Option<Vec<T>>) -> bool {
    match (a, b) {
        (Some(mut a), Some(mut b)) if a.len() == b.len() => {
            a.sort_unstable();
            b.sort_unstable();
            a == b
        }
        (a, b) => a.is_none() && b.is_none(),
    }
}

impl<'v> ComparedParts<'v> {
    fn new(id: Option<Id>, values: &[&'v Value<'_>]) -> Self {
        let value_type = id.map(Id::value_type);
        let mut parts = Self::default();
        for value in values {
            parts.add(id, value);
        }
        if matches!(
            value_type,
            Some(ValueType::Points | ValueType::Labels | ValueType::Lines)
        ) {
            parts.raw.sort_unstable();
        }
        parts
    }

    fn add(&mut self, id: Option<Id>, value: &'v Value<'_>) {
        let value_type = id.map(Id::value_type);
        match value {
            Value::Text(text) => {
                let text = plain(value_type, text);
                let text = if id == Some(Id::Round) {
                    short_round(text)
                } else {
                    text
                };
                self.texts.push((text, None));
            }
            Value::Pair(pair) => self
                .texts
                .push((number(&pair.0), Some(plain(value_type, &pair.1)))),
            Value::Points(areas) => self.points.get_or_insert_default().push(areas),
            Value::Labels(labels) => self.labels.get_or_insert_default().extend(
                labels
                    .iter()
                    .map(|label| (label.point, plain(value_type, &label.text))),
            ),
            Value::Lines(lines) => self.lines.get_or_insert_default().extend(lines.iter()),
            Value::Raw(values) => self.raw.extend(values.iter().map(|value| raw(value))),
        }
    }
}

/// Returns whether the lists cover the same points.
fn same_points(a: &[&[Area]], b: &[&[Area]]) -> bool {
    let [a, b] = [a, b].map(|areas| {
        areas
            .iter()
            .copied()
            .flatten()
            .copied()
            .collect::<PointSet>()
    });
    a == b
}

/// Returns the text without the white space that is irrelevant in a value of this type.
fn plain(value_type: Option<ValueType>, text: &str) -> Cow<'_, str> {
    match value_type {
        Some(ValueType::Number | ValueType::Real) => number(text),
        Some(ValueType::Text) => blanks(text, '\n'),
        _ => blanks(text, ' '),
    }
}

/// Returns the number of a round without the word before it, because both mean the same: `round 2` -> `2`.
fn short_round(text: Cow<'_, str>) -> Cow<'_, str> {
    match text.strip_prefix("round ") {
        Some(number) if number.starts_with(|c: char| c.is_ascii_digit()) => {
            Cow::Owned(number.to_owned())
        }
        _ => text,
    }
}

/// Returns the text with blanks for other white space and `line_break` for line breaks.
fn blanks(text: &str, line_break: char) -> Cow<'_, str> {
    let counts = |c: char| {
        !matches!(c, '\t' | '\u{b}' | '\u{c}' | '\r') && (c != '\n' || line_break == '\n')
    };
    if text.chars().all(counts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\n' | '\r' => {
                chars.next_if_eq(if c == '\n' { &'\r' } else { &'\n' });
                out.push(line_break);
            }
            '\t' | '\u{b}' | '\u{c}' => out.push(' '),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Returns a number without plus sign, leading zeros and a fraction of zeros; text that is not a
/// number unchanged.
fn number(text: &str) -> Cow<'_, str> {
    let trimmed = text.trim();
    let (negative, digits) = match trimmed.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, trimmed.strip_prefix('+').unwrap_or(trimmed)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
        return Cow::Borrowed(text);
    }
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    let sign = if negative && !(whole.is_empty() && fraction.is_empty()) {
        "-"
    } else {
        ""
    };
    Cow::Owned(format!("{sign}{whole}.{fraction}"))
}

/// Returns a value with escapes without soft line breaks and needless escapes. An escaped colon
/// stays one: a plain colon may separate two values.
fn raw(text: &str) -> Cow<'_, str> {
    if !text.contains(['\\', '\t', '\u{b}', '\u{c}', '\r']) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match chars.next() {
            Some(first @ ('\n' | '\r')) => {
                chars.next_if_eq(if first == '\n' { &'\r' } else { &'\n' });
            }
            Some(c @ (':' | '\\')) => out.extend(['\\', c]),
            Some(c) => out.push(c),
            None => {}
        }
    }
    Cow::Owned(blanks(&out, '\n').into_owned())
}

#[cfg(test)]
mod tests;
