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
pub(super) fn read(text: &str, log: &mut Diagnostics) -> Game<'static> {
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
    let mut draft = Draft::new(log);
    let expected = keys.split(' ').count();
    if header.len() != expected {
        let lines = header.len();
        let message = format!("the header has {lines} lines; {expected} were expected");
        let end = header.last().map_or(Span::default(), span_of);
        draft.cut(end, message);
    }
    terms(&mut draft, &headers);
    for item in body {
        take(&mut draft, item);
    }
    let (count, span) = (headers.text("count"), headers.place("count"));
    match count.parse() {
        Ok(count) => draft.announced(count, span, Span::new(text.len(), text.len())),
        Err(_) => draft.unread(span, count),
    }
    draft.finish()
}

/// Sets the facts of the header.
fn terms(draft: &mut Draft<'_>, headers: &Headers<'_>) {
    let (text, place) = (|key| headers.text(key), |key| headers.place(key));
    draft.size(text("size"), place("size"));
    draft.info(Id::Event, text("event"));
    draft.info(Id::Place, text("place"));
    draft.ranked_player(Color::Black, text("black"));
    draft.ranked_player(Color::White, text("white"));
    let date = day_of(text("date"));
    draft.info(Id::Date, date.as_deref().unwrap_or(text("date")));
    let handicap = text("handicap");
    draft.handicap(handicap, true, place("handicap"));
    draft.minutes(text("time"), place("time"));
    draft.result(text("result"));
    let komi = text("komi");
    // A whole number means "and a half" in an even game.
    let is_even = matches!(handicap, "" | "0") && !matches!(komi, "" | "0");
    let has_half = is_even && komi.bytes().all(|c| c.is_ascii_digit());
    let half = if has_half { ".5" } else { "" };
    draft.komi(&format!("{komi}{half}"), place("komi"));
}

fn take(draft: &mut Draft<'_>, item: &Pair<'_, Rule>) {
    let (span, text) = (span_of(item), item.as_str());
    match item.as_rule() {
        Rule::play => play(draft, item),
        Rule::result => {
            // `黑中盘胜(胜负信息)`: the brackets have the kind of the message.
            let words = part(item, Rule::words).split(['(', '（']).next();
            draft.result(words.unwrap_or_default());
        }
        // The end of the moves in the second layout.
        _ if matches!(super::visible(text), "" | "GI1") => {}
        _ => draft.unread(span, text),
    }
}

fn play(draft: &mut Draft<'_>, item: &Pair<'_, Rule>) {
    let (span, text) = (span_of(item), item.as_str());
    let letters = text.bytes().skip(2);
    let digits = letters.map(|letter| i64::from(letter) - i64::from(b'A'));
    let digits: Vec<_> = digits.collect();
    let &[high, low, color, x, y, ref again @ ..] = digits.as_slice() else {
        return;
    };
    draft.count_on(26 * high + low, 1, span);
    let place = match (x, y) {
        (0, 0) => Some(Place::Pass),
        // B is the first line.
        _ => draft.point(x - 1, y - 1).map(Place::Point),
    };
    draft.play(color_of(color), place, span, text);
    if place.is_some() && !again.starts_with(&[y, x]) {
        let message = format!("`{}` does not repeat its point", text.trim());
        let help = "the move may be damaged; the first point was read";
        draft.contradiction(span, message, help);
    }
}
