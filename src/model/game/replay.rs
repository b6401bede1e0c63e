//! The position at every node of a game, as a walk through its tree reaches it.

use latest::Latest;

use super::{Game, NodeId};
use crate::model::board::{Board, Stone};
use crate::model::moves::Move;
use crate::model::point::{BoardSize, Color, Point};
use crate::model::property::Id;

mod latest;

/// A numbered move on the path from the root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct PathMove {
    number: u32,
    point: Option<Point>,
    /// The index in the path of the move before that has the same number.
    same: Option<u32>,
}

/// A position on the path, to go back to with [`Replay::back_to`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bookmark {
    changes: usize,
    moves: usize,
    number: u32,
}

/// The position at a node of a game of Go, with move numbers and captures.
///
/// Call [`Replay::enter`] and [`Replay::leave`] for the steps of [`Game::walk`].
#[derive(Debug, Clone)]
pub struct Replay {
    board: Board,
    /// The positions before the nodes that were entered.
    frames: Vec<Bookmark>,
    path: Vec<PathMove>,
    /// For each number, the index into `path` of the latest move that has it.
    latest: Latest,
    captured: Vec<Point>,
    number: u32,
}

impl Replay {
    /// Creates the empty board before the root.
    pub fn new(size: BoardSize) -> Self {
        Self {
            board: Board::new(size),
            frames: Vec::new(),
            path: Vec::new(),
            latest: Latest::default(),
            captured: Vec::new(),
            number: 0,
        }
    }

    /// Creates a position of setup stones from which a game continues. `number` is the number of its latest
    /// move.
    pub(crate) fn starting_at(
        size: BoardSize,
        stones: impl IntoIterator<Item = (Point, Color)>,
        number: u32,
    ) -> Self {
        let mut replay = Self::new(size);
        for (point, color) in stones {
            replay.board.set(point, Some(Stone { color, step: 0 }));
        }
        replay.board.forget();
        replay.latest = Latest::from(number);
        replay.number = number;
        replay
    }

    /// Executes a node: `AE`, `AB`, `AW` in that order, then the move with its captures.
    ///
    /// Numbers: a move has the number its node sets (MN), else one more than the move before.
    pub fn enter(&mut self, game: &Game<'_>, node: NodeId) {
        self.frames.push(self.bookmark());
        self.advance(game, node);
    }

    /// Executes a node as [`Replay::enter`] does, but [`Replay::leave`] does not know it.
    pub(crate) fn advance(&mut self, game: &Game<'_>, node: NodeId) {
        if let Some(mv) = game.only_move(node) {
            return self.play(mv);
        }
        self.captured.clear();
        if game.is_setup(node) {
            self.set_up(game, node);
        }
        if let Some(mv) = game.mv(node) {
            self.number_move(game.move_number(node));
            self.put(mv);
        }
    }

    /// Executes a node that has only a move.
    #[inline]
    pub(crate) fn play(&mut self, mv: Move) {
        self.captured.clear();
        self.number_move(None);
        self.put(mv);
    }

    /// Plays a move that has its number.
    #[inline]
    fn put(&mut self, mv: Move) {
        let point = mv.point_on(self.board.size());
        let index = u32::try_from(self.path.len()).unwrap_or(u32::MAX);
        self.path.push(PathMove {
            number: self.number,
            point,
            same: self.latest.set(self.number, Some(index)),
        });
        if let Some(point) = point {
            let stone = Stone {
                color: mv.color,
                step: index.saturating_add(1),
            };
            self.board.play(point, stone, &mut self.captured);
        }
    }

    /// Returns a bookmark at the position.
    pub(crate) fn bookmark(&self) -> Bookmark {
        Bookmark {
            changes: self.board.mark(),
            moves: self.path.len(),
            number: self.number,
        }
    }

    /// Gives the next move the number of its node (MN), or the one after the move before.
    fn number_move(&mut self, given: Option<u32>) {
        self.number = given.unwrap_or_else(|| self.number.saturating_add(1));
    }

    fn set_up(&mut self, game: &Game<'_>, node: NodeId) {
        use crate::model::point::Color::{Black, White};
        for (id, color) in [
            (Id::AddEmpty, None),
            (Id::AddBlack, Some(Black)),
            (Id::AddWhite, Some(White)),
        ] {
            if game.has(node, id) {
                let stone = color.map(|color| Stone { color, step: 0 });
                self.board.fill(&game.point_set(node, id), stone);
            }
        }
    }

    /// Undoes the node that was entered last.
    pub fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        self.back_to(frame);
    }

    /// Undoes all nodes since the bookmark.
    pub(crate) fn back_to(&mut self, bookmark: Bookmark) {
        self.board.undo_to(bookmark.changes);
        self.captured.clear();
        self.number = bookmark.number;
        while self.path.len() > bookmark.moves
            && let Some(last) = self.path.pop()
        {
            self.latest.set(last.number, last.same);
        }
    }

    /// Returns the position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the stones that the last entered node took off the board, including the stones of a suicide.
    ///
    /// Valid directly after [`Replay::enter`].
    pub fn captured(&self) -> &[Point] {
        &self.captured
    }

    /// Returns the number of the latest move on the path, 0 before the first.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Returns the number of the stone on a point, if a move put it there.
    #[inline]
    pub fn number_at(&self, point: Point) -> Option<u32> {
        self.number_of(self.board.stone(point)?)
    }

    /// Returns the number of a stone of the board, if a move put it there.
    #[inline]
    pub(crate) fn number_of(&self, stone: Stone) -> Option<u32> {
        let index = stone.step.checked_sub(1)?;
        self.path.get(index as usize).map(|mv| mv.number)
    }

    /// Returns whether a stone is the stone of the most recent move with this number.
    #[inline]
    pub(crate) fn is_latest(&self, stone: Stone, number: u32) -> bool {
        let latest = self.latest.get(number);
        latest.is_some_and(|index| index.saturating_add(1) == stone.step)
    }

    /// Returns the point of the most recent move with this number, even if its stone was captured. The outer
    /// option tells whether there is such a move, the inner one whether it was played on the board.
    #[expect(clippy::option_option, reason = "a pass has a number and no point")]
    pub(crate) fn move_numbered(&self, number: u32) -> Option<Option<Point>> {
        let index = self.latest.get(number)?;
        self.path.get(index as usize).map(|mv| mv.point)
    }

    /// Returns the point of the most recent move with this number, if its stone is still there.
    pub(crate) fn stone_numbered(&self, number: u32) -> Option<Point> {
        let index = self.latest.get(number)?;
        let point = self.path.get(index as usize)?.point?;
        let step = self.board.stone(point)?.step;
        (step == index.saturating_add(1)).then_some(point)
    }
}

#[cfg(test)]
mod tests;
