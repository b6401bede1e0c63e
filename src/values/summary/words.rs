//! The facts in a record about a game, in words for people.

use super::{FACTS, Summary};
use crate::model::{Color, Id};
use crate::values::{Decimal, GameResult, Margin, TimeLimit};

impl Summary {
    /// Returns the facts about a game with their names, in words for people: `B+R` -> `Black won by
    /// resignation`, `1800` seconds -> `30 minutes`, komi `0.50` -> `0.5`. A value that is not understood stays
    /// unchanged.
    pub fn in_words(&self) -> Vec<(&'static str, String)> {
        let told = FACTS.iter().filter(|(_, label)| !label.is_empty());
        let told = told.filter_map(|&(id, label)| {
            let text = match id {
                Id::PlayerBlack => self.player(Color::Black),
                Id::PlayerWhite => self.player(Color::White),
                Id::TimeLimit => self.time(),
                Id::Result => self.fact(id).map(result),
                Id::Komi => self.fact(id).map(komi),
                _ => self.fact(id).map(str::to_owned),
            };
            Some((label, text?))
        });
        told.collect()
    }

    /// Returns the title of a game: its players, else its name, else its event.
    pub fn title(&self) -> Option<String> {
        let players = [Color::Black, Color::White].map(|color| self.player(color));
        if let [None, None] = players {
            let name = self.fact(Id::GameName).or_else(|| self.fact(Id::Event));
            return name.map(str::to_owned);
        }
        let [black, white] = players.map(|player| player.unwrap_or_else(|| "?".to_owned()));
        Some(format!("{black} – {white}"))
    }

    fn player(&self, color: Color) -> Option<String> {
        let (name, rank) = match color {
            Color::Black => (Id::PlayerBlack, Id::RankBlack),
            Color::White => (Id::PlayerWhite, Id::RankWhite),
        };
        let name = self.fact(name)?;
        Some(match self.fact(rank) {
            Some(rank) => format!("{name} {rank}"),
            None => name.to_owned(),
        })
    }

    fn time(&self) -> Option<String> {
        let main = self.fact(Id::TimeLimit).map(|text| {
            let limit = TimeLimit::parse_sgf(text).or_else(|| TimeLimit::parse(text));
            limit.map_or_else(|| text.to_owned(), TimeLimit::ishi)
        });
        let over = self.fact(Id::Overtime).map(overtime);
        // KGS writes games that have only overtime as `TM[0]OT[3x10 byo-yomi]`.
        let has_main = over.is_none() || self.fact(Id::TimeLimit) != Some("0");
        let parts: Vec<_> = main.filter(|_| has_main).into_iter().chain(over).collect();
        (!parts.is_empty()).then(|| parts.join(" and "))
    }
}

/// Returns a komi without zeros at its end.
fn komi(text: &str) -> String {
    Decimal::parse_sgf(text).map_or_else(|| text.to_owned(), |komi| komi.to_string())
}

/// Returns a result in words.
fn result(text: &str) -> String {
    match GameResult::parse(text) {
        Some(GameResult::Win(color, margin)) => match margin {
            Margin::Points(points) if points.to_string() == "1" => {
                format!("{color} won by 1 point")
            }
            Margin::Points(points) => format!("{color} won by {points} points"),
            Margin::Resignation => format!("{color} won by resignation"),
            Margin::Time => format!("{color} won on time"),
            Margin::Forfeit => format!("{color} won by forfeit"),
            Margin::Unsaid => format!("{color} won"),
        },
        Some(GameResult::Draw) => "Draw (jigo)".to_owned(),
        Some(GameResult::Void) => "No result".to_owned(),
        Some(GameResult::Unknown) => "Unknown".to_owned(),
        None => text.to_owned(),
    }
}

/// Returns overtime in words: `5x30 byo-yomi` as `5x30 seconds`. That form is common, although SGF
/// `FF[4]` (property OT) leaves the form open.
fn overtime(text: &str) -> String {
    let is_count = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let periods = text.strip_suffix("byo-yomi").map(str::trim_end);
    match periods.and_then(|periods| periods.split_once('x')) {
        Some((count, seconds)) if is_count(count) && is_count(seconds) => {
            format!("{count}x{seconds} seconds")
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(facts: &str, label: &str) -> Option<String> {
        let record = crate::read(format!("(;GM[1]{facts};B[aa])").as_bytes()).unwrap();
        let words = Summary::of(&record.games[0]).in_words();
        let found = words.into_iter().find(|(name, _)| *name == label);
        found.map(|(_, text)| text)
    }

    #[test]
    fn facts_are_told_in_words() {
        for (facts, label, words) in [
            ("RE[B+R]", "Result", "Black won by resignation"),
            ("RE[W+0.5]", "Result", "White won by 0.5 points"),
            ("RE[B+1]", "Result", "Black won by 1 point"),
            ("RE[0]", "Result", "Draw (jigo)"),
            ("RE[unfinished]", "Result", "unfinished"),
            ("TM[1800]", "Time", "30 minutes"),
            (
                "TM[1800]OT[5x30 byo-yomi]",
                "Time",
                "30 minutes and 5x30 seconds",
            ),
            ("OT[25/600 Canadian]", "Time", "25/600 Canadian"),
            ("TM[0]OT[3x10 byo-yomi]", "Time", "3x10 seconds"),
            ("TM[0]", "Time", "0 seconds"),
            ("KM[0.50]", "Komi", "0.5"),
            ("KM[6.5]", "Komi", "6.5"),
            ("KM[six]", "Komi", "six"),
            ("PB[Anna]BR[3d]", "Black", "Anna 3d"),
        ] {
            assert_eq!(told(facts, label).as_deref(), Some(words), "{facts}");
        }
    }

    #[test]
    fn a_game_is_called_after_its_players() {
        for (facts, title) in [
            ("PB[Anna]BR[3d]PW[Bert]EV[Cup]", Some("Anna 3d – Bert")),
            ("PW[Bert]", Some("? – Bert")),
            ("EV[Cup]", Some("Cup")),
            ("EV[Cup]GN[Final]", Some("Final")),
            ("", None),
        ] {
            let record = crate::read(format!("(;GM[1]{facts};B[aa])").as_bytes()).unwrap();
            assert_eq!(Summary::of(&record.games[0]).title().as_deref(), title);
        }
    }

    #[test]
    fn each_fact_has_its_name_and_its_place_in_the_list() {
        let facts = "SO[book]TM[3600]RU[Japanese]KM[6.5]HA[2]RE[W+T]PC[Tokyo]DT[1990-03-08]WR[2d]PW[Bert]BR[3d]PB[Anna]\
            RO[1]EV[Cup]GN[Final]";
        let record = crate::read(format!("(;GM[1]{facts};B[aa])").as_bytes()).unwrap();
        let words = Summary::of(&record.games[0]).in_words();
        let lines: Vec<_> = words
            .iter()
            .map(|(name, fact)| format!("{name}: {fact}"))
            .collect();
        assert_eq!(
            lines,
            [
                "Name: Final",
                "Event: Cup",
                "Round: 1",
                "Black: Anna 3d",
                "White: Bert 2d",
                "Date: 1990-03-08",
                "Place: Tokyo",
                "Result: White won on time",
                "Handicap: 2",
                "Komi: 6.5",
                "Rules: Japanese",
                "Time: 1 hour",
                "Source: book",
            ]
        );
    }

    #[test]
    fn each_kind_of_result_and_of_overtime_is_told() {
        for (text, words) in [
            ("B+", "Black won"),
            ("W+F", "White won by forfeit"),
            ("B+T", "Black won on time"),
            ("W+1.0", "White won by 1 point"),
            ("B+10", "Black won by 10 points"),
            ("B+0.5", "Black won by 0.5 points"),
            ("Void", "No result"),
            ("?", "Unknown"),
            ("Draw", "Draw (jigo)"),
        ] {
            assert_eq!(result(text), words, "{text}");
        }
        for (text, words) in [
            ("5x30 byo-yomi", "5x30 seconds"),
            ("5x30byo-yomi", "5x30 seconds"),
            ("x30 byo-yomi", "x30 byo-yomi"),
            ("5x byo-yomi", "5x byo-yomi"),
            ("5x3o byo-yomi", "5x3o byo-yomi"),
            ("v5x30 byo-yomi", "v5x30 byo-yomi"),
            ("5x30", "5x30"),
        ] {
            assert_eq!(overtime(text), words, "{text}");
        }
    }
}
