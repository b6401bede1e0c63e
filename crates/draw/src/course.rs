//! The way from the root of a game to a node, with the position, the captures and the inherited properties at its end.

use ishi::model::{Color, Game, Id, Move, NodeId, Point, Replay};

/// Properties that hold until another one of the same kind comes (SGF `FF[4]`, section 2.2.3:
/// inherit; property PM).
const INHERITED: [Id; 3] = [Id::View, Id::Dimmed, Id::PrintMode];

/// A way through a game: nodes are added at its end and taken away again.
///
/// So a walk through a tree enters each node once, however many positions are drawn.
pub struct Course<'g, 't> {
    pub game: &'g Game<'t>,
    /// The position at the end.
    pub replay: Replay,
    /// The nodes from the root to the end.
    pub line: Vec<Passed>,
    /// How many nodes were entered in all.
    #[cfg(test)]
    pub steps: usize,
}

/// A node of a way.
pub struct Passed {
    pub node: NodeId,
    /// The move.
    pub mv: Option<Shown>,
    /// The stones that it captured.
    pub captured: Vec<(Point, Color)>,
    after: Standing,
}

/// What holds after a node.
#[derive(Clone, Copy, Default)]
struct Standing {
    captures: [usize; 2],
    last_move: Option<Move>,
    /// The last nodes that have the inherited properties, in their order.
    holders: [Option<NodeId>; INHERITED.len()],
}

/// A move with its number.
#[derive(Clone, Copy)]
pub struct Shown {
    pub number: u32,
    pub mv: Move,
}

impl<'g, 't> Course<'g, 't> {
    /// Starts before the root.
    pub fn new(game: &'g Game<'t>) -> Self {
        Self {
            game,
            replay: Replay::new(game.size),
            line: Vec::new(),
            #[cfg(test)]
            steps: 0,
        }
    }

    /// Adds the nodes from the root to this one.
    pub fn to(game: &'g Game<'t>, node: NodeId) -> Self {
        let mut course = Self::new(game);
        for node in game.line_to(node) {
            course.enter(node);
        }
        course
    }

    /// Adds a child of the last node, or the root.
    pub fn enter(&mut self, node: NodeId) {
        self.play_on(node);
        let game = self.game;
        if let Some(Passed { mv, after, .. }) = self.line.last_mut() {
            if mv.is_some() || game.is_setup(node) {
                after.last_move = mv.map(|shown| shown.mv);
            }
            for (holder, id) in after.holders.iter_mut().zip(INHERITED) {
                if game.has(node, id) {
                    *holder = Some(node);
                }
            }
        }
    }

    /// Adds a node, but its properties do not hold.
    pub fn play_on(&mut self, node: NodeId) {
        #[cfg(test)]
        {
            self.steps += 1;
        }
        self.replay.enter(self.game, node);
        let mut after = self.standing();
        let mut captured = Vec::new();
        let mv = self.game.mv(node);
        if let Some(mv) = mv {
            let points = self.replay.captured();
            let is_suicide = mv
                .point_on(self.game.size)
                .is_some_and(|point| points.contains(&point));
            let winner = if is_suicide {
                mv.color.opponent()
            } else {
                mv.color
            };
            let loser = winner.opponent();
            captured.extend(points.iter().map(|&point| (point, loser)));
            let [black, white] = &mut after.captures;
            match winner {
                Color::Black => *black += points.len(),
                Color::White => *white += points.len(),
            }
        }
        let number = self.replay.number();
        self.line.push(Passed {
            node,
            mv: mv.map(|mv| Shown { number, mv }),
            captured,
            after,
        });
    }

    /// Takes the last node away.
    pub fn leave(&mut self) {
        if self.line.pop().is_some() {
            self.replay.leave();
        }
    }

    /// Returns the node at the end.
    pub fn node(&self) -> NodeId {
        self.line.last().map_or(NodeId::ROOT, |passed| passed.node)
    }

    /// Returns how many stones Black and White have captured.
    pub fn captures(&self) -> [usize; 2] {
        self.standing().captures
    }

    /// Returns the latest move of the line, if only nodes without stones come after it.
    pub fn last_move(&self) -> Option<Move> {
        self.standing().last_move
    }

    /// Returns the last node of the line that has an inherited property.
    pub fn holder(&self, id: Id) -> Option<NodeId> {
        let index = INHERITED.iter().position(|known| *known == id)?;
        self.standing().holders.get(index).copied().flatten()
    }

    fn standing(&self) -> Standing {
        self.line
            .last()
            .map_or_else(Standing::default, |passed| passed.after)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_move_ends_with_setup_and_comes_back_with_the_way() {
        let text = b"(;FF[4]SZ[9]VW[aa:cc];B[aa];C[x]VW[bb];AE[aa]PM[2];C[y])";
        let game = ishi::read(text).unwrap().games.remove(0);
        let nodes: Vec<_> = game.main_line().collect();
        let mut course = Course::new(&game);
        let state = |course: &Course<'_, '_>| {
            let holders = [Id::View, Id::PrintMode].map(|id| course.holder(id).map(NodeId::index));
            (course.last_move().is_some(), holders)
        };
        let expected = [
            (false, [Some(0), None]),
            (true, [Some(0), None]),
            (true, [Some(2), None]),
            (false, [Some(2), Some(3)]),
            (false, [Some(2), Some(3)]),
        ];
        for (&node, expected) in nodes.iter().zip(expected) {
            course.enter(node);
            assert_eq!(state(&course), expected);
        }
        for expected in expected.iter().rev() {
            assert_eq!(state(&course), *expected);
            course.leave();
        }
        assert_eq!(state(&course), (false, [None, None]));
        assert_eq!(course.holder(Id::Comment), None);
    }

    #[test]
    fn captures_and_suicides_are_counted_and_taken_back() {
        let text = b"(;FF[4]SZ[9]AW[ab][ba];B[aa];W[aa];B[cc];B[ca];B[bb];B[ac])";
        let game = ishi::read(text).unwrap().games.remove(0);
        let mut course = Course::new(&game);
        let mut counts = Vec::new();
        for node in game.main_line() {
            course.enter(node);
            let captured = course.line.last().map(|passed| passed.captured.len());
            counts.push((course.captures(), captured.unwrap()));
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
        let suicide = &course.line[1].captured;
        assert_eq!(suicide, &[(Point::new(0, 0), Color::Black)]);
        let moves = course.line.iter().filter_map(|passed| passed.mv);
        let numbers: Vec<_> = moves.map(|shown| shown.number).collect();
        assert_eq!(numbers, [1, 2, 3, 4, 5, 6]);
        course.leave();
        assert_eq!(course.captures(), one);
        while !course.line.is_empty() {
            course.leave();
        }
        assert_eq!(course.captures(), [0, 0]);
        course.leave();
        assert_eq!(course.captures(), [0, 0]);
    }
}
