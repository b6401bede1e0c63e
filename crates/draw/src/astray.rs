//! Names the stones, marks and lines off the board in words, because no drawing can show them.

use super::Signs;
use super::course::Course;
use super::words::on_one_line;
use ishi::model::{Color, Game, Id, NodeId, Place, Point, Value};

/// How many things are named.
const MOST: usize = 20;

/// Returns a note that names the stones of a way that are off the board, and the marks and lines of a node
/// there. Returns `None` if there are no such things.
pub fn note(course: &Course<'_, '_>, node: NodeId, signs: Signs) -> Option<String> {
    let game = course.game;
    let astray = course.astray.iter();
    let mut things = astray
        .flat_map(|&(node, number)| stones(game, node, number))
        .chain(marks(game, node, signs))
        .chain(lines(game, node));
    let mut named: Vec<_> = things.by_ref().take(MOST).collect();
    if things.next().is_some() {
        named.push("and more".to_owned());
    }
    (!named.is_empty()).then(|| format!("off the board: {}", named.join(", ")))
}

/// Returns whether a node puts a stone where the board has no point.
pub fn has_stones(game: &Game<'_>, node: NodeId) -> bool {
    has_move(game, node) || game.is_setup(node) && setup(game, node).next().is_some()
}

/// Returns whether the move of a node is neither on the board nor a pass.
pub fn has_move(game: &Game<'_>, node: NodeId) -> bool {
    game.mv(node)
        .is_some_and(|mv| mv.place != Place::Pass && mv.point_on(game.size).is_none())
}

fn setup<'g>(game: &'g Game<'_>, node: NodeId) -> impl Iterator<Item = (Color, Point)> + 'g {
    let stones = [(Id::AddBlack, Color::Black), (Id::AddWhite, Color::White)];
    stones
        .into_iter()
        .flat_map(move |(id, color)| off(game, node, id).map(move |point| (color, point)))
}

/// Returns the points of a property that the board does not have.
fn off<'g>(game: &'g Game<'_>, node: NodeId, id: Id) -> impl Iterator<Item = Point> + 'g {
    game.points(node, id)
        .filter(|&point| !game.size.contains(point))
}

fn stones<'g>(game: &'g Game<'_>, node: NodeId, number: u32) -> impl Iterator<Item = String> + 'g {
    let setup = setup(game, node).map(move |(color, point)| {
        let color = color.to_string().to_lowercase();
        format!("a {color} stone at {}", name(point))
    });
    let mv = game.mv(node).filter(|_| has_move(game, node));
    setup.chain(mv.map(move |mv| match mv.place {
        Place::Point(point) => format!("move {number} ({} {})", mv.color, name(point)),
        Place::Pass | Place::Unreadable => format!("move {number} ({})", mv.color),
    }))
}

fn marks<'g>(game: &'g Game<'_>, node: NodeId, signs: Signs) -> impl Iterator<Item = String> + 'g {
    let (circle, cross) = match signs {
        Signs::Sgf => ("a circle", "a cross"),
        Signs::Ishi => ("a diamond", "a check mark"),
    };
    let kinds = [
        (Id::Triangle, "a triangle"),
        (Id::Square, "a square"),
        (Id::Circle, circle),
        (Id::Cross, cross),
        (Id::Selected, "a selected point"),
        (Id::TerritoryBlack, "territory of Black"),
        (Id::TerritoryWhite, "territory of White"),
    ];
    let signs = kinds.into_iter().flat_map(move |(id, what)| {
        off(game, node, id).map(move |point| format!("{what} at {}", name(point)))
    });
    let labels = game.labels(node);
    let labels = labels.filter(|label| !game.size.contains(label.point));
    signs.chain(labels.map(|label| {
        let text = on_one_line(&label.text.to_str());
        format!("the label {text} at {}", name(label.point))
    }))
}

fn lines<'g>(game: &'g Game<'_>, node: NodeId) -> impl Iterator<Item = String> + 'g {
    let kinds = [(Id::Line, "a line"), (Id::Arrow, "an arrow")];
    kinds.into_iter().flat_map(move |(id, what)| {
        let lines = match game.get(node, id) {
            Some(Value::Lines(lines)) => &**lines,
            _ => &[],
        };
        let is_off = |point| !game.size.contains(point);
        let lines = lines
            .iter()
            .filter(move |line| is_off(line.0) || is_off(line.1));
        lines.map(move |&(from, to)| format!("{what} from {} to {}", name(from), name(to)))
    })
}

/// Returns the letters of a point, as records have them: the board has no name for it.
fn name(point: Point) -> String {
    point
        .to_sgf()
        .unwrap_or_else(|| format!("column {}, row {}", point.column, point.row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Drawing, Numbers};

    fn notes(text: &str, at: &str) -> Vec<Vec<String>> {
        let record = ishi::read(text.as_bytes()).unwrap();
        let game = &record.games[0];
        let node = game.find(at).unwrap();
        let drawings = [
            Drawing::position(game, node, Signs::Sgf),
            Drawing::numbered(game, node, Signs::Sgf, Numbers::All),
            Drawing::kifu(game, node, Signs::Sgf),
            Drawing::diagram(game, node, Signs::Sgf),
        ];
        drawings.map(|drawing| drawing.unwrap().notes).into()
    }

    #[test]
    fn what_is_off_the_board_is_named() {
        let text = "(;FF[4]SZ[9]AB[jj][aa]AW[kk];B[mm];W[bb]TR[cc][jj]CR[ja]LB[kl:a b][cc:c]LN[aa:jj]TB[jk])";
        let stones = "off the board: a black stone at jj, a white stone at kk, move 1 (Black mm)";
        let marks = "a triangle at jj, a circle at ja, territory of Black at jk, the label a b at kl, \
                     a line from aa to jj";
        for notes in notes(text, "2") {
            assert_eq!(notes, [format!("{stones}, {marks}")]);
        }
        assert_eq!(notes(text, "1")[0], [stones]);
    }

    #[test]
    fn a_pass_is_not_off_the_board() {
        let text = "(;FF[4]SZ[9]AB[aa];B[];W[tt]TR[aa])";
        for notes in notes(text, "2") {
            assert!(!notes.concat().contains("off the board"), "{notes:?}");
        }
    }

    #[test]
    fn of_many_things_the_first_are_named() {
        let text = "(;FF[4]SZ[9]AB[ka:kz])";
        let notes = notes(text, "start");
        assert!(
            notes[0][0].ends_with("a black stone at kt, and more"),
            "{notes:?}"
        );
    }

    #[test]
    fn twenty_things_are_named_in_full() {
        let last = |text: &str| {
            let notes = notes(text, "start").remove(0).remove(0);
            notes.rsplit(", ").next().map(str::to_owned)
        };
        let twenty = last("(;FF[4]SZ[9]AB[ka:kt])");
        assert_eq!(twenty.as_deref(), Some("a black stone at kt"));
        assert_eq!(last("(;FF[4]SZ[9]AB[ka:ku])").as_deref(), Some("and more"));
    }

    #[test]
    fn the_walk_forgets_what_it_has_left() {
        let record = ishi::read(b"(;FF[4]SZ[9](;AB[jj])(;B[aa]))").unwrap();
        let gallery = crate::Gallery::positions(&record.games[0], Signs::Sgf);
        let notes = gallery.unwrap().map(|(_, drawing)| drawing.notes.len());
        assert_eq!(notes.collect::<Vec<_>>(), [0, 1, 0]);
    }
}
