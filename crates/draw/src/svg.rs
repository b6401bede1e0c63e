//! Drawings as SVG.

use std::fmt::Write;

use super::scene::shade::{Shade, Way};
use super::scene::{
    CAPITAL_PART, Ends, Fill, Layer, PAPER, Paint, PictureItem, PictureMark, PictureOptions, Scene,
    Style, Weight, Words, n,
};
use super::{Drawing, Picture};

/// Fonts, the first that has a character: for Latin letters, then for Chinese, Japanese and Korean
/// on the common systems.
const FONTS: &str = "Helvetica, Arial, 'Liberation Sans', 'Noto Sans CJK SC', 'Noto Sans CJK JP', \
                     'Noto Sans SC', 'Noto Sans JP', 'Noto Sans KR', 'PingFang SC', 'Hiragino Sans', \
                     'Microsoft YaHei', 'Yu Gothic', 'Malgun Gothic', 'WenQuanYi Zen Hei', \
                     'WenQuanYi Micro Hei', sans-serif";

/// Writes a picture.
pub fn draw(drawing: &Drawing, options: PictureOptions) -> String {
    let scene = Scene::new(drawing, options);
    let mut out = String::new();
    let (width, height) = scene.pixels();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {} {}\" role=\"img\" font-family=\"{FONTS}\">",
        n(scene.width),
        n(scene.height),
    );
    about(&mut out, drawing, options);
    shades(&mut out, &scene);
    let _ = writeln!(
        out,
        "<rect width=\"{}\" height=\"{}\" fill=\"{PAPER}\"/>",
        n(scene.width),
        n(scene.height)
    );
    for part in scene.parts.iter().filter(|part| !part.items.is_empty()) {
        let (x, y) = (n(part.x), n(part.y));
        let layer = match part.layer {
            Layer::Still => "still",
            Layer::Play => "play",
            Layer::Words => "words",
        };
        let _ = writeln!(
            out,
            "<g class=\"{layer}\" transform=\"translate({x} {y})\">"
        );
        for item in &part.items {
            match item {
                PictureItem::Marks(style, marks) => write_marks(&mut out, *style, marks),
                PictureItem::Words(words) => write_words(&mut out, words),
            }
        }
        out.push_str("</g>\n");
    }
    out.push_str("</svg>\n");
    out
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

/// Defines the shades that a scene uses. Each has the same name in every picture, so that a page may
/// hold several.
fn shades(out: &mut String, scene: &Scene) {
    let items = scene.parts.iter().flat_map(|part| &part.items);
    let mut used: Vec<&Shade> = Vec::new();
    for item in items {
        if let PictureItem::Marks(style, marks) = item
            && let Some(Fill::Shade(shade)) = style.fill
            && !marks.is_empty()
            && !used.contains(&shade)
        {
            used.push(shade);
        }
    }
    if used.is_empty() {
        return;
    }
    out.push_str("<defs>\n");
    for shade in used {
        let (element, way) = match shade.way {
            Way::Across => ("linearGradient", "x2=\"1\" y2=\"1\"".to_owned()),
            Way::Outwards { x, y, radius } => (
                "radialGradient",
                format!("cx=\"{}\" cy=\"{}\" r=\"{}\"", n(x), n(y), n(radius)),
            ),
        };
        let _ = write!(out, "<{element} id=\"{}\" {way}>", shade.name);
        for stop in shade.stops {
            let _ = write!(
                out,
                "<stop offset=\"{}\" stop-color=\"{}\"",
                n(stop.at),
                stop.color
            );
            if stop.opacity < 1.0 {
                let _ = write!(out, " stop-opacity=\"{}\"", n(stop.opacity));
            }
            out.push_str("/>");
        }
        let _ = writeln!(out, "</{element}>");
    }
    out.push_str("</defs>\n");
}

/// Writes marks; the attributes of several are written once.
fn write_marks(out: &mut String, style: Style, marks: &[PictureMark]) {
    let attributes = attributes(style);
    match marks {
        [] => {}
        [only] => {
            let _ = writeln!(out, "<{}{attributes}/>", element(only));
        }
        all => {
            let _ = write!(out, "<g{attributes}>");
            for mark in all {
                let _ = write!(out, "<{}/>", element(mark));
            }
            out.push_str("</g>\n");
        }
    }
}

/// Returns an element without its brackets and its style.
fn element(mark: &PictureMark) -> String {
    match mark {
        PictureMark::Circle { x, y, radius } => {
            format!(
                "circle cx=\"{}\" cy=\"{}\" r=\"{}\"",
                n(*x),
                n(*y),
                n(*radius)
            )
        }
        PictureMark::Ellipse { x, y, rx, ry } => format!(
            "ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"",
            n(*x),
            n(*y),
            n(*rx),
            n(*ry)
        ),
        PictureMark::Rect {
            x,
            y,
            width,
            height,
        } => format!(
            "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
            n(*x),
            n(*y),
            n(*width),
            n(*height)
        ),
        PictureMark::Path(data) => format!("path d=\"{data}\""),
    }
}

fn attributes(style: Style) -> String {
    let mut out = String::new();
    match style.fill {
        Some(Fill::Flat(paint)) => painted(&mut out, "fill", paint),
        Some(Fill::Shade(shade)) => {
            let _ = write!(out, " fill=\"url(#{})\"", shade.name);
        }
        None => out.push_str(" fill=\"none\""),
    }
    if let Some(stroke) = style.stroke {
        painted(&mut out, "stroke", stroke.paint);
        let _ = write!(out, " stroke-width=\"{}\"", n(stroke.width));
        if let Some(dash) = stroke.dash {
            let _ = write!(out, " stroke-dasharray=\"{}\"", n(dash));
        }
        out.push_str(match stroke.ends {
            Ends::Flat => "",
            Ends::Square => " stroke-linecap=\"square\"",
            Ends::Round => " stroke-linejoin=\"round\" stroke-linecap=\"round\"",
        });
    }
    out
}

fn painted(out: &mut String, what: &str, paint: Paint) {
    let _ = write!(out, " {what}=\"{}\"", paint.color);
    if paint.opacity < 1.0 {
        let _ = write!(out, " {what}-opacity=\"{}\"", n(paint.opacity));
    }
}

fn write_words(out: &mut String, words: &Words) {
    let base = words.y + words.size * CAPITAL_PART / 2.0;
    let weight = match words.weight {
        Weight::Regular => "",
        Weight::Bold => " font-weight=\"bold\"",
    };
    let pressed = words.pressed.map_or_else(String::new, |width| {
        format!(
            " textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"",
            n(width)
        )
    });
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{weight}{pressed} \
         text-anchor=\"middle\" fill=\"{}\">{}</text>",
        n(words.x),
        n(base),
        n(words.size),
        words.color,
        escaped(&words.text),
    );
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
}
