//! The statements of a text of Ishi, line by line, so that two texts can be compared.

use std::borrow::Cow;
use std::fmt::Debug;

use super::clean::first_word;
use super::item::{Item, Typing};
use super::line::{Header, Keyword, Line};
use super::mean::headers::is_partly_understood;
use super::rules;
use super::split::{is_joint, is_sign};
use super::syntax;
use super::syntax::repair::{are_lost, may_be_event};
use super::tokens::{self, LineKind};
use super::write::push_line;
use crate::diagnostic::{Diagnostics, Rule, Span};

/// The lines of a text, to be compared and written.
pub(crate) struct Lines<'t>(Vec<Item<'t>>);

impl<'t> Lines<'t> {
    /// Reads the lines of a text.
    pub fn of(text: &'t str) -> Self {
        Self(syntax::parse(text, &mut Diagnostics::ignored()))
    }

    /// Returns whether they have the content of a canonical text, and no other. Case outside texts, white space and the order of
    /// kinds of data within a node do not count (specification, section 1). The canonical text can have optional statements
    /// that they lack.
    pub fn have_content_of(&self, canonical: &str) -> bool {
        let canonical = syntax::read_line(canonical).0;
        let [own, canonical] = [&self.0, &canonical].map(|items| statements(items));
        let (mut own, mut canonical) = (own.iter().peekable(), canonical.iter().peekable());
        loop {
            match (own.peek(), canonical.peek()) {
                (None, None) => return true,
                (Some(a), Some(b)) if a.says(b) => _ = (own.next(), canonical.next()),
                (_, Some(b)) if b.is_optional() => _ = canonical.next(),
                _ => return false,
            }
        }
    }

    /// Returns a text with one line for each of them: keywords in capitals, single blanks between the words, CR LF
    /// at the ends. Words without meaning, and texts, stay as they are.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for item in &self.0 {
            push_item(&mut out, item);
        }
        out
    }
}

/// Returns a text as [`Lines::text`] does.
pub(crate) fn in_lines(text: &str) -> String {
    Lines::of(text).text()
}

/// Returns the place for the carriers of an event: after the EVENT line, or before the first line if there is no EVENT
/// line. `place` is the place of the EVENT line, or an empty place at the first line.
pub(crate) fn place_of_carriers(text: &str, place: Span) -> Option<usize> {
    if place.start < place.end {
        return end_of_line(text, place.end);
    }
    let before = text.get(..place.start)?;
    Some(before.trim_end_matches([' ', '\t']).len())
}

/// Returns where the line with an offset ends.
fn end_of_line(text: &str, offset: usize) -> Option<usize> {
    let rest = text.get(offset..)?;
    let length = rest.find(['\r', '\n']).unwrap_or(rest.len());
    Some(offset + length + tokens::line_end(rest.as_bytes().get(length..)?))
}

fn push_item(out: &mut String, item: &Item<'_>) {
    if item.is_as_displayed() {
        return push_line(out, &item.line);
    }
    let words = item.written();
    if item.typing() == Typing::OnSameLine {
        out.truncate(out.trim_end_matches(['\r', '\n']).len());
        out.push_str(&words);
        return out.push_str("\r\n");
    }
    let words = words.trim_matches([' ', '\t']);
    let is_well_typed = item.typing() == Typing::Well;
    let is_text = matches!(item.line, Line::Com(_) | Line::User(_) | Line::Unknown(_));
    if is_well_typed && !is_text {
        let end = words.find([' ', '\t']).unwrap_or(words.len());
        let (word, rest) = words.split_at_checked(end).unwrap_or((words, ""));
        out.extend([&word.to_ascii_uppercase(), rest]);
    } else {
        out.push_str(&words.replace('\n', "\r\n"));
    }
    out.push_str("\r\n");
}

/// Returns whether a finding is about words without meaning, which a canonical text lacks. Findings about the order of lines
/// and numbers are not.
pub(crate) fn is_about_words(rule: &Rule) -> bool {
    let others = [
        &rules::SEVERAL_MOVES,
        &rules::FALLING_RANGE,
        &rules::OPEN_VARIATION,
        &rules::DANGLING_REMARK,
        &rules::BETWEEN_SETUPS,
        &rules::NO_BOARD_SIZE,
        &rules::NUMBER_ORDER,
        &rules::NUMBER_TWICE,
        &rules::AFTER_THE_END,
        &rules::EMPTY,
        &rules::LOST_BREAKS,
        &rules::HEADER_VALUE,
        &rules::LINE_IN_TEXT,
    ];
    rule.code.starts_with('I') && !others.iter().any(|other| other.code == rule.code)
}

/// Returns whether a header line says more than the record shows of it: of `DATE 12.5.1990` it shows the year.
pub(crate) fn is_partly_read(keyword: &str, line: &str) -> bool {
    let text = line
        .split_once([' ', '\t'])
        .map_or("", |(_, text)| text.trim());
    Header::of(keyword).is_some_and(|header| is_partly_understood(header, text))
}

/// Returns how many games a unit has: each EVENT line starts one, unless it comes first or its event continues another.
/// `None` if only a reader knows: a line without a keyword may start an event, for example `EVEN T`, and the end of a block
/// before an EVENT line may be misspelt. So does a text or a line that lost its line breaks.
pub(crate) fn games(unit: &str) -> Option<usize> {
    if are_lost(unit) {
        return None;
    }
    let (mut events, mut has_lines) = (0, false);
    for (kind, line) in tokens::lines(unit.as_bytes()) {
        let line = line.slice(unit);
        match kind {
            LineKind::Unknown if !has_lines || may_be_event(line.trim()) => return None,
            LineKind::Body(_) if Keyword::Event.is(&first_word(line.as_bytes()).0) => return None,
            LineKind::Keyword(_) if are_lost(line) => return None,
            LineKind::Keyword(Keyword::Event) => events += usize::from(has_lines),
            LineKind::Keyword(Keyword::User) => {
                events -= usize::from(is_joint(line.as_bytes()) && events > 0);
            }
            _ => {}
        }
        has_lines |= kind != LineKind::Keyword(Keyword::Remark) && is_sign(kind);
    }
    Some(events + 1)
}

/// Returns the line end that has to come after a text without one at its end, and before another one. Two parts of a text that
/// lost its line breaks have a blank between them.
pub(crate) fn line_end_between(before: &str, after: &str) -> &'static str {
    let has_blank = before.ends_with(' ') || after.starts_with(' ');
    if has_blank && are_lost(before) {
        ""
    } else if before.contains('\n') && !before.contains("\r\n") {
        "\n"
    } else {
        "\r\n"
    }
}

/// A line with its data.
struct Statement<'i> {
    item: &'i Item<'i>,
    /// The line with the entries of like lines after it, if there are any.
    joined: Option<Line<'i>>,
    rank: u8,
}

impl<'i> Statement<'i> {
    fn line(&self) -> &Line<'i> {
        self.joined.as_ref().unwrap_or(&self.item.line)
    }

    fn says(&self, other: &Self) -> bool {
        let (a, b) = (self.item, other.item);
        let (line, others) = (self.line(), other.line());
        let says = || line == others || has_same_entries(line, others);
        a.is_as_displayed() && b.is_as_displayed() && says() || a.written() == b.written()
    }

    /// Takes the entries of the next statement, if it is of the same kind: `SETUP B A1` and `SETUP B B1` are `SETUP B A1 B1`,
    /// and two COM blocks of a node are one with an empty line. Returns whether it did.
    fn takes(&mut self, next: &Self) -> bool {
        let is_joined = matches!(
            next.line(),
            Line::Setup(_) | Line::Prisoner(_) | Line::Com(_)
        );
        let are_alike = self.rank == next.rank;
        let are_plain = self.item.is_as_displayed() && next.item.is_as_displayed();
        if !(is_joined && are_alike && are_plain) {
            return false;
        }
        let own = self.joined.get_or_insert_with(|| self.item.line.clone());
        match (own, next.line()) {
            (Line::Setup(own), Line::Setup(more)) => own.extend_from_slice(more),
            (Line::Prisoner(own), Line::Prisoner(more)) => own.extend_from_slice(more),
            (Line::Com(own), Line::Com(more)) => {
                own.body.extend((!own.body.is_empty()).then(Cow::default));
                own.body
                    .extend((!more.title.is_empty()).then(|| more.title.clone()));
                own.body.extend_from_slice(&more.body);
            }
            _ => return false,
        }
        true
    }

    /// Returns whether a text without it has the same content.
    fn is_optional(&self) -> bool {
        match self.line() {
            Line::Event(title) => title.is_empty(),
            Line::BoardSize(_) | Line::Prisoner(_) => true,
            _ => false,
        }
    }
}

/// Returns whether lists of points have the same entries in any order.
fn has_same_entries(a: &Line<'_>, b: &Line<'_>) -> bool {
    fn sorted<T: Debug>(entries: &[T]) -> Vec<String> {
        let mut entries: Vec<_> = entries.iter().map(|entry| format!("{entry:?}")).collect();
        entries.sort_unstable();
        entries
    }
    match (a, b) {
        (Line::Setup(a), Line::Setup(b)) => sorted(a) == sorted(b),
        (Line::Prisoner(a), Line::Prisoner(b)) => sorted(a) == sorted(b),
        (Line::Mark(a), Line::Mark(b)) => sorted(a) == sorted(b),
        _ => false,
    }
}

/// Returns the statements of lines. Within a node they are in the order of their kinds.
fn statements<'i>(items: &'i [Item<'i>]) -> Vec<Statement<'i>> {
    let statements = items.iter().map(|item| Statement {
        rank: rank(&item.line),
        item,
        joined: None,
    });
    let mut statements: Vec<_> = statements.collect();
    let nodes = statements.chunk_by_mut(|_, next| next.rank > 0);
    nodes.for_each(|node| node.sort_by_key(|statement| statement.rank));
    statements.dedup_by(|next, last| last.takes(next));
    statements
}

/// Returns the place of a kind of line among the lines of its node, 0 for a line that starts a node.
fn rank(line: &Line<'_>) -> u8 {
    match line {
        Line::Event(_)
        | Line::Move(..)
        | Line::Diagram(_)
        | Line::Var(_)
        | Line::EndVar
        | Line::Remark(_) => 0,
        Line::BoardSize(_) => 1,
        Line::Header(header, _) => 2 + *header as u8,
        Line::Prisoner(_) => 20,
        Line::Setup(_) => 21,
        Line::Hide(_) => 22,
        Line::Mark(_) | Line::Unmark(_) => 23,
        Line::Com(_) => 24,
        Line::User(_) | Line::Unknown(_) => 25,
    }
}

#[cfg(test)]
mod tests;
