//! Records that lure a reader into looking at the same text again and again.

use ishi::Format;

/// What a record is made of, the formats that it is a trap in, and its text by its size.
pub type Trap = (&'static str, &'static [Format], fn(usize) -> String);

const TREES: &[Format] = &[Format::Sgf, Format::SmartGo];
const LINES: &[Format] = &[Format::Ishi];

/// All traps. A piece of each is repeated as many times as the size requires.
pub const TRAPS: &[Trap] = &[
    ("open brackets", TREES, |size| {
        repeated("(;C", "[", size, "")
    }),
    ("closing brackets", TREES, |size| {
        repeated("(;C[", "]", size, "")
    }),
    ("values that may go on", TREES, |size| {
        repeated("(;C[", "] ", size, "x")
    }),
    ("values that begin again", TREES, |size| {
        repeated("(;C", "[x", size, "")
    }),
    ("identifiers", TREES, |size| repeated("(;", "A", size, "")),
    ("parentheses", TREES, |size| repeated("", "(", size, ";")),
    ("closing parentheses", TREES, |size| {
        repeated("(;", ")", size, "")
    }),
    ("backslashes", TREES, |size| {
        repeated("(;C[", "\\", size, "")
    }),
    ("white space", TREES, |size| {
        repeated("(;", "  \n", size, "")
    }),
    ("rubbish", TREES, |size| repeated("(;", "?1", size, "")),
    ("text before a game", TREES, |size| {
        repeated("", "( text ", size, "(;)")
    }),
    ("open comments", LINES, |size| {
        repeated("EVENT\n", "COM\n", size, "")
    }),
    ("ends", LINES, |size| {
        repeated("EVENT\n", "ENDVAR\n", size, "")
    }),
    ("unknown words", LINES, |size| {
        repeated("EVENT\n", "WHAT\n", size, "")
    }),
    ("remarks", LINES, |size| {
        repeated("EVENT\n", "REMARK\n", size, "")
    }),
    ("sizes", LINES, |size| {
        repeated("EVENT\n", "BOARDSIZE 9\n", size, "")
    }),
    ("setups", LINES, |size| {
        repeated("EVENT\n", "SETUP B A1\n", size, "")
    }),
    ("diagrams", LINES, |size| {
        repeated("EVENT\n", "DIAGRAM\n", size, "")
    }),
    ("figures", LINES, |size| {
        repeated("EVENT\nB 1 A1\n", "DIAGRAM A1 B2\nHIDE A1\n", size, "")
    }),
    ("late variations", LINES, |size| {
        repeated("EVENT\nB 1 A1\nDIAGRAM\n", "VAR\n", size, "")
    }),
    ("small games", LINES, |size| {
        repeated("", "EVENT\nREMARK a\nBLACK x\n", size / 20, "")
    }),
    ("titles", LINES, |size| {
        repeated("EVENT ", "EVENT ", size, "")
    }),
];

/// Returns a text made of a start, a piece many times, and an end.
pub fn repeated(start: &str, piece: &str, count: usize, end: &str) -> String {
    let mut text = String::with_capacity(start.len() + piece.len() * count + end.len());
    text.push_str(start);
    for _ in 0..count {
        text.push_str(piece);
    }
    text.push_str(end);
    text
}
