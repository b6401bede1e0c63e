//! Setup stones, hidden stones, prisoners and regions as lines.

use crate::ishi::line::{Line, Location, Region, Target};
use crate::model::{Area, Board, BoardSize, Color, Game, Id, NodeId, Point, Replay, Value};

/// Returns the SETUP line of a node's `AB` and `AW`: Black's stones, then White's, each in reading
/// order. A point in both is White's, as it is on the board.
pub fn setup(game: &Game<'_>, node: NodeId) -> Option<Line<'static>> {
    let white = points(game, node, Id::AddWhite);
    let mut black = points(game, node, Id::AddBlack);
    black.retain(|point| white.binary_search(point).is_err());
    setup_line([black, white], game.size)
}

/// Returns the SETUP line of a whole position: Black's stones, then White's, in reading order.
pub fn position(board: &Board) -> Option<Line<'static>> {
    let of = |color| {
        let stones = board
            .stones()
            .filter(move |(_, stone)| stone.color == color);
        stones.map(|(point, _)| point).collect()
    };
    setup_line([of(Color::Black), of(Color::White)], board.size())
}

fn setup_line([black, white]: [Vec<Point>; 2], size: BoardSize) -> Option<Line<'static>> {
    let black = locations(black, size).map(|at| (Color::Black, at));
    let white = locations(white, size).map(|at| (Color::White, at));
    list(black.chain(white), Line::Setup)
}

/// Returns the HIDE line of a diagram: the stones on its `AE` points, in reading order.
///
/// `before` has not entered the node: it still has the stones.
pub fn hide(game: &Game<'_>, node: NodeId, before: &Replay) -> Option<Line<'static>> {
    let mut stones = points(game, node, Id::AddEmpty);
    stones.retain(|&point| before.board().stone(point).is_some());
    list(locations(stones, game.size).map(Target::At), Line::Hide)
}

/// Returns the PRISONER line of the stones that the rules take off the board after the move that the replay entered
/// last, in reading order.
pub fn prisoners(replay: &Replay) -> Option<Line<'static>> {
    if replay.captured().is_empty() {
        return None;
    }
    let mut captured = replay.captured().to_vec();
    captured.sort_unstable();
    let stones = locations(captured, replay.board().size());
    list(stones.map(Target::At), Line::Prisoner)
}

/// Returns the line of a list, if it has entries.
pub(super) fn list<T>(
    entries: impl Iterator<Item = T>,
    line: impl Fn(Vec<T>) -> Line<'static>,
) -> Option<Line<'static>> {
    let entries: Vec<T> = entries.collect();
    (!entries.is_empty()).then(|| line(entries))
}

/// Returns the region of a diagram: the lower left and upper right corners of the rectangle that the points of `VW`
/// fill. If they fill no rectangle on the board, returns the full board.
pub fn region(game: &Game<'_>, node: NodeId) -> Region {
    let Some(Value::Points(areas)) = game.get(node, Id::View) else {
        return Region::Full;
    };
    let corners = areas.iter().flat_map(|area| [area.from, area.to]);
    let filled = |area: &Area| game.point_set(node, Id::View).len() == area.count();
    let Some(area) = Area::around(corners).filter(filled) else {
        return Region::Full;
    };
    let lower_left = Point::new(area.from.column, area.to.row);
    let upper_right = Point::new(area.to.column, area.from.row);
    match (
        Location::of(lower_left, game.size),
        Location::of(upper_right, game.size),
    ) {
        (Some(a), Some(b)) => Region::Corners(a, b),
        _ => Region::Full,
    }
}

/// Returns the points of a list that are on the board, each once, in reading order.
pub(super) fn points(game: &Game<'_>, node: NodeId, id: Id) -> Vec<Point> {
    if !game.has(node, id) {
        return Vec::new();
    }
    let set = game.point_set(node, id);
    let mut points = Vec::with_capacity(set.len());
    points.extend(set.points().filter(|point| game.size.contains(*point)));
    points
}

fn locations(
    points: impl IntoIterator<Item = Point>,
    size: BoardSize,
) -> impl Iterator<Item = Location> {
    let points = points.into_iter();
    points.filter_map(move |point| Location::of(point, size))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Property;

    #[test]
    fn region_is_one_rectangle_on_the_board() {
        let corners = |value| {
            let mut game = Game::new();
            game.add_property(NodeId::ROOT, Property::new(Id::View, value));
            Line::Diagram(region(&game, NodeId::ROOT)).to_string()
        };
        let area = |a, b, c, d| Area::new(Point::new(a, b), Point::new(c, d));
        let views = |areas: &[Area]| Value::Points(areas.into());
        assert_eq!(corners(views(&[area(0, 10, 8, 18)])), "DIAGRAM A1 J9");
        assert_eq!(corners(views(&[])), "DIAGRAM");
        assert_eq!(corners(views(&[area(0, 0, 8, 30)])), "DIAGRAM");
        assert_eq!(
            corners(views(&[area(0, 0, 1, 1), area(2, 2, 3, 3)])),
            "DIAGRAM"
        );
        // In a list of its points and parts.
        assert_eq!(
            corners(views(&[
                area(1, 17, 1, 17),
                area(0, 17, 0, 18),
                area(1, 18, 1, 18)
            ])),
            "DIAGRAM A1 B2"
        );
    }
}
