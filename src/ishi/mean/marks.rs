//! MARK and UNMARK: which glyph is on which point (specification, section 5.4).

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{OnEntry, Problem};
use crate::ishi::line::{Line, Mark, Sign, Target, Unmark};
use crate::model::{Id, Label, Point, Property, Replay, Value};

/// What is shown on a point: one glyph, the last one that was put there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Glyph<'a> {
    /// A label, or the number of a stone.
    Text(Cow<'a, str>),
    /// A special sign.
    Sign(Sign),
}

/// The marks of one node, event or setup: each starts without any.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks<'a> {
    glyphs: BTreeMap<Point, Glyph<'a>>,
}

impl<'a> Marks<'a> {
    /// Creates an empty set of marks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Evaluates a MARK or UNMARK line from left to right; other lines change nothing.
    ///
    /// `replay` has entered the node.
    pub fn apply(&mut self, line: &Line<'a>, replay: &Replay, problem: OnEntry<'_>) {
        match line {
            Line::Mark(marks) => {
                for (index, mark) in marks.iter().enumerate() {
                    self.mark(mark, replay, &mut |found| problem(index, found));
                }
            }
            Line::Unmark(unmarks) => {
                for (index, unmark) in unmarks.iter().enumerate() {
                    self.unmark(*unmark, replay, &mut |found| problem(index, found));
                }
            }
            _ => {}
        }
    }

    /// Adds the marks of another set; where both have one, the other's is shown.
    pub fn lay_over(&mut self, other: Self) {
        self.glyphs.extend(other.glyphs);
    }

    /// Returns the glyphs by their points, in reading order.
    pub fn glyphs(&self) -> &BTreeMap<Point, Glyph<'a>> {
        &self.glyphs
    }

    /// Returns the marks as properties: `LB`, `TR`, `SQ`, `CR` for `\d` and `MA` for `\c`.
    pub fn properties(&self) -> Vec<Property<'a>> {
        let labels: Box<[_]> = self
            .glyphs
            .iter()
            .filter_map(|(&point, glyph)| match glyph {
                Glyph::Text(text) => Some(Label {
                    point,
                    text: text.clone(),
                }),
                Glyph::Sign(_) => None,
            })
            .collect();
        let mut properties = Vec::new();
        if !labels.is_empty() {
            properties.push(Property::new(Id::Label, Value::Labels(labels)));
        }
        for (sign, id) in SIGNS {
            let wanted = Glyph::Sign(sign);
            let points = self.glyphs.iter().filter(|(_, glyph)| **glyph == wanted);
            let points: Vec<_> = points.map(|(point, _)| *point).collect();
            if !points.is_empty() {
                properties.push(Property::points(id, points));
            }
        }
        properties
    }

    fn mark(&mut self, mark: &Mark<'a>, replay: &Replay, problem: &mut dyn FnMut(Problem)) {
        match mark {
            Mark::All => {
                for (point, _) in replay.board().stones() {
                    self.number(point, replay);
                }
            }
            Mark::Number(target) => {
                let mut shown = false;
                for_each_point(*target, replay, problem, |point| {
                    shown |= self.number(point, replay);
                });
                if !shown
                    && matches!(target, Target::At(at) if at.point(replay.board().size()).is_some())
                {
                    problem(Problem::NoNumber(*target));
                }
            }
            Mark::Sign(sign, target) => for_each_point(*target, replay, problem, |point| {
                self.glyphs.insert(point, Glyph::Sign(*sign));
            }),
            Mark::Label(text, target) => for_each_point(*target, replay, problem, |point| {
                self.glyphs.insert(point, Glyph::Text(text.clone()));
            }),
        }
    }

    /// Shows the number of the stone on a point; returns whether it has one.
    fn number(&mut self, point: Point, replay: &Replay) -> bool {
        let Some(number) = replay.number_at(point) else {
            return false;
        };
        let text = Cow::Owned(number.to_string());
        self.glyphs.insert(point, Glyph::Text(text));
        true
    }

    fn unmark(&mut self, unmark: Unmark, replay: &Replay, problem: &mut dyn FnMut(Problem)) {
        match unmark {
            Unmark::All => self.glyphs.clear(),
            Unmark::Target(target) => for_each_point(target, replay, problem, |point| {
                self.glyphs.remove(&point);
            }),
        }
    }
}

/// The signs in the order in which they are written, with their properties.
pub const SIGNS: [(Sign, Id); 4] = [
    (Sign::Triangle, Id::Triangle),
    (Sign::Square, Id::Square),
    (Sign::Diamond, Id::Circle),
    (Sign::Check, Id::Cross),
];

/// Hands on the points that a target names: the location, or the points of the stones that are the
/// most recent ones with the numbers. A stone that was captured is nowhere.
pub(super) fn for_each_point(
    target: Target,
    replay: &Replay,
    problem: &mut dyn FnMut(Problem),
    mut take: impl FnMut(Point),
) {
    let mut found = false;
    match target {
        Target::At(location) => {
            let Some(point) = location.point(replay.board().size()) else {
                return problem(Problem::OffBoard(location));
            };
            found = true;
            take(point);
        }
        Target::Number(number) => {
            if let Some(point) = replay.stone_numbered(number) {
                found = true;
                take(point);
            }
        }
        // The board has few stones, and a range may be long.
        Target::Range(from, to) => {
            for (point, _) in replay.board().stones() {
                let number = replay
                    .number_at(point)
                    .filter(|number| (from..=to).contains(number));
                if number.is_some_and(|number| replay.stone_numbered(number) == Some(point)) {
                    found = true;
                    take(point);
                }
            }
        }
    }
    if !found {
        problem(Problem::NoSuchMove(target));
    }
}
