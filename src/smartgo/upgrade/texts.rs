//! Free texts of game information, and the time limit.

use crate::model::{Id, Property, Value};
use crate::smartgo::native::HALF_POINTS;
use crate::values::{Certainty, understand};

/// Adds a property of game information in the form that `FF[4]` prescribes, if its value is understood. Further words of the
/// value are a second one.
pub(super) fn push_info<'a>(id: Id, value: Value<'a>, properties: &mut Vec<Property<'a>>) {
    let found = match &value {
        Value::Text(text) if matches!(id, Id::Date | Id::Result) => understand(id, text),
        Value::Text(text) if id == Id::Komi && text.ends_with('.') => {
            let number = text.trim_end_matches('.').to_owned();
            return properties.push(Property::text(id, number));
        }
        Value::Raw(texts) => match &**texts {
            // The reader of brackets has understood a text that comes after its meaning.
            [_] if properties.iter().any(|one| one.is(id)) => None,
            [text] => understand(id, text.trim()),
            _ => None,
        },
        _ => None,
    };
    let Some(found) = found.filter(|found| found.certainty != Certainty::Doubtful) else {
        return properties.push(Property::new(id, value));
    };
    properties.push(Property::text(id, found.form));
    if found.certainty == Certainty::Part {
        let rest = match value {
            Value::Text(text) => Value::Raw(Box::new([text])),
            other => other,
        };
        properties.push(Property::new(id, rest));
    }
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

/// Adds a time limit in seconds, and the overtime in it; or the value unchanged if the unit is unknown.
pub(super) fn push_time_limit<'a>(
    value: Value<'a>,
    minutes: bool,
    has_overtime: bool,
    properties: &mut Vec<Property<'a>>,
) {
    let minutes = match &value {
        Value::Text(number) if minutes => {
            let number = number.trim_start_matches('+').trim_end_matches('.');
            Some(format!("{number} minutes"))
        }
        _ => None,
    };
    let text = match &value {
        Value::Raw(texts) => match &**texts {
            [text] => Some(&**text),
            _ => None,
        },
        _ => minutes.as_deref(),
    };
    let found = text.and_then(|text| understand(Id::TimeLimit, text.trim()));
    let found = found.filter(|found| {
        let takes = found.overtime.is_none() || !has_overtime;
        takes && found.certainty == Certainty::Whole
    });
    let Some(found) = found else {
        return properties.push(Property::new(Id::TimeLimit, value));
    };
    properties.push(Property::text(Id::TimeLimit, found.form));
    let overtime = found.overtime;
    properties.extend(overtime.map(|text| Property::text(Id::Overtime, text)));
}
