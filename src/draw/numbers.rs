//! Move numbers on positions, and whole games on one diagram.

use std::collections::HashMap;

use super::captures::Reached;
use super::figure::{self, Shown};
use super::go::{self, each, whereabouts};
use super::{Drawing, Numbers, Picture, Signs};
use crate::model::{Game, NodeId, Point};

/// Draws a position with the numbers of the moves.
pub fn position(game: &Game<'_>, node: NodeId, signs: Signs, numbers: Numbers) -> Drawing {
    let mut drawing = go::position(game, node, signs);
    let line = game.line_to(node);
    let mut reached = Reached::new(game);
    let mut moves = Vec::new();
    for &node in &line {
        reached.enter(game, node);
        if let Some(mv) = game.mv(node) {
            let number = reached.replay.number();
            moves.push((number, mv.point_on(game.size)));
        }
    }
    let skipped = match numbers {
        Numbers::Last(count) => moves.len().saturating_sub(count),
        Numbers::All | Numbers::Range(..) => 0,
    };
    let wanted = |number: u32| match numbers {
        Numbers::All | Numbers::Last(_) => true,
        Numbers::Range(from, to) => (from..=to).contains(&number),
    };
    moves.drain(..skipped);
    moves.retain(|(number, _)| wanted(*number));
    let Picture::Go(board) = &mut drawing.picture else {
        return drawing;
    };
    // The latest move at a point has its number there, as long as its stone is there.
    let latest: HashMap<Point, u32> = moves
        .iter()
        .filter_map(|&(number, point)| Some((point?, number)))
        .filter(|(point, number)| reached.replay.number_at(*point) == Some(*number))
        .collect();
    for (point, number) in &latest {
        each(board, [*point], |cell| {
            cell.label = Some(number.to_string());
        });
    }
    let hidden = moves.iter().filter_map(|&(number, point)| {
        let Some(point) = point else {
            return Some(whereabouts(&number.to_string(), game.size, None));
        };
        match latest.get(&point) {
            Some(shown) if *shown == number => None,
            Some(shown) => Some(format!("{number} at {shown}")),
            None => Some(whereabouts(&number.to_string(), game.size, Some(point))),
        }
    });
    drawing.notes = figure::limited(hidden.collect());
    drawing
}

/// Draws all moves up to a node on one diagram, as printed game records do: each stone stays where
/// it was played first, and notes tell of later moves at the same points.
pub fn kifu(game: &Game<'_>, node: NodeId, signs: Signs) -> Drawing {
    let line = game.line_to(node);
    let mut reached = Reached::new(game);
    let mut first = HashMap::new();
    let mut moves = Vec::new();
    for &node in &line {
        reached.enter(game, node);
        for &(point, color) in &reached.captured {
            first.entry(point).or_insert(color);
        }
        if let Some(mv) = game.mv(node) {
            moves.push(Shown {
                number: reached.replay.number(),
                color: mv.color,
                point: mv.point_on(game.size),
            });
        }
    }
    let mut board = go::board(game, &line, &reached);
    for (point, color) in first {
        each(&mut board, [point], |cell| cell.stone = Some(color));
    }
    let mut notes = go::mark(&mut board, game, node, signs);
    notes.extend(figure::number(&mut board, &moves, false));
    Drawing {
        picture: Picture::Go(Box::new(board)),
        caption: go::caption(game, node),
        comment: go::comment(game, node),
        notes,
    }
}
