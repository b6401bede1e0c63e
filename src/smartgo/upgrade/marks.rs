//! Letters, marks and views.

use crate::model::{Area, Board, Id, Label, Labels, Property, Value};
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
    add_labels(labels.collect(), properties);
}

/// Adds the marks of M: triangles on stones, crosses on empty points. The specification has "symbols:
/// triangles/crosses", and other converters do the same.
pub(super) fn marks(areas: &[Area], board: Option<&Board>, properties: &mut Vec<Property<'_>>) {
    let points = areas.iter().flat_map(|area| area.points());
    let (triangles, crosses): (Vec<_>, Vec<_>) =
        points.partition(|point| board.is_some_and(|board| board.stone(*point).is_some()));
    for (id, points) in [(Id::Triangle, triangles), (Id::Cross, crosses)] {
        if !points.is_empty() {
            add_points(id, points.into_iter().map(Area::from).collect(), properties);
        }
    }
}

/// Adds labels to the list of the node, or as a new list.
pub(super) fn add_labels(labels: Labels, properties: &mut Vec<Property<'_>>) {
    let before = properties
        .iter_mut()
        .find_map(|property| match &mut property.value {
            Value::Labels(labels) => Some(labels),
            _ => None,
        });
    match before {
        Some(before) => *before = before.iter().chain(labels.iter()).cloned().collect(),
        None => properties.push(Property::new(Id::Label, Value::Labels(labels))),
    }
}

/// Adds marks of one kind to the list of the node, or as a new list.
pub(super) fn add_points(id: Id, points: Box<[Area]>, properties: &mut Vec<Property<'_>>) {
    let before = properties
        .iter_mut()
        .filter(|property| property.is(id))
        .find_map(|property| match &mut property.value {
            Value::Points(before) => Some(before),
            _ => None,
        });
    match before {
        Some(before) => *before = std::mem::take(before).into_iter().chain(points).collect(),
        None => properties.push(Property::new(id, Value::Points(points))),
    }
}

/// Moves all properties of one identifier to the place of the first one, with raw values after lists.
pub(super) fn gather(id: Id, properties: &mut Vec<Property<'_>>) {
    let Some(first) = properties.iter().position(|property| property.is(id)) else {
        return;
    };
    let (mut same, mut others): (Vec<_>, Vec<_>) =
        properties.drain(..).partition(|property| property.is(id));
    same.sort_by_key(|property| matches!(property.value, Value::Raw(_)));
    others.splice(first..first, same);
    *properties = others;
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
