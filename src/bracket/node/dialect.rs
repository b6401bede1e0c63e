//! The dialect of the pages of Nihon Kiin, Sina and `CyberOro`, that has other names for game information: `RD` for the date, `KO`
//! for the komi.

use super::{Draft, ReadProperty, capitals};
use crate::bracket::rules;
use crate::bracket::typed::{Context, excerpt};
use crate::diagnostic::{Diagnostic, Diagnostics, PropertyPart};
use crate::model::Id;
use crate::values::{Dates, Decimal, overtime_of_periods};

/// The properties of the dialect, with the properties of `FF[4]` that say the same.
const PROPERTIES: [(&str, Id); 7] = [
    ("TE", Id::Event),
    ("RD", Id::Date),
    ("KO", Id::Komi),
    ("HD", Id::Handicap),
    ("GK", Id::GameKind),
    ("LT", Id::Overtime),
    ("LC", Id::Overtime),
];

/// Returns the property of `FF[4]` for a property of the dialect.
pub(crate) fn property(ident: &str, value: &str) -> Option<Id> {
    let (_, id) = PROPERTIES.iter().find(|(name, _)| *name == ident)?;
    let is_flag = matches!(ident, "TE" | "KO") && matches!(value.trim(), "" | "1" | "2");
    (!is_flag).then_some(*id)
}

/// Returns whether the properties of a first node, with their first values, are in the dialect: `RD`, `GK` or `LC` is there, or
/// `TE` with words, or `KO` with a komi. In `FF[4]` TE is a good move and KO a move that breaks the rule of ko.
///
/// Beside a move TE and KO are about the move, so they are no sign.
pub(crate) fn is_root<'t>(root: impl Iterator<Item = (&'t str, &'t str)> + Clone) -> bool {
    let has_move = root.clone().any(|(ident, _)| matches!(ident, "B" | "W"));
    root.into_iter()
        .any(|(ident, value)| match capitals(ident).as_ref() {
            "RD" | "GK" | "LC" => !value.trim().is_empty(),
            "TE" => !has_move && value.contains(char::is_alphabetic),
            "KO" => !has_move && value.trim() != "1" && Decimal::parse_komi(value).is_some(),
            _ => false,
        })
}

/// Gives the properties of the dialect in the first node the identifiers of `FF[4]`. Returns the overtime, because the dialect
/// has it in two properties: `LT[30]LC[5]`.
///
/// A property of `FF[4]` that is understood and not empty stays before the one of the dialect; but `KM[0]` does not.
pub(super) fn rename(
    draft: &mut Draft<'_>,
    context: &Context,
    log: &mut Diagnostics,
) -> Option<String> {
    let root = draft.properties.iter();
    let root = root.map(|property| {
        let values = draft.values_of(property);
        (
            property.token.text,
            values.first().map_or("", |value| value.text),
        )
    });
    if !is_root(root) {
        return None;
    }
    let overtime = periods(draft);
    // Without FF the names show the unit of a time limit. They stay if GK does not, so that no fix changes the unit.
    let has = |name: &str| {
        draft
            .properties
            .iter()
            .any(|one| one.ident.as_str() == name)
    };
    let shows_unit = has(Id::TimeLimit.ident()) && !has(Id::FileFormat.ident());
    let has_kind = has("GK");
    let has_fix = |name: &str| !shows_unit || has_kind && name != "GK";
    let mut last = Vec::new();
    for index in 0..draft.properties.len() {
        let Some(value) = draft.only_value(index) else {
            continue;
        };
        let Some(property) = draft.properties.get(index) else {
            continue;
        };
        let name = property.ident.as_str();
        let Some(id) = self::property(name, value.text) else {
            continue;
        };
        if id == Id::Overtime && overtime.is_none() {
            continue;
        }
        report(property, id, has_fix(name), context, log);
        let is_standard = |one: &ReadProperty<'_>| one.ident == id.into();
        if id != Id::Overtime
            && let Some(standard) = draft.properties.iter().position(is_standard)
        {
            let value = draft.only_value(standard);
            let is_counted = counts(id, value.map_or("", |value| value.text));
            last.push(if is_counted { index } else { standard });
        }
        if let Some(property) = draft.properties.get_mut(index) {
            if id == Id::Overtime {
                property.done = true;
            } else {
                property.ident = id.into();
            }
        }
    }
    last.sort_unstable();
    for index in last.into_iter().rev() {
        let property = draft.properties.remove(index);
        draft.properties.push(property);
    }
    overtime
}

/// Returns whether a value of `FF[4]` counts more than a value of the dialect.
fn counts(id: Id, text: &str) -> bool {
    match id {
        Id::Date => Dates::read(text).is_some(),
        Id::Komi => {
            let komi = Decimal::parse_sgf(text).or_else(|| Decimal::parse_komi(text));
            komi.is_some_and(|komi| komi != Decimal::ZERO)
        }
        _ => !text.trim().is_empty(),
    }
}

/// Returns the overtime of the properties LT and LC, unless the node has OT.
fn periods(draft: &Draft<'_>) -> Option<String> {
    let value = |name: &str| {
        let mut properties = draft.properties.iter();
        let found = properties.find(|property| property.ident.as_str() == name)?;
        Some(draft.values_of(found).first()?.text)
    };
    let overtime = overtime_of_periods(value("LC")?, value("LT")?)?;
    value(Id::Overtime.ident()).is_none().then_some(overtime)
}

/// Reports a property of the dialect. Only a finding about the property of `FF[4]` has a fix.
fn report(
    property: &ReadProperty<'_>,
    id: Id,
    has_fix: bool,
    context: &Context,
    log: &mut Diagnostics,
) {
    let message = format!(
        "{} is the {} in the records of Nihon Kiin, Sina and CyberOro",
        excerpt(property.token.text),
        id.meaning()
    );
    let help = format!("read as {}, its name in FF[4]", id.ident());
    let found: Diagnostic = context.found(&rules::DIALECT, &property.token, message, help);
    log.report(if has_fix {
        found.about(id, PropertyPart::Ident)
    } else {
        found
    });
}
