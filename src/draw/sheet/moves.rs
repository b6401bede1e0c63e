//! The main line of a game as diagrams, each with so many moves.

use super::SheetOptions;
use crate::draw::captures::Played;
use crate::draw::course::Course;
use crate::draw::{Drawing, Picture, figure, go};
use crate::model::{Game, Id, NodeId};

/// Moves one after the other, drawn as books print them.
pub struct Stretch {
    /// The position after the last move. Stones that were captured are still on it.
    pub drawing: Drawing,
    /// The comments of the nodes, each with the move that it is about.
    pub comments: Vec<(Option<String>, String)>,
}

/// Returns the main line in stretches.
pub fn stretches(game: &Game<'_>, options: SheetOptions) -> Vec<Stretch> {
    let mut course = Course::new(game);
    let mut stretches = Vec::new();
    let mut played = Played::default();
    let mut comments = Vec::new();
    for node in game.main_line() {
        let is_full = played.moves.len() >= options.moves.max(1);
        if is_full && game.mv(node).is_some() {
            stretches.push(stretch(&course, &played, std::mem::take(&mut comments)));
            played = Played::default();
        }
        course.enter(node);
        played.take(game, node, &course.reached);
        comments.extend(comment(&course, node));
    }
    stretches.push(stretch(&course, &played, comments));
    stretches
}

/// Draws the moves that end at the end of a way.
fn stretch(
    course: &Course<'_, '_>,
    played: &Played,
    comments: Vec<(Option<String>, String)>,
) -> Stretch {
    let mut board = go::whole_board(course);
    for (&point, &color) in &played.captured {
        go::each(&mut board, [point], |cell| cell.stone = Some(color));
    }
    let notes = figure::number(&mut board, &played.moves, false);
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
            notes,
        },
        comments,
    }
}

/// Returns the comment of a node, with its move. Returns `None` if a diagram starts there, because the
/// comment is printed next to that diagram.
fn comment(course: &Course<'_, '_>, node: NodeId) -> Option<(Option<String>, String)> {
    let game = course.game;
    let text = go::comment(game, node).filter(|_| !game.has(node, Id::Figure))?;
    let number = course.reached.replay.number();
    let place = game.mv(node).map(|_| format!("Move {number}"));
    Some((place, text))
}
