//! The header of UGF.

use pest::iterators::Pair;

use ishi_grammars::ugf::Rule;

use super::Reader;
use crate::diagnostic::Span;
use crate::model::{BoardSize, Color, Id};
use crate::servers::draft::day_of;
use crate::servers::span_of;
use crate::values::{Dates, Decimal};

/// The entries of a header.
pub(super) struct Entries<'t>(Vec<(&'t str, &'t str, Span)>);

impl<'t> Entries<'t> {
    pub(super) fn of(lines: impl Iterator<Item = Pair<'t, Rule>>) -> Self {
        let entry = |line: Pair<'t, Rule>| {
            let span = span_of(&line);
            let mut parts = line.into_inner().map(|part| part.as_str());
            Some((parts.next()?, parts.next()?, span))
        };
        Self(lines.filter_map(entry).collect())
    }

    pub(super) fn get(&self, key: &str) -> Option<&'t str> {
        let found = self.0.iter().find(|(name, ..)| *name == key);
        found.map(|(_, value, _)| value.trim())
    }

    pub(super) fn place(&self, key: &str) -> Span {
        let found = self.0.iter().find(|(name, ..)| *name == key);
        found.map_or(Span::default(), |(_, _, span)| *span)
    }

    /// Returns a field of a value, from 0.
    fn field(&self, key: &str, index: usize) -> &'t str {
        let value = self.get(key).unwrap_or_default();
        value.split(',').nth(index).unwrap_or_default().trim()
    }
}

impl Reader<'_> {
    pub(super) fn header<'t>(&mut self, lines: impl Iterator<Item = Pair<'t, Rule>> + Clone) {
        for line in lines.clone() {
            self.others(&line);
        }
        let entries = Entries::of(lines);
        self.from_bottom = entries.get("CoordinateType") == Some("IGS");
        let size = entries.get("Size").unwrap_or("19");
        match size.parse() {
            Ok(lines @ 2..=25) => self.draft.game.size = BoardSize::square(lines),
            _ => self.draft.unread(entries.place("Size"), size),
        }
        let title = entries.get("Title").unwrap_or_default().split(',');
        let title: Vec<_> = title
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .collect();
        self.draft.info(Id::Event, &title.join(", "));
        for (key, id) in [
            ("Place", Id::Place),
            ("Writer", Id::Recorder),
            ("Commentator", Id::Annotator),
            ("Copyright", Id::Copyright),
            ("Comment", Id::GameComment),
        ] {
            self.draft.info(id, entries.get(key).unwrap_or_default());
        }
        self.players(&entries);
        self.date(&entries);
        self.terms(&entries);
        self.result(&entries);
        let mails = ["PlayerB", "PlayerW"].map(|key| !entries.field(key, 3).is_empty());
        let mails = mails.iter().filter(|has| **has).count();
        self.draft.leave("addresses of players", mails);
    }

    /// Sets the players. Those of one side in pair go are one name: `a, 2k & b, 3k`.
    fn players(&mut self, entries: &Entries<'_>) {
        for (color, letter) in [(Color::Black, 'B'), (Color::White, 'W')] {
            let is_one = |key: &str| {
                let further = key.strip_prefix(&format!("Player{letter}"));
                let member = key.strip_prefix(&format!("{letter}Memb"));
                further
                    .or(member)
                    .is_some_and(|rest| rest.bytes().all(|c| c.is_ascii_digit()))
            };
            let players = entries.0.iter().filter(|(key, ..)| is_one(key));
            let players = players.map(|(_, value, _)| {
                let mut fields = value.split(',').map(str::trim);
                (
                    fields.next().unwrap_or_default(),
                    fields.next().unwrap_or_default(),
                )
            });
            let players: Vec<_> = players.filter(|(name, _)| !name.is_empty()).collect();
            match players.as_slice() {
                [] => {}
                [(name, rank)] => self.draft.player(color, name, rank),
                several => {
                    let one = |(name, rank): &(&str, &str)| match *rank {
                        "" => (*name).to_owned(),
                        rank => format!("{name}, {rank}"),
                    };
                    let names: Vec<_> = several.iter().map(one).collect();
                    self.draft.player(color, &names.join(" & "), "");
                }
            }
        }
    }

    /// Sets the days from the first to the last.
    fn date(&mut self, entries: &Entries<'_>) {
        let days = [0, 2].map(|index| day_of(entries.field("Date", index)));
        let words = match days {
            [Some(first), Some(last)] if first != last => format!("{first},{last}"),
            [Some(day), _] | [None, Some(day)] => day,
            [None, None] => return,
        };
        let short = Dates::parse_sgf(&words).map(|dates| dates.sgf());
        self.draft.info(Id::Date, &short.unwrap_or(words));
    }

    /// Sets rules, handicap, komi and time.
    fn terms(&mut self, entries: &Entries<'_>) {
        let rules = entries.get("Rule").unwrap_or_default();
        let rules = match rules {
            "JPN" => "Japanese",
            "CH" | "CHN" => "Chinese",
            other => other,
        };
        self.draft.info(Id::Rules, rules);
        let span = entries.place("Hdcp");
        let handicap = entries.field("Hdcp", 0);
        match handicap.parse::<u32>() {
            Ok(0 | 1) => {}
            // The stones are in the data.
            Ok(count) => self.draft.info(Id::Handicap, &count.to_string()),
            Err(_) if handicap.is_empty() => {}
            Err(_) => self.draft.unread(span, handicap),
        }
        self.draft.decimal(Id::Komi, entries.field("Hdcp", 1), span);
        let mut time = entries.field("Ptime", 0).split(';').skip(1);
        let minutes = time.next().and_then(|text| text.trim().parse::<u32>().ok());
        if let Some(minutes) = minutes.filter(|minutes| *minutes > 0) {
            let seconds = u64::from(minutes) * 60;
            self.draft.info(Id::TimeLimit, &seconds.to_string());
        }
    }

    /// Sets the result: a letter, then a number of points or the letter of a reason.
    fn result(&mut self, entries: &Entries<'_>) {
        let (winner, by) = (entries.field("Winner", 0), entries.field("Winner", 1));
        let by = match by.chars().next() {
            Some('C') => "R".to_owned(),
            Some(reason @ ('F' | 'T')) => reason.to_string(),
            _ => Decimal::parse_sgf(by).map_or(String::new(), |points| points.to_string()),
        };
        let result = match winner.chars().next() {
            Some(color @ ('B' | 'W')) => format!("{color}+{by}"),
            Some('D') => "0".to_owned(),
            Some('N') => "Void".to_owned(),
            Some('A' | 'E' | 'O') => "?".to_owned(),
            // P: the game goes on.
            _ => return,
        };
        self.draft.info(Id::Result, &result);
    }
}
