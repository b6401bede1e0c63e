//! Moves: whether the rules of Go allow them, and whether it is the player's turn.

use foldhash::{HashSet, HashSetExt};

use super::path::{LastMove, Path};
use super::{Reporter, facts, rules};
use crate::diagnostic::About;
use crate::model::{Board, Color, Id, Move, NodeId, Place, Point};

/// Checks a node without a move.
pub(super) fn lacking(report: &mut Reporter<'_, '_>, node: NodeId) {
    let is_empty = report.game.properties(node).is_empty();
    if is_empty && node != NodeId::ROOT && report.is_bracketed() {
        report.at(node, &rules::EMPTY_NODE, None, "this node is empty", "");
    }
}

/// Checks a move in the position before it.
pub(super) fn before(
    report: &mut Reporter<'_, '_>,
    (node, mv): (NodeId, Move),
    path: &mut Path,
    board: &Board,
    handicap: u32,
) {
    let game = report.game;
    if node == NodeId::ROOT && report.is_bracketed() {
        let message = format!("{} plays in the first node", mv.color);
        let help = "some programs ignore a move there; expected it in a second node";
        report.at_move(node, &rules::MOVE_IN_ROOT, message, help);
    }
    turn(report, node, mv, path, handicap);
    let Place::Point(point) = mv.place else {
        return;
    };
    if !game.size.contains(point) {
        let name = report.name(point);
        let message = format!("{} plays {name}, a point off the board", mv.color);
        let help = format!("the board is {}", game.size);
        report.at_move(node, &rules::MOVE_OFF_BOARD, message, help);
    } else if let Some(stone) = board.stone(point) {
        // Setup in the node of a move sometimes repeats the stone of the move, and KO says that the move is meant.
        let parent = game.parent(node).filter(|_| report.is_split(node));
        let is_setup = parent.is_some_and(|parent| game.mv(parent).is_none());
        if is_setup && stone.color == mv.color || game.has(node, Id::IllegalMove) {
            return;
        }
        let name = report.name(point);
        let message = format!(
            "{} plays {name}, where {} has a stone",
            mv.color, stone.color
        );
        let help = "the new stone replaces it";
        report.at_move(node, &rules::OCCUPIED, message, help);
    }
}

/// Checks that it is the player's turn.
fn turn(report: &mut Reporter<'_, '_>, node: NodeId, mv: Move, path: &mut Path, handicap: u32) {
    let again = path.last.is_some_and(|last| last.color == mv.color);
    // The first moves of Black may place a handicap.
    let placing = path.black_first == path.moves && path.moves < handicap as usize;
    let wrong = path.player.filter(|player| *player != mv.color);
    // PL in the node of a move mostly names the next player, but a reader puts it before the move.
    if let Some(player) = wrong.filter(|_| !report.is_split(node)) {
        let message = format!(
            "{} plays, but it is {player}'s turn after the setup",
            mv.color
        );
        report.at_move(node, &rules::WRONG_PLAYER, message, "");
    } else if again && !placing {
        report.with(node, &rules::SAME_COLOR, rules::SAME_COLOR.severity, || {
            let message = format!("{} plays twice in a row", mv.color);
            let help = format!(
                "a pass of {} between the moves would explain it",
                mv.color.opponent()
            );
            (Some(About::play(mv.color)), message.into(), help.into())
        });
    }
}

/// Checks the captures of a move, and puts it on the path.
pub(super) fn after(
    report: &mut Reporter<'_, '_>,
    (node, mv): (NodeId, Move),
    path: &mut Path,
    captured: &[Point],
) {
    let point = mv.point_on(report.game.size);
    let forced = || report.game.has(node, Id::IllegalMove);
    if let Some(point) = point.filter(|_| !captured.is_empty() && !forced()) {
        if captured.contains(&point) {
            suicide(report, node, mv, captured.len());
        } else if takes_back(path.last, point, captured) {
            let name = report.name(point);
            let message = format!("{} takes the ko back at {name} at once", mv.color);
            let help = "KO in the node marks a move that is meant to break the rules";
            report.at_move(node, &rules::KO, message, help);
        }
    }
    path.black_first += usize::from(path.black_first == path.moves && mv.color == Color::Black);
    path.moves += 1;
    path.player = None;
    path.last = Some(LastMove {
        color: mv.color,
        point,
        captured: match captured {
            [only] => Some(*only),
            _ => None,
        },
    });
}

fn suicide(report: &mut Reporter<'_, '_>, node: NodeId, mv: Move, stones: usize) {
    // The rules of New Zealand and of Ing allow suicide of several stones.
    if facts::has_rules(report.game, &["nz", "new zealand", "goe", "ing", "tromp"]) {
        return;
    }
    let message = match stones {
        1 => format!("{} plays a stone that has no liberty", mv.color),
        _ => format!("{} captures {stones} stones of the same colour", mv.color),
    };
    let help = "only some rules allow this; the stones were taken off";
    report.at_move(node, &rules::SUICIDE, message, help);
}

/// Returns whether a move makes the position before the last move again: both captured the single
/// stone of the other.
pub(super) fn takes_back(last: Option<LastMove>, point: Point, captured: &[Point]) -> bool {
    last.is_some_and(|last| {
        last.captured == Some(point) && last.point.is_some_and(|last| captured == [last])
    })
}

/// Reports variations on a node's next move that begin alike.
pub(super) fn variations(report: &mut Reporter<'_, '_>, node: NodeId) {
    let game = report.game;
    if game.first_child(node) == game.last_child(node) {
        return;
    }
    let mut seen = HashSet::new();
    for child in game.children(node) {
        if let Some(mv) = game.mv(child)
            && mv.place != Place::Unreadable
            && !seen.insert(mv)
        {
            let place = match mv.place {
                Place::Point(point) => report.name(point),
                _ => "a pass".to_owned(),
            };
            let message = format!("another variation begins with {} at {place} too", mv.color);
            report.at(child, &rules::SAME_VARIATION, None, message, "");
        }
    }
}
