//! The position at a node, reached from the root, with a count of what was captured on the way.

use crate::model::{Color, Game, NodeId, Point, Replay};

/// A position, and how it came about.
#[derive(Debug, Clone)]
pub struct Reached {
    /// The position after the last node that was entered.
    pub replay: Replay,
    /// How many stones Black and White have captured.
    pub captures: [usize; 2],
    /// The stones that the last node captured.
    pub captured: Vec<(Point, Color)>,
}

impl Reached {
    /// Starts before the root.
    pub fn new(game: &Game<'_>) -> Self {
        Self {
            replay: Replay::new(game.size),
            captures: [0, 0],
            captured: Vec::new(),
        }
    }

    /// Moves on to a node.
    pub fn enter(&mut self, game: &Game<'_>, node: NodeId) {
        self.replay.enter(game, node);
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
}
