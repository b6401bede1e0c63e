//! Makes values into properties, and reports mistakes in them.

use super::ReadProperty;
use crate::bracket::rules;
use crate::bracket::syntax::{self, Token};
use crate::bracket::text::{Escapes, Lines, unescape};
use crate::bracket::typed::{Context, excerpt, expected};
use crate::diagnostic::Diagnostics;
use crate::model::{Game, Id, Ident, Place, Property, Value, ValueType};
use crate::values::{leading, repair};

/// Returns whether a property has a list of values.
pub(super) fn is_list(id: Id) -> bool {
    matches!(
        id.value_type(),
        ValueType::Points | ValueType::Labels | ValueType::Lines | ValueType::TextList
    )
}

/// Returns values unchanged.
pub(super) fn raw<'a>(values: &[Token<'a>], context: &Context) -> Value<'a> {
    Value::Raw(values.iter().map(|value| context.verbatim(value)).collect())
}

/// Returns the texts of several properties as one, with an empty line between them.
pub(super) fn joined<'a>(id: Id, values: &[Token<'a>], context: &Context) -> Property<'a> {
    let texts = values
        .iter()
        .map(|value| unescape(value.text, Lines::Many, context.escapes));
    let texts: Vec<_> = texts.filter(|text| !text.is_empty()).collect();
    Property::text(id, texts.join("\n\n"))
}

/// Adds a list; values that are not of its type make a second property.
pub(super) fn push_list<'a>(
    typed: &mut Vec<Property<'a>>,
    id: Id,
    values: &[Token<'a>],
    context: &Context,
    log: &mut Diagnostics,
) {
    let Some((value, rest)) = context.list(id, values, log) else {
        return;
    };
    typed.extend(value.map(|value| Property::new(id, value)));
    if !rest.is_empty() {
        for value in &rest {
            report_bad_value(&id.into(), expected(id), value, KEPT, context, log);
        }
        typed.push(Property::new(id, raw(&rest, context)));
    }
}

/// Adds a property for a value, unchanged if it is not of the type.
pub(super) fn push_single<'a>(
    typed: &mut Vec<Property<'a>>,
    id: Id,
    value: &Token<'a>,
    context: &Context,
    log: &mut Diagnostics,
) {
    let read = context.single(id, value, log);
    if let Some(better) = repaired(id, value, read.as_ref(), context, log) {
        typed.push(Property::text(id, better));
        return;
    }
    if read.is_none()
        && let Some(start) = leading(id, value.text)
    {
        let help = format!("read as {}[{start}], and kept unchanged too", id.ident());
        report_bad_value(&id.into(), expected(id), value, help, context, log);
        typed.push(Property::text(id, start));
    } else if read.is_none() {
        if !is_free(id, value, context) {
            report_bad_value(&id.into(), expected(id), value, KEPT, context, log);
        }
    } else if id == Id::Application {
        report_plain_application(value, context, log);
    }
    let value = read.unwrap_or_else(|| raw(&[*value], context));
    typed.push(Property::new(id, value));
}

/// Returns the form of `FF[4]` for a value in another form that is understood. Smart-Go has such forms
/// itself, so that its reader understands them.
fn repaired(
    id: Id,
    value: &Token<'_>,
    read: Option<&Value<'_>>,
    context: &Context,
    log: &mut Diagnostics,
) -> Option<String> {
    if context.escapes == Escapes::SmartGo && id.value_type() != ValueType::Double {
        return None;
    }
    let better = match read {
        None => repair(id, value.text.trim()),
        Some(Value::Text(text)) if matches!(id, Id::Date | Id::Result) => repair(id, text),
        Some(_) => None,
    }?;
    let message = format!(
        "\"{}\" is not in the form that SGF prescribes for {}",
        excerpt(value.text),
        id.ident()
    );
    let help = format!("read as {better}");
    context.report(log, &rules::VALUE_REPAIRED, value, message, help);
    Some(better)
}

/// Returns whether the reader ignores a value of another type. People write times and komi in many forms, so
/// checks report these; and Smart-Go has its forms.
fn is_free(id: Id, value: &Token<'_>, context: &Context) -> bool {
    match id {
        Id::TimeLimit => true,
        Id::Komi if context.escapes == Escapes::Sgf => true,
        _ => context.escapes == Escapes::SmartGo && repair(id, value.text.trim()).is_some(),
    }
}

fn not_a_value(ident: &Ident, expected: &str, value: &Token<'_>) -> String {
    format!(
        "\"{}\" is not a value of {ident}; expected {expected}",
        excerpt(value.text)
    )
}

/// The help about a value that no reader understands.
pub(super) const KEPT: &str = "kept unchanged";

pub(super) fn report_bad_value(
    ident: &Ident,
    expected: &str,
    value: &Token<'_>,
    help: impl Into<String>,
    context: &Context,
    log: &mut Diagnostics,
) {
    let message = not_a_value(ident, expected, value);
    context.report(log, &rules::BAD_VALUE, value, message, help);
}

/// Reports an application without a version; returns whether it is one.
pub(super) fn report_plain_application(
    value: &Token<'_>,
    context: &Context,
    log: &mut Diagnostics,
) -> bool {
    let is_plain = syntax::compose(value.text).is_none();
    if is_plain {
        let message = format!("the application \"{}\" has no version", excerpt(value.text));
        let help = "read as a name and a colon, with an empty text after it";
        context.report(log, &rules::PLAIN_APPLICATION, value, message, help);
    }
    is_plain
}

pub(super) fn report_several(
    property: &ReadProperty<'_>,
    help: &'static str,
    context: &Context,
    log: &mut Diagnostics,
) {
    let message = format!("{} has several values; expected one", property.ident);
    context.report(log, &rules::SEVERAL_VALUES, &property.token, message, help);
}

/// A pass was `tt` before `FF[4]`.
pub(super) fn report_empty_pass(
    game: &Game<'_>,
    place: Place,
    value: &Token<'_>,
    context: &Context,
    log: &mut Diagnostics,
) {
    if place == Place::Pass && value.text.is_empty() && game.file_format.is_some_and(|ff| ff < 4) {
        let message = "a pass has no letters; expected \"tt\" in formats older than FF[4]";
        let help = "read as a pass";
        context.report(log, &rules::EMPTY_PASS, value, message.to_owned(), help);
    }
}
