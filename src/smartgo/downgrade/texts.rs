//! Native forms of single texts and of raw values.

use std::borrow::Cow;

use super::Limits;
use crate::bracket::property::{looks_damaged, parse_property, property_text};
use crate::model::{GO, Id, Property, Value, ValueType};
use crate::smartgo::text::{fit, fits};
use crate::values::{Decimal, TimeLimit};

/// Returns the native form of a single value, or `None` if Smart-Go cannot express it.
pub(super) fn text<'a>(id: Id, text: &Cow<'a, str>, target: &Limits) -> Option<Cow<'a, str>> {
    match id.value_type() {
        ValueType::Text | ValueType::SimpleText => Some(fitted(text, target)),
        ValueType::Move => {
            let on_board = text.is_empty() || is_point_on_board(text, target);
            on_board.then(|| text.clone())
        }
        _ if id == Id::TimeLimit => Some(minutes(text).map_or_else(|| text.clone(), Cow::Owned)),
        _ if id == Id::NodeValue => whole(text),
        _ => Some(text.clone()),
    }
}

fn fitted<'a>(text: &Cow<'a, str>, target: &Limits) -> Cow<'a, str> {
    if fits(text, target.charset) {
        return text.clone();
    }
    Cow::Owned(fit(text, target.charset).into_owned())
}

fn is_point_on_board(text: &str, target: &Limits) -> bool {
    let last = b'a' + target.size.columns.clamp(1, 19) - 1;
    text.len() == 2 && text.bytes().all(|letter| (b'a'..=last).contains(&letter))
}

/// Returns a time limit in minutes, rounded to two digits after the point: `90` seconds -> `1.5`.
fn minutes(seconds: &str) -> Option<String> {
    let seconds = TimeLimit::parse_sgf(seconds)?.seconds();
    if let Some(whole) = seconds.whole().filter(|seconds| seconds % 60 == 0) {
        return Some((whole / 60).to_string());
    }
    let seconds: f64 = seconds.to_string().parse().ok()?;
    let minutes = format!("{:.2}", seconds / 60.0);
    Some(
        minutes
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned(),
    )
}

/// Returns a number without a fraction, because V is an integer in Smart-Go: `2.0` -> `2`, but `2.5` -> `None`.
fn whole<'a>(text: &Cow<'a, str>) -> Option<Cow<'a, str>> {
    if !text.contains('.') {
        return Some(text.clone());
    }
    let whole = Decimal::parse_sgf(text)?.whole()?;
    Some(Cow::Owned(whole.to_string()))
}

/// Returns a raw property if Smart-Go can hold it unchanged.
///
/// Its values have no `]` or `\`, because readers of the time end an unknown value at the first `]`. It must also come
/// back as the same property.
pub(super) fn verbatim<'a>(property: &Property<'a>, target: &Limits) -> Option<Property<'a>> {
    let Value::Raw(values) = &property.value else {
        return None;
    };
    let plain = |value: &Cow<'_, str>| !value.contains([']', '\\']) && fits(value, target.charset);
    if values.is_empty() || !values.iter().all(plain) || looks_damaged(property, GO) {
        return None;
    }
    let same = property.ident.standard().is_none()
        || parse_property(&property_text(property), target.size).as_ref() == Some(property);
    same.then(|| property.clone())
}
