//! What the lines of one node say, as properties.

use std::collections::{BTreeMap, BTreeSet};

use crate::ishi::headers;
use crate::ishi::interpret::comment::{self, plain};
use crate::ishi::interpret::marks::Marks;
use crate::ishi::interpret::{Problem, stones};
use crate::ishi::line::{Block, Line};
use crate::model::Fact;
use crate::model::{Id, Property, Replay};

use super::tree::Kind;

/// What lines are about, and how they are to be taken.
#[derive(Debug, Clone, Copy)]
pub(super) struct Context {
    pub kind: Kind,
    /// Whether it is an event that continues another one: its setup is the whole position.
    pub continues: bool,
    /// Whether its first comment is the game comment in any case.
    pub game_comment: bool,
}

/// What is called for a problem, with the index of its line among the lines of the node and that of its
/// entry in the line.
pub(super) type OnProblem<'f> = &'f mut dyn FnMut(usize, usize, Problem);

/// Properties and the facts that say how they stood in the text.
#[derive(Debug, Default)]
pub(super) struct Said<'a> {
    pub properties: Vec<Property<'a>>,
    pub facts: Vec<Fact>,
}

/// Returns what lines say about everything but marks. `before` has not entered the node.
pub(super) fn all_but_marks<'a>(
    context: Context,
    lines: &[&Line<'a>],
    before: &Replay,
    problem: OnProblem<'_>,
) -> Said<'a> {
    let mut said = Said::default();
    if context.kind == Kind::Diagram {
        said.properties.push(Property::text(Id::Figure, ""));
    }
    for line in lines {
        match line {
            Line::Event(title) if !title.is_empty() && !context.continues => {
                said.properties
                    .push(Property::text(Id::Event, plain(title)));
            }
            Line::Move(..) => said.properties.extend(move_number(line, before.number())),
            Line::Diagram(region) => {
                said.properties
                    .extend(stones::view_property(*region, before.board().size()));
            }
            _ => {}
        }
    }
    said.properties
        .extend(headers::meaning(lines.iter().copied()));
    said.properties
        .extend(stone_properties(context, lines, before, problem));
    comments(context, lines, &mut said);
    said
}

/// Returns the move number as a property, unless it is the one behind `before`.
pub(super) fn move_number(line: &Line<'_>, before: u32) -> Option<Property<'static>> {
    match line {
        Line::Move(_, number, _) if *number != before.saturating_add(1) => {
            Some(Property::text(Id::MoveNumber, number.to_string()))
        }
        _ => None,
    }
}

fn stone_properties(
    context: Context,
    lines: &[&Line<'_>],
    before: &Replay,
    problem: OnProblem<'_>,
) -> Vec<Property<'static>> {
    let mut placed = BTreeMap::new();
    let mut hidden = BTreeSet::new();
    let empty = context
        .continues
        .then(|| Replay::new(before.board().size()));
    for (index, line) in lines.iter().enumerate() {
        match line {
            Line::Setup(_) => {
                let board = empty.as_ref().unwrap_or(before);
                stones::setup(line, board, &mut placed, &mut |entry, found| {
                    problem(index, entry, found);
                });
            }
            Line::Hide(_) if context.kind == Kind::Diagram => {
                stones::hide(line, before, &mut hidden, &mut |entry, found| {
                    problem(index, entry, found);
                });
            }
            _ => {}
        }
    }
    stones::properties(&placed, &hidden)
}

/// Returns how many lines stand before the setup stones of an event, or before the move in its
/// root: marks and comments among them are about the event as a whole.
pub(super) fn event_scope(context: Context, lines: &[&Line<'_>]) -> usize {
    if context.kind != Kind::Event {
        return 0;
    }
    let position = |line: &&Line<'_>| matches!(line, Line::Setup(_) | Line::Move(..));
    lines.iter().position(position).unwrap_or(lines.len())
}

/// Returns the COM blocks before and behind the setup stones.
pub(super) fn blocks<'l, 'a>(
    context: Context,
    lines: &[&'l Line<'a>],
) -> (Vec<&'l Block<'a>>, Vec<&'l Block<'a>>) {
    let (event, own) = lines
        .split_at_checked(event_scope(context, lines))
        .unwrap_or_default();
    let of = |lines: &[&'l Line<'a>]| {
        let blocks = lines.iter().filter_map(|line| match line {
            Line::Com(block) => Some(block),
            _ => None,
        });
        blocks.collect()
    };
    (of(event), of(own))
}

/// Returns whether there are setup stones.
pub(super) fn has_setup(lines: &[&Line<'_>]) -> bool {
    lines.iter().any(|line| matches!(line, Line::Setup(_)))
}

fn comments<'a>(context: Context, lines: &[&Line<'a>], said: &mut Said<'a>) {
    let (event, own) = blocks(context, lines);
    if context.kind != Kind::Event {
        said.properties.extend(comment::properties(&own));
        return;
    }
    let read = if context.game_comment {
        comment::game_comment_properties
    } else {
        comment::event_properties
    };
    let (properties, facts) = read(&event, &own, has_setup(lines));
    said.properties.extend(properties);
    said.facts.extend(facts);
}

/// Returns what the MARK and UNMARK lines say. `after` has entered the node.
pub(super) fn marks<'a>(
    context: Context,
    lines: &[&Line<'a>],
    after: &Replay,
    problem: OnProblem<'_>,
) -> Said<'a> {
    let scope = event_scope(context, lines);
    let mut event = Marks::new();
    let mut own = Marks::new();
    for (index, line) in lines.iter().enumerate() {
        let marks = if index < scope { &mut event } else { &mut own };
        marks.apply(line, after, &mut |entry, found| {
            problem(index, entry, found);
        });
    }
    let about_event = !event.glyphs().is_empty() && own.glyphs().is_empty();
    let facts = (about_event && has_setup(lines)).then_some(Fact::EventMarks);
    event.lay_over(own);
    Said {
        properties: event.properties(),
        facts: facts.into_iter().collect(),
    }
}
