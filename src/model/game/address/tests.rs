use super::*;
use crate::model::moves::Move;
use crate::model::point::Color;

fn game(text: &str) -> Game<'static> {
    crate::read(text.as_bytes()).unwrap().games.remove(0)
}

const TREE: &str = "(;FF[4];B[aa](;W[ab];B[ac];C[here](;W[ad])(;W[ae];B[af](;W[ag])(;C[x])))\
                    (;W[ba];B[bb];N[y];N[z])(;C[empty];W[ca]))";

fn addresses(game: &Game<'_>) -> Vec<String> {
    let of = |node| Address::of(game, node).to_string();
    game.nodes().map(of).collect()
}

#[test]
fn addresses_count_moves_and_name_variations_and_other_nodes() {
    let expected = [
        "0", "1", "2", "3", "3.1", "4", "3.1b", "3.1b1", "3.1b2", "3.1b1b", "1b", "1b1", "1b1.1",
        "1b1.2", "1c", "1c1",
    ];
    assert_eq!(addresses(&game(TREE)), expected);
    let rootless = game("(;FF[4]B[aa];C[x];W[bb](;B[cc])(;B[dd]))");
    assert_eq!(addresses(&rootless), ["1", "1.1", "2", "3", "2b"]);
    let backgammon = game("(;FF[4]GM[6];DI[31];W[31bbbe];C[x])");
    assert_eq!(addresses(&backgammon), ["0", "0.1", "1", "1.1"]);
}

#[test]
fn the_tracker_gives_the_same_addresses() {
    use Step::{Enter, Leave};
    let game = game(TREE);
    let mut tracker = Tracker::new(&game);
    for step in game.walk() {
        match step {
            Enter(node) => {
                tracker.enter(&game, node);
                assert_eq!(tracker.address(node), Address::of(&game, node));
            }
            Leave(_) => tracker.leave(),
        }
    }
}

#[test]
fn every_node_is_found_at_its_address() {
    let mut deep = Game::new();
    (0..100).fold(NodeId::ROOT, |at, _| {
        deep.add_child(at);
        deep.add_child(at)
    });
    for game in [game(TREE), deep] {
        for node in game.nodes() {
            let address = Address::of(&game, node);
            assert_eq!(address.find(&game), Ok(node), "{address}");
            let parsed = address.to_string().parse::<Address>();
            assert_eq!(parsed, Ok(address));
        }
    }
}

#[test]
fn long_paths_are_numbers_of_nodes() {
    let mut game = Game::new();
    let node = (0..1000).fold(NodeId::ROOT, |at, _| {
        game.add_child(at);
        game.add_child(at)
    });
    assert_eq!(game.address(node).to_string(), "node2000");
    assert_eq!(game.find("node 2000"), Ok(node));
}

#[test]
fn letters_go_on_after_z() {
    for (count, letters) in [(26, "0z"), (27, "0aa"), (53, "0ba")] {
        let mut game = Game::new();
        let nodes: Vec<_> = (0..count).map(|_| game.add_child(NodeId::ROOT)).collect();
        let last = *nodes.last().unwrap();
        assert_eq!(game.address(last).to_string(), letters);
        assert_eq!(game.find(letters), Ok(last));
    }
}

#[test]
fn the_end_is_the_last_move_or_what_follows_it() {
    for (text, expected) in [
        ("(;FF[4];B[aa];W[bb];FG[];FG[1:x])", 2),
        ("(;FF[4];B[aa];W[bb]FG[])", 2),
        ("(;FF[4];B[aa];C[x])", 2),
        ("(;FF[4]FG[])", 0),
    ] {
        let game = game(text);
        assert_eq!(game.find("end").unwrap().index(), expected, "{text}");
    }
}

#[test]
fn people_may_type_less_than_a_whole_address() {
    let game = game(TREE);
    for (typed, expected) in [
        ("end", "4"),
        (" END ", "4"),
        ("start", "0"),
        ("-0", "4"),
        ("-3", "1"),
        ("-4", "0"),
        ("A19", "1"),
        ("a17", "3"),
        ("3b", "3.1b"),
        ("3a", "3.1a"),
        ("3b1b", "3.1b1b"),
        ("1B1", "1b1"),
        ("1c1", "1c1"),
        ("0", "0"),
    ] {
        let expected = game.find(expected).unwrap();
        assert_eq!(game.find(typed), Ok(expected), "{typed}");
    }
    let again = self::game("(;FF[4]SZ[9];B[aa];W[ab];B[ee];W[ba];B[ff];W[aa])");
    assert_eq!(again.find("A9").unwrap().index(), 6, "the last move there");
}

#[test]
fn an_address_that_leads_nowhere_says_what_there_is() {
    let game = game(TREE);
    let syntax = "is not a place: expected `start`, `end`, a point (`D4`), a count of moves (`42`, or \
                  `-3` from the end), or a path like `12b3`";
    for (typed, message) in [
        (
            "9",
            "there is no move 9 on the main line; it has 4 moves".to_owned(),
        ),
        (
            "-9",
            "there is no move 9 on the main line; it has 4 moves".to_owned(),
        ),
        (
            "1b7",
            "there is no move 7 after 1b; it has 1 move".to_owned(),
        ),
        (
            "4.2",
            "after 4 there are 0 nodes without a move, not 2".to_owned(),
        ),
        (
            "3.2",
            "after 3 there is 1 node without a move, not 2".to_owned(),
        ),
        (
            "1d",
            "no variation `d` after move 1; the variations are a to c".to_owned(),
        ),
        (
            "2b",
            "no variation `b` after move 2; there are no variations there".to_owned(),
        ),
        (
            "b",
            "no variation `b` after move 0; there are no variations there".to_owned(),
        ),
        ("Q4", "no move on the main line was played at Q4".to_owned()),
        (
            "Z4",
            "Z4 is not on the board: columns are A to T, rows 1 to 19".to_owned(),
        ),
        (
            "node99",
            "no node 99: the nodes of the game are numbered 0 to 15".to_owned(),
        ),
        ("2-3", format!("`2-3` {syntax}")),
    ] {
        assert_eq!(game.find(typed).unwrap_err().to_string(), message);
    }
    for typed in [
        "",
        "-",
        "--3",
        "3.",
        "node",
        "99999999999999999999999",
        "4é",
        "I-4",
    ] {
        let found = game.find(typed);
        assert!(matches!(found, Err(AddressError::Syntax(_))), "{typed}");
    }
    let far = game.find(&"z".repeat(100));
    assert!(matches!(far, Err(AddressError::Syntax(_))), "{far:?}");
    let far = game.find("zzz");
    assert!(
        matches!(far, Err(AddressError::NoVariation { .. })),
        "{far:?}"
    );
}

#[test]
fn passes_count_as_moves() {
    let mut game = Game::new();
    let node = game.add_child(NodeId::ROOT);
    game.set_move(node, Some(Move::pass(Color::Black)));
    assert_eq!(game.address(node).to_string(), "1");
}

#[test]
fn a_path_of_sixty_characters_is_an_address_and_a_longer_one_a_number() {
    let path = |variations: usize, moves: usize, others: usize| {
        let mut game = Game::new();
        let mut at = NodeId::ROOT;
        for _ in 0..variations {
            game.add_child(at);
            at = game.add_child(at);
        }
        for _ in 0..moves {
            at = game.add_child(at);
            game.set_move(at, Some(Move::pass(Color::Black)));
        }
        for _ in 0..others {
            at = game.add_child(at);
        }
        let address = game.address(at).to_string();
        let mut tracker = Tracker::new(&game);
        let mut pushed = String::new();
        for step in game.walk() {
            match step {
                Step::Enter(node) => {
                    tracker.enter(&game, node);
                    if node == at {
                        pushed = tracker.address(node).to_string();
                    }
                }
                Step::Leave(_) => tracker.leave(),
            }
        }
        assert_eq!(pushed, address);
        address
    };
    assert_eq!(path(30, 0, 0), "0b".repeat(30));
    assert_eq!(path(30, 1, 0), "node61");
    assert_eq!(path(29, 0, 3), "0b".repeat(29) + ".3");
    assert_eq!(path(29, 1, 3), "node62");
    assert_eq!(path(29, 10, 0), "0b".repeat(29) + "10");
    assert_eq!(path(29, 99, 0), "0b".repeat(29) + "99");
    assert_eq!(path(29, 100, 0), "node158");
    assert_eq!(path(28, 9, 10), "0b".repeat(28) + "9.10");
    assert_eq!(path(28, 10, 10), "node76");
}

#[test]
fn letters_count_children_in_words_of_any_length() {
    for (branch, name) in [
        (0, "a"),
        (25, "z"),
        (26, "aa"),
        (51, "az"),
        (52, "ba"),
        (701, "zz"),
        (702, "aaa"),
    ] {
        assert_eq!(letters(branch), name);
        let address = format!("1{name}1").parse::<Address>().unwrap();
        let steps = [
            PathStep::Moves(1),
            PathStep::Variation(branch),
            PathStep::Moves(1),
        ];
        let AddressKind::Path(path) = &address.0 else {
            panic!("{address} is no path");
        };
        assert_eq!(parse::path(path).unwrap(), steps);
        assert_eq!(address.to_string(), format!("1{name}1"));
    }
}

#[test]
fn one_letter_or_two_with_a_number_are_a_point_and_three_are_a_path() {
    let last = |name: &str| Ok(Address(AddressKind::LastAt(name.to_owned())));
    assert_eq!("a1".parse(), last("A1"));
    assert_eq!("ab12".parse(), last("AB12"));
    let path = "abc1".to_owned();
    assert_eq!("abc1".parse(), Ok(Address(AddressKind::Path(path))));
    assert_eq!("-0".parse(), Ok(Address(AddressKind::BeforeEnd(0))));
}

#[test]
fn a_move_at_the_root_is_counted_from_the_start_but_not_in_a_variation() {
    let game = game("(;FF[4]B[aa](;W[bb];B[cc])(;W[dd];B[ee]))");
    for (typed, index) in [
        ("0", 0),
        ("1", 0),
        ("2", 1),
        ("1b", 3),
        ("1b0", 3),
        ("1b1", 4),
    ] {
        assert_eq!(game.find(typed).unwrap().index(), index, "{typed}");
    }
    for (typed, message) in [
        ("4", "there is no move 4 on the main line; it has 3 moves"),
        ("1b2", "there is no move 2 after 1b; it has 1 move"),
        ("-4", "there is no move 4 on the main line; it has 3 moves"),
        (
            "1c",
            "no variation `c` after move 1; the variations are a to b",
        ),
    ] {
        assert_eq!(game.find(typed).unwrap_err().to_string(), message);
    }
}
