//! Pictures as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use super::Drawing;
use super::svg::{self, Lettering, SvgOptions};

/// Why there is no PNG.
#[derive(Debug, Error)]
pub enum PngError {
    /// The picture cannot be understood.
    #[error("the picture cannot be made: {0}")]
    Picture(#[from] resvg::usvg::Error),
    /// It is too large.
    #[error("a picture of {0}x{1} pixels is too large")]
    Size(u32, u32),
    /// It cannot be written as PNG.
    #[error("the picture cannot be written: {0}")]
    Encoding(String),
}

/// Draws a picture.
pub fn draw(drawing: &Drawing, options: &SvgOptions) -> Result<Vec<u8>, PngError> {
    let options = SvgOptions {
        lettering: Lettering::Strokes,
        ..*options
    };
    let tree = Tree::from_str(&svg::draw(drawing, &options), &Options::default())?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| PngError::Encoding(error.to_string()))
}
