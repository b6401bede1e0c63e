//! The board of a game: turned, mirrored, with the colours of the players exchanged.

use std::mem;

use thiserror::Error;

use crate::bracket::property::value_text;
use crate::model::words::debug_as_display;
use crate::model::{
    Area, BoardSize, GO, Game, GameKind, Id, Meaning, Place, Point, Property, Value,
};
use crate::values::GameResult;

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
const PAIRS: [[Id; 2]; 10] = [
    [Id::Black, Id::White],
    [Id::AddBlack, Id::AddWhite],
    [Id::PlayerBlack, Id::PlayerWhite],
    [Id::RankBlack, Id::RankWhite],
    [Id::TeamBlack, Id::TeamWhite],
    [Id::SpeciesBlack, Id::SpeciesWhite],
    [Id::TimeBlack, Id::TimeWhite],
    [Id::MovesLeftBlack, Id::MovesLeftWhite],
    [Id::GoodForBlack, Id::GoodForWhite],
    [Id::TerritoryBlack, Id::TerritoryWhite],
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
    of_go(game)?;
    let size = game.size;
    let point = |point: &mut Point| *point = symmetry.point(*point, size);
    each_node(game, |meaning| {
        if let Some(Place::Point(place)) = meaning.mv.as_mut().map(|mv| &mut mv.place) {
            point(place);
        }
        for property in &mut meaning.properties {
            move_points(property, point);
        }
    });
    if matches!(symmetry, Symmetry::Rotate90 | Symmetry::Rotate270) {
        mem::swap(&mut game.size.columns, &mut game.size.rows);
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
    of_go(game)?;
    for node in game.nodes() {
        let properties = game.properties(node).iter();
        for result in properties.filter(|property| property.is(Id::Result)) {
            let words = value_text(result);
            if opposite_result(&words).is_none() {
                return Err(BoardError::Result(words.into_owned()));
            }
        }
    }
    each_node(game, |meaning| {
        if let Some(mv) = &mut meaning.mv {
            mv.color = mv.color.opponent();
        }
        meaning.properties.iter_mut().for_each(swap);
    });
    Ok(())
}

/// Returns an error for another game than Go.
pub(super) fn of_go(game: &Game<'_>) -> Result<(), BoardError> {
    match game.kind {
        GO => Ok(()),
        other => Err(BoardError::OtherGame(other)),
    }
}

/// Changes the meaning of all nodes.
fn each_node<'a>(game: &mut Game<'a>, change: impl Fn(&mut Meaning<'a>)) {
    for node in game.nodes().collect::<Vec<_>>() {
        let mut meaning = game.meaning(node);
        change(&mut meaning);
        if meaning != game.meaning(node) {
            game.set_meaning(node, meaning);
        }
    }
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

/// Moves the points of a property.
fn move_points(property: &mut Property<'_>, point: impl Fn(&mut Point)) {
    match (property.ident.standard(), &mut property.value) {
        (_, Value::Points(areas)) => {
            for area in areas {
                point(&mut area.from);
                point(&mut area.to);
                *area = Area::new(area.from, area.to);
            }
        }
        (_, Value::Lines(lines)) => {
            for (from, to) in lines {
                point(from);
                point(to);
            }
        }
        (_, Value::Labels(labels)) => {
            let moved = labels.iter().cloned().map(|mut label| {
                point(&mut label.point);
                label
            });
            *labels = moved.collect();
        }
        (Some(Id::ExpectedMove), Value::Text(text)) => {
            if let Ok(mut place) = Point::from_sgf(text) {
                point(&mut place);
                *text = place.to_sgf().unwrap_or_default().into();
            }
        }
        _ => {}
    }
}

/// Exchanges the colours of a property.
fn swap(property: &mut Property<'_>) {
    if let Value::Text(text) = &mut property.value {
        let swapped = match property.ident.standard() {
            Some(Id::PlayerToMove) if text == "B" => Some("W".to_owned()),
            Some(Id::PlayerToMove) if text == "W" => Some("B".to_owned()),
            Some(Id::Result) => opposite_result(text),
            Some(Id::NodeValue) => negated(text),
            _ => None,
        };
        if let Some(swapped) = swapped {
            *text = swapped.into();
        }
    }
    let is_one = |pair: &&[Id; 2]| pair.iter().any(|id| property.is(*id));
    if let Some([black, white]) = PAIRS.iter().find(is_one) {
        let is_black = property.is(*black);
        property.ident = if is_black { *white } else { *black }.into();
    }
}

/// Returns a result with the other winner. Its margin keeps its words: `B+Resign` -> `W+Resign`. Returns `None` if a part of it
/// has no meaning: `White wins. Black played well`.
fn opposite_result(text: &str) -> Option<String> {
    let result = GameResult::parse(text).or_else(|| GameResult::parse_sgf(text));
    match (result, text.split_once('+')) {
        (Some(_), Some(("B", margin))) => Some(format!("W+{margin}")),
        (Some(_), Some(("W", margin))) => Some(format!("B+{margin}")),
        (Some(GameResult::Win(winner, margin)), _) => {
            Some(GameResult::Win(winner.opponent(), margin).sgf())
        }
        (None, _) if !text.trim().is_empty() => None,
        _ => Some(text.to_owned()),
    }
}

/// Returns a number with the other sign. Returns `None` for zero.
fn negated(text: &str) -> Option<String> {
    let digits = text.trim_start_matches(['+', '-']);
    let sign = if text.starts_with('-') { "" } else { "-" };
    let is_zero = digits.trim_matches(['0', '.']).is_empty();
    (!is_zero).then(|| format!("{sign}{digits}"))
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
            assert_eq!(opposite_result(result).as_deref(), Some(expected));
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
