//! Turns the lines of a node into its meaning. [`say`](super::say) is the inverse.
//!
//! Marks are about the position after the node, other lines are about the position before it.

pub(super) mod comment;
pub(super) mod headers;
pub(super) mod marks;
pub(super) mod stones;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::line::{Block, Line, Location, Target};
use super::role::Role;
use crate::model::{BoardSize, Id, Property, Replay, Value};
use crate::values::split_round;

use comment::plain;
use marks::{KnownRows, Marks};

/// Returns the meaning of lines except marks, given the position and the move number before the node.
pub(super) fn all_but_marks<'a>(
    role: Role,
    lines: &[&Line<'a>],
    (before, number): (&Replay, u32),
    problem: OnProblem<'_>,
) -> Vec<Property<'a>> {
    let mut meant = Vec::new();
    if role == Role::Diagram {
        meant.push(Property::text(Id::Figure, ""));
    }
    for (index, line) in lines.iter().enumerate() {
        match line {
            Line::Event(title) if !title.is_empty() => meant.extend(titled(&plain(title))),
            Line::Move(..) => meant.extend(move_number(line, number)),
            Line::User(block) if role == Role::Move && is_answer(block) => {
                meant.push(Property::text(Id::Tesuji, "2"));
            }
            Line::Diagram(region) => {
                let size = before.board().size();
                if stones::is_cut_off(*region, size) {
                    problem(index, 0, Problem::CutOff(size));
                }
                meant.extend(stones::view_property(*region, size));
            }
            _ => {}
        }
    }
    let info = headers::properties(lines.iter().copied());
    let unread = match role {
        Role::Event => headers::unread(lines, &info),
        _ => Vec::new(),
    };
    meant.extend(info);
    meant.extend(stone_properties(role, lines, before, problem));
    meant.extend(comment::of_node(role, lines));
    header_lines(&unread, &mut meant);
    meant
}

/// Returns the properties of the title of an event: `EV`, and `RO` if the title has a round.
fn titled<'a>(title: &Cow<'a, str>) -> Vec<Property<'a>> {
    match split_round(title) {
        (_, None) => vec![Property::text(Id::Event, title.clone())],
        (name, Some(round)) => {
            let parts = [(Id::Event, name), (Id::Round, round)].into_iter();
            let parts = parts.filter(|(_, text)| !text.is_empty());
            parts
                .map(|(id, text)| Property::text(id, text.to_owned()))
                .collect()
        }
    }
}

/// The block of a right answer, as the problems of published books have it.
pub(super) const ANSWER: &str = "CORRECT ANSWER";

/// Returns whether a block says that the move is the right answer: `TE[2]`.
pub(super) fn is_answer(block: &Block<'_>) -> bool {
    matches!(block.body.as_slice(), [words] if words.trim().eq_ignore_ascii_case(ANSWER))
        && block.title.is_empty()
}

/// Adds the header lines that are not understood to the game comment.
fn header_lines(unread: &[String], meant: &mut Vec<Property<'_>>) {
    if unread.is_empty() {
        return;
    }
    let unread = unread.join("\n");
    let is_comment = |property: &Property<'_>| property.is(Id::GameComment);
    let before = meant.iter().position(is_comment);
    let before = before.map(|at| meant.remove(at));
    let text = match before.map(|property| property.value) {
        Some(Value::Text(text)) => format!("{text}\n{unread}"),
        _ => unread,
    };
    meant.push(Property::text(Id::GameComment, text));
}

/// Returns the move number as a property, unless it is the one after `before`.
#[inline]
pub(super) fn move_number(line: &Line<'_>, before: u32) -> Option<Property<'static>> {
    match line {
        Line::Move(_, number, _) if *number != before.saturating_add(1) => {
            Some(Property::text(Id::MoveNumber, number.to_string()))
        }
        _ => None,
    }
}

fn stone_properties(
    role: Role,
    lines: &[&Line<'_>],
    before: &Replay,
    problem: OnProblem<'_>,
) -> Vec<Property<'static>> {
    let mut placed = BTreeMap::new();
    let mut hidden = BTreeSet::new();
    for (index, line) in lines.iter().enumerate() {
        match line {
            Line::Setup(_) => {
                stones::setup(line, before, &mut placed, &mut |entry, found| {
                    problem(index, entry, found);
                });
            }
            Line::Hide(_) if role == Role::Diagram => {
                stones::hide(line, before, &mut hidden, &mut |entry, found| {
                    problem(index, entry, found);
                });
            }
            _ => {}
        }
    }
    stones::properties(&placed, &hidden)
}

/// Returns how many lines come before the setup stones of an event, or before the move in its
/// root: marks and comments among them are about the event as a whole.
pub(super) fn event_scope(role: Role, lines: &[&Line<'_>]) -> usize {
    if role != Role::Event {
        return 0;
    }
    let position = |line: &&Line<'_>| matches!(line, Line::Setup(_) | Line::Move(..));
    lines.iter().position(position).unwrap_or(lines.len())
}

/// Returns the marker of the variation that starts with these lines. It is the name of the first node, if no COM block
/// has a title.
pub(super) fn marker<'a>(lines: &[&Line<'a>]) -> Option<Cow<'a, str>> {
    match last_var(lines)? {
        Line::Var(marker) => marker.clone(),
        _ => None,
    }
}

/// Returns the VAR line that starts a variation: the last one of its lines.
pub(super) fn last_var<'l, 'a>(lines: &[&'l Line<'a>]) -> Option<&'l Line<'a>> {
    let mut lines = lines.iter().rev().copied();
    lines.find(|line| matches!(line, Line::Var(_)))
}

/// Returns the properties of the MARK and UNMARK lines. `after` has entered the node.
pub(super) fn marks(
    role: Role,
    lines: &[&Line<'_>],
    after: &Replay,
    rows: &mut KnownRows,
    problem: OnProblem<'_>,
) -> Vec<Property<'static>> {
    let scope = event_scope(role, lines);
    let is_mark = |line: &&Line<'_>| matches!(line, Line::Mark(_) | Line::Unmark(_));
    if !lines.iter().any(is_mark) {
        return Vec::new();
    }
    let (mut event, mut own) = (Marks::default(), Marks::default());
    for (index, line) in lines.iter().enumerate() {
        let marks = if index < scope { &mut event } else { &mut own };
        marks.apply(line, after, rows, &mut |entry, found| {
            problem(index, entry, found);
        });
    }
    event.lay_over(own);
    event.properties(rows)
}

/// A problem with an entry of a line, given the position.
///
/// The entry stays in the line, and has no effect unless its description states otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Problem {
    /// The location is not on the board.
    OffBoard(Location),
    /// No stone on the board has the number, or any number of the range.
    NoSuchMove(Target),
    /// The number of a stone is to be shown, and there is no numbered stone.
    NoNumber(Target),
    /// There is a stone on the point already, and the new one replaces it. Whether it is a setup stone of the same node.
    StoneTwice(Location, bool),
    /// There is no stone to hide.
    NothingToHide(Target),
    /// The region of a diagram has a corner that is not on the board; the region ends at the edges.
    CutOff(BoardSize),
}

/// A callback for a problem in a line, with the index of the entry.
pub(super) type OnEntry<'f> = &'f mut dyn FnMut(usize, Problem);

/// A callback for a problem in the lines of a node, with the indexes of the line and of its entry.
pub(super) type OnProblem<'f> = &'f mut dyn FnMut(usize, usize, Problem);

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OffBoard(location) => write!(f, "{location} is not on the board"),
            Self::NoSuchMove(target) => {
                write!(f, "{target} is not the number of a stone on the board")
            }
            Self::NoNumber(target) => write!(f, "there is no numbered stone on {target}"),
            Self::StoneTwice(location, _) => write!(f, "there is a stone on {location} already"),
            Self::NothingToHide(target) => write!(f, "there is no stone on {target} to hide"),
            Self::CutOff(size) => write!(f, "the diagram reaches beyond the {size} board"),
        }
    }
}
