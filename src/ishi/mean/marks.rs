//! MARK and UNMARK: the glyph on each point (specification, section 5.4).

use super::{OnEntry, Problem};
use crate::ishi::line::{Line, Mark, Sign, Target};
use crate::model::{
    Grid, Id, LabelText, Labels, PackedPoints, Packer, Point, Property, Replay, Slot, Value,
};

/// The marks of a node, an event or a setup; each starts without marks. A point shows only the last glyph that was
/// put there.
#[derive(Debug, Default)]
pub struct Marks {
    /// Labels, and the numbers of stones.
    labels: Grid,
    /// The points of each of the [`SIGNS`].
    signs: [PackedPoints; SIGNS.len()],
    /// Whether there may be signs.
    has_signs: bool,
}

impl Marks {
    /// Evaluates a MARK or UNMARK line from left to right; other lines change nothing.
    ///
    /// `replay` has entered the node.
    pub fn apply(&mut self, line: &Line<'_>, replay: &Replay, problem: OnEntry<'_>) {
        match line {
            Line::Mark(marks) => {
                for (index, mark) in marks.iter().enumerate() {
                    self.mark(*mark, replay, &mut |found| problem(index, found));
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
    pub fn lay_over(&mut self, other: &Self) {
        for label in other.labels.iter() {
            self.label(label.point, &label.text);
        }
        for ((sign, _), points) in SIGNS.iter().zip(&other.signs) {
            for point in points.iter() {
                self.sign(point, Some(*sign));
            }
        }
    }

    /// Returns whether no point has a mark.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty() && self.signs.iter().all(PackedPoints::is_empty)
    }

    /// Returns the marks as properties: `LB`, `TR`, `SQ`, `CR` for `\d` and `MA` for `\c`.
    pub fn properties(&self, packer: &mut Packer) -> Vec<Property<'static>> {
        let mut properties = Vec::new();
        if !self.labels.is_empty() {
            let labels = Value::Labels(Labels::of(&self.labels, packer));
            properties.push(Property::new(Id::Label, labels));
        }
        for ((_, id), points) in SIGNS.iter().zip(&self.signs) {
            if !points.is_empty() {
                properties.push(Property::points(*id, points.iter()));
            }
        }
        properties
    }

    fn mark(&mut self, mark: Mark, replay: &Replay, problem: &mut dyn FnMut(Problem)) {
        match mark {
            Mark::All => {
                replay.board().stones().for_each(|(point, stone)| {
                    if let Some(number) = replay.number_of(stone) {
                        self.label(point, &LabelText::from(number));
                    }
                });
            }
            Mark::Number(target) => {
                let mut shown = false;
                for_each_point(target, replay, problem, |point| {
                    if let Some(number) = replay.number_at(point) {
                        shown = true;
                        self.label(point, &LabelText::from(number));
                    }
                });
                if !shown
                    && matches!(target, Target::At(at) if at.point(replay.board().size()).is_some())
                {
                    problem(Problem::NoNumber(target));
                }
            }
            Mark::Sign(sign, target) => for_each_place(target, replay, problem, |point, _| {
                self.sign(point, Some(sign));
            }),
            Mark::Label(letters, target) => {
                let text = LabelText::from(letters);
                for_each_place(target, replay, problem, |point, _| self.label(point, &text));
            }
        }
    }

    fn unmark(&mut self, unmark: Mark, replay: &Replay, problem: &mut dyn FnMut(Problem)) {
        match unmark.target() {
            None => *self = Self::default(),
            Some(target) => for_each_place(target, replay, problem, |point, number| {
                // A number does not name a later stone on the point of its move.
                let stone = replay.board().stone(point);
                let is_other = |number| stone.is_some_and(|stone| !replay.is_latest(stone, number));
                if !number.is_some_and(is_other) {
                    self.sign(point, None);
                }
            }),
        }
    }

    #[inline]
    fn label(&mut self, point: Point, text: &LabelText<'_>) {
        let Some(slot) = Slot::of(point) else {
            return;
        };
        self.labels.set(slot, text);
        if self.has_signs {
            self.signs.iter_mut().for_each(|points| points.remove(slot));
        }
    }

    /// Puts a sign on a point, or clears the point.
    fn sign(&mut self, point: Point, shown: Option<Sign>) {
        let Some(slot) = Slot::of(point) else {
            return;
        };
        self.labels.clear(slot);
        for ((sign, _), points) in SIGNS.iter().zip(&mut self.signs) {
            points.remove(slot);
            if Some(*sign) == shown {
                self.has_signs = true;
                points.add(slot);
            }
        }
    }
}

/// The most numbers of a range that are looked for one by one.
const LONGEST_RANGE: u32 = 400;

/// The signs in their order in a file, with their properties.
pub const SIGNS: [(Sign, Id); 4] = [
    (Sign::Triangle, Id::Triangle),
    (Sign::Square, Id::Square),
    (Sign::Diamond, Id::Circle),
    (Sign::Check, Id::Cross),
];

/// Calls `take` with each point that the target of a sign or a label names: the location, or the points of the most
/// recent moves with the numbers of the target, even if their stones have been captured since.
fn for_each_place(
    target: Target,
    replay: &Replay,
    problem: &mut dyn FnMut(Problem),
    mut take: impl FnMut(Point, Option<u32>),
) {
    let numbers = match target {
        Target::Number(number) => number..=number,
        // A longer range has more numbers than a board has points, so the stones on the board are searched instead.
        Target::Range(from, to) if to.saturating_sub(from) < LONGEST_RANGE => from..=to,
        _ => return for_each_point(target, replay, problem, |point| take(point, None)),
    };
    let mut found = false;
    for number in numbers {
        if let Some(Some(point)) = replay.move_numbered(number) {
            found = true;
            take(point, Some(number));
        }
    }
    if !found {
        problem(Problem::NoSuchMove(target));
    }
}

/// Calls `take` with each point that a target names: the location, or the points of the most recent stones with the
/// numbers of the target. A captured stone has no point.
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
            replay.board().stones().for_each(|(point, stone)| {
                let number = replay.number_of(stone);
                let number = number.filter(|number| (from..=to).contains(number));
                if number.is_some_and(|number| replay.is_latest(stone, number)) {
                    found = true;
                    take(point);
                }
            });
        }
    }
    if !found {
        problem(Problem::NoSuchMove(target));
    }
}
