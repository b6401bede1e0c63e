//! Setup stones, hidden stones, prisoners and regions as lines under 80 columns.

use crate::ishi::line::{Line, Location, Region, Target, Width};
use crate::model::{Area, Board, BoardSize, Color, Game, Id, NodeId, Point, Replay, Value};

/// The longest line that is written, in columns.
pub const WIDTH: usize = 79;

/// The keyword of the lists of captured stones.
pub const PRISONER: &str = "PRISONER";

/// Returns the SETUP lines of a node's `AB` and `AW`: Black's stones, then White's, each in reading
/// order. A point in both is White's, as it is on the board.
pub fn setup(game: &Game<'_>, node: NodeId) -> Vec<Line<'static>> {
    let white = points(game, node, Id::AddWhite);
    let mut black = points(game, node, Id::AddBlack);
    if black.is_empty() && white.is_empty() {
        return Vec::new();
    }
    black.retain(|point| white.binary_search(point).is_err());
    let stones = black
        .into_iter()
        .map(|point| (Color::Black, point))
        .chain(white.into_iter().map(|point| (Color::White, point)));
    setup_lines(stones, game.size)
}

/// Returns the SETUP lines of a whole position: Black's stones, then White's, in reading order.
pub fn position(board: &Board) -> Vec<Line<'static>> {
    let of = |color| {
        board
            .stones()
            .filter(move |(_, stone)| stone.color == color)
            .map(move |(point, _)| (color, point))
    };
    setup_lines(of(Color::Black).chain(of(Color::White)), board.size())
}

/// Returns the HIDE lines of a diagram: the stones on its `AE` points, in reading order.
///
/// `before` has not entered the node: it still has the stones.
pub fn hide(game: &Game<'_>, node: NodeId, before: &Replay) -> Vec<Line<'static>> {
    let stones = points(game, node, Id::AddEmpty)
        .into_iter()
        .filter(|&point| before.board().stone(point).is_some());
    let stones = locations(stones, game.size).map(Target::At);
    pack(stones, "HIDE", Line::Hide)
}

/// Returns the stones that the rules take off the board after the move that the replay entered last, in reading
/// order. Returns `None` if it captures no stone, as most moves.
pub fn captured(replay: &Replay) -> Option<impl Iterator<Item = Location>> {
    if replay.captured().is_empty() {
        return None;
    }
    let mut captured = replay.captured().to_vec();
    captured.sort_unstable();
    Some(locations(captured, replay.board().size()))
}

/// Returns the PRISONER lines of captured stones.
pub fn prisoners(stones: impl Iterator<Item = Location>) -> Vec<Line<'static>> {
    pack(stones.map(Target::At), PRISONER, Line::Prisoner)
}

/// Returns the region of a diagram: the lower left and upper right corners of the rectangle that the points of `VW`
/// fill. If they fill no rectangle on the board, returns the full board.
pub fn region(game: &Game<'_>, node: NodeId) -> Region {
    let Some(Value::Points(areas)) = game.get(node, Id::View) else {
        return Region::Full;
    };
    let corners = areas.iter().flat_map(|area| [area.from, area.to]);
    let filled = |area: &Area| points(game, node, Id::View).len() == area.count();
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

/// Distributes the entries of a list over lines of at most [`WIDTH`] columns.
pub(super) fn pack<T: Width>(
    entries: impl IntoIterator<Item = T>,
    keyword: &str,
    line: impl Fn(Vec<T>) -> Line<'static>,
) -> Vec<Line<'static>> {
    // Most entries have three or more columns and a blank.
    const MOST: usize = WIDTH / 4;
    let entries = entries.into_iter();
    let mut lines = Vec::new();
    let mut current = Vec::with_capacity(entries.size_hint().1.unwrap_or(MOST).min(MOST));
    let mut width = keyword.len();
    for entry in entries {
        let entry_width = 1 + entry.width();
        if width + entry_width > WIDTH && !current.is_empty() {
            lines.push(line(std::mem::replace(
                &mut current,
                Vec::with_capacity(MOST),
            )));
            width = keyword.len();
        }
        width += entry_width;
        current.push(entry);
    }
    if !current.is_empty() {
        lines.push(line(current));
    }
    lines
}

fn setup_lines(
    stones: impl Iterator<Item = (Color, Point)>,
    size: BoardSize,
) -> Vec<Line<'static>> {
    const KEYWORD: usize = "SETUP".len();
    let mut lines = Vec::new();
    let mut current: Vec<(Color, Location)> = Vec::new();
    let mut width = KEYWORD;
    for (color, point) in stones {
        let Some(location) = Location::of(point, size) else {
            continue;
        };
        let stone = 1 + location.width();
        let letter = |current: &Vec<(Color, Location)>| {
            let same = current.last().is_some_and(|(last, _)| *last == color);
            if same { 0 } else { 2 }
        };
        if width + stone + letter(&current) > WIDTH {
            lines.push(Line::Setup(std::mem::take(&mut current)));
            width = KEYWORD;
        }
        width += stone + letter(&current);
        current.push((color, location));
    }
    if !current.is_empty() {
        lines.push(Line::Setup(current));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Property;

    fn text(lines: &[Line<'_>]) -> Vec<String> {
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn setup_is_black_then_white_under_80_columns() {
        let mut game = Game::new();
        let points = |ids: &[(u8, u8)]| {
            ids.iter()
                .map(|&(c, r)| Point::new(c, r))
                .collect::<Vec<_>>()
        };
        game.add_property(
            NodeId::ROOT,
            Property::points(Id::AddBlack, points(&[(3, 3), (0, 18), (3, 3), (20, 1)])),
        );
        game.add_property(
            NodeId::ROOT,
            Property::points(Id::AddWhite, points(&[(0, 18)])),
        );
        assert_eq!(text(&setup(&game, NodeId::ROOT)), ["SETUP B D16 W A1"]);
        let full = Value::Points(Box::new([game.size.area()]));
        game.set_properties(NodeId::ROOT, vec![Property::new(Id::AddWhite, full)]);
        let lines = text(&setup(&game, NodeId::ROOT));
        assert!(
            lines
                .iter()
                .all(|line| line.len() < 80 && line.starts_with("SETUP W "))
        );
        let stones: usize = lines.iter().map(|line| line.split(' ').count() - 2).sum();
        assert_eq!(stones, 361);
        let all: Vec<_> = game.size.area().points().collect();
        for count in 1..40 {
            let (black, white) = all.split_at(count);
            let colors = [(Id::AddBlack, black), (Id::AddWhite, white)];
            let lists = colors.map(|(id, points)| Property::points(id, points.iter().copied()));
            game.set_properties(NodeId::ROOT, lists.into());
            let lines = text(&setup(&game, NodeId::ROOT));
            assert!(lines.iter().all(|line| line.len() < 80), "{lines:?}");
        }
    }

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
