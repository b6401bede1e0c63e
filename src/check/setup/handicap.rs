//! Fixes of a handicap that does not fit its stones.

use super::handicap_stones;
use crate::diagnostic::{Mending, remove, set};
use crate::model::{
    BoardSize, Color, Game, Id, Move, NodeId, Place, Point, PointSet, Property, Value,
};

/// Adds the missing stones, or sets HA to the number of stones.
///
/// - `HA[2]` without stones: AB with the two usual points. It is a guess, unless White moves first and the main line
///   has no setup.
/// - Two stones without HA: `HA[2]`. It is a guess, unless both are on usual points.
/// - `HA[3]` with two stones: `HA[2]`, always a guess.
pub(super) fn stones(game: &Game<'_>) -> Option<Mending> {
    let root = NodeId::ROOT;
    let named = game.text(root, Id::Handicap);
    let stones = handicap_stones(game);
    if !stones.is_empty() {
        // Without HA, the finding exists only if White makes the first move after the stones.
        let is_safe = named.is_none() && are_usual(&stones, game.size);
        let handicap = Property::text(Id::Handicap, stones.len().to_string());
        return (stones.len() > 1).then(|| set(root, handicap).into_mending(is_safe));
    }
    let handicap: u8 = named?.trim().parse().ok()?;
    let points = usual_points(handicap, game.size)?;
    let first = game.main_line().find_map(|node| game.mv(node));
    // Another property can have the stones: `AX[cd][qp]`.
    let lists = game
        .properties(root)
        .iter()
        .filter(|property| match &property.value {
            Value::Raw(values) => values.len() > 1,
            Value::Points(_) | Value::Labels(_) => true,
            _ => false,
        });
    let is_safe = first.is_some_and(|mv| mv.color == Color::White)
        && lists.count() == 0
        && !game.main_line().any(|node| game.is_setup(node));
    Some(set(root, Property::points(Id::AddBlack, points)).into_mending(is_safe))
}

/// Makes the only stone of a handicap of one a move, as a guess, if White plays next: `HA[1]AB[pd];W[dp]` -> `;B[pd];W[dp]`.
pub(in crate::check) fn first_move(game: &Game<'_>) -> Option<Mending> {
    let root = NodeId::ROOT;
    let first = game.main_line().find_map(|node| game.mv(node))?;
    let mut stones = game.areas(root, Id::AddBlack);
    let stone = stones.next().filter(|area| area.is_single())?;
    let is_one = stones.next().is_none() && handicap_stones(game).len() == 1;
    let has_more = game.has(root, Id::AddWhite) || game.has(root, Id::AddEmpty);
    let is_answered = first.color == Color::White && game.mv(root).is_none();
    let mv = Move {
        color: Color::Black,
        place: Place::Point(stone.from),
    };
    let change = remove(root, Id::Handicap).remove(root, Id::AddBlack);
    (is_one && !has_more && is_answered && game.has(root, Id::Handicap))
        .then(|| change.play_first(mv).into_mending(false))
}

/// Returns whether all stones are on the usual points of handicap stones.
fn are_usual(stones: &PointSet, size: BoardSize) -> bool {
    let all = usual_points(9, size).or_else(|| usual_points(4, size));
    all.is_some_and(|all| stones.points().all(|stone| all.contains(&stone)))
}

/// Returns the usual points of handicap stones: first the corners, then the sides, then the middle (5, 7 or 9 stones).
///
/// Returns `None` if custom has no points for this number or board, for example for one stone, or for five stones on
/// 18x18.
fn usual_points(handicap: u8, size: BoardSize) -> Option<Vec<Point>> {
    let lines = size.columns;
    if !size.is_square() || lines < 7 || !(2..=9).contains(&handicap) {
        return None;
    }
    let low = if lines < 13 { 2 } else { 3 };
    let (high, middle) = (lines - 1 - low, lines / 2);
    if handicap > 4 && (lines.is_multiple_of(2) || lines == 7) {
        return None;
    }
    let corners = [(high, low), (low, high), (high, high), (low, low)];
    let sides = [(low, middle), (high, middle), (middle, low), (middle, high)];
    let count = usize::from(handicap);
    let has_middle = matches!(handicap, 5 | 7 | 9);
    let around = corners.into_iter().chain(sides);
    let around = around.take(count - usize::from(has_middle));
    let middle = has_middle.then_some((middle, middle));
    Some(
        around
            .chain(middle)
            .map(|(column, row)| Point::new(column, row))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn handicap_stones_have_their_points() {
        let names = |handicap, lines| {
            let points = usual_points(handicap, BoardSize::square(lines))?;
            let size = BoardSize::square(lines);
            let names = points.iter().map(|point| point.on(size).to_string());
            Some(names.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(names(2, 19).as_deref(), Some("Q16 D4"));
        assert_eq!(names(5, 19).as_deref(), Some("Q16 D4 Q4 D16 K10"));
        assert_eq!(
            names(8, 19).as_deref(),
            Some("Q16 D4 Q4 D16 D10 Q10 K16 K4")
        );
        assert_eq!(names(4, 9).as_deref(), Some("G7 C3 G3 C7"));
        assert_eq!(names(4, 7).as_deref(), Some("E5 C3 E3 C5"));
        assert_eq!(names(4, 8).as_deref(), Some("F6 C3 F3 C6"));
        assert_eq!(names(5, 9).as_deref(), Some("G7 C3 G3 C7 E5"));
        assert_eq!(names(2, 12).as_deref(), Some("K10 C3"));
        assert_eq!(names(2, 13).as_deref(), Some("K10 D4"));
        assert_eq!(
            names(9, 13).as_deref(),
            Some("K10 D4 K4 D10 D7 K7 G10 G4 G7")
        );
        for (handicap, lines) in [(1, 19), (10, 19), (2, 6), (5, 7), (5, 8), (5, 18)] {
            assert_eq!(names(handicap, lines), None, "{handicap} on {lines}");
        }
    }
}
