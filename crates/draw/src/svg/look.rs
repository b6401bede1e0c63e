//! The look of a board of Go: paper and ink, or wood and stones.

use std::fmt::Write;

use super::{CELL, GREY, INK, PAPER, filled, line, marks, n, path, rectangle, stroke};
use crate::{BoardStyle, Cell};
use ishi::model::Color;

/// The distance between two lines of the grain, on average.
const GRAIN: f32 = 0.2 * CELL;

/// The colour of a selected point.
pub const SELECTED: &str = "#f4c542";

/// The colours of wood and stones, with light from the upper left. Each has the same name in every picture, so that a page
/// may hold several.
pub const SHADES: &str = r##"<defs>
<linearGradient id="ishi-wood" x2="1" y2="1">
<stop offset="0" stop-color="#e9c179"/>
<stop offset="0.5" stop-color="#e2b56b"/>
<stop offset="1" stop-color="#daab60"/>
</linearGradient>
<radialGradient id="ishi-shadow" cx="0.5" cy="0.5" r="0.5">
<stop offset="0.75" stop-color="#201000" stop-opacity="0.5"/>
<stop offset="1" stop-color="#201000" stop-opacity="0"/>
</radialGradient>
<radialGradient id="ishi-black" cx="0.36" cy="0.3" r="0.75">
<stop offset="0" stop-color="#7c7c80"/>
<stop offset="0.25" stop-color="#3c3c40"/>
<stop offset="1" stop-color="#08080a"/>
</radialGradient>
<radialGradient id="ishi-white" cx="0.36" cy="0.3" r="0.8">
<stop offset="0" stop-color="#ffffff"/>
<stop offset="0.6" stop-color="#f2f0ea"/>
<stop offset="1" stop-color="#b9b5aa"/>
</radialGradient>
</defs>
"##;

/// The colours and sizes of a board.
pub struct Look {
    /// The lines of the grid and the star points.
    pub line: &'static str,
    /// The ground, where it hides a line below a label.
    pub ground: &'static str,
    /// The coordinates at the edges.
    pub coordinates: &'static str,
    /// The radius of a stone.
    pub radius: f32,
    /// The shadow of a stone on the board.
    pub shadow: Option<&'static str>,
    black: String,
    white: String,
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
                black: filled(INK) + &stroke(INK, 0.04 * CELL),
                white: filled(PAPER) + &stroke(INK, 0.04 * CELL),
            },
            BoardStyle::Wood => Self {
                line: "#3b2507",
                ground: "#e2b56b",
                coordinates: "#5c4016",
                radius: 0.48 * CELL,
                shadow: Some("url(#ishi-shadow)"),
                black: filled("url(#ishi-black)"),
                // A faint rim, so that the stone does not look like a coin.
                white: filled("url(#ishi-white)")
                    + " stroke=\"#8d8778\" stroke-opacity=\"0.5\""
                    + &format!(" stroke-width=\"{}\"", n(0.02 * CELL)),
            },
        }
    }

    /// Returns the attributes of a stone.
    pub fn stone(&self, color: Color) -> &str {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    /// Returns two colours for a point: for the lines of a mark, and for the ground between them.
    pub fn colors(&self, cell: &Cell) -> (&'static str, &'static str) {
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
pub fn wood(width: f32, height: f32) -> String {
    let mut out = String::new();
    let ground = rectangle(0.0, 0.0, width, height);
    marks(&mut out, &filled("url(#ishi-wood)"), &[ground]);
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
        let style = line("#7a4810", thickness) + &format!(" stroke-opacity=\"{opacity}\"");
        marks(&mut out, &style, &[path(&lines)]);
    }
    out
}
