//! SETUP, HIDE, PRISONER and the regions of diagrams (specification, section 5.4).

use std::collections::{BTreeMap, BTreeSet};

use super::marks::for_each_point;
use super::{OnEntry, Problem};
use crate::ishi::line::{Line, Location, Region, Target};
use crate::model::{Area, BoardSize, Color, Id, Point, Property, Replay, Value};

/// Adds the stones of a SETUP line to `stones`. Of several stones on a point the last one counts. Ignores other lines.
///
/// `replay` has not entered the node.
pub fn setup(
    line: &Line<'_>,
    replay: &Replay,
    stones: &mut BTreeMap<Point, Color>,
    problem: OnEntry<'_>,
) {
    let Line::Setup(entries) = line else {
        return;
    };
    let size = replay.board().size();
    for (index, &(color, location)) in entries.iter().enumerate() {
        let Some(point) = location.point(size) else {
            problem(index, Problem::OffBoard(location));
            continue;
        };
        let before = stones.insert(point, color).is_some();
        if before || replay.board().stone(point).is_some() {
            problem(index, Problem::StoneTwice(location, before));
        }
    }
}

/// Adds the stones that a HIDE line names to `hidden`. Ignores other lines.
///
/// `replay` has not entered the node.
pub fn hide(line: &Line<'_>, replay: &Replay, hidden: &mut BTreeSet<Point>, problem: OnEntry<'_>) {
    let Line::Hide(targets) = line else {
        return;
    };
    for (index, &target) in targets.iter().enumerate() {
        for_each_point(
            target,
            replay,
            &mut |found| problem(index, found),
            |point, _| {
                if replay.board().stone(point).is_some() {
                    hidden.insert(point);
                }
            },
        );
        if let Target::At(location) = target
            && let Some(point) = location.point(replay.board().size())
            && replay.board().stone(point).is_none()
        {
            problem(index, Problem::NothingToHide(target));
        }
    }
}

/// Returns setup and hidden stones as properties: `AE`, `AB`, `AW`, each only if it has points.
///
/// A hidden stone with a setup stone in its place is only replaced.
pub fn properties(
    stones: &BTreeMap<Point, Color>,
    hidden: &BTreeSet<Point>,
) -> Vec<Property<'static>> {
    let of = |wanted| {
        let stones = stones.iter().filter(move |(_, color)| **color == wanted);
        stones.map(|(point, _)| *point).collect::<Vec<_>>()
    };
    let hidden = hidden.iter().filter(|point| !stones.contains_key(point));
    let lists = [
        (Id::AddBlack, of(Color::Black)),
        (Id::AddWhite, of(Color::White)),
        (Id::AddEmpty, hidden.copied().collect()),
    ];
    let lists = lists.into_iter().filter(|(_, points)| !points.is_empty());
    lists
        .map(|(id, points)| Property::points(id, points))
        .collect()
}

/// Returns the rectangle that a region shows. `None` for the full board of the event.
///
/// The rectangle is cut off at the edges of the board.
pub fn view(region: Region, size: BoardSize) -> Option<Area> {
    let [a, b] = corners(region)?.map(|corner| on_board(corner, size));
    Some(Area::new(a, b))
}

/// Returns whether a region has a corner that is not on the board.
pub fn is_cut_off(region: Region, size: BoardSize) -> bool {
    let mut corners = corners(region).into_iter().flatten();
    corners.any(|corner| corner.point(size).is_none())
}

/// Returns two opposite corners of a region. `None` for the full board of the event.
///
/// A region such as `9x9` starts in the lower left corner, at A1.
fn corners(region: Region) -> Option<[Location; 2]> {
    match region {
        Region::Full => None,
        Region::Board(lines) => {
            let first = Location { column: 0, row: 1 };
            let last = Location {
                column: lines.saturating_sub(1),
                row: u16::from(lines),
            };
            Some([first, last])
        }
        Region::Corners(a, b) => Some([a, b]),
    }
}

fn on_board(location: Location, size: BoardSize) -> Point {
    let row = u8::try_from(location.row)
        .unwrap_or(u8::MAX)
        .clamp(1, size.rows.max(1));
    Point::new(
        location.column.min(size.columns.saturating_sub(1)),
        size.rows.saturating_sub(row),
    )
}

/// Returns the region of a diagram as a property, `VW`. `None` for the full board of the event.
pub fn view_property(region: Region, size: BoardSize) -> Option<Property<'static>> {
    let area = view(region, size)?;
    Some(Property::new(Id::View, Value::Points(Box::new([area]))))
}

/// Adds the points of the stones that a PRISONER line names to `taken`. Ignores other lines.
///
/// A number means the most recent move with this number, even if its stone is no longer on the board.
/// `replay` has entered the node.
pub fn prisoners(
    line: &Line<'_>,
    replay: &Replay,
    taken: &mut BTreeSet<Point>,
    problem: OnEntry<'_>,
) {
    let Line::Prisoner(targets) = line else {
        return;
    };
    for (index, &target) in targets.iter().enumerate() {
        let (from, to) = match target {
            Target::At(location) => {
                match location.point(replay.board().size()) {
                    Some(point) => drop(taken.insert(point)),
                    None => problem(index, Problem::OffBoard(location)),
                }
                continue;
            }
            Target::Number(number) => (number, number),
            Target::Range(from, to) => (from, to),
        };
        let longest =
            u32::from(replay.board().size().rows) * u32::from(replay.board().size().columns);
        let to = to.min(from.saturating_add(longest));
        let before = taken.len();
        taken.extend((from..=to).filter_map(|number| replay.move_numbered(number)?));
        if taken.len() == before && (from..=to).all(|number| replay.move_numbered(number).is_none())
        {
            problem(index, Problem::NoSuchMove(target));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ishi::syntax::parse_line;
    use crate::model::{Game, Move, NodeId};

    #[test]
    fn prisoners_are_named_by_place_number_or_range() {
        let mut game = Game::new();
        game.size = BoardSize::square(5);
        let mut replay = Replay::new(game.size);
        let mut node = NodeId::ROOT;
        for (column, row, color) in [
            (0, 3, Color::Black),
            (0, 4, Color::White),
            (1, 4, Color::Black),
        ] {
            node = game.add_child(node);
            game.set_move(node, Some(Move::at(color, Point::new(column, row))));
            replay.enter(&game, node);
        }
        for (line, points, problems) in [
            ("PRISONER A1", vec![(0, 4)], 0),
            ("PRISONER #2", vec![(0, 4)], 0),
            ("PRISONER #1-4000000", vec![(0, 3), (0, 4), (1, 4)], 0),
            ("PRISONER #7 F1", vec![], 2),
        ] {
            let (mut taken, mut found) = (BTreeSet::new(), 0);
            let line = parse_line(line).unwrap().line;
            prisoners(&line, &replay, &mut taken, &mut |_, _| found += 1);
            let points: BTreeSet<_> = points.into_iter().map(|(x, y)| Point::new(x, y)).collect();
            assert_eq!((taken, found), (points, problems), "{line}");
        }
    }

    #[test]
    fn regions_are_cut_off_at_the_edges() {
        let size = BoardSize::square(9);
        let area = |x1, y1, x2, y2| Some(Area::new(Point::new(x1, y1), Point::new(x2, y2)));
        for (line, expected) in [
            ("DIAGRAM", None),
            ("DIAGRAM 5x5", area(0, 4, 4, 8)),
            ("DIAGRAM 19x19", area(0, 0, 8, 8)),
            ("DIAGRAM B3 D1", area(1, 6, 3, 8)),
            ("DIAGRAM H8 T300", area(7, 0, 8, 1)),
        ] {
            let Some(Line::Diagram(region)) = parse_line(line).map(|item| item.line) else {
                panic!("{line}")
            };
            assert_eq!(view(region, size), expected, "{line}");
        }
    }
}
