use proptest::prelude::*;

use super::Replay;
use crate::model::Color::{self, Black, White};
use crate::model::{BoardSize, Game, Id, Move, NodeId, Place, Point, Property, Step};

fn at(column: u8, row: u8) -> Point {
    Point::new(column, row)
}

/// Adds a node with a move below `parent`.
fn add_move(game: &mut Game<'_>, parent: NodeId, color: Color, column: u8, row: u8) -> NodeId {
    let node = game.add_child(parent);
    game.set_move(node, Some(Move::at(color, at(column, row))));
    node
}

fn add_pass(game: &mut Game<'_>, parent: NodeId, color: Color) -> NodeId {
    let node = game.add_child(parent);
    game.set_move(node, Some(Move::pass(color)));
    node
}

fn number(game: &mut Game<'_>, node: NodeId, number: &'static str) {
    game.add_property(node, Property::text(Id::MoveNumber, number));
}

/// Replays the path from the root to a node.
fn replay_to(game: &Game<'_>, node: NodeId) -> Replay {
    let mut path: Vec<_> = std::iter::successors(Some(node), |&node| game.parent(node)).collect();
    path.reverse();
    let mut replay = Replay::new(game.size);
    for node in path {
        replay.enter(game, node);
    }
    replay
}

#[test]
fn numbers_count_moves_passes_and_unreadable_ones() {
    let mut game = Game::new();
    let first = add_move(&mut game, NodeId::ROOT, White, 3, 3);
    let comment = game.add_child(first);
    let pass = add_pass(&mut game, comment, White);
    let off = add_move(&mut game, pass, Black, 25, 25);
    let unreadable = game.add_child(off);
    game.set_move(
        unreadable,
        Some(Move {
            color: White,
            place: Place::Unreadable,
        }),
    );
    let last = add_move(&mut game, unreadable, Black, 0, 18);

    let replay = replay_to(&game, last);
    assert_eq!(replay.number(), 5);
    assert_eq!(replay.number_at(at(3, 3)), Some(1));
    assert_eq!(replay.number_at(at(0, 18)), Some(5));
    assert_eq!(replay.number_at(at(9, 9)), None);
    assert_eq!(replay.move_numbered(1), Some(Some(at(3, 3))));
    for without_point in 2..=4 {
        assert_eq!(replay.move_numbered(without_point), Some(None));
        assert_eq!(replay.stone_numbered(without_point), None);
    }
    assert_eq!(replay.move_numbered(6), None);
    assert_eq!(replay.board().stones().count(), 2);
    assert_eq!(replay_to(&game, comment).number(), 1, "no move, no number");
}

#[test]
fn a_node_sets_its_move_number_if_it_can_be_read() {
    // The value of MN on the third move, the number of the third move, and of the fourth.
    let cases = [
        ("3", 3, 4),
        ("1", 1, 2),
        ("0", 0, 1),
        ("100", 100, 101),
        (" 7 ", 7, 8),
        ("+7", 7, 8),
        ("-1", 3, 4),
        ("x", 3, 4),
        ("", 3, 4),
        ("4294967295", u32::MAX, u32::MAX),
        ("4294967296", 3, 4),
    ];
    for (text, third, fourth) in cases {
        let mut game = Game::new();
        let mut node = NodeId::ROOT;
        for column in 0..4 {
            node = add_move(&mut game, node, Black, column, 0);
            if column == 2 {
                number(&mut game, node, text);
            }
        }
        let replay = replay_to(&game, node);
        assert_eq!(replay.number_at(at(2, 0)), Some(third), "MN[{text}]");
        assert_eq!(replay.number(), fourth, "MN[{text}]");
    }
}

#[test]
fn a_number_in_a_node_without_a_move_sets_nothing() {
    let mut game = Game::new();
    number(&mut game, NodeId::ROOT, "50");
    let first = add_move(&mut game, NodeId::ROOT, Black, 0, 0);
    assert_eq!(replay_to(&game, first).number(), 1);
}

#[test]
fn a_repeated_number_means_the_latest_move_on_the_path() {
    let mut game = Game::new();
    let first = add_move(&mut game, NodeId::ROOT, Black, 0, 0);
    let second = add_move(&mut game, first, White, 1, 0);
    let variation = add_move(&mut game, first, White, 5, 5);
    number(&mut game, variation, "1");
    let after = add_pass(&mut game, variation, Black);
    number(&mut game, after, "1");

    assert_eq!(replay_to(&game, second).stone_numbered(1), Some(at(0, 0)));
    assert_eq!(
        replay_to(&game, variation).stone_numbered(1),
        Some(at(5, 5))
    );
    let replay = replay_to(&game, after);
    assert_eq!(
        replay.move_numbered(1),
        Some(None),
        "the pass is the latest"
    );
    assert_eq!(replay.stone_numbered(1), None);
    assert_eq!(replay.number_at(at(5, 5)), Some(1));
    assert_eq!(replay.number_at(at(0, 0)), Some(1));

    // Walking on to another variation gives the number back to the earlier move.
    let mut replay = Replay::new(game.size);
    let mut seen = Vec::new();
    for step in game.walk() {
        match step {
            Step::Enter(node) => replay.enter(&game, node),
            Step::Leave(node) => {
                replay.leave();
                seen.push((node.index(), replay.stone_numbered(1)));
            }
        }
    }
    assert_eq!(
        seen,
        [
            (2, Some(at(0, 0))),
            (4, Some(at(5, 5))),
            (3, Some(at(0, 0))),
            (1, None),
            (0, None)
        ]
    );
}

#[test]
fn a_stone_taken_or_replaced_no_longer_has_its_number() {
    let mut game = Game::new();
    let corner = add_move(&mut game, NodeId::ROOT, White, 0, 0);
    let one = add_move(&mut game, corner, Black, 1, 0);
    let taken = add_move(&mut game, one, Black, 0, 1);
    let replay = replay_to(&game, taken);
    assert_eq!(replay.captured(), [at(0, 0)]);
    assert_eq!(replay.stone_numbered(1), None);
    assert_eq!(replay.move_numbered(1), Some(Some(at(0, 0))));

    let back = add_move(&mut game, taken, Black, 0, 0);
    let replay = replay_to(&game, back);
    assert_eq!(replay.stone_numbered(1), None, "another stone stands there");
    assert_eq!(replay.stone_numbered(4), Some(at(0, 0)));
    assert_eq!(replay.captured(), []);

    let on_top = add_move(&mut game, back, White, 1, 0);
    let replay = replay_to(&game, on_top);
    assert_eq!(replay.stone_numbered(2), None, "replaced by a move");
    assert_eq!(replay.number_at(at(1, 0)), Some(5));

    let set_up = game.add_child(back);
    game.add_property(set_up, Property::points(Id::AddBlack, [at(0, 0)]));
    let replay = replay_to(&game, set_up);
    assert_eq!(replay.stone_numbered(4), None, "replaced by a setup stone");
    assert_eq!(replay.number_at(at(0, 0)), None);
}

#[test]
fn a_suicide_reports_its_own_stones() {
    let mut game = Game::new();
    game.size = BoardSize::square(3);
    game.add_property(
        NodeId::ROOT,
        Property::points(Id::AddWhite, [at(0, 1), at(1, 1), at(2, 0)]),
    );
    let one = add_move(&mut game, NodeId::ROOT, Black, 0, 0);
    let two = add_move(&mut game, one, Black, 1, 0);
    let replay = replay_to(&game, two);
    let mut captured = replay.captured().to_vec();
    captured.sort_unstable();
    assert_eq!(captured, [at(0, 0), at(1, 0)]);
    assert_eq!(replay.stone_numbered(2), None);
}

#[test]
fn setup_clears_then_adds_black_then_white_before_the_move() {
    let mut game = Game::new();
    let p = at(4, 4);
    game.add_property(NodeId::ROOT, Property::points(Id::AddWhite, [p]));
    game.add_property(NodeId::ROOT, Property::points(Id::AddBlack, [p, at(5, 5)]));
    game.add_property(NodeId::ROOT, Property::points(Id::AddEmpty, [p, at(5, 5)]));
    game.set_move(NodeId::ROOT, Some(Move::at(Black, at(6, 6))));
    let replay = replay_to(&game, NodeId::ROOT);
    let color = |point| replay.board().stone(point).map(|stone| stone.color);
    assert_eq!(color(p), Some(White));
    assert_eq!(color(at(5, 5)), Some(Black));
    assert_eq!(replay.number_at(at(6, 6)), Some(1));

    let cleared = game.add_child(NodeId::ROOT);
    game.add_property(cleared, Property::points(Id::AddEmpty, [p, at(0, 0)]));
    let replay = replay_to(&game, cleared);
    assert_eq!(replay.board().stone(p), None);
    assert_eq!(replay.captured(), [], "setup captures nothing");
}

#[test]
fn a_position_of_setup_stones_has_the_number_of_its_latest_move() {
    let mut game = Game::new();
    let pass = add_pass(&mut game, NodeId::ROOT, White);
    let last = add_move(&mut game, pass, Black, 2, 2);
    number(&mut game, last, "42");
    let stones = [(at(0, 0), Black), (at(1, 0), White)];
    let mut replay = Replay::starting_at(game.size, stones, 41);
    assert_eq!(replay.number(), 41);
    assert_eq!(replay.number_at(at(0, 0)), None);
    assert_eq!(replay.move_numbered(41), None);
    assert_eq!(replay.board().mark(), 0, "no change can be undone");
    replay.enter(&game, pass);
    assert_eq!(replay.number(), 42);
    replay.enter(&game, last);
    assert_eq!(replay.number(), 42);
    let stone = replay.board().stone(at(2, 2)).unwrap();
    assert_eq!(replay.number_of(stone), Some(42));
    assert!(replay.is_latest(stone, 42));
    assert!(!replay.is_latest(stone, 41) && !replay.is_latest(stone, 43));
    let setup = replay.board().stone(at(0, 0)).unwrap();
    assert!(!replay.is_latest(setup, 42));
    replay.leave();
    assert_eq!(replay.move_numbered(42), Some(None), "the pass again");
    replay.leave();
    assert_eq!((replay.number(), replay.move_numbered(42)), (41, None));
    assert_eq!(replay.board().stones().count(), 2);
}

#[test]
fn captures_are_forgotten_with_their_node() {
    let mut game = Game::new();
    let corner = add_move(&mut game, NodeId::ROOT, White, 0, 0);
    let one = add_move(&mut game, corner, Black, 1, 0);
    let taken = add_move(&mut game, one, Black, 0, 1);
    let mut replay = replay_to(&game, taken);
    assert_eq!(replay.captured(), [at(0, 0)]);
    replay.leave();
    assert_eq!(replay.captured(), []);
}

#[test]
fn leaving_more_nodes_than_were_entered_does_no_harm() {
    let game = Game::new();
    let mut replay = Replay::new(game.size);
    replay.leave();
    replay.enter(&game, NodeId::ROOT);
    replay.leave();
    replay.leave();
    assert_eq!(replay.number(), 0);
}

/// A random tree: for each node, the node it hangs on, and what it does.
fn trees() -> impl Strategy<Value = Vec<(prop::sample::Index, u8, u8, u8)>> {
    prop::collection::vec(
        (any::<prop::sample::Index>(), 0u8..4, 0u8..4, 0u8..12),
        1..60,
    )
}

fn build(plan: &[(prop::sample::Index, u8, u8, u8)]) -> Game<'static> {
    let mut game = Game::new();
    game.size = BoardSize::square(4);
    let mut nodes = vec![NodeId::ROOT];
    for (parent, column, row, deed) in plan {
        let point = at(*column, *row);
        let node = game.add_child(nodes[parent.index(nodes.len())]);
        match deed {
            0 => game.add_property(node, Property::points(Id::AddEmpty, [point])),
            1 => game.add_property(node, Property::points(Id::AddBlack, [point])),
            2 => game.set_move(node, Some(Move::pass(Black))),
            3 => {
                number(&mut game, node, "1");
                game.set_move(node, Some(Move::at(White, point)));
            }
            deed if deed % 2 == 0 => game.set_move(node, Some(Move::at(Black, point))),
            _ => game.set_move(node, Some(Move::at(White, point))),
        }
        nodes.push(node);
    }
    game
}

proptest! {
    /// A walk through the whole tree finds at each node what a replay of its path alone finds.
    #[test]
    fn a_walk_agrees_with_a_replay_of_each_path(plan in trees()) {
        let game = build(&plan);
        let mut walked = Replay::new(game.size);
        for step in game.walk() {
            let Step::Enter(node) = step else {
                walked.leave();
                continue;
            };
            walked.enter(&game, node);
            let alone = replay_to(&game, node);
            prop_assert_eq!(
                walked.board().stones().collect::<Vec<_>>(),
                alone.board().stones().collect::<Vec<_>>()
            );
            prop_assert_eq!(walked.captured(), alone.captured());
            prop_assert_eq!(walked.number(), alone.number());
            for number in 0..8 {
                prop_assert_eq!(walked.stone_numbered(number), alone.stone_numbered(number));
                prop_assert_eq!(walked.move_numbered(number), alone.move_numbered(number));
            }
        }
        prop_assert_eq!(walked.board().stones().count(), 0);
    }
}
