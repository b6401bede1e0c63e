//! Tests of comparison.

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::model::{Area, BoardSize, Color, Id, Move, Point, Value};
use crate::testing::{any_game, property, small_board_game};

fn texts(first: &Game<'_>, second: &Game<'_>) -> Vec<String> {
    let comparison = compare(first, second);
    assert_eq!(comparison.count, comparison.differences.len());
    comparison
        .differences
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// Returns a game with a main line of as many moves on different points.
fn line(moves: u8) -> Game<'static> {
    let mut game = Game::new();
    (0..moves).fold(NodeId::ROOT, |at, number| {
        let node = game.add_child(at);
        game.set_move(node, Some(Move::at(Color::Black, Point::new(number, 0))));
        node
    });
    game
}

fn nth(game: &Game<'_>, number: usize) -> NodeId {
    game.nodes().nth(number).unwrap()
}

#[test]
fn differences_name_place_and_values() {
    let (a, mut b) = (line(3), line(3));
    b.size = BoardSize::square(9);
    let (second, third) = (nth(&b, 2), nth(&b, 3));
    b.set_move(second, Some(Move::pass(Color::White)));
    b.add_property(second, Property::text(Id::Comment, "one\ntwo"));
    b.add_property(third, Property::new("XY", Value::Raw(["x".into()].into())));
    let fourth = b.add_child(third);
    b.set_move(fourth, Some(Move::pass(Color::Black)));
    assert_eq!(
        texts(&a, &b),
        [
            "board size (SZ): `19x19` against `9x9`",
            "node 2 (move 2), move: `B[ba]` against `W[]`",
            "node 2 (move 2), comment (C): nothing against `C[one\\ntwo]`",
            "node 3 (move 3), private property (XY): nothing against `XY[x]`",
            "node 4 (move 4), node: nothing against `;B[]`",
        ]
    );
}

#[test]
fn a_missing_variation_is_one_difference_and_the_walk_goes_on() {
    let (mut a, mut b) = (line(2), line(2));
    let first = nth(&a, 1);
    let variation = a.add_child(first);
    a.add_child(variation);
    let further = a.add_child(NodeId::ROOT);
    a.add_property(further, Property::text(Id::Name, "x"));
    b.add_child(NodeId::ROOT);
    assert_eq!(
        texts(&a, &b),
        [
            "node 3 (move 1b), node: `;` against nothing",
            "node 5 (move 0b), node name (N): `N[x]` against nothing",
        ]
    );
    let numbers: Vec<_> = compare(&a, &b)
        .differences
        .iter()
        .map(|difference| difference.node)
        .collect();
    assert_eq!(numbers, [(Some(3), None), (Some(5), Some(3))]);
}

#[test]
fn a_missing_node_shows_its_move_and_ten_of_its_properties() {
    let (a, mut b) = (line(1), line(1));
    let last = nth(&b, 1);
    let node = b.add_child(last);
    b.set_move(node, Some(Move::pass(Color::White)));
    for letter in 'A'..='K' {
        let ident = format!("X{letter}");
        b.add_property(
            node,
            Property::new(&*ident, Value::Raw(["x".into()].into())),
        );
    }
    let shown: Vec<_> = ('A'..='J').map(|letter| format!("X{letter}[..]")).collect();
    let expected = format!(
        "node 2 (move 2), node: nothing against `;W[]{}`",
        shown.concat()
    );
    assert_eq!(texts(&a, &b), [expected]);
}

#[test]
fn forms_do_not_count() {
    let (mut a, mut b) = (line(1), line(1));
    let corner = Area::new(Point::new(0, 0), Point::new(1, 1));
    a.add_property(NodeId::ROOT, Property::text(Id::Komi, "6.50"));
    a.add_property(
        NodeId::ROOT,
        Property::new(Id::AddBlack, Value::Points([corner].into())),
    );
    for point in corner.points() {
        b.add_property(NodeId::ROOT, Property::points(Id::AddBlack, [point]));
    }
    b.add_property(NodeId::ROOT, Property::text(Id::Komi, "+6.5"));
    b.file_format = Some(4);
    assert!(compare(&a, &b).is_same());
}

#[test]
fn properties_that_are_no_content_do_not_count() {
    let count = |first: &str, second: &str| {
        let [first, second] =
            [first, second].map(|text| crate::read(text.as_bytes()).unwrap().games.remove(0));
        assert_eq!(
            compare(&first, &second).count,
            compare(&second, &first).count
        );
        compare(&first, &second).count
    };
    let plain = "(;FF[4]SZ[9];B[aa];C[x])";
    for (text, differences) in [
        ("(;FF[4]SZ[9]AP[CGoban:3]ST[2];B[aa];C[x])", 0),
        ("(;FF[4]SZ[9]PL[B];B[aa];C[x])", 0),
        ("(;FF[4]SZ[9]AP[foxwq];B[aa];C[x])", 1),
        // The komi of every application of this server is mended.
        ("(;FF[4]SZ[9]AP[foxwq2:1];B[aa];C[x])", 1),
        ("(;FF[4]SZ[9]PL[W];B[aa];C[x])", 1),
        // No move below shows the player.
        ("(;FF[4]SZ[9];B[aa];C[x]PL[W])", 1),
        ("(;FF[4]SZ[9];B[aa];C[x]AE[aa])", 1),
    ] {
        assert_eq!(count(plain, text), differences, "{text}");
    }
    // Without PL its node would not be there.
    assert_eq!(count("(;FF[4];PL[B];B[aa])", "(;FF[4];;B[aa])"), 1);
}

#[test]
fn only_so_many_differences_are_kept() {
    let mut b = Game::new();
    for _ in 0..1000 {
        b.add_child(NodeId::ROOT);
    }
    let comparison = compare(&Game::new(), &b);
    assert_eq!(comparison.count, 1000);
    assert_eq!(comparison.differences.len(), Comparison::LIMIT);
}

#[test]
fn a_million_nested_variations_are_compared() {
    let mut game = Game::new();
    let mut at = NodeId::ROOT;
    for _ in 0..1_000_000 {
        game.add_child(at);
        at = game.add_child(at);
    }
    let mut other = game.clone();
    assert!(compare(&game, &other).is_same());
    other.add_property(at, Property::text(Id::Comment, "deep"));
    assert_eq!(compare(&game, &other).count, 1);
}

proptest! {
    #[test]
    fn order_of_properties_does_not_count(game in small_board_game()) {
        let mut other = game.clone();
        for node in game.nodes() {
            let mut properties = game.properties(node).to_vec();
            properties.reverse();
            other.set_properties(node, properties);
        }
        prop_assert!(compare(&game, &other).is_same());
    }

    #[test]
    fn every_added_thing_is_found(
        game in any_game(),
        at in any::<Index>(),
        added in property(BoardSize::DEFAULT),
    ) {
        let nodes: Vec<_> = game.nodes().collect();
        let number = at.index(nodes.len());
        let node = nodes[number];
        let mut other = game.clone();
        other.add_child(node);
        prop_assert_eq!(compare(&game, &other).count, 1);
        prop_assert_eq!(compare(&other, &game).count, 1);

        // Other values of these properties are no content.
        let may_be_silent = [Id::Application, Id::Style, Id::PlayerToMove, Id::AddEmpty];
        let is_content = !may_be_silent.iter().any(|id| added.is(*id));
        let is_new = game.properties(node).iter().all(|property| property.ident != added.ident);
        if is_new && is_content {
            let mut other = game.clone();
            other.add_property(node, added);
            let found = compare(&game, &other);
            prop_assert_eq!(found.count, 1);
            prop_assert_eq!(found.differences[0].node, (Some(number), Some(number)));
            prop_assert_eq!(compare(&other, &game).count, 1);
        }
    }
}
