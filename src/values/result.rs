//! Results of games.

use pest::iterators::{Pair, Pairs};

use super::date::before_parenthesis;
use super::{Certainty, Decimal, Rule, is_unsigned_real, parse, plain};
use crate::model::Color;

/// How a game ended (SGF `FF[4]`, RE).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// A player won.
    Win(Color, Margin),
    /// A drawn game.
    Draw,
    /// No result, or play was broken off.
    Void,
    /// The result is not known.
    Unknown,
}

/// The margin of a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Margin {
    /// By so many points.
    Points(Decimal),
    /// By resignation.
    Resignation,
    /// On time.
    Time,
    /// By forfeit.
    Forfeit,
    /// The result does not name it.
    Unsaid,
}

impl GameResult {
    /// Reads a result in English or in one of SGF's forms, in any case: `Black by 3`,
    /// `White wins by resignation`, `Jigo`, `W+15`
    /// (Ishi specification, section 5.2, RESULT).
    pub fn parse(text: &str) -> Option<Self> {
        let (result, certainty) = Self::read(text)?;
        (certainty == Certainty::Whole).then_some(result)
    }

    /// Reads a result in the words of people and servers, and says whether the text says more than the result:
    /// `Black resigns. W 25.5 B 17.0`, `Black resigns at move 186` and `W+R (186 moves)` do.
    pub fn read(text: &str) -> Option<(Self, Certainty)> {
        Self::parsed(text).or_else(|| {
            let before = before_parenthesis(text.trim()).or_else(|| before_score(text))?;
            Some((Self::parsed(before)?.0, Certainty::Part))
        })
    }

    fn parsed(text: &str) -> Option<(Self, Certainty)> {
        // Nearly all records have one of these forms.
        if let Some(result) = Self::parse_sgf(text) {
            return Some((result, Certainty::Whole));
        }
        let text = plain(text)?;
        let mut pairs = parse(Rule::result, &text)?;
        let is_part = |pair: &Pair<'_, Rule>| {
            matches!(
                pair.as_rule(),
                Rule::last_number | Rule::score | Rule::at_move
            )
        };
        let has_more = pairs.clone().flatten().any(|pair| is_part(&pair));
        let certainty = if has_more {
            Certainty::Part
        } else {
            Certainty::Whole
        };
        let found = pairs.find(|pair| !is_part(pair))?;
        let result = match found.as_rule() {
            Rule::win => decided(found.into_inner(), false)?,
            Rule::loss => decided(found.into_inner(), true)?,
            Rule::tie => Self::Draw,
            Rule::void => Self::Void,
            _ => Self::Unknown,
        };
        Some((result, certainty))
    }

    /// Reads exactly one of the forms that SGF prescribes (`FF[4]`, RE).
    pub fn parse_sgf(text: &str) -> Option<Self> {
        Some(match text {
            "0" | "Draw" => Self::Draw,
            "Void" => Self::Void,
            "?" => Self::Unknown,
            _ => {
                let (winner, margin) = text.split_once('+')?;
                let winner = match winner {
                    "B" => Color::Black,
                    "W" => Color::White,
                    _ => return None,
                };
                let margin = match margin {
                    "" => Margin::Unsaid,
                    "R" | "Resign" => Margin::Resignation,
                    "T" | "Time" => Margin::Time,
                    "F" | "Forfeit" => Margin::Forfeit,
                    _ => Margin::Points(
                        Decimal::parse_sgf(margin).filter(|_| is_unsigned_real(margin))?,
                    ),
                };
                Self::Win(winner, margin)
            }
        })
    }

    /// Returns the shortest of SGF's forms: `B+3.5`, `W+R`, `B+`, `0`, `Void`, `?`.
    pub fn sgf(self) -> String {
        match self {
            Self::Win(color, margin) => {
                let margin = match margin {
                    Margin::Points(points) => points.to_string(),
                    Margin::Resignation => "R".to_owned(),
                    Margin::Time => "T".to_owned(),
                    Margin::Forfeit => "F".to_owned(),
                    Margin::Unsaid => String::new(),
                };
                format!("{}+{margin}", color.letter())
            }
            Self::Draw => "0".to_owned(),
            Self::Void => "Void".to_owned(),
            Self::Unknown => "?".to_owned(),
        }
    }

    /// Returns the result in English, `Jigo` for a draw. Returns `None` if the form of SGF expresses it as
    /// well.
    pub fn ishi(self) -> Option<String> {
        match self {
            Self::Win(color, margin) => match margin {
                Margin::Points(points) => Some(format!("{color} wins by {points}")),
                Margin::Resignation => Some(format!("{color} wins by resignation")),
                Margin::Time => Some(format!("{color} wins on time")),
                Margin::Forfeit => Some(format!("{color} wins by forfeit")),
                Margin::Unsaid => None,
            },
            Self::Draw => Some("Jigo".to_owned()),
            Self::Void | Self::Unknown => None,
        }
    }
}

/// Returns the sentence before the scores of a game that was not counted: `Black resigns. W 25.5 B 17.0`.
fn before_score(text: &str) -> Option<&str> {
    let (before, score) = text.split_once(". ")?;
    let is_score = |word: &str| matches!(word, "B" | "W") || is_unsigned_real(word);
    score.split_whitespace().all(is_score).then_some(before)
}

/// Reads the parts of `win` and `loss`.
fn decided(pairs: Pairs<'_, Rule>, lost: bool) -> Option<GameResult> {
    let mut named = Color::Black;
    let mut margin = Margin::Unsaid;
    let mut points = None;
    for pair in pairs {
        match pair.as_rule() {
            Rule::player => {
                named = match pair.into_inner().next()?.as_rule() {
                    Rule::white => Color::White,
                    _ => Color::Black,
                }
            }
            Rule::resignation | Rule::resigned => margin = Margin::Resignation,
            Rule::on_time => margin = Margin::Time,
            Rule::forfeit | Rule::forfeited => margin = Margin::Forfeit,
            Rule::digits | Rule::decimal | Rule::fraction | Rule::stones_of_two => {
                let sum = points.unwrap_or(Decimal::ZERO);
                points = Some(sum.plus(Decimal::from_amount(&pair))?);
            }
            _ => {}
        }
    }
    if let Some(points) = points {
        margin = Margin::Points(points);
    }
    let winner = if lost { named.opponent() } else { named };
    Some(GameResult::Win(winner, margin))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_a_whole() {
        for (text, sgf) in [
            ("White wins by resignation", "W+R"),
            ("Black by 3", "B+3"),
            ("Black wins by 1", "B+1"),
            ("Black wins by 3", "B+3"),
            ("White wins by 0.5", "W+0.5"),
            ("White wins by 3 1/2 points.", "W+3.5"),
            ("White wins by half a point", "W+0.5"),
            ("Black won by 12 moku", "B+12"),
            ("White resigns.", "B+R"),
            ("black wins on time", "B+T"),
            ("Black lost on time", "W+T"),
            ("White loses by 5.5", "B+5.5"),
            ("White wins by forfeit", "W+F"),
            ("White forfeits", "B+F"),
            ("Black wins", "B+"),
            ("B by 3", "B+3"),
            ("Black +3", "B+3"),
            ("W+15", "W+15"),
            ("b+r", "B+R"),
            ("W+Resign", "W+R"),
            ("B+Time", "B+T"),
            ("B+3.50", "B+3.5"),
            ("B+", "B+"),
            ("Jigo", "0"),
            ("draw", "0"),
            ("Tie.", "0"),
            ("0", "0"),
            ("VOID", "Void"),
            ("no result", "Void"),
            ("?", "?"),
            ("Unknown", "?"),
        ] {
            let found = GameResult::parse(text).map(GameResult::sgf);
            assert_eq!(found.as_deref(), Some(sgf), "{text}");
        }
    }

    #[test]
    fn the_number_of_the_last_move_is_more_than_the_result() {
        for (text, sgf) in [
            ("Black resigns at move 186", "W+R"),
            ("White won by 3.5 after 200 moves", "W+3.5"),
            ("W+R (186 moves)", "W+R"),
        ] {
            let found = GameResult::read(text).map(|(result, certainty)| (result.sgf(), certainty));
            assert_eq!(found, Some((sgf.to_owned(), Certainty::Part)), "{text}");
        }
    }

    #[test]
    fn results_that_are_not_certain_are_not_read() {
        for text in [
            "",
            "3",
            "+3",
            "Black and White",
            "Black wins by a lot",
            "Black wins by 3 or 4",
            "W+2.25 {moves after 200 unknown}",
            "B+1.5 ? W+timeout",
            "has adjourned.",
            "White resigns. W 6.5 B 157.0",
            "W+2R",
            "Jigo?",
            "Bob wins",
            "Blackwins by 3",
            "0.5",
            "B+-3",
        ] {
            assert_eq!(GameResult::parse(text), None, "{text}");
        }
    }

    #[test]
    fn the_forms_of_sgf_are_told_apart() {
        for text in [
            "0", "Draw", "Void", "?", "B+", "W+R", "W+Resign", "B+T", "B+F", "B+3.50",
        ] {
            assert!(GameResult::parse_sgf(text).is_some(), "{text}");
        }
        for text in ["", "b+r", "B+3.", "B + 3", "Jigo", " 0", "W+2R", "00"] {
            assert!(GameResult::parse_sgf(text).is_none(), "{text}");
        }
    }

    #[test]
    fn what_is_written_in_english_is_read_back() {
        for sgf in ["B+3", "W+0.5", "B+R", "W+T", "B+F", "0"] {
            let result = GameResult::parse(sgf).unwrap();
            let english = result.ishi().unwrap();
            assert_eq!(GameResult::parse(&english), Some(result), "{english}");
        }
        for sgf in ["B+", "Void", "?"] {
            assert_eq!(GameResult::parse(sgf).unwrap().ishi(), None);
        }
    }
}
