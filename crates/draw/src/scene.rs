//! Pictures as lines, areas and words with their places, before they are written as SVG or painted.

#[cfg(feature = "backgammon")]
mod backgammon;
mod board;
mod letters;
mod look;
pub mod shade;

use std::fmt;

use super::{BoardStyle, Drawing, Picture};
use ishi::model::Point;
use letters::wrapped;
use shade::Shade;

/// The distance between two lines of the board, in units of the picture.
const CELL: f32 = 40.0;

/// How many pixels that is on a screen, unless a size is asked for.
const CELL_PIXELS: f32 = 32.0;

/// The least width of a picture with words, in units.
const LEAST_WIDTH: f32 = 8.0 * CELL;

/// The blank around everything, in units.
const MARGIN: f32 = 0.1 * CELL;

/// The blank below words, in units.
const BELOW_WORDS: f32 = 0.15 * CELL;

/// How many lines of a caption, and of notes, are drawn.
const MOST_LINES: usize = 12;

/// The height of a capital letter as a part of the size of the letters.
pub const CAPITAL_PART: f32 = 0.72;

const INK: Rgb = Rgb(0x1a, 0x1a, 0x1a);
const GREY: Rgb = Rgb(0x6b, 0x6b, 0x6b);

/// The colour of the ground.
pub const PAPER: Rgb = Rgb(0xff, 0xff, 0xff);

/// How a picture is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PictureOptions {
    /// The longer side in pixels, `None` for a size that suits a screen.
    pub size: Option<u32>,
    /// The look of a board of Go.
    pub style: BoardStyle,
    /// Whether the words below the board are left out: caption and notes.
    pub board_only: bool,
}

/// A picture, on paper.
pub struct Scene {
    /// Its sides in units.
    pub width: f32,
    pub height: f32,
    /// How many pixels a unit is.
    pub scale: f32,
    /// Its parts, the lower first.
    pub parts: Vec<PicturePart>,
}

/// Items with their coordinate system.
pub struct PicturePart {
    /// The layer that they belong to.
    pub layer: Layer,
    /// The origin.
    pub x: f32,
    pub y: f32,
    /// The items, the lowest first.
    pub items: Vec<PictureItem>,
}

/// A layer of a picture. A page that walks through a game replaces only one layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Layer {
    /// The board: the same at each move.
    Still,
    /// Stones, marks and labels.
    Play,
    /// The words below the board.
    Words,
}

/// An item of a picture.
pub enum PictureItem {
    /// Marks that look the same.
    Marks(Style, Vec<PictureMark>),
    /// A line of text.
    Words(Words),
}

/// Lines and areas.
pub enum PictureMark {
    /// A circle.
    Circle { x: f32, y: f32, radius: f32 },
    /// An ellipse, by the halves of its axes.
    Ellipse { x: f32, y: f32, rx: f32, ry: f32 },
    /// A rectangle, by its upper left corner.
    Rect {
        x: f32,
        y: f32,
        width: f32,
        height: f32,
    },
    /// Any other line, as path data of SVG 1.1 (section 8.3) with the commands `M`, `L`, `H`, `V`,
    /// `C`, `A` without rotation, and `Z`.
    Path(String),
}

/// The area and line of marks.
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    /// The colour of the area, `None` to leave it as it is.
    pub fill: Option<Fill>,
    /// The line.
    pub stroke: Option<Stroke>,
}

/// The filling of an area.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Fill {
    /// One colour.
    Flat(Paint),
    /// Colours that change inside each mark.
    Shade(&'static Shade),
}

/// A colour and its opacity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paint {
    pub color: Rgb,
    /// 1 is opaque.
    pub opacity: f32,
}

/// A colour: red, green and blue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The look of a line.
#[derive(Debug, Clone, Copy)]
pub struct Stroke {
    pub paint: Paint,
    pub width: f32,
    pub ends: Ends,
    /// The length of its dashes and of the gaps between them, `None` for a line without gaps.
    pub dash: Option<f32>,
}

/// How a line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ends {
    /// At its last point.
    Flat,
    /// Half of its width after that, with corners.
    Square,
    /// With half a circle; its corners are round too.
    Round,
}

/// A line of text, centred on a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Words {
    /// Its text.
    pub text: String,
    /// The middle.
    pub x: f32,
    /// The middle of the capital letters.
    pub y: f32,
    /// The size of the letters.
    pub size: f32,
    /// The colour.
    pub color: Rgb,
    /// How thick the lines are.
    pub weight: Weight,
    /// The width to which the letters are pressed together, `None` for their natural width.
    pub pressed: Option<f32>,
}

/// How thick the lines of a text are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Thin lines.
    Regular,
    /// Thick lines.
    Bold,
}

impl Style {
    /// Areas without a line.
    fn filled(fill: impl Into<Fill>) -> Self {
        Self::default().on(fill)
    }

    /// Lines without an area.
    fn line(paint: impl Into<Paint>, width: f32, ends: Ends) -> Self {
        let stroke = Stroke {
            paint: paint.into(),
            width,
            ends,
            dash: None,
        };
        Self {
            fill: None,
            stroke: Some(stroke),
        }
    }

    /// The same with an area.
    fn on(self, fill: impl Into<Fill>) -> Self {
        Self {
            fill: Some(fill.into()),
            ..self
        }
    }
}

impl From<Rgb> for Fill {
    fn from(color: Rgb) -> Self {
        Self::Flat(color.into())
    }
}

impl From<Paint> for Fill {
    fn from(paint: Paint) -> Self {
        Self::Flat(paint)
    }
}

impl From<&'static Shade> for Fill {
    fn from(shade: &'static Shade) -> Self {
        Self::Shade(shade)
    }
}

impl Words {
    /// Creates thin letters of their natural width.
    fn at(text: String, x: f32, y: f32, size: f32, color: Rgb) -> Self {
        Self {
            text,
            x,
            y,
            size,
            color,
            weight: Weight::Regular,
            pressed: None,
        }
    }
}

impl From<Rgb> for Paint {
    fn from(color: Rgb) -> Self {
        Self {
            color,
            opacity: 1.0,
        }
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(red, green, blue) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

impl Scene {
    /// Lays out a drawing.
    pub fn new(drawing: &Drawing, options: PictureOptions) -> Self {
        let panel = match &drawing.picture {
            Picture::Go(board) => board::draw(board, options.style),
            #[cfg(feature = "backgammon")]
            Picture::Backgammon(position) => backgammon::draw(position),
        };
        let (caption, notes) = if options.board_only {
            (None, Vec::new())
        } else {
            let notes = drawing.notes.iter().cloned().chain(panel.notes);
            (drawing.caption.as_deref(), notes.collect())
        };
        let has_words = caption.is_some() || !notes.is_empty();
        let width = if has_words {
            panel.width.max(LEAST_WIDTH)
        } else {
            panel.width
        };
        let mut words = Vec::new();
        let mut y = panel.height;
        if let Some(caption) = caption {
            y += lines(&mut words, caption, (width, y), Weight::Bold);
        }
        if !notes.is_empty() {
            // A note is not broken: `12 at 5` is read at one glance.
            let notes = notes.join(", ").replace(' ', "\u{a0}");
            let notes = notes.replace(",\u{a0}", ", ");
            y += lines(&mut words, &notes, (width, y), Weight::Regular);
        }
        if has_words {
            y += BELOW_WORDS;
        }
        let x = MARGIN + (width - panel.width) / 2.0;
        let (width, height) = (width + 2.0 * MARGIN, y + 2.0 * MARGIN);
        let scale = match options.size {
            Some(size) => f32::from(u16::try_from(size).unwrap_or(u16::MAX)) / width.max(height),
            None => CELL_PIXELS / CELL,
        };
        let part = |layer, x, items| PicturePart {
            layer,
            x,
            y: MARGIN,
            items,
        };
        let ground = match (&drawing.picture, options.style) {
            (Picture::Go(_), BoardStyle::Wood) => look::wood(width, panel.height + 2.0 * MARGIN),
            _ => Vec::new(),
        };
        Self {
            width,
            height,
            scale,
            parts: vec![
                PicturePart {
                    layer: Layer::Still,
                    x: 0.0,
                    y: 0.0,
                    items: ground,
                },
                part(Layer::Still, x, panel.still),
                part(Layer::Play, x, panel.items),
                part(Layer::Words, MARGIN, words),
            ],
        }
    }

    /// Returns its sides in pixels.
    pub fn pixels(&self) -> (u32, u32) {
        // The sides are positive and at most 16 bits long.
        #[expect(clippy::cast_sign_loss, reason = "the least is 1")]
        let pixels = |side: f32| (side * self.scale).round().max(1.0) as u32;
        (pixels(self.width), pixels(self.height))
    }
}

/// A picture without the words below it, in a coordinate system that starts at its upper left
/// corner.
struct Panel {
    width: f32,
    height: f32,
    /// The lowest items, which are the same at each move.
    still: Vec<PictureItem>,
    items: Vec<PictureItem>,
    /// The labels without room in the picture.
    notes: Vec<String>,
}

/// Returns the labels that a picture of a board has no room for.
pub fn cut(picture: &Picture) -> Vec<String> {
    match picture {
        Picture::Go(board) => board::draw(board, BoardStyle::Paper).notes,
        #[cfg(feature = "backgammon")]
        Picture::Backgammon(position) => backgammon::draw(position).notes,
    }
}

/// Returns where a point of a board is in a picture without words, in units of the picture.
pub fn center(board: &super::Board, point: Point) -> (f32, f32) {
    let (x, y) = board::center(board, point);
    (x + MARGIN, y + MARGIN)
}

/// Puts words below the items, and returns their height.
fn lines(
    items: &mut Vec<PictureItem>,
    text: &str,
    (width, top): (f32, f32),
    weight: Weight,
) -> f32 {
    let size = match weight {
        Weight::Bold => 0.52 * CELL,
        Weight::Regular => 0.44 * CELL,
    };
    let step = size * 1.35;
    let mut y = top + step * 0.75;
    for text in wrapped(text, size, width, MOST_LINES) {
        items.push(PictureItem::Words(Words {
            weight,
            ..Words::at(text, width / 2.0, y, size, INK)
        }));
        y += step;
    }
    y - step * 0.6 - top
}

/// Returns a number with two digits after the point, without zeros at its end.
pub fn n(value: f32) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" {
        "0".to_owned()
    } else {
        short.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::n;

    #[test]
    fn numbers_are_short() {
        for (value, text) in [(1.0, "1"), (0.5, "0.5"), (-0.001, "0"), (10.256, "10.26")] {
            assert_eq!(n(value), text);
        }
    }
}
