//! GIB, the format of Tygem and its relatives.

use pest::Parser as _;
use pest::iterators::Pair;

use ishi_grammars::gib::{Grammar, Rule};

use super::draft::{Draft, day_of};
use super::headers::Headers;
use super::{color_of, numbers, part, span_of};
use crate::diagnostic::{Diagnostics, Span};
use crate::model::{Color, Game, Id, Place};
use crate::values::overtime_of_periods;

/// The result of each code. The margin follows the first two.
const RESULTS: [&str; 9] = ["B+", "W+", "0", "B+R", "W+R", "B+F", "W+F", "B+T", "W+T"];

/// The headers that are content of a game. The others are data of the server.
const CONTENT: &str = "GAMEINFOMAIN GAMEINFOSUB GAMETAG GAMENAME GAMEPLACE GAMEDATE GAMETIME GAMERESULT GAMECONDITION \
    GAMECOMMENT GAMEGONGJE GAMEDUM GAMEZIPSU GAMEBLACKNAME GAMEWHITENAME GAMEBLACKNICK GAMEWHITENICK GIBOKIND";

/// Reads the game of a record. The board always has 19 lines.
pub(super) fn read(text: &str, log: &mut Diagnostics) -> Game<'static> {
    let mut reader = Reader {
        draft: Draft::new(log),
        headers: Headers::default(),
        handicap: None,
        announced: None,
        ended: false,
        in_record: false,
    };
    let items = Grammar::parse(Rule::file, text).into_iter().flatten();
    for item in items.flat_map(Pair::into_inner) {
        reader.take(&item);
    }
    reader.terms();
    reader.result();
    reader.words();
    reader.completeness(Span::new(text.len(), text.len()));
    reader.draft.finish()
}

struct Reader<'t, 'l> {
    draft: Draft<'l>,
    headers: Headers<'t>,
    handicap: Option<i64>,
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
            (Rule::EOI | Rule::state, _) => {}
            (Rule::mark, _) => {
                self.in_record = true;
                self.ended |= text == "\\GE";
            }
            // Words before and after the record, as in a mail.
            (Rule::unread, _) if self.ended || !self.in_record => {
                self.draft.leave("lines around the record", 1);
            }
            // Another record was appended.
            _ if self.ended => self.draft.unread(span, text),
            (Rule::header, _) => {
                self.in_record = true;
                let (key, value) = (part(item, Rule::key), part(item, Rule::value));
                self.headers.0.push((key, value, span));
            }
            (Rule::start, [.., handicap]) => {
                self.handicap = Some(*handicap);
                self.draft.handicap(&handicap.to_string(), true, span);
                let is_said = !part(item, Rule::rest).trim().is_empty();
                self.draft
                    .leave("lines of the chat room", usize::from(is_said));
            }
            (Rule::count, [count]) => self.announced = Some(*count),
            (Rule::skipped, [number]) => {
                self.draft.count_on(*number, 2, span);
                self.draft.no_stones += 1;
                self.draft.leave("events without a known meaning", 1);
            }
            (Rule::stone, [number, player @ (1 | 2), column, row]) => {
                self.draft.count_on(*number, 2, span);
                let place = self.draft.point(*column, *row).map(Place::Point);
                self.draft.play(color_of(*player), place, span, text);
            }
            // The player whose turn it is passes.
            (Rule::pass, [number]) => {
                self.draft.count_on(*number, 2, span);
                let color = self.draft.turn();
                self.draft.play(color, Some(Place::Pass), span, text);
            }
            _ => self.draft.unread(span, text),
        }
    }

    /// Sets players, handicap, komi and time.
    fn terms(&mut self) {
        let headers = &self.headers;
        for (color, word) in [(Color::Black, "BLACK"), (Color::White, "WHITE")] {
            let names = format!("GAME{word}NAME GAME{word}NICK");
            let name = headers.all(&names).next();
            self.draft.ranked_player(color, name.unwrap_or_default());
        }
        if self.handicap.is_none() {
            let span = headers.place("GAMETAG");
            let handicap = headers.get("GAMETAG/R").unwrap_or_default();
            self.draft.handicap(handicap, true, span);
            self.draft
                .cut(span, "there is no line INI with the handicap");
        }
        let mut komi = headers.all("GAMEINFOMAIN/GONGJE GAMEGONGJE GAMETAG/G");
        self.draft.info(Id::Komi, &in_tenths(komi.next()));
        let time = match headers.get("GAMEINFOMAIN/GTIME") {
            Some(time) => three(time),
            None => headers
                .get("GAMETAG/T")
                .and_then(three)
                .map(|[period, periods, main]| [main, period, periods]),
        };
        if let Some([main, period, periods]) = time {
            let overtime = overtime_of_periods(&periods.to_string(), &period.to_string());
            if main > 0 || overtime.is_some() {
                self.draft.info(Id::TimeLimit, &main.to_string());
            }
            self.draft.info(Id::Overtime, &overtime.unwrap_or_default());
        } else if headers.get("GAMEINFOMAIN").is_none() {
            self.draft.info(Id::Overtime, headers.text("GAMETIME"));
        }
    }

    fn result(&mut self) {
        let headers = &self.headers;
        let Some(code) = headers.all("GAMEINFOMAIN/GRLT GAMETAG/W").next() else {
            self.draft.result(headers.text("GAMERESULT"));
            return;
        };
        let result = code.parse().ok().and_then(|code: usize| RESULTS.get(code));
        let mut margin = headers.all("GAMEINFOMAIN/ZIPSU GAMETAG/Z");
        let margin = margin
            .next()
            .filter(|margin| matches!(code, "0" | "1") && *margin != "0");
        let margin = in_tenths(margin);
        match result {
            Some(result) => self.draft.info(Id::Result, &format!("{result}{margin}")),
            None if code == "255" => {}
            None => {
                let span = headers.place("GAMEINFOMAIN");
                self.draft.unread(span, &format!("GRLT:{code}"));
            }
        }
    }

    /// Sets event, place, date and comments, and counts the headers that are no content of a game.
    fn words(&mut self) {
        let headers = &self.headers;
        for (id, names) in [
            (Id::Event, "GAMENAME GAMEINFOSUB/GNAME"),
            (Id::Place, "GAMEPLACE GAMEINFOSUB/GPLC"),
        ] {
            let words = headers.all(names).next();
            self.draft.info(id, words.unwrap_or_default());
        }
        let mut dates = headers.all("GAMEINFOSUB/GDATE GAMETAG/C GAMEDATE");
        let date = dates.find_map(day_of);
        self.draft.info(Id::Date, &date.unwrap_or_default());
        // Nobody knows if the result has the points of DUM, so they stay words.
        let mut dum = headers.all("GAMEINFOMAIN/DUM GAMEDUM");
        let has_dum = dum.next().unwrap_or("0") != "0";
        let condition = if has_dum { "GAMECONDITION " } else { "" };
        let words: Vec<_> = headers.all(&format!("{condition}GAMECOMMENT")).collect();
        self.draft.info(Id::GameComment, &words.join(" "));
        let others = headers.0.iter().filter(|(key, value, _)| {
            !matches!(value.trim(), "" | "0") && !CONTENT.split(' ').any(|known| known == *key)
        });
        self.draft.leave("ratings and account data", others.count());
    }

    /// Compares the moves with the number that the record announces.
    fn completeness(&mut self, end: Span) {
        let events = self.announced.map(|count| count - 1);
        let stones = self.headers.get("GAMEINFOMAIN/TCNT");
        // Unfinished games have 0.
        let stones = stones.and_then(|stones| stones.parse().ok().filter(|count| *count > 0));
        match events.or(stones).map(usize::try_from) {
            Some(Ok(count)) => self.draft.announced(count, end, end),
            _ if self.ended => {}
            _ => self.draft.cut(end, "the record has no \\GE at its end"),
        }
    }
}

/// Reads `1200-30-3`.
fn three(text: &str) -> Option<[u32; 3]> {
    let numbers: Result<Vec<_>, _> = text.split('-').map(str::parse).collect();
    numbers.ok()?.try_into().ok()
}

/// Writes tenths as a decimal number: 65 -> `6.5`.
fn in_tenths(text: Option<&str>) -> String {
    let tenths = text.and_then(|text| text.parse::<i32>().ok());
    tenths.map_or(String::new(), |tenths| {
        (f64::from(tenths) / 10.0).to_string()
    })
}
