//! Positions: stones that are set up without a liberty, positions that come again, and moves that are written as setup.

use super::path::Path;
use super::{Reporter, facts, moves, rules};
use crate::diagnostic::{About, PropertyPart};
use crate::model::{Area, Board, Color, Game, Id, Move, NodeId, Point, SETUP};

/// How many positions a position is compared with. Cycles are much shorter.
const LOOKED_BACK: usize = 100;

/// How many nodes with one setup stone each are taken for moves.
const LIKE_MOVES: u8 = 3;

/// Checks the position after the stones of a node are set up.
pub(super) fn set_up(report: &mut Reporter<'_, '_>, node: NodeId, path: &mut Path, board: &Board) {
    path.seen.position = position(board);
    let found = board.without_liberty();
    let is_new = !std::mem::replace(&mut path.seen.has_dead, found.is_some());
    if let Some((point, color)) = found.filter(|_| is_new) {
        let name = report.name(point);
        let message = format!("after the setup {color} has stones without a liberty at {name}");
        let about = About::any(SETUP, PropertyPart::Ident);
        let help = "kept; setup captures nothing";
        report.at(node, &rules::NO_LIBERTY, about, message, help);
    }
    let stone = single_stone(report.game, node);
    path.seen.like_moves = match (stone, path.seen.last_stone) {
        (Some(color), Some(last)) if color != last => path.seen.like_moves.saturating_add(1),
        (stone, _) => u8::from(stone.is_some()),
    };
    path.seen.last_stone = stone;
    if path.seen.like_moves == LIKE_MOVES && report.is_bracketed() {
        let message = "single stones are set up in turn, as if they were moves".to_owned();
        let help = "kept; programs do not number them, and capture nothing";
        let about = About::any(SETUP, PropertyPart::Ident);
        report.at(node, &rules::SETUP_IN_TURN, about, message, help);
    }
}

/// Puts a move into the position of a path, and reports the first position that was on the board before. `former` are the paths to
/// the nodes before.
pub(super) fn played(
    report: &mut Reporter<'_, '_>,
    (node, mv): (NodeId, Move),
    path: &mut Path,
    former: &[Path],
    captured: &[Point],
) {
    (path.seen.like_moves, path.seen.last_stone) = (0, None);
    let Some(point) = mv.point_on(report.game.size) else {
        return;
    };
    let color = mv.color;
    let is_suicide = captured.contains(&point);
    let taken = if is_suicide { color } else { color.opponent() };
    let mut position = path.seen.position.wrapping_add(key(point, color));
    for stone in captured {
        position = position.wrapping_sub(key(*stone, taken));
    }
    path.seen.position = position;
    // Only a capture makes a former position.
    if captured.is_empty() || path.seen.repeats {
        return;
    }
    let superko = superko(report.game);
    let has_other_rule = is_suicide || moves::takes_back(path.last, point, captured);
    if has_other_rule || superko == Superko::No || report.game.has(node, Id::IllegalMove) {
        return;
    }
    let is_same = |earlier: &Path| {
        let is_turn =
            superko == Superko::Positional || earlier.last.is_some_and(|last| last.color == color);
        earlier.seen.position == path.seen.position && is_turn
    };
    let mut earlier = former.iter().rev().take(LOOKED_BACK);
    if let Some(found) = earlier.find(|earlier| is_same(earlier)) {
        path.seen.repeats = true;
        let message = format!(
            "the position after move {} is on the board again",
            found.moves
        );
        let help = "most rules forbid it (superko); KO in the node marks a move that is meant to break the rules";
        report.at_move(node, &rules::REPEATED, message, help);
    }
}

/// The positions that the rules of a game forbid to repeat.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Superko {
    /// No rule: the game has no result then.
    No,
    /// Any position.
    Positional,
    /// A position with the same player to move.
    Situational,
}

fn superko(game: &Game<'_>) -> Superko {
    if facts::has_rules(game, &["jap", "jp", "kor", "日", "韩", "韓", "한"]) {
        Superko::No
    } else if facts::has_rules(game, &["aga", "nz", "new zealand"]) {
        Superko::Situational
    } else {
        Superko::Positional
    }
}

/// Returns the colour of the only setup stone of a node.
fn single_stone(game: &Game<'_>, node: NodeId) -> Option<Color> {
    let count = |id| {
        let areas = game.areas(node, id);
        areas.map(Area::count).sum::<usize>()
    };
    match SETUP.map(count) {
        [0, 1, 0] => Some(Color::Black),
        [0, 0, 1] => Some(Color::White),
        _ => None,
    }
}

/// Returns the sum of the numbers of stones.
fn position(board: &Board) -> u64 {
    let colors = [Color::Black, Color::White].into_iter();
    let runs = colors.flat_map(|color| board.stones_of(color).runs().map(move |run| (run, color)));
    runs.fold(0, |all, ((first, columns), color)| {
        all.wrapping_add(run_key(first, columns, color))
    })
}

fn key(point: Point, color: Color) -> u64 {
    run_key(point, 1, color)
}

/// Returns the sum of the numbers of stones side by side: a number of the row times those of the columns and of the colour.
fn run_key(first: Point, columns: u8, color: Color) -> u64 {
    let before = |line: u8| BEFORE.get(usize::from(line)).copied().unwrap_or(0);
    let columns = before(first.column.saturating_add(columns)).wrapping_sub(before(first.column));
    let of_color = if color == Color::Black { 1 } else { WHITE };
    // Turned, so that a row and a column with one number are not the other way round the same.
    let row = before(first.row.saturating_add(1)).rotate_left(32) | 1;
    row.wrapping_mul(columns).wrapping_mul(of_color)
}

/// The number of a white stone is so many times that of a black one.
const WHITE: u64 = mixed(99);

/// The sums of the numbers of the columns before each column, and numbers of rows.
#[expect(clippy::indexing_slicing, reason = "the compiler computes it")]
static BEFORE: [u64; 65] = {
    let mut sums = [0; 65];
    let mut column = 1;
    while column < sums.len() {
        sums[column] = mixed(column as u64).wrapping_add(sums[column - 1]);
        column += 1;
    }
    sums
};

/// Returns an odd number with bits that look like chance.
const fn mixed(number: u64) -> u64 {
    let mixed = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31 | 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BoardSize, Stone};

    #[test]
    fn stones_that_are_set_up_have_the_number_of_those_that_moves_bring() {
        let mut board = Board::new(BoardSize::square(52));
        let mut played = 0_u64;
        for row in 0..52 {
            for column in (0..52).filter(|column| (column + row) % 7 != 0) {
                let color = if (column ^ row) % 3 == 0 {
                    Color::White
                } else {
                    Color::Black
                };
                let point = Point::new(column, row);
                board.set(point, Some(Stone { color, step: 0 }));
                played = played.wrapping_add(key(point, color));
            }
        }
        assert_eq!(position(&board), played);
    }

    #[test]
    fn positions_of_two_stones_have_different_numbers() {
        let points = (0..9).flat_map(|row| (0..9).map(move |column| Point::new(column, row)));
        let colors = [Color::Black, Color::White];
        let stones = points.flat_map(|point| colors.map(|color| key(point, color)));
        let stones: Vec<_> = stones.collect();
        let pairs = (1..stones.len()).flat_map(|one| {
            let (first, rest) = stones.split_at(one);
            first
                .iter()
                .map(|two| two.wrapping_add(rest[0]))
                .collect::<Vec<_>>()
        });
        let mut pairs: Vec<_> = pairs.collect();
        let count = pairs.len();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len(), count);
    }
}
