//! The main line of a game as diagrams, each with so many moves.

use super::SheetOptions;
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
    let (mut start, mut count) = (0, 0);
    for node in game.main_line() {
        let is_move = game.mv(node).is_some();
        if is_move && count >= options.moves.max(1) {
            stretches.push(stretch(&course, start));
            (start, count) = (course.line.len(), 0);
        }
        course.enter(node);
        count += usize::from(is_move);
    }
    stretches.push(stretch(&course, start));
    stretches
}

/// Draws the nodes from a place of a way to its end.
fn stretch(course: &Course<'_, '_>, start: usize) -> Stretch {
    let passed = course.line.get(start..).unwrap_or_default();
    let mut board = go::whole_board(course);
    figure::keep_captured(&mut board, passed);
    let told = figure::number(&mut board, passed, false);
    let mut numbers = passed.iter().filter_map(|passed| Some(passed.mv?.number));
    let caption = numbers.next().map(|first| match numbers.next_back() {
        Some(last) if last != first => format!("Moves {first}–{last}"),
        _ => format!("Move {first}"),
    });
    Stretch {
        drawing: Drawing {
            picture: Picture::Go(Box::new(board)),
            caption,
            comment: None,
            notes: told,
        },
        nodes: passed.iter().map(|passed| passed.node).collect(),
    }
}
