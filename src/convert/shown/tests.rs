//! Tests of the constructs that a result shows.

use super::*;
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::format::Format;
use crate::model::{Color, Move, Place};

fn game(text: &str) -> Game<'_> {
    dispatch::read(Format::Sgf, text, &mut Diagnostics::new()).remove(0)
}

/// Returns the number of native constructs, then each other one with the number of its node in the order of the file.
fn told(game: &Game<'_>, outcomes: &Outcomes) -> String {
    let native = outcomes.count(Outcome::Native).to_string();
    let others = outcomes.items().iter().map(|item| {
        let node = game.nodes().position(|node| node == item.node).unwrap();
        format!("; {} {} {node}", item.outcome, item.what)
    });
    native + &others.collect::<String>()
}

#[test]
fn constructs_are_native_kept_or_shown_in_another_form() {
    for (source, results, expected) in [
        (
            "(;C[x];B[aa]N[y];W[bb])",
            &["(;C[x];B[aa]N[y];W[bb])"][..],
            "4",
        ),
        ("(;;B[aa]LB[aa:x])", &["(;;B[aa])"], "1; kept labels (LB) 1"),
        (
            "(;;B[aa]C[x]ZZ[1])",
            &["(;;B[aa]C[y])"],
            "1; adapted comment (C) 1; kept private property (ZZ) 1",
        ),
        // A comment tells a name, but not a number that happens to be in it.
        (
            "(;;B[aa]N[Anna])",
            &["(;;B[aa]C[by Anna])"],
            "1; adapted node name (N) 1",
        ),
        (
            "(;;B[aa]N[12])",
            &["(;;B[aa]C[move 12])"],
            "1; kept node name (N) 1",
        ),
        // Other marks tell marks if they are on all of their points.
        (
            "(;;B[aa]TR[aa][bb])",
            &["(;;B[aa]CR[aa:cc])"],
            "1; adapted triangles (TR) 1",
        ),
        (
            "(;;B[aa]TR[aa][dd])",
            &["(;;B[aa]CR[aa:cc])"],
            "1; kept triangles (TR) 1",
        ),
        (
            "(;;B[aa]DD[])",
            &["(;;B[aa]CR[aa:cc])"],
            "1; kept dimmed points (DD) 1",
        ),
        (
            "(;;C[x];B[aa])",
            &["(;;FG[]C[x];B[aa])"],
            "2; adapted node without a move 1",
        ),
        ("(;;B[aa]C[x])", &["(;;B[aa]FG[]C[x])"], "2"),
        ("(;;FG[];B[aa])", &["(;;FG[]C[x];B[aa])"], "2"),
        (
            "(;B[aa];W[bb])",
            &["(;;B[aa];W[bb])"],
            "1; adapted move in the first node 0",
        ),
        ("(;B[aa];W[bb])", &["(;B[aa];W[bb])"], "2"),
        (
            "(;;B[aa])",
            &["(;;B[bb])"],
            "0; adapted place of a node 1; adapted place of a move 1",
        ),
        (
            "(;SZ[9];B[kk])",
            &["(;SZ[9];B[])"],
            "0; adapted move off the board 1",
        ),
    ] {
        let game = game(source);
        let back: Vec<_> = results.iter().map(|text| self::game(text)).collect();
        let found = told(&game, &shown(&game, &back, Outcome::Kept, Format::Sgf).0);
        assert_eq!(found, expected, "{source} {results:?}");
    }
}

#[test]
fn nodes_at_another_place_in_the_tree_are_told() {
    for (source, results, expected) in [
        (
            "(;;B[aa](;W[bb];B[dd])(;W[cc]))",
            &["(;;B[aa](;W[cc])(;W[bb];B[dd]))"][..],
            "4; adapted place of a variation 2; adapted place of a variation 4",
        ),
        // A node and the node above it are one node.
        (
            "(;AB[aa];AW[bb];B[cc])",
            &["(;AB[aa]AW[bb];B[cc])"],
            "3; adapted setup stones in a separate node 1",
        ),
        (
            "(;N[x];AW[bb];B[cc])",
            &["(;N[x]AW[bb];B[cc])"],
            "3; adapted setup stones in a separate node 1",
        ),
        (
            "(;AB[bb];N[x];B[cc])",
            &["(;AB[bb]N[x];B[cc])"],
            "3; adapted setup stones in a separate node 1",
        ),
        (
            "(;C[x];AE[aa];W[cc])",
            &["(;C[x]AE[aa];W[cc])"],
            "3; adapted setup stones in a separate node 1",
        ),
        (
            "(;N[x];C[y];B[cc])",
            &["(;N[x]C[y];B[cc])"],
            "3; adapted place of a node 1",
        ),
        // A further game starts with setup stones in mid-game.
        (
            "(;;B[aa];AW[bb];W[cc])",
            &["(;;B[aa])", "(;AB[aa]AW[bb];W[cc])"],
            "3; adapted setup stones in mid-game 2",
        ),
    ] {
        let game = game(source);
        let back: Vec<_> = results.iter().map(|text| self::game(text)).collect();
        let found = told(&game, &shown(&game, &back, Outcome::Kept, Format::Sgf).0);
        assert_eq!(found, expected, "{source} {results:?}");
        // Without carriers all of them are lost.
        let found = told(&game, &shown(&game, &back, Outcome::Lost, Format::Sgf).0);
        let lost = expected.replace("adapted", "lost").replace("kept", "lost");
        assert_eq!(found, lost, "{source} {results:?}");
    }
}

#[test]
fn a_move_that_could_not_be_read_travels_as_words() {
    let mut own = game("(;C[x];B[aa];W[bb])");
    let node = own.nodes().nth(1).unwrap();
    let place = Place::Unreadable;
    own.set_move(
        node,
        Some(Move {
            color: Color::Black,
            place,
        }),
    );
    let back = [game("(;C[x];B[];W[bb])")];
    let expected = "2; kept unreadable move 1";
    assert_eq!(
        told(&own, &shown(&own, &back, Outcome::Kept, Format::Sgf).0),
        expected
    );
    let expected = "2; lost unreadable move 1";
    assert_eq!(
        told(&own, &shown(&own, &back, Outcome::Lost, Format::Sgf).0),
        expected
    );
    let other = game("(;C[x];B[aa]N[y];W[bb])");
    let same = [other.clone()];
    assert_eq!(
        told(&other, &shown(&other, &same, Outcome::Kept, Format::Sgf).0),
        "4"
    );
}
