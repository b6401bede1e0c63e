//! Letters, marks and views.

use crate::model::{Area, Board, Id, Label, Property, Value};
use crate::smartgo::letters::letter;

/// Adds the labels of L: A, B, C and so on, in the order of the list.
pub(super) fn letters(areas: &[Area], properties: &mut Vec<Property<'_>>) {
    let labels = areas
        .iter()
        .flat_map(|area| area.points())
        .enumerate()
        .map(|(index, point)| Label {
            point,
            text: letter(index).into(),
        });
    add_list(Id::Label, Value::Labels(labels.collect()), properties);
}

/// Adds the marks of M: triangles on stones, crosses on empty points. The specification has "symbols:
/// triangles/crosses", and other converters do the same.
pub(super) fn marks(areas: &[Area], board: Option<&Board>, properties: &mut Vec<Property<'_>>) {
    let points = areas.iter().flat_map(|area| area.points());
    let (triangles, crosses): (Vec<_>, Vec<_>) =
        points.partition(|point| board.is_some_and(|board| board.stone(*point).is_some()));
    for (id, points) in [(Id::Triangle, triangles), (Id::Cross, crosses)] {
        if !points.is_empty() {
            let points = points.into_iter().map(Area::from).collect();
            add_list(id, Value::Points(points), properties);
        }
    }
}

/// Adds labels or points to the list of the node, or as a new list.
pub(super) fn add_list<'a>(id: Id, value: Value<'a>, properties: &mut Vec<Property<'a>>) {
    let mut same = properties.iter_mut().filter(|property| property.is(id));
    let list = same.find(|property| !matches!(property.value, Value::Raw(_)));
    match (list.map(|property| &mut property.value), value) {
        (Some(Value::Labels(before)), Value::Labels(labels)) => {
            *before = before.iter().chain(labels.iter()).cloned().collect();
        }
        (Some(Value::Points(before)), Value::Points(points)) => {
            *before = std::mem::take(before).into_iter().chain(points).collect();
        }
        (_, value) => properties.push(Property::new(id, value)),
    }
}

/// Returns the rectangle between two single points: `VW[ss][aa]` -> `VW[aa:ss]`. Any other list stays unchanged.
pub(super) fn view(value: Value<'_>) -> Value<'_> {
    match &value {
        Value::Points(areas) => match **areas {
            [a, b] if a.is_single() && b.is_single() => {
                Value::Points(Box::new([Area::new(a.from, b.from)]))
            }
            _ => value,
        },
        _ => value,
    }
}
