//! Drawings as PNG: the marks of a picture painted, its letters as strokes.

mod path;
mod strokes;

use std::fmt;

use thiserror::Error;

use tiny_skia::{
    FillRule, GradientStop, LineCap, LineJoin, LinearGradient, Path, PathBuilder, Pixmap, Point,
    RadialGradient, Rect, Shader, SpreadMode, Stroke as Pen, StrokeDash, Transform,
};

use super::Drawing;
use super::scene::shade::{Shade, Way};
use super::scene::{
    Ends, Fill, PAPER, Paint, PictureItem, PictureMark, PictureOptions, Rgb, Scene, Stroke, Style,
};

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
    let scene = Scene::new(&drawing.transliterated(), options);
    let (width, height) = scene.pixels();
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
    pixels.fill(tinted(PAPER, 1.0));
    let scaled = Transform::from_scale(scene.scale, scene.scale);
    for part in &scene.parts {
        let transform = scaled.pre_translate(part.x, part.y);
        for item in &part.items {
            match item {
                PictureItem::Marks(style, marks) => {
                    for path in marks.iter().filter_map(outline) {
                        paint(&mut pixels, &path, *style, transform);
                    }
                }
                PictureItem::Words(words) => strokes::draw(&mut pixels, words, transform),
            }
        }
    }
    pixels
        .encode_png()
        .map_err(|error| PngError::Encoding(error.to_string()))
}

fn outline(mark: &PictureMark) -> Option<Path> {
    match mark {
        PictureMark::Circle { x, y, radius } => PathBuilder::from_circle(*x, *y, *radius),
        PictureMark::Ellipse { x, y, rx, ry } => {
            let around = Rect::from_ltrb(x - rx, y - ry, x + rx, y + ry)?;
            PathBuilder::from_oval(around)
        }
        PictureMark::Rect {
            x,
            y,
            width,
            height,
        } => Rect::from_xywh(*x, *y, *width, *height).map(PathBuilder::from_rect),
        PictureMark::Path(data) => path::read(data),
    }
}

fn paint(pixels: &mut Pixmap, path: &Path, style: Style, transform: Transform) {
    let fill = match style.fill {
        Some(Fill::Flat(paint)) => Some(brush(paint)),
        Some(Fill::Shade(shade)) => shader(shade, path.bounds()).map(|shader| tiny_skia::Paint {
            shader,
            ..tiny_skia::Paint::default()
        }),
        None => None,
    };
    if let Some(fill) = fill {
        pixels.fill_path(path, &fill, FillRule::Winding, transform, None);
    }
    if let Some(stroke) = style.stroke {
        pixels.stroke_path(path, &brush(stroke.paint), &pen(stroke), transform, None);
    }
}

/// Returns a shade as it is in a box.
fn shader(shade: &Shade, around: Rect) -> Option<Shader<'static>> {
    let stops = shade.stops.iter();
    let stops = stops
        .map(|stop| GradientStop::new(stop.at, tinted(stop.color, stop.opacity)))
        .collect();
    let at = |x: f32, y: f32| {
        Point::from_xy(
            around.left() + x * around.width(),
            around.top() + y * around.height(),
        )
    };
    match shade.way {
        Way::Across => LinearGradient::new(
            at(0.0, 0.0),
            at(1.0, 1.0),
            stops,
            SpreadMode::Pad,
            Transform::identity(),
        ),
        Way::Outwards { x, y, radius } => RadialGradient::new(
            at(x, y),
            0.0,
            at(x, y),
            radius * around.width(),
            stops,
            SpreadMode::Pad,
            Transform::identity(),
        ),
    }
}

fn pen(stroke: Stroke) -> Pen {
    let (line_cap, line_join) = match stroke.ends {
        Ends::Flat => (LineCap::Butt, LineJoin::Miter),
        Ends::Square => (LineCap::Square, LineJoin::Miter),
        Ends::Round => (LineCap::Round, LineJoin::Round),
    };
    Pen {
        width: stroke.width,
        line_cap,
        line_join,
        dash: stroke
            .dash
            .and_then(|length| StrokeDash::new(vec![length, length], 0.0)),
        ..Pen::default()
    }
}

fn brush(paint: Paint) -> tiny_skia::Paint<'static> {
    let mut brush = tiny_skia::Paint::default();
    brush.set_color(tinted(paint.color, paint.opacity));
    brush
}

fn tinted(color: Rgb, opacity: f32) -> tiny_skia::Color {
    let mut color = tiny_skia::Color::from_rgba8(color.0, color.1, color.2, u8::MAX);
    color.set_alpha(opacity);
    color
}
