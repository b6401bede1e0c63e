//! Drawings as SVG.

mod backgammon;
mod board;
mod glyphs;
mod letters;

use std::fmt::Write;

use super::{Drawing, Picture};
use letters::{FONTS, Weight, Words, escaped, n, wrapped};

/// The distance between two lines of the board, in units of the picture.
const CELL: f32 = 40.0;

/// How many pixels that is on a screen, unless a size is asked for.
const CELL_PIXELS: f32 = 32.0;

/// The least width of a picture with words, in units.
const LEAST_WIDTH: f32 = 8.0 * CELL;

/// The blank around everything, in units.
const MARGIN: f32 = 0.25 * CELL;

/// How many lines of a caption, and of notes, are drawn.
const MOST_LINES: usize = 12;

const INK: &str = "#1a1a1a";
const PAPER: &str = "#ffffff";
const GREY: &str = "#6b6b6b";

/// What letters are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lettering {
    /// Text: it can be searched, and any character can be shown, in a font of the reader.
    #[default]
    Text,
    /// Lines: it looks the same everywhere; what is not ASCII is transliterated.
    Strokes,
}

/// How a picture is made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SvgOptions {
    /// The longer side in pixels, none for a size that suits a screen.
    pub size: Option<u32>,
    /// What letters are made of.
    pub lettering: Lettering,
}

/// A picture without the words below it.
struct Panel {
    width: f32,
    height: f32,
    /// Elements of SVG, in a coordinate system that starts at the upper left corner.
    body: String,
    /// What found no room in the picture.
    notes: Vec<String>,
}

/// Draws a picture.
pub fn draw(drawing: &Drawing, options: &SvgOptions) -> String {
    let panel = match &drawing.picture {
        Picture::Go(board) => board::draw(board, options.lettering),
        Picture::Backgammon(position) => backgammon::draw(position, options.lettering),
    };
    let mut notes = drawing.notes.clone();
    notes.extend(panel.notes.iter().cloned());
    let has_words = drawing.caption.is_some() || !notes.is_empty();
    let width = if has_words {
        panel.width.max(LEAST_WIDTH)
    } else {
        panel.width
    };
    let mut words = String::new();
    let mut y = panel.height;
    if let Some(caption) = &drawing.caption {
        y += lines(
            &mut words,
            caption,
            (width, y),
            Weight::Bold,
            options.lettering,
        );
    }
    if !notes.is_empty() {
        // A note is not broken: `12 at 5` is read at one glance.
        let notes = notes.join(", ").replace(' ', "\u{a0}");
        let notes = notes.replace(",\u{a0}", ", ");
        y += lines(
            &mut words,
            &notes,
            (width, y),
            Weight::Regular,
            options.lettering,
        );
    }
    let shift = (width - panel.width) / 2.0;
    let (width, height) = (width + 2.0 * MARGIN, y + 2.0 * MARGIN);
    let scale = match options.size {
        Some(size) => f32::from(u16::try_from(size).unwrap_or(u16::MAX)) / width.max(height),
        None => CELL_PIXELS / CELL,
    };
    let mut out = String::with_capacity(panel.body.len() + words.len() + 512);
    let pixels = |side: f32| n((side * scale).round().max(1.0));
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         viewBox=\"0 0 {} {}\" role=\"img\"{}>",
        pixels(width),
        pixels(height),
        n(width),
        n(height),
        match options.lettering {
            Lettering::Text => format!(" font-family=\"{FONTS}\""),
            Lettering::Strokes => String::new(),
        },
    );
    about(&mut out, drawing);
    let _ = writeln!(
        out,
        "<rect width=\"{}\" height=\"{}\" fill=\"{PAPER}\"/>",
        n(width),
        n(height)
    );
    let _ = write!(
        out,
        "<g transform=\"translate({} {})\">\n{}</g>\n",
        n(MARGIN + shift),
        n(MARGIN),
        panel.body
    );
    if !words.is_empty() {
        let _ = write!(
            out,
            "<g transform=\"translate({} {})\">\n{words}</g>\n",
            n(MARGIN),
            n(MARGIN)
        );
    }
    out.push_str("</svg>\n");
    out
}

/// Writes caption and comment where programs that read pictures aloud look for them.
fn about(out: &mut String, drawing: &Drawing) {
    let title = drawing.caption.as_deref().unwrap_or(match drawing.picture {
        Picture::Go(_) => "Go board",
        Picture::Backgammon(_) => "Backgammon board",
    });
    let _ = writeln!(out, "<title>{}</title>", escaped(title));
    if let Some(comment) = &drawing.comment {
        let _ = writeln!(out, "<desc>{}</desc>", escaped(comment));
    }
}

/// Draws words below what is there, and returns how much room they take.
fn lines(
    out: &mut String,
    text: &str,
    (width, top): (f32, f32),
    weight: Weight,
    lettering: Lettering,
) -> f32 {
    let size = match weight {
        Weight::Bold => 0.52 * CELL,
        Weight::Regular => 0.44 * CELL,
    };
    let mut wrapped = wrapped(text, size, width);
    if wrapped.len() > MOST_LINES {
        wrapped.truncate(MOST_LINES);
        if let Some(last) = wrapped.last_mut() {
            last.push('…');
        }
    }
    let step = size * 1.35;
    let mut y = top + step * 0.75;
    for line in &wrapped {
        let words = Words {
            text: line,
            x: width / 2.0,
            y,
            size,
            color: INK,
            weight,
        };
        letters::draw(out, words, lettering);
        y += step;
    }
    y - step * 0.6 - top
}
