//! The komi in half points, and the time limit.

use crate::model::{Id, Property, Value};
use crate::smartgo::native::HALF_POINTS;
use crate::values::{Certainty, understand};

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
            Some(format!("{} minutes", number.trim_start_matches('+')))
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
