//! Tests of the proof.

use super::*;
use crate::diagnostic::Diagnostics;
use crate::dispatch;

fn game(text: &str) -> Game<'_> {
    let log = &mut Diagnostics::without_positions();
    dispatch::read(Format::Sgf, text, log).remove(0)
}

/// Returns the verdict on results, in the place of the games that were read back.
fn verdict(source: &str, results: &[&str], to: Format) -> String {
    let back: Vec<_> = results.iter().map(|text| game(text)).collect();
    match shown(&game(source), &back, Outcome::Kept, to).1 {
        None => "proven".to_owned(),
        Some((Some(node), difference)) => format!("node {node}: {difference}"),
        Some((None, difference)) => difference,
    }
}

#[test]
fn the_moves_are_all_there_and_in_their_order() {
    for (source, results, expected) in [
        ("(;B[aa];W[bb])", &["(;B[aa];W[bb])"][..], "proven"),
        ("(;SZ[9];B[tt])", &["(;SZ[9];B[])"], "proven"),
        (
            "(;B[aa];W[bb])",
            &["(;B[aa])"],
            "node 1: its move is not there",
        ),
        (
            "(;B[aa];W[bb])",
            &["(;B[aa];B[bb])"],
            "node 1: its move is not there",
        ),
        (
            "(;B[aa];W[bb])",
            &["(;B[aa];W[bc])"],
            "node 1: its move is not there",
        ),
        (
            "(;B[aa];W[bb];B[cc])",
            &["(;W[bb];B[aa];B[cc])"],
            "node 0: its move comes after another one",
        ),
        ("(;B[aa])", &["(;B[aa];W[bb])"], "it has one move more"),
        ("(;B[aa])", &["(;B[aa];W[bb];B[cc])"], "it has 2 moves more"),
        (
            "(;B[aa](;W[bb])(;W[cc]))",
            &["(;B[aa](;W[cc])(;W[bb]))"],
            "proven",
        ),
        (
            "(;B[aa](;W[bb])(;W[cc]))",
            &["(;B[aa];W[bb];W[cc])"],
            "node 2: its move comes after another one",
        ),
        (
            "(;B[aa](;W[bb])(;W[bb]))",
            &["(;B[aa];W[bb])"],
            "node 2: its move is not there",
        ),
        // A further game starts with the move after setup stones in mid-game.
        (
            "(;B[aa];AB[bb];W[cc];B[dd])",
            &["(;B[aa])", "(;AB[aa][bb];W[cc];B[dd])"],
            "proven",
        ),
        (
            "(;B[aa];W[cc])",
            &["(;W[cc];B[aa])"],
            "node 0: its move comes after another one",
        ),
    ] {
        assert_eq!(
            verdict(source, results, Format::Ishi),
            expected,
            "{source} {results:?}"
        );
    }
}

#[test]
fn properties_that_a_format_expresses_are_there() {
    for (source, result, expected) in [
        (
            "(;;B[aa]C[x])",
            "(;;B[aa])",
            "node 1: comment (C) of node 1",
        ),
        (
            "(;;B[aa]C[x])",
            "(;;B[aa]C[y])",
            "node 1: comment (C) of node 1",
        ),
        ("(;;B[aa])", "(;;B[aa]C[y])", "proven"),
        (
            "(;;B[aa])",
            "(;;B[aa]TR[bb])",
            "node 1: triangles (TR) of node 1",
        ),
        (
            "(;;B[aa]TR[bb][cc])",
            "(;;B[aa]TR[bb])",
            "node 1: triangles (TR) of node 1",
        ),
        ("(;;B[aa]TR[bb][cc])", "(;;B[aa]TR[cc][bb])", "proven"),
        (
            "(;;B[aa]LB[bb:a])",
            "(;;B[aa]LB[bb:b])",
            "node 1: labels (LB) of node 1",
        ),
        ("(;PB[Anna])", "(;)", "node 0: black player (PB) of node 0"),
        // Ishi cannot express these.
        ("(;;B[aa]C[a \t])", "(;;B[aa])", "proven"),
        ("(;;B[aa]LB[bb:abc])", "(;;B[aa])", "proven"),
        ("(;;B[aa]AR[bb:cc])", "(;;B[aa])", "proven"),
        ("(;;B[aa]XX[1])", "(;;B[aa])", "proven"),
    ] {
        assert_eq!(
            verdict(source, &[result], Format::Ishi),
            expected,
            "{source} {result}"
        );
    }
}

#[test]
fn properties_of_moves_are_there_in_another_tree_too() {
    let source = "(;B[aa]C[x];AB[bb];W[cc]C[y]TR[dd][ee];B[ff]C[y])";
    let start = "(;B[aa]C[x])";
    for (rest, expected) in [
        ("(;AB[aa][bb];W[cc]C[y]TR[dd][ee];B[ff]C[y])", "proven"),
        ("(;AB[aa][bb];W[cc]C[y]TR[ee][dd];B[ff]C[y])", "proven"),
        (
            "(;AB[aa][bb];W[cc]TR[dd][ee];B[ff]C[y])",
            "node 2: comment (C) of node 2",
        ),
        (
            "(;AB[aa][bb];W[cc]C[y]TR[dd];B[ff]C[y])",
            "node 2: triangles (TR) of node 2",
        ),
        (
            "(;AB[aa][bb];W[cc]C[y]TR[dd][ee];B[ff]C[z])",
            "node 3: comment (C) of node 3",
        ),
    ] {
        assert_eq!(
            verdict(source, &[start, rest], Format::Ishi),
            expected,
            "{rest}"
        );
    }
}

#[test]
fn ordinary_values_are_those_that_each_format_writes() {
    // In the first node or at a move: the first list has ordinary properties, and the second list has others.
    for (in_root, ordinary, other) in [
        (
            true,
            "PB[Anna] DT[1990-03-08] RE[B+3] HA[2] KM[6.5] C[One,/two.]",
            "",
        ),
        (
            true,
            "",
            "PB[1k] DT[soon] RE[maybe] HA[02] KM[-6.5] KM[] EV[A:_b] GC[END]",
        ),
        (true, "AB[aa]", "MN[1]"),
        (
            false,
            "C[Well_ended] N[name] TR[aa][bb] LB[aa:a][bb:99] LN[aa:bb][cc:dd] MN[7]",
            "",
        ),
        (
            false,
            "",
            "C[x__y] C[_x] C[x_] C[x//endvar] C[endvar] C[x//y] C[a\\] PB[Anna]",
        ),
        (
            false,
            "LB[aa:1] LB[aa:ab]",
            "LB[aa:0] LB[aa:100] LB[aa:abc] LB[aa:] LB[aa:a1] LB[aa:a][aa:b]",
        ),
        (
            false,
            "TR[ii]",
            "TR[jj] TR[aa:bb][bb] LN[aa:jj] LN[aa:bb][bb:aa] BL[1:00]",
        ),
    ] {
        for (list, expected) in [(ordinary, true), (other, false)] {
            for one in list.split(' ').filter(|one| !one.is_empty()) {
                let one = one.replace('_', " ").replace('/', "\n");
                let text = if in_root {
                    format!("(;GM[1]FF[4]SZ[9]{one};B[ee])")
                } else {
                    format!("(;GM[1]FF[4]SZ[9];B[ee]{one})")
                };
                let game = game(&text);
                let node = game.nodes().nth(usize::from(!in_root)).unwrap();
                let own = game.properties(node).iter();
                let of_header = [Id::FileFormat, Id::GameKind, Id::Size];
                let mut own = own.filter(|property| !of_header.iter().any(|id| property.is(*id)));
                let found = own.any(|property| is_ordinary(&game, node, property, Format::Sgf));
                assert_eq!(found, expected, "{text}");
            }
        }
    }
    let game = game("(;GM[1]FF[4]SZ[9];AB[aa]C[x]N[y]TR[bb]SQ[bb];AB[cc];AW[cc]AB[dd])");
    let ordinary = |to| {
        let mut found = Vec::new();
        for node in game.nodes() {
            let own = game.properties(node).iter();
            let own = own.filter(|property| is_ordinary(&game, node, property, to));
            found.extend(own.map(|property| property.ident.to_string()));
        }
        found.join(" ")
    };
    // A comment of a node with a name is not ordinary, nor are two marks on one point, nor setup in mid-game to Ishi.
    assert_eq!(ordinary(Format::Sgf), "AB N AB AW AB");
    assert_eq!(ordinary(Format::Ishi), "N");
}

#[test]
fn the_first_property_that_is_not_there_is_named() {
    assert_eq!(
        verdict(
            "(;;B[aa]C[x];W[bb]C[y])",
            &["(;;B[aa];W[bb])"],
            Format::Ishi
        ),
        "node 1: comment (C) of node 1"
    );
}

#[test]
fn values_are_ordinary_only_if_they_are_at_their_place_and_alone() {
    let mut wrong = Vec::new();
    for (one, expected) in [
        ("BL[90.5]", true),
        ("OB[3]", true),
        ("C[weekend]", true),
        ("C[(Well!?-done);]", true),
        ("C[]", false),
        ("C[ended]", false),
        ("C[a]GC[b]", false),
        ("N[a]N[b]", false),
        ("DD[]", false),
        ("LB[jj:a]", false),
        ("LB[ee:a]", true),
        ("TR[aa]LB[aa:b]", false),
        ("TR[aa:bb]LB[bb:b]", false),
        ("LN[aa:aa]", false),
        ("LN[aa:bb][aa:cc]", true),
        ("LN[aa:bb]AR[cc:dd]", false),
    ] {
        let text = format!("(;GM[1]FF[4]SZ[9];B[ee]{one})");
        let game = game(&text);
        let node = game.nodes().nth(1).unwrap();
        let mut own = game.properties(node).iter();
        if own.any(|property| is_ordinary(&game, node, property, Format::Sgf)) != expected {
            wrong.push(one);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
    let chess = game("(;GM[3]FF[4]C[x];B[e2e4]C[x])");
    let own = chess.properties(NodeId::ROOT).iter();
    let mut own = own.filter(|property| property.is(Id::Comment));
    assert!(own.all(|property| !is_ordinary(&chess, NodeId::ROOT, property, Format::Sgf)));
}
