//! Free texts of game information, and the time limit.

use crate::model::{Id, Value};
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

/// Returns a time limit in seconds if its unit is known; else as it stands.
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
