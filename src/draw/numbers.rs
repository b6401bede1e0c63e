//! Move numbers on positions, and whole games on one diagram.

use std::collections::HashMap;

use super::astray;
use super::captures::{Played, Reached};
use super::course::Course;
use super::figure;
use super::go::{self, each, limited, whereabouts};
use super::{Drawing, Numbers, Picture, Signs};
use crate::model::{Game, NodeId, Point};
use crate::summary::Summary;

/// Draws a position with the numbers of the moves.
pub fn position(game: &Game<'_>, node: NodeId, signs: Signs, numbers: Numbers) -> Drawing {
    let course = Course::to(game, node);
    let mut drawing = go::position(&course, signs);
    let mut moves = played(game, &course.line).moves;
    let skipped = match numbers {
        Numbers::Last(count) => moves.len().saturating_sub(count),
        Numbers::All | Numbers::Range(..) => 0,
    };
    let wanted = |number: u32| match numbers {
        Numbers::All | Numbers::Last(_) => true,
        Numbers::Range(from, to) => (from..=to).contains(&number),
    };
    moves.drain(..skipped);
    moves.retain(|mv| wanted(mv.number));
    let Picture::Go(board) = &mut drawing.picture else {
        return drawing;
    };
    // The latest move at a point has its number there, as long as its stone is there.
    let latest: HashMap<Point, u32> = moves
        .iter()
        .filter_map(|mv| Some((mv.point?, mv.number)))
        .filter(|(point, number)| course.reached.replay.number_at(*point) == Some(*number))
        .collect();
    for (point, number) in &latest {
        each(board, [*point], |cell| {
            cell.label = Some(number.to_string());
        });
    }
    let shown = |point: Option<Point>| latest.get(&point?).copied();
    let hidden = moves.iter().filter(|mv| shown(mv.point) != Some(mv.number));
    drawing.notes = limited(hidden, |mv| match shown(mv.point) {
        Some(shown) => format!("{} at {shown}", mv.number),
        None => whereabouts(&mv.number.to_string(), game.size, mv.point),
    });
    drawing.notes.extend(astray::note(&course, node, signs));
    drawing
}

/// Draws all moves up to a node on one diagram, as printed game records do: each stone stays where
/// it was played first, and notes tell of later moves at the same points.
pub fn kifu(game: &Game<'_>, node: NodeId, signs: Signs) -> Drawing {
    let course = Course::to(game, node);
    let played = played(game, &course.line);
    let mut board = go::board(&course);
    for (point, color) in played.captured {
        each(&mut board, [point], |cell| cell.stone = Some(color));
    }
    let mut notes = go::mark(&mut board, game, node, signs);
    notes.extend(figure::number(&mut board, &played.moves, false));
    notes.extend(astray::note(&course, node, signs));
    Drawing {
        picture: Picture::Go(Box::new(board)),
        caption: title(game).or_else(|| go::caption(game, node)),
        comment: go::comment(game, node),
        notes,
    }
}

/// Returns the title of a printed game: its name, its date and its result.
fn title(game: &Game<'_>) -> Option<String> {
    let summary = Summary::of(game);
    let words = summary.in_words();
    let fact = |name: &str| words.iter().find(|(label, _)| *label == name);
    let facts = ["Date", "Result"].into_iter().filter_map(fact);
    let title = summary.title()?;
    let parts = std::iter::once(&title).chain(facts.map(|(_, text)| text));
    go::one_line(&parts.map(String::as_str).collect::<Vec<_>>().join(", "))
}

/// Returns the moves and captures on a line.
fn played(game: &Game<'_>, line: &[NodeId]) -> Played {
    let mut reached = Reached::new(game);
    let mut played = Played::default();
    for &node in line {
        reached.enter(game, node);
        played.take(game, node, &reached);
    }
    played
}
