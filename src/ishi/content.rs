//! The statements of a text of Ishi, line by line, so that two texts can be compared.

use std::borrow::Cow;
use std::fmt::Debug;

use memchr::memchr2_iter;

use super::item::{Item, Typing};
use super::line::{Keyword, Line};
use super::split::{is_joint, is_sign};
use super::syntax;
use super::tokens::{Kind, Tokens};
use super::write::push_line;
use crate::diagnostic::{Diagnostics, Span};
use crate::piece::Difference;

/// Returns where a text has other content than a canonical one. Case outside texts, white space and the order of kinds
/// of data within a node do not count (specification, section 1).
pub(crate) fn difference(text: &str, canonical: &str) -> Difference {
    let parse = |text| syntax::parse(text, &mut Diagnostics::new());
    let (own, canonical) = (parse(text), parse(canonical));
    let (own, canonical) = (ordered(&own), ordered(&canonical));
    let says_same = |is_first: bool| {
        let is_part = |statement: &&Statement<'_>| statement.is_first == is_first;
        let parts = (own.iter().filter(is_part), canonical.iter().filter(is_part));
        mismatch(parts.0, parts.1, false).is_none()
    };
    match (says_same(true), says_same(false)) {
        (true, true) => Difference::None,
        (false, true) => Difference::First,
        (_, false) => Difference::Elsewhere,
    }
}

/// Returns the first lines in which two texts have other content, in either of them.
pub(crate) fn first_difference(one: &str, two: &str) -> Option<[Option<String>; 2]> {
    let parse = |text| syntax::parse(text, &mut Diagnostics::new());
    let (one, two) = (parse(one), parse(two));
    let (one, two) = (ordered(&one), ordered(&two));
    let lines = mismatch(one.iter(), two.iter(), true)?;
    Some(lines.map(|line| Some(line?.item.written())))
}

/// Returns the first statements in which two texts have other content. The second text can have optional statements that
/// the first one lacks, and the other way round if `both` is true.
fn mismatch<'s, 'i: 's>(
    one: impl Iterator<Item = &'s Statement<'i>>,
    two: impl Iterator<Item = &'s Statement<'i>>,
    both: bool,
) -> Option<[Option<&'s Statement<'i>>; 2]> {
    let (mut one, mut two) = (one.peekable(), two.peekable());
    loop {
        match (one.peek().copied(), two.peek().copied()) {
            (None, None) => return None,
            (Some(a), Some(b)) if a.says(b) => _ = (one.next(), two.next()),
            (Some(a), _) if both && a.is_optional() => _ = one.next(),
            (_, Some(b)) if b.is_optional() => _ = two.next(),
            (a, b) => return Some([a, b]),
        }
    }
}

/// Returns where the lines of the first node end.
pub(crate) fn end_of_head(text: &str) -> Option<usize> {
    let items = syntax::parse(text, &mut Diagnostics::new());
    let end = items.get(first_node(&items).checked_sub(1)?)?.span.end;
    end_of_line(text, end)
}

/// Returns where the carriers of an event are: after its EVENT line, or before its first line if it has no EVENT line.
/// `place` is that of its node; without an EVENT line it is empty.
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
    let Some(line_end) = rest.find(['\r', '\n']) else {
        return Some(text.len());
    };
    let is_pair = rest.get(line_end..)?.starts_with("\r\n");
    Some(offset + line_end + if is_pair { 2 } else { 1 })
}

/// Returns a text with one line for each line that it has: keywords in capitals, single blanks between the words, CR LF
/// at the ends. Words without meaning, and texts, stay as they are.
pub(crate) fn in_lines(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for item in &syntax::parse(text, &mut Diagnostics::new()) {
        push_item(&mut out, item);
    }
    out
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

/// Returns how many games a unit has: each EVENT line starts one, unless it comes first or its event continues another.
pub(crate) fn games(unit: &str) -> usize {
    if !has_event_after_start(unit) {
        return 1;
    }
    let mut tokens = Tokens::default();
    let (mut events, mut has_lines) = (0, false);
    loop {
        let start = tokens.start();
        let Some(token) = tokens.next(unit.as_bytes(), true) else {
            return events + 1;
        };
        let line = unit.get(start..tokens.start()).unwrap_or("");
        match token.kind {
            Kind::Keyword(Keyword::Event) => events += usize::from(has_lines),
            Kind::Keyword(Keyword::User) => {
                events -= usize::from(is_joint(line.as_bytes()) && events > 0);
            }
            _ => {}
        }
        has_lines |= token.kind != Kind::Keyword(Keyword::Remark) && is_sign(token.kind);
    }
}

/// Returns whether a text can have an EVENT line after its first word. Most units have none.
fn has_event_after_start(unit: &str) -> bool {
    let text = unit.as_bytes();
    let is_event = |at: usize| {
        let word = at
            .checked_sub(1)
            .and_then(|start| text.get(start..start + 5));
        at > 1 && word.is_some_and(|word| word.eq_ignore_ascii_case(b"EVENT"))
    };
    memchr2_iter(b'v', b'V', text).any(is_event)
}

/// A line with its data.
struct Statement<'i> {
    item: &'i Item<'i>,
    /// The line, with the entries of like lines after it.
    line: Cow<'i, Line<'i>>,
    rank: u8,
    /// Whether it is about the first node.
    is_first: bool,
}

impl Statement<'_> {
    fn says(&self, other: &Self) -> bool {
        let (a, b) = (self.item, other.item);
        let says = || self.line == other.line || has_same_entries(&self.line, &other.line);
        a.is_as_displayed() && b.is_as_displayed() && says() || a.written() == b.written()
    }

    /// Takes the entries of the next statement, if it is of the same kind: `SETUP B A1` and `SETUP B B1` are `SETUP B A1 B1`.
    /// Returns whether it did.
    fn takes(&mut self, next: &Self) -> bool {
        let is_list = matches!(*next.line, Line::Setup(_) | Line::Prisoner(_));
        let are_alike = (self.rank, self.is_first) == (next.rank, next.is_first);
        let are_plain = self.item.is_as_displayed() && next.item.is_as_displayed();
        if !(is_list && are_alike && are_plain) {
            return false;
        }
        match (self.line.to_mut(), &*next.line) {
            (Line::Setup(own), Line::Setup(more)) => own.extend_from_slice(more),
            (Line::Prisoner(own), Line::Prisoner(more)) => own.extend_from_slice(more),
            _ => return false,
        }
        true
    }

    /// Returns whether a text without it has the same content.
    fn is_optional(&self) -> bool {
        match &*self.line {
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
        _ => false,
    }
}

/// Returns how many of the first lines are about the first node. A remark is about the node after it, so remarks before
/// the EVENT line are about the event.
fn first_node(items: &[Item<'_>]) -> usize {
    let is_event = |item: &Item<'_>| matches!(item.line, Line::Event(_));
    let leads = |item: &&Item<'_>| matches!(item.line, Line::Remark(_) | Line::Unknown(_));
    let leading = items.iter().take_while(leads).count();
    let leading = if items.get(leading).is_some_and(is_event) {
        leading
    } else {
        0
    };
    let others = items.iter().skip(leading);
    leading + others.take_while(|item| !starts_node(&item.line)).count()
}

/// Returns whether a line starts a further node. A remark is about the node after it.
fn starts_node(line: &Line<'_>) -> bool {
    matches!(
        line,
        Line::Move(..) | Line::Diagram(_) | Line::Var(_) | Line::Remark(_)
    )
}

/// Returns the statements of a text, those of each node in the order of their kinds.
fn ordered<'i>(items: &'i [Item<'i>]) -> Vec<Statement<'i>> {
    let mut statements: Vec<Statement<'_>> = Vec::with_capacity(items.len());
    let first_node = first_node(items);
    for (place, item) in items.iter().enumerate() {
        statements.push(Statement {
            item,
            line: Cow::Borrowed(&item.line),
            rank: rank(&item.line),
            is_first: place < first_node,
        });
    }
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
