//! Values as the types of their properties have them (SGF `FF[4]`, section 3).

use std::borrow::Cow;

use smallvec::SmallVec;

use super::rules;
use super::smartgo;
use super::syntax::{self, Token, is_number, is_point, is_rectangle};
use super::text::{self, Escapes, Lines};
use crate::diagnostic::{self, Diagnostic, Diagnostics, Repair, Rule, Severity, Span, Words};
use crate::model::{Area, BoardSize, Id, Label, Place, Point, SGF_LETTERS, Value, ValueType};

/// The context of a value.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context {
    /// The size of the board; up to 19x19 `tt` is a pass.
    pub size: BoardSize,
    /// The meaning of a backslash.
    pub escapes: Escapes,
    /// Whether the file format has other forms of values than `FF[4]`, because it names an older one.
    pub has_free_forms: bool,
    /// The number of the node, from 0.
    pub node: usize,
}

impl Context {
    /// Reports something about a value.
    pub(crate) fn report(
        &self,
        log: &mut Diagnostics,
        rule: &'static Rule,
        value: &Token<'_>,
        message: String,
        help: impl Into<Words>,
    ) {
        log.report(self.found(rule, value, message, help));
    }

    /// Returns a finding about a value.
    pub(crate) fn found(
        &self,
        rule: &'static Rule,
        value: &Token<'_>,
        message: String,
        help: impl Into<Words>,
    ) -> Diagnostic {
        let span = value.span();
        Diagnostic::new(rule, message)
            .at(span.start, span.end)
            .help(help)
            .in_node(self.node)
    }

    /// Returns a value that is not understood.
    pub(crate) fn verbatim<'a>(&self, value: &Token<'a>) -> Cow<'a, str> {
        text::verbatim(value.text, self.escapes)
    }

    /// Reads a text.
    fn text<'a>(&self, value: &Token<'a>, lines: Lines) -> Cow<'a, str> {
        text::unescape(value.text, lines, self.escapes)
    }

    /// Reads the value of a move: a point, or for a pass the empty text or `tt` (section 3.5). Programs also write two backquotes,
    /// `pass`, `--` and the point behind the last line: `ss` on 18x18.
    pub(crate) fn place(&self, value: &Token<'_>, log: &mut Diagnostics) -> Option<Place> {
        let text = value.text.trim_ascii();
        let area = match text {
            _ if is_point(value.text.as_bytes()) => area(value.text)?,
            "" => return Some(Place::Pass),
            _ if matches!(text, "``" | "--") || text.eq_ignore_ascii_case("pass") => {
                self.named_pass(value, log);
                return Some(Place::Pass);
            }
            _ => {
                let found = self.squeezed(value, log, |text| {
                    is_point(text.as_bytes()).then(|| area(text))?
                });
                match found {
                    Some(area) => area,
                    // The point is named on this board, so `T1` is never a pass.
                    None => return self.named(value, log).map(Place::Point),
                }
            }
        };
        let found = place(area.from, self.size);
        if found == Place::Pass && area.from != TT {
            self.named_pass(value, log);
        }
        Some(found)
    }

    fn named_pass(&self, value: &Token<'_>, log: &mut Diagnostics) {
        let message = format!("\"{}\" is no point of the board", excerpt(value.text));
        let help = "read as a pass, as programs write it; expected an empty value";
        let mut found = self.found(&rules::VALUE_REPAIRED, value, message, help);
        found.severity = Severity::Note;
        let pass = if self.escapes == Escapes::SmartGo {
            "tt"
        } else {
            ""
        };
        log.report(found.read_as(value.span(), pass, false));
    }

    /// Reads one value of a list of points: a point or a rectangle (section 3.5.1).
    fn area(&self, value: &Token<'_>, log: &mut Diagnostics) -> Option<Area> {
        match value.text.as_bytes() {
            text if is_point(text) => area(value.text),
            text if is_rectangle(text) => {
                let written = area(value.text)?;
                let ordered = Area::new(written.from, written.to);
                let text = value.text;
                if ordered != written {
                    let message = format!(
                        "the corners of the rectangle \"{text}\" are not upper left and lower right"
                    );
                    let found = self.found(
                        &rules::REVERSED_CORNERS,
                        value,
                        message,
                        "put in that order",
                    );
                    // A corner off the board can have a wrong letter.
                    let is_safe = self.size.contains(ordered.to);
                    log.report(found.read_as(value.span(), area_text(ordered), is_safe));
                } else if written.is_single() {
                    let message = format!("the rectangle \"{text}\" is a single point");
                    let found = self.found(
                        &rules::SINGLE_RECTANGLE,
                        value,
                        message,
                        "read as that point",
                    );
                    log.report(found.read_as(value.span(), area_text(written), true));
                }
                Some(ordered)
            }
            _ => {
                let found = self.squeezed(value, log, ordered);
                found.or_else(|| self.named(value, log).map(Area::from))
            }
        }
    }

    /// Reads a point as people name it, with the letter of its column, without I, and the number of its row from the
    /// bottom: `C7`.
    fn named(&self, value: &Token<'_>, log: &mut Diagnostics) -> Option<Point> {
        let name = value.text.trim_ascii();
        // No point of two letters has a digit.
        let point = Point::from_name(name, self.size).ok()?;
        let message = format!("\"{name}\" is a point as boards name it; expected its two letters");
        let text = point_text(point);
        let help = format!("read as {text}, counted without I");
        let found = self.found(&rules::VALUE_REPAIRED, value, message, help);
        log.report(found.read_as(value.span(), text, false));
        Some(point)
    }

    /// Reports an empty value beside points.
    fn empty(&self, value: &Token<'_>, log: &mut Diagnostics) {
        let message = "a list of points has an empty value".to_owned();
        let found = self.found(&rules::VALUE_REPAIRED, value, message, "left out");
        let with_brackets = Span::new(value.start.saturating_sub(1), value.end() + 1);
        log.report(found.read_as(with_brackets, "", true));
    }

    /// Reads points that commas join in one value.
    fn joined(&self, value: &Token<'_>, log: &mut Diagnostics) -> Option<Vec<Area>> {
        let points = value.text.split(',').map(|part| {
            let part = part.trim_ascii();
            let named = || Point::from_name(part, self.size).ok().map(Area::from);
            ordered(part).or_else(named)
        });
        let points: Vec<_> = points.collect::<Option<_>>()?;
        let message = format!(
            "the value \"{}\" has {} points with commas between them",
            excerpt(value.text),
            points.len()
        );
        let help = "read as a list of points, each in brackets";
        let found = self.found(&rules::VALUE_REPAIRED, value, message, help);
        let text = value.text.replace(',', "][");
        log.report(found.read_as(value.span(), text, true));
        Some(points)
    }

    /// Reads a value again without the white space inside, if it has any.
    fn squeezed<T>(
        &self,
        value: &Token<'_>,
        log: &mut Diagnostics,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Option<T> {
        // No point is that long: a text of megabytes is not copied to find that out.
        if value.text.len() > 64 || !value.text.contains(|c: char| c.is_ascii_whitespace()) {
            return None;
        }
        let dense: String = value
            .text
            .chars()
            .filter(|c| !matches!(c, ' ' | '\t' | '\r' | '\n' | '\x0b' | '\x0c'))
            .collect();
        let found = read(&dense)?;
        self.white_space(value, &dense, log);
        Some(found)
    }

    /// Reports white space in a value that is read without it.
    pub(crate) fn white_space(&self, value: &Token<'_>, dense: &str, log: &mut Diagnostics) {
        let message = format!(
            "white space is inside \"{}\", read as \"{dense}\"",
            excerpt(value.text)
        );
        let found = self.found(&rules::WHITE_SPACE_INSIDE, value, message, "left out");
        log.report(found.mend(Repair::Canonical, true));
    }

    fn label(&self, value: &Token<'_>, log: &mut Diagnostics) -> Option<Label> {
        let (at, text) = syntax::compose(value.text)?;
        let point_of = |text, log: &mut Diagnostics| {
            let at = Token { text, ..*value };
            let found = point(text).or_else(|| self.squeezed(&at, log, point));
            found.or_else(|| self.named(&at, log))
        };
        let (point, text) = match point_of(at, log) {
            Some(point) => (point, text),
            None => (self.turned(value, text, log)?, at),
        };
        Some(Label {
            point,
            text: text::unescape(text, Lines::One, self.escapes).into(),
        })
    }

    /// Reads the second half of a label as its point, because the first half is none: `A:dd`.
    fn turned(&self, value: &Token<'_>, second: &str, log: &mut Diagnostics) -> Option<Point> {
        let point = point(second).filter(|point| self.size.contains(*point))?;
        let message = format!("\"{}\" has the label before its point", excerpt(value.text));
        let help = format!("read as the label of {}", point_text(point));
        let found = self.found(&rules::VALUE_REPAIRED, value, message, help);
        let label = value.text.strip_suffix(second).unwrap_or_default();
        let turned = format!("{second}:{}", label.trim_end_matches(':'));
        log.report(found.read_as(value.span(), turned, true));
        Some(point)
    }

    fn line(&self, value: &Token<'_>, log: &mut Diagnostics) -> Option<(Point, Point)> {
        let ends = |text: &str| {
            let ends = area(text).filter(|_| is_rectangle(text.as_bytes()))?;
            Some((ends.from, ends.to))
        };
        ends(value.text).or_else(|| self.squeezed(value, log, ends))
    }

    /// Reads the values of a property whose type is a list. The second part has the values of another type.
    /// Returns `None` if the type is not a list.
    pub(crate) fn list<'a>(
        &self,
        id: Id,
        values: &[Token<'a>],
        log: &mut Diagnostics,
    ) -> Option<(Option<Value<'a>>, Vec<Token<'a>>)> {
        let mut rest = Vec::new();
        let typed = match id.value_type() {
            ValueType::Points if values.iter().all(is_blank) => Some(Value::Points(Box::default())),
            ValueType::Points => {
                let (mut points, others) = partition(values, |value| self.area(value, log));
                for value in others {
                    match self.joined(&value, log) {
                        Some(more) => points.extend(more),
                        None => rest.push(value),
                    }
                }
                // Empty values add no points. They are kept next to values that are not points.
                if rest.iter().all(is_blank) {
                    rest.drain(..).for_each(|value| self.empty(&value, log));
                }
                (!points.is_empty()).then(|| Value::Points(points.into()))
            }
            ValueType::Labels => {
                let (labels, others) = partition(values, |value| self.label(value, log));
                rest = others;
                (!labels.is_empty()).then(|| Value::Labels(labels.into()))
            }
            ValueType::Lines => {
                let (lines, others) = partition(values, |value| self.line(value, log));
                rest = others;
                (!lines.is_empty()).then(|| Value::Lines(lines.into()))
            }
            ValueType::TextList => {
                let texts = values.iter().map(|value| self.verbatim(value));
                Some(Value::Raw(texts.collect()))
            }
            _ => return None,
        };
        Some((typed, rest))
    }

    /// Reads the value of a property with one value. Returns `None` if it is not of the type.
    pub(crate) fn single<'a>(
        &self,
        id: Id,
        value: &Token<'a>,
        log: &mut Diagnostics,
    ) -> Option<Value<'a>> {
        let trimmed = value.text.trim_ascii();
        let checked = |is: bool| is.then_some(Value::Text(Cow::Borrowed(trimmed)));
        match id.value_type() {
            ValueType::Text => Some(Value::Text(self.text(value, Lines::Many))),
            ValueType::SimpleText => Some(Value::Text(self.text(value, Lines::One))),
            ValueType::Pair => self.pair(id, value),
            ValueType::Number => checked(is_number(trimmed)),
            // Smart-Go has numbers such as `3.`, but `FF[4]` requires a digit after a point (section 3, `Real`).
            ValueType::Real => smartgo::is_real(trimmed)
                .then(|| Value::Text(Cow::Borrowed(trimmed.trim_end_matches('.')))),
            ValueType::None => checked(trimmed.is_empty()),
            ValueType::Double => checked(matches!(trimmed, "1" | "2")),
            ValueType::Color => checked(matches!(trimmed, "B" | "W")),
            ValueType::Move => Some(Value::Text(match self.place(value, log)? {
                Place::Point(point) => point_text(point).into(),
                Place::Pass | Place::Unreadable => Cow::Borrowed(""),
            })),
            ValueType::Points | ValueType::Labels | ValueType::Lines | ValueType::TextList => None,
        }
    }

    fn pair<'a>(&self, id: Id, value: &Token<'a>) -> Option<Value<'a>> {
        let part = |part| text::unescape(part, Lines::One, self.escapes);
        match (id, syntax::compose(value.text)) {
            (Id::Size, _) => None,
            (Id::Figure, Some((flags, _))) if !is_number(flags.trim_ascii()) => None,
            (_, Some((left, right))) => Some(Value::Pair(Box::new((part(left), part(right))))),
            // A program without a version.
            (Id::Application, None) => Some(Value::Pair(Box::new((part(value.text), "".into())))),
            (_, None) => {
                let is_empty = value.text.trim_ascii().is_empty();
                is_empty.then_some(Value::Text(Cow::Borrowed("")))
            }
        }
    }
}

/// Returns the expected value of a property, in words.
pub(crate) fn expected(id: Id) -> &'static str {
    match id.value_type() {
        _ if id == Id::Figure => "an empty value, or a number, a colon and a name",
        ValueType::None => "nothing",
        ValueType::Number => "an integer",
        ValueType::Real => "a decimal number",
        ValueType::Double => "1 or 2",
        ValueType::Color => "B or W",
        ValueType::SimpleText | ValueType::Text | ValueType::TextList => "a text",
        ValueType::Move => "a move",
        ValueType::Points => "a point or a rectangle",
        ValueType::Labels => "a point, a colon and a text",
        ValueType::Lines => "a pair of points with a colon between them",
        ValueType::Pair => "a pair of values with a colon between them",
    }
}

/// Returns the beginning of a text, for messages.
pub(crate) fn excerpt(text: &str) -> Cow<'_, str> {
    let start = diagnostic::excerpt(text, 30);
    // Most texts have nothing to escape.
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\';
    if start.bytes().all(is_plain) {
        return start;
    }
    start.escape_debug().to_string().replace("\\'", "'").into()
}

/// The point that is a pass on boards up to 19x19.
pub(crate) const TT: Point = Point {
    column: 19,
    row: 19,
};

/// Returns where a move on a point is played: `tt` is a pass on boards up to 19x19, and so is the point behind the last line of
/// any board.
pub(crate) fn place(point: Point, size: BoardSize) -> Place {
    let is_small = size.columns <= 19 && size.rows <= 19;
    if point == TT && is_small || point == Point::new(size.columns, size.rows) {
        Place::Pass
    } else {
        Place::Point(point)
    }
}

/// Reads a text that has the form of a point or of a rectangle.
fn area(text: &str) -> Option<Area> {
    match *text.as_bytes() {
        [column, row] => Some(Area::from(letters_to_point(column, row)?)),
        [column, row, _, to_column, to_row] => Some(Area {
            from: letters_to_point(column, row)?,
            to: letters_to_point(to_column, to_row)?,
        }),
        _ => None,
    }
}

/// Reads a text that is a point.
fn point(text: &str) -> Option<Point> {
    is_point(text.as_bytes())
        .then(|| area(text))?
        .map(|area| area.from)
}

/// Reads a text that is a point or a rectangle. The corners are put in their order.
fn ordered(text: &str) -> Option<Area> {
    let is_known = is_point(text.as_bytes()) || is_rectangle(text.as_bytes());
    let found = area(text).filter(|_| is_known)?;
    Some(Area::new(found.from, found.to))
}

/// Reads the two letters of a point, column first.
pub(crate) fn letters_to_point(column: u8, row: u8) -> Option<Point> {
    Some(Point::new(letter_to_line(column)?, letter_to_line(row)?))
}

fn letter_to_line(letter: u8) -> Option<u8> {
    match letter {
        b'a'..=b'z' => Some(letter - b'a'),
        b'A'..=b'Z' => Some(letter - b'A' + 26),
        _ => None,
    }
}

/// Returns the letter of a column or row, counted from 0: `a` to `z`, then `A` to `Z`.
#[inline]
pub(crate) fn line_to_letter(line: u8) -> u8 {
    // No board of Go is larger; a reader finds no point in a question mark.
    SGF_LETTERS.get(usize::from(line)).copied().unwrap_or(b'?')
}

/// Returns the two letters of a point.
pub(crate) fn point_text(point: Point) -> String {
    let mut text = String::with_capacity(2);
    push_point(&mut text, point);
    text
}

/// Appends an area as `FF[4]` writes it: `aa:cc`.
#[inline]
pub(super) fn push_area(out: &mut String, area: Area) {
    push_point(out, area.from);
    if !area.is_single() {
        out.push(':');
        push_point(out, area.to);
    }
}

/// Appends a point as `FF[4]` writes it: `aa`.
#[inline]
pub(super) fn push_point(out: &mut String, point: Point) {
    out.push(char::from(line_to_letter(point.column)));
    out.push(char::from(line_to_letter(point.row)));
}

fn area_text(area: Area) -> String {
    let mut text = String::with_capacity(5);
    push_area(&mut text, area);
    text
}

/// Returns whether a value is empty or white space.
fn is_blank(value: &Token<'_>) -> bool {
    value.text.trim_ascii().is_empty()
}

fn partition<'a, T>(
    values: &[Token<'a>],
    mut read: impl FnMut(&Token<'a>) -> Option<T>,
) -> (Vec<T>, Vec<Token<'a>>) {
    let mut typed = Vec::with_capacity(values.len());
    let mut rest = Vec::new();
    for value in values {
        match read(value) {
            Some(item) => typed.push(item),
            None => rest.push(*value),
        }
    }
    (typed, rest)
}

/// Returns whether a value holds a point: as it is, as an end of a line, before a label, in a
/// rectangle, or in a list with commas.
pub(super) fn names_point(ident: &str, value: &str, wanted: Point) -> bool {
    if ident == "LB" {
        return point_at(value.as_bytes(), 0) == Some(wanted);
    }
    value.split(',').any(|value| {
        let letters = value.bytes().filter(|byte| !byte.is_ascii_whitespace());
        let dense: SmallVec<[u8; 8]> = letters.take(5).collect();
        match (point_at(&dense, 0), point_at(&dense, 3)) {
            (Some(from), Some(to)) if matches!(ident, "AR" | "LN") => {
                wanted == from || wanted == to
            }
            (Some(from), Some(to)) => Area::new(from, to).contains(wanted),
            (Some(from), None) => wanted == from,
            (None, _) => false,
        }
    })
}

/// Reads the two letters at an offset.
fn point_at(text: &[u8], at: usize) -> Option<Point> {
    match text.get(at..at + 2)? {
        &[column, row] => letters_to_point(column, row),
        _ => None,
    }
}
