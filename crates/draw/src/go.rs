//! Makes the picture of a board of Go at a node.

use std::collections::HashMap;

use super::course::Course;
use super::crop::{BoardPart, crop};
use super::words::{on_one_line, with_signs};
use super::{Board, Cell, Drawing, Last, Line, Picture, Sign, Signs};
use ishi::model::{Area, BoardSize, Color, Game, Id, NodeId, Place, Point, Value};

/// How many moves without a number on the board are told.
const MOST_NOTES: usize = 100;

/// Draws the position at the end of a way.
pub fn position(course: &Course<'_, '_>, signs: Signs) -> Drawing {
    let (game, node) = (course.game, course.node());
    let mut board = board(course);
    board.last = course.last_move().map(|mv| Last {
        number: course.replay.number(),
        color: mv.color,
        place: mv.place,
    });
    let point = board.last.and_then(|last| last.point_on(game.size));
    each(&mut board, point, |cell| cell.last = cell.stone.is_some());
    let mut notes = mark(&mut board, game, node, signs);
    notes.extend(hidden_numbers(&board, course));
    notes.extend(off_board(game, node));
    Drawing {
        picture: Picture::Go(Box::new(board)),
        caption: caption(game, node),
        comment: comment(game, node),
        notes,
    }
}

/// Returns the name of the figure or the node, on one line.
pub fn caption(game: &Game<'_>, node: NodeId) -> Option<String> {
    let figure = match game.get(node, Id::Figure) {
        Some(Value::Pair(pair)) if flags(game, node) & 2 == 0 => Some(pair.1.as_ref()),
        _ => None,
    };
    let name = game.text(node, Id::Name);
    figure.into_iter().chain(name).find_map(one_line)
}

/// Returns a text on one line. Returns `None` if it is blank.
pub fn one_line(text: &str) -> Option<String> {
    let line = on_one_line(text);
    (!line.is_empty()).then(|| with_signs(&line))
}

/// Returns a text of any number of lines. Returns `None` if it is blank.
pub fn some_text(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| with_signs(text))
}

/// Returns the comment of a node.
pub fn comment(game: &Game<'_>, node: NodeId) -> Option<String> {
    game.text(node, Id::Comment).and_then(some_text)
}

/// Returns the flags of the figure that starts at a node, 0 if it has no flags (SGF `FF[4]`, property FG).
pub fn flags(game: &Game<'_>, node: NodeId) -> u32 {
    const IGNORE: u32 = 32768;
    let flags = match game.get(node, Id::Figure) {
        Some(Value::Pair(pair)) => pair.0.trim().parse().unwrap_or(0),
        _ => 0,
    };
    if flags & IGNORE == 0 { flags } else { 0 }
}

/// Returns the board at the end of a way: stones, view, star points, dimmed points.
pub fn board(course: &Course<'_, '_>) -> Board {
    let mut board = whole_board(course);
    let view = || inherited(course, Id::View).filter(|&point| board.size.contains(point));
    if let Some(bounds) = Area::around(view()) {
        let view: Vec<_> = view().collect();
        crop(&mut board, BoardPart::Area(bounds));
        for cell in &mut board.cells {
            cell.outside = true;
        }
        each(&mut board, view, |cell| cell.outside = false);
    }
    board
}

/// Returns the board at the end of a way without a view.
pub fn whole_board(course: &Course<'_, '_>) -> Board {
    let game = course.game;
    let region = game.size.area();
    let cells = region.points().map(|_| Cell::default()).collect();
    let mut board = Board {
        size: game.size,
        region,
        coordinates: true,
        cells,
        lines: Vec::new(),
        last: None,
        captures: course.captures(),
    };
    each(&mut board, stars(game.size), |cell| cell.star = true);
    for (point, stone) in course.replay.board().stones() {
        each(&mut board, [point], |cell| cell.stone = Some(stone.color));
    }
    each(&mut board, inherited(course, Id::Dimmed), |cell| {
        cell.dimmed = true;
    });
    board
}

/// Returns the points of a property that holds until another one of it comes.
fn inherited(course: &Course<'_, '_>, property: Id) -> impl Iterator<Item = Point> {
    let node = course.holder(property).into_iter();
    node.flat_map(move |node| course.game.points(node, property))
}

/// Changes some points; points outside the region are ignored.
pub fn each(
    board: &mut Board,
    points: impl IntoIterator<Item = Point>,
    mut change: impl FnMut(&mut Cell),
) {
    for point in points {
        if let Some(cell) = board.cell_mut(point) {
            change(cell);
        }
    }
}

/// Puts the marks, labels and lines of a node on the board. Returns the labels without room.
pub fn mark(board: &mut Board, game: &Game<'_>, node: NodeId, signs: Signs) -> Vec<String> {
    let (circle, cross) = match signs {
        Signs::Sgf => (Sign::Circle, Sign::Cross),
        Signs::Ishi => (Sign::Diamond, Sign::Check),
    };
    for (property, sign) in [
        (Id::Triangle, Sign::Triangle),
        (Id::Square, Sign::Square),
        (Id::Circle, circle),
        (Id::Cross, cross),
    ] {
        each(board, game.points(node, property), |cell| {
            if !cell.signs.contains(&sign) {
                cell.signs.push(sign);
            }
        });
    }
    each(board, game.points(node, Id::Selected), |cell| {
        cell.selected = true;
    });
    for (property, color) in [
        (Id::TerritoryBlack, Color::Black),
        (Id::TerritoryWhite, Color::White),
    ] {
        each(board, game.points(node, property), |cell| {
            cell.territory = Some(color);
        });
    }
    draw_lines(board, game, node);
    label(board, game, node)
}

fn draw_lines(board: &mut Board, game: &Game<'_>, node: NodeId) {
    for (property, arrow) in [(Id::Line, false), (Id::Arrow, true)] {
        let Some(Value::Lines(lines)) = game.get(node, property) else {
            continue;
        };
        for &(from, to) in lines {
            if board.cell(from).is_some() && board.cell(to).is_some() && from != to {
                board.lines.push(Line { from, to, arrow });
            }
        }
    }
}

fn label(board: &mut Board, game: &Game<'_>, node: NodeId) -> Vec<String> {
    let mut notes = Vec::new();
    for label in game.labels(node) {
        let text = on_one_line(&label.text);
        let Some(cell) = board.cell_mut(label.point) else {
            continue;
        };
        match &cell.label {
            _ if text.is_empty() => {}
            None => cell.label = Some(text),
            Some(first) if *first != text => notes.push(format!("{text} at {first}")),
            Some(_) => {}
        }
    }
    notes
}

/// Puts the moves that follow a node on the board, each with a letter, where there are several. With
/// an odd style of variations these are the alternatives to the node instead; from 2 on the record
/// wants no marks for them (SGF `FF[4]`, property ST).
pub fn next_moves(board: &mut Board, game: &Game<'_>, node: NodeId) {
    let style = game.text(NodeId::ROOT, Id::Style);
    let style: u32 = style
        .and_then(|style| style.trim().parse().ok())
        .unwrap_or(0);
    let parent = if style == 1 {
        game.parent(node)
    } else {
        Some(node)
    };
    let Some(parent) = parent.filter(|&parent| style < 2 && game.variations(parent).count() > 0)
    else {
        return;
    };
    // The letters of the record and of the reader would be mixed up.
    let has_letters = game.labels(node).next().is_none();
    for (letter, child) in ('A'..='Z').zip(game.children(parent)) {
        let Some(mv) = game.mv(child) else { continue };
        each(board, mv.point_on(game.size), |cell| {
            if cell.stone.is_none() && cell.next.is_none() {
                cell.next = Some(mv.color);
                if has_letters {
                    cell.label.get_or_insert_with(|| letter.to_string());
                }
            }
        });
    }
}

/// Returns notes about moves whose numbers are hidden by other numbers.
///
/// A diagram numbers the stones of a sequence. A move between the first and the last number has a note if its
/// point shows another number.
fn hidden_numbers(board: &Board, course: &Course<'_, '_>) -> Vec<String> {
    let shown: HashMap<Point, u32> = board
        .points()
        .filter_map(|(point, cell)| {
            let label = cell.label.as_deref()?;
            let number = course.replay.number_at(point)?;
            (label == number.to_string()).then_some((point, number))
        })
        .collect();
    let (first, last) = (shown.values().min(), shown.values().max());
    let (Some(&first), Some(&last)) = (first, last) else {
        return Vec::new();
    };
    let moves = course.line.iter().filter_map(|passed| passed.mv);
    let hidden = moves
        .filter(|one| (first..=last).contains(&one.number))
        .filter_map(|one| {
            let point = one.mv.point_on(board.size)?;
            let other = shown.get(&point).filter(|&&other| other != one.number)?;
            Some((one.number, *other))
        });
    limited(hidden, |(number, other)| format!("{number} at {other}"))
}

/// Returns the star points of a board. Below 13 lines, or if the middle is not a line, these are only corners
/// and the centre; below 7 lines only the centre of 5 lines.
fn stars(size: BoardSize) -> Vec<Point> {
    let of_line = |lines: u8| -> Vec<u8> {
        let edge = if lines < 13 { 2 } else { 3 };
        match lines {
            0..5 => Vec::new(),
            5..7 => Vec::from_iter((lines == 5).then_some(2)),
            _ if lines.is_multiple_of(2) => vec![edge, lines - 1 - edge],
            _ => vec![edge, lines / 2, lines - 1 - edge],
        }
    };
    let (columns, rows) = (of_line(size.columns), of_line(size.rows));
    // Below 13 lines a board has no star points on the sides, but one in the centre.
    let has_sides = size.columns >= 13 && size.rows >= 13;
    let is_middle = |at: u8, lines: u8| lines % 2 == 1 && at == lines / 2;
    rows.iter()
        .flat_map(|&row| columns.iter().map(move |&column| Point::new(column, row)))
        .filter(|point| {
            let middles = usize::from(is_middle(point.column, size.columns))
                + usize::from(is_middle(point.row, size.rows));
            has_sides || middles != 1
        })
        .collect()
}

/// Returns a note about a move without a number on the board: `12 at C3`, `13 passes`, `14 off the board`.
pub fn whereabouts(number: &str, size: BoardSize, place: Place) -> String {
    let name = place.name(size);
    match place {
        Place::Pass => format!("{number} passes"),
        Place::Point(point) if size.contains(point) => format!("{number} at {name}"),
        Place::Point(_) | Place::Unreadable => format!("{number} {name}"),
    }
}

/// Returns a note if a node has stones, marks or lines off the board, because no drawing can show them.
pub fn off_board(game: &Game<'_>, node: NodeId) -> Option<String> {
    let mut properties = game.properties(node).iter();
    let is_off = properties.any(|property| property.value.first_off(game.size).is_some());
    is_off.then(|| "points off the board are not drawn".to_owned())
}

/// Writes notes; of a long list the first, and how many there are more.
pub fn limited<T>(notes: impl Iterator<Item = T>, write: impl Fn(T) -> String) -> Vec<String> {
    let mut written = Vec::new();
    let mut more = 0;
    for note in notes {
        if written.len() < MOST_NOTES {
            written.push(write(note));
        } else {
            more += 1;
        }
    }
    if more > 0 {
        written.push(format!("and {more} more"));
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_more_than_a_hundred_notes_the_others_are_counted() {
        let notes = |count: usize| limited(0..count, |note| note.to_string());
        assert_eq!(notes(0), Vec::<String>::new());
        assert_eq!(notes(100).len(), 100);
        assert_eq!(notes(100).last().unwrap(), "99");
        assert_eq!(notes(101)[99..], ["99", "and 1 more"]);
        assert_eq!(notes(250)[99..], ["99", "and 150 more"]);
    }

    #[test]
    fn star_points_are_where_boards_have_them() {
        let named = |columns: u8, rows: u8| {
            let size = BoardSize { columns, rows };
            let stars = stars(size);
            let names: Vec<_> = stars
                .iter()
                .map(|point| point.on(size).to_string())
                .collect();
            names.join(" ")
        };
        for (columns, rows, names) in [
            (4, 4, ""),
            (5, 5, "C3"),
            (5, 6, ""),
            (6, 6, ""),
            (7, 7, "C5 E5 D4 C3 E3"),
            (8, 8, "C6 F6 C3 F3"),
            (9, 9, "C7 G7 E5 C3 G3"),
            (12, 12, "C10 K10 C3 K3"),
            (13, 13, "D10 G10 K10 D7 G7 K7 D4 G4 K4"),
            (13, 9, "D7 K7 G5 D3 K3"),
            (9, 13, "C10 G10 E7 C4 G4"),
            (14, 14, "D11 L11 D4 L4"),
            (19, 13, "D10 K10 Q10 D7 K7 Q7 D4 K4 Q4"),
        ] {
            assert_eq!(named(columns, rows), names, "{columns}x{rows}");
        }
    }

    #[test]
    fn the_name_of_a_figure_is_its_caption_unless_a_flag_hides_it() {
        let record = ishi::read(
            b"(;FF[4];FG[0:a figure]N[a node];FG[2:a figure]N[a node];FG[32770:a figure]N[a node];FG[1: ]N[a\nnode];FG[]N[ ])",
        )
        .unwrap();
        let game = &record.games[0];
        let captions = game.nodes().skip(1).map(|node| caption(game, node));
        let captions: Vec<_> = captions.map(Option::unwrap_or_default).collect();
        assert_eq!(captions, ["a figure", "a node", "a figure", "a node", ""]);
    }

    #[test]
    fn a_point_has_each_sign_and_one_label_and_a_line_has_two_ends_on_the_board() {
        let text = b"(;FF[4]SZ[3]TR[aa]TR[aa]CR[aa]LB[aa:1][aa:1][aa:2][bb: ][bb:x  y]LN[aa:bb][aa:aa][aa:dd][dd:aa]AR[bb:aa]TB[aa]TW[bb])";
        let record = ishi::read(text).unwrap();
        let game = &record.games[0];
        let mut board = board(&Course::to(game, NodeId::ROOT));
        let notes = mark(&mut board, game, NodeId::ROOT, Signs::Sgf);
        assert_eq!(notes, ["2 at 1"]);
        let cell = |column, row| board.cell(Point::new(column, row)).unwrap();
        assert_eq!(cell(0, 0).signs, [Sign::Triangle, Sign::Circle]);
        assert_eq!(cell(0, 0).label.as_deref(), Some("1"));
        assert_eq!(cell(1, 1).label.as_deref(), Some("x y"));
        assert_eq!(cell(0, 0).territory, Some(Color::Black));
        assert_eq!(cell(1, 1).territory, Some(Color::White));
        let lines: Vec<_> = board
            .lines
            .iter()
            .map(|line| {
                format!(
                    "{} {} {}",
                    board.name(line.from),
                    board.name(line.to),
                    line.arrow
                )
            })
            .collect();
        assert_eq!(lines, ["A3 B2 false", "B2 A3 true"]);
    }
}
