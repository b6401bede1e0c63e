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

use super::line::{Line, Location, Target};
use super::structure::Role;
use crate::model::{Entry, Fact, Game, Id, Meaning, Move, NodeId, Packer, Property, Replay, Value};
use crate::values::split_round;

pub(super) use comment::blocks;
use comment::plain;
use marks::Marks;

/// How to read the lines of a node.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scene {
    pub role: Role,
    /// Whether the first comment is the game comment in any case ([`Fact::GameComment`]).
    pub game_comment: bool,
    /// Whether the title is the name of the game ([`Fact::GameName`]).
    pub game_name: bool,
}

impl Scene {
    /// Returns the scene of a node with these entries in its carrier.
    pub fn of(role: Role, carrier: &[Entry<'_>]) -> Self {
        let has = |fact: Fact| {
            carrier
                .iter()
                .any(|entry| entry.fact() == Some(fact.clone()))
        };
        Self {
            role,
            game_comment: has(Fact::GameComment),
            game_name: has(Fact::GameName),
        }
    }

    /// Returns the facts that a carrier has to state.
    pub fn facts(self) -> impl Iterator<Item = Fact> {
        let facts = [
            self.game_comment.then_some(Fact::GameComment),
            self.game_name.then_some(Fact::GameName),
        ];
        facts.into_iter().flatten()
    }
}

/// Properties, and facts about how the text writes them.
#[derive(Debug, Default)]
pub(super) struct Meant<'a> {
    pub properties: Vec<Property<'a>>,
    pub facts: Vec<Fact>,
}

/// Returns the move and the properties of lines. Ignores problems in the lines.
///
/// `replay` has entered the node before the call and after it. If the node is a continuation, `replay` starts with it.
pub(super) fn whole<'a>(
    scene: Scene,
    lines: &[&Line<'a>],
    game: &Game<'_>,
    node: NodeId,
    replay: &mut Replay,
) -> Meaning<'a> {
    let entered = scene.role != Role::Continuation;
    let number = if entered {
        replay.number_before()
    } else {
        replay.number()
    };
    // Only these lines depend on the position before the node.
    let about_stones = |line: &&Line<'_>| matches!(line, Line::Setup(_) | Line::Hide(_));
    let leaves = entered && lines.iter().any(about_stones);
    if leaves {
        replay.leave();
    }
    let mut meant = all_but_marks(scene, lines, (replay, number), &mut |_, _, _| {});
    if leaves {
        replay.enter(game, node);
    }
    let mut packer = Packer::default();
    let marks = marks(scene, lines, replay, &mut packer, &mut |_, _, _| {});
    meant.properties.extend(marks.properties);
    let mv = lines.iter().find_map(|line| match line {
        Line::Move(color, _, play) => Some(Move {
            color: *color,
            place: play.place(game.size),
        }),
        _ => None,
    });
    Meaning {
        mv,
        properties: meant.properties,
    }
}

/// Returns the meaning of lines except marks, given the position and the move number before the node.
pub(super) fn all_but_marks<'a>(
    scene: Scene,
    lines: &[&Line<'a>],
    (before, number): (&Replay, u32),
    problem: OnProblem<'_>,
) -> Meant<'a> {
    let mut meant = Meant::default();
    if scene.role == Role::Diagram {
        meant.properties.push(Property::text(Id::Figure, ""));
    }
    for line in lines {
        match line {
            Line::Event(title) if !title.is_empty() && scene.role != Role::Continuation => {
                let id = if scene.game_name {
                    Id::GameName
                } else {
                    Id::Event
                };
                meant.properties.extend(titled(id, &plain(title)));
            }
            Line::Move(..) => meant.properties.extend(move_number(line, number)),
            Line::Diagram(region) => {
                meant
                    .properties
                    .extend(stones::view_property(*region, before.board().size()));
            }
            _ => {}
        }
    }
    let info = headers::properties(lines.iter().copied());
    let unread = match scene.role {
        Role::Event => headers::unread(lines, &info),
        _ => Vec::new(),
    };
    meant.properties.extend(info);
    meant
        .properties
        .extend(stone_properties(scene, lines, before, problem));
    comments(scene, lines, &mut meant);
    header_lines(&unread, &mut meant);
    meant
}

/// Returns the properties of the title of an event: `id` (`EV` or `GN`), and `RO` if the title has a round.
fn titled<'a>(id: Id, title: &Cow<'a, str>) -> Vec<Property<'a>> {
    match split_round(title) {
        (_, None) => vec![Property::text(id, title.clone())],
        (name, Some(round)) => vec![
            Property::text(id, name.to_owned()),
            Property::text(Id::Round, round.to_owned()),
        ],
    }
}

/// Adds the header lines that are not understood to the game comment.
fn header_lines(unread: &[String], meant: &mut Meant<'_>) {
    if unread.is_empty() {
        return;
    }
    let count = u32::try_from(unread.len()).unwrap_or(u32::MAX);
    meant.facts.push(Fact::HeaderLines(count));
    let unread = unread.join("\n");
    let is_comment = |property: &Property<'_>| property.is(Id::GameComment);
    let before = meant.properties.iter().position(is_comment);
    let before = before.map(|at| meant.properties.remove(at));
    let text = match before.map(|property| property.value) {
        Some(Value::Text(text)) => format!("{text}\n{unread}"),
        _ => unread,
    };
    meant.properties.push(Property::text(Id::GameComment, text));
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
    scene: Scene,
    lines: &[&Line<'_>],
    before: &Replay,
    problem: OnProblem<'_>,
) -> Vec<Property<'static>> {
    let mut placed = BTreeMap::new();
    let mut hidden = BTreeSet::new();
    // A continuation sets up the whole position.
    let continues = scene.role == Role::Continuation;
    let empty = continues.then(|| Replay::new(before.board().size()));
    for (index, line) in lines.iter().enumerate() {
        match line {
            Line::Setup(_) => {
                let board = empty.as_ref().unwrap_or(before);
                stones::setup(line, board, &mut placed, &mut |entry, found| {
                    problem(index, entry, found);
                });
            }
            Line::Hide(_) if scene.role == Role::Diagram => {
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
    if !role.is_event() {
        return 0;
    }
    let position = |line: &&Line<'_>| matches!(line, Line::Setup(_) | Line::Move(..));
    lines.iter().position(position).unwrap_or(lines.len())
}

/// Returns whether there are setup stones.
pub(super) fn has_setup(lines: &[&Line<'_>]) -> bool {
    lines.iter().any(|line| matches!(line, Line::Setup(_)))
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

fn comments<'a>(scene: Scene, lines: &[&Line<'a>], meant: &mut Meant<'a>) {
    let (event, own) = blocks(scene.role, lines);
    if !scene.role.is_event() {
        let mut properties = comment::properties(&own);
        if !properties.iter().any(|property| property.is(Id::Name)) {
            properties.extend(marker(lines).map(|marker| Property::text(Id::Name, marker)));
        }
        meant.properties.extend(properties);
        return;
    }
    let read = if scene.game_comment {
        comment::game_comment_properties
    } else {
        comment::event_properties
    };
    let (properties, facts) = read(&event, &own, has_setup(lines));
    meant.properties.extend(properties);
    meant.facts.extend(facts);
}

/// Returns the properties and facts of the MARK and UNMARK lines. `after` has entered the node.
pub(super) fn marks(
    scene: Scene,
    lines: &[&Line<'_>],
    after: &Replay,
    packer: &mut Packer,
    problem: OnProblem<'_>,
) -> Meant<'static> {
    let scope = event_scope(scene.role, lines);
    let is_mark = |line: &&Line<'_>| matches!(line, Line::Mark(_) | Line::Unmark(_));
    if !lines.iter().any(is_mark) {
        return Meant::default();
    }
    let (mut event, mut own) = (Marks::default(), Marks::default());
    for (index, line) in lines.iter().enumerate() {
        let marks = if index < scope { &mut event } else { &mut own };
        marks.apply(line, after, &mut |entry, found| {
            problem(index, entry, found);
        });
    }
    let about_event = !event.is_empty() && own.is_empty();
    let facts = (about_event && has_setup(lines)).then_some(Fact::EventMarks);
    let marks = if event.is_empty() {
        own
    } else {
        event.lay_over(&own);
        event
    };
    Meant {
        properties: marks.properties(packer),
        facts: facts.into_iter().collect(),
    }
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
    /// There is a setup stone or another stone on the point already; the new one replaces it.
    StoneTwice(Location),
    /// There is no stone to hide.
    NothingToHide(Target),
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
            Self::StoneTwice(location) => write!(f, "there is a stone on {location} already"),
            Self::NothingToHide(target) => write!(f, "there is no stone on {target} to hide"),
        }
    }
}
