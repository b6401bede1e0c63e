//! The board of a game: turned, mirrored, with the colours of the players exchanged.

use std::borrow::Cow;

use thiserror::Error;

use crate::bracket::property::parse_property;
use crate::bracket::typed::point_text;
use crate::debug::debug_as_display;
use crate::model::{
    Area, BoardSize, GO, Game, GameKind, Id, Ident, Label, Move, Place, Point, Property, Value,
    ValueType,
};
use crate::values::{Certainty, GameResult};

/// A way to turn or mirror a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Symmetry {
    /// A quarter turn clockwise.
    Rotate90,
    /// A half turn.
    Rotate180,
    /// A quarter turn counterclockwise.
    Rotate270,
    /// Left and right are exchanged.
    Mirror,
}

/// A board or its colours cannot be changed.
#[derive(Clone, PartialEq, Eq, Error)]
pub enum BoardError {
    /// The game is not Go, so the points and colours in it are not known.
    #[error("it is another game than Go (GM[{0}]), and this edit needs a board of Go")]
    OtherGame(GameKind),
    /// A result has words that nobody read, so the winner in it cannot be exchanged.
    #[error(
        "RE: cannot exchange the colours in the result \"{0}\"; write a result such as B+3.5 first"
    )]
    Result(String),
}

debug_as_display!(BoardError);

/// The properties of the players: one of Black, and the same of White.
const PAIRS: [(Id, Id); 10] = [
    (Id::Black, Id::White),
    (Id::AddBlack, Id::AddWhite),
    (Id::PlayerBlack, Id::PlayerWhite),
    (Id::RankBlack, Id::RankWhite),
    (Id::TeamBlack, Id::TeamWhite),
    (Id::SpeciesBlack, Id::SpeciesWhite),
    (Id::TimeBlack, Id::TimeWhite),
    (Id::MovesLeftBlack, Id::MovesLeftWhite),
    (Id::GoodForBlack, Id::GoodForWhite),
    (Id::TerritoryBlack, Id::TerritoryWhite),
];

/// Turns or mirrors a game: moves, setup, marks, labels, lines, territory and visible parts.
///
/// Points off the board stay, and so do private properties and texts, because their points are unknown.
///
/// # Errors
///
/// [`BoardError::OtherGame`] if the game is not Go; the game is as it was.
///
/// # Examples
///
/// ```
/// use ishi::change::{Symmetry, turn};
///
/// let mut record = ishi::read(b"(;FF[4]SZ[9] ;B[ca]TR[ca] C[a])")?;
/// turn(&mut record.games[0], Symmetry::Mirror)?;
/// assert_eq!(record.write()?, b"(;FF[4]SZ[9] ;B[ga]TR[ga] C[a])");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn turn(game: &mut Game<'_>, symmetry: Symmetry) -> Result<(), BoardError> {
    let size = game.size;
    let point = |point| symmetry.point(point, size);
    let mv = |mv: Move| Move {
        place: match mv.place {
            Place::Point(place) => Place::Point(point(place)),
            place => place,
        },
        ..mv
    };
    each_node(game, mv, |property| moved(property, size, &point))?;
    if matches!(symmetry, Symmetry::Rotate90 | Symmetry::Rotate270) {
        game.size = BoardSize {
            columns: size.rows,
            rows: size.columns,
        };
    }
    Ok(())
}

/// Exchanges the colours: of moves, setup and territory, and of all that belongs to a player, such as name, rank and clock. The
/// winner of the result changes too, and the sign of the value of a position (V). Komi and handicap stay.
///
/// # Errors
///
/// [`BoardError`] if the game is not Go, or if its result has words that nobody read; the game is as it was.
///
/// # Examples
///
/// ```
/// let mut record = ishi::read(b"(;FF[4]PB[Anna]RE[W+R];B[cc];W[dd])")?;
/// ishi::change::swap_colors(&mut record.games[0])?;
/// assert_eq!(record.write()?, b"(;FF[4]PW[Anna]RE[B+R];W[cc];B[dd])");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn swap_colors(game: &mut Game<'_>) -> Result<(), BoardError> {
    let mv = |mv: Move| Move {
        color: mv.color.opponent(),
        ..mv
    };
    of_go(game)?;
    for node in game.nodes() {
        for result in game.values(node, Id::Result) {
            if let Some(words) = unreadable(result) {
                return Err(BoardError::Result(words));
            }
        }
    }
    each_node(game, mv, swapped)
}

/// Returns an error for another game than Go.
pub(super) fn of_go(game: &Game<'_>) -> Result<(), BoardError> {
    if game.kind == GO {
        Ok(())
    } else {
        Err(BoardError::OtherGame(game.kind))
    }
}

/// Changes the moves and properties of all nodes.
fn each_node<'a>(
    game: &mut Game<'a>,
    mv: impl Fn(Move) -> Move,
    property: impl Fn(&Property<'a>) -> Property<'a>,
) -> Result<(), BoardError> {
    of_go(game)?;
    for node in game.nodes().collect::<Vec<_>>() {
        let new_move = game.mv(node).map(&mv);
        if new_move != game.mv(node) {
            game.set_move(node, new_move);
        }
        let properties: Vec<_> = game.properties(node).iter().map(&property).collect();
        if properties != game.properties(node) {
            game.set_properties(node, properties);
        }
    }
    Ok(())
}

impl Symmetry {
    /// Returns where a point of a board of this size goes. A point off the board stays.
    fn point(self, point: Point, size: BoardSize) -> Point {
        if !size.contains(point) {
            return point;
        }
        let Point { column, row } = point;
        let right = size.columns.saturating_sub(1).saturating_sub(column);
        let below = size.rows.saturating_sub(1).saturating_sub(row);
        match self {
            Self::Rotate90 => Point::new(below, column),
            Self::Rotate180 => Point::new(right, below),
            Self::Rotate270 => Point::new(row, right),
            Self::Mirror => Point::new(right, row),
        }
    }
}

/// Returns a property with its points elsewhere.
fn moved<'a>(
    property: &Property<'a>,
    size: BoardSize,
    point: &impl Fn(Point) -> Point,
) -> Property<'a> {
    let id = property.ident.standard();
    let area = |area: &Area| Area::new(point(area.from), point(area.to));
    let value = match &property.value {
        Value::Points(areas) => Value::Points(areas.iter().map(area).collect()),
        Value::Lines(lines) => {
            let lines = lines.iter().map(|(from, to)| (point(*from), point(*to)));
            Value::Lines(lines.collect())
        }
        Value::Labels(labels) => {
            let moved = labels.iter().map(|label| Label {
                point: point(label.point),
                text: label.text.clone(),
            });
            Value::Labels(moved.collect())
        }
        Value::Text(text) if id.is_some_and(|id| id.value_type() == ValueType::Move) => {
            let moved = point_of(text, size).map(|place| point_text(point(place)));
            Value::Text(moved.map_or_else(|| text.clone(), Cow::Owned))
        }
        value => value.clone(),
    };
    Property::new(property.ident.clone(), value)
}

/// Returns the point that a text of the bracketed formats names.
fn point_of(text: &str, size: BoardSize) -> Option<Point> {
    let Value::Points(areas) = parse_property(&format!("TR[{text}]"), size)?.value else {
        return None;
    };
    areas.first().map(|area| area.from)
}

/// Returns a property with the colours exchanged.
fn swapped<'a>(property: &Property<'a>) -> Property<'a> {
    let Some(id) = property.ident.standard() else {
        return property.clone();
    };
    let opposite = PAIRS.iter().find_map(|(black, white)| match id {
        _ if id == *black => Some(*white),
        _ if id == *white => Some(*black),
        _ => None,
    });
    let value = match (id, &property.value) {
        (Id::PlayerToMove, Value::Text(text)) => Value::Text(match &**text {
            "B" => "W".into(),
            "W" => "B".into(),
            _ => text.clone(),
        }),
        (Id::Result, Value::Text(text)) => Value::Text(opposite_result(text)),
        (Id::NodeValue, Value::Text(text)) => Value::Text(negated(text)),
        (_, value) => value.clone(),
    };
    Property::new(
        opposite.map_or(property.ident.clone(), Ident::Standard),
        value,
    )
}

/// Returns the words of a result if a part of them has no meaning: `White wins. Black played well`.
fn unreadable(result: &Value<'_>) -> Option<String> {
    let words = match result {
        Value::Text(text) => text.clone().into_owned(),
        Value::Raw(texts) => texts.join(" "),
        _ => return None,
    };
    let names_nobody = matches!(words.trim(), "" | "?" | "0" | "Draw" | "Void");
    let is_read =
        GameResult::read(&words).is_some_and(|(_, certainty)| certainty == Certainty::Whole);
    (!names_nobody && !is_read).then_some(words)
}

/// Returns a result with the other winner. Its margin keeps its words: `B+Resign` -> `W+Resign`.
fn opposite_result<'a>(text: &Cow<'a, str>) -> Cow<'a, str> {
    match text.split_once('+') {
        Some(("B", margin)) => format!("W+{margin}").into(),
        Some(("W", margin)) => format!("B+{margin}").into(),
        _ => match GameResult::read(text) {
            Some((GameResult::Win(winner, margin), _)) => {
                GameResult::Win(winner.opponent(), margin).sgf().into()
            }
            _ => text.clone(),
        },
    }
}

fn negated<'a>(text: &Cow<'a, str>) -> Cow<'a, str> {
    let digits = text.trim_start_matches(['+', '-']);
    if !digits.contains(|c: char| ('1'..='9').contains(&c)) {
        return text.clone();
    }
    let sign = if text.starts_with('-') { "" } else { "-" };
    format!("{sign}{digits}").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(text: &str, change: impl Fn(&mut Game<'static>)) -> String {
        let mut record = crate::read(text.as_bytes()).unwrap();
        record.games.iter_mut().for_each(change);
        String::from_utf8(record.write().unwrap()).unwrap()
    }

    #[test]
    fn every_kind_of_point_is_turned() {
        let text = "(;FF[4] SZ[5:3] AB[aa:ba]AW[ec] ;B[ba] TR[ea]LB[ab:x]AR[aa:ec]VW[aa:cb]EX[eb]C[D4]XX[aa];W[])";
        for (symmetry, expected) in [
            (
                Symmetry::Rotate90,
                "(;FF[4] SZ[3:5] AB[ca:cb]AW[ae] ;B[cb] TR[ce]LB[ba:x]AR[ca:ae]VW[ba:cc]EX[be]C[D4]XX[aa];W[])",
            ),
            (
                Symmetry::Rotate180,
                "(;FF[4] SZ[5:3] AB[dc:ec]AW[aa] ;B[dc] TR[ac]LB[eb:x]AR[ec:aa]VW[cb:ec]EX[ab]C[D4]XX[aa];W[])",
            ),
            (
                Symmetry::Rotate270,
                "(;FF[4] SZ[3:5] AB[ad:ae]AW[ca] ;B[ad] TR[aa]LB[be:x]AR[ae:ca]VW[ac:be]EX[ba]C[D4]XX[aa];W[])",
            ),
            (
                Symmetry::Mirror,
                "(;FF[4] SZ[5:3] AB[da:ea]AW[ac] ;B[da] TR[aa]LB[eb:x]AR[ea:ac]VW[ca:eb]EX[ab]C[D4]XX[aa];W[])",
            ),
        ] {
            assert_eq!(
                changed(text, |game| turn(game, symmetry).unwrap()),
                expected
            );
        }
    }

    #[test]
    fn everything_of_a_player_is_exchanged() {
        let text = "(;FF[4]KM[6.5]HA[2]PB[Anna]BR[3d]BT[x]RE[B+Resign] AB[aa]PL[W] ;W[bb]WL[30]OW[2]GW[1]V[-3.5];B[cc]BL[9]TB[dd]TW[ee]V[0])";
        let expected = "(;FF[4]PW[Anna]WR[3d]WT[x]KM[6.5]AW[aa]HA[2]RE[W+Resign]PL[B] ;B[bb]BL[30]OB[2]GB[1]V[3.5];W[cc]WL[9]TW[dd]TB[ee]V[0])";
        assert_eq!(changed(text, |game| swap_colors(game).unwrap()), expected);
        for (result, expected) in [
            ("B+3.5", "W+3.5"),
            ("White wins by resignation", "B+R"),
            ("Draw", "Draw"),
            ("?", "?"),
        ] {
            assert_eq!(opposite_result(&result.into()), expected);
        }
    }

    #[test]
    fn other_games_are_refused_and_stay() {
        let mut record = crate::read(b"(;FF[4]GM[6];B[31])").unwrap();
        let game = &mut record.games[0];
        let error = turn(game, Symmetry::Mirror).unwrap_err();
        let words = "it is another game than Go (GM[6]), and this edit needs a board of Go";
        assert_eq!(error.to_string(), words);
        assert!(swap_colors(game).is_err());
        assert!(!game.is_changed());
    }

    #[test]
    fn a_result_with_words_that_nobody_read_is_refused() {
        for result in [
            "White resigns at 50",
            "Black wins by 3 (after ko fight)",
            "see comment",
        ] {
            let text = format!("(;FF[4]RE[{result}];B[cc])");
            let mut record = crate::read(text.as_bytes()).unwrap();
            let game = &mut record.games[0];
            assert_eq!(
                swap_colors(game),
                Err(BoardError::Result(result.to_owned()))
            );
            assert!(!game.is_changed());
        }
    }
}
