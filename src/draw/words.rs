//! Words and names in drawings.

/// Returns a text with the Ishi signs `\t`, `\s`, `\d` and `\c`, where they are words of their own,
/// as the signs themselves (Ishi Standard Format, section 4.12).
pub fn with_signs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(before);
        let mut letters = behind.chars();
        let sign = letters.next().and_then(sign).filter(|_| {
            let word_goes_on = letters.next().is_some_and(char::is_alphanumeric);
            let word_before = before
                .chars()
                .next_back()
                .is_some_and(char::is_alphanumeric);
            !word_goes_on && !word_before
        });
        if let Some(sign) = sign {
            out.push(sign);
            rest = behind.get(1..).unwrap_or("");
        } else {
            out.push('\\');
            rest = behind;
        }
    }
    out.push_str(rest);
    out
}

fn sign(letter: char) -> Option<char> {
    match letter.to_ascii_lowercase() {
        't' => Some('△'),
        's' => Some('□'),
        'd' => Some('◇'),
        'c' => Some('✓'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_ishi_stand_alone() {
        for (text, shown) in [
            ("marked \\T and \\s,", "marked △ and □,"),
            ("\\d \\c", "◇ ✓"),
            ("C:\\data \\test a\\c \\x", "C:\\data \\test a\\c \\x"),
            ("\\", "\\"),
            ("\\té", "\\té"),
        ] {
            assert_eq!(with_signs(text), shown);
        }
    }
}
