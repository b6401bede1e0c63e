//! `LB`, `TR`, `SQ`, `CR` and `MA` as MARK lines.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::stones::{pack, points};
use crate::ishi::line::{LARGEST_NUMBER, Line, Location, Mark, Sign, Target};
use crate::ishi::mean::marks::SIGNS;
use crate::model::{BoardSize, Game, Id, Label, NodeId, Point, Replay, Value};

/// What is shown on a point: Ishi has one mark on each. The least is shown first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    Number(u32),
    Label(String),
    Sign(Sign),
}

/// Returns the MARK lines of a node: numbers, then labels (numbers before other text), then the
/// signs `\t` `\s` `\d` `\c`, each in reading order of their points.
///
/// A label that is the number of the stone on its point is a number mark, also if only the part of
/// it that Ishi can write is that number. Of several marks on a
/// point the label is shown (the number before others, then the least), else the first of the
/// signs. Of a label that Ishi cannot write, the first one or two characters that it can write are
/// shown.
pub fn marks(game: &Game<'_>, node: NodeId, replay: &Replay) -> Vec<Line<'static>> {
    let shown = shown(game, node, replay);
    if shown.is_empty() {
        return Vec::new();
    }
    let mut marks = numbers(&shown, replay);
    let signs = signs(&shown, game.size);
    marks.extend(labels(shown, game.size));
    marks.extend(signs);
    pack(marks, "MARK", Line::Mark)
}

fn shown(game: &Game<'_>, node: NodeId, replay: &Replay) -> BTreeMap<Point, Shown> {
    let mut shown: BTreeMap<Point, Shown> = BTreeMap::new();
    for label in labels_of(game, node) {
        if !game.size.contains(label.point) {
            continue;
        }
        let Some(text) = sayable(&label.text) else {
            continue;
        };
        let number = replay.number_at(label.point);
        let mark = match number.filter(|number| *number <= LARGEST_NUMBER) {
            Some(number) if label.text == number.to_string() || text == number.to_string() => {
                Shown::Number(number)
            }
            _ => Shown::Label(text),
        };
        // The order of the labels does not count, so neither does it for which one is shown.
        match shown.entry(label.point) {
            Entry::Occupied(mut other) if mark < *other.get() => drop(other.insert(mark)),
            Entry::Occupied(_) => {}
            Entry::Vacant(free) => drop(free.insert(mark)),
        }
    }
    for (sign, id) in SIGNS {
        for point in points(game, node, id) {
            shown.entry(point).or_insert(Shown::Sign(sign));
        }
    }
    shown
}

/// Returns the labels of a node; lists that it has several times count as one.
fn labels_of<'g>(game: &'g Game<'_>, node: NodeId) -> impl Iterator<Item = &'g Label<'g>> {
    game.values(node, Id::Label).flat_map(|list| match list {
        Value::Labels(labels) => labels.as_ref(),
        _ => &[],
    })
}

/// Returns what Ishi shows of a label: one or two characters of code 33 to 126 that are not one
/// of its signs (specification, section 5.3, `cc`).
fn sayable(text: &str) -> Option<String> {
    let mut chars = text.chars().filter(char::is_ascii_graphic);
    let first = chars.next()?;
    let second = chars.next();
    let sign = first == '\\' && second.is_some_and(|c| Sign::from_letter(c).is_some());
    let mut shown = String::from(first);
    if !sign {
        shown.extend(second);
    }
    Some(shown)
}

fn numbers(shown: &BTreeMap<Point, Shown>, replay: &Replay) -> Vec<Mark<'static>> {
    let size = replay.board().size();
    let mut by_number = Vec::new();
    let mut by_point = Vec::new();
    for (&point, mark) in shown {
        let Shown::Number(number) = *mark else {
            continue;
        };
        if replay.stone_numbered(number) == Some(point) {
            by_number.push(number);
        } else {
            by_point.extend(Location::of(point, size));
        }
    }
    let count = by_number.len() + by_point.len();
    if count == 0 {
        return Vec::new();
    }
    if count == numbered_stones(replay) {
        return vec![Mark::All];
    }
    by_number.sort_unstable();
    let mut marks = runs(&by_number);
    marks.extend(by_point.into_iter().map(|at| Mark::Number(Target::At(at))));
    marks
}

fn numbered_stones(replay: &Replay) -> usize {
    let stones = replay.board().stones();
    stones.filter(|(_, stone)| stone.step > 0).count()
}

/// Joins consecutive numbers, given in ascending order.
fn runs(numbers: &[u32]) -> Vec<Mark<'static>> {
    numbers
        .chunk_by(|a, b| a.checked_add(1) == Some(*b))
        .filter_map(|run| {
            let (first, last) = (*run.first()?, *run.last()?);
            Some(Mark::Number(if first == last {
                Target::Number(first)
            } else {
                Target::Range(first, last)
            }))
        })
        .collect()
}

fn labels(shown: BTreeMap<Point, Shown>, size: BoardSize) -> Vec<Mark<'static>> {
    let mut labels: Vec<_> = shown
        .into_iter()
        .filter_map(|(point, mark)| match mark {
            Shown::Label(text) => Some((text, point)),
            _ => None,
        })
        .collect();
    // Digits sort by their value, and before everything else.
    let value = |text: &str| {
        let digits = text.bytes().all(|b| b.is_ascii_digit());
        let value = text.parse().ok().filter(|_| digits);
        value.unwrap_or(u32::MAX)
    };
    labels.sort_by(|(a, at), (b, other)| (value(a), a, at).cmp(&(value(b), b, other)));
    labels
        .into_iter()
        .filter_map(|(text, point)| {
            let at = Target::At(Location::of(point, size)?);
            Some(Mark::Label(Cow::Owned(text), at))
        })
        .collect()
}

fn signs(shown: &BTreeMap<Point, Shown>, size: BoardSize) -> Vec<Mark<'static>> {
    let mut signs: Vec<_> = shown
        .iter()
        .filter_map(|(&point, mark)| match mark {
            Shown::Sign(sign) => Some((*sign, Location::of(point, size)?)),
            _ => None,
        })
        .collect();
    signs.sort_by_key(|(sign, _)| SIGNS.iter().position(|(known, _)| known == sign));
    let mark = |(sign, at)| Mark::Sign(sign, Target::At(at));
    signs.into_iter().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Color, Move, Property, Step};

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
        let labels = Value::Labels(labels.map(owned).collect());
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
        let lines = marks(&game, node, &replay);
        lines
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n")
    }

    fn owned(label: Label<'_>) -> Label<'static> {
        Label {
            point: label.point,
            text: label.text.into_owned().into(),
        }
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
