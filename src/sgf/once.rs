//! Splits lists that repeat points, because `FF[4]` allows each point once in the lists of a group (SGF `FF[4]`, setup
//! properties, markup properties and territory): `AB[aa][aa]` is wrong, and so are `AB[aa]` and `AW[aa]` in one node.
//! An arrow or a line can also stand there only once, and its two ends must differ.

use std::collections::HashSet;

use crate::model::{
    Area, Id, Ident, Label, MARKS, Point, PointSet, Property, Share, TERRITORY, Value,
};

/// Groups of lists that exclude each other. A point stays in the first list of its group. For setup this is the list
/// with the effect, because AE, AB and AW are applied in this order: `AB[aa]` and `AW[aa]` -> `AW[aa]`.
const GROUPS: [&[Id]; 8] = [
    &[Id::AddWhite, Id::AddBlack, Id::AddEmpty],
    &MARKS,
    &TERRITORY,
    &[Id::Label],
    &[Id::Dimmed],
    &[Id::View],
    &[Id::Arrow],
    &[Id::Line],
];

/// The most points of rectangles that are taken apart in one group of lists. If a group needs more, its lists stay
/// unchanged.
const MOST_POINTS: usize = 4096;

/// A list that repeats points.
#[derive(Debug)]
pub(super) struct Reduced<'a> {
    /// The index of the list in the properties.
    pub index: usize,
    /// The points that stand there for the first time; `None` if all of them are repeated.
    pub once: Option<Property<'a>>,
}

/// Returns the index of the group of a property.
fn group_of(property: &Property<'_>) -> Option<usize> {
    let id = property.ident.standard()?;
    GROUPS.iter().position(|ids| ids.contains(&id))
}

/// Returns the lists that repeat points of their group: `AB[aa][aa]` -> `AB[aa]`.
pub(super) fn reduced<'a>(properties: &[&Property<'a>]) -> Vec<Reduced<'a>> {
    let mut sizes = [0; GROUPS.len()];
    for property in properties {
        if let Some(size) = group_of(property).and_then(|group| sizes.get_mut(group)) {
            // A single line can repeat a point too, because its ends can be equal.
            let names_two = matches!(property.value, Value::Lines(_));
            *size += if names_two { 2 } else { len(property) };
        }
    }
    let mut found = Vec::new();
    for (group, (ids, size)) in GROUPS.iter().zip(sizes).enumerate() {
        if size < 2 {
            continue;
        }
        let is_of_group = |list: &&&Property<'_>| group_of(list) == Some(group);
        let mut lists = properties.iter().filter(is_of_group);
        let mut seen = SeenPoints::default();
        if !lists.all(|list| seen.adds(list)) {
            found.extend(parted(ids, properties).unwrap_or_default());
        }
    }
    found
}

/// Splits the lists of a group. Returns `None` if that takes apart more than [`MOST_POINTS`] points.
fn parted<'a>(ids: &[Id], properties: &[&Property<'a>]) -> Option<Vec<Reduced<'a>>> {
    let (mut seen, mut room) = (SeenPoints::default(), MOST_POINTS);
    let mut found = Vec::new();
    for id in ids {
        for (index, property) in properties.iter().enumerate() {
            if !property.is(*id) {
                continue;
            }
            let (once, again) = match &property.value {
                Value::Points(areas) => {
                    let (once, again) = seen.part(areas, &mut room)?;
                    (Value::Points(once.into()), Value::Points(again.into()))
                }
                Value::Labels(labels) => {
                    let first =
                        |label: &Label| seen.points.insert(label.point.into()) == Share::None;
                    let (once, again): (Vec<_>, Vec<_>) = labels.iter().cloned().partition(first);
                    (Value::Labels(once.into()), Value::Labels(again.into()))
                }
                Value::Lines(lines) => {
                    let (once, again): (Vec<_>, Vec<_>) =
                        lines.iter().partition(|line| seen.adds_line(*id, **line));
                    (Value::Lines(once.into()), Value::Lines(again.into()))
                }
                _ => continue,
            };
            let [once, again] = [once, again].map(|value| list(*id, value));
            if again.is_some() {
                found.push(Reduced { index, once });
            }
        }
    }
    Some(found)
}

/// Returns a list, or `None` if it has no values.
fn list(ident: impl Into<Ident>, value: Value<'_>) -> Option<Property<'_>> {
    Some(Property::new(ident, value)).filter(|list| len(list) > 0)
}

/// Returns the number of areas, labels or lines in a list; 0 for other properties.
fn len(list: &Property<'_>) -> usize {
    match &list.value {
        Value::Points(areas) => areas.len(),
        Value::Labels(labels) => labels.len(),
        Value::Lines(lines) => lines.len(),
        _ => 0,
    }
}

/// The ends of an arrow or of a line.
type PointPair = (Point, Point);

/// Returns the ends in the order for comparisons, sorted for a line, because it has no direction.
fn undirected(id: Id, (from, to): PointPair) -> PointPair {
    if id == Id::Line && to < from {
        (to, from)
    } else {
        (from, to)
    }
}

/// The points and lines so far.
#[derive(Default)]
struct SeenPoints {
    points: PointSet,
    lines: HashSet<PointPair>,
}

impl SeenPoints {
    /// Adds the points or lines of a property. Returns whether all are new, and the ends of each line differ.
    fn adds(&mut self, property: &Property<'_>) -> bool {
        match &property.value {
            Value::Points(areas) => self.add_all(areas.iter().copied()),
            Value::Labels(labels) => self.add_all(labels.iter().map(|label| label.point.into())),
            Value::Lines(lines) => {
                let id = property.ident.standard().unwrap_or(Id::Arrow);
                let mut new = true;
                for line in lines {
                    new &= self.adds_line(id, *line);
                }
                new
            }
            _ => true,
        }
    }

    /// Adds a line. Returns whether it is new, and its ends differ.
    fn adds_line(&mut self, id: Id, line: PointPair) -> bool {
        self.lines.insert(undirected(id, line)) && line.0 != line.1
    }

    fn add_all(&mut self, areas: impl Iterator<Item = Area>) -> bool {
        let mut new = true;
        for area in areas {
            new &= self.points.insert(area) == Share::None;
        }
        new
    }

    /// Adds areas. Returns the areas of new points, and the areas of repeated points.
    ///
    /// Takes a rectangle with both into points. Returns `None` if `room` is too small for its points.
    fn part(&mut self, areas: &[Area], room: &mut usize) -> Option<(Vec<Area>, Vec<Area>)> {
        let (mut once, mut again) = (Vec::new(), Vec::new());
        for &area in areas {
            match self.points.part_of(area) {
                Share::None => once.push(area),
                Share::All => again.push(area),
                Share::Some => {
                    let points = area.points().map(Area::from);
                    let (old, new): (Vec<_>, Vec<_>) =
                        points.partition(|point| self.points.contains(point.from));
                    *room = room.checked_sub(old.len() + new.len())?;
                    again.extend(old);
                    once.extend(new);
                }
            }
            self.points.insert(area);
        }
        Some((once, again))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::property::{parse_property, property_text};
    use crate::model::BoardSize;

    /// Returns the properties with each point once: `AB[aa][aa]` -> `AB[aa]`.
    fn once(properties: &[&str]) -> Vec<String> {
        let parse = |text: &&str| parse_property(text, BoardSize::square(52)).unwrap();
        let properties: Vec<_> = properties.iter().map(parse).collect();
        let properties: Vec<_> = properties.iter().collect();
        let mut native: Vec<_> = properties.iter().copied().cloned().map(Some).collect();
        for reduced in reduced(&properties) {
            native[reduced.index] = reduced.once;
        }
        native.iter().flatten().map(property_text).collect()
    }

    #[test]
    fn each_point_is_named_once() {
        for (given, expected) in [
            (&["AB[aa][bb]", "AW[ab]"][..], &["AB[aa][bb]", "AW[ab]"][..]),
            (&["AB[aa][aa]"], &["AB[aa]"]),
            (&["AB[aa:bb][ab][cc]"], &["AB[aa:bb][cc]"]),
            (&["AB[ab][aa:bb]"], &["AB[ab][aa][ba][bb]"]),
            (&["AB[aa:ZZ][aa:ss]"], &["AB[aa:ZZ]"]),
            (&["AB[aa][bb]", "AW[bb]"], &["AB[aa]", "AW[bb]"]),
            (&["AE[aa]", "AB[aa]", "C[x]"], &["AB[aa]", "C[x]"]),
            (&["SQ[aa]", "TR[aa]"], &["TR[aa]"]),
            (&["TB[]", "TW[aa:ZZ][ZZ]"], &["TB[]", "TW[aa:ZZ]"]),
            (&["LB[aa:1][bb:2][aa:3]"], &["LB[aa:1][bb:2]"]),
            (&["TR[aa]", "AB[aa]"], &["TR[aa]", "AB[aa]"]),
            (&["DD[aa][aa]"], &["DD[aa]"]),
            (&["VW[aa:cc][bb]"], &["VW[aa:cc]"]),
            (
                &["LN[aa:bb][bb:aa][cc:cc]", "AR[aa:bb][bb:aa]"],
                &["LN[aa:bb]", "AR[aa:bb][bb:aa]"],
            ),
            (&["AR[aa:aa]"], &[]),
        ] {
            assert_eq!(once(given), expected, "{given:?}");
        }
    }

    #[test]
    fn rectangles_that_would_take_too_much_room_stay() {
        let rows = ('A'..='Z').chain('A'..='Z');
        let areas: Vec<_> = rows.map(|row| format!("[aa:Z{row}]")).collect();
        let list = areas.concat();
        let given = format!("AB{list}");
        assert_eq!(once(&[&given]), [given.as_str()]);
    }

    #[test]
    fn rectangles_are_taken_apart_up_to_4096_points() {
        // After one point, 52x51 points, and then 38x38 with a new last row.
        let most = once(&["AB[aa][aa:ZY][oo:ZZ]"]);
        assert_eq!(most.len(), 1);
        assert_eq!(most[0].matches('[').count(), 52 * 51 + 38);
        // 52x51, 39x37 and 2 points are one too many.
        let more = "AB[aa][aa:ZY][np:ZZ][mZ:nZ]";
        assert_eq!(once(&[more]), [more]);
    }
}
