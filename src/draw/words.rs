//! Words and names in drawings.

/// Returns a text with the signs that Ishi has in texts, `▲`, `■` and `♦`, as the board shows them: `△`, `□` and `◇`.
pub fn with_signs(text: &str) -> String {
    let shown = |c| match c {
        '▲' => '△',
        '■' => '□',
        '♦' => '◇',
        c => c,
    };
    text.chars().map(shown).collect()
}
