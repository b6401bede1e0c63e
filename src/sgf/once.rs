//! Splits lists that repeat points, because `FF[4]` allows each point once in the lists of a group (SGF `FF[4]`, setup
//! properties, markup properties and territory): `AB[aa][aa]` is wrong, and so are `AB[aa]` and `AW[aa]` in one node.
//! An arrow or a line can also stand there only once, and its two ends must differ.

use foldhash::HashSet;

use crate::model::{Id, Label, MARKS, Point, PointSet, Property, Share, TERRITORY, Value};

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

/// A list that repeats points, and the list of the points that stand there for the first time: `AB[aa][aa]` -> `AB[aa]`. It is
/// `None` if all of them are repeated.
type Reduced<'p, 'a> = (&'p Property<'a>, Option<Property<'a>>);

/// Returns the lists that repeat points of their group.
pub(super) fn reduced<'p, 'a>(lists: &[&'p Property<'a>]) -> Vec<Reduced<'p, 'a>> {
    let mut reduced = Vec::new();
    for ids in GROUPS {
        // Most nodes have no list of a group.
        if !lists.iter().any(|list| ids.iter().any(|id| list.is(*id))) {
            continue;
        }
        let mut seen = SeenPoints::default();
        for id in ids {
            for list in lists.iter().filter(|list| list.is(*id)) {
                if let Some((once, is_empty)) = seen.once(*id, &list.value) {
                    reduced.push((*list, (!is_empty).then(|| Property::new(*id, once))));
                }
            }
        }
    }
    reduced
}

/// The points and lines so far.
#[derive(Default)]
struct SeenPoints {
    points: PointSet,
    lines: HashSet<(Point, Point)>,
}

impl SeenPoints {
    /// Adds the points or lines of a list. If any are repeated, returns the list of the others, and whether it is empty.
    fn once<'a>(&mut self, id: Id, value: &Value<'a>) -> Option<(Value<'a>, bool)> {
        match value {
            Value::Points(areas) => {
                let once = self.points.insert_new(areas.iter().copied());
                let is_empty = once.is_empty();
                (*once != **areas).then(|| (Value::Points(once.into()), is_empty))
            }
            Value::Labels(labels) => {
                let is_new = |label: &&Label| self.points.insert(label.point.into()) == Share::None;
                let once: Vec<_> = labels.iter().filter(is_new).collect();
                let list = || once.iter().copied().cloned().collect();
                (once.len() < labels.len()).then(|| (Value::Labels(list()), once.is_empty()))
            }
            Value::Lines(lines) => {
                let once = lines.iter().copied();
                let once: Vec<_> = once.filter(|line| self.adds_line(id, *line)).collect();
                let is_empty = once.is_empty();
                (once.len() < lines.len()).then(|| (Value::Lines(once.into()), is_empty))
            }
            _ => None,
        }
    }

    /// Adds a line. Returns whether it is new, and its ends differ. A line has no direction, but an arrow has one.
    fn adds_line(&mut self, id: Id, (from, to): (Point, Point)) -> bool {
        let is_turned = id == Id::Line && to < from;
        let line = if is_turned { (to, from) } else { (from, to) };
        self.lines.insert(line) && from != to
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
        let lists: Vec<_> = properties.iter().collect();
        let reduced = reduced(&lists);
        let mut native = Vec::new();
        for list in &lists {
            match reduced.iter().find(|(one, _)| std::ptr::eq(*one, *list)) {
                Some((_, once)) => native.extend(once.clone()),
                None => native.push((*list).clone()),
            }
        }
        native.iter().map(property_text).collect()
    }

    #[test]
    fn each_point_is_named_once() {
        for (given, expected) in [
            (&["AB[aa][bb]", "AW[ab]"][..], &["AB[aa][bb]", "AW[ab]"][..]),
            (&["AB[aa][aa]"], &["AB[aa]"]),
            (&["AB[aa:bb][ab][cc]"], &["AB[aa:bb][cc]"]),
            (&["AB[ab][aa:bb]"], &["AB[ab][aa:ba][bb]"]),
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
}
