//! Properties of Smart-Go and SGF: whether the format of the file has them, and allows their values.

use super::{Reporter, older, rules, types};
use crate::diagnostic::{About, Mending, PropertyPart, Severity, remove, set};
use crate::format::Format;
use crate::model::{GO, Game, GameKind, Id, Ident, IdentSet, NodeId, Property, Value, ValueType};
use crate::record;
use crate::smartgo;
use crate::values::{Certainty, is_prescribed, understand, usual_rules};

/// The properties that a format defines for a single game: its number and name, the format, and the identifiers. The properties of
/// Othello are from `FF[1]` (Smart Game Board, "Othello-specific Properties").
const OF_ONE_GAME: [(GameKind, &str, &str, &str); 5] = [
    (2, "Othello", "1", "PE OS OE"),
    (9, "Lines of Action", "4", "AS IP IY SE SU"),
    (11, "Hex", "4", "IP IS"),
    (18, "Amazons", "4", "AA"),
    (19, "Octi", "4", "AS BO CS MS NP NR NS RP SS TS WO"),
];

/// The longest label of `FF[3]`, in characters.
const LONGEST_LABEL: usize = 4;

/// Checks all properties of a game.
pub(super) fn check(report: &mut Reporter<'_, '_>) {
    let game = report.game;
    let mut known = IdentSet::default();
    older::board(report);
    for node in game.nodes() {
        types::check(report, node);
        for property in game.properties(node) {
            if !record::is_carrier(property) && known.insert(&property.ident) {
                identifier(report, node, &property.ident);
            }
            if game.kind == GO {
                value(report, node, property);
                older::value(report, node, property);
            }
        }
    }
}

/// Reports an identifier at its first node.
fn identifier(report: &mut Reporter<'_, '_>, node: NodeId, ident: &Ident) {
    let Some(id) = ident.standard() else {
        return private(report, node, ident.as_str());
    };
    if report.game.kind == GO {
        let name = format!("{} ({})", ident.as_str(), id.meaning());
        other_format(report, node, ident.as_str(), &name, id.facts().formats);
    }
}

/// Reports a property that the file format of the record, if it has one, does not define.
fn other_format(
    report: &mut Reporter<'_, '_>,
    node: NodeId,
    ident: &str,
    name: &str,
    formats: &str,
) {
    let Some(file_format) = report.game.file_format else {
        return;
    };
    let digit = char::from_digit(file_format, 10).unwrap_or('4');
    if !formats.contains(digit) {
        let message = format!("{name} is not a property of FF[{digit}]");
        let help = format!("it belongs to FF[{}]", join(formats));
        let about = About::ident(ident);
        report.at(node, &rules::OTHER_FORMAT, about, message, help);
    }
}

fn private(report: &mut Reporter<'_, '_>, node: NodeId, name: &str) {
    if name == "KI" && report.game.kind == GO {
        // A reader of Smart-Go has reported it already.
        if report.format == Format::Sgf {
            let message = "KI is the komi in half points, as Smart Game Board wrote it".to_owned();
            let help = "kept; KM says it in points";
            let about = About::ident(name);
            report.at(node, &smartgo::rules::HALF_POINTS, about, message, help);
        }
        return;
    }
    // These came and went with FF[3]; programs of today mean something else by them.
    if matches!(name, "LT" | "OM" | "OP" | "OV" | "SE" | "TC")
        && report.game.kind == GO
        && report.game.file_format.is_some_and(|ff| ff < 4)
    {
        return other_format(report, node, name, name, "3");
    }
    let mut of_games = OF_ONE_GAME.iter();
    let of_game = of_games.find(|(kind, _, _, idents)| {
        *kind == report.game.kind && idents.split(' ').any(|ident| ident == name)
    });
    if let Some((_, game, format, _)) = of_game {
        return other_format(report, node, name, &format!("{name} ({game})"), format);
    }
    let near = NEAR.iter().find(|(typed, _)| *typed == name);
    let near = near.filter(|_| report.game.kind == GO);
    let is_long = name.len() > 2;
    let rule = if is_long {
        &rules::LONG_IDENTIFIER
    } else {
        &rules::PRIVATE_PROPERTY
    };
    let severity = near.map_or(rule.severity, |_| Severity::Warning);
    report.with(node, rule, severity, || {
        let message = match near {
            _ if is_long => {
                format!("{name} has more than two letters, and no format defines it")
            }
            Some((_, meant)) => format!("{name} is a private property, or {meant} typed wrong"),
            None => format!("{name} is a private property"),
        };
        let about = About::ident(name);
        (Some(about), message.into(), "kept unchanged".into())
    });
}

/// Slips in the names of stones, moves and players. They lose the values.
const NEAR: [(&str, &str); 6] = [
    ("BA", "AB"),
    ("WA", "AW"),
    ("BB", "B"),
    ("WW", "W"),
    ("BP", "PB"),
    ("WP", "PW"),
];

fn join(formats: &str) -> String {
    formats
        .chars()
        .map(String::from)
        .collect::<Vec<_>>()
        .join("], FF[")
}

/// Checks the value of a property of Go.
fn value(report: &mut Reporter<'_, '_>, node: NodeId, property: &Property<'_>) {
    let Some(id) = property.ident.standard() else {
        return;
    };
    if is_empty(id, &property.value) {
        let message = format!("{} has no value", id.ident());
        // Many programs write the fields of a form that is not filled in.
        let is_text = matches!(id.value_type(), ValueType::SimpleText | ValueType::Text);
        let severity = if is_text {
            Severity::Note
        } else {
            rules::EMPTY_VALUE.severity
        };
        let about = About::text(id, "");
        let help = "kept";
        let rule = &rules::EMPTY_VALUE;
        report.mend(filled(node, id));
        return report.at_with(node, rule, severity, about, message, help);
    }
    match &property.value {
        Value::Text(text) => {
            if let Some(number) = number(id, text).filter(|number| !id.has_in_range(*number)) {
                let message = format!("{} cannot be {number}", id.ident());
                let about = About::text(id, text);
                report.at(node, &rules::OUT_OF_RANGE, about, message, "kept");
            } else if id == Id::Rules {
                rules_name(report, node, text);
            } else if matches!(id, Id::Date | Id::Result)
                && !has_free_forms(report)
                && !is_prescribed(id, text)
            {
                free_form(report, node, id, text);
            }
        }
        Value::Raw(values) if matches!(id, Id::TimeLimit | Id::Komi) => {
            // In Smart-Go the reader has reported time limits already.
            let is_reported =
                has_free_forms(report) || report.format == Format::SmartGo && id == Id::TimeLimit;
            if let ([text], false) = (&**values, is_reported) {
                free_form(report, node, id, text);
            }
        }
        Value::Labels(labels) => {
            let long = |text: &str| text.chars().count() > LONGEST_LABEL;
            let old = report.game.file_format == Some(3);
            if let Some(label) = labels.iter().find(|label| old && long(&label.text)) {
                let message = format!("the label \"{}\" has more than 4 characters", label.text);
                let part = PropertyPart::Point(label.point);
                let about = About::new(id, part);
                let help = "FF[4] has labels of any length";
                report.at(node, &rules::LONG_LABEL, about, message, help);
            }
        }
        _ => {}
    }
}

/// Reports rules by another name than their usual one.
fn rules_name(report: &mut Reporter<'_, '_>, node: NodeId, text: &str) {
    if let Some(name) = usual_rules(text) {
        let message = format!("the usual name of the rules \"{text}\" is {name}");
        let about = About::text(Id::Rules, text);
        let help = "kept; some programs know only the usual name";
        report
            .mend(set(node, Property::text(Id::Rules, name)).into_mending(true))
            .at(node, &rules::RULES_NAME, about, message, help);
    }
}

/// Returns whether the record names an older file format with other forms of values than `FF[4]`.
fn has_free_forms(report: &Reporter<'_, '_>) -> bool {
    report.format == Format::SmartGo && report.game.file_format.is_some()
}

fn free_form(report: &mut Reporter<'_, '_>, node: NodeId, id: Id, text: &str) {
    let message = format!(
        "\"{}\" is not in the form that SGF prescribes for {}",
        crate::bracket::typed::excerpt(text),
        id.ident()
    );
    let mending = prescribed(report.game, node, id, text);
    let about = About::text(id, text);
    report
        .mend(mending)
        .at(node, &rules::FREE_FORM, about, message, form(id));
}

/// Writes a date, result, komi or time limit in the form of FF[4]: `DT[1974.04.09]` -> `DT[1974-04-09]`.
fn prescribed(game: &Game<'_>, node: NodeId, id: Id, text: &str) -> Option<Mending> {
    let found = understand(id, text.trim())?;
    let change = set(node, Property::text(id, found.form));
    let change = match found.overtime {
        Some(_) if game.has(node, Id::Overtime) => return None,
        Some(overtime) => change.set(node, Property::text(Id::Overtime, overtime)),
        None => change,
    };
    Some(change.into_mending(found.certainty == Certainty::Whole))
}

/// Writes an empty emphasis as SGFC reads it, `BM[]` -> `BM[1]`, and removes other empty values, for example `GN[]`.
fn filled(node: NodeId, id: Id) -> Option<Mending> {
    let change = match id.value_type() {
        ValueType::Double => set(node, Property::text(id, "1")),
        ValueType::SimpleText | ValueType::Text | ValueType::Number | ValueType::Real => {
            remove(node, id)
        }
        _ => return None,
    };
    Some(change.into_mending(true))
}

/// Returns whether a value is empty and may not be.
fn is_empty(id: Id, value: &Value<'_>) -> bool {
    match value {
        Value::Text(text) => {
            let may = matches!(
                id.value_type(),
                ValueType::None | ValueType::Move | ValueType::Pair
            );
            !may && text.is_empty()
        }
        // A reader has reported a value of a wrong type, except for these two.
        Value::Raw(values) => {
            matches!(id, Id::TimeLimit | Id::Komi) && values.iter().all(|value| value.is_empty())
        }
        Value::Points(areas) => areas.is_empty() && !id.can_be_empty(),
        _ => false,
    }
}

fn number(id: Id, text: &str) -> Option<i64> {
    (id.value_type() == ValueType::Number)
        .then(|| text.trim().parse().ok())
        .flatten()
}

fn form(id: Id) -> &'static str {
    match id {
        Id::Date => "kept; expected YYYY-MM-DD, with commas between dates",
        Id::TimeLimit => "kept; expected a number of seconds",
        Id::Komi => "kept; expected a number",
        _ => "kept; expected a result such as B+3.5, W+R, 0, Void or ?",
    }
}
