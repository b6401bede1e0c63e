//! Letters as lines.

use tiny_skia::{Pixmap, Transform};

use super::path;
use crate::glyphs::{CAPITAL, GAP, glyph};
use crate::scene::{CAPITAL_PART, Ends, Stroke, Style, Weight, Words};

/// Paints a text.
pub fn draw(pixels: &mut Pixmap, words: &Words, transform: Transform) {
    let scale = words.size * CAPITAL_PART / CAPITAL;
    let wide: f32 = words.text.chars().map(|c| glyph(c).advance()).sum();
    let natural = (wide - GAP) * scale;
    let across = words
        .pressed
        .map_or(1.0, |width| (width / natural).min(1.0));
    let left = words.x - natural * across / 2.0;
    let top = words.y - words.size * CAPITAL_PART / 2.0;
    let style = Style {
        fill: None,
        stroke: Some(Stroke {
            paint: words.color.into(),
            width: match words.weight {
                Weight::Regular => 1.5,
                Weight::Bold => 2.1,
            },
            ends: Ends::Round,
            dash: None,
        }),
    };
    let mut at = transform
        .pre_translate(left, top)
        .pre_scale(scale * across, scale);
    for glyph in words.text.chars().map(glyph) {
        if let Some(path) = path::read(glyph.strokes) {
            super::paint(pixels, &path, style, at);
        }
        at = at.pre_translate(glyph.advance(), 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_glyph_is_a_path() {
        for c in (' '..='~').chain("△□◇✓…".chars()) {
            let strokes = glyph(c).strokes;
            assert_eq!(path::read(strokes).is_some(), !strokes.is_empty(), "{c}");
        }
    }
}
