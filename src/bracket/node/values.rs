//! Makes values into properties, and reports mistakes in them.

use super::ReadProperty;
use crate::bracket::rules;
use crate::bracket::syntax::{self, Token};
use crate::bracket::text::{Escapes, Lines, unescape};
use crate::bracket::typed::{Context, excerpt, expected};
use crate::diagnostic::{Diagnostics, PropertyPart, Words};
use crate::model::{Game, Id, Ident, Place, Property, Value, ValueType};
use crate::values::{Certainty, FOX, Understood, leading, understand};

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

/// Adds a property for a value, unchanged if it is not of the type. Further words of a value that is understood in part are
/// a second value, and overtime in a time limit is OT, unless the node has one.
pub(super) fn push_single<'a>(
    typed: &mut Vec<Property<'a>>,
    id: Id,
    value: &Token<'a>,
    has_overtime: bool,
    context: &Context,
    log: &mut Diagnostics,
) {
    let read = context.single(id, value, log);
    // The reader of Smart-Go knows the unit of a time limit.
    let is_limit = id == Id::TimeLimit && context.escapes == Escapes::SmartGo;
    if !is_limit && let Some(found) = understood(id, value, read.as_ref(), has_overtime) {
        // The formats before `FF[4]` have such forms themselves.
        if !context.has_free_forms || id.value_type() == ValueType::Double {
            report_understood(id, value, &found, context, log);
        }
        typed.push(Property::text(id, found.form));
        if found.certainty == Certainty::Part {
            typed.push(Property::new(id, raw(&[*value], context)));
        }
        typed.extend(
            found
                .overtime
                .map(|text| Property::text(Id::Overtime, text)),
        );
        return;
    }
    if read.is_none()
        && let Some(start) = leading(id, value.text)
    {
        let help = format!("read as {}[{start}], and kept unchanged too", id.ident());
        report_bad_value(&id.into(), expected(id), value, help, context, log);
        typed.push(Property::text(id, start));
    } else if read.is_none() {
        // People write times and komi in many forms, so checks report these.
        let is_checked = id == Id::Komi && !context.has_free_forms || id == Id::TimeLimit;
        if !is_checked {
            report_bad_value(&id.into(), expected(id), value, KEPT, context, log);
        }
    } else if id == Id::Application {
        report_plain_application(value, context, log);
    }
    let value = read.unwrap_or_else(|| raw(&[*value], context));
    typed.push(Property::new(id, value));
}

/// Returns the meaning of a value in another form than that of `FF[4]`.
fn understood(
    id: Id,
    value: &Token<'_>,
    read: Option<&Value<'_>>,
    has_overtime: bool,
) -> Option<Understood> {
    let found = match read {
        None => understand(id, value.text.trim()),
        Some(Value::Text(text)) if matches!(id, Id::Date | Id::Result) => understand(id, text),
        Some(_) => None,
    }?;
    let is_whole = found.certainty != Certainty::Doubtful;
    (is_whole && !(has_overtime && found.overtime.is_some())).then_some(found)
}

fn report_understood(
    id: Id,
    value: &Token<'_>,
    found: &Understood,
    context: &Context,
    log: &mut Diagnostics,
) {
    let message = format!(
        "\"{}\" is not in the form that SGF prescribes for {}",
        excerpt(value.text),
        id.ident()
    );
    let form = &found.form;
    let overtime = &found.overtime;
    let help = match (overtime, found.certainty) {
        (Some(overtime), _) => format!("read as {form}, with OT[{overtime}]"),
        (None, Certainty::Part) => format!("read as {form}, and kept unchanged too"),
        (None, _) => format!("read as {form}"),
    };
    let found = context.found(&rules::VALUE_REPAIRED, value, message, help);
    let part = PropertyPart::Text(value.text.to_owned());
    let mut found = found.about(id, part);
    if let Some(about) = &mut found.about
        && overtime.is_some()
    {
        about.idents.push(Id::Overtime.into());
    }
    log.report(found);
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
    help: impl Into<Words>,
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
    let is_plain = syntax::compose(value.text).is_none() && !value.text.starts_with(FOX);
    if is_plain {
        let message = format!(
            "the application \"{}\" has no colon and version",
            excerpt(value.text)
        );
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
