//! The main line of a game as diagrams, each with so many moves.

use super::SheetOptions;
use crate::captures::Played;
use crate::course::Course;
use crate::{Drawing, Picture, figure, go};
use ishi::model::{Game, NodeId};

/// Moves one after the other, drawn as books print them.
pub struct Stretch {
    /// The position after the last move. Stones that were captured are still on it.
    pub drawing: Drawing,
    /// The nodes.
    pub nodes: Vec<NodeId>,
}

/// Returns the main line in stretches.
pub fn stretches(game: &Game<'_>, options: SheetOptions) -> Vec<Stretch> {
    let mut course = Course::new(game);
    let mut stretches = Vec::new();
    let mut played = Played::default();
    let mut nodes = Vec::new();
    for node in game.main_line() {
        let is_full = played.moves.len() >= options.moves.max(1);
        if is_full && game.mv(node).is_some() {
            stretches.push(stretch(&course, &played, std::mem::take(&mut nodes)));
            played = Played::default();
        }
        course.enter(node);
        played.take(game, node, &course.reached);
        nodes.push(node);
    }
    stretches.push(stretch(&course, &played, nodes));
    stretches
}

/// Draws the moves that end at the end of a way.
fn stretch(course: &Course<'_, '_>, played: &Played, nodes: Vec<NodeId>) -> Stretch {
    let mut board = go::whole_board(course);
    for (&point, &color) in &played.captured {
        go::each(&mut board, [point], |cell| cell.stone = Some(color));
    }
    let told = figure::number(&mut board, &played.moves, false);
    let caption = match (played.moves.first(), played.moves.last()) {
        (Some(first), Some(last)) if first.number != last.number => {
            Some(format!("Moves {}–{}", first.number, last.number))
        }
        (Some(only), _) => Some(format!("Move {}", only.number)),
        _ => None,
    };
    Stretch {
        drawing: Drawing {
            picture: Picture::Go(Box::new(board)),
            caption,
            comment: None,
            notes: told,
        },
        nodes,
    }
}
