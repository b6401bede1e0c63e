//! Drawings of positions and diagrams, as Go books print them.
//!
//! A [`Drawing`] holds the stones, marks and labels of a node of a game. Three back ends draw it:
//! [`Drawing::text`] for terminals, [`Drawing::svg`], and `Drawing::png` (feature `png`), which looks like
//! the SVG.
//!
//! ```
//! use ishi_draw::{Drawing, TextOptions};
//!
//! let record = ishi::read(b"(;FF[4]SZ[5];B[cc];W[dc]LB[cb:a])")?;
//! let game = &record.games[0];
//! let drawing = Drawing::position(game, game.find("1")?, Default::default())?;
//! assert!(drawing.text(&TextOptions::default()).contains(". .(X). ."));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// No input ends the program: functions that can fail return the reason.
#![deny(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::todo,
    clippy::unimplemented,
    clippy::unwrap_used
)]
#![cfg_attr(not(test), deny(clippy::unreachable))]
#![cfg_attr(
    not(feature = "backgammon"),
    expect(irrefutable_let_patterns, reason = "each picture is one of Go then")
)]

#[cfg(feature = "backgammon")]
mod backgammon;
mod course;
mod crop;
mod figure;
mod gallery;
mod glyphs;
mod go;
mod numbers;
mod opening;
mod outline;
#[cfg(feature = "png")]
mod png;
mod sheet;
mod svg;
mod text;
mod tree;
mod words;

use std::fmt;

use thiserror::Error;

use ishi::model::{Area, BoardSize, Color, GO, Game, GameKind, Move, NodeId, Place, Point};

use gallery::Route;

#[cfg(feature = "backgammon")]
pub use backgammon::{Backgammon, Cube};
pub use crop::BoardPart;
pub use figure::diagrams;
pub use gallery::Gallery;
pub use opening::{opening, problem};
pub use outline::{Places, outline};
#[cfg(feature = "png")]
pub use png::PngError;
pub use sheet::{SheetOptions, sheet, sheet_body};
pub use svg::PictureOptions;
pub use text::TextOptions;
pub use tree::{TreePlace, tree};

/// Why there is no drawing.
#[derive(Clone, Copy, PartialEq, Eq, Error)]
pub enum DrawError {
    /// The record is of a game that is neither Go nor Backgammon.
    #[cfg_attr(
        feature = "backgammon",
        error("a record of game {0} cannot be drawn: only Go (1) and Backgammon (6) can")
    )]
    #[cfg_attr(
        not(feature = "backgammon"),
        error("a record of game {0} cannot be drawn: only Go (1) can")
    )]
    Kind(GameKind),
}

impl fmt::Debug for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The shapes of the properties CR and MA.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Signs {
    /// A circle and a cross (SGF `FF[4]`, properties CR and MA).
    #[default]
    Sgf,
    /// A diamond and a check mark (Ishi Standard Format, `\d` and `\c` of the keyword MARK).
    Ishi,
}

/// The look of a board of Go in pictures. Boards of Backgammon look the same in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BoardStyle {
    /// Black ink on white paper, as books print it.
    #[default]
    Paper,
    /// Wood, and stones with light and shadow.
    Wood,
}

/// The moves that show their numbers on a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbers {
    /// All.
    All,
    /// The moves with numbers from the first to the second, both included.
    Range(u32, u32),
    /// The last so many.
    Last(usize),
}

/// A node as a picture: a board, and the words around it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The board.
    pub picture: Picture,
    /// The name of the figure, otherwise the name of the node.
    pub caption: Option<String>,
    /// The comment of the node.
    pub comment: Option<String>,
    /// Facts that the board cannot show, each in a few words: `12 at 5`, `23 passes`.
    pub notes: Vec<String>,
}

/// A board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picture {
    /// A board of Go.
    Go(Box<Board>),
    /// A board of Backgammon (feature `backgammon`).
    #[cfg(feature = "backgammon")]
    Backgammon(Box<Backgammon>),
}

/// A board of Go, or a part of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// The size of the whole board.
    pub size: BoardSize,
    /// The part that is drawn, on the board.
    pub region: Area,
    /// Whether the coordinates are written at the edges.
    pub coordinates: bool,
    /// The points of the region, row by row from the top.
    pub cells: Vec<Cell>,
    /// Lines and arrows between points on the board.
    pub lines: Vec<Line>,
    /// The latest move and its number.
    pub last: Option<Last>,
    /// How many stones Black and White have captured.
    pub captures: [usize; 2],
}

/// The stone, marks and label of a point.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a property that a point has or has not, independent of the others"
)]
pub struct Cell {
    /// Whether the point is not part of the view: nothing is drawn there.
    pub outside: bool,
    /// Whether it is a star point.
    pub star: bool,
    /// The stone.
    pub stone: Option<Color>,
    /// The number or the label on it.
    pub label: Option<String>,
    /// The signs on it.
    pub signs: Vec<Sign>,
    /// The colour of a move that a variation plays here next.
    pub next: Option<Color>,
    /// Whether the latest move was played here.
    pub last: bool,
    /// Whether it is selected (SGF `FF[4]`, property SL).
    pub selected: bool,
    /// Whether it is dimmed (DD).
    pub dimmed: bool,
    /// The owner of the territory (TB, TW).
    pub territory: Option<Color>,
}

/// A sign on a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// A diamond.
    Diamond,
    /// A check mark.
    Check,
}

/// A line from one point to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Where it starts.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// Whether it has the head of an arrow at its end.
    pub arrow: bool,
}

/// The latest move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Last {
    /// Its number.
    pub number: u32,
    /// Who played.
    pub color: Color,
    /// Where.
    pub place: Place,
}

impl Last {
    fn point_on(self, size: BoardSize) -> Option<Point> {
        let mv = Move {
            color: self.color,
            place: self.place,
        };
        mv.point_on(size)
    }
}

impl Drawing {
    /// Draws the position at a node, with the marks and labels of that node.
    ///
    /// # Errors
    ///
    /// [`DrawError::Kind`] if the game is neither Go nor Backgammon.
    pub fn position(game: &Game<'_>, node: NodeId, signs: Signs) -> Result<Self, DrawError> {
        Ok(Route::to(game, node)?.position(signs))
    }

    /// Draws the position at a node with the numbers of moves on their stones. A stone that was captured has
    /// a note, for example `12 at 5`.
    ///
    /// # Errors
    ///
    /// As of [`Drawing::position`].
    pub fn numbered(
        game: &Game<'_>,
        node: NodeId,
        signs: Signs,
        numbers: Numbers,
    ) -> Result<Self, DrawError> {
        match game.kind {
            GO => Ok(numbers::position(game, node, signs, numbers)),
            _ => Self::position(game, node, signs),
        }
    }

    /// Draws all moves up to a node on one diagram, as printed game records do: each stone stays
    /// where it was played first, and notes tell of later moves at the same points.
    ///
    /// # Errors
    ///
    /// As of [`Drawing::position`].
    pub fn kifu(game: &Game<'_>, node: NodeId, signs: Signs) -> Result<Self, DrawError> {
        match game.kind {
            GO => Ok(numbers::kifu(game, node, signs)),
            _ => Self::position(game, node, signs),
        }
    }

    /// Crops a board of Go to a part.
    #[must_use]
    pub fn cropped(mut self, part: BoardPart) -> Self {
        if let Picture::Go(board) = &mut self.picture {
            crop::crop(board, part);
        }
        self
    }

    /// Puts the moves that follow a node on a board of Go, half of each stone to be seen, where there
    /// are several (SGF `FF[4]`, property ST, names other ways). Each has a letter, unless the node has labels, because
    /// a comment means those.
    #[must_use]
    pub fn with_next_moves(mut self, game: &Game<'_>, node: NodeId) -> Self {
        if let Picture::Go(board) = &mut self.picture {
            go::next_moves(board, game, node);
        }
        self
    }

    /// Leaves out the coordinates at the edges of a board of Go.
    #[must_use]
    pub fn without_coordinates(mut self) -> Self {
        if let Picture::Go(board) = &mut self.picture {
            board.coordinates = false;
        }
        self
    }

    /// Draws the diagram or figure that starts at a node of [`diagrams`].
    ///
    /// A node whose FG has no value and that has no move is a diagram in the sense of the Ishi Standard
    /// Format: it shows the position. So does a leaf. Any other FG starts a figure (SGF `FF[4]`, property
    /// FG): it shows the moves up to the next figure of the line, numbered by MN and PM.
    ///
    /// # Errors
    ///
    /// As of [`Drawing::position`].
    pub fn diagram(game: &Game<'_>, node: NodeId, signs: Signs) -> Result<Self, DrawError> {
        Ok(Route::to(game, node)?.diagram(signs))
    }

    /// Draws with characters, for terminals.
    pub fn text(&self, options: &TextOptions) -> String {
        text::draw(self, options)
    }

    /// Draws as SVG 1.1, one self-contained element without identifiers, so that a page may hold
    /// any number of them; with wood, each picture defines the same colours under the same identifiers.
    /// Its words are text: they can be searched, and the reader's fonts show
    /// them in any script.
    pub fn svg(&self, options: PictureOptions) -> String {
        svg::draw(self, options, svg::Letters::Text).element
    }

    /// Returns the labels that are cut in pictures of the board, each in full: `F9: a longer label`.
    pub fn cut_labels(&self) -> Vec<String> {
        svg::draw(self, PictureOptions::default(), svg::Letters::Text).cut
    }

    /// Draws as a PNG. Its letters are lines and need no font, so it looks the same everywhere. Its words are
    /// transliterated ([`Drawing::transliterated`]).
    ///
    /// # Errors
    ///
    /// [`PngError`] if the picture is too large.
    #[cfg(feature = "png")]
    pub fn png(&self, options: PictureOptions) -> Result<Vec<u8>, PngError> {
        png::draw(self, options)
    }

    /// Returns the drawing with the words of its picture in ASCII and a few signs, because a PNG has no other
    /// characters: `定石` -> `DingShi`. The comment is unchanged, because no picture shows it.
    #[cfg(feature = "png")]
    #[must_use]
    pub fn transliterated(&self) -> Self {
        let mut drawing = self.clone();
        let (labels, facts): (_, Option<[&mut Option<String>; 2]>) = match &mut drawing.picture {
            Picture::Go(board) => (Some(&mut board.cells), None),
            #[cfg(feature = "backgammon")]
            Picture::Backgammon(position) => {
                (None, Some([&mut position.last, &mut position.score]))
            }
        };
        let labels = labels.into_iter().flatten();
        let labels = labels.filter_map(|cell| cell.label.as_mut());
        let words = labels
            .chain(facts.into_iter().flatten().flatten())
            .chain(&mut drawing.caption)
            .chain(&mut drawing.notes);
        for word in words {
            glyphs::spell(word);
        }
        drawing
    }
}

impl Board {
    /// Returns a point. Returns `None` outside the region.
    pub fn cell(&self, point: Point) -> Option<&Cell> {
        self.cells.get(self.index(point)?)
    }

    fn cell_mut(&mut self, point: Point) -> Option<&mut Cell> {
        let index = self.index(point)?;
        self.cells.get_mut(index)
    }

    fn index(&self, point: Point) -> Option<usize> {
        let (from, to) = (self.region.from, self.region.to);
        let inside = (from.row..=to.row).contains(&point.row)
            && (from.column..=to.column).contains(&point.column);
        inside.then(|| {
            let columns = usize::from(to.column - from.column) + 1;
            usize::from(point.row - from.row) * columns + usize::from(point.column - from.column)
        })
    }

    /// Returns the points of the region with their stones and marks, row by row from the top.
    pub fn points(&self) -> impl Iterator<Item = (Point, &Cell)> {
        self.region.points().zip(&self.cells)
    }

    /// Returns where the middle of a point is in a picture without words: how far from the left and
    /// from the top, in the units of the picture's `viewBox`.
    pub fn center(&self, point: Point) -> (f32, f32) {
        svg::center(self, point)
    }

    /// Returns the name of a point: the column's letters without I, the row from the bottom.
    pub fn name(&self, point: Point) -> String {
        point.on(self.size).to_string()
    }
}
