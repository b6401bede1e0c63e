//! Words and names in drawings.

/// Returns a text with the signs that Ishi has in texts as the board shows them: `▲` -> `△`.
pub fn with_signs(text: &str) -> String {
    text.chars().map(with_sign).collect()
}

/// Returns a text on one line, with single blanks between its words.
pub fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns a sign that Ishi has in texts, `▲`, `■` and `♦`, as the board shows it: `△`, `□` and `◇`.
pub fn with_sign(sign: char) -> char {
    match sign {
        '▲' => '△',
        '■' => '□',
        '♦' => '◇',
        sign => sign,
    }
}
