//! Fixes of a handicap that does not fit its stones.

use super::handicap_stones;
use crate::diagnostic::{Mending, remove, set};
use crate::model::{BoardSize, Color, Game, Id, Move, NodeId, Place, PointSet, Property, Value};
use crate::values::handicap_points;

/// More stones are a position: the largest handicap of servers has 25 stones in free places.
const MOST_STONES: usize = 25;

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
        let is_handicap = (2..=MOST_STONES).contains(&stones.len());
        return is_handicap.then(|| set(root, handicap).into_mending(is_safe));
    }
    let handicap: u8 = named?.trim().parse().ok()?;
    let points = handicap_points(handicap, game.size)?;
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
    let all = handicap_points(9, size).or_else(|| handicap_points(4, size));
    all.is_some_and(|all| stones.points().all(|stone| all.contains(&stone)))
}
