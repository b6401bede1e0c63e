//! The moves of a game in their order, and the position at each node.

use super::walk::{Step, Walk};
use super::{Game, NodeId};
use crate::model::point::Color;
use crate::model::property::Id;
use crate::model::{Move, Place, Replay};

/// A move of the main line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedMove {
    /// The node of the move.
    pub node: NodeId,
    /// The number of the move: the property MN of its node, else one more than the move before.
    pub number: u32,
    /// The player.
    pub color: Color,
    /// The point, or a pass.
    pub place: Place,
}

impl<'a> Game<'a> {
    /// Returns the moves of the main line in their order.
    ///
    /// # Examples
    ///
    /// ```
    /// let record = ishi::read(b"(;FF[4]SZ[9];B[cg];W[gc];C[no move];B[])")?;
    /// let game = &record.games[0];
    /// let moves = game.moves().map(|one| format!("{} {}", one.number, one.place.name(game.size)));
    /// assert_eq!(moves.collect::<Vec<_>>(), ["1 C3", "2 G7", "3 pass"]);
    /// # Ok::<(), ishi::source::SourceError>(())
    /// ```
    pub fn moves(&self) -> impl Iterator<Item = PlayedMove> {
        let mut last = 0_u32;
        self.main_line().filter_map(move |node| {
            let Move { color, place } = self.mv(node)?;
            last = self.move_number(node).unwrap_or(last.saturating_add(1));
            Some(PlayedMove {
                node,
                number: last,
                color,
                place,
            })
        })
    }

    /// Returns the position at a node: the board after its move, with move numbers and captures.
    ///
    /// # Examples
    ///
    /// ```
    /// use ishi::model::{Color, Point};
    ///
    /// let record = ishi::read(b"(;FF[4]SZ[9];B[aa];W[ab];B[ee];W[ba])")?;
    /// let game = &record.games[0];
    /// let position = game.position(game.find("end")?);
    /// assert_eq!(position.board().stone(Point::from_name("A9", game.size)?), None);
    /// let stone = position.board().stone(Point::from_name("E5", game.size)?);
    /// assert_eq!(stone.map(|stone| stone.color), Some(Color::Black));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, node: NodeId) -> Replay {
        let mut replay = Replay::new(self.size);
        for node in self.line_to(node) {
            replay.enter(self, node);
        }
        replay
    }

    /// Returns the player to move after a node.
    ///
    /// The latest PL or move decides. Before the first move it is White in a handicap game (HA from 2, or at
    /// least two black setup stones and no white one), otherwise Black.
    ///
    /// # Examples
    ///
    /// ```
    /// use ishi::model::{Color, NodeId};
    ///
    /// let record = ishi::read(b"(;FF[4]SZ[9]HA[2]AB[cg][gc];W[cc])")?;
    /// let game = &record.games[0];
    /// assert_eq!(game.to_play(NodeId::ROOT), Color::White);
    /// assert_eq!(game.to_play(game.find("end")?), Color::Black);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_play(&self, node: NodeId) -> Color {
        let line = || std::iter::successors(Some(node), |&at| self.parent(at));
        let decided = line().find_map(|at| match self.text(at, Id::PlayerToMove) {
            Some("B") => Some(Color::Black),
            Some("W") => Some(Color::White),
            _ => self.mv(at).map(|mv| mv.color.opponent()),
        });
        let has_handicap = || {
            let named = self.text(NodeId::ROOT, Id::Handicap);
            let named = named.and_then(|text| text.trim().parse::<u32>().ok());
            let stones = |id| line().map(|at| self.point_set(at, id).len()).sum::<usize>();
            named.unwrap_or(0) > 1 || (stones(Id::AddBlack) > 1 && stones(Id::AddWhite) == 0)
        };
        decided.unwrap_or_else(|| {
            if has_handicap() {
                Color::White
            } else {
                Color::Black
            }
        })
    }

    /// Returns the positions of the main line, one after each of its nodes.
    ///
    /// # Examples
    ///
    /// The positions and the moves that follow them, as a data set needs them:
    ///
    /// ```
    /// let record = ishi::read(b"(;FF[4]SZ[9];B[aa];W[ab];B[ee];W[ba])")?;
    /// let game = &record.games[0];
    /// let mut stones = Vec::new();
    /// let mut positions = game.positions();
    /// while let Some((node, position)) = positions.next_position() {
    ///     let next = game.first_child(node).and_then(|next| game.mv(next));
    ///     stones.push((position.board().stones().count(), next.is_some()));
    /// }
    /// // The last move captures a stone.
    /// assert_eq!(stones, [(0, true), (1, true), (2, true), (3, true), (3, false)]);
    /// # Ok::<(), ishi::source::SourceError>(())
    /// ```
    pub fn positions(&self) -> Positions<'_, 'a> {
        Positions {
            main_line: true,
            ..self.all_positions()
        }
    }

    /// Returns the positions of all nodes, variations included, in the order of a file.
    pub fn all_positions(&self) -> Positions<'_, 'a> {
        Positions {
            walk: self.walk(),
            replay: Replay::new(self.size),
            main_line: false,
        }
    }
}

/// The positions of a game, one after the other on one board: see [`Game::positions`].
#[derive(Debug, Clone)]
pub struct Positions<'g, 'a> {
    walk: Walk<'g, 'a>,
    replay: Replay,
    /// Whether the walk ends with the main line.
    main_line: bool,
}

impl Positions<'_, '_> {
    /// Returns the next node and the position after it; the position knows its move number and captures.
    ///
    /// This is no [`Iterator`], because all positions share one board.
    pub fn next_position(&mut self) -> Option<(NodeId, &Replay)> {
        loop {
            match self.walk.next()? {
                Step::Enter(node) => {
                    self.replay.enter(self.walk.game(), node);
                    return Some((node, &self.replay));
                }
                Step::Leave(_) if self.main_line => return None,
                Step::Leave(_) => self.replay.leave(),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::{Color, NodeId};

    fn game(text: &str) -> crate::model::Game<'static> {
        crate::read(text.as_bytes()).unwrap().games.remove(0)
    }

    #[test]
    fn the_turn_is_told_by_the_latest_that_says_it() {
        for (text, turn) in [
            ("(;FF[4])", Color::Black),
            ("(;FF[4]HA[0])", Color::Black),
            ("(;FF[4]HA[3])", Color::White),
            ("(;FF[4]AB[aa][bb])", Color::White),
            ("(;FF[4]AB[aa:bb])", Color::White),
            ("(;FF[4]AB[aa])", Color::Black),
            ("(;FF[4]AB[aa][bb]AW[cc])", Color::Black),
            ("(;FF[4]HA[2]PL[B])", Color::Black),
            ("(;FF[4];B[aa])", Color::White),
            ("(;FF[4];B[aa];C[a comment])", Color::White),
            ("(;FF[4];B[aa];PL[B])", Color::Black),
            ("(;FF[4]PL[W];W[aa])", Color::Black),
        ] {
            let game = game(text);
            let end = game.find("end").unwrap();
            assert_eq!(game.to_play(end), turn, "{text}");
        }
    }

    #[test]
    fn positions_end_with_the_main_line_or_with_the_last_variation() {
        let game = game("(;FF[4];B[aa](;W[bb])(;W[cc];B[dd]))");
        let count = |mut positions: super::Positions<'_, '_>| {
            let mut stones = Vec::new();
            while let Some((_, position)) = positions.next_position() {
                stones.push(position.board().stones().count());
            }
            stones
        };
        assert_eq!(count(game.positions()), [0, 1, 2]);
        assert_eq!(count(game.all_positions()), [0, 1, 2, 2, 3]);
    }

    #[test]
    fn moves_have_the_numbers_that_a_record_sets() {
        let game = game("(;FF[4];B[aa]MN[7];C[none];W[bb](;B[cc])(;B[dd]))");
        let numbers: Vec<_> = game.moves().map(|one| one.number).collect();
        assert_eq!(numbers, [7, 8, 9]);
        assert_eq!(game.moves().count(), 3);
        assert_eq!(game.leaves().count(), 2);
        assert_ne!(game.leaves().next(), Some(NodeId::ROOT));
    }
}
