//! The position at a node, reached from the root, with the captures on the way.

use std::collections::HashMap;

use ishi::model::{Color, Game, Move, NodeId, Point, Replay};

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
    pub mv: Move,
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
        if let Some(mv) = game.mv(node) {
            let number = reached.replay.number();
            self.moves.push(Shown { number, mv });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_and_suicides_are_counted_and_taken_back() {
        let text = b"(;FF[4]SZ[9]AW[ab][ba];B[aa];W[aa];B[cc];B[ca];B[bb];B[ac])";
        let game = ishi::read(text).unwrap().games.remove(0);
        let nodes: Vec<_> = game.main_line().collect();
        let (mut reached, mut played) = (Reached::new(&game), Played::default());
        let mut counts = Vec::new();
        for &node in &nodes {
            reached.enter(&game, node);
            played.take(&game, node, &reached);
            counts.push((reached.captures, reached.captured.len()));
        }
        let one = [0, 1];
        let expected = [
            ([0, 0], 0),
            (one, 1),
            (one, 0),
            (one, 0),
            (one, 0),
            (one, 0),
            ([3, 1], 3),
        ];
        assert_eq!(counts, expected);
        // The stone that was captured first at a point counts.
        let color = |column, row| played.captured.get(&Point::new(column, row)).copied();
        assert_eq!(color(0, 0), Some(Color::Black));
        assert_eq!(color(1, 0), Some(Color::White));
        assert_eq!(played.captured.len(), 3);
        let numbers: Vec<_> = played.moves.iter().map(|mv| mv.number).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
        reached.leave();
        assert_eq!((reached.captures, reached.captured.len()), (one, 0));
        for _ in 1..nodes.len() {
            reached.leave();
        }
        assert_eq!(reached.captures, [0, 0]);
        reached.leave();
        assert_eq!(reached.captures, [0, 0]);
    }
}
