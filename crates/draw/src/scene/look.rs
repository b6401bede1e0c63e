//! The look of a board of Go: paper and ink, or wood and stones.

use std::fmt::Write;

use super::shade::{BLACK_STONE, SHADOW, Shade, WHITE_STONE, WOOD};
use super::{CELL, Ends, GREY, INK, PAPER, Paint, PictureItem, PictureMark, Rgb, Style, n};
use crate::{BoardStyle, Cell};
use ishi::model::Color;

/// The distance between two lines of the grain, on average.
const GRAIN: f32 = 0.2 * CELL;

/// The rim of a white stone on wood: so faint that the stone does not look like a coin.
const PALE_RIM: Paint = Paint {
    color: Rgb(0x8d, 0x87, 0x78),
    opacity: 0.5,
};

/// The colour of a selected point.
pub const SELECTED: Rgb = Rgb(0xf4, 0xc5, 0x42);

/// The colours and sizes of a board.
pub struct Look {
    /// The lines of the grid and the star points.
    pub line: Rgb,
    /// The ground, where it hides a line below a label.
    pub ground: Rgb,
    /// The coordinates at the edges.
    pub coordinates: Rgb,
    /// The radius of a stone.
    pub radius: f32,
    /// The shadow of a stone on the board.
    pub shadow: Option<&'static Shade>,
    black: Style,
    white: Style,
}

impl Look {
    /// Returns the look of a style.
    pub fn of(style: BoardStyle) -> Self {
        match style {
            BoardStyle::Paper => Self {
                line: INK,
                ground: PAPER,
                coordinates: GREY,
                radius: 0.46 * CELL,
                shadow: None,
                black: Style::line(INK, 0.04 * CELL, Ends::Flat).on(INK),
                white: Style::line(INK, 0.04 * CELL, Ends::Flat).on(PAPER),
            },
            BoardStyle::Wood => Self {
                line: Rgb(0x3b, 0x25, 0x07),
                ground: Rgb(0xe2, 0xb5, 0x6b),
                coordinates: Rgb(0x5c, 0x40, 0x16),
                radius: 0.48 * CELL,
                shadow: Some(&SHADOW),
                black: Style::filled(&BLACK_STONE),
                white: Style::line(PALE_RIM, 0.02 * CELL, Ends::Flat).on(&WHITE_STONE),
            },
        }
    }

    /// Returns the style of a stone.
    pub fn stone(&self, color: Color) -> Style {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    /// Returns two colours for a point: for the lines of a mark, and for the ground between them.
    pub fn colors(&self, cell: &Cell) -> (Rgb, Rgb) {
        match cell.stone {
            Some(Color::Black) => (PAPER, INK),
            Some(Color::White) => (INK, PAPER),
            None if cell.selected => (INK, SELECTED),
            None if cell.next == Some(Color::Black) => (PAPER, INK),
            None => (INK, self.ground),
        }
    }
}

/// Draws wood of a size: its colour, and its grain from the top to the bottom. It is the same each
/// time.
pub fn wood(width: f32, height: f32) -> Vec<PictureItem> {
    let ground = PictureMark::Rect {
        x: 0.0,
        y: 0.0,
        width,
        height,
    };
    let mut items = vec![PictureItem::Marks(Style::filled(&WOOD), vec![ground])];
    // Three kinds of lines in turn. The golden section spreads them without a pattern.
    for (kind, (opacity, thickness)) in (0_u8..).zip([(0.1, 1.2), (0.07, 3.0), (0.14, 0.7)]) {
        let mut lines = String::new();
        let mut x = GRAIN * (0.4 + f32::from(kind));
        let mut turn = 0.37 * f32::from(kind + 1);
        while x < width {
            turn = (turn + 0.618_034) % 1.0;
            let bend = (turn - 0.5) * 0.3 * CELL;
            let _ = write!(
                lines,
                "M{} 0C{} {} {} {} {} {}",
                n(x),
                n(x + bend),
                n(height * 0.3),
                n(x - bend),
                n(height * 0.7),
                n(x + bend * 0.4),
                n(height)
            );
            x += GRAIN * (1.6 + 2.8 * turn);
        }
        let color = Rgb(0x7a, 0x48, 0x10);
        let style = Style::line(Paint { color, opacity }, thickness, Ends::Flat);
        items.push(PictureItem::Marks(style, vec![PictureMark::Path(lines)]));
    }
    items
}
