//! Tests of records that are written.

use super::*;
use crate::record::carry::{Body, LineEnd};

#[test]
fn a_carrier_goes_into_a_canonical_text_of_each_format() {
    let bytes = b"EVENT\r\nREMARK here\r\nB 1 A19\r\n".to_vec();
    let carried = Carried {
        format: Format::Ishi,
        charset: Charset::Utf8,
        mark: false,
        line_end: LineEnd::of(&bytes, Charset::Utf8, Format::Ishi),
        shown: 0,
        signs: String::new(),
        exact: false,
        is_damaged: false,
        body: Body::Whole(bytes),
    };
    for (format, text) in [
        (Format::Sgf, "(;FF[4]GM[1]\n;B[aa])"),
        (Format::SmartGo, "(;GM[1];B[aa])"),
        (Format::Ishi, "EVENT\r\nB 1 A19\r\n"),
    ] {
        let with = with_carrier(format, Charset::Utf8, text, &carried);
        assert!(with.is_some_and(|with| with.contains(MAGIC)), "{format}");
    }
}

#[test]
fn a_text_is_closed_if_the_next_game_is_not_a_part_of_it() {
    let found = [
        ("(;GM[1];B[aa])", "(;GM[1];B[aa])\n"),
        ("words\n(;GM[1];B[aa])\n\n", "(;B[aa])\n"),
        // The next game starts a line, and has the properties of a root.
        ("(;GM[1](;B[aa])", "(;GM[1];B[aa])\n"),
        ("(;GM[1](;B[aa])", "(;B[aa])\n"),
        ("(;GM[1];B[aa]", "(;B[aa])\n"),
        ("(;GM[1];B[aa]C[x", "(;B[aa])\n"),
    ]
    .map(|(text, next)| is_closed(Format::SmartGo, text, next));
    assert_eq!(found, [true, true, true, false, false, false]);
}
