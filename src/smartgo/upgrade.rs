//! From the properties of a node in Smart-Go to their meaning in `FF[4]`.

mod marks;
mod texts;

use crate::model::{Board, Id, Ident, Meaning, Property, Value};

/// The board and the unit of time. They decide the meaning of properties.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setting<'b> {
    /// The position after the node. With `None`, all marks are crosses.
    pub board: Option<&'b Board>,
    /// Whether a time limit without a unit is in minutes. If not, its unit is unknown.
    pub minutes: bool,
}

/// Returns the meaning of the properties of a node in Smart-Go.
///
/// | Smart-Go | `FF[4]` |
/// |---|---|
/// | `L[aa][bb]` | `LB[aa:A][bb:B]` |
/// | M | TR on stones, MA on empty points |
/// | `VW[aa][ss]` | the rectangle `VW[aa:ss]` |
/// | TE and BM | IT for TE before BM, DO for BM before TE |
/// | TM in minutes | TM in seconds |
/// | `KI[11]` | `KM[5.5]`, unless the node has KM |
pub(super) fn upgrade<'a>(native: Meaning<'a>, position: &Setting<'_>) -> Meaning<'a> {
    let annotation = annotation(&native.properties);
    let mut properties = Vec::with_capacity(native.properties.len());
    let has_komi = native
        .properties
        .iter()
        .any(|property| property.is(Id::Komi));
    let mut overtimes = native.properties.iter();
    let has_overtime = overtimes.any(|property| property.is(Id::Overtime));
    for property in native.properties {
        let Some(id) = property.ident.standard() else {
            let komi = texts::half_points(&property).filter(|_| !has_komi);
            properties.push(komi.unwrap_or(property));
            continue;
        };
        match (id, property.value) {
            (Id::Tesuji | Id::BadMove, value) => match annotation {
                None => properties.push(Property::new(id, value)),
                // The first of the two becomes IT or DO, and the second is left out.
                Some(both) if !properties.iter().any(|found| found.is(both)) => {
                    properties.push(Property::text(both, ""));
                }
                Some(_) => {}
            },
            (Id::Letters, Value::Points(areas)) if !areas.is_empty() => {
                marks::letters(&areas, &mut properties);
            }
            (Id::Mark, Value::Points(areas)) if !areas.is_empty() => {
                marks::marks(&areas, position.board, &mut properties);
            }
            // A node can also have the lists of later formats: `L[aa]LB[bb:x]` -> `LB[aa:A][bb:x]`.
            (Id::Label | Id::Triangle | Id::Cross, value) => {
                marks::add_list(id, value, &mut properties);
            }
            (Id::View, value) => properties.push(Property::new(id, marks::view(value))),
            (Id::TimeLimit, value) => {
                texts::push_time_limit(value, position.minutes, has_overtime, &mut properties);
            }
            (id, value) => properties.push(Property::new(id, value)),
        }
    }
    Meaning {
        mv: native.mv,
        properties,
    }
}

/// Returns the meaning of TE and BM in one node: IT (interesting) for TE before BM, DO (doubtful) for BM before TE.
///
/// Returns `None` for other annotations of a move, and for three or more of them.
fn annotation(properties: &[Property<'_>]) -> Option<Id> {
    let of = |ident: &Ident| {
        matches!(
            ident.standard(),
            Some(Id::Tesuji | Id::BadMove | Id::Interesting | Id::Doubtful)
        )
    };
    let mut found = properties.iter().filter(|property| of(&property.ident));
    let (first, second) = (found.next()?, found.next()?);
    let typed = |property: &Property<'_>| matches!(property.value, Value::Text(_));
    if found.next().is_some() || !typed(first) || !typed(second) {
        return None;
    }
    match (first.ident.standard()?, second.ident.standard()?) {
        (Id::Tesuji, Id::BadMove) => Some(Id::Interesting),
        (Id::BadMove, Id::Tesuji) => Some(Id::Doubtful),
        _ => None,
    }
}
