use proptest::prelude::*;

use super::id::Node;
use super::{Game, NodeId, Step, TreeError};
use crate::model::{Area, BoardSize, Color, Id, Label, Meaning, Move, Point, Property, Value};

/// The number of nodes that an ordinary tree may have.
const MANY: usize = 1_000_000;

/// Returns the tree as brackets: `0(1 2(3))`.
fn shape(game: &Game<'_>) -> String {
    let mut out = String::new();
    for step in game.walk() {
        match step {
            Step::Enter(id) => {
                if !out.is_empty() && !out.ends_with('(') {
                    out.push(' ');
                }
                out.push_str(&id.index().to_string());
                out.push('(');
            }
            Step::Leave(_) => out.push(')'),
        }
    }
    out.replace("()", "")
}

/// Checks that parents, first, last and next nodes agree with each other.
fn check_links(game: &Game<'_>) {
    for node in game.nodes() {
        let children: Vec<_> = game.children(node).collect();
        assert_eq!(game.first_child(node), children.first().copied());
        assert_eq!(game.last_child(node), children.last().copied());
        for child in children {
            assert_eq!(game.parent(child), Some(node));
        }
    }
}

#[test]
fn a_point_off_the_board_is_no_point_on_it() {
    let size = BoardSize::square(9);
    for (column, row, found) in [(8, 8, true), (9, 8, false), (8, 9, false)] {
        let point = Point::new(column, row);
        let mv = Move::at(Color::Black, point);
        assert_eq!(mv.point_on(size), found.then_some(point));
    }
    assert_eq!(Move::pass(Color::White).point_on(size), None);
}

#[test]
fn a_plain_move_costs_28_bytes() {
    assert_eq!(size_of::<Node>(), 28);
    assert_eq!(size_of::<Option<Move>>(), 4);
}

#[test]
fn a_new_game_is_an_empty_root() {
    let game = Game::default();
    assert_eq!(game.node_count(), 1);
    assert_eq!(
        game.walk().collect::<Vec<_>>(),
        [Step::Enter(NodeId::ROOT), Step::Leave(NodeId::ROOT)]
    );
    assert_eq!(game.parent(NodeId::ROOT), None);
    assert_eq!(game.meaning(NodeId::ROOT), Meaning::default());
}

#[test]
fn a_walk_enters_before_the_children_and_leaves_after_them() {
    let mut game = Game::new();
    let a = game.add_child(NodeId::ROOT);
    let b = game.add_child(a);
    let c = game.add_child(NodeId::ROOT);
    let steps: Vec<_> = game.walk().collect();
    let root = NodeId::ROOT;
    let expected = [
        Step::Enter(root),
        Step::Enter(a),
        Step::Enter(b),
        Step::Leave(b),
        Step::Leave(a),
        Step::Enter(c),
        Step::Leave(c),
        Step::Leave(root),
    ];
    assert_eq!(steps, expected);
    assert_eq!(game.nodes().collect::<Vec<_>>(), [root, a, b, c]);
    let below: Vec<_> = game.walk_from(a).collect();
    assert_eq!(below, expected[1..5], "siblings of the top are not walked");
}

#[test]
fn children_are_inserted_first_in_the_middle_and_last() {
    let mut game = Game::new();
    let one = game.add_child(NodeId::ROOT);
    let two = game.add_child(NodeId::ROOT);
    game.insert_child(NodeId::ROOT, None);
    game.insert_child(NodeId::ROOT, Some(one));
    game.insert_child(NodeId::ROOT, Some(two));
    game.insert_child(two, None);
    assert_eq!(shape(&game), "0(3 1 4 2(6) 5)");
    game.add_child(NodeId::ROOT);
    assert_eq!(shape(&game), "0(3 1 4 2(6) 5 7)");
    check_links(&game);
}

#[test]
fn nodes_move_with_all_below_them() {
    // Which node moves, below which parent, as which child, and the tree after it.
    let cases = [
        (1, 0, 1, "0(4(5) 1(2 3) 6)"),
        (1, 0, 0, "0(1(2 3) 4(5) 6)"),
        (6, 0, 0, "0(6 1(2 3) 4(5))"),
        (4, 1, 0, "0(1(4(5) 2 3) 6)"),
        (4, 1, 1, "0(1(2 4(5) 3) 6)"),
        (4, 1, 2, "0(1(2 3 4(5)) 6)"),
        (5, 6, 9, "0(1(2 3) 4 6(5))"),
        (3, 1, 0, "0(1(3 2) 4(5) 6)"),
        (2, 1, 1, "0(1(3 2) 4(5) 6)"),
        (2, 0, 3, "0(1(3) 4(5) 6 2)"),
    ];
    for (node, parent, number, expected) in cases {
        let mut game = Game::new();
        let one = game.add_child(NodeId::ROOT);
        game.add_child(one);
        game.add_child(one);
        let four = game.add_child(NodeId::ROOT);
        game.add_child(four);
        game.add_child(NodeId::ROOT);
        assert_eq!(shape(&game), "0(1(2 3) 4(5) 6)");
        let id = |index| game.node_at(index).unwrap();
        let (node, parent) = (id(node), id(parent));
        game.move_node(node, parent, number).unwrap();
        assert_eq!(shape(&game), expected);
        check_links(&game);
        game.add_child(parent);
        check_links(&game);
    }
}

#[test]
fn what_would_break_the_tree_is_refused() {
    let mut game = Game::new();
    let one = game.add_child(NodeId::ROOT);
    let two = game.add_child(one);
    assert_eq!(game.move_node(one, two, 0), Err(TreeError::BelowItself));
    assert_eq!(game.move_node(one, one, 0), Err(TreeError::BelowItself));
    assert_eq!(game.move_node(NodeId::ROOT, two, 0), Err(TreeError::Root));
    assert_eq!(game.move_variation(NodeId::ROOT, 1), Err(TreeError::Root));
    assert_eq!(game.remove_node(NodeId::ROOT), Err(TreeError::Root));
    assert_eq!(shape(&game), "0(1(2))");
}

#[test]
fn a_removed_node_is_gone_with_all_below_it() {
    let mut game = Game::new();
    let one = game.add_child(NodeId::ROOT);
    let two = game.add_child(one);
    let three = game.add_child(NodeId::ROOT);
    game.set_move(two, Some(Move::pass(Color::Black)));
    game.remove_node(one).unwrap();
    assert_eq!(shape(&game), "0(3)");
    assert_eq!((game.node_count(), game.move_count()), (2, 0));
    assert!(!game.contains(one) && !game.contains(two) && game.contains(three));
    assert_eq!((game.node_at(1), game.node_at(3)), (None, Some(three)));
    let four = game.add_child(three);
    assert_eq!(four.index(), 4, "numbers are not used again");
    check_links(&game);
}

#[test]
fn a_node_is_put_between_others_and_among_variations() {
    let mut game = Game::new();
    let one = game.add_child(NodeId::ROOT);
    game.add_child(one);
    game.add_child(one);
    game.insert(one);
    assert_eq!(shape(&game), "0(1(4(2 3)))");
    check_links(&game);
    game.insert_variation(one, 0);
    game.insert_variation(one, 1);
    game.insert_variation(one, 9);
    assert_eq!(shape(&game), "0(1(5 6 4(2 3) 7))");
    check_links(&game);
}

#[test]
#[should_panic(expected = "NodeId(1) is not a node of this game")]
fn a_node_of_another_game_is_not_taken_for_one_of_this() {
    let (mut game, mut other) = (Game::new(), Game::new());
    game.add_child(NodeId::ROOT);
    let node = other.add_child(NodeId::ROOT);
    game.set_text(node, Id::Comment, "where?");
}

#[test]
#[should_panic(expected = "is not a node of this game")]
fn a_removed_node_cannot_be_asked() {
    let mut game = Game::new();
    let node = game.add_child(NodeId::ROOT);
    game.remove_node(node).unwrap();
    game.mv(node);
}

#[test]
fn a_clone_has_the_nodes_of_its_original() {
    let mut game = Game::new();
    let node = game.play(NodeId::ROOT, "Q16").unwrap();
    assert_eq!(game.clone().mv(node), game.mv(node));
    assert!(!Game::new().contains(node));
    assert!(Game::new().contains(NodeId::ROOT));
}

#[test]
fn properties_of_nodes_do_not_mix() {
    let mut game = Game::new();
    let a = game.add_child(NodeId::ROOT);
    game.add_property(a, Property::text(Id::Name, "a1"));
    let b = game.add_child(a);
    game.add_property(b, Property::text(Id::Name, "b1"));
    game.add_property(a, Property::text(Id::Comment, "a2"));
    game.add_property(b, Property::text(Id::Comment, "b2"));
    game.add_property(NodeId::ROOT, Property::text(Id::Name, "r1"));
    let text = |game: &Game<'_>, node| {
        let texts = game.properties(node).iter().map(|p| match &p.value {
            Value::Text(text) => text.to_string(),
            _ => String::new(),
        });
        texts.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(text(&game, a), "a1 a2");
    assert_eq!(text(&game, b), "b1 b2");
    assert_eq!(text(&game, NodeId::ROOT), "r1");

    game.set_properties(a, vec![Property::text(Id::Name, "a3")]);
    assert_eq!(
        (text(&game, a), text(&game, b)),
        ("a3".into(), "b1 b2".into())
    );
    let three = ["a4", "a5", "a6"].map(|text| Property::text(Id::Name, text));
    game.set_properties(a, three.to_vec());
    game.add_property(a, Property::text(Id::Name, "a7"));
    assert_eq!(text(&game, a), "a4 a5 a6 a7");
    assert_eq!(text(&game, b), "b1 b2");
    game.set_properties(a, Vec::new());
    assert!(game.properties(a).is_empty());
    game.add_property(a, Property::text(Id::Name, "a8"));
    assert_eq!(
        (text(&game, a), text(&game, b)),
        ("a8".into(), "b1 b2".into())
    );
    assert_eq!(text(&game, NodeId::ROOT), "r1");
}

#[test]
fn values_are_read_by_their_type() {
    let mut game = Game::new();
    let root = NodeId::ROOT;
    let (a, b) = (Point::new(0, 0), Point::new(1, 1));
    let areas = Value::Points(Box::new([Area::new(b, a), Area::from(b)]));
    game.add_property(root, Property::new(Id::AddBlack, areas));
    let label = Label {
        point: a,
        text: "x".into(),
    };
    let labels = Value::Labels(vec![label.clone()].into());
    game.add_property(root, Property::new(Id::Label, labels));
    game.add_property(root, Property::text(Id::Comment, "first"));
    game.add_property(root, Property::text(Id::Comment, "second"));
    let raw = Value::Raw(Box::new(["zz!".into()]));
    game.add_property(root, Property::new(Id::AddWhite, raw));

    assert_eq!(game.points(root, Id::AddBlack).count(), 5);
    assert_eq!(game.points(root, Id::AddWhite).count(), 0);
    assert_eq!(game.points(root, Id::AddEmpty).count(), 0);
    assert!(game.labels(root).eq([&label]));
    assert_eq!(game.text(root, Id::Comment), Some("first"));
    assert_eq!(game.text(root, Id::AddBlack), None);
    assert!(game.has(root, Id::AddWhite) && !game.has(root, Id::AddEmpty));
    assert!(game.is_setup(root));
    let node = game.add_child(root);
    game.add_property(node, Property::text(Id::PlayerToMove, "B"));
    assert!(!game.is_setup(node));
}

#[test]
fn an_owned_copy_says_the_same() {
    let text = String::from("text");
    let mut game = Game::new();
    game.add_property(NodeId::ROOT, Property::text(Id::Comment, text.as_str()));
    let child = game.add_child(NodeId::ROOT);
    game.set_move(child, Some(Move::pass(Color::White)));
    let owned: Game<'static> = game.clone().into_owned();
    for node in game.nodes() {
        assert_eq!(owned.meaning(node), game.meaning(node));
    }
    assert_eq!(shape(&owned), shape(&game));
}

#[test]
fn a_million_nodes_deep_is_ordinary() {
    let mut game = Game::new();
    let mut node = NodeId::ROOT;
    for _ in 1..MANY {
        node = game.add_child(node);
    }
    assert_eq!(game.node_count(), MANY);
    assert_eq!(game.walk().count(), 2 * MANY);
    let (mut depth, mut deepest) = (0, 0);
    for step in game.walk() {
        match step {
            Step::Enter(_) => depth += 1,
            Step::Leave(_) => depth -= 1,
        }
        deepest = deepest.max(depth);
    }
    assert_eq!((depth, deepest), (0, MANY));
    drop(game);
}

#[test]
fn a_million_nodes_wide_is_ordinary() {
    let mut game = Game::new();
    for _ in 1..MANY {
        game.add_child(NodeId::ROOT);
    }
    assert_eq!(game.children(NodeId::ROOT).count(), MANY - 1);
    assert_eq!(game.walk().count(), 2 * MANY);
    assert!(game.nodes().is_sorted(), "in the order of the file");
    drop(game.into_owned());
}

proptest! {
    /// Adding, inserting and moving nodes keeps the tree whole.
    #[test]
    fn the_links_of_a_tree_stay_whole(
        deeds in prop::collection::vec((0u8..5, any::<[prop::sample::Index; 3]>()), 1..60)
    ) {
        let mut game = Game::new();
        for (deed, [a, b, c]) in deeds {
            let nodes: Vec<_> = game.nodes().collect();
            let parent = nodes[a.index(nodes.len())];
            let children: Vec<_> = game.children(parent).collect();
            let choice = c.index(children.len() + 1);
            let after = choice.checked_sub(1).map(|index| children[index]);
            match deed {
                0 => {
                    game.add_child(parent);
                }
                1 => {
                    game.insert_child(parent, after);
                }
                2 => {
                    game.insert(parent);
                }
                3 => {
                    let is_root = parent == NodeId::ROOT;
                    prop_assert_eq!(game.remove_node(parent).is_err(), is_root);
                }
                _ => {
                    let id = nodes[b.index(nodes.len())];
                    let below: Vec<_> = game.walk_from(id).collect();
                    let legal = id != NodeId::ROOT && !below.contains(&Step::Enter(parent));
                    prop_assert_eq!(game.move_node(id, parent, choice).is_ok(), legal);
                    prop_assert_eq!(game.walk_from(id).collect::<Vec<_>>(), below);
                }
            }
            check_links(&game);
            let mut all: Vec<_> = game.nodes().collect();
            all.sort_unstable();
            prop_assert_eq!(all.len(), game.node_count());
            all.dedup();
            prop_assert_eq!(all.len(), game.node_count());
        }
    }
}
