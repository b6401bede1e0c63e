//! Stones of a drawing made of characters, read back.

use ishi::draw::{Drawing, Picture, TextOptions};
use ishi::model::{Board, Color, Game, NodeId, Point, Replay};

use crate::sources::{Record, corpus, files_below, fixtures};

/// How many positions of the corpus are read back at least.
const POSITIONS: usize = 200;

#[test]
fn the_stones_in_a_drawing_are_those_of_the_position() {
    let mut read = 0;
    for file in files_below(&fixtures()) {
        read += check_all(
            &Record::from_file(&file).expect("a record"),
            &file,
            usize::MAX,
        );
    }
    assert!(read > 40, "{read}");
}

#[test]
fn the_stones_in_drawings_of_the_corpus_are_those_of_the_positions() {
    let Some(corpus) = corpus() else {
        println!("no corpus found: nothing was tested");
        return;
    };
    let mut read = 0;
    for file in files_below(&corpus) {
        if let Ok(record) = Record::from_file(&file) {
            read += check_all(&record, &file, 3);
        }
    }
    println!("{read} positions read back");
    assert!(read > POSITIONS, "{read}");
}

fn check_all(record: &Record, file: &std::path::Path, most: usize) -> usize {
    let mut read = 0;
    for game in record.games.iter().filter(|game| game.kind == 1).take(most) {
        let end = game.find("end").expect("every game has an end");
        let line = game.line_to(end);
        // The middle of the main line and its end.
        let middle = line.get(line.len() / 2).copied().unwrap_or(end);
        for node in [middle, end] {
            for unicode in [false, true] {
                let found = read_back(game, node, unicode);
                let file = file.display();
                assert_eq!(found, stones(game, node), "{file}, {}", game.address(node));
            }
            read += 1;
        }
    }
    read
}

/// Replays the moves; nothing of the drawing is used.
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

/// Reads the stones from the characters of a drawing: rows by the numbers at their left, columns
/// by the letters above.
fn read_back(game: &Game<'_>, node: NodeId, unicode: bool) -> Vec<(Point, Color)> {
    let drawing = Drawing::position(game, node, ishi::draw::Signs::Sgf).expect("a game of Go");
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
    let letters: Vec<char> = lines.next().expect("letters").chars().collect();
    // The last letter of a column's name is above its points.
    let blank = |at: usize| letters.get(at).is_none_or(|&letter| letter == ' ');
    let is_end = |at: usize| !blank(at) && blank(at + 1);
    let columns: Vec<usize> = (0..letters.len()).filter(|&at| is_end(at)).collect();
    let area = board.region;
    let mut found = Vec::new();
    for (row, line) in (area.from.row..=area.to.row).zip(lines) {
        let number: u8 = line
            .split_whitespace()
            .next()
            .expect("a number")
            .parse()
            .expect("a row");
        assert_eq!(number, game.size.rows - row);
        for (column, &at) in (area.from.column..=area.to.column).zip(&columns) {
            let color = match (at_column(line, at), unicode) {
                ('X', false) | ('●', true) => Color::Black,
                ('O', false) | ('○', true) => Color::White,
                _ => continue,
            };
            found.push((Point::new(column, row), color));
        }
    }
    found
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
