//! Game information of SGF as the header lines of an event (Ishi specification, section 5.2).
//!
//! The way back is inverse for canonical texts (8 March 1990 and 1990-03-08). With other words the text of the source
//! travels.

use std::borrow::Cow;

use crate::ishi::line::Header;
use crate::model::{Id, Property, Value};
use crate::values::{Dates, Decimal, GameResult, Handicap, TimeLimit, join_player, likely};

/// Returns the line of a header that shows game information.
///
/// Of a value with two meanings the likely one is written, for example of `KM[375]`. A value in SGF's form is written in its canonical English: `8 March 1990`,
/// `Black wins by 3`, `30 minutes`, `6-dan`. Every other text is written unchanged, and
/// the caller can check with [`from_lines`](crate::ishi::mean::headers::from_lines) whether the line
/// gives the value back. A property without a text value has no line. OT comes after TM in one
/// line, if a reader can tell them apart. The text can have characters outside Ishi's repertoire.
pub fn to_line(header: Header, properties: &[Property<'_>]) -> Option<String> {
    let likely = likely(properties, header.property());
    let text = |id: Id| {
        if id == header.property() && likely.is_some() {
            return likely.as_deref();
        }
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
        Header::TimeLimit => match (text(Id::TimeLimit), text(Id::Overtime)) {
            (Some(limit), overtime) => {
                let known = TimeLimit::parse_sgf(limit);
                let both = overtime.and_then(|overtime| with_overtime(known?, overtime));
                written(limit, both.or_else(|| known.map(TimeLimit::ishi)))
            }
            (None, overtime) => Cow::Borrowed(overtime?),
        },
        Header::Komi => {
            let komi = text(Id::Komi)?;
            // FF[4] asks for digits after the point, and files leave them out.
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
        _ => Cow::Borrowed(text(header.property())?),
    })
}

/// Returns main time and overtime as one text: `30 minutes, 5x30 byo-yomi`. `None` if a reader would not read both
/// back.
fn with_overtime(limit: TimeLimit, overtime: &str) -> Option<String> {
    let text = format!("{}, {}", limit.ishi(), overtime.trim());
    let is_read = TimeLimit::parse_with_overtime(&text) == Some((limit, overtime.trim()));
    is_read.then_some(text)
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
