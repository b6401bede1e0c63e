//! Lists of points: setup, marks, letters, views.

use std::collections::BTreeMap;

use crate::model::{Area, BoardSize, Id, Labels, Point, PointSet, Property, Value};
use crate::smartgo::letters;
use crate::smartgo::native::is_native;

/// The lists of a node while they are collected.
pub(super) struct Lists {
    size: BoardSize,
    /// The points of each native property that are on the board, each once, in the order of the record. Readers of the time
    /// stop at the first point that they cannot read.
    by_id: BTreeMap<Id, (PointSet, Vec<Area>)>,
    labels: Vec<(Point, usize)>,
    /// Whether all labels so far are letters on the board.
    only_letters: bool,
}

impl Lists {
    pub(super) fn new(size: BoardSize) -> Self {
        Self {
            size,
            by_id: BTreeMap::new(),
            labels: Vec::new(),
            only_letters: true,
        }
    }

    /// Takes the points or labels of a property.
    pub(super) fn note(&mut self, id: Id, value: &Value<'_>) {
        match (id, value) {
            (Id::Label, Value::Labels(labels)) => self.labels(labels),
            (Id::Label, _) => self.only_letters = false,
            // L and M in an FF[4] record have another meaning than in Smart-Go.
            (Id::Letters | Id::Mark, _) => {}
            // Setup and marks without points are not written.
            (
                Id::AddBlack
                | Id::AddWhite
                | Id::AddEmpty
                | Id::Triangle
                | Id::Cross
                | Id::Square
                | Id::Circle,
                Value::Points(areas),
            ) if areas.is_empty() => {}
            (Id::Triangle | Id::Cross | Id::Square | Id::Circle, Value::Points(areas)) => {
                self.add(Id::Mark, areas);
            }
            (id, Value::Points(areas)) => self.add(id, areas),
            _ => {}
        }
    }

    fn add(&mut self, id: Id, areas: &[Area]) {
        let BoardSize { columns, rows } = self.size;
        let inside = areas.iter().filter(|area| self.size.contains(area.from));
        let inside = inside.map(|Area { from, to }| {
            let to = Point::new(to.column.min(columns - 1), to.row.min(rows - 1));
            Area { from: *from, to }
        });
        let inside: Vec<_> = inside.collect();
        // With all points off the board an empty list is not written, because it has another meaning.
        if areas.is_empty() || !inside.is_empty() {
            let (seen, list) = self.by_id.entry(id).or_default();
            list.extend(seen.insert_new(inside));
        }
    }

    fn labels(&mut self, labels: &Labels) {
        for label in labels.iter() {
            match letters::index(&label.text) {
                Some(index) if self.only_letters && self.size.contains(label.point) => {
                    self.labels.push((label.point, index));
                }
                _ => self.only_letters = false,
            }
        }
    }

    /// Adds the native properties.
    pub(super) fn finish(mut self, root: bool, properties: &mut Vec<Property<'_>>) {
        if let Some(points) = self.letters() {
            properties.push(Property::points(Id::Letters, points));
        }
        for (id, (points, list)) in self.by_id {
            if id == Id::View {
                properties.extend(root.then(|| view(&list)));
            } else if id == Id::Mark {
                // They come from several properties in any order.
                properties.push(Property::points(id, points.points()));
            } else if is_native(id, root) {
                properties.push(Property::new(id, Value::Points(list.into())));
            }
        }
    }

    /// Returns the points of L, if the labels are all letters from A or from a on, without a gap: `A`, `B`, `C`.
    fn letters(&mut self) -> Option<Vec<Point>> {
        self.labels.sort_by_key(|(_, index)| *index);
        let (_, first) = *self.labels.first().filter(|_| self.only_letters)?;
        let is_start = first == 0 || first == 26 && self.labels.len() <= 26;
        let mut indices = self.labels.iter().map(|(_, index)| *index).zip(first..);
        let is_run = is_start && indices.all(|(index, next)| index == next);
        is_run.then(|| self.labels.iter().map(|(point, _)| *point).collect())
    }
}

/// Returns two opposite corners of the smallest rectangle around areas.
fn view(areas: &[Area]) -> Property<'static> {
    let around = areas.iter().copied().reduce(|a, b| Area {
        from: Point::new(a.from.column.min(b.from.column), a.from.row.min(b.from.row)),
        to: Point::new(a.to.column.max(b.to.column), a.to.row.max(b.to.row)),
    });
    let corners = around.map(|area| [area.from, area.to]);
    Property::points(Id::View, corners.into_iter().flatten())
}
