//! A summary of a game: its players, its result, its last position.

mod words;

use std::fmt::{self, Write};

use crate::model::{BoardSize, Color, GO, Game, GameKind, Id, Place, Point, Replay, Step, Value};
use crate::values::likely;

/// A summary of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// The kind of game.
    pub kind: GameKind,
    /// The size of the board.
    pub size: BoardSize,
    /// The facts about the game as a whole in the record: its name, event and round, the players with their ranks, date, place,
    /// result, handicap, komi, rules, time limit, overtime and source, in this order.
    pub facts: Vec<(Id, String)>,
    /// How many nodes the game has.
    pub nodes: usize,
    /// How many of them are moves.
    pub moves: usize,
    /// How many moves its main line has.
    pub main_line: usize,
    /// How many of its nodes have no successor, without the end of the main line.
    pub variations: usize,
    /// How many nodes have a comment.
    pub comments: usize,
    /// How many nodes are diagrams.
    pub diagrams: usize,
    /// The position at the end of the main line; `None` for games other than Go.
    pub position: Option<Position>,
}

/// The properties that [`Summary::facts`] holds, and the names of the facts in words, in reading order. Ranks are told with
/// the players, and overtime with the time, so they have no name.
const FACTS: [(Id, &str); 16] = [
    (Id::GameName, "Name"),
    (Id::Event, "Event"),
    (Id::Round, "Round"),
    (Id::PlayerBlack, "Black"),
    (Id::RankBlack, ""),
    (Id::PlayerWhite, "White"),
    (Id::RankWhite, ""),
    (Id::Date, "Date"),
    (Id::Place, "Place"),
    (Id::Result, "Result"),
    (Id::Handicap, "Handicap"),
    (Id::Komi, "Komi"),
    (Id::Rules, "Rules"),
    (Id::TimeLimit, "Time"),
    (Id::Overtime, ""),
    (Id::Source, "Source"),
];

/// The longest fact, in characters; longer ones are cut.
const LONGEST: usize = 200;

impl Summary {
    /// Looks through a game.
    pub fn of(game: &Game<'_>) -> Self {
        let mut summary = Self {
            kind: game.kind,
            size: game.size,
            facts: Vec::new(),
            nodes: game.node_count(),
            moves: 0,
            main_line: 0,
            variations: 0,
            comments: 0,
            diagrams: 0,
            position: (game.kind == GO).then(|| Position::last(game)),
        };
        let mut facts = [const { None }; FACTS.len()];
        for node in game.nodes() {
            summary.moves += usize::from(game.mv(node).is_some());
            summary.variations += usize::from(game.first_child(node).is_none());
            for property in game.properties(node) {
                let Some(id) = property.ident.standard() else {
                    continue;
                };
                summary.comments += usize::from(id == Id::Comment);
                summary.diagrams += usize::from(id == Id::Figure);
                let index = FACTS.iter().position(|(fact, _)| *fact == id);
                if let Some(fact @ None) = index.and_then(|index| facts.get_mut(index)) {
                    let likely = likely(game.properties(node), id);
                    *fact = likely.or_else(|| fact_text(&property.value));
                }
            }
        }
        summary.variations = summary.variations.saturating_sub(1);
        let line = game.main_line();
        summary.main_line = line.filter(|node| game.mv(*node).is_some()).count();
        let named = FACTS.iter().zip(facts);
        let found = named.filter_map(|((id, _), fact)| Some((*id, fact?)));
        summary.facts = found.collect();
        summary
    }

    /// Returns a fact about the game as a whole.
    pub fn fact(&self, id: Id) -> Option<&str> {
        let found = self.facts.iter().find(|(fact, _)| *fact == id);
        found.map(|(_, text)| text.as_str())
    }
}

fn fact_text(value: &Value<'_>) -> Option<String> {
    let text = match value {
        Value::Text(text) => text,
        Value::Raw(values) => values.first()?,
        _ => return None,
    };
    let text = text.trim();
    (!text.is_empty()).then(|| text.chars().take(LONGEST).collect())
}

/// A position in a compact form: [`fmt::Display`] writes it as text.
///
/// The text is the number of columns, `x`, the number of rows, a blank, then the points in reading order:
/// runs of `.` (empty), `b` (black) and `w` (white), with their number before the letter if it is above 1.
/// The text ends after the last stone. A further blank and `column,row`, both from 0, name the point of the
/// last move: `9x9 20.b37.w 2,2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    size: BoardSize,
    /// Runs of the same content.
    runs: Vec<(usize, Option<Color>)>,
    last: Option<Point>,
}

impl Position {
    /// Returns the position at the end of the main line.
    pub fn last(game: &Game<'_>) -> Self {
        let mut replay = Replay::new(game.size);
        let mut last = None;
        for step in game.walk() {
            let Step::Enter(node) = step else {
                break;
            };
            replay.enter(game, node);
            if let Some(mv) = game.mv(node) {
                last = match mv.place {
                    Place::Point(point) if game.size.contains(point) => Some(point),
                    _ => None,
                };
            }
        }
        let board = replay.board();
        let mut runs: Vec<(usize, Option<Color>)> = Vec::new();
        let mut done = 0;
        for (point, stone) in board.stones() {
            let place = usize::from(point.row) * usize::from(game.size.columns);
            let place = place + usize::from(point.column);
            if place > done {
                runs.push((place - done, None));
            }
            match runs.last_mut() {
                Some((count, Some(color))) if *color == stone.color => *count += 1,
                _ => runs.push((1, Some(stone.color))),
            }
            done = place + 1;
        }
        Self {
            size: game.size,
            runs,
            last: last.filter(|point| board.stone(*point).is_some()),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{} ", self.size.columns, self.size.rows)?;
        for (count, color) in &self.runs {
            if *count > 1 {
                write!(f, "{count}")?;
            }
            f.write_char(match color {
                None => '.',
                Some(Color::Black) => 'b',
                Some(Color::White) => 'w',
            })?;
        }
        match self.last {
            Some(point) => write!(f, " {},{}", point.column, point.row),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn summary(record: &str) -> Summary {
        let record = crate::read(record.as_bytes()).unwrap();
        Summary::of(record.games.first().unwrap())
    }

    #[test]
    fn positions_are_short_texts() {
        for (record, expected) in [
            ("(;FF[4]SZ[9])", "9x9 "),
            ("(;FF[4]SZ[3:2];B[aa];W[cb])", "3x2 b4.w 2,1"),
            ("(;FF[4]SZ[2]AB[aa][ba])", "2x2 2b"),
            // The white stone in the corner is taken; variations do not count.
            ("(;FF[4]SZ[9];W[aa](;B[ab];B[ba])(;B[ee]))", "9x9 .b7.b 1,0"),
            ("(;FF[4]SZ[9];B[aa];W[])", "9x9 b"),
        ] {
            let position = summary(record).position.unwrap();
            assert_eq!(position.to_string(), expected, "{record}");
        }
        assert_eq!(summary("(;FF[4]GM[3];B[e2e4])").position, None);
    }

    #[test]
    fn games_are_counted_through() {
        let found = summary("(;FF[4]SZ[9]PB[Anna]RE[];B[aa]C[x](;W[bb];B[cc])(;W[cc]FG[])(;C[y]))");
        assert_eq!(found.fact(Id::PlayerBlack), Some("Anna"));
        assert_eq!(found.fact(Id::Result), None);
        assert_eq!((found.nodes, found.moves, found.main_line), (6, 4, 3));
        let others = (found.variations, found.comments, found.diagrams);
        assert_eq!(others, (2, 2, 1));
        let other = summary("(;FF[4]GM[1]SZ[9]PB[ ];B[aa]PB[Anna];W[bb]PB[Otto])");
        assert_eq!(other.fact(Id::PlayerBlack), Some("Anna"));
        assert_eq!((other.variations, other.nodes), (0, 3));
    }

    #[test]
    fn facts_are_values_that_were_understood() {
        let found = summary("(;FF[4]SZ[9]RE[W+12.5点]TM[30:00+30:00/25]KM[6.5目];B[aa])");
        assert_eq!(found.fact(Id::Result), Some("W+12.5"));
        assert_eq!(found.fact(Id::TimeLimit), Some("1800"));
        assert_eq!(found.fact(Id::Komi), Some("6.5"));
        let doubtful = summary("(;FF[4]SZ[9]TM[30:00]KM[375];B[aa])");
        assert_eq!(doubtful.fact(Id::TimeLimit), Some("1800"));
        assert_eq!(doubtful.fact(Id::Komi), Some("7.5"));
    }

    #[test]
    fn a_long_fact_is_cut() {
        for length in [199, 200, 201] {
            let name = "ä".repeat(length);
            let found = summary(&format!("(;FF[4]GM[1]SZ[9]PB[{name}];B[aa])"));
            let fact = found.fact(Id::PlayerBlack).unwrap();
            assert_eq!(fact.chars().count(), length.min(200));
        }
    }
}
