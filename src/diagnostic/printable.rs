//! Text of records and names of files, made fit for a terminal.
//!
//! A terminal obeys control characters: a name with an ESC sequence in it sets its title, writes to its
//! clipboard or hides the line above. So foreign text is escaped: ESC -> `\u{1b}`.

use std::borrow::Cow;
use std::fmt::Write;

/// Returns a text in one line: control characters, line ends and tabs included, and characters
/// that change the direction of text or cannot be seen are written as `\u{9b}`, `\n`, `\t`.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, |c| !is_harmful(c) && !matches!(c, '\n' | '\t'))
}

/// Escapes a drawing of several lines, but not ESC, because the colours are ESC sequences of this program.
/// Words in drawings have no control characters.
pub fn drawing(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c == '\u{1B}' || !is_harmful(c))
}

/// Escapes a text of several lines, except line feeds and tabs.
pub fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| !is_harmful(c))
}

/// Escapes harmful characters in a JSON document as `\u009b`. They can be only in strings, and have the same
/// meaning there.
pub fn json(text: &str) -> Cow<'_, str> {
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    let mut units = [0; 2];
    for c in text.chars() {
        if is_harmful(c) {
            for unit in c.encode_utf16(&mut units) {
                let _ = write!(shown, "\\u{unit:04x}");
            }
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Returns whether a terminal does something else with a character than show it: C0 but for LF and
/// TAB, DEL, C1, line and paragraph separators, controls of direction, and signs without width.
#[inline]
pub fn is_harmful(c: char) -> bool {
    // Most characters are these, and one comparison tells.
    !matches!(c, ' '..='~')
        && matches!(c,
        '\0'..='\u{8}' | '\u{B}'..='\u{1F}' | '\u{7F}'..='\u{9F}'
        | '\u{61C}' | '\u{180E}' | '\u{200B}' | '\u{200E}' | '\u{200F}'
        | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}'
        | '\u{FFF9}'..='\u{FFFB}' | '\u{E0000}'..='\u{E007F}')
}

fn escaped(text: &str, keeps: impl Fn(char) -> bool) -> Cow<'_, str> {
    if text.chars().all(&keeps) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            _ if keeps(c) => shown.push(c),
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            _ => shown.extend(c.escape_unicode()),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_shown() {
        assert_eq!(line("a\x1b]0;b\x07"), "a\\u{1b}]0;b\\u{7}");
        assert_eq!(line("a\n\r\tb\u{202e}"), "a\\n\\r\\tb\\u{202e}");
        assert_eq!(lines("a\n\r\tb\u{9b}"), "a\n\\r\tb\\u{9b}");
        assert!(matches!(line("Jürgen 章"), Cow::Borrowed("Jürgen 章")));
    }

    #[test]
    fn json_means_the_same() {
        let text = "a\u{9b}\u{202e}\u{e0041}\u{2028}";
        let shown = json(text);
        assert!(shown.is_ascii());
        let back: String = serde_json::from_str(&format!("\"{shown}\"")).unwrap();
        assert_eq!(back, text);
    }
}
