//! Text in the characters of the target.

use std::borrow::Cow;
use std::collections::BTreeSet;

use any_ascii::any_ascii_char;

use crate::charset::Charset;

/// Returns whether a charset has all characters of a text, and the text has no NUL, because readers of the time end a
/// text there.
pub(super) fn fits(text: &str, charset: Charset) -> bool {
    let has = |c: char| c.is_ascii() || charset.can_encode(c);
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

/// Returns whether `form` is the exact text as a writer in some charset writes it.
///
/// Each character outside ASCII is unchanged or transliterated, in the same way in all places: `resume` is a form of
/// `résumé`, but `resumé` is not. In a record in Unicode either all of them are unchanged, or the form is ASCII. White
/// space of every kind is equal, and so is a NUL.
pub(super) fn is_form_of(form: &str, exact: &str, unicode: bool) -> bool {
    let visible = |text: &str| text.replace("\r\n", "\n").replace("\n\r", "\n");
    let (form, exact) = (visible(form), visible(exact));
    let is_blank = |c: char| c == '\0' || c.is_ascii_whitespace() || c == '\u{B}';
    let mut rest = form.as_str();
    let (mut kept, mut replaced) = (BTreeSet::new(), BTreeSet::new());
    for c in exact.chars() {
        let next = rest.chars().next();
        let after = match next {
            Some(found) if found == c || is_blank(found) && is_blank(c) => {
                kept.insert(c);
                rest.get(found.len_utf8()..)
            }
            _ if c.is_ascii() => None,
            _ => {
                replaced.insert(c);
                rest.strip_prefix(any_ascii_char(c))
            }
        };
        match after {
            Some(after) => rest = after,
            None => return false,
        }
    }
    let whole = form.is_ascii() || !unicode || replaced.is_empty();
    rest.is_empty() && whole && kept.is_disjoint(&replaced)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_text_are_told_from_changed_ones() {
        for form in ["Zhang é", "張 é", "張 e", "Zhang e", "Zhang\te"] {
            assert!(is_form_of(form, "張 é", false), "{form}");
        }
        for other in ["章 é", "張 ē", "Zhang", "張 é.", "Zhang E", "", "zhang é"] {
            assert!(!is_form_of(other, "張 é", false), "{other}");
        }
        assert!(is_form_of("a b\r\nc", "a\0b\nc", true) && is_form_of("", "", true));
        // A charset has a letter or has it not.
        assert!(!is_form_of("resumé", "résumé", false) && is_form_of("resume", "résumé", false));
        // Unicode has both, other charsets may lack one.
        assert!(!is_form_of("déja", "déjà", true) && is_form_of("déja", "déjà", false));
        assert!(is_form_of("deja", "déjà", true) && is_form_of("déjà", "déjà", true));
    }

    proptest::proptest! {
        #[test]
        fn what_is_written_is_a_form_of_the_text(text in "[a-zé張ē \0\n]{0,8}") {
            let latin = Charset::from_label("windows-1252").unwrap();
            for charset in [Charset::Ascii, Charset::Utf8, latin] {
                let unicode = charset == Charset::Utf8;
                proptest::prop_assert!(is_form_of(&fit(&text, charset), &text, unicode));
            }
        }
    }

    #[test]
    fn what_a_charset_lacks_is_transliterated() {
        assert_eq!(fit("Šá 張", Charset::Ascii), "Sa Zhang");
        assert_eq!(fit("a\0b", Charset::Utf8), "a b");
        assert!(matches!(fit("張", Charset::Utf8), Cow::Borrowed(_)));
    }
}
