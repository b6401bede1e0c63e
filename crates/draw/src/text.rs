//! Drawings made of characters.

#[cfg(feature = "backgammon")]
mod backgammon;
mod board;

use std::borrow::Cow;
use std::fmt::Write;

use any_ascii::any_ascii_char;
use unicode_width::UnicodeWidthStr;

use super::{Board, Drawing, Picture};

/// How a drawing made of characters looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextOptions {
    /// The width of the terminal in columns; words are wrapped to it.
    pub width: usize,
    /// Whether any character may be used; else all is ASCII.
    pub unicode: bool,
    /// Whether the board is coloured, with the escape sequences of ANSI terminals.
    pub color: bool,
}

impl Default for TextOptions {
    /// 80 columns of plain ASCII.
    fn default() -> Self {
        Self {
            width: 80,
            unicode: false,
            color: false,
        }
    }
}

/// The narrowest and the widest column of words next to a board.
const WORDS: std::ops::RangeInclusive<usize> = 30..=60;

/// Lines of text that are all equally wide, but for escape sequences.
struct TextBlock {
    width: usize,
    lines: Vec<String>,
}

/// Draws, each line ending with a line break.
pub fn draw(drawing: &Drawing, options: &TextOptions) -> String {
    let (block, facts) = match &drawing.picture {
        Picture::Go(board) => board::draw(board, *options),
        #[cfg(feature = "backgammon")]
        Picture::Backgammon(position) => backgammon::draw(position, *options),
    };
    let left = block.width + 3;
    let beside = options.width.saturating_sub(left);
    if beside >= *WORDS.start() {
        let words = words(drawing, &facts, beside.min(*WORDS.end()), *options);
        return side_by_side(&block, &words);
    }
    let mut out = String::new();
    for line in block.lines.iter().skip_while(|line| line.is_empty()) {
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let words = words(drawing, &facts, options.width.max(20), *options);
    if !words.is_empty() {
        out.push('\n');
    }
    for line in &words {
        let _ = writeln!(out, "{line}");
    }
    out
}

fn side_by_side(block: &TextBlock, words: &[String]) -> String {
    let mut out = String::new();
    // The words start in the first row, below the letters of the columns.
    let rows = block.lines.len().max(words.len() + 1);
    for row in 0..rows {
        let line = block.lines.get(row).map_or("", String::as_str);
        let word = row.checked_sub(1).and_then(|row| words.get(row));
        match word.filter(|word| !word.is_empty()) {
            Some(word) if line.is_empty() => {
                let _ = writeln!(out, "{:width$}   {word}", "", width = block.width);
            }
            Some(word) => {
                let _ = writeln!(out, "{line}   {word}");
            }
            None => {
                let _ = writeln!(out, "{}", line.trim_end());
            }
        }
    }
    out
}

/// Returns all words around the board, in wrapped lines.
fn words(drawing: &Drawing, facts: &[String], width: usize, options: TextOptions) -> Vec<String> {
    let mut lines = Vec::new();
    let mut add = |text: &str| {
        for paragraph in text.lines() {
            let clean = printable(paragraph, options.unicode);
            lines.extend(
                textwrap::wrap(&clean, width)
                    .into_iter()
                    .map(Cow::into_owned),
            );
        }
    };
    if let Some(caption) = &drawing.caption {
        add(caption);
        add("\n");
    }
    for fact in facts {
        add(fact);
    }
    if !drawing.notes.is_empty() {
        add(&drawing.notes.join(", "));
    }
    if let Some(comment) = &drawing.comment {
        add("\n");
        add(comment);
    }
    // Two blank lines become one, and blank lines at the end are removed.
    lines.dedup_by(|line, before| line.is_empty() && before.is_empty());
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    if lines.first().is_some_and(String::is_empty) {
        lines.remove(0);
    }
    lines
}

/// Returns a text without control characters for the terminal, in ASCII if it must be.
fn printable(text: &str, unicode: bool) -> String {
    let clean = text.chars().filter(|c| !c.is_control() && !is_steering(*c));
    if unicode {
        clean.collect()
    } else {
        clean.fold(String::new(), |mut out, c| {
            match c {
                '△' => out.push_str("(^)"),
                '□' => out.push_str("(#)"),
                '◇' => out.push_str("(<>)"),
                '✓' => out.push_str("(v)"),
                c => out.push_str(any_ascii_char(c)),
            }
            out
        })
    }
}

/// Returns whether a character changes the direction of writing.
fn is_steering(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns how many columns a text takes.
fn columns(text: &str) -> usize {
    text.width()
}

/// Returns the facts about a board of Go that all drawings tell.
fn board_facts(board: &Board) -> Vec<String> {
    let mut facts = Vec::new();
    if let Some(last) = board.last {
        let place = last.place.name(board.size);
        let (number, color) = (last.number, last.color);
        facts.push(format!("Move {number}: {color} {place}"));
    }
    let [black, white] = board.captures;
    if black + white > 0 {
        facts.push(format!("Captured: {black} by Black, {white} by White"));
    }
    for line in &board.lines {
        let what = if line.arrow { "Arrow" } else { "Line" };
        let (from, to) = (board.name(line.from), board.name(line.to));
        facts.push(format!("{what} from {from} to {to}"));
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Signs;

    fn drawn(text: &str, width: usize, unicode: bool) -> String {
        let record = ishi::read(text.as_bytes()).unwrap();
        let game = &record.games[0];
        let node = game.find("end").unwrap();
        let drawing = Drawing::position(game, node, Signs::Sgf).unwrap();
        let options = TextOptions {
            width,
            unicode,
            color: false,
        };
        drawing.text(&options)
    }

    #[test]
    fn words_are_next_to_the_board_if_they_have_thirty_columns() {
        let text = "(;FF[4]SZ[2]C[one two])";
        let next = "   A B\n2  . .  2   one two\n1  . .  1\n   A B\n";
        assert_eq!(drawn(text, 42, false), next);
        let below = "   A B\n2  . .  2\n1  . .  1\n   A B\n\none two\n";
        assert_eq!(drawn(text, 41, false), below);
        let none = "   A B\n2  . .  2\n1  . .  1\n   A B\n";
        for width in [41, 42] {
            assert_eq!(drawn("(;FF[4]SZ[2])", width, false), none);
        }
    }

    #[test]
    fn more_words_than_rows_go_on_below_the_board() {
        let text = "(;FF[4]SZ[2]N[name]C[a\n\n\nb\nc])";
        let expected =
            "   A B\n2  . .  2   name\n1  . .  1\n   A B      a\n\n            b\n            c\n";
        assert_eq!(drawn(text, 42, false), expected);
    }

    #[test]
    fn words_have_twenty_to_sixty_columns() {
        let widest = |width: usize, first: usize, second: usize| {
            let words = format!("{} {}", "x".repeat(first), "y".repeat(second));
            let drawn = drawn(&format!("(;FF[4]SZ[2]C[{words}])"), width, false);
            drawn.contains(&words)
        };
        assert!(widest(42, 15, 14) && !widest(42, 15, 15));
        assert!(widest(71, 30, 28) && !widest(71, 30, 29));
        assert!(widest(200, 30, 29) && !widest(200, 30, 30));
        assert!(widest(41, 20, 20) && !widest(41, 20, 21));
        assert!(widest(1, 10, 9) && !widest(1, 10, 10));
    }

    #[test]
    fn a_label_has_four_columns_and_a_longer_one_is_told() {
        let text = "(;FF[4]SZ[2]LB[aa:abcd][ba:abcde])";
        let (blanks, plain) = ("   A     B", "2  .abcd .abc~  2   B2: abcde");
        let expected = format!("{blanks}\n{plain}\n1  .     .      1\n{blanks}\n");
        assert_eq!(drawn(text, 80, false), expected);
        let rich = "2  abcd──abc…   2   B2: abcde";
        let expected = format!("{blanks}\n{rich}\n1  └─────┘      1\n{blanks}\n");
        assert_eq!(drawn(text, 80, true), expected);
        let wide = drawn("(;FF[4]SZ[2]LB[aa:日本][ba:日本語])", 80, true);
        assert_eq!(wide.lines().nth(1), Some("2  日本──日…    2   B2: 日本語"));
    }

    #[test]
    fn a_text_shows_no_controls_and_in_ascii_signs_in_brackets() {
        let text = "a\u{7}b\u{202e}c\u{2066}d\u{200f}△□◇✓é";
        assert_eq!(printable(text, true), "abcd△□◇✓é");
        assert_eq!(printable(text, false), "abcd(^)(#)(<>)(v)e");
    }
}
