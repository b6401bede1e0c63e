use crate::Format;
use crate::model::{Area, BoardSize, Color, Label, Move, Point};

use super::*;

const ROOT: NodeId = NodeId::ROOT;

/// A game on 9x9 with one move, and the node of the move.
fn game() -> (Game<'static>, NodeId) {
    let mut game = Game::new();
    game.size = BoardSize::square(9);
    let node = game.play(ROOT, "C3").unwrap();
    (game, node)
}

/// Returns why the game is not written, the same for all formats.
fn refusal(game: &Game<'_>) -> String {
    let games = std::slice::from_ref(game);
    let words = Format::ALL.iter().map(|format| {
        let error = crate::write(games, *format).unwrap_err();
        error.to_string()
    });
    let mut words: Vec<_> = words.collect();
    words.dedup();
    assert_eq!(words.len(), 1, "{words:?}");
    words.remove(0)
}

/// Returns why a game with this property beside its move, or in its root, is not written.
fn with(node: usize, property: Property<'static>) -> String {
    let (mut game, _) = game();
    let node = game.node_at(node).unwrap();
    game.add_property(node, property);
    refusal(&game)
}

fn raw(ident: &str, value: &'static str) -> Property<'static> {
    Property::new(ident, Value::Raw(Box::new([value.into()])))
}

fn points(id: Id, points: &[(u8, u8)]) -> Property<'static> {
    Property::points(id, points.iter().map(|at| Point::new(at.0, at.1)))
}

#[test]
fn values_are_of_the_type_of_their_property() {
    for (property, words) in [
        (
            Property::text(Id::Komi, "abc"),
            "KM: \"abc\" is not a value; expected a decimal number",
        ),
        (
            raw("KM", "6.5 or so"),
            "KM: \"6.5 or so\" is not a value; expected a decimal number",
        ),
        (
            Property::text(Id::Handicap, "2.5"),
            "HA: \"2.5\" is not a value; expected an integer",
        ),
        (Property::text(Id::Handicap, "-2"), "HA cannot be -2"),
        (
            Property::text(Id::PlayerToMove, "Black"),
            "PL: \"Black\" is not a value; expected B or W",
        ),
        (
            Property::text(Id::AddBlack, "C3"),
            "AB: \"C3\" is not a value; expected a point or a rectangle",
        ),
        (
            points(Id::PlayerBlack, &[(1, 1)]),
            "PB: \"bb\" is not a value; expected a text",
        ),
        (
            Property::text(Id::PlayerBlack, "Anna\nOtto"),
            "PB: \"Anna\\nOtto\" is read back as \"Anna Otto\"",
        ),
        (
            Property::text(Id::Comment, "a\r\nb"),
            "C: \"a\\r\\nb\" is read back as \"a\\nb\"",
        ),
        (
            Property::text(Id::Application, "mine"),
            "AP: \"mine\" is not a value; expected a pair of values with a colon between them",
        ),
        (
            Property::text(Id::Date, "yesterday"),
            "\"yesterday\" is not in the form that SGF prescribes for DT",
        ),
        (
            Property::text(Id::Result, "Black won"),
            "\"Black won\" is not in the form that SGF prescribes for RE",
        ),
        (Property::text(Id::Style, "7"), "ST cannot be 7"),
        (
            Property::text(Id::EvenPosition, ""),
            "DM: \"\" is not a value; expected 1 or 2",
        ),
    ] {
        assert_eq!(
            with(0, property),
            format!("game 1, node 0 (move 0), {words}")
        );
    }
}

#[test]
fn private_values_end_where_they_should() {
    for (property, words) in [
        (raw("KK", "a]b"), "KK: \"a]b\" is read back as \"a\\\\]b\""),
        (raw("KK", "a\\"), "KK: \"KK[a\\\\]\" cannot be read back"),
        (raw("kk", "a"), "kk: \"kk[a]\" cannot be read back"),
        (raw("", "a"), "\"[a]\" cannot be read back"),
        (raw("K K", "a"), "K K: \"K K[a]\" cannot be read back"),
        (
            Property::new("KK", Value::Raw(Box::new([]))),
            "KK: it has no value",
        ),
        (
            Property::new(Ident::Private("C".into()), Value::Text("a".into())),
            "it is read back as C",
        ),
        (
            raw("XI", "ishi 3 51d0e77b 1 ishi us-ascii lf head|REMARK a"),
            "XI: the writer adds the carriers of this program",
        ),
    ] {
        let found = with(0, property);
        assert!(found.ends_with(words), "{found}");
    }
}

#[test]
fn a_property_appears_once_in_a_node() {
    let (mut game, node) = game();
    game.add_property(node, Property::text(Id::Comment, "one"));
    game.add_property(node, Property::text(Id::Comment, "two"));
    let words = "game 1, node 1 (move 1), C: it appears twice in the node";
    assert_eq!(refusal(&game), words);
    // To set it is another matter.
    game.set_text(node, Id::Comment, "three");
    assert!(crate::write(&[game], Format::Sgf).is_ok());
}

#[test]
fn points_are_on_the_board_and_unique() {
    let label = |column, row| {
        let point = Point::new(column, row);
        Label {
            point,
            text: "a".into(),
        }
    };
    for (property, words) in [
        (
            points(Id::Triangle, &[(0, 0), (9, 0)]),
            "ja in TR is not on the board",
        ),
        (
            points(Id::Square, &[(60, 0)]),
            "SQ: \"?a\" is not a value; expected a point or a rectangle",
        ),
        (
            points(Id::Triangle, &[(0, 0), (0, 0)]),
            "aa appears in TR twice; expected once",
        ),
        (
            Property::new(
                Id::TerritoryBlack,
                Value::Points(Box::new([
                    Area::new(Point::new(0, 0), Point::new(2, 2)),
                    Point::new(1, 1).into(),
                ])),
            ),
            "bb appears in TB twice; expected once",
        ),
        (
            Property::new(
                Id::Label,
                Value::Labels(vec![label(1, 1), label(1, 1)].into()),
            ),
            "LB: bb has two labels",
        ),
        (
            Property::new(Id::Label, Value::Labels(vec![label(9, 9)].into())),
            "jj in LB is not on the board",
        ),
        (
            Property::new(
                Id::Arrow,
                Value::Lines(Box::new([(Point::new(1, 1), Point::new(1, 1))])),
            ),
            "AR: the arrow at bb ends where it starts",
        ),
        (points(Id::Triangle, &[]), "TR has no value"),
    ] {
        assert_eq!(
            with(1, property),
            format!("game 1, node 1 (move 1), {words}")
        );
    }
    let mut twice = game().0;
    twice.add_property(ROOT, points(Id::AddBlack, &[(0, 0)]));
    twice.add_property(ROOT, points(Id::AddWhite, &[(0, 0)]));
    assert!(
        refusal(&twice).ends_with("AB and AW: aa is set up twice in this node"),
        "{}",
        refusal(&twice)
    );
}

#[test]
fn moves_are_on_the_board_and_apart_from_setup() {
    let (mut game, node) = game();
    game.set_move(node, Some(Move::at(Color::White, Point::new(9, 9))));
    let words = "game 1, node 1 (move 1), W: White plays jj, a point off the board";
    assert_eq!(refusal(&game), words);
    let place = Place::Unreadable;
    let color = Color::White;
    game.set_move(node, Some(Move { color, place }));
    assert!(refusal(&game).ends_with("W: the move has no point; expected a point or a pass"));

    let words =
        "game 1, node 1 (move 1), AB: setup and a move are in one node; expected a node for each";
    assert_eq!(with(1, points(Id::AddBlack, &[(4, 4)])), words);
    let words =
        "game 1, node 1 (move 1), PL: setup and a move are in one node; expected a node for each";
    assert_eq!(with(1, Property::text(Id::PlayerToMove, "B")), words);
    assert!(with(1, raw("W", "aa")).ends_with("W: a move is set with `Game::set_move`"));
    assert!(with(0, Property::text(Id::Tesuji, "1")).ends_with("TE is in a node without a move"));
    let (mut both, node) = self::game();
    both.set_text(node, Id::BadMove, "1");
    both.set_text(node, Id::Doubtful, "");
    assert!(
        refusal(&both).ends_with("BM and DO are in one node"),
        "{}",
        refusal(&both)
    );
}

#[test]
fn the_board_and_the_file_are_not_properties() {
    let of_the_game = "SZ: the size of the board is `Game::size`";
    assert!(with(0, Property::text(Id::Size, "13")).ends_with(of_the_game));
    assert!(with(0, raw("SZ", "9")).ends_with(of_the_game));
    assert!(with(0, Property::text(Id::Charset, "Big5")).ends_with("CA: the writer adds it"));
    assert!(with(0, Property::text(Id::FileFormat, "3")).ends_with("FF: the writer adds it"));
    let elsewhere = "ST: it can only be in the first node";
    assert!(with(1, Property::text(Id::Style, "1")).ends_with(elsewhere));

    let (mut game, _) = game();
    game.size = BoardSize::square(53);
    let words = "SZ: no board is 53x53; expected 1 to 52 lines each way";
    assert!(refusal(&game).ends_with(words));
    game.size = BoardSize::square(2);
    let words = "node 1 (move 1), B: Black plays cg, a point off the board";
    assert!(refusal(&game).ends_with(words), "{}", refusal(&game));
    game.kind = 0;
    assert!(refusal(&game).ends_with("GM: 0 is not a kind of game; expected 1 for Go"));
}

#[test]
fn game_information_is_in_one_node_of_a_path() {
    let (mut game, node) = game();
    game.set_text(ROOT, Id::Event, "a");
    game.set_text(node, Id::Round, "1");
    let words = "node 1 (move 1), RO is in a second node with game information";
    assert!(refusal(&game).ends_with(words), "{}", refusal(&game));
}

#[test]
fn what_is_doubtful_in_the_game_is_written() {
    let (mut game, node) = game();
    let again = game.play(node, "C3").unwrap();
    game.set_text(again, Id::MoveNumber, "1");
    game.set_text(ROOT, Id::Komi, "375");
    game.set_text(ROOT, Id::Handicap, "9");
    game.add_property(ROOT, raw("KK", "mine"));
    game.set_text(ROOT, Id::Comment, "Zhou [9p]: \\ ]");
    let sgf = crate::write(&[game], Format::Sgf).unwrap();
    let back = crate::read(&sgf).unwrap().games.remove(0);
    assert_eq!(back.comment(ROOT), Some("Zhou [9p]: \\ ]"));
}

#[test]
fn other_games_are_raw_values() {
    let mut game = Game::new();
    game.kind = 11;
    game.add_property(ROOT, raw("SZ", "11"));
    let node = game.add_child(ROOT);
    game.add_property(node, raw("B", "a1"));
    assert!(crate::write(&[game.clone()], Format::Sgf).is_ok());
    game.set_property(node, raw("B", "a]1"));
    let words = |game: &Game<'_>| {
        let error = crate::write(std::slice::from_ref(game), Format::Sgf).unwrap_err();
        error.to_string()
    };
    assert!(
        words(&game).starts_with("game 1, node 1 (move 1), B: "),
        "{}",
        words(&game)
    );
    game.remove_property(node, Id::Black);
    game.set_move(node, Some(Move::pass(Color::Black)));
    assert!(words(&game).ends_with("moves of other games than Go are raw values of B and W"));
}

#[test]
fn faults_that_were_read_are_written_and_new_ones_beside_them_are_not() {
    let text = b"(;FF[4]SZ[9]KM[abc]C[a]C[b];B[zz];W[aa]AB[bb][bb])";
    let mut game = crate::read(text).unwrap().games.remove(0);
    assert!(crate::write(&[game.clone()], Format::Sgf).is_ok());
    assert_eq!(fault(&game), None);
    // Another node is changed: its own content counts, and only that.
    let end = game.find("end").unwrap();
    game.set_text(end, Id::Comment, "good");
    assert!(crate::write(&[game.clone()], Format::Sgf).is_ok());
    game.set_text(end, Id::Komi, "abc");
    let found = fault(&game).unwrap();
    assert_eq!((found.node, found.property.as_deref()), (end, Some("KM")));
    game.remove_property(end, Id::Komi);
    // The node with the faults is changed: only the change counts.
    game.set_text(ROOT, Id::PlayerBlack, "Anna");
    assert_eq!(fault(&game), None);
    game.set_text(ROOT, Id::Komi, "six");
    assert_eq!(fault(&game).unwrap().property.as_deref(), Some("KM"));
    game.set_text(ROOT, Id::Komi, "6");
    // On another board every point counts again.
    let mut larger = crate::read(text).unwrap().games.remove(0);
    larger.size = BoardSize::square(13);
    assert!(fault(&larger).is_some());
}
