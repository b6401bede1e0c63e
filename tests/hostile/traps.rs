//! Records that lure a reader into looking at the same text again and again.

use ishi::Format;

/// A pattern, the formats that it is a trap in, and the text of a record by its size.
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
    ("rectangles", TREES, |size| {
        repeated("(;SZ[19]AB", "[aa:ss]", size / 4, ")")
    }),
    ("rectangles of the largest board", &[Format::Sgf], |size| {
        repeated("(;FF[4]SZ[52]AB", "[aa:ZZ]", size / 4, ")")
    }),
    ("boards that are filled and cleared", TREES, |size| {
        let piece = ";AB[aa:ss];AW[aa:ss];AE[aa:ss]";
        repeated("(;SZ[19]", piece, size / 100, ")")
    }),
    ("captures of all stones", TREES, |size| {
        let piece = ";AW[aa:ss];AE[ss]AB[ss];AE[aa:ss]";
        repeated("(;SZ[19]", piece, size / 100, ")")
    }),
    ("territory", TREES, |size| {
        repeated("(;SZ[19]", ";B[aa]TB[aa:ss]TW[aa:ss]", size / 100, ")")
    }),
    ("marks on all points", TREES, |size| {
        let piece = ";TR[aa:ss]SQ[aa:ss]CR[aa:ss]MA[aa:ss]";
        repeated("(;SZ[19]", piece, size / 100, ")")
    }),
    ("setup in variations", TREES, |size| {
        repeated("(;SZ[19]", "(;AB[aa:ss];W[aa])", size / 100, ")")
    }),
    ("setup without closing brackets", TREES, |size| {
        repeated("(;AB", "[aa", size / 2, "])")
    }),
    ("moves without opening brackets", TREES, |size| {
        repeated("(;", ";Baa]", size / 2, ")")
    }),
    ("texts that take in moves", TREES, |size| {
        repeated("(;", ";C[x;B[aa]", size / 4, ")")
    }),
    ("nodes after the end of a game", TREES, |size| {
        repeated("(;", ");B[aa]", size / 4, ")")
    }),
    ("games in a text", TREES, |size| {
        repeated("(;C[", "] (;B[aa]) ", size / 4, "])")
    }),
    ("games whose start is lost", TREES, |size| {
        repeated("", "x;GM[1]SZ[9];B[aa])", size / 8, "")
    }),
    ("backslashes and brackets", TREES, |size| {
        repeated("(;C[", "\\\\\\]] ", size / 2, "])")
    }),
    ("labels with brackets", TREES, |size| {
        repeated("(;LB", "[aa:[x]]", size / 4, ")")
    }),
    ("values that are not of their types", TREES, |size| {
        repeated("(;", ";B[abc]MN[x]", size / 4, ")")
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
    ("prisoners of no move", LINES, |size| {
        repeated("EVENT\nB 1 A1\nPRISONER", " #99", size, "\n")
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
