//! Points that a node names once: of lists that exclude each other, each point may be in one, and
//! there once (SGF `FF[4]`, setup properties, markup properties and territory).

use crate::model::{Area, Id, Ident, Label, Point, Property, Value};

/// Lists that name a point once between them. The first one counts: AE, AB and AW are applied in this
/// order.
const GROUPS: [&[Id]; 4] = [
    &[Id::AddWhite, Id::AddBlack, Id::AddEmpty],
    &[
        Id::Triangle,
        Id::Square,
        Id::Circle,
        Id::Cross,
        Id::Selected,
    ],
    &[Id::TerritoryBlack, Id::TerritoryWhite],
    &[Id::Label],
];

/// The most points of rectangles that are taken apart in one group of lists. Lists with more stay as
/// they are.
const MOST_POINTS: usize = 4096;

/// A list that names points again.
#[derive(Debug)]
pub(super) struct Reduced<'a> {
    /// Which of the properties it is.
    pub index: usize,
    /// The points that are named for the first time, if there are any.
    pub once: Option<Property<'a>>,
    /// The other points.
    pub again: Property<'a>,
}

/// Returns whether a property is one of those whose points are named once.
pub(super) fn is_listed(ident: &Ident) -> bool {
    let id = ident.standard();
    id.is_some_and(|id| GROUPS.iter().any(|ids| ids.contains(&id)))
}

/// Returns whether a property names points that are named once.
pub(super) fn is_list(property: &Property<'_>) -> bool {
    matches!(property.value, Value::Points(_) | Value::Labels(_)) && is_listed(&property.ident)
}

/// Returns the lists that name points which they or other lists name already.
pub(super) fn reduced<'a>(properties: &[&Property<'a>]) -> Vec<Reduced<'a>> {
    let mut found = Vec::new();
    for ids in GROUPS {
        let is_own = |property: &&&Property<'_>| ids.iter().any(|id| property.is(*id));
        let lists = properties.iter().filter(is_own);
        if lists.clone().map(|list| len(list)).sum::<usize>() < 2 {
            continue;
        }
        let mut seen = Seen::default();
        let mut lists = lists;
        if !lists.all(|list| seen.adds(list)) {
            found.extend(parted(ids, properties).unwrap_or_default());
        }
    }
    found
}

/// Parts the lists of a group; none if that takes too many points.
fn parted<'a>(ids: &[Id], properties: &[&Property<'a>]) -> Option<Vec<Reduced<'a>>> {
    let (mut seen, mut room) = (Seen::default(), MOST_POINTS);
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
                    let first = |label: &Label<'_>| seen.enter(label.point.into()) == Entered::New;
                    let (once, again): (Vec<_>, Vec<_>) = labels.iter().cloned().partition(first);
                    (Value::Labels(once.into()), Value::Labels(again.into()))
                }
                _ => continue,
            };
            let [once, again] = [once, again].map(|value| {
                let list = Property::new(*id, value);
                Some(list).filter(|list| !is_empty(list))
            });
            found.extend(again.map(|again| Reduced { index, once, again }));
        }
    }
    Some(found)
}

/// The points that the lists of a node name natively, by group.
pub(super) struct Named(Vec<(&'static [Id], Seen)>);

impl Named {
    /// Collects the points of properties.
    pub fn by(properties: &[Property<'_>]) -> Self {
        let groups = GROUPS.iter().map(|ids| {
            let mut seen = Seen::default();
            let own = properties.iter();
            let own = own.filter(|property| ids.iter().any(|id| property.is(*id)));
            own.for_each(|property| _ = seen.adds(property));
            (*ids, seen)
        });
        Self(groups.collect())
    }

    /// Parts a list into the points that are named, and the others.
    pub fn part(
        &self,
        list: Property<'static>,
    ) -> (Option<Property<'static>>, Option<Property<'static>>) {
        let mut groups = self.0.iter();
        let group = groups.find(|(ids, _)| ids.iter().any(|id| list.is(*id)));
        let Some((_, seen)) = group else {
            return (None, Some(list));
        };
        let with = |value| Some(Property::new(list.ident.clone(), value));
        match list.value {
            Value::Points(areas) => {
                let areas = areas.into_vec().into_iter();
                let (named, others): (Vec<_>, Vec<_>) = areas.partition(|area| seen.has(*area));
                let list = |areas: Vec<Area>| {
                    with(Value::Points(areas.into())).filter(|list| !is_empty(list))
                };
                (list(named), list(others))
            }
            Value::Labels(labels) => {
                let labels = labels.into_vec().into_iter();
                let is_named = |label: &Label<'_>| seen.has(label.point.into());
                let (named, others): (Vec<_>, Vec<_>) = labels.partition(is_named);
                let list = |labels: Vec<Label<'static>>| {
                    with(Value::Labels(labels.into())).filter(|list| !is_empty(list))
                };
                (list(named), list(others))
            }
            value => (None, with(value)),
        }
    }
}

/// Adds the points of lists to another one.
pub(super) fn extend(list: &mut Property<'_>, more: Vec<Property<'static>>) {
    if more.is_empty() {
        return;
    }
    match &mut list.value {
        Value::Points(areas) => {
            let mut all = std::mem::take(areas).into_vec();
            for list in more {
                if let Value::Points(more) = list.value {
                    all.extend(more.into_vec());
                }
            }
            *areas = all.into();
        }
        Value::Labels(labels) => {
            let mut all = std::mem::take(labels).into_vec();
            for list in more {
                if let Value::Labels(more) = list.value {
                    all.extend(more.into_vec());
                }
            }
            *labels = all.into();
        }
        _ => {}
    }
}

fn is_empty(list: &Property<'_>) -> bool {
    len(list) == 0
}

/// Returns how many areas a list names.
fn len(list: &Property<'_>) -> usize {
    match &list.value {
        Value::Points(areas) => areas.len(),
        Value::Labels(labels) => labels.len(),
        _ => 0,
    }
}

/// The points that were named, a bit for each column of a row.
struct Seen([u64; 64]);

impl Default for Seen {
    fn default() -> Self {
        Self([0; 64])
    }
}

/// What of an area was named before.
#[derive(PartialEq, Eq)]
enum Entered {
    New,
    Known,
    Partly,
}

impl Seen {
    /// Names the points of a property; returns whether none of them was named before.
    fn adds(&mut self, property: &Property<'_>) -> bool {
        match &property.value {
            Value::Points(areas) => self.add_all(areas.iter().copied()),
            Value::Labels(labels) => self.add_all(labels.iter().map(|label| label.point.into())),
            _ => true,
        }
    }

    fn add_all(&mut self, areas: impl Iterator<Item = Area>) -> bool {
        let mut new = true;
        for area in areas {
            new &= self.enter(area) == Entered::New;
        }
        new
    }

    /// Names the points of areas: returns areas of those that were not named before, and of the
    /// others. Rectangles that are both are taken apart, as far as there is room.
    fn part(&mut self, areas: &[Area], room: &mut usize) -> Option<(Vec<Area>, Vec<Area>)> {
        let (mut once, mut again) = (Vec::new(), Vec::new());
        for &area in areas {
            let before = self.within(area);
            match self.enter(area) {
                Entered::New => once.push(area),
                Entered::Known => again.push(area),
                Entered::Partly => {
                    let known = |point: &Point| {
                        let row = before.get(usize::from(point.row - area.from.row));
                        row.is_some_and(|row| row & bits(point.column, 1) != 0)
                    };
                    let (old, new): (Vec<_>, Vec<_>) = area.points().partition(known);
                    *room = room.checked_sub(old.len() + new.len())?;
                    again.extend(old.into_iter().map(Area::from));
                    once.extend(new.into_iter().map(Area::from));
                }
            }
        }
        Some((once, again))
    }

    /// Names the points of an area.
    fn enter(&mut self, area: Area) -> Entered {
        let mask = columns(area);
        let (mut all, mut any) = (true, false);
        for row in self.0.get_mut(rows(area)).unwrap_or_default() {
            all &= *row & mask == mask;
            any |= *row & mask != 0;
            *row |= mask;
        }
        match (all, any) {
            (true, _) => Entered::Known,
            (_, true) => Entered::Partly,
            _ => Entered::New,
        }
    }

    fn has(&self, area: Area) -> bool {
        let mask = columns(area);
        let rows = self.0.get(rows(area)).unwrap_or_default();
        rows.iter().all(|row| row & mask == mask)
    }

    /// Returns the rows of an area.
    fn within(&self, area: Area) -> Vec<u64> {
        self.0.get(rows(area)).unwrap_or_default().to_vec()
    }
}

fn rows(area: Area) -> std::ops::RangeInclusive<usize> {
    usize::from(area.from.row)..=usize::from(area.to.row)
}

/// Returns a bit for each column of an area; a board has 52 at most.
fn columns(area: Area) -> u64 {
    bits(area.from.column, area.to.column - area.from.column + 1)
}

fn bits(first: u8, count: u8) -> u64 {
    let ones = u64::MAX >> (u64::BITS - u32::from(count).clamp(1, u64::BITS));
    ones.checked_shl(first.into()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bracket::property::{parse_property, property_text};
    use crate::model::BoardSize;

    fn parts(properties: &[&str]) -> (Vec<String>, Vec<String>) {
        let parse = |text: &&str| parse_property(text, BoardSize::square(52)).unwrap();
        let properties: Vec<_> = properties.iter().map(parse).collect();
        let properties: Vec<_> = properties.iter().collect();
        let mut native: Vec<_> = properties.iter().copied().cloned().map(Some).collect();
        let mut carried = Vec::new();
        for reduced in reduced(&properties) {
            native[reduced.index] = reduced.once;
            carried.push(property_text(&reduced.again));
        }
        let native = native.iter().flatten().map(property_text);
        (native.collect(), carried)
    }

    #[test]
    fn each_point_is_named_once() {
        for (given, once, again) in [
            (
                vec!["AB[aa][bb]", "AW[ab]"],
                vec!["AB[aa][bb]", "AW[ab]"],
                vec![],
            ),
            (vec!["AB[aa][aa]"], vec!["AB[aa]"], vec!["AB[aa]"]),
            (
                vec!["AB[aa:bb][ab][cc]"],
                vec!["AB[aa:bb][cc]"],
                vec!["AB[ab]"],
            ),
            (
                vec!["AB[ab][aa:bb]"],
                vec!["AB[ab][aa][ba][bb]"],
                vec!["AB[ab]"],
            ),
            (
                vec!["AB[aa:ZZ][aa:ss]"],
                vec!["AB[aa:ZZ]"],
                vec!["AB[aa:ss]"],
            ),
            (
                vec!["AB[aa][bb]", "AW[bb]"],
                vec!["AB[aa]", "AW[bb]"],
                vec!["AB[bb]"],
            ),
            (
                vec!["AE[aa]", "AB[aa]", "C[x]"],
                vec!["AB[aa]", "C[x]"],
                vec!["AE[aa]"],
            ),
            (vec!["SQ[aa]", "TR[aa]"], vec!["TR[aa]"], vec!["SQ[aa]"]),
            (
                vec!["TB[]", "TW[aa:ZZ][ZZ]"],
                vec!["TB[]", "TW[aa:ZZ]"],
                vec!["TW[ZZ]"],
            ),
            (
                vec!["LB[aa:1][bb:2][aa:3]"],
                vec!["LB[aa:1][bb:2]"],
                vec!["LB[aa:3]"],
            ),
            (vec!["TR[aa]", "AB[aa]"], vec!["TR[aa]", "AB[aa]"], vec![]),
            (vec!["DD[aa][aa]"], vec!["DD[aa][aa]"], vec![]),
        ] {
            let owned = |texts: Vec<&str>| texts.into_iter().map(ToOwned::to_owned).collect();
            assert_eq!(parts(&given), (owned(once), owned(again)), "{given:?}");
        }
    }

    #[test]
    fn rectangles_that_would_take_too_much_room_stay() {
        let rows = ('A'..='Z').chain('A'..='Z');
        let areas: Vec<_> = rows.map(|row| format!("[aa:Z{row}]")).collect();
        let list = areas.concat();
        let given = format!("AB{list}");
        assert_eq!(parts(&[&given]).1, [""; 0]);
    }
}
