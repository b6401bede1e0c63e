//! Tests of the pieces of each format.

use crate::dispatch;
use crate::format::Format;

/// Returns the pieces of the games of a text: the node of each, and its text.
fn pieces(format: Format, text: &str) -> Vec<String> {
    let (_, cuts) = dispatch::pieces(format, text);
    let games = cuts.iter().map(|cut| {
        let pieces = cut.pieces.iter().map(|piece| {
            let words = text.get(piece.span.start..piece.span.end).unwrap_or("?");
            format!("{}{}", piece.node, words.replace(['\r', '\n'], "/"))
        });
        let mut shared: Vec<_> = cut.shared.iter().collect();
        shared.sort();
        let shared = shared.iter().map(|(node, first)| format!("{node}={first}"));
        pieces.chain(shared).collect::<Vec<_>>().join(" ")
    });
    games.collect()
}

#[test]
fn a_game_of_the_bracketed_formats_is_cut_into_signs_and_properties() {
    for (text, expected) in [
        ("(;FF[4];B[aa])", "0( 0; 0FF[4] 1; 1B[aa] 0)"),
        (
            "(;B[aa];W[bb](;B[cc] )(;B[dd];W[ee]))",
            "0( 0; 0B[aa] 1; 1W[bb] 2( 2; 2B[cc] 2) 3( 3; 3B[dd] 4; 4W[ee] 3) 0)",
        ),
        (
            "((;B[aa])(;B[bb]))",
            "0( 0( 0; 0B[aa] 0) 1( 1; 1B[bb] 1) 0)",
        ),
        ("(;AB[aa]\n[bb] C [x])", "0( 0; 0AB[aa]/[bb] 0C [x] 0)"),
        ("(;AB[aa] x [bb]C[x])", "0( 0; 0AB[aa] 0x [bb] 0C[x] 0)"),
        (
            "(;AB[aa]B[bb];W[cc])",
            "0( 0; 0AB[aa] 0B[bb] 2; 2W[cc] 0) 0=0 1=0",
        ),
        ("(;C[a])) (;C[b])", "0( 0; 0C[a] 0)"),
        ("(;B[aa]C[x", "0( 0; 0B[aa] 0C[x"),
    ] {
        assert_eq!(pieces(Format::Sgf, text).join(" | "), expected, "{text}");
    }
}

#[test]
fn a_game_of_ishi_is_cut_into_keywords_with_their_lines() {
    for (text, expected) in [
        ("EVENT a\nBLACK b\nB 1 C3\n", "0EVENT a/ 0BLACK b/ 1B 1 C3/"),
        (
            "EVENT a\nCOM\nx\nENDCOM\nSETUP B C3\nMARK a@C3\nB 1 D4\nVAR\nB 1 E5\nENDVAR\nDIAGRAM\nMARK b@D4\n",
            "0EVENT a/ 0COM/x/ENDCOM/ 0SETUP B C3/ 0MARK a@C3/ 1B 1 D4/ 2VAR/ 2B 1 E5/ 2ENDVAR/ 3DIAGRAM/ 3MARK b@D4/",
        ),
        (
            "EVENT a\nB 1 C3\nnonsense\nEVENT b\nW 1 D4",
            "0EVENT a/ 1B 1 C3/ 1nonsense/ | 0EVENT b/ 1W 1 D4",
        ),
    ] {
        assert_eq!(pieces(Format::Ishi, text).join(" | "), expected, "{text}");
    }
}
