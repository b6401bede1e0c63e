//! Drawings as SVG.

#[cfg(feature = "backgammon")]
mod backgammon;
mod board;
mod letters;
mod look;

use std::fmt::Write;

use super::{BoardStyle, Drawing, Picture};
use ishi::model::Point;
use letters::wrapped;

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
const CAPITAL_PART: f32 = 0.72;

const INK: &str = "#1a1a1a";
const GREY: &str = "#6b6b6b";
const PAPER: &str = "#ffffff";

/// Attributes of lines: their ends and corners.
const SQUARE_ENDS: &str = " stroke-linecap=\"square\"";
const ROUND_ENDS: &str = " stroke-linejoin=\"round\" stroke-linecap=\"round\"";

/// Fonts, the first that has a character: for Latin letters, then for Chinese, Japanese and Korean
/// on the common systems.
const FONTS: &str = "Helvetica, Arial, 'Liberation Sans', 'Noto Sans CJK SC', 'Noto Sans CJK JP', \
                     'Noto Sans SC', 'Noto Sans JP', 'Noto Sans KR', 'PingFang SC', 'Hiragino Sans', \
                     'Microsoft YaHei', 'Yu Gothic', 'Malgun Gothic', 'WenQuanYi Zen Hei', \
                     'WenQuanYi Micro Hei', sans-serif";

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

/// How the letters of a picture are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Letters {
    /// As text, in a font of the reader.
    Text,
    /// As lines, so that no font is needed.
    #[cfg(feature = "png")]
    Lines,
}

/// A picture as an element of SVG, and its sides in units.
pub struct Svg {
    pub element: String,
    pub width: f32,
    pub height: f32,
    /// The labels without room on the board.
    pub cut: Vec<String>,
}

/// A picture without the words below it, in a coordinate system that starts at its upper left
/// corner.
struct Panel {
    width: f32,
    height: f32,
    /// The elements that are the same at each move, below the others.
    still: String,
    elements: String,
    /// The labels without room in the picture, and the facts that it cannot show.
    notes: Vec<String>,
}

/// A line of text, centred on a place.
struct Words<'t> {
    text: &'t str,
    /// The middle.
    x: f32,
    /// The middle of the capital letters.
    y: f32,
    /// The size of the letters.
    size: f32,
    color: &'static str,
    bold: bool,
    /// The width to which the letters are pressed together, `None` for their natural width.
    pressed: Option<f32>,
}

/// Draws a picture.
pub fn draw(drawing: &Drawing, options: PictureOptions, letters: Letters) -> Svg {
    let panel = match &drawing.picture {
        Picture::Go(board) => board::draw(board, options.style, letters),
        #[cfg(feature = "backgammon")]
        Picture::Backgammon(position) => backgammon::draw(position, letters),
    };
    let (caption, notes) = if options.board_only {
        (None, Vec::new())
    } else {
        let notes = [&drawing.notes[..], &panel.notes].concat();
        (drawing.caption.as_deref(), notes)
    };
    let has_words = caption.is_some() || !notes.is_empty();
    let least = if has_words { LEAST_WIDTH } else { 0.0 };
    let width = panel.width.max(least);
    let mut words = String::new();
    let mut y = panel.height;
    if let Some(caption) = caption {
        y += lines(&mut words, caption, (width, y), true, letters);
    }
    if !notes.is_empty() {
        // A note is not broken: `12 at 5` is read at one glance.
        let notes = notes.join(", ").replace(' ', "\u{a0}");
        let notes = notes.replace(",\u{a0}", ", ");
        y += lines(&mut words, &notes, (width, y), false, letters);
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
    let pixels = |side: f32| match letters {
        Letters::Text => (side * scale).round().max(1.0),
        // The scale is exact, so that the lines of boards are as sharp as they can be.
        #[cfg(feature = "png")]
        Letters::Lines => side * scale,
    };
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {} {}\" role=\"img\" font-family=\"{FONTS}\">\n",
        pixels(width),
        pixels(height),
        n(width),
        n(height),
    );
    about(&mut out, drawing, options);
    let is_wood = matches!(drawing.picture, Picture::Go(_)) && options.style == BoardStyle::Wood;
    let ground = if is_wood {
        out.push_str(look::SHADES);
        look::wood(width, panel.height + 2.0 * MARGIN)
    } else {
        String::new()
    };
    let _ = writeln!(
        out,
        "<rect width=\"{}\" height=\"{}\" fill=\"{PAPER}\"/>",
        n(width),
        n(height)
    );
    // A page that walks through a game replaces only the layer of stones, marks and labels.
    for (layer, (x, y), elements) in [
        ("still", (0.0, 0.0), ground),
        ("still", (x, MARGIN), panel.still),
        ("play", (x, MARGIN), panel.elements),
        ("words", (MARGIN, MARGIN), words),
    ] {
        if layer == "play" || !elements.is_empty() {
            let (x, y) = (n(x), n(y));
            let _ = writeln!(
                out,
                "<g class=\"{layer}\" transform=\"translate({x} {y})\">\n{elements}</g>"
            );
        }
    }
    out.push_str("</svg>\n");
    Svg {
        element: out,
        width,
        height,
        cut: panel.notes,
    }
}

/// Returns where a point of a board is in a picture without words, in units of the picture.
pub fn center(board: &super::Board, point: Point) -> (f32, f32) {
    let (x, y) = board::center(board, point);
    (x + MARGIN, y + MARGIN)
}

/// Writes caption and comment where programs that read pictures aloud look for them. Words that are
/// left out of the picture are left out here too, because they are in the text around it.
fn about(out: &mut String, drawing: &Drawing, options: PictureOptions) {
    let title = drawing.caption.as_deref().unwrap_or(match drawing.picture {
        Picture::Go(_) => "Go board",
        #[cfg(feature = "backgammon")]
        Picture::Backgammon(_) => "Backgammon board",
    });
    let _ = writeln!(out, "<title>{}</title>", escaped(title));
    let comment = drawing.comment.as_ref();
    if let Some(comment) = comment.filter(|_| !options.board_only) {
        let _ = writeln!(out, "<desc>{}</desc>", escaped(comment));
    }
}

/// Writes words below a board, and returns their height.
fn lines(
    out: &mut String,
    text: &str,
    (width, top): (f32, f32),
    bold: bool,
    letters: Letters,
) -> f32 {
    let size = if bold { 0.52 * CELL } else { 0.44 * CELL };
    let step = size * 1.35;
    let mut y = top + step * 0.75;
    for text in wrapped(text, size, width, MOST_LINES) {
        let words = Words {
            bold,
            ..Words::at(&text, width / 2.0, y, size, INK)
        };
        words.write(out, letters);
        y += step;
    }
    y - step * 0.6 - top
}

/// Writes marks that have the same attributes.
fn marks(out: &mut String, attributes: &str, marks: &[String]) {
    match marks {
        [] => {}
        [only] => {
            let _ = writeln!(out, "<{only}{attributes}/>");
        }
        all => {
            let all = all.join("/><");
            let _ = writeln!(out, "<g{attributes}><{all}/></g>");
        }
    }
}

/// Returns the attributes of areas without a line.
fn filled(color: &str) -> String {
    format!(" fill=\"{color}\"")
}

/// Returns the attributes of the line of marks.
fn stroke(color: &str, width: f32) -> String {
    format!(" stroke=\"{color}\" stroke-width=\"{}\"", n(width))
}

/// Returns the attributes of lines without an area.
fn line(color: &str, width: f32) -> String {
    filled("none") + &stroke(color, width)
}

fn circle(x: f32, y: f32, radius: f32) -> String {
    format!("circle cx=\"{}\" cy=\"{}\" r=\"{}\"", n(x), n(y), n(radius))
}

fn rectangle(x: f32, y: f32, width: f32, height: f32) -> String {
    format!(
        "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
        n(x),
        n(y),
        n(width),
        n(height)
    )
}

/// Returns a line from path data of SVG 1.1 (section 8.3).
fn path(data: &str) -> String {
    format!("path d=\"{data}\"")
}

impl<'t> Words<'t> {
    /// Creates thin letters of their natural width.
    fn at(text: &'t str, x: f32, y: f32, size: f32, color: &'static str) -> Self {
        Self {
            text,
            x,
            y,
            size,
            color,
            bold: false,
            pressed: None,
        }
    }

    fn write(&self, out: &mut String, letters: Letters) {
        match letters {
            Letters::Text => self.write_text(out),
            #[cfg(feature = "png")]
            Letters::Lines => self.write_lines(out),
        }
    }

    fn write_text(&self, out: &mut String) {
        let base = self.y + self.size * CAPITAL_PART / 2.0;
        let weight = if self.bold {
            " font-weight=\"bold\""
        } else {
            ""
        };
        let pressed = self.pressed.map_or_else(String::new, |width| {
            format!(
                " textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
                n(width)
            )
        });
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{weight}{pressed} \
             text-anchor=\"middle\" fill=\"{}\">{}</text>",
            n(self.x),
            n(base),
            n(self.size),
            self.color,
            escaped(self.text),
        );
    }

    #[cfg(feature = "png")]
    fn write_lines(&self, out: &mut String) {
        use super::glyphs::{CAPITAL, GAP, glyph};
        let scale = self.size * CAPITAL_PART / CAPITAL;
        let wide: f32 = self.text.chars().map(|c| glyph(c).advance()).sum();
        let natural = (wide - GAP) * scale;
        let across = self.pressed.map_or(1.0, |width| (width / natural).min(1.0));
        let left = self.x - natural * across / 2.0;
        let top = self.y - self.size * CAPITAL_PART / 2.0;
        let style = line(self.color, if self.bold { 2.1 } else { 1.5 }) + ROUND_ENDS;
        let _ = writeln!(
            out,
            "<g transform=\"translate({left} {top}) scale({} {scale})\"{style}>",
            scale * across
        );
        let mut at = 0.0;
        for glyph in self.text.chars().map(glyph) {
            let strokes = path(glyph.strokes);
            let _ = writeln!(out, "<{strokes} transform=\"translate({at})\"/>");
            at += glyph.advance();
        }
        out.push_str("</g>\n");
    }
}

/// Returns a text with the escapes of XML 1.0, and without the characters that XML cannot hold.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push('\n'),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => {}
            c => out.push(c),
        }
    }
    out
}

/// Returns a number with two digits after the point, without zeros at its end.
fn n(value: f32) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" {
        "0".to_owned()
    } else {
        short.to_owned()
    }
}

/// Returns the value of an attribute of an element, or an empty text.
#[cfg(test)]
fn value<'e>(element: &'e str, attribute: &str) -> &'e str {
    let behind = element.split_once(&format!(" {attribute}=\""));
    behind.map_or("", |(_, behind)| behind.split('"').next().unwrap())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_has_the_room_of_five_figures() {
        let record = ishi::read(b"(;FF[4]SZ[2]LB[aa:12345][ba:123456][ab:1234]TR[ab])").unwrap();
        let game = &record.games[0];
        let root = ishi::model::NodeId::ROOT;
        let drawing = Drawing::position(game, root, crate::Signs::Sgf).unwrap();
        assert_eq!(drawing.cut_labels(), ["B2: 123456"]);
        let svg = drawing.svg(PictureOptions::default());
        assert!(
            svg.contains(">12345</text>") && svg.contains(">1234</text>"),
            "{svg}"
        );
        assert!(svg.contains(">B2:\u{a0}123456</text>"), "{svg}");
    }

    #[test]
    fn what_xml_cannot_hold_is_left_out() {
        assert_eq!(
            escaped("<a & \"b\">\u{1b}\u{0}"),
            "&lt;a &amp; &quot;b&quot;&gt;"
        );
    }

    #[test]
    fn numbers_are_short() {
        for (value, text) in [(1.0, "1"), (0.5, "0.5"), (-0.001, "0"), (10.256, "10.26")] {
            assert_eq!(n(value), text);
        }
    }
}
