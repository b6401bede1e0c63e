//! Text that fits the target: its characters, and no line breaks where there must be none.

use std::borrow::Cow;

use any_ascii::any_ascii_char;

use crate::format::charset::Charset;
use crate::ishi::line::Sign;

/// Returns text in the characters of a charset, with LF between lines.
///
/// Characters that the charset lacks are transliterated to ASCII; control characters other than
/// LF are left out, TAB becomes a blank (SGF `FF[4]`, section 3.2: the model has none).
pub fn fit(text: &str, charset: Charset) -> Cow<'_, str> {
    // Most texts are in ASCII, and bytes are faster than characters.
    if text.bytes().all(is_plain) || text.chars().all(|c| fits(c, charset)) {
        return Cow::Borrowed(text);
    }
    let mut fitted = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if fits(c, charset) => fitted.push(c),
            '\t' => fitted.push(' '),
            c if c.is_control() => {}
            c => fitted.push_str(any_ascii_char(c)),
        }
    }
    Cow::Owned(fitted)
}

/// Returns a text with its signs as Ishi writes them, `▲` -> `\t`, if a reader recognises the sign there
/// (specification, section 5.4, COM).
pub fn with_escapes(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || !text.contains(|c| Sign::from_character(c).is_some()) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        match Sign::from_character(c) {
            Some(sign) if Sign::can_precede(rest.as_str()) => {
                escaped.extend(['\\', sign.letter()]);
            }
            _ => escaped.push(c),
        }
    }
    Cow::Owned(escaped)
}

/// Returns text as the rest of a keyword line: as [`fit`] does, on one line, trimmed.
pub fn fit_line(text: &str, charset: Charset) -> Cow<'_, str> {
    match fit(text, charset) {
        Cow::Borrowed(text) if !text.contains('\n') => Cow::Borrowed(text.trim()),
        text => Cow::Owned(text.replace('\n', " ").trim().to_owned()),
    }
}

/// Returns whether a byte is a character of every charset that needs no change.
fn is_plain(byte: u8) -> bool {
    matches!(byte, b'\n' | b' '..=b'~')
}

fn fits(c: char, charset: Charset) -> bool {
    match c {
        c if u8::try_from(c).is_ok_and(is_plain) => true,
        c if c.is_control() => false,
        c => charset.can_encode(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_escaped_where_no_word_goes_on() {
        for (text, escaped) in [
            ("marked ▲ and ■, ♦✓", "marked \\t and \\s, \\d\\c"),
            ("▲1 ▲é △", "▲1 ▲é △"),
            ("plain", "plain"),
        ] {
            assert_eq!(with_escapes(text), escaped);
        }
    }

    #[test]
    fn transliterates_what_the_charset_lacks() {
        for (text, ascii) in [
            ("plain\ntext", "plain\ntext"),
            ("Gö", "Go"),
            ("a\u{1}b\tc", "ab c"),
            ("x\u{2028}y", "x y"),
        ] {
            assert_eq!(fit(text, Charset::Ascii), ascii);
        }
        assert_eq!(fit("Gö", Charset::Utf8), "Gö");
        let latin = Charset::from_label("windows-1252").unwrap();
        assert_eq!(fit("Gö ē", latin), "Gö e");
        assert_eq!(fit_line(" two\nlines ", Charset::Ascii), "two lines");
    }
}
