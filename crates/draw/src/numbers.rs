//! Move numbers on positions, and whole games on one diagram.

use std::collections::HashMap;

use super::course::Course;
use super::figure;
use super::go::{self, each, limited, whereabouts};
use super::{Drawing, Numbers, Picture, Signs};
use ishi::model::{Game, Move, NodeId, Point};
use ishi::summary::Summary;

/// Draws a position with the numbers of the moves.
pub fn position(game: &Game<'_>, node: NodeId, signs: Signs, numbers: Numbers) -> Drawing {
    let course = Course::to(game, node);
    let mut drawing = go::position(&course, signs);
    let moves = course.line.iter().filter_map(|passed| passed.mv);
    let mut moves: Vec<_> = moves.collect();
    let skipped = match numbers {
        Numbers::Last(count) => moves.len().saturating_sub(count),
        Numbers::All | Numbers::Range(..) => 0,
    };
    let wanted = |number: u32| match numbers {
        Numbers::All | Numbers::Last(_) => true,
        Numbers::Range(from, to) => (from..=to).contains(&number),
    };
    moves.drain(..skipped);
    moves.retain(|mv| wanted(mv.number));
    let Picture::Go(board) = &mut drawing.picture else {
        return drawing;
    };
    // The latest move at a point has its number there, as long as its stone is there.
    let latest: HashMap<Point, u32> = moves
        .iter()
        .filter_map(|shown| Some((shown.mv.point_on(game.size)?, shown.number)))
        .filter(|(point, number)| course.replay.number_at(*point) == Some(*number))
        .collect();
    for (point, number) in &latest {
        each(board, [*point], |cell| {
            cell.label = Some(number.to_string());
        });
    }
    let shown = |mv: Move| latest.get(&mv.point_on(game.size)?).copied();
    let hidden = moves.iter().filter(|one| shown(one.mv) != Some(one.number));
    drawing.notes = limited(hidden, |one| match shown(one.mv) {
        Some(shown) => format!("{} at {shown}", one.number),
        None => whereabouts(&one.number.to_string(), game.size, one.mv.place),
    });
    drawing.notes.extend(go::off_board(game, node));
    drawing
}

/// Draws all moves up to a node on one diagram, as printed game records do: each stone stays where
/// it was played first, and notes tell of later moves at the same points.
pub fn kifu(game: &Game<'_>, node: NodeId, signs: Signs) -> Drawing {
    let course = Course::to(game, node);
    let mut board = go::board(&course);
    figure::keep_captured(&mut board, &course.line);
    let mut notes = go::mark(&mut board, game, node, signs);
    notes.extend(figure::number(&mut board, &course.line, false));
    notes.extend(go::off_board(game, node));
    Drawing {
        picture: Picture::Go(Box::new(board)),
        caption: title(game).or_else(|| go::caption(game, node)),
        comment: go::comment(game, node),
        notes,
    }
}

/// Returns the title of a printed game: its name, its date and its result.
fn title(game: &Game<'_>) -> Option<String> {
    let summary = Summary::of(game);
    let words = summary.in_words();
    let fact = |name: &str| words.iter().find(|(label, _)| *label == name);
    let facts = ["Date", "Result"].into_iter().filter_map(fact);
    let title = summary.title()?;
    let parts = std::iter::once(&title).chain(facts.map(|(_, text)| text));
    go::one_line(&parts.map(String::as_str).collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_on_the_stones_of_the_wanted_moves() {
        let text = b"(;FF[4]SZ[9];B[aa];W[ab];B[bb];W[ba];B[cc];W[])";
        let game = ishi::read(text).unwrap().games.remove(0);
        let end = game.find("end").unwrap();
        let told = |drawing: Drawing| {
            let Picture::Go(board) = drawing.picture else {
                panic!("a board of Go");
            };
            let labels = board.cells.iter().filter_map(|cell| cell.label.clone());
            let labels: Vec<_> = labels.collect();
            format!("{}; {}", labels.join(" "), drawing.notes.join(", "))
        };
        for (numbers, expected) in [
            (Numbers::All, "4 2 3 5; 1 at A9, 6 passes"),
            (Numbers::Last(9), "4 2 3 5; 1 at A9, 6 passes"),
            (Numbers::Last(6), "4 2 3 5; 1 at A9, 6 passes"),
            (Numbers::Last(5), "4 2 3 5; 6 passes"),
            (Numbers::Last(2), "5; 6 passes"),
            (Numbers::Last(0), "; "),
            (Numbers::Range(2, 4), "4 2 3; "),
            (Numbers::Range(1, 1), "; 1 at A9"),
            (Numbers::Range(4, 2), "; "),
        ] {
            let drawing = position(&game, end, Signs::Sgf, numbers);
            assert_eq!(told(drawing), expected, "{numbers:?}");
        }
        assert_eq!(told(kifu(&game, end, Signs::Sgf)), "1 4 2 3 5; 6 passes");
    }

    #[test]
    fn the_latest_move_at_a_point_has_the_number_there() {
        let text = b"(;FF[4]SZ[9];B[ba];W[aa];B[ab];W[cc];B[dd];W[aa])";
        let game = ishi::read(text).unwrap().games.remove(0);
        let end = game.find("end").unwrap();
        let notes = |at| position(&game, at, Signs::Sgf, Numbers::All).notes;
        assert_eq!(notes(game.find("3").unwrap()), ["2 at A9"]);
        assert_eq!(notes(end), ["2 at A9", "6 at A9"]);
        assert_eq!(kifu(&game, end, Signs::Sgf).notes, ["6 at 2"]);
    }

    #[test]
    fn the_title_of_a_printed_game_has_its_date_and_its_result() {
        for (root, title) in [
            ("EV[Cup]DT[1990-01-02]RE[B+R]", Some("Cup, 1990-01-02, ")),
            ("EV[Cup]", Some("Cup")),
            ("N[a node]", Some("a node")),
            ("", None),
        ] {
            let text = format!("(;FF[4]{root})");
            let game = ishi::read(text.as_bytes()).unwrap().games.remove(0);
            let caption = kifu(&game, NodeId::ROOT, Signs::Sgf).caption;
            match title {
                Some(start) if start.ends_with(", ") => {
                    let caption = caption.unwrap_or_default();
                    assert!(caption.starts_with(start), "{caption}");
                }
                title => assert_eq!(caption.as_deref(), title, "{root}"),
            }
        }
    }
}
