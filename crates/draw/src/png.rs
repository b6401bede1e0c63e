//! Drawings as PNG: the SVG painted, with its letters as lines.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use super::svg::{self, Letters};
use super::{Drawing, PictureOptions};

/// Why there is no PNG.
#[derive(Error)]
pub enum PngError {
    /// It is too large.
    #[error("a picture of {0}x{1} pixels is too large")]
    Size(u32, u32),
    /// It cannot be written as PNG.
    #[error("the picture cannot be written: {0}")]
    Encoding(String),
}

impl fmt::Debug for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Paints a picture.
pub fn draw(drawing: &Drawing, options: PictureOptions) -> Result<Vec<u8>, PngError> {
    let svg = svg::draw(&drawing.transliterated(), options, Letters::Lines);
    let picture = Tree::from_str(&svg.element, &Options::default())
        .map_err(|error| PngError::Encoding(error.to_string()))?;
    // The sides are positive and at most 16 bits long.
    #[expect(clippy::cast_sign_loss, reason = "the least is 1")]
    let pixels = |side: f32| side.round().max(1.0) as u32;
    let (width, height) = (
        pixels(picture.size().width()),
        pixels(picture.size().height()),
    );
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
    resvg::render(&picture, Transform::identity(), &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| PngError::Encoding(error.to_string()))
}
