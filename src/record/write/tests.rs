//! Tests of records that are written.

use super::*;
use crate::model::NodeId;
use crate::record::carry::{Extent, LineEnd};

#[test]
fn a_carrier_goes_into_a_canonical_text_of_each_format() {
    let bytes = b"EVENT\r\nREMARK here\r\nB 1 A19\r\n".to_vec();
    let carried = Carried {
        format: Format::Ishi,
        charset: Charset::Utf8,
        mark: false,
        line_end: LineEnd::of(&bytes, Charset::Utf8),
        extent: Extent::Whole,
        bytes,
        gaps: Vec::new(),
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

fn game(text: &str) -> Game<'_> {
    let log = &mut crate::diagnostic::Diagnostics::new();
    dispatch::read(Format::Sgf, text, log).remove(0)
}

#[test]
fn properties_have_the_order_and_the_form_of_the_record_where_they_mean_the_same() {
    for (natives, own, expected) in [
        (
            &["(;AB[bb]AW[aa]C[x])"][..],
            "(;AW[aa]C[y]AB[bb]N[z])",
            "AB[bb]AW[aa]C[y]N[z]",
        ),
        (&["(;KM[6.50]C[x])"], "(;C[x]KM[6.5])", "KM[6.50]C[x]"),
        // Properties that the record lacks come last, in their order.
        (&["(;C[x])"], "(;N[z]PB[a]C[x])", "C[x]N[z]PB[a]"),
        // Several games, or another tree, are not compared.
        (
            &["(;AB[bb]AW[aa])", "(;)"],
            "(;AW[aa]AB[bb])",
            "AW[aa]AB[bb]",
        ),
        (
            &["(;AB[bb]AW[aa];B[cc])"],
            "(;AW[aa]AB[bb])",
            "AW[aa]AB[bb]",
        ),
    ] {
        let natives: Vec<_> = natives.iter().map(|text| game(text)).collect();
        let mut own = game(own);
        spell_as(&natives, &mut own);
        let properties = own.properties(NodeId::ROOT).iter();
        let found: String = properties.map(bracket::property::property_text).collect();
        assert_eq!(found, expected);
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
