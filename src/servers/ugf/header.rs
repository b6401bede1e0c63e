//! The header of UGF.

use super::Reader;
use crate::model::{Color, Id};
use crate::servers::draft::day_of;
use crate::servers::headers::{Headers, field};
use crate::values::{Dates, Decimal};

/// The headers with words.
const WORDS: [(&str, Id); 5] = [
    ("Place", Id::Place),
    ("Writer", Id::Recorder),
    ("Commentator", Id::Annotator),
    ("Copyright", Id::Copyright),
    ("Comment", Id::GameComment),
];

impl Reader<'_> {
    pub(super) fn header(&mut self, headers: &Headers<'_>) {
        self.from_bottom = headers.text("CoordinateType") == "IGS";
        self.draft
            .size(headers.get("Size").unwrap_or("19"), headers.place("Size"));
        let title = headers.text("Title").split(',').map(str::trim);
        let title: Vec<_> = title.filter(|part| !part.is_empty()).collect();
        self.draft.info(Id::Event, &title.join(", "));
        for (key, id) in WORDS {
            self.draft.info(id, headers.text(key));
        }
        self.player(headers, Color::Black, ["PlayerB", "BMemb"]);
        self.player(headers, Color::White, ["PlayerW", "WMemb"]);
        self.date(headers);
        let rules = match headers.text("Rule") {
            "JPN" => "Japanese",
            "CH" | "CHN" => "Chinese",
            other => other,
        };
        self.draft.info(Id::Rules, rules);
        let (terms, span) = (headers.text("Hdcp"), headers.place("Hdcp"));
        self.draft.handicap(field(terms, 0), false, span);
        self.draft.komi(field(terms, 1), span);
        let time = field(headers.text("Ptime"), 0).split(';').nth(1);
        self.draft
            .minutes(time.unwrap_or_default(), headers.place("Ptime"));
        self.result(headers);
    }

    /// Sets a player. Those of one side in pair go are one name: `a, 2k & b, 3k`.
    fn player(&mut self, headers: &Headers<'_>, color: Color, keys: [&str; 2]) {
        let mail = field(headers.text(keys[0]), 3);
        self.draft
            .leave("addresses of players", usize::from(!mail.is_empty()));
        let is_one = |key: &str| keys.contains(&key.trim_end_matches(|c: char| c.is_ascii_digit()));
        let players = headers.0.iter().filter(|(key, ..)| is_one(key));
        let players = players.map(|(_, value, _)| [0, 1].map(|index| field(value, index)));
        let players: Vec<_> = players.filter(|[name, _]| !name.is_empty()).collect();
        if let [[name, rank]] = *players.as_slice() {
            self.draft.player(color, name, rank);
            return;
        }
        let names = players.iter().map(|player| match player {
            [name, ""] => (*name).to_owned(),
            [name, rank] => format!("{name}, {rank}"),
        });
        let names: Vec<_> = names.collect();
        self.draft.player(color, &names.join(" & "), "");
    }

    /// Sets the days from the first to the last.
    fn date(&mut self, headers: &Headers<'_>) {
        let days = [0, 2].map(|index| {
            let words = field(headers.text("Date"), index);
            // `2019//` is a year alone, and `//` is no date.
            let rest = words.trim_matches('/').replace('/', "-");
            day_of(words).or_else(|| Some(rest).filter(|rest| !rest.is_empty()))
        });
        let mut days: Vec<_> = days.into_iter().flatten().collect();
        days.dedup();
        let words = days.join(",");
        let short = Dates::parse_sgf(&words).map(|dates| dates.sgf());
        self.draft.info(Id::Date, &short.unwrap_or(words));
    }

    /// Sets the result: a letter, then a number of points or the letter of a reason.
    fn result(&mut self, headers: &Headers<'_>) {
        let [winner, by] = [0, 1].map(|index| field(headers.text("Winner"), index));
        let margin = match by.chars().next() {
            None => Some(String::new()),
            Some('C' | 'R') => Some("R".to_owned()),
            Some(reason @ ('F' | 'T')) => Some(reason.to_string()),
            Some(_) => Decimal::parse_sgf(by).map(|points| points.to_string()),
        };
        if margin.is_none() {
            self.draft.unread(headers.place("Winner"), by);
        }
        let result = match winner.chars().next() {
            Some(color @ ('B' | 'W')) => format!("{color}+{}", margin.unwrap_or_default()),
            Some('D') => "0".to_owned(),
            Some('N') => "Void".to_owned(),
            Some('A' | 'E' | 'O') => "?".to_owned(),
            // P: the game goes on.
            Some('P') | None => return,
            Some(_) => return self.draft.unread(headers.place("Winner"), winner),
        };
        self.draft.info(Id::Result, &result);
    }
}
