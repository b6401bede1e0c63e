//! MARK and UNMARK: the glyph on each point (specification, section 5.4).

use std::collections::BTreeMap;
use std::rc::Rc;

use foldhash::HashMap;

use super::{OnEntry, Problem};
use crate::ishi::line::{Letters, Line, Mark, Sign, Target};
use crate::model::{Id, Label, LabelRow, Labels, Point, PointSet, Property, Replay, Value};

/// The marks of a node, an event or a setup in the order of their lines; each starts without marks. A point shows only
/// the last glyph that was put there.
#[derive(Debug, Default)]
pub struct Marks(Vec<Marked>);

/// A point with its mark.
type Marked = (Point, Glyph);

/// The rows of labels in the lists of a record so far, which later lists share.
#[derive(Debug, Default)]
pub struct KnownRows {
    all: HashMap<Rc<[Marked]>, LabelRow>,
    /// The last one of each row of the board, because a move changes few rows.
    last: BTreeMap<u8, (Rc<[Marked]>, LabelRow)>,
    /// A place for the mark of each point, to sort marks.
    places: Vec<Glyph>,
}

impl KnownRows {
    /// Returns a row of labels with their texts.
    fn row(&mut self, row: &[Marked]) -> LabelRow {
        let number = row.first().map_or(0, |(point, _)| point.row);
        if let Some((last, known)) = self.last.get(&number)
            && **last == *row
        {
            return known.clone();
        }
        let row: Rc<[Marked]> = row.into();
        let known = self.all.entry(row.clone());
        let known = known.or_insert_with(|| written(&row)).clone();
        self.last.insert(number, (row, known.clone()));
        known
    }
}

/// The mark of a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Glyph {
    /// The number of the stone.
    Number(u32),
    Letters(Letters),
    Sign(Sign),
}

impl Marks {
    /// Evaluates a MARK or UNMARK line from left to right; other lines change nothing.
    ///
    /// `replay` has entered the node.
    pub fn apply(
        &mut self,
        line: &Line<'_>,
        replay: &Replay,
        rows: &mut KnownRows,
        problem: OnEntry<'_>,
    ) {
        match line {
            Line::Mark(marks) => {
                let most = 2 * replay.board().size().area().count();
                for (index, mark) in marks.iter().enumerate() {
                    self.mark(*mark, replay, &mut |found| problem(index, found));
                    // A line can mark the whole board any number of times.
                    if self.0.len() > most {
                        self.settle(rows);
                    }
                }
            }
            Line::Unmark(unmarks) => {
                self.settle(rows);
                for (index, unmark) in unmarks.iter().enumerate() {
                    self.unmark(*unmark, replay, &mut |found| problem(index, found));
                }
            }
            _ => {}
        }
    }

    /// Adds the marks of another set; where both have one, the other's is shown.
    pub fn lay_over(&mut self, mut other: Self) {
        if self.0.is_empty() {
            std::mem::swap(self, &mut other);
        }
        self.0.append(&mut other.0);
    }

    /// Sorts the marks by their points, and keeps the last one on each point.
    fn settle(&mut self, KnownRows { places, .. }: &mut KnownRows) {
        if self.0.is_sorted_by(|(one, _), (two, _)| one < two) {
            return;
        }
        let place = |point: Point| usize::from(point.row) << 8 | usize::from(point.column);
        let mut marked = PointSet::default();
        for (point, glyph) in self.0.drain(..) {
            let place = place(point);
            if place >= places.len() {
                places.resize(place + 1, glyph);
            }
            if let Some(found) = places.get_mut(place) {
                *found = glyph;
            }
            marked.extend([point]);
        }
        marked.points().for_each(|point| {
            if let Some(glyph) = places.get(place(point)) {
                self.0.push((point, *glyph));
            }
        });
    }

    /// Returns the marks as properties: `LB`, `TR`, `SQ`, `CR` for `\d` and `MA` for `\c`. `rows` has the rows of labels
    /// of other nodes.
    pub fn properties(mut self, rows: &mut KnownRows) -> Vec<Property<'static>> {
        self.settle(rows);
        let mut signs = SIGNS.map(|(sign, id)| (sign, id, Vec::new()));
        self.0.retain(|(point, glyph)| {
            let Glyph::Sign(sign) = glyph else {
                return true;
            };
            if let Some((.., points)) = signs.iter_mut().find(|(other, ..)| other == sign) {
                points.push(*point);
            }
            false
        });
        let mut properties = Vec::new();
        if !self.0.is_empty() {
            let of_row = self.0.chunk_by(|(one, _), (two, _)| one.row == two.row);
            let labels = Labels::of_rows(of_row.map(|row| rows.row(row)));
            properties.push(Property::new(Id::Label, Value::Labels(labels)));
        }
        let signs = signs.into_iter().filter(|(.., points)| !points.is_empty());
        properties.extend(signs.map(|(_, id, points)| Property::points(id, points)));
        properties
    }

    /// Adds the marks of an entry of a line, in any order.
    fn mark(&mut self, mark: Mark, replay: &Replay, problem: &mut dyn FnMut(Problem)) {
        if matches!(mark.target(), None | Some(Target::Range(..))) {
            self.0.reserve(replay.board().played());
        }
        match mark {
            Mark::All => {
                replay.board().stones().for_each(|(point, stone)| {
                    if let Some(number) = replay.number_of(stone) {
                        self.0.push((point, Glyph::Number(number)));
                    }
                });
            }
            Mark::Number(target) => {
                let mut shown = false;
                for_each_point(target, replay, problem, |point, number| {
                    if let Some(number) = number.or_else(|| replay.number_at(point)) {
                        shown = true;
                        self.0.push((point, Glyph::Number(number)));
                    }
                });
                if !shown
                    && matches!(target, Target::At(at) if at.point(replay.board().size()).is_some())
                {
                    problem(Problem::NoNumber(target));
                }
            }
            Mark::Sign(sign, target) => for_each_place(target, replay, problem, |point, _| {
                self.0.push((point, Glyph::Sign(sign)));
            }),
            Mark::Label(letters, target) => for_each_place(target, replay, problem, |point, _| {
                self.0.push((point, Glyph::Letters(letters)));
            }),
        }
    }

    fn unmark(&mut self, unmark: Mark, replay: &Replay, problem: &mut dyn FnMut(Problem)) {
        match unmark.target() {
            None => self.0.clear(),
            Some(target) => for_each_place(target, replay, problem, |point, number| {
                // A number does not name a later stone on the point of its move.
                let stone = replay.board().stone(point);
                let is_other = |number| stone.is_some_and(|stone| !replay.is_latest(stone, number));
                if !number.is_some_and(is_other)
                    && let Ok(index) = self.0.binary_search_by_key(&point, |(point, _)| *point)
                {
                    self.0.remove(index);
                }
            }),
        }
    }
}

/// Returns a row of labels with their texts.
fn written(row: &[Marked]) -> LabelRow {
    let mut labels = Vec::with_capacity(row.len());
    labels.extend(row.iter().filter_map(|&(point, glyph)| {
        let text = match glyph {
            Glyph::Number(number) => number.to_string(),
            Glyph::Letters(letters) => letters.to_string(),
            Glyph::Sign(_) => return None,
        };
        let text = text.into();
        Some(Label { point, text })
    }));
    labels.into()
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
        _ => return for_each_point(target, replay, problem, take),
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
/// numbers of the target, each with its number. A captured stone has no point.
pub(super) fn for_each_point(
    target: Target,
    replay: &Replay,
    problem: &mut dyn FnMut(Problem),
    mut take: impl FnMut(Point, Option<u32>),
) {
    let mut found = false;
    match target {
        Target::At(location) => {
            let Some(point) = location.point(replay.board().size()) else {
                return problem(Problem::OffBoard(location));
            };
            found = true;
            take(point, None);
        }
        Target::Number(number) => {
            if let Some(point) = replay.stone_numbered(number) {
                found = true;
                take(point, Some(number));
            }
        }
        // The board has few stones, and a range may be long.
        Target::Range(from, to) => {
            replay.board().stones().for_each(|(point, stone)| {
                let number = replay.number_of(stone);
                let number = number.filter(|number| (from..=to).contains(number));
                if number.is_some_and(|number| replay.is_latest(stone, number)) {
                    found = true;
                    take(point, number);
                }
            });
        }
    }
    if !found {
        problem(Problem::NoSuchMove(target));
    }
}
