//! Lists of points: setup, marks, letters, views.

use std::collections::BTreeMap;

use crate::model::{Area, BoardSize, Id, Labels, Point, PointSet, Property, Share, Value};
use crate::smartgo::letters;
use crate::smartgo::native::is_native;

/// Points in the order of their first mention, each once, on the board only: readers of the time
/// give up a list at the first point that they cannot read.
#[derive(Default)]
struct List {
    points: Vec<Point>,
    seen: PointSet,
}

impl List {
    fn extend(&mut self, areas: &[Area], size: BoardSize) {
        for area in areas {
            let to = Point::new(
                area.to.column.min(size.columns.saturating_sub(1)),
                area.to.row.min(size.rows.saturating_sub(1)),
            );
            let inside = Area {
                from: area.from,
                to,
            };
            // A list of a few bytes can name the whole board any number of times.
            if self.seen.part_of(inside) == Share::All {
                continue;
            }
            if inside.is_single() {
                self.points.push(inside.from);
            } else {
                self.extend_from(inside);
            }
            self.seen.insert(inside);
        }
    }
}

impl List {
    /// Adds the points of a rectangle that are not in the list.
    fn extend_from(&mut self, area: Area) {
        let mut new = PointSet::default();
        new.insert(area);
        new.remove(&self.seen);
        for (first, columns) in new.runs() {
            let columns = first.column..first.column + columns;
            self.points
                .extend(columns.map(|column| Point { column, ..first }));
        }
    }
}

/// The lists of a node while they are collected.
pub(super) struct Lists {
    size: BoardSize,
    /// By native property.
    by_id: BTreeMap<Id, List>,
    labels: Vec<(Point, usize, bool)>,
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

    /// Takes what is a list of points or labels.
    pub(super) fn note(&mut self, id: Id, value: &Value<'_>) {
        match (id, value) {
            (Id::Label, Value::Labels(labels)) => self.labels(labels),
            (Id::Label, _) => self.only_letters = false,
            // The letters and marks of other programs in FF[4] are not what L and M are.
            (Id::Letters | Id::Mark, _) => {}
            // Setup without points is not setup, and an M without marks is not written.
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
        let list = self.by_id.entry(id).or_default();
        list.extend(areas, self.size);
        if list.points.is_empty() && !areas.is_empty() {
            // Nothing of it is on the board; an empty list would mean something else.
            self.by_id.remove(&id);
        }
    }

    fn labels(&mut self, labels: &Labels<'_>) {
        for label in labels {
            let small = letters::is_small(&label.text.to_str());
            match letters::index(&label.text.to_str()) {
                Some(index) if self.only_letters && self.size.contains(label.point) => {
                    self.labels.push((label.point, index, small));
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
        for (id, mut list) in self.by_id {
            if id == Id::Mark {
                // They come from several properties, whose order means nothing.
                list.points.sort_unstable();
            }
            if id == Id::View {
                properties.extend(root.then(|| view(&list.points)));
            } else if is_native(id, root) {
                properties.push(Property::points(id, list.points));
            }
        }
    }

    /// Returns the points of L: the labels are the letters from A on without a gap, or from a on.
    fn letters(&mut self) -> Option<Vec<Point>> {
        if !self.only_letters || self.labels.is_empty() {
            return None;
        }
        self.labels.sort_by_key(|(_, index, _)| *index);
        let all_small = self.labels.iter().all(|(_, _, small)| *small);
        let first = if all_small { 26 } else { 0 };
        let run = self
            .labels
            .iter()
            .enumerate()
            .all(|(place, (_, index, _))| *index == place + first);
        run.then(|| self.labels.iter().map(|(point, _, _)| *point).collect())
    }
}

/// Returns two opposite corners of the smallest rectangle around the points.
fn view(points: &[Point]) -> Property<'static> {
    let corners = points.iter().fold(None, |found: Option<Area>, point| {
        Some(found.map_or(Area::from(*point), |area| Area {
            from: Point::new(
                area.from.column.min(point.column),
                area.from.row.min(point.row),
            ),
            to: Point::new(area.to.column.max(point.column), area.to.row.max(point.row)),
        }))
    });
    let corners = corners.map(|area| [area.from, area.to]);
    Property::points(Id::View, corners.into_iter().flatten())
}
