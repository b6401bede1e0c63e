//! `LB`, `TR`, `SQ`, `CR` and `MA` as MARK lines.

use super::stones::{pack, points};
use crate::ishi::line::{LARGEST_NUMBER, Letters, Line, Location, Mark, Sign, Target};
use crate::ishi::mean::marks::SIGNS;
use crate::model::{BoardSize, Game, Id, Label, LabelText, NodeId, Point, Replay, Value};

/// What is shown on a point: Ishi has one mark on each. The least is shown first.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Shown {
    Number(u32),
    Label(Letters),
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
    if are_all_numbers(game, node, replay) {
        return vec![Line::Mark(vec![Mark::All])];
    }
    let shown = shown(game, node, replay);
    if shown.is_empty() {
        return Vec::new();
    }
    let mut marks = numbers(&shown, replay);
    marks.extend(labels(&shown, game.size));
    marks.extend(signs(&shown, game.size));
    pack(marks, "MARK", Line::Mark)
}

/// Returns whether a node shows the numbers of all numbered stones in one list in reading order, and
/// nothing else. Diagrams often do, and there may be one after each move.
fn are_all_numbers(game: &Game<'_>, node: NodeId, replay: &Replay) -> bool {
    let mut lists = game.values(node, Id::Label);
    let (Some(Value::Labels(labels)), None) = (lists.next(), lists.next()) else {
        return false;
    };
    if labels.is_empty() || SIGNS.iter().any(|(_, id)| game.has(node, *id)) {
        return false;
    }
    let stones = replay.board().stones();
    let numbers = stones.filter_map(|(point, stone)| Some((point, replay.number_of(stone)?)));
    let mut labels = labels
        .iter()
        .map(|label| (label.point, label.text.number()));
    let mut is_next =
        |(point, number)| number <= LARGEST_NUMBER && labels.next() == Some((point, Some(number)));
    { numbers }.all(&mut is_next) && labels.next().is_none()
}

/// Returns what each point shows, in reading order.
fn shown(game: &Game<'_>, node: NodeId, replay: &Replay) -> Vec<(Point, Shown)> {
    let mut shown = Vec::new();
    for list in game.values(node, Id::Label) {
        // Lists that a node has several times count as one.
        let Value::Labels(labels) = list else {
            continue;
        };
        shown.reserve(labels.len());
        let labels = labels
            .iter()
            .filter(|label| game.size.contains(label.point));
        shown.extend(labels.filter_map(|label| Some((label.point, shown_label(&label, replay)?))));
    }
    for (sign, id) in SIGNS {
        let points = points(game, node, id).into_iter();
        shown.extend(points.map(|point| (point, Shown::Sign(sign))));
    }
    if !shown.is_sorted_by(|(a, _), (b, _)| a < b) {
        // The order of the labels does not count, so neither does it for which one is shown.
        shown.sort_unstable();
        shown.dedup_by_key(|(point, _)| *point);
    }
    shown
}

fn shown_label(label: &Label<'_>, replay: &Replay) -> Option<Shown> {
    let number = replay.number_at(label.point);
    let number = number.filter(|number| *number <= LARGEST_NUMBER);
    if number.is_some() && number == label.text.number() {
        return number.map(Shown::Number);
    }
    let letters = Letters::of(&label.text.to_str())?;
    Some(
        match number.filter(|_| LabelText::from(letters).number() == number) {
            Some(number) => Shown::Number(number),
            None => Shown::Label(letters),
        },
    )
}

fn numbers(shown: &[(Point, Shown)], replay: &Replay) -> Vec<Mark> {
    let size = replay.board().size();
    let is_latest = |point, number| replay.stone_numbered(number) == Some(point);
    let numbers = shown.iter().filter_map(|(point, mark)| match *mark {
        Shown::Number(number) => Some((*point, number)),
        _ => None,
    });
    let numbers = numbers
        .filter(|&(point, number)| Location::of(point, size).is_some() || is_latest(point, number));
    let count = numbers.clone().count();
    if count == 0 {
        return Vec::new();
    }
    if count == numbered_stones(replay) {
        return vec![Mark::All];
    }
    let (mut by_number, mut by_point) = (Vec::new(), Vec::new());
    for (point, number) in numbers {
        if is_latest(point, number) {
            by_number.push(number);
        } else {
            by_point.extend(Location::of(point, size));
        }
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
fn runs(numbers: &[u32]) -> Vec<Mark> {
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

/// Digits sort by their value, and before everything else.
fn labels(shown: &[(Point, Shown)], size: BoardSize) -> Vec<Mark> {
    let labels = shown.iter().filter_map(|(point, mark)| match *mark {
        Shown::Label(letters) => Some((letters.value().unwrap_or(u32::MAX), letters, *point)),
        _ => None,
    });
    let mut labels: Vec<_> = labels.collect();
    labels.sort_unstable();
    let labels = labels.into_iter().filter_map(|(_, letters, point)| {
        let at = Target::At(Location::of(point, size)?);
        Some(Mark::Label(letters, at))
    });
    labels.collect()
}

fn signs(shown: &[(Point, Shown)], size: BoardSize) -> Vec<Mark> {
    let signs = shown.iter().filter_map(|(point, mark)| match mark {
        Shown::Sign(sign) => Some((*sign, Location::of(*point, size)?)),
        _ => None,
    });
    let mut signs: Vec<_> = signs.collect();
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
        let labels = Value::Labels(labels.map(Label::into_owned).collect());
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
