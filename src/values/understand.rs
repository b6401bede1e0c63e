//! Values of game information that are not in the form of `FF[4]`, put into it.

use std::borrow::Cow;

use super::{Certainty, Dates, Decimal, GameResult, Handicap, TimeLimit, komi_in_points};
use crate::model::{Id, Property, Value, ValueType};

/// The meaning of a value that is not in the form of `FF[4]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Understood {
    /// The form that `FF[4]` prescribes.
    pub form: String,
    /// The overtime, if a time limit has one.
    pub overtime: Option<String>,
    /// How well the value is understood.
    pub certainty: Certainty,
}

/// Returns the meaning of the value of a property if the value is not in the form of `FF[4]`, and if it is understood.
///
/// `5 1/2` is a komi of 5.5, `黑中盘胜` a result of `B+R`, `1h 30min` a time limit of 5400 seconds. Of `2017.06.21 19:43` the day
/// is the date, and the hour are further words.
pub fn understand(id: Id, text: &str) -> Option<Understood> {
    let found = |form: String, certainty| Understood {
        form,
        overtime: None,
        certainty,
    };
    let whole = |form: String| found(form, Certainty::Whole);
    match id {
        _ if is_prescribed(id, text) => None,
        Id::Komi => Decimal::parse_komi(text).map(|komi| whole(komi.to_string())),
        Id::TimeBlack | Id::TimeWhite => TimeLimit::parse(text).map(|time| whole(time.sgf())),
        Id::TimeLimit => {
            let (limit, overtime, certainty) = TimeLimit::read(text)?;
            Some(Understood {
                overtime: overtime.map(Cow::into_owned),
                ..found(limit.sgf(), certainty)
            })
        }
        Id::Handicap => Handicap::parse(text).map(|handicap| whole(handicap.to_string())),
        Id::Result => {
            GameResult::read(text).map(|(result, certainty)| found(result.sgf(), certainty))
        }
        Id::Date => Dates::read(text).map(|(dates, certainty)| found(dates.sgf(), certainty)),
        Id::PlayerToMove => {
            let better = match text.to_ascii_lowercase().as_str() {
                "b" | "black" => "B",
                "w" | "white" => "W",
                _ => return None,
            };
            (better != text).then(|| whole(better.to_owned()))
        }
        // An emphasis that is not given is normal.
        _ if id.value_type() == ValueType::Double && text.is_empty() => Some(whole("1".to_owned())),
        _ => None,
    }
}

/// Returns whether a number, a date or a result is in the form that `FF[4]` prescribes.
pub(crate) fn is_prescribed(id: Id, text: &str) -> bool {
    match id {
        Id::Komi | Id::TimeBlack | Id::TimeWhite | Id::TimeLimit => Decimal::is_sgf(text),
        Id::Handicap => text.parse::<i64>().is_ok(),
        Id::Result => GameResult::parse_sgf(text).is_some(),
        Id::Date => Dates::parse_sgf(text).is_some(),
        _ => false,
    }
}

/// Returns the likely meaning of a property whose value in a node has two meanings: `KM[375]` -> `7.5`, `TM[30:00]` -> `1800`.
/// Ishi, summaries and JSON have it, but SGF and Smart-Go keep the value.
pub(crate) fn likely(node: &[Property<'_>], id: Id) -> Option<String> {
    match id {
        Id::Komi => komi_in_points(node).map(|meant| meant.points),
        Id::TimeLimit => {
            let Value::Raw(values) = &node.iter().find(|property| property.is(id))?.value else {
                return None;
            };
            let [text] = &**values else {
                return None;
            };
            let found = understand(id, text.trim())?;
            (found.certainty == Certainty::Doubtful).then_some(found.form)
        }
        _ => None,
    }
}

/// Returns the form of `FF[4]` for a value that is understood as a whole, and has no overtime.
#[cfg(test)]
fn repair(id: Id, text: &str) -> Option<String> {
    let found = understand(id, text)?;
    (found.certainty == Certainty::Whole && found.overtime.is_none()).then_some(found.form)
}

/// Returns the value at the start of a text, if only words without a meaning follow: `1 kk` -> `1`. For a
/// property without a value the result is always empty: `KO[xxxx]` -> `KO[]`.
pub(crate) fn leading(id: Id, text: &str) -> Option<String> {
    let text = text.trim_ascii_start();
    let starts = |is_value: fn(char) -> bool| {
        let sign =
            usize::from(text.starts_with(['+', '-']) && id.value_type() == ValueType::Number);
        let end = text.get(sign..)?.find(|c| !is_value(c))? + sign;
        let (value, rest) = text.split_at_checked(end)?;
        (end > sign).then_some((value, rest))
    };
    match id.value_type() {
        ValueType::None => Some(String::new()),
        ValueType::Double | ValueType::Number => {
            let (number, rest) = starts(|c| c.is_ascii_digit())?;
            // A second number or a fraction can be the intended value.
            let is_one = !rest.contains(|c: char| c.is_ascii_digit());
            let is_value = id.value_type() == ValueType::Number || matches!(number, "1" | "2");
            (is_one && is_value).then(|| number.to_owned())
        }
        ValueType::Color => {
            let (word, _) = starts(char::is_alphanumeric)?;
            let better = understand(id, word).map(|found| found.form);
            better.or_else(|| matches!(word, "B" | "W").then(|| word.to_owned()))
        }
        _ => None,
    }
}

/// Puts the value of a generated property into the form of `FF[4]`, as the SGF reader does, because no reader
/// leaves another form.
#[cfg(test)]
pub(crate) fn in_form(property: Property<'static>) -> Property<'static> {
    let Some(id) = property.ident.standard() else {
        return property;
    };
    let better = match &property.value {
        Value::Text(text) if matches!(id, Id::Date | Id::Result) => repair(id, text),
        Value::Raw(values) => match &**values {
            [text] => repair(id, text.trim()),
            _ => None,
        },
        _ => None,
    };
    better.map_or(property, |text| Property::text(id, text))
}

#[cfg(test)]
mod tests;
