//! Text in a picture: as text, or as lines.

use std::borrow::Cow;
use std::fmt::Write;

use any_ascii::any_ascii;
use unicode_width::UnicodeWidthChar;

use super::Lettering;
use super::glyphs::{self, CAPITAL, glyph};

/// The height of a capital letter as a part of the size of the letters.
const CAPITAL_PART: f32 = 0.72;

/// Fonts, the first that has a character: for Latin letters, then for Chinese, Japanese and Korean
/// on the common systems.
pub const FONTS: &str = "Helvetica, Arial, 'Liberation Sans', 'Noto Sans CJK SC', 'Noto Sans CJK JP', \
                         'Noto Sans SC', 'Noto Sans JP', 'Noto Sans KR', 'PingFang SC', 'Hiragino Sans', \
                         'Microsoft YaHei', 'Yu Gothic', 'Malgun Gothic', 'WenQuanYi Zen Hei', sans-serif";

/// How thick the lines of a text are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    /// Thin lines.
    Regular,
    /// Thick lines.
    Bold,
}

/// A text centred on a place.
#[derive(Debug, Clone, Copy)]
pub struct Words<'t> {
    /// Its text.
    pub text: &'t str,
    /// The middle.
    pub x: f32,
    /// The middle of the capital letters.
    pub y: f32,
    /// The size of the letters.
    pub size: f32,
    /// The colour.
    pub color: &'static str,
    /// How thick the lines are.
    pub weight: Weight,
}

/// Returns how wide a text of size 1 is, about.
pub fn width(text: &str) -> f32 {
    text.chars().map(char_width).sum()
}

/// Returns how wide a character is, in the wider of the two kinds of letters.
fn char_width(c: char) -> f32 {
    match c.width() {
        // Fonts give all digits the same room, a 1 too.
        _ if c.is_ascii_digit() => 0.6,
        _ if glyphs::has(c) => glyph(c).advance() * CAPITAL_PART / CAPITAL,
        Some(2) => 1.0,
        Some(_) => 0.6,
        None => 0.0,
    }
}

/// Draws a text.
pub fn draw(out: &mut String, words: Words<'_>, lettering: Lettering) {
    match lettering {
        Lettering::Text => as_text(out, words),
        Lettering::Strokes => as_strokes(out, words),
    }
}

fn as_text(out: &mut String, words: Words<'_>) {
    let Words {
        x, y, size, color, ..
    } = words;
    let base = y + size * CAPITAL_PART / 2.0;
    let weight = match words.weight {
        Weight::Regular => "",
        Weight::Bold => " font-weight=\"bold\"",
    };
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{weight} \
         text-anchor=\"middle\" fill=\"{color}\">{}</text>",
        n(x),
        n(base),
        n(size),
        escaped(words.text),
    );
}

fn as_strokes(out: &mut String, words: Words<'_>) {
    let text = drawable(words.text);
    let scale = words.size * CAPITAL_PART / CAPITAL;
    let gap = glyph(' ').advance() - glyph(' ').width;
    let wide: f32 = text.chars().map(|c| glyph(c).advance()).sum::<f32>() - gap;
    let thick = match words.weight {
        Weight::Regular => 1.5,
        Weight::Bold => 2.1,
    };
    let left = words.x - wide * scale / 2.0;
    let top = words.y - words.size * CAPITAL_PART / 2.0;
    let _ = write!(
        out,
        "<g transform=\"translate({} {}) scale({})\" fill=\"none\" stroke=\"{}\" \
         stroke-width=\"{thick}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
        n(left),
        n(top),
        n4(scale),
        words.color,
    );
    let mut at = 0.0;
    for c in text.chars() {
        let glyph = glyph(c);
        if !glyph.strokes.is_empty() {
            let _ = write!(
                out,
                "<path transform=\"translate({})\" d=\"{}\"/>",
                n(at),
                glyph.strokes
            );
        }
        at += glyph.advance();
    }
    out.push_str("</g>\n");
}

/// Returns a text in characters that there are strokes for.
fn drawable(text: &str) -> Cow<'_, str> {
    if text.chars().all(glyphs::has) {
        return Cow::Borrowed(text);
    }
    let mut out = String::new();
    for c in text.chars().filter(|c| !c.is_control()) {
        if glyphs::has(c) {
            out.push(c);
        } else {
            out.push_str(&any_ascii(c.encode_utf8(&mut [0; 4])));
        }
    }
    Cow::Owned(out)
}

/// Returns a text with what XML 1.0 needs escaped, and without the characters it cannot hold.
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
pub fn n(value: f32) -> String {
    let text = format!("{value:.2}");
    let short = text.trim_end_matches('0').trim_end_matches('.');
    if short == "-0" {
        "0".to_owned()
    } else {
        short.to_owned()
    }
}

fn n4(value: f32) -> String {
    format!("{value:.4}")
}

/// Breaks a text at its blanks into lines that are no wider than `room`, for letters of this size.
pub fn wrapped(text: &str, size: f32, room: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let longer = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if !line.is_empty() && width(&longer) * size > room {
            lines.push(std::mem::replace(&mut line, word.to_owned()));
        } else {
            line = longer;
        }
        while width(&line) * size > room && line.chars().nth(1).is_some() {
            let (head, tail) = cut(&line, size, room);
            lines.push(head);
            line = tail;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// Cuts a word that is wider than a line, after its first character at the earliest.
fn cut(word: &str, size: f32, room: f32) -> (String, String) {
    let mut wide = 0.0;
    let mut head = String::new();
    let mut letters = word.chars();
    for c in letters.by_ref() {
        wide += char_width(c) * size;
        head.push(c);
        if wide + size > room {
            break;
        }
    }
    (head, letters.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_their_room() {
        let text =
            "Black to play and live, in the corner aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
        let lines = wrapped(text, 10.0, 100.0);
        assert!(lines.len() > 3);
        for line in &lines {
            assert!(width(line) * 10.0 <= 100.0, "{line}");
        }
        let back: String = lines.concat();
        assert_eq!(back.replace(' ', ""), text.replace(' ', ""));
        assert_eq!(wrapped("W", 10.0, 1.0), ["W"]);
    }

    #[test]
    fn numbers_are_short() {
        for (value, text) in [(1.0, "1"), (0.5, "0.5"), (-0.001, "0"), (10.256, "10.26")] {
            assert_eq!(n(value), text);
        }
    }

    #[test]
    fn what_xml_cannot_hold_is_left_out() {
        assert_eq!(
            escaped("<a & \"b\">\u{1b}\u{0}"),
            "&lt;a &amp; &quot;b&quot;&gt;"
        );
    }
}
