//! Diagrams and figures: their nodes, and the moves of a figure.

use std::collections::HashMap;

use super::course::{Course, Passed, Shown};
use super::go::{self, each, flags, limited, whereabouts};
use super::{Board, Drawing, Picture, Signs};
use ishi::model::{Game, Id, NodeId, Point, Value};

/// Flags of FG (SGF `FF[4]`, property FG).
const NO_COORDINATES: u32 = 1;
const NO_LIST: u32 = 4;
const KEEP_CAPTURED: u32 = 256;
const NO_STARS: u32 = 512;

/// Returns the nodes at which a diagram or a figure starts, in the order of the file: the nodes with FG. The
/// keyword DIAGRAM of the Ishi Standard Format is read as FG too.
pub fn diagrams(game: &Game<'_>) -> Vec<NodeId> {
    game.nodes()
        .filter(|&node| game.has(node, Id::Figure))
        .collect()
}

/// Draws the diagram or figure that starts at the end of a way.
pub fn diagram(course: &mut Course<'_, '_>, signs: Signs) -> Drawing {
    let (game, node) = (course.game, course.node());
    let mut drawing = if is_position(game, node) {
        go::position(course, signs)
    } else {
        figure(course, signs)
    };
    let flags = flags(game, node);
    if let Picture::Go(board) = &mut drawing.picture {
        board.coordinates = flags & NO_COORDINATES == 0;
        // A printed diagram shows only the marks of its author.
        for cell in &mut board.cells {
            cell.last = false;
        }
        if flags & NO_STARS != 0 {
            for cell in &mut board.cells {
                cell.star = false;
            }
        }
    }
    drawing
}

/// Returns whether a diagram shows the position of its node, not the moves from there on.
fn is_position(game: &Game<'_>, node: NodeId) -> bool {
    let has_value = match game.get(node, Id::Figure) {
        Some(Value::Text(text)) => !text.trim().is_empty(),
        Some(Value::Pair(_)) => true,
        _ => false,
    };
    let is_bare = !has_value && game.mv(node).is_none() && node != NodeId::ROOT;
    is_bare || (game.first_child(node).is_none() && game.mv(node).is_none())
}

fn figure(course: &mut Course<'_, '_>, signs: Signs) -> Drawing {
    let (game, start) = (course.game, course.node());
    let before = course.line.len();
    for node in figure_line(game, start).skip(1) {
        course.play_on(node);
    }
    let mut board = go::board(course);
    let flags = flags(game, start);
    let passed = course
        .line
        .get(before.saturating_sub(1)..)
        .unwrap_or_default();
    if flags & KEEP_CAPTURED != 0 {
        keep_captured(&mut board, passed);
    }
    let mut notes = go::mark(&mut board, game, start, signs);
    let mode = print_mode(course);
    if mode != 0 {
        let unseen = number(&mut board, passed, mode == 2);
        if flags & NO_LIST == 0 {
            notes.extend(unseen);
        }
    }
    while course.line.len() > before {
        course.leave();
    }
    notes.extend(go::off_board(game, start));
    Drawing {
        picture: Picture::Go(Box::new(board)),
        caption: go::caption(game, start),
        comment: go::comment(game, start),
        notes,
    }
}

/// Returns the nodes of a figure: from its start along the main line up to the next figure.
fn figure_line<'g>(game: &'g Game<'_>, start: NodeId) -> impl Iterator<Item = NodeId> + 'g {
    game.line_from(start)
        .enumerate()
        .take_while(|&(index, node)| index == 0 || !game.has(node, Id::Figure))
        .map(|(_, node)| node)
}

/// Returns how moves are numbered: 0 not at all, 1 as they are, 2 modulo 100 (SGF `FF[4]`,
/// property PM).
fn print_mode(course: &Course<'_, '_>) -> u32 {
    course
        .holder(Id::PrintMode)
        .and_then(|node| course.game.text(node, Id::PrintMode))
        .and_then(|mode| mode.trim().parse().ok())
        .filter(|mode| *mode <= 2)
        .unwrap_or(1)
}

/// Puts captured stones back: on each point the first one stays to be seen, as in printed figures.
pub fn keep_captured(board: &mut Board, passed: &[Passed]) {
    for &(point, color) in passed.iter().rev().flat_map(|passed| &passed.captured) {
        each(board, [point], |cell| cell.stone = Some(color));
    }
}

/// Numbers the stones of a figure, and returns notes about the moves that cannot be numbered: on
/// each point the first move that has the colour of the stone there is.
pub fn number(board: &mut Board, passed: &[Passed], modulo: bool) -> Vec<String> {
    let moves: Vec<Shown> = passed.iter().filter_map(|passed| passed.mv).collect();
    let first = moves.first().map_or(0, |mv| mv.number);
    let base = if modulo { first / 100 * 100 } else { 0 };
    let text = |number: u32| number.saturating_sub(base).to_string();
    let mut taken: HashMap<Point, usize> = HashMap::new();
    for (index, mv) in moves.iter().enumerate() {
        let Some(point) = mv.mv.point_on(board.size) else {
            continue;
        };
        if board.cell(point).and_then(|cell| cell.stone) == Some(mv.mv.color) {
            taken.entry(point).or_insert(index);
        }
    }
    let mut notes = Vec::new();
    for (index, mv) in moves.iter().enumerate() {
        let number = text(mv.number);
        let (point, place) = (mv.mv.point_on(board.size), mv.mv.place);
        let holder = point.and_then(|point| taken.get(&point));
        match (point, holder) {
            (Some(point), Some(&holder)) if holder == index => {
                each(board, [point], |cell| {
                    cell.label.get_or_insert_with(|| number.clone());
                });
            }
            (Some(_), Some(&holder)) => {
                let other = moves
                    .get(holder)
                    .map_or(String::new(), |mv| text(mv.number));
                notes.push(format!("{number} at {other}"));
            }
            (Some(point), None) if board.cell(point).is_some_and(|cell| !cell.outside) => {
                notes.push(whereabouts(&number, board.size, place));
            }
            (Some(_), None) => {}
            (None, _) => notes.push(whereabouts(&number, board.size, place)),
        }
    }
    limited(notes.into_iter(), |note| note)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the labels and the notes of the diagram at a node.
    fn drawn(text: &str, index: usize) -> (String, Vec<String>) {
        let record = ishi::read(text.as_bytes()).unwrap();
        let game = &record.games[0];
        let node = game.node_at(index).unwrap();
        let drawing = Drawing::diagram(game, node, Signs::Sgf).unwrap();
        let Picture::Go(board) = drawing.picture else {
            panic!("a board of Go");
        };
        let labels = board.cells.iter().filter_map(|cell| cell.label.clone());
        (labels.collect::<Vec<_>>().join(" "), drawing.notes)
    }

    #[test]
    fn moves_are_numbered_as_the_record_wants() {
        for (properties, labels) in [
            ("", "199 200 201"),
            ("PM[0]", ""),
            ("PM[1]", "199 200 201"),
            ("PM[ 2 ]", "99 100 101"),
            ("PM[3]", "199 200 201"),
            ("PM[x]", "199 200 201"),
        ] {
            let text = format!("(;FF[4]SZ[9];B[aa]MN[199]FG[0:x]{properties};W[ba];B[ca])");
            assert_eq!(drawn(&text, 1).0, labels, "{properties}");
        }
        let text = "(;FF[4]SZ[9];B[aa]MN[200]PM[2]FG[0:x];W[ba];B[ca])";
        assert_eq!(drawn(text, 1).0, "0 1 2");
    }

    #[test]
    fn a_bare_diagram_shows_the_position_and_any_other_the_moves_after_it() {
        for (text, index, labels) in [
            ("(;FF[4]SZ[9]FG[];B[aa];W[bb])", 0, "1 2"),
            ("(;FF[4]SZ[9];B[aa];FG[];W[bb])", 2, ""),
            ("(;FF[4]SZ[9];B[aa];FG[1:x];W[bb])", 2, "2"),
            ("(;FF[4]SZ[9];B[aa];FG[1:x])", 2, ""),
            ("(;FF[4]SZ[9];B[aa]FG[];W[bb])", 1, "1 2"),
            ("(;FF[4]SZ[9];B[aa]FG[])", 1, "1"),
            (
                "(;FF[4]SZ[9];B[aa]FG[1:x];W[bb];B[cc]FG[2:y];W[dd])",
                1,
                "1 2",
            ),
        ] {
            assert_eq!(
                drawn(text, index),
                (labels.to_owned(), Vec::new()),
                "{text}"
            );
        }
    }

    #[test]
    fn moves_without_a_number_are_told_unless_a_flag_forbids_it() {
        let moves = ";B[aa]FG[FLAGS:x];W[];B[bb];W[ab];B[cc];W[ba];B[dd];W[aa]";
        let text = |flags: &str| format!("(;FF[4]SZ[9]{}VW[])", moves.replace("FLAGS", flags));
        let (labels, notes) = drawn(&text("0"), 1);
        assert_eq!(labels, "8 6 4 3 5 7");
        assert_eq!(notes, ["1 at 8", "2 passes"]);
        let (labels, notes) = drawn(&text("256"), 1);
        assert_eq!(labels, "1 6 4 3 5 7");
        assert_eq!(notes, ["2 passes", "8 at 1"]);
        assert!(drawn(&text("4"), 1).1.is_empty());
        assert_eq!(drawn(&text("32772"), 1).1, ["1 at 8", "2 passes"]);
    }
}
