//! Tests of how much of a text travels.

use super::*;
use crate::model::{BoardSize, Id, NodeId, Property, Value};

#[test]
fn a_first_node_is_made_whole_with_its_own_line_ends() {
    let sgf = "(;FF[4]GM[1]\r\n;B[aa]\r\n)";
    let ishi = "EVENT x\r\nBLACK Anna\r\nB 1 C3\r\n";
    for (format, head, canonical, expected) in [
        (Format::Sgf, "(;C[y]", sgf, "(;C[y]\r\n;B[aa]\r\n)"),
        (Format::Sgf, "(;C[y]\n", sgf, "(;C[y]\n\n;B[aa]\n)"),
        (
            Format::Sgf,
            "(;C[y]\r\nN[z]\n",
            sgf,
            "(;C[y]\r\nN[z]\n\r\n;B[aa]\r\n)",
        ),
        (Format::Ishi, "EVENT y\n", ishi, "EVENT y\nB 1 C3\n"),
        (Format::Ishi, "EVENT y\r\n", ishi, "EVENT y\r\nB 1 C3\r\n"),
    ] {
        let found = completed(format, head, canonical);
        assert_eq!(found.as_deref(), Some(expected), "{head:?}");
    }
}

#[test]
fn points_of_four_times_the_text_and_a_megabyte_are_not_compared() {
    // Smart-Go writes each point of the board, with four bytes.
    let nodes = |count: usize| {
        let mut game = Game::new();
        let mut at = NodeId::ROOT;
        for _ in 0..count {
            at = game.add_child(at);
            let board = [BoardSize::square(16).area()];
            game.add_property(at, Property::new(Id::Dimmed, Value::Points(board.into())));
        }
        [game]
    };
    for (count, length, expected) in [
        (1024, 0, false),
        (1025, 0, true),
        (1025, 1025 * 256, false),
        (1025, 1025 * 256 - 1, true),
    ] {
        let text = Text {
            format: Format::SmartGo,
            charset: Charset::Ascii,
            mark: false,
            bytes: vec![b' '; length],
        };
        let decoded = text.decoded();
        let own = Spelled::of_text(&text, &decoded);
        let games = nodes(count);
        assert_eq!(is_far_longer(own, &games), expected, "{count} {length}");
    }
}

#[test]
fn the_whole_text_travels_if_its_charset_lacks_a_letter_of_the_rest() {
    // The byte FF is no character, and `Shift_JIS` cannot write the U+FFFD of the canonical text.
    let head = b"(;FF[4]GM[1]CA[shift_jis]SZ[9]RU[\x95\x5c]US[x  y]";
    let mut found = Vec::new();
    for rest in [&b"\n;B[aa]C[x])\n"[..], b"\n;B[aa]C[\xFF])\n"] {
        let source = [&head[..], rest].concat();
        let result = crate::convert(&source, Format::Ishi).unwrap();
        let text = String::from_utf8_lossy(&result);
        let title = text.lines().find(|line| line.starts_with("USER ishi"));
        let extent = title.and_then(|title| title.rsplit(' ').next());
        found.push(extent.unwrap_or_default().to_owned());
        assert_eq!(crate::convert(&result, Format::Sgf).unwrap(), source);
    }
    assert_eq!(found, ["head", "whole"]);
}
