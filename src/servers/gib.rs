//! GIB, the format of Tygem and its relatives.

use pest::Parser as _;
use pest::iterators::Pair;

use ishi_grammars::gib::{Grammar, Rule};

use super::draft::{Draft, day_of, rank_of};
use super::{numbers, span_of};
use crate::diagnostic::{Diagnostics, Span};
use crate::model::{Color, Game, Id, Move, Point};
use crate::values::{GameResult, Margin};

/// Reads the game of a record. The board always has 19 lines.
pub(super) fn read(text: &str, log: &mut Diagnostics) -> Vec<Game<'static>> {
    let mut reader = Reader {
        draft: Draft::new(log),
        headers: Headers::default(),
        stones: 0,
        events: 0,
        turn: None,
        handicap: None,
        announced: None,
        ended: false,
        in_record: false,
    };
    let items = Grammar::parse(Rule::file, text).into_iter().flatten();
    for item in items.flat_map(Pair::into_inner) {
        reader.take(&item);
    }
    vec![reader.finish(Span::new(text.len(), text.len()))]
}

/// A header, with its place.
type Header<'t> = (&'t str, &'t str, Span);

#[derive(Default)]
struct Headers<'t>(Vec<Header<'t>>);

impl<'t> Headers<'t> {
    fn get(&self, key: &str) -> Option<&'t str> {
        let found = self.0.iter().find(|(name, ..)| *name == key);
        found.map(|(_, value, _)| value.trim())
    }

    /// Returns a field of a list: `GRLT` in `GBKIND:3,GRLT:4`.
    fn field(&self, key: &str, field: &str) -> Option<&'t str> {
        let fields = self.get(key)?.split(',');
        let mut fields = fields.filter_map(|one| one.split_once(':'));
        let found = fields.find(|(name, _)| name.trim() == field);
        found.map(|(_, value)| value.trim())
    }

    /// Returns a field of GAMETAG: a letter, then its value.
    fn tag(&self, letter: char) -> Option<&'t str> {
        let mut fields = self.get("GAMETAG")?.split(',').map(str::trim);
        let value = fields.find_map(|field| field.strip_prefix(letter))?;
        Some(value.trim_start_matches(':').trim())
    }

    fn place(&self, key: &str) -> Span {
        let found = self.0.iter().find(|(name, ..)| *name == key);
        found.map_or(Span::default(), |(_, _, span)| *span)
    }
}

struct Reader<'t, 'l> {
    draft: Draft<'l>,
    headers: Headers<'t>,
    /// How many stones were played.
    stones: usize,
    /// How many events there are, passes included.
    events: usize,
    /// The player whose turn it is.
    turn: Option<Color>,
    handicap: Option<(i64, Span)>,
    /// One more than the number of events, as the record says.
    announced: Option<i64>,
    /// Whether the end of the game was seen.
    ended: bool,
    /// Whether a header or the start of the record was seen.
    in_record: bool,
}

impl<'t> Reader<'t, '_> {
    fn take(&mut self, item: &Pair<'t, Rule>) {
        let (span, text) = (span_of(item), item.as_str());
        let fields = numbers(item, Rule::number);
        match (item.as_rule(), fields.as_slice()) {
            (Rule::EOI, _) => {}
            (Rule::mark, _) => {
                self.in_record = true;
                self.ended |= text == "\\GE";
            }
            (Rule::unread, _) if self.ended => self.draft.leave("lines after the record", 1),
            // Another record was appended.
            _ if self.ended => self.draft.unread(span, text),
            (Rule::header, _) => {
                self.in_record = true;
                let mut parts = item.clone().into_inner().map(|part| part.as_str());
                if let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                    self.headers.0.push((key, value, span));
                }
            }
            (Rule::start, [.., handicap]) => {
                self.handicap = Some((*handicap, span));
                let words = item
                    .clone()
                    .into_inner()
                    .find(|part| part.as_rule() == Rule::rest);
                let is_said = words.is_some_and(|words| !words.as_str().trim().is_empty());
                self.draft
                    .leave("lines of the chat room", usize::from(is_said));
            }
            (Rule::count, [count]) => self.announced = Some(*count),
            (Rule::state, _) => {}
            (Rule::skipped, [number]) => {
                self.event(*number, span);
                self.draft.leave("events without a known meaning", 1);
            }
            (Rule::stone, [number, column, row]) => {
                self.event(*number, span);
                let color = match item
                    .clone()
                    .into_inner()
                    .find(|part| part.as_rule() == Rule::player)
                {
                    Some(player) if player.as_str() == "1" => Color::Black,
                    _ => Color::White,
                };
                self.turn = Some(color.opponent());
                self.stones += 1;
                let place = |at: i64| {
                    u8::try_from(at)
                        .ok()
                        .filter(|at| *at < self.draft.game.size.columns)
                };
                match place(*column).zip(place(*row)) {
                    Some((column, row)) => {
                        self.draft
                            .play(Move::at(color, Point::new(column, row)), span);
                    }
                    None => self.draft.off_board(span, text),
                }
            }
            (Rule::pass, [number]) => {
                self.event(*number, span);
                let color = self.turn.unwrap_or(self.first());
                self.turn = Some(color.opponent());
                self.draft.play(Move::pass(color), span);
            }
            // Words before the record, as in a mail.
            _ if !self.in_record => self.draft.leave("lines before the record", 1),
            _ => self.draft.unread(span, text),
        }
    }

    /// Counts an event. They are numbered from 2.
    fn event(&mut self, number: i64, span: Span) {
        self.draft.count_on(number, 2, span);
        self.events += 1;
    }

    /// Returns who plays first.
    fn first(&self) -> Color {
        match self.handicap {
            Some((2.., _)) => Color::White,
            _ => Color::Black,
        }
    }

    fn finish(mut self, end: Span) -> Game<'static> {
        self.players();
        self.terms();
        self.result();
        self.words();
        self.completeness(end);
        self.count_others();
        self.draft.finish()
    }

    fn players(&mut self) {
        for (color, word) in [(Color::Black, "BLACK"), (Color::White, "WHITE")] {
            let header = |end: &str| self.headers.get(&format!("GAME{word}{end}"));
            let name = header("NAME").filter(|name| !name.is_empty());
            let name = name.or(header("NICK")).unwrap_or_default();
            let (name, rank) = name_and_rank(name);
            self.draft.player(color, name, &rank);
        }
    }

    /// Sets handicap, komi and time.
    fn terms(&mut self) {
        let headers = &self.headers;
        let said = headers.tag('R').and_then(|text| text.parse::<i64>().ok());
        match (self.handicap, said) {
            (Some((handicap, span)), said) => {
                self.draft
                    .handicap(handicap, span, &format!("INI {handicap}"));
                if let Some(said) = said.filter(|said| *said != handicap) {
                    let message = format!("the handicap is {handicap} in INI, {said} in GAMETAG");
                    let help = "read as INI says, because its stones fit the moves";
                    self.draft.contradiction(span, message, help);
                }
            }
            (None, said) => {
                let span = headers.place("GAMETAG");
                self.draft.handicap(said.unwrap_or(0), span, "R");
                self.draft
                    .cut(span, "there is no line INI with the handicap");
            }
        }
        let komi = headers.field("GAMEINFOMAIN", "GONGJE");
        let komi = komi.or(headers.get("GAMEGONGJE")).or(headers.tag('G'));
        if let Some(tenths) = komi.and_then(|komi| komi.parse().ok()) {
            self.draft.info(Id::Komi, &in_tenths(tenths));
        }
        let time = headers.field("GAMEINFOMAIN", "GTIME");
        let time = match time {
            Some(time) => three(time),
            None => headers
                .tag('T')
                .and_then(three)
                .map(|[period, periods, main]| [main, period, periods]),
        };
        if let Some([main, period, periods]) = time {
            let has_overtime = period > 0 && periods > 0;
            if main > 0 || has_overtime {
                self.draft.info(Id::TimeLimit, &main.to_string());
            }
            if has_overtime {
                self.draft
                    .info(Id::Overtime, &format!("{periods}x{period} byo-yomi"));
            }
        } else if headers.get("GAMEINFOMAIN").is_none() {
            let words = headers.get("GAMETIME").unwrap_or_default();
            self.draft.info(Id::Overtime, words);
        }
    }

    fn result(&mut self) {
        let headers = &self.headers;
        let [code, margin] = ["GRLT", "ZIPSU"].map(|field| headers.field("GAMEINFOMAIN", field));
        let tags = ['W', 'Z'].map(|letter| headers.tag(letter));
        for (here, there, name) in [(code, tags[0], "GRLT"), (margin, tags[1], "ZIPSU")] {
            if let (Some(here), Some(there)) = (here, there)
                && here != there
            {
                let message = format!("{name} is {here}, but GAMETAG has {there}");
                let span = headers.place("GAMETAG");
                self.draft
                    .contradiction(span, message, "read as GAMEINFOMAIN has it");
            }
        }
        let margin = margin.or(tags[1]).and_then(|tenths| tenths.parse().ok());
        let Some(code) = code.or(tags[0]) else {
            let words = headers.get("GAMERESULT").unwrap_or_default();
            self.draft.result(words);
            return;
        };
        let margin = match margin.filter(|margin| *margin > 0) {
            Some(tenths) => in_tenths(tenths),
            None => String::new(),
        };
        match code.parse().ok().map(|code| outcome(code, &margin)) {
            Some(Some(result)) => self.draft.info(Id::Result, &result),
            Some(None) if code == "255" => {}
            _ => self
                .draft
                .unread(headers.place("GAMEINFOMAIN"), &format!("GRLT:{code}")),
        }
    }

    /// Sets event, place, date and comments.
    fn words(&mut self) {
        let headers = &self.headers;
        let of = |key, field| {
            let header = headers.get(key).filter(|text| !text.is_empty());
            header
                .or(headers.field("GAMEINFOSUB", field))
                .unwrap_or_default()
        };
        self.draft.info(Id::Event, of("GAMENAME", "GNAME"));
        self.draft.info(Id::Place, of("GAMEPLACE", "GPLC"));
        let dates = [
            headers.field("GAMEINFOSUB", "GDATE"),
            headers.tag('C'),
            headers.get("GAMEDATE"),
        ];
        let date = dates.into_iter().flatten().find_map(day_of);
        self.draft.info(Id::Date, &date.unwrap_or_default());
        // Nobody knows if the result has these points, so they stay words.
        let dum = headers
            .field("GAMEINFOMAIN", "DUM")
            .or(headers.get("GAMEDUM"));
        let has_dum = dum.is_some_and(|dum| !matches!(dum, "" | "0"));
        let condition = if has_dum {
            headers.get("GAMECONDITION")
        } else {
            None
        };
        let words = [condition, headers.get("GAMECOMMENT")]
            .into_iter()
            .flatten();
        let words: Vec<_> = words.filter(|words| !words.is_empty()).collect();
        self.draft.info(Id::GameComment, &words.join(" "));
    }

    /// Compares the moves with the numbers that the record announces.
    fn completeness(&mut self, end: Span) {
        let events = i64::try_from(self.events).unwrap_or(i64::MAX);
        let is_announced = self.announced.is_none_or(|count| count == events + 1);
        if let Some(count) = self.announced.filter(|_| !is_announced) {
            let message = format!(
                "{} moves and passes are announced, {events} are there",
                count - 1
            );
            self.draft.cut(end, message);
        } else if !self.ended && self.announced.is_none() {
            self.draft.cut(end, "the record has no \\GE at its end");
        } else if !self.ended {
            self.draft
                .lacks_end(end, "the record has no \\GE at its end");
        }
        let total = self.headers.field("GAMEINFOMAIN", "TCNT");
        let total = total.and_then(|total| total.parse::<usize>().ok());
        // Unfinished games have 0.
        if let Some(total) = total.filter(|total| *total > 0 && *total != self.stones) {
            let message = format!("TCNT says {total} stones, {} are played", self.stones);
            let span = self.headers.place("GAMEINFOMAIN");
            self.draft
                .contradiction(span, message, "the moves are read as they are");
        }
    }

    /// Counts the headers that are no content of a game.
    fn count_others(&mut self) {
        for (key, value, _) in &self.headers.0 {
            let kind = match *key {
                _ if matches!(value.trim(), "" | "0") => continue,
                key if key.ends_with("LEVEL") => "ratings",
                key if ["NICK", "COUNTRY", "AVATA", "IMAGE", "IMAG", "USERINFO"]
                    .iter()
                    .any(|end| key.ends_with(end)) =>
                {
                    "account data"
                }
                "TYPE" | "SZAUDIO" | "GAMELECNAME" => "data of the program",
                _ => continue,
            };
            self.draft.leave(kind, 1);
        }
    }
}

/// Divides `Stone (the) Cutter (3D)` into name and rank. Without a rank at the end all of it is the name.
fn name_and_rank(text: &str) -> (&str, String) {
    let parts = text
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once('('));
    let found = parts.and_then(|(name, rank)| Some((name.trim_end(), rank_of(rank)?.sgf())));
    found.unwrap_or((text, String::new()))
}

/// Reads `1200-30-3`.
fn three(text: &str) -> Option<[u32; 3]> {
    let numbers: Result<Vec<_>, _> = text.split('-').map(str::parse).collect();
    numbers.ok()?.try_into().ok()
}

/// Writes tenths as a decimal number: 65 -> `6.5`.
fn in_tenths(tenths: i64) -> String {
    let sign = if tenths < 0 { "-" } else { "" };
    let (whole, tenth) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    match tenth {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{tenth}"),
    }
}

/// Returns the result that a code means, in the form of SGF. Returns `None` for 255 and for unknown codes.
fn outcome(code: i64, margin: &str) -> Option<String> {
    let win = |color, margin| GameResult::Win(color, margin).sgf();
    Some(match code {
        0 => format!("B+{margin}"),
        1 => format!("W+{margin}"),
        2 => GameResult::Draw.sgf(),
        3 => win(Color::Black, Margin::Resignation),
        4 => win(Color::White, Margin::Resignation),
        5 => win(Color::Black, Margin::Forfeit),
        6 => win(Color::White, Margin::Forfeit),
        7 => win(Color::Black, Margin::Time),
        8 => win(Color::White, Margin::Time),
        _ => return None,
    })
}
