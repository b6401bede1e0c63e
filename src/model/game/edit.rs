//! Building games and editing them.

use std::borrow::Cow;

use thiserror::Error;

use super::{Game, NodeId};
use crate::model::board::Board;
use crate::model::moves::Move;
use crate::model::point::{Color, Point, PointError};
use crate::model::property::{Id, Ident, Property};
use crate::model::words::debug_as_display;

/// Why a move is not played.
#[derive(Clone, PartialEq, Eq, Error)]
pub enum IllegalMove {
    /// The text names no point of the board.
    #[error(transparent)]
    Point(#[from] PointError),
    /// There is a stone already.
    #[error("{0} is taken")]
    Occupied(String),
    /// The stone would have no liberty and capture no stone.
    #[error("a stone at {0} would have no liberty")]
    Suicide(String),
    /// The position would be the one before the opponent's move.
    #[error("{0} takes back in a ko at once")]
    Ko(String),
}

debug_as_display!(IllegalMove);

impl<'a> Game<'a> {
    /// Adds a move of the next player ([`Game::to_play`]) as the last child of a node: at a point (`C3`), or
    /// `pass`. The rules of the game are not checked, because records have illegal moves too;
    /// [`Game::play_legal`] checks them.
    ///
    /// # Errors
    ///
    /// [`PointError`] if the board lacks this point.
    ///
    /// # Examples
    ///
    /// ```
    /// use ishi::model::{BoardSize, Game, Id, NodeId};
    ///
    /// let mut game = Game::new();
    /// game.size = BoardSize::square(9);
    /// game.set_text(NodeId::ROOT, Id::PlayerBlack, "Anna");
    /// game.set_text(NodeId::ROOT, Id::PlayerWhite, "Otto");
    /// let first = game.play(NodeId::ROOT, "C3")?;
    /// let second = game.play(first, "G7")?;
    /// game.set_text(second, Id::Comment, "the opposite corner");
    /// for format in ishi::Format::ALL {
    ///     let record = ishi::write(std::slice::from_ref(&game), *format)?;
    ///     let again = &ishi::read(&record)?.games[0];
    ///     assert_eq!(again.comment(again.find("2")?), Some("the opposite corner"));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, parent: NodeId, place: &str) -> Result<NodeId, PointError> {
        self.play_as(parent, self.to_play(parent), place)
    }

    /// Adds a move as [`Game::play`] does, of this player.
    ///
    /// # Errors
    ///
    /// As of [`Game::play`].
    pub fn play_as(
        &mut self,
        parent: NodeId,
        color: Color,
        place: &str,
    ) -> Result<NodeId, PointError> {
        let mv = Move::from_name(color, place, self.size)?;
        Ok(self.add_move(parent, mv))
    }

    /// Adds a move as [`Game::play`] does, if the rules allow it ([`Game::check_move`]).
    ///
    /// # Errors
    ///
    /// [`IllegalMove`], and the game is as it was.
    pub fn play_legal(&mut self, parent: NodeId, place: &str) -> Result<NodeId, IllegalMove> {
        let mv = Move::from_name(self.to_play(parent), place, self.size)?;
        self.check_move(parent, mv)?;
        Ok(self.add_move(parent, mv))
    }

    fn add_move(&mut self, parent: NodeId, mv: Move) -> NodeId {
        let node = self.add_child(parent);
        self.set_move(node, Some(mv));
        node
    }

    /// Checks that the rules allow a move after a node: its point is free, and it is neither suicide nor an
    /// immediate recapture in a ko. A player may move twice in a row, because records have such moves.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] says why not.
    pub fn check_move(&self, parent: NodeId, mv: Move) -> Result<(), IllegalMove> {
        let Some(point) = mv.point_on(self.size) else {
            return Ok(());
        };
        let name = || point.on(self.size).to_string();
        let mut board = self.position(parent).board().clone();
        if board.stone(point).is_some() {
            return Err(IllegalMove::Occupied(name()));
        }
        let stone = crate::model::Stone {
            color: mv.color,
            step: 0,
        };
        board.play(point, stone, &mut Vec::new());
        if board.stone(point).is_none() {
            return Err(IllegalMove::Suicide(name()));
        }
        let before = self.parent(parent).filter(|_| self.mv(parent).is_some());
        let is_again = |node| colors(self.position(node).board()) == colors(&board);
        if before.is_some_and(is_again) {
            return Err(IllegalMove::Ko(name()));
        }
        Ok(())
    }

    /// Replaces all properties of a name by one with a text.
    pub fn set_text(&mut self, node: NodeId, id: Id, text: impl Into<Cow<'a, str>>) {
        self.set_property(node, Property::text(id, text));
    }

    /// Replaces all properties of a name by one.
    pub fn set_property(&mut self, node: NodeId, property: Property<'a>) {
        let mut properties = self.properties(node).to_vec();
        let place = properties
            .iter()
            .position(|old| old.ident == property.ident);
        properties.retain(|old| old.ident != property.ident);
        // The properties before the first one of the name all stay.
        properties.insert(place.unwrap_or(properties.len()), property);
        self.set_properties(node, properties);
    }

    /// Removes the properties of a name from a node, and returns whether there were any.
    pub fn remove_property(&mut self, node: NodeId, ident: impl Into<Ident>) -> bool {
        let ident = ident.into();
        let mut properties = self.properties(node).to_vec();
        let before = properties.len();
        properties.retain(|old| old.ident != ident);
        let removed = properties.len() < before;
        if removed {
            self.set_properties(node, properties);
        }
        removed
    }
}

/// Returns the points with stones, and their colours.
fn colors(board: &Board) -> Vec<(Point, Color)> {
    let stones = board.stones();
    stones.map(|(point, stone)| (point, stone.color)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{BoardSize, Value};

    #[test]
    fn the_rules_are_asked_only_when_wanted() {
        let mut game = Game::new();
        game.size = BoardSize::square(5);
        let mut at = NodeId::ROOT;
        for place in [
            "A4", "D5", "B5", "C4", "pass", "pass", "E1", "A5", "B4", "pass", "C5", "pass",
        ] {
            at = game.play(at, place).unwrap();
        }
        let count = game.node_count();
        for (color, place, message) in [
            (Color::White, "E1", "E1 is taken"),
            (Color::White, "A5", "a stone at A5 would have no liberty"),
        ] {
            let mv = Move::from_name(color, place, game.size).unwrap();
            let error = game.check_move(at, mv).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        for (place, message) in [
            (
                "Z9",
                "Z9 is not on the board: columns are A to E, rows 1 to 5",
            ),
            ("E1", "E1 is taken"),
        ] {
            let error = game.play_legal(at, place).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        assert_eq!(game.node_count(), count, "nothing was played");
        assert!(game.play_as(at, Color::White, "E1").is_ok());
    }

    #[test]
    fn a_ko_is_not_taken_back_at_once() {
        let record = crate::read(b"(;FF[4]SZ[9];B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb])");
        let mut game = record.unwrap().games.remove(0);
        let end = game.find("end").unwrap();
        let error = game.play_legal(end, "C8").unwrap_err();
        assert_eq!(error, IllegalMove::Ko("C8".to_owned()));
        let threat = game.play_legal(end, "E5").unwrap();
        let answer = game.play_legal(threat, "E4").unwrap();
        assert!(game.play_legal(answer, "C8").is_ok());
    }

    #[test]
    fn properties_are_set_in_their_place_and_removed() {
        let mut game = Game::new();
        let root = NodeId::ROOT;
        game.add_property(root, Property::text(Id::Comment, "a"));
        game.add_property(root, Property::text(Id::Name, "n"));
        game.add_property(root, Property::text(Id::Comment, "b"));
        game.set_text(root, Id::Comment, "c");
        let texts: Vec<_> = game.properties(root).iter().map(|p| &p.value).collect();
        assert_eq!(texts, [&Value::Text("c".into()), &Value::Text("n".into())]);
        assert!(game.remove_property(root, Id::Comment));
        assert!(!game.remove_property(root, Id::Comment));
        assert_eq!(game.comment(root), None);
        let mut read = game.into_read();
        assert!(!read.remove_property(root, Id::Comment));
        assert!(!read.is_changed(), "nothing was removed");
        assert!(read.remove_property(root, Id::Name));
        assert!(read.is_changed());
    }
}
