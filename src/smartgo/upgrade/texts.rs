//! Free texts of game information, and the time limit.

use crate::model::{Id, Property, Value};
use crate::smartgo::native::HALF_POINTS;
use crate::values::{TimeLimit, repair};

/// Returns a value in the form that `FF[4]` prescribes, if all of it is understood.
pub(super) fn game_info(id: Id, value: Value<'_>) -> Value<'_> {
    let better = match &value {
        Value::Text(text) => match id {
            Id::Date | Id::Result => repair(id, text),
            Id::Komi => text.strip_suffix('.').map(ToOwned::to_owned),
            _ => None,
        },
        Value::Raw(texts) => match &**texts {
            [text] => repair(id, text.trim()),
            _ => None,
        },
        _ => None,
    };
    better.map_or(value, |text| Value::Text(text.into()))
}

/// Returns the komi of a property in half points: `KI[11]` -> `KM[5.5]`. Returns `None` for other properties.
pub(super) fn half_points<'a>(property: &Property<'_>) -> Option<Property<'a>> {
    let Value::Raw(values) = &property.value else {
        return None;
    };
    let [text] = &**values else {
        return None;
    };
    if property.ident.as_str() != HALF_POINTS {
        return None;
    }
    let number: i64 = text.trim().parse().ok()?;
    let sign = if number < 0 { "-" } else { "" };
    let (points, half) = (number.unsigned_abs() / 2, number.unsigned_abs() % 2);
    let half = if half > 0 { ".5" } else { "" };
    Some(Property::text(Id::Komi, format!("{sign}{points}{half}")))
}

/// Returns a time limit in seconds, or the value unchanged if the unit is unknown.
pub(super) fn time_limit(value: Value<'_>, minutes: bool) -> Value<'_> {
    let limit = match &value {
        Value::Text(number) if minutes => {
            let number = number.trim_start_matches('+').trim_end_matches('.');
            TimeLimit::parse(&format!("{number} minutes"))
        }
        Value::Raw(texts) => match &**texts {
            [text] => TimeLimit::parse(text),
            _ => None,
        },
        _ => None,
    };
    limit.map_or(value, |limit| Value::Text(limit.sgf().into()))
}
