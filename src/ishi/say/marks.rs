//! `LB`, `TR`, `SQ`, `CR` and `MA` as MARK lines.

use super::stones::{list, points};
use crate::ishi::line::{LARGEST_NUMBER, Letters, Line, Location, Mark, Target};
use crate::ishi::mean::marks::SIGNS;
use crate::model::{BoardSize, Game, Id, Labels, NodeId, Point, PointSet, Replay, Value};

/// The marks to write for a node. Ishi has at most one mark on each point.
#[derive(Default)]
struct ShownMarks {
    /// The numbers of stones.
    numbers: Vec<(Point, u32)>,
    labels: Vec<(Point, Letters)>,
    /// The points of each of the [`SIGNS`].
    signs: [Vec<Point>; SIGNS.len()],
}

/// Returns the MARK line of a node: numbers, then labels (numbers before other text), then the
/// signs `\t` `\s` `\d` `\c`, each in reading order of their points.
///
/// A label that is the number of the stone on its point is a number mark, also if only the part of
/// it that Ishi can write is that number. Of several marks on a
/// point the label is shown (the number before others, then the least), else the first of the
/// signs. Of a label that Ishi cannot write, the first one or two characters that it can write are
/// shown, but none of a number from 100 on.
pub fn marks(game: &Game<'_>, node: NodeId, replay: &Replay) -> Option<Line<'static>> {
    let shown = ShownMarks::of(game, node, replay);
    let signed: usize = shown.signs.iter().map(Vec::len).sum();
    let mut marks = Vec::with_capacity(shown.labels.len() + signed);
    if !shown.numbers.is_empty() {
        numbers(&shown.numbers, replay, &mut marks);
    }
    labels(&shown.labels, game.size, &mut marks);
    signs(&shown.signs, game.size, &mut marks);
    list(marks.into_iter(), Line::Mark)
}

impl ShownMarks {
    fn of(game: &Game<'_>, node: NodeId, replay: &Replay) -> Self {
        let mut shown = Self::default();
        // Lists that a node has several times count as one.
        for list in game.values(node, Id::Label) {
            if let Value::Labels(labels) = list {
                shown.add(labels, game.size, replay);
            }
        }
        // The order of the labels has no meaning, so the choice between labels on a point must not depend on it.
        settle(&mut shown.numbers);
        settle(&mut shown.labels);
        let Self {
            numbers,
            labels,
            signs,
        } = &mut shown;
        let has_number = |point: &Point| numbers.binary_search_by_key(point, |(at, _)| *at).is_ok();
        labels.retain(|(point, _)| !has_number(point));
        if SIGNS.iter().any(|(_, id)| game.has(node, *id)) {
            let mut taken = PointSet::default();
            taken.extend(numbers.iter().map(|(point, _)| *point));
            taken.extend(labels.iter().map(|(point, _)| *point));
            for ((_, id), signs) in SIGNS.iter().zip(signs) {
                *signs = points(game, node, *id);
                signs.retain(|point| !taken.contains(*point));
                taken.extend(signs.iter().copied());
            }
        }
        shown
    }

    fn add(&mut self, labels: &Labels, size: BoardSize, replay: &Replay) {
        self.numbers.reserve(labels.len());
        self.labels.reserve(labels.len());
        for label in labels.iter() {
            if !size.contains(label.point) {
                continue;
            }
            let number = replay.number_at(label.point);
            let number = number.filter(|number| *number <= LARGEST_NUMBER);
            if let Some(number) = number.filter(|_| number == label.number()) {
                self.numbers.push((label.point, number));
                continue;
            }
            // A part of a larger number would be a wrong number.
            let is_long = label.number().is_some_and(|number| number > 99);
            let Some(letters) = Letters::of(&label.text).filter(|_| !is_long) else {
                continue;
            };
            match number.filter(|number| number.to_string() == letters.to_string()) {
                Some(number) => self.numbers.push((label.point, number)),
                None => self.labels.push((label.point, letters)),
            }
        }
    }
}

/// Sorts marks into reading order, and keeps the least mark on each point.
fn settle<T: Ord>(shown: &mut Vec<(Point, T)>) {
    if !shown.is_sorted_by(|(a, _), (b, _)| a < b) {
        shown.sort_unstable();
        shown.dedup_by_key(|(point, _)| *point);
    }
}

fn numbers(shown: &[(Point, u32)], replay: &Replay, marks: &mut Vec<Mark>) {
    if shown.len() == replay.board().played() {
        return marks.push(Mark::All);
    }
    let size = replay.board().size();
    let (mut by_number, mut by_point) = (Vec::with_capacity(shown.len()), Vec::new());
    for &(point, number) in shown {
        let stone = replay.board().stone(point);
        if stone.is_some_and(|stone| replay.is_latest(stone, number)) {
            by_number.push(number);
        } else {
            by_point.extend(Location::of(point, size));
        }
    }
    by_number.sort_unstable();
    marks.extend(runs(&by_number));
    marks.extend(by_point.into_iter().map(|at| Mark::Number(Target::At(at))));
}

/// Joins consecutive numbers, given in ascending order.
fn runs(numbers: &[u32]) -> impl Iterator<Item = Mark> {
    let runs = numbers.chunk_by(|a, b| a.checked_add(1) == Some(*b));
    runs.filter_map(|run| {
        let (first, last) = (*run.first()?, *run.last()?);
        Some(Mark::Number(if first == last {
            Target::Number(first)
        } else {
            Target::Range(first, last)
        }))
    })
}

/// Digits sort by their value, and before everything else.
fn labels(shown: &[(Point, Letters)], size: BoardSize, marks: &mut Vec<Mark>) {
    let key = |letters: Letters| (letters.value().unwrap_or(u32::MAX), letters);
    let mut sorted = Vec::with_capacity(shown.len());
    sorted.extend({ shown.iter() }.map(|(point, letters)| (key(*letters), *point)));
    sorted.sort_unstable();
    marks.extend(sorted.into_iter().filter_map(|((_, letters), point)| {
        let at = Target::At(Location::of(point, size)?);
        Some(Mark::Label(letters, at))
    }));
}

fn signs(shown: &[Vec<Point>], size: BoardSize, marks: &mut Vec<Mark>) {
    for ((sign, _), points) in SIGNS.iter().zip(shown) {
        let targets = points.iter().filter_map(|point| Location::of(*point, size));
        marks.extend(targets.map(|at| Mark::Sign(*sign, Target::At(at))));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Color, Label, Move, Property, Step};

    /// Returns the marks in the last node of a game with these moves, as one text.
    fn said(moves: &[(u8, u8)], labels: &[(u8, u8, &str)], signs: &[(Id, u8, u8)]) -> String {
        let mut game = Game::new();
        game.size = BoardSize::square(9);
        let mut node = NodeId::ROOT;
        for (index, &(column, row)) in moves.iter().enumerate() {
            node = game.add_child(node);
            let color = [Color::Black, Color::White][index % 2];
            game.set_move(node, Some(Move::at(color, Point::new(column, row))));
        }
        let labels = labels.iter().map(|&(column, row, text)| Label {
            point: Point::new(column, row),
            text: text.into(),
        });
        let labels = Value::Labels(labels.collect());
        game.add_property(node, Property::new(Id::Label, labels));
        for &(id, column, row) in signs {
            game.add_property(node, Property::points(id, [Point::new(column, row)]));
        }
        let mut replay = Replay::new(game.size);
        for step in game.walk() {
            match step {
                Step::Enter(id) => replay.enter(&game, id),
                Step::Leave(_) => break,
            }
        }
        let line = marks(&game, node, &replay);
        line.map_or(String::new(), |line| line.to_string())
    }

    #[test]
    fn numbers_are_all_or_runs_or_locations() {
        let moves = [(0, 8), (1, 8), (2, 8), (3, 8), (4, 8)];
        let label = |n: usize| {
            (
                u8::try_from(n).unwrap() - 1,
                8,
                ["1", "2", "3", "4", "5"][n - 1],
            )
        };
        let all: Vec<_> = (1..=5).map(label).collect();
        assert_eq!(said(&moves, &all, &[]), "MARK ALL");
        let some: Vec<_> = [5, 1, 2].map(label).to_vec();
        assert_eq!(said(&moves, &some, &[]), "MARK #1-2 #5");
        assert_eq!(said(&moves, &[(0, 8, "2")], &[]), "MARK 2@A1");
    }

    #[test]
    fn a_point_has_one_mark() {
        let moves = [(0, 8), (1, 8)];
        for (labels, line) in [
            (&[(0, 8, "1"), (0, 8, "1")][..], "MARK #1"),
            (&[(0, 8, "x"), (0, 8, "1")], "MARK #1"),
            (&[(0, 0, "b"), (0, 0, "a")], "MARK a@A9"),
            (&[(0, 0, "a"), (0, 0, "a")], "MARK a@A9"),
            (&[(0, 0, "a"), (0, 0, "b")], "MARK a@A9"),
        ] {
            assert_eq!(said(&moves, labels, &[]), line);
            let sign = (Id::Triangle, labels[0].0, labels[0].1);
            assert_eq!(said(&moves, labels, &[sign]), line);
        }
        let signs = [(Id::Square, 0, 0), (Id::Triangle, 0, 0)];
        assert_eq!(said(&moves, &[], &signs), "MARK \\t@A9");
    }

    #[test]
    fn labels_and_signs_come_in_a_fixed_order() {
        let labels = [(0, 0, "b"), (0, 1, "10"), (0, 2, "9"), (1, 0, "b")];
        let signs = [
            (Id::Cross, 0, 3),
            (Id::Triangle, 0, 4),
            (Id::Triangle, 0, 0),
        ];
        assert_eq!(
            said(&[(8, 8)], &labels, &signs),
            "MARK 9@A7 10@A8 b@A9 b@B9 \\t@A5 \\c@A6"
        );
        let labels = [(0, 0, "9"), (0, 1, "05"), (0, 2, "5")];
        assert_eq!(said(&[(8, 8)], &labels, &[]), "MARK 05@A8 5@A7 9@A9");
    }

    #[test]
    fn shows_what_ishi_can_say_of_a_label() {
        for (label, line) in [
            ("abc", "MARK ab@A9"),
            ("a b", "MARK ab@A9"),
            ("\u{767d}x", "MARK x@A9"),
            ("\u{767d}", ""),
            ("", ""),
            ("\\t", "MARK \\@A9"),
            ("\\x", "MARK \\x@A9"),
            ("@@", "MARK @@@A9"),
            ("#1", "MARK #1@A9"),
        ] {
            assert_eq!(said(&[(8, 8)], &[(0, 0, label)], &[]), line);
        }
        assert_eq!(said(&[(8, 8)], &[(9, 0, "x")], &[]), "");
    }
}
