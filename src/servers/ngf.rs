//! NGF, the format of `CyberOro` and `WBaduk`, in both layouts.

use pest::Parser as _;
use pest::iterators::Pair;

use ishi_grammars::ngf::{Grammar, Rule};

use super::draft::{Draft, day_of};
use super::headers::Headers;
use super::{color_of, part, span_of};
use crate::diagnostic::{Diagnostics, Span};
use crate::model::{Color, Game, Id, Place};

/// The lines of a header.
const FIRST: &str = "event size white black place handicap - komi date time result count";

/// The lines of a header that all start with `GI`. The result comes after the moves.
const SECOND: &str = "event black white - - date size - - komi count";

/// Reads the game of a record.
pub(super) fn read(text: &str, log: &mut Diagnostics) -> Vec<Game<'static>> {
    let items = Grammar::parse(Rule::file, text).into_iter().flatten();
    let items = items.flat_map(Pair::into_inner);
    let items: Vec<_> = items.filter(|item| item.as_rule() != Rule::EOI).collect();
    let is_move = |item: &Pair<Rule>| matches!(item.as_rule(), Rule::play | Rule::damaged);
    let start = items.iter().position(is_move).unwrap_or(items.len());
    let (header, body) = items.split_at_checked(start).unwrap_or_default();
    let signed = header.iter().filter(|line| line.as_str().starts_with("GI"));
    let (keys, sign) = if signed.count() > 1 {
        (SECOND, "GI")
    } else {
        (FIRST, "")
    };
    let lines = header.iter().map(|line| {
        let text = line.as_str();
        (text.strip_prefix(sign).unwrap_or(text), span_of(line))
    });
    let pairs = keys.split(' ').zip(lines);
    let headers = Headers(pairs.map(|(key, (line, span))| (key, line, span)).collect());
    let mut reader = Reader {
        draft: Draft::new(log),
        headers,
    };
    let expected = keys.split(' ').count();
    if header.len() != expected {
        let lines = header.len();
        let message = format!("the header has {lines} lines; {expected} were expected");
        let end = header.last().map_or(Span::default(), span_of);
        reader.draft.cut(end, message);
    }
    reader.header();
    for item in body {
        reader.take(item);
    }
    reader.completeness(Span::new(text.len(), text.len()));
    reader.draft.finish()
}

struct Reader<'t, 'l> {
    draft: Draft<'l>,
    headers: Headers<'t>,
}

impl<'t> Reader<'t, '_> {
    fn header(&mut self) {
        let headers = &self.headers;
        let (text, place) = (|key| headers.text(key), |key| headers.place(key));
        self.draft.size(text("size"), place("size"));
        self.draft.info(Id::Event, text("event"));
        self.draft.info(Id::Place, text("place"));
        self.draft.ranked_player(Color::Black, text("black"));
        self.draft.ranked_player(Color::White, text("white"));
        let date = day_of(text("date"));
        self.draft
            .info(Id::Date, date.as_deref().unwrap_or(text("date")));
        let handicap = text("handicap");
        self.draft.handicap(handicap, true, place("handicap"));
        self.draft.minutes(text("time"), place("time"));
        self.draft.result(text("result"));
        let komi = text("komi");
        // A whole number means "and a half" in an even game.
        let is_even = matches!(handicap, "" | "0") && !matches!(komi, "" | "0");
        let half = if is_even && komi.bytes().all(|c| c.is_ascii_digit()) {
            ".5"
        } else {
            ""
        };
        self.draft.komi(&format!("{komi}{half}"), place("komi"));
    }

    fn take(&mut self, item: &Pair<'t, Rule>) {
        let (span, text) = (span_of(item), item.as_str());
        match item.as_rule() {
            Rule::play => self.play(item),
            Rule::result => {
                // `黑中盘胜(胜负信息)`: the brackets have the kind of the message.
                let words = part(item, Rule::words).split(['(', '（']).next();
                self.draft.result(words.unwrap_or_default());
            }
            // The end of the moves in the second layout.
            _ if matches!(super::visible(text), "" | "GI1") => {}
            _ => self.draft.unread(span, text),
        }
    }

    fn play(&mut self, item: &Pair<'t, Rule>) {
        let (span, text) = (span_of(item), item.as_str());
        let letters = text.bytes().skip(2);
        let digits = letters.map(|letter| i64::from(letter) - i64::from(b'A'));
        let digits: Vec<_> = digits.collect();
        let &[high, low, color, x, y, ref again @ ..] = digits.as_slice() else {
            return;
        };
        self.draft.count_on(26 * high + low, 1, span);
        let place = match (x, y) {
            (0, 0) => Some(Place::Pass),
            // B is the first line.
            _ => self.draft.point(x - 1, y - 1).map(Place::Point),
        };
        self.draft.play(color_of(color), place, span, text);
        if place.is_some() && !again.starts_with(&[y, x]) {
            let message = format!("`{}` does not repeat its point", text.trim());
            let help = "the move may be damaged; the first point was read";
            self.draft.contradiction(span, message, help);
        }
    }

    fn completeness(&mut self, end: Span) {
        let (count, span) = (self.headers.text("count"), self.headers.place("count"));
        match count.parse() {
            Ok(count) => self.draft.announced(count, span, end),
            Err(_) => self.draft.unread(span, count),
        }
    }
}
