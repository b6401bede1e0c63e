//! Builds a new game, move by move.

use std::borrow::Cow;

use thiserror::Error;

use crate::model::words::debug_as_display;

use super::game::{Address, Game, NodeId};
use super::labels::Label;
use super::moves::Move;
use super::point::{Area, BoardSize, Color, PointError};
use super::property::{Id, Property, Value};

/// Why a game cannot be built.
#[derive(Clone, PartialEq, Eq, Error)]
#[error("after move {at}: {source}")]
pub struct BuildError {
    /// The node that the points were meant for, or that the move was to follow.
    pub at: Address,
    /// The mistake in the name of the point.
    pub source: PointError,
}

debug_as_display!(BuildError);

/// Builds a game: each method adds something at the current node, and each move makes a new one.
///
/// Points are named as boards name them: `C3`, or `pass` for a move; in lists with blanks
/// between them, rectangles as `A1:C3`. A mistake is kept until [`Builder::finish`], so that calls can be
/// chained.
///
/// # Examples
///
/// ```
/// use ishi::model::{BoardSize, Builder, Id};
///
/// let game = Builder::new(BoardSize::square(9))
///     .text(Id::PlayerBlack, "Anna")
///     .points(Id::AddBlack, "C3 G7")
///     .white("G3 C7")
///     .variation(|line| line.black("C6").text(Id::Comment, "also good"))
///     .white("D4")
///     .finish()?;
/// let sgf = String::from_utf8(ishi::write(&[game], ishi::Format::Sgf)?)?;
/// assert!(sgf.ends_with(";W[gg]\n(;B[cc];W[df])\n(;B[cd]C[also good]))\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct Builder {
    game: Game<'static>,
    at: NodeId,
    mistake: Option<BuildError>,
}

impl Builder {
    /// Starts at the root of an empty game of Go.
    pub fn new(size: BoardSize) -> Self {
        let mut game = Game::new();
        game.size = size;
        Self {
            game,
            at: NodeId::ROOT,
            mistake: None,
        }
    }

    /// Sets a property with one text: [`Id::PlayerBlack`], [`Id::Comment`] and so on.
    pub fn text(self, id: Id, text: impl Into<Cow<'static, str>>) -> Self {
        self.property(Property::text(id, text))
    }

    /// Sets any property.
    pub fn property(mut self, property: Property<'static>) -> Self {
        self.game.set_property(self.at, property);
        self
    }

    /// Adds points to a property with a list of them: setup stones ([`Id::AddBlack`]), marks
    /// ([`Id::Triangle`]), territory.
    pub fn points(mut self, id: Id, names: &str) -> Self {
        let mut areas = match self.game.get(self.at, id) {
            Some(Value::Points(areas)) => areas.to_vec(),
            _ => Vec::new(),
        };
        for name in names.split_whitespace() {
            match Area::from_name(name, self.game.size) {
                Ok(area) => areas.push(area),
                Err(error) => self.mistake(error),
            }
        }
        self.property(Property::new(id, Value::Points(areas.into())))
    }

    /// Puts a label on a point.
    pub fn label(mut self, name: &str, text: impl Into<Box<str>>) -> Self {
        let before = self.game.labels(self.at);
        let mut labels: Vec<_> = before.cloned().collect();
        match super::Point::from_name(name, self.game.size) {
            Ok(point) => labels.push(Label {
                point,
                text: text.into(),
            }),
            Err(error) => self.mistake(error),
        }
        self.property(Property::new(Id::Label, Value::Labels(labels.into())))
    }

    /// Plays moves in turn, the first of them Black's: `C3 G7 pass`.
    pub fn black(self, places: &str) -> Self {
        self.play(Color::Black, places)
    }

    /// Plays moves in turn, the first of them White's.
    pub fn white(self, places: &str) -> Self {
        self.play(Color::White, places)
    }

    fn play(mut self, mut color: Color, places: &str) -> Self {
        for place in places.split_whitespace() {
            match Move::from_name(color, place, self.game.size) {
                Ok(mv) => {
                    self.at = self.game.add_child(self.at);
                    self.game.set_move(self.at, Some(mv));
                }
                Err(error) => self.mistake(error),
            }
            color = color.opponent();
        }
        self
    }

    /// Builds a variation on the current node: `build` starts at the position before its move.
    /// Then the line continues where it was.
    pub fn variation(mut self, build: impl FnOnce(Self) -> Self) -> Self {
        let at = self.at;
        self.at = self.game.parent(at).unwrap_or(at);
        Self { at, ..build(self) }
    }

    /// Returns the game.
    ///
    /// # Errors
    ///
    /// [`BuildError`] names the first point that is not on the board.
    pub fn finish(self) -> Result<Game<'static>, BuildError> {
        self.mistake.map_or(Ok(self.game), Err)
    }

    fn mistake(&mut self, source: PointError) {
        let at = self.game.address(self.at);
        self.mistake.get_or_insert(BuildError { at, source });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_mistake_is_told_with_its_move() {
        let build = |place| {
            Builder::new(BoardSize::square(9))
                .black("C3")
                .white(place)
                .black("K4")
                .finish()
        };
        let error = build("J19").unwrap_err();
        let words = "after move 1: J19 is not on the board: columns are A to J, rows 1 to 9";
        assert_eq!(error.to_string(), words);
        let error = build("G7").unwrap_err().to_string();
        assert!(error.starts_with("after move 2: K4"), "{error}");
    }

    #[test]
    fn lists_grow_and_a_second_text_replaces_the_first() {
        let game = Builder::new(BoardSize::square(9))
            .points(Id::AddBlack, "A1:B2 C3")
            .points(Id::AddBlack, "D4")
            .label("E5", "a")
            .label("F6", "b")
            .text(Id::Comment, "one")
            .text(Id::Comment, "two")
            .finish()
            .unwrap();
        let root = NodeId::ROOT;
        assert_eq!(game.points(root, Id::AddBlack).count(), 6);
        assert_eq!(game.labels(root).count(), 2);
        assert_eq!(game.comment(root), Some("two"));
        assert_eq!(game.properties(root).len(), 3);
    }
}
