//! Text in the characters of the target.

use std::borrow::Cow;

use any_ascii::any_ascii_char;

use crate::format::charset::Charset;

/// Returns whether a charset has all characters of a text, and the text has no NUL, because readers of the time end a
/// text there.
pub(super) fn fits(text: &str, charset: Charset) -> bool {
    let has = |c| charset.can_encode(c);
    !text.contains('\0') && (text.is_ascii() || text.chars().all(has))
}

/// Returns a text in the characters of a charset. Other characters are transliterated to ASCII, and a NUL becomes a
/// blank.
pub(super) fn fit(text: &str, charset: Charset) -> Cow<'_, str> {
    if fits(text, charset) {
        return Cow::Borrowed(text);
    }
    let mut fitted = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\0' => fitted.push(' '),
            c if charset.can_encode(c) => fitted.push(c),
            c => fitted.push_str(any_ascii_char(c)),
        }
    }
    Cow::Owned(fitted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_charset_lacks_is_transliterated() {
        assert_eq!(fit("Šá 張", Charset::Ascii), "Sa Zhang");
        assert_eq!(fit("a\0b", Charset::Utf8), "a b");
        assert!(matches!(fit("張", Charset::Utf8), Cow::Borrowed(_)));
    }
}
