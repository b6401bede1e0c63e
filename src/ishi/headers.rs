//! The header lines of an event and the game information of SGF, each as the other
//! (Ishi specification, section 5.2; SGF `FF[4]`, game-info properties).
//!
//! The two directions are inverse for canonical texts (8 March 1990 and 1990-03-08). For others
//! they are not, and the caller keeps the original line or the exact property beside.

use std::borrow::Cow;

use super::interpret::comment::plain;
use super::line::{Header, Line};
use crate::model::{Id, Property, Value};
use crate::values::{
    Dates, Decimal, GameResult, Handicap, Rank, Rules, TimeLimit, join_player, split_player,
};

/// What stands between the texts of repeated lines of one header.
const JOINT: &str = "; ";

/// The header lines of an event, in order, with their texts trimmed.
type Lines<'l> = [(Header, &'l str)];

/// Returns the header that shows a property, none for properties that Ishi has no header for.
pub fn header_of(id: Id) -> Option<Header> {
    Some(match id {
        Id::PlayerBlack | Id::RankBlack => Header::Black,
        Id::PlayerWhite | Id::RankWhite => Header::White,
        Id::Date => Header::Date,
        Id::Place => Header::Place,
        Id::Result => Header::Result,
        Id::Rules => Header::Rules,
        Id::Komi => Header::Komi,
        Id::Handicap => Header::Handicap,
        Id::TimeLimit | Id::Overtime => Header::TimeLimit,
        Id::Source => Header::Source,
        Id::Annotator => Header::Analysis,
        Id::Recorder => Header::Recorder,
        _ => return None,
    })
}

/// Returns the game information that the header lines among lines mean, as [`from_lines`] does;
/// control characters in them mean nothing.
pub fn meaning<'l, 'a: 'l>(
    lines: impl IntoIterator<Item = &'l Line<'a>>,
) -> Vec<Property<'static>> {
    let lines: Vec<_> = lines
        .into_iter()
        .filter_map(|line| match line {
            Line::Header(header, text) => Some((*header, plain(text))),
            _ => None,
        })
        .collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let lines: Vec<_> = lines
        .iter()
        .map(|(header, text)| (*header, &**text))
        .collect();
    from_lines(&lines)
}

/// Returns the game information that header lines mean, in the order of [`Id`].
///
/// Of BLACK, WHITE, RESULT, RULES, KOMI and HANDICAP the last line counts; the others are one
/// running text, their lines joined with `; ` (section 5.2). A DATE, RESULT, KOMI or HANDICAP
/// that is not understood as a whole gives no property; such a TIMELIMIT is overtime (OT).
pub fn from_lines(lines: &Lines<'_>) -> Vec<Property<'static>> {
    let mut found = Vec::with_capacity(2 * lines.len());
    for &header in Header::ALL {
        let texts = lines.iter().filter(|(of, _)| *of == header);
        from_header(header, texts.map(|(_, text)| text.trim()), &mut found);
    }
    found.sort_by_key(|property| property.ident.standard());
    found
}

/// Adds what the lines of one header mean, given their texts.
fn from_header<'l>(
    header: Header,
    mut texts: impl DoubleEndedIterator<Item = &'l str> + Clone,
    out: &mut Vec<Property<'static>>,
) {
    let all = texts.clone();
    let Some(last) = texts.next_back() else {
        return;
    };
    let mut add =
        |id: Id, text: Option<String>| out.extend(text.map(|text| Property::text(id, text)));
    match header {
        Header::Black => player(last, Id::PlayerBlack, Id::RankBlack, add),
        Header::White => player(last, Id::PlayerWhite, Id::RankWhite, add),
        Header::Result => add(Id::Result, result(last)),
        Header::Rules => add(Id::Rules, Some(rules(last))),
        Header::Komi => add(Id::Komi, komi(last)),
        Header::Handicap => {
            let count = Handicap::parse(last);
            add(Id::Handicap, count.map(|count| count.to_string()));
        }
        Header::Date => add(Id::Date, dates(all)),
        Header::TimeLimit => time_limit(joined(all), add),
        Header::Place => add(Id::Place, Some(joined(all))),
        Header::Source => add(Id::Source, Some(joined(all))),
        Header::Analysis => add(Id::Annotator, Some(joined(all))),
        Header::Recorder => add(Id::Recorder, Some(joined(all))),
    }
}

/// Joins the texts that say something.
fn joined<'l>(texts: impl Iterator<Item = &'l str>) -> String {
    let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
    texts.join(JOINT)
}

fn player(text: &str, name_id: Id, rank_id: Id, mut add: impl FnMut(Id, Option<String>)) {
    let (name, rank) = split_player(text);
    add(name_id, name.map(ToOwned::to_owned));
    add(rank_id, rank.map(Rank::sgf));
}

/// Returns the text of RE. What is in one of SGF's forms already stays as it is, so that a
/// result that came from SGF comes back letter for letter.
fn result(text: &str) -> Option<String> {
    if text.is_empty() || GameResult::parse_sgf(text).is_some() {
        return Some(text.to_owned());
    }
    GameResult::parse(text).map(GameResult::sgf)
}

fn rules(text: &str) -> String {
    Rules::parse(text).map_or_else(|| text.to_owned(), |rules| rules.to_string())
}

/// Returns the text of KM; a Real of SGF stays as it is.
fn komi(text: &str) -> Option<String> {
    if Decimal::parse_sgf(text).is_some() {
        return Some(text.to_owned());
    }
    Decimal::parse_komi(text).map(|komi| komi.to_string())
}

/// Returns the text of DT; a single line in SGF's form stays as it is.
fn dates<'l>(mut lines: impl Iterator<Item = &'l str>) -> Option<String> {
    let first = lines.next()?;
    let rest: Vec<&str> = lines.collect();
    if rest.is_empty() && (first.is_empty() || Dates::parse_sgf(first).is_some()) {
        return Some(first.to_owned());
    }
    let mut dates = Dates::parse(first)?;
    for line in rest {
        dates.append(Dates::parse(line)?);
    }
    Some(dates.sgf())
}

fn time_limit(text: String, mut add: impl FnMut(Id, Option<String>)) {
    match TimeLimit::parse(&text) {
        Some(limit) => add(Id::TimeLimit, Some(limit.sgf())),
        None => add(Id::Overtime, Some(text)),
    }
}

/// Returns the line of a header that shows game information.
///
/// A value in SGF's form is written in its canonical English: `8 March 1990`,
/// `Black wins by 3`, `30 minutes`, `6-dan`. Every other text is written as it stands, and
/// the caller sees from [`from_lines`] that the line does not say it back. Properties
/// whose values are not one text have no line, and OT has one only where TM is absent.
/// The text may hold characters outside Ishi's repertoire.
pub fn to_line(header: Header, properties: &[Property<'_>]) -> Option<String> {
    let text = |id: Id| {
        let found = properties.iter().find(|property| property.is(id))?;
        match &found.value {
            Value::Text(text) => Some(&**text),
            _ => None,
        }
    };
    to_header(header, text).map(Cow::into_owned)
}

/// Returns the text of one header, given the texts of the properties.
fn to_header<'p>(header: Header, text: impl Fn(Id) -> Option<&'p str>) -> Option<Cow<'p, str>> {
    let written = |text: &'p str, canonical: Option<String>| match canonical {
        Some(canonical) => Cow::Owned(canonical),
        None => Cow::Borrowed(text),
    };
    Some(match header {
        Header::Black => player_line(text(Id::PlayerBlack), text(Id::RankBlack))?,
        Header::White => player_line(text(Id::PlayerWhite), text(Id::RankWhite))?,
        Header::Date => {
            let dates = text(Id::Date)?;
            written(
                dates,
                Dates::parse_sgf(dates).and_then(|dates| dates.ishi()),
            )
        }
        Header::Result => {
            let result = text(Id::Result)?;
            let known = GameResult::parse_sgf(result).filter(|known| known.sgf() == result);
            written(result, known.and_then(GameResult::ishi))
        }
        Header::TimeLimit => match text(Id::TimeLimit) {
            Some(limit) => written(limit, TimeLimit::parse_sgf(limit).map(TimeLimit::ishi)),
            None => Cow::Borrowed(text(Id::Overtime)?),
        },
        Header::Komi => {
            let komi = text(Id::Komi)?;
            // FF[4] asks for digits behind the point, and files leave them out.
            let digits = komi.strip_suffix('.').unwrap_or(komi);
            written(
                komi,
                Decimal::parse_sgf(digits).map(|komi| komi.to_string()),
            )
        }
        Header::Handicap => {
            let handicap = text(Id::Handicap)?;
            written(handicap, Handicap::parse(handicap).map(|n| n.to_string()))
        }
        Header::Rules => Cow::Borrowed(text(Id::Rules)?),
        Header::Place => Cow::Borrowed(text(Id::Place)?),
        Header::Source => Cow::Borrowed(text(Id::Source)?),
        Header::Analysis => Cow::Borrowed(text(Id::Annotator)?),
        Header::Recorder => Cow::Borrowed(text(Id::Recorder)?),
    })
}

fn player_line<'p>(name: Option<&'p str>, rank: Option<&'p str>) -> Option<Cow<'p, str>> {
    match (name, rank) {
        (None, None) => None,
        (Some(name), None) => Some(Cow::Borrowed(name)),
        (name, Some(rank)) => Some(Cow::Owned(join_player(name.unwrap_or_default(), rank))),
    }
}

#[cfg(test)]
mod tests;
