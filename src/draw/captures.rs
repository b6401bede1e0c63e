//! The position at a node, reached from the root, with the captures on the way.

use std::collections::HashMap;

use super::astray;
use crate::model::{Color, Game, NodeId, Point, Replay};

/// A position, and how it came about.
#[derive(Debug, Clone)]
pub struct Reached {
    /// The position after the last node that was entered.
    pub replay: Replay,
    /// How many stones Black and White have captured.
    pub captures: [usize; 2],
    /// The stones that the last entered node captured.
    pub captured: Vec<(Point, Color)>,
    /// The value of `captures` before each node.
    before: Vec<[usize; 2]>,
    /// How many nodes were entered in all.
    #[cfg(test)]
    pub steps: usize,
}

impl Reached {
    /// Starts before the root.
    pub fn new(game: &Game<'_>) -> Self {
        Self {
            replay: Replay::new(game.size),
            captures: [0, 0],
            captured: Vec::new(),
            before: Vec::new(),
            #[cfg(test)]
            steps: 0,
        }
    }

    /// Moves on to a node.
    pub fn enter(&mut self, game: &Game<'_>, node: NodeId) {
        #[cfg(test)]
        {
            self.steps += 1;
        }
        self.replay.enter(game, node);
        self.before.push(self.captures);
        self.captured.clear();
        let Some(mv) = game.mv(node) else {
            return;
        };
        let points = self.replay.captured();
        let is_suicide = mv
            .point_on(game.size)
            .is_some_and(|point| points.contains(&point));
        let loser = if is_suicide {
            mv.color
        } else {
            mv.color.opponent()
        };
        self.captured
            .extend(points.iter().map(|&point| (point, loser)));
        let [black, white] = &mut self.captures;
        match loser {
            Color::Black => *white += self.captured.len(),
            Color::White => *black += self.captured.len(),
        }
    }

    /// Moves back from the node that was entered last.
    pub fn leave(&mut self) {
        self.replay.leave();
        self.captured.clear();
        if let Some(captures) = self.before.pop() {
            self.captures = captures;
        }
    }
}

/// A move with its number.
pub struct Shown {
    pub number: u32,
    pub color: Color,
    pub point: Option<Point>,
}

/// Moves one after the other, and the stones that they captured.
#[derive(Default)]
pub struct Played {
    pub moves: Vec<Shown>,
    /// On each point the stone that was captured there first.
    pub captured: HashMap<Point, Color>,
}

impl Played {
    /// Adds the move and the captures of the last entered node.
    pub fn take(&mut self, game: &Game<'_>, node: NodeId, reached: &Reached) {
        for &(point, color) in &reached.captured {
            self.captured.entry(point).or_insert(color);
        }
        // A note names all things off the board, also this move.
        if let Some(mv) = game.mv(node).filter(|_| !astray::has_move(game, node)) {
            self.moves.push(Shown {
                number: reached.replay.number(),
                color: mv.color,
                point: mv.point_on(game.size),
            });
        }
    }
}
