//! Texts: from the bytes between brackets to their meaning, and back (SGF `FF[4]`, section 3.2).

use std::borrow::Cow;
use std::str::Chars;

use memchr::{memchr, memchr2, memchr2_iter, memchr3, memchr3_iter};

/// The format whose rules a backslash follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Escapes {
    /// SGF `FF[4]`: any character after it is text, a line break after it disappears.
    #[default]
    Sgf,
    /// Smart-Go: it is an escape only before a few characters, and else a backslash.
    SmartGo,
}

impl Escapes {
    /// Returns whether a backslash before a character is an escape.
    fn can_escape(self, c: char) -> bool {
        self == Self::Sgf || matches!(c, ']' | '\\' | '(' | ')' | '[' | ':' | '\n' | '\r')
    }
}

/// How many lines a text may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lines {
    /// One: line breaks become blanks (`SimpleText`).
    One,
    /// Any number: line breaks become LF (`Text`).
    Many,
}

/// Returns the meaning of a value: without escapes and soft line breaks, with LF as line break and blanks for
/// other white space.
pub fn unescape(raw: &str, lines: Lines, escapes: Escapes) -> Cow<'_, str> {
    let bytes = raw.as_bytes();
    // Most texts are labels, and a search costs more than to look at their few bytes.
    if bytes.len() < 8 && bytes.iter().all(|&byte| byte >= b' ' && byte != b'\\') {
        return Cow::Borrowed(raw);
    }
    let has_tabs = memchr3(b'\t', b'\x0b', b'\x0c', bytes).is_some();
    if !has_tabs
        && memchr2(b'\\', b'\r', bytes).is_none()
        && (lines == Lines::Many || memchr(b'\n', bytes).is_none())
    {
        return Cow::Borrowed(raw);
    }
    let mut meaning = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = next_special(&mut chars, lines, has_tabs, &mut meaning) {
        if c != '\\' {
            push_plain(c, &mut chars, lines, &mut meaning);
            continue;
        }
        let mut after = chars.clone();
        match after.next().filter(|c| escapes.can_escape(*c)) {
            Some(c) => {
                chars = after;
                if matches!(c, '\r' | '\n') {
                    skip_partner(c, &mut chars);
                } else {
                    push_plain(c, &mut chars, lines, &mut meaning);
                }
            }
            // The end of the file can cut the value off after the backslash.
            None => meaning.push('\\'),
        }
    }
    Cow::Owned(meaning)
}

/// Appends characters that mean themselves, and takes the one after them: a backslash, the start of a line break other
/// than LF in a text, or, if the value has any, a tab or a form feed.
fn next_special(
    chars: &mut Chars<'_>,
    lines: Lines,
    has_tabs: bool,
    meaning: &mut String,
) -> Option<char> {
    loop {
        let text = chars.as_str();
        let is_special = |byte: &u8| match byte {
            b'\n' => lines == Lines::One,
            byte => matches!(byte, b'\\' | b'\r' | b'\t' | b'\x0b' | b'\x0c'),
        };
        let end = match lines {
            // A search for each kind of byte would pass over the rest of the text once for each tab.
            _ if has_tabs => text.bytes().position(|byte| is_special(&byte)),
            Lines::One => memchr3(b'\\', b'\n', b'\r', text.as_bytes()),
            Lines::Many => memchr2(b'\\', b'\r', text.as_bytes()),
        };
        let (plain, rest) = text.split_at_checked(end.unwrap_or(text.len()))?;
        meaning.push_str(plain);
        *chars = rest.chars();
        let c = chars.next()?;
        // LF CR is one line break.
        if c != '\r' || !plain.ends_with('\n') {
            return Some(c);
        }
    }
}

fn push_plain(c: char, rest: &mut Chars<'_>, lines: Lines, meaning: &mut String) {
    meaning.push(match c {
        '\r' | '\n' => {
            skip_partner(c, rest);
            match lines {
                Lines::One => ' ',
                Lines::Many => '\n',
            }
        }
        '\t' | '\x0b' | '\x0c' => ' ',
        c => c,
    });
}

/// Skips the second half of the line breaks CR LF and LF CR.
fn skip_partner(c: char, rest: &mut Chars<'_>) {
    let partner = if c == '\r' { '\n' } else { '\r' };
    if let Some(after) = rest.as_str().strip_prefix(partner) {
        *rest = after.chars();
    }
}

/// Returns a text as `FF[4]` writes it between brackets, by itself or as a part of a composed value.
pub fn escape(text: &str, composed: bool) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    if composed {
        with_backslashes(text, memchr3_iter(b']', b'\\', b':', bytes))
    } else {
        with_backslashes(text, memchr2_iter(b']', b'\\', bytes))
    }
}

/// Puts a backslash before the characters at some places.
fn with_backslashes(text: &str, mut places: impl Iterator<Item = usize>) -> Cow<'_, str> {
    let Some(first) = places.next() else {
        return Cow::Borrowed(text);
    };
    let mut escaped = String::with_capacity(text.len() + text.len() / 16 + 8);
    let mut start = 0;
    for at in std::iter::once(first).chain(places) {
        escaped.push_str(text.get(start..at).unwrap_or(""));
        escaped.push('\\');
        start = at;
    }
    escaped.push_str(text.get(start..).unwrap_or(""));
    Cow::Owned(escaped)
}

/// Returns a value that is not understood so that `FF[4]` can hold it: unchanged, but with escapes
/// for brackets that lack them and, from Smart-Go, for backslashes that mean themselves.
pub fn verbatim(raw: &str, escapes: Escapes) -> Cow<'_, str> {
    let bytes = raw.as_bytes();
    let backslash = memchr(b'\\', bytes).is_some();
    let strange = match escapes {
        Escapes::Sgf => raw.ends_with('\\'),
        Escapes::SmartGo => backslash,
    };
    if !strange && memchr(b']', bytes).is_none() {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len() + 8);
    let (mut changed, mut rest) = (false, raw);
    let special = |rest: &str| memchr2(b'\\', b']', rest.as_bytes());
    while let Some((before, from)) = special(rest).and_then(|at| rest.split_at_checked(at)) {
        text.push_str(before);
        let mut chars = from.chars();
        if chars.next() == Some(']') {
            changed = true;
            text.push_str("\\]");
        } else {
            let next = chars.next();
            let doubled = next.is_none_or(|c| !escapes.can_escape(c));
            changed |= doubled;
            text.push_str(if doubled { "\\\\" } else { "\\" });
            text.extend(next);
        }
        rest = chars.as_str();
    }
    text.push_str(rest);
    if changed {
        Cow::Owned(text)
    } else {
        Cow::Borrowed(raw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_lose_their_escapes() {
        for (raw, many, one) in [
            ("plain", "plain", "plain"),
            (r"a\]b\\c\:d", r"a]b\c:d", r"a]b\c:d"),
            ("a\\\nb\\\r\nc\\\n\rd\\\re", "abcde", "abcde"),
            ("a\nb\r\nc\n\rd\re", "a\nb\nc\nd\ne", "a b c d e"),
            ("a\n\nb\r\rc", "a\n\nb\n\nc", "a  b  c"),
            ("a\n\rb\n\n\rc\r\n\rd", "a\nb\n\nc\n\nd", "a b  c  d"),
            ("a\n\t\rb\\\n\r\rc", "a\n \nb\nc", "a   b c"),
            ("a\tb\x0bc\x0cd\\\te", "a b c d e", "a b c d e"),
            ("cut off\\", "cut off\\", "cut off\\"),
            (" blanks  stay ", " blanks  stay ", " blanks  stay "),
            ("表\\]ソ", "表]ソ", "表]ソ"),
        ] {
            assert_eq!(unescape(raw, Lines::Many, Escapes::Sgf), many, "{raw:?}");
            assert_eq!(unescape(raw, Lines::One, Escapes::Sgf), one, "{raw:?}");
        }
    }

    #[test]
    fn smart_go_has_fewer_escapes() {
        for (raw, meaning) in [
            (r"a\]b\\c", r"a]b\c"),
            (r"C:\games\new", r"C:\games\new"),
            (r"\(a\)\[b\]\:", "(a)[b]:"),
            ("soft\\\r\nbreak\r\nhard", "softbreak\nhard"),
            ("a\tb", "a b"),
            ("end\\", "end\\"),
        ] {
            assert_eq!(
                unescape(raw, Lines::Many, Escapes::SmartGo),
                meaning,
                "{raw:?}"
            );
        }
    }

    #[test]
    fn nothing_is_copied_without_need() {
        for text in ["", "a", "two\nlines", "日本"] {
            assert!(matches!(
                unescape(text, Lines::Many, Escapes::Sgf),
                Cow::Borrowed(_)
            ));
            assert!(matches!(escape(text, true), Cow::Borrowed(_)));
            assert!(matches!(verbatim(text, Escapes::Sgf), Cow::Borrowed(_)));
        }
        assert!(matches!(
            verbatim(r"a\]b\\", Escapes::Sgf),
            Cow::Borrowed(_)
        ));
    }

    #[test]
    fn escapes_come_back() {
        for text in ["a]b\\c:d", ":", "\\", "]]", "a\nb", "\\\n"] {
            for composed in [false, true] {
                let raw = escape(text, composed);
                assert_eq!(unescape(&raw, Lines::Many, Escapes::Sgf), text, "{raw:?}");
            }
        }
        assert_eq!(escape("a:b", false), "a:b");
        assert_eq!(escape("a:b", true), "a\\:b");
    }

    #[test]
    fn what_is_not_understood_can_be_written() {
        for (raw, sgf, smart_go) in [
            ("a]b", "a\\]b", "a\\]b"),
            (r"a\]b\xc", r"a\]b\xc", r"a\]b\\xc"),
            ("end\\", "end\\\\", "end\\\\"),
            (r"\\", r"\\", r"\\"),
        ] {
            assert_eq!(verbatim(raw, Escapes::Sgf), sgf, "{raw:?}");
            assert_eq!(verbatim(raw, Escapes::SmartGo), smart_go, "{raw:?}");
        }
    }
}
