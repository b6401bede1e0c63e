//! Positions: stones that are set up without a liberty, positions that come again, and moves that are written as setup.

use super::path::Path;
use super::{Reporter, facts, moves, rules};
use crate::diagnostic::{About, PropertyPart};
use crate::model::{Area, Board, Color, Game, Id, NodeId, Point, SETUP, Stone};

/// How many positions a position is compared with. Cycles are much shorter.
const LOOKED_BACK: usize = 100;

/// How many nodes with one setup stone each are taken for moves.
const LIKE_MOVES: u8 = 3;

/// Checks the position after the stones of a node are set up.
pub(super) fn set_up(report: &mut Reporter<'_, '_>, node: NodeId, path: &mut Path, board: &Board) {
    path.seen.position = board.stones().fold(0, |all, (point, Stone { color, .. })| {
        all ^ key(point, color)
    });
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
    node: NodeId,
    path: &mut Path,
    former: &[Path],
    (point, captured): (Option<Point>, &[Point]),
) {
    let Some(color) = report.game.mv(node).map(|mv| mv.color) else {
        return;
    };
    (path.seen.like_moves, path.seen.last_stone) = (0, None);
    let Some(point) = point else {
        return;
    };
    let is_suicide = captured.contains(&point);
    let taken = if is_suicide { color } else { color.opponent() };
    path.seen.position ^= key(point, color);
    for stone in captured {
        path.seen.position ^= key(*stone, taken);
    }
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

/// Returns a number for a stone on a point, with bits that look like chance.
fn key(point: Point, color: Color) -> u64 {
    let stone = u64::from(point.column) << 16
        | u64::from(point.row) << 8
        | u64::from(color == Color::White);
    let mixed = (stone + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}
