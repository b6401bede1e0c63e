//! Text in the characters of the target, and in the escapes of Smart-Go.

use std::borrow::Cow;

use any_ascii::any_ascii_char;

use crate::charset::Charset;

/// Returns whether a charset has all characters of a text, and readers of the time read it to its
/// end: for them a text ends at a NUL.
pub(super) fn fits(text: &str, charset: Charset) -> bool {
    let has = |c: char| c.is_ascii() || charset.can_encode(c);
    !text.contains('\0') && (text.is_ascii() || text.chars().all(has))
}

/// Returns a text in the characters of a charset; others are transliterated to ASCII, and NUL is a
/// blank.
pub(super) fn fit(text: &str, charset: Charset) -> Cow<'_, str> {
    if fits(text, charset) {
        return Cow::Borrowed(text);
    }
    let mut fitted = String::with_capacity(text.len());
    for c in text.chars() {
        if c == '\0' {
            fitted.push(' ');
        } else if c.is_ascii() || charset.can_encode(c) {
            fitted.push(c);
        } else {
            fitted.push_str(any_ascii_char(c));
        }
    }
    Cow::Owned(fitted)
}

/// Appends a text with its escapes (specification, "Game-Independent Properties"): a backslash
/// before `]` and before a backslash.
pub(super) fn push_escaped(out: &mut String, text: &str) {
    for piece in text.split_inclusive([']', '\\']) {
        match piece.strip_suffix([']', '\\']) {
            Some(plain) => {
                out.push_str(plain);
                out.push('\\');
                out.extend(piece.chars().last());
            }
            None => out.push_str(piece),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_brackets_and_backslashes_are_escaped() {
        for (text, expected) in [
            ("", ""),
            ("a:b(c)[d", "a:b(c)[d"),
            ("]", "\\]"),
            ("a]b\\", "a\\]b\\\\"),
            ("\\]é", "\\\\\\]é"),
        ] {
            let mut out = String::new();
            push_escaped(&mut out, text);
            assert_eq!(out, expected);
        }
    }

    #[test]
    fn what_a_charset_lacks_is_transliterated() {
        assert_eq!(fit("Šá 張", Charset::Ascii), "Sa Zhang");
        assert_eq!(fit("a\0b", Charset::Utf8), "a b");
        assert!(matches!(fit("張", Charset::Utf8), Cow::Borrowed(_)));
    }
}
