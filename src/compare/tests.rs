//! Tests of comparison.

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::model::{Area, BoardSize, Color, Entry, Fact, Id, Move, Point, Value};
use crate::testing::{any_game, foreign_entry, game_with_detail, property};

fn texts(first: &Game<'_>, second: &Game<'_>, scope: Scope) -> Vec<String> {
    let comparison = compare(first, second, scope);
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
        texts(&a, &b, Scope::Whole),
        [
            "board size (SZ): `19x19` against `9x9`",
            "node 2 (move 2), move: `B[ba]` against `W[]`",
            "node 2 (move 2), comment (C): nothing against `C[one\\ntwo]`",
            "node 3 (move 3), private property XY: nothing against `XY[x]`",
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
        texts(&a, &b, Scope::Whole),
        [
            "node 3 (move 1b), node: `;` against nothing",
            "node 5 (move 0b), node name (N): `N[x]` against nothing",
        ]
    );
    let numbers: Vec<_> = compare(&a, &b, Scope::Whole)
        .differences
        .iter()
        .map(|difference| difference.node)
        .collect();
    assert_eq!(numbers, [(Some(3), None), (Some(5), Some(3))]);
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
    assert!(compare(&a, &b, Scope::Whole).is_same());
}

#[test]
fn detail_counts_by_kind_and_by_scope() {
    let with = |entries: &[Entry<'static>]| {
        let mut game = line(1);
        game.set_details(NodeId::ROOT, entries.to_vec());
        game
    };
    let ishi = |text: &'static str| Entry::new(Dialect::Ishi, text);
    let (all, none, remark) = (ishi("MARK ALL"), ishi("UNMARK ALL"), ishi("REMARK x"));
    let a = with(&[all.clone(), remark.clone(), none.clone()]);
    // Kinds of data may come in any order, marks may not.
    let moved = with(&[remark.clone(), all.clone(), none.clone()]);
    assert!(compare(&a, &moved, Scope::Whole).is_same());
    let swapped = with(&[remark.clone(), none.clone(), all.clone()]);
    assert_eq!(
        texts(&a, &swapped, Scope::Shared),
        [
            "node 0 (move 0), Ishi line MARK: `MARK ALL | UNMARK ALL` against `UNMARK ALL | MARK ALL`"
        ]
    );
    // What another format cannot express is not missing from it, unless all is to be there.
    let other = with(&[Entry::new(Dialect::SmartGo, "A1[x]")]);
    assert!(compare(&a, &other, Scope::Shared).is_same());
    assert_eq!(compare(&a, &other, Scope::Whole).count, 3);
    assert_eq!(compare(&other, &line(1), Scope::Whole).count, 1);
    assert_eq!(compare(&line(1), &other, Scope::Whole).count, 1);
    // Flags that divide entries keep them apart.
    let setup = Entry::from(Fact::Setup);
    let before = with(&[remark.clone(), setup.clone()]);
    let behind = with(&[setup, remark]);
    assert_eq!(compare(&before, &behind, Scope::Whole).count, 2);
}

#[test]
fn only_so_many_differences_are_kept() {
    let mut b = Game::new();
    for _ in 0..1000 {
        b.add_child(NodeId::ROOT);
    }
    let comparison = compare(&Game::new(), &b, Scope::Whole);
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
    assert!(compare(&game, &other, Scope::Whole).is_same());
    other.add_property(at, Property::text(Id::Comment, "deep"));
    assert_eq!(compare(&game, &other, Scope::Whole).count, 1);
}

proptest! {
    #[test]
    fn order_of_properties_does_not_count(game in game_with_detail()) {
        let mut other = game.clone();
        for node in game.nodes() {
            let mut properties = game.properties(node).to_vec();
            properties.reverse();
            other.set_properties(node, properties);
        }
        prop_assert!(compare(&game, &other, Scope::Whole).is_same());
    }

    #[test]
    fn every_added_thing_is_found(
        game in any_game(),
        at in any::<Index>(),
        added in property(BoardSize::DEFAULT),
        entry in foreign_entry(),
    ) {
        let nodes: Vec<_> = game.nodes().collect();
        let number = at.index(nodes.len());
        let node = nodes[number];
        let mut other = game.clone();
        other.add_detail(node, entry);
        let found = compare(&game, &other, Scope::Whole);
        prop_assert_eq!(found.count, 1);
        prop_assert_eq!(found.differences[0].node, (Some(number), Some(number)));
        prop_assert!(compare(&game, &other, Scope::Shared).is_same());

        let mut other = game.clone();
        other.add_child(node);
        prop_assert_eq!(compare(&game, &other, Scope::Whole).count, 1);
        prop_assert_eq!(compare(&other, &game, Scope::Whole).count, 1);

        if !game.properties(node).iter().any(|property| property.ident == added.ident) {
            let mut other = game.clone();
            other.add_property(node, added);
            prop_assert_eq!(compare(&game, &other, Scope::Shared).count, 1);
            prop_assert_eq!(compare(&other, &game, Scope::Shared).count, 1);
        }
    }
}
