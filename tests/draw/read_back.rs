//! Stones of a drawing made of characters, read back.

use std::collections::BTreeMap;

use ishi::model::{Area, Board, Color, GO, Game, NodeId, Point, Replay};
use ishi_draw::{BoardPart, Drawing, Numbers, Picture, TextOptions};

use crate::corpus;
use crate::files;
use crate::sources::{Record, fixtures};

/// How many positions of the corpus are read back at least.
const POSITIONS: usize = 200;

#[test]
fn the_stones_in_a_drawing_are_those_of_the_position() {
    let mut read = 0;
    for file in files::below(&fixtures()) {
        read += check_all(
            &Record::from_file(&file).expect("a record"),
            &file,
            usize::MAX,
        );
    }
    assert!(read > 40, "{read}");
}

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn the_stones_in_drawings_of_the_corpus_are_those_of_the_positions() {
    let corpus = corpus::folder();
    let mut read = 0;
    for file in files::below(&corpus) {
        if let Some(record) = Record::of_corpus(&file) {
            read += check_all(&record, &file, 3);
        }
    }
    println!("{read} positions read back");
    assert!(read > POSITIONS, "{read}");
}

fn check_all(record: &Record, file: &std::path::Path, most: usize) -> usize {
    let mut read = 0;
    for game in record
        .games
        .iter()
        .filter(|game| game.kind == GO)
        .take(most)
    {
        let end = game.find("end").expect("every game has an end");
        let line = game.line_to(end);
        // The middle of the main line and its end.
        let middle = line.get(line.len() / 2).copied().unwrap_or(end);
        for node in [middle, end] {
            for unicode in [false, true] {
                let found = read_back(game, node, unicode);
                let file = file.display();
                let place = format!("{file}, {}", game.address(node));
                assert_eq!(sorted(found), sorted(stones(game, node)), "{place}");
            }
            read += 1;
        }
    }
    read
}

/// Replays the moves without the drawing.
fn stones(game: &Game<'_>, node: NodeId) -> Vec<(Point, Color)> {
    let mut replay = Replay::new(game.size);
    for node in game.line_to(node) {
        replay.enter(game, node);
    }
    let board: &Board = replay.board();
    let view = view(game, node);
    board
        .stones()
        .filter(|(point, _)| view.contains(point))
        .map(|(point, stone)| (point, stone.color))
        .collect()
}

/// Returns the points of the view at a node.
fn view(game: &Game<'_>, node: NodeId) -> Vec<Point> {
    let all: Vec<_> = game.size.area().points().collect();
    let line = game.line_to(node);
    let setter = line
        .iter()
        .rev()
        .find(|&&node| game.has(node, ishi::model::Id::View));
    let view: Vec<_> = setter
        .map(|&node| game.points(node, ishi::model::Id::View).collect())
        .unwrap_or_default();
    let view: Vec<_> = view
        .into_iter()
        .filter(|&point| game.size.contains(point))
        .collect();
    if view.is_empty() { all } else { view }
}

/// Returns the stones in a drawing of the position.
fn read_back(game: &Game<'_>, node: NodeId, unicode: bool) -> Vec<(Point, Color)> {
    let drawing = Drawing::position(game, node, ishi_draw::Signs::Sgf).expect("a game of Go");
    let read = read(&drawing, unicode);
    read.into_iter()
        .map(|(point, (color, _))| (point, color))
        .collect()
}

/// Reads the stones from the characters of a drawing, each with the digits after it: rows by the
/// numbers at their left, columns by the letters above.
fn read(drawing: &Drawing, unicode: bool) -> BTreeMap<Point, (Color, String)> {
    let options = TextOptions {
        width: 0,
        unicode,
        color: false,
    };
    let text = drawing.text(&options);
    let Picture::Go(board) = &drawing.picture else {
        panic!("a board of Go");
    };
    let mut lines = text.lines();
    let letters = lines.next().expect("letters");
    let mut found = BTreeMap::new();
    for line in lines {
        let number = line.split_whitespace().next().unwrap_or("");
        if number.parse::<u8>().is_err() {
            break;
        }
        for (name, at) in columns(letters) {
            let color = match (at_column(line, at), unicode) {
                ('X', false) | ('●', true) => Color::Black,
                ('O', false) | ('○', true) => Color::White,
                _ => continue,
            };
            let name = format!("{name}{number}");
            let point = Point::from_name(&name, board.size).expect("a point of the board");
            let digits = (at + 1..).map(|at| at_column(line, at));
            let digits = digits.take_while(char::is_ascii_digit).collect();
            found.insert(point, (color, digits));
        }
    }
    found
}

/// Returns the names of the columns, each with where its points are: below its last letter.
fn columns(letters: &str) -> Vec<(&str, usize)> {
    let names = letters.split_whitespace();
    let end = |name: &str| name.as_ptr().addr() - letters.as_ptr().addr() + name.len() - 1;
    names.map(|name| (name, end(name))).collect()
}

#[test]
#[ignore = "reads the corpus, a folder outside the project"]
fn numbers_and_crops_of_corpus_games_are_read_back() {
    let corpus = corpus::folder();
    let (mut games, mut numbers, mut smaller) = (0, 0, 0);
    for file in files::below(&corpus) {
        let Some(record) = Record::of_corpus(&file) else {
            continue;
        };
        let whole = |game: &&Game<'_>| game.kind == GO && !has_late_setup(game);
        for game in record.games.iter().filter(whole).take(2) {
            let end = game.find("end").expect("every game has an end");
            let place = file.display().to_string();
            numbers += check_numbers(game, end, &place);
            smaller += usize::from(check_crops(game, end, &place));
            games += 1;
        }
    }
    println!("{games} games: {numbers} numbers, {smaller} crops smaller than the board");
    assert!(games > 200 && numbers > 10_000 && smaller > 50);
}

fn has_late_setup(game: &Game<'_>) -> bool {
    let mut line = game.main_line().skip_while(|&node| game.mv(node).is_none());
    line.any(|node| game.is_setup(node))
}

/// Compares the numbers on the stones with the numbers of the latest moves there.
fn check_numbers(game: &Game<'_>, node: NodeId, place: &str) -> usize {
    let mut latest = BTreeMap::new();
    let mut number = 0;
    for node in game.line_to(node) {
        let Some(mv) = game.mv(node) else { continue };
        number = game.move_number(node).unwrap_or(number + 1);
        if let Some(point) = mv.point_on(game.size) {
            latest.insert(point, number);
        }
    }
    let labelled: Vec<_> = game.labels(node).map(|label| label.point).collect();
    let signs = ishi_draw::Signs::Sgf;
    let drawing = Drawing::numbered(game, node, signs, Numbers::All).expect("a game of Go");
    let found = read(&drawing, false);
    let on_board = stones(game, node);
    assert_eq!(found.len(), on_board.len(), "{place}");
    for (point, color) in on_board {
        let expected = latest.get(&point).map(u32::to_string).unwrap_or_default();
        if !labelled.contains(&point) {
            assert_eq!(found[&point], (color, expected), "{place}, {point:?}");
        }
    }
    found
        .values()
        .filter(|(_, digits)| !digits.is_empty())
        .count()
}

/// Compares the stones on two parts of the board with the stones of the position there; returns whether the
/// part with stones is smaller than the board.
fn check_crops(game: &Game<'_>, node: NodeId, place: &str) -> bool {
    let signs = ishi_draw::Signs::Sgf;
    let drawing = Drawing::position(game, node, signs).expect("a game of Go");
    let stones = stones(game, node);
    let all = read(&drawing.clone().cropped(BoardPart::Used), false);
    let all: Vec<_> = all
        .iter()
        .map(|(point, (color, _))| (*point, *color))
        .collect();
    assert_eq!(sorted(all), sorted(stones.clone()), "{place}");
    let middle = (game.size.columns / 2, game.size.rows / 2);
    let corner = Area {
        from: Point::new(0, 0),
        to: Point::new(middle.0, middle.1),
    };
    let part = read(&drawing.clone().cropped(BoardPart::Area(corner)), false);
    let part: Vec<_> = part
        .iter()
        .map(|(point, (color, _))| (*point, *color))
        .collect();
    let inside = |(point, _): &(Point, Color)| point.column <= middle.0 && point.row <= middle.1;
    let expected: Vec<_> = stones.into_iter().filter(inside).collect();
    assert_eq!(sorted(part), sorted(expected), "{place}");
    let Picture::Go(board) = &drawing.cropped(BoardPart::Used).picture else {
        panic!("a board of Go");
    };
    board.region != game.size.area()
}

fn sorted(mut stones: Vec<(Point, Color)>) -> Vec<(Point, Color)> {
    stones.sort_by_key(|(point, _)| (point.row, point.column));
    stones
}

/// Returns the character in a column of the terminal; wide characters take two.
fn at_column(line: &str, column: usize) -> char {
    let mut at = 0;
    for c in line.chars() {
        if at == column {
            return c;
        }
        at += if ('\u{1100}'..='\u{ffdc}').contains(&c) && !('\u{2000}'..='\u{2e7f}').contains(&c) {
            2
        } else {
            1
        };
    }
    ' '
}
