//! Reads entries of the overlay as changes, and applies these to a node.

use std::collections::{BTreeSet, HashMap};

use super::Key;
use crate::bracket::property::{parse_move, parse_property};
use crate::model::{
    Area, BoardSize, Color, Id, Ident, Label, Labels, Meaning, Move, Place, Point, PointSet,
    Property, PropertyType, Share, Value,
};
use crate::values::in_form;

/// The change that one entry makes.
#[derive(Debug, Clone)]
pub(super) enum Change {
    Move(Move),
    NoMove(Color),
    NoPlace(Color),
    Replace(Property<'static>),
    Add(Property<'static>),
    Remove(Ident),
    AddMarks(Id, Box<[Area]>),
    RemoveMarks(Id, Box<[Area]>),
    Labels(Labels<'static>),
    RemoveLabels(Labels<'static>),
}

impl Change {
    pub(super) fn read(text: &str, size: BoardSize) -> Option<Self> {
        if let Some(text) = text.strip_prefix('+') {
            return parse_property(text, size).map(in_form).map(Self::Add);
        }
        if let Some(text) = text.strip_prefix('-') {
            if let Some(color) = color(text) {
                return Some(Self::NoPlace(color));
            }
            let property = parse_property(text, size)?;
            return match (property.ident.standard()?, property.value) {
                (Id::Label, Value::Labels(labels)) => Some(Self::RemoveLabels(labels)),
                (id, Value::Points(areas)) => Some(Self::RemoveMarks(id, areas)),
                _ => None,
            };
        }
        if !text.contains('[') {
            let is_ident =
                !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
            return is_ident.then(|| match color(text) {
                Some(color) => Self::NoMove(color),
                None => Self::Remove(Ident::from(text)),
            });
        }
        if let Some(mv) = parse_move(text, size) {
            return Some(Self::Move(mv));
        }
        let property = parse_property(text, size).map(in_form)?;
        Some(match (property.ident.standard(), property.value) {
            (Some(id @ (Id::Triangle | Id::Square | Id::Circle | Id::Cross)), value) => match value
            {
                Value::Points(areas) if !areas.is_empty() => Self::AddMarks(id, areas),
                value => Self::Add(Property::new(id, value)),
            },
            (Some(Id::Label), Value::Labels(labels)) => Self::Labels(labels),
            (Some(Id::Label), value) => Self::Add(Property::new(Id::Label, value)),
            (_, value) => Self::Replace(Property {
                ident: property.ident,
                value,
            }),
        })
    }

    /// Returns whether the entry was written for another node than this one, with the move `mv`. That is certain for a
    /// move of the other colour, and for a setup property (`AB[aa]`, `PL[B]`) if the node has no native setup.
    pub(super) fn is_of_another(&self, mv: Move, has_setup: bool) -> bool {
        let (Self::Replace(property) | Self::Add(property)) = self else {
            return false;
        };
        match color(property.ident.as_str()) {
            Some(color) => color != mv.color,
            None => property.property_type() == PropertyType::Setup && !has_setup,
        }
    }
}

/// Returns the colour of the moves with an identifier: `B` -> black.
fn color(ident: &str) -> Option<Color> {
    match ident {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

fn unreadable(color: Color) -> Move {
    Move {
        color,
        place: Place::Unreadable,
    }
}

/// All changes of a node together, so that each property is looked at once.
pub(super) struct Changes<F> {
    agrees: F,
    mv: Option<Move>,
    removed: BTreeSet<Ident>,
    unmarked: BTreeSet<Id>,
    removed_marks: HashMap<(Id, Point), usize>,
    relabelled: BTreeSet<Point>,
    added: Vec<Property<'static>>,
}

impl<F: FnMut(&Key) -> bool> Changes<F> {
    pub(super) fn new(mv: Option<Move>, agrees: F) -> Self {
        Self {
            agrees,
            mv,
            removed: BTreeSet::new(),
            unmarked: BTreeSet::new(),
            removed_marks: HashMap::new(),
            relabelled: BTreeSet::new(),
            added: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, change: Change) {
        match change {
            Change::Move(mv) => {
                if (self.agrees)(&Key::Move) {
                    self.mv = Some(mv);
                }
            }
            Change::NoMove(color) => {
                if (self.agrees)(&Key::Move) {
                    self.mv = self.mv.filter(|mv| mv.color != color);
                    self.removed.insert(Ident::from(Id::of_moves(color)));
                }
            }
            Change::NoPlace(color) => {
                let pass = Move {
                    color,
                    place: Place::Pass,
                };
                if self.mv == Some(pass) && (self.agrees)(&Key::Move) {
                    self.mv = Some(unreadable(color));
                }
            }
            Change::Remove(ident) => {
                if (self.agrees)(&Key::Property(ident.clone())) {
                    self.removed.insert(ident);
                }
            }
            Change::Replace(property) => {
                if self.agrees_on(&property) {
                    self.removed.insert(property.ident.clone());
                    self.push(property);
                }
            }
            Change::Add(property) => {
                if self.agrees_on(&property) {
                    self.push(property);
                }
            }
            Change::AddMarks(id, areas) => {
                let agreed = self.agreed(&areas);
                let mut agreeing = Vec::new();
                for area in areas {
                    // If all points of a rectangle agree, it stays a rectangle.
                    match agreed.part_of(area) {
                        Share::All => agreeing.push(area),
                        Share::Some => {
                            let points = area.points().filter(|point| agreed.contains(*point));
                            agreeing.extend(points.map(Area::from));
                        }
                        Share::None => {}
                    }
                }
                if !agreeing.is_empty() {
                    let agreeing = Value::Points(agreeing.into());
                    self.added.push(Property::new(id, agreeing));
                }
            }
            Change::RemoveMarks(id, areas) => {
                self.unmarked.insert(id);
                let agreed = self.agreed(&areas);
                let points = areas.iter().flat_map(|area| area.points());
                for point in points.filter(|point| agreed.contains(*point)) {
                    *self.removed_marks.entry((id, point)).or_default() += 1;
                }
            }
            Change::Labels(labels) => {
                let labels = self.labels(labels);
                if !labels.is_empty() {
                    self.added
                        .push(Property::new(Id::Label, Value::Labels(labels)));
                }
            }
            Change::RemoveLabels(labels) => {
                self.labels(labels);
            }
        }
    }

    fn agrees_on(&mut self, property: &Property<'_>) -> bool {
        let key = match property.ident.standard() {
            Some(Id::Black | Id::White) => Key::Move,
            _ => Key::Property(property.ident.clone()),
        };
        (self.agrees)(&key)
    }

    /// Adds a property. An unreadable move such as `B[Q33]` also becomes the move of the node, if this has no move or
    /// a pass of the same colour.
    fn push(&mut self, property: Property<'static>) {
        let color = color(property.ident.as_str());
        if let (Some(color), Value::Raw(_)) = (color, &property.value)
            && self
                .mv
                .is_none_or(|mv| mv.color == color && mv.place == Place::Pass)
        {
            self.mv = Some(unreadable(color));
        }
        self.added.push(property);
    }

    /// Returns the points of areas with marks that agree. Asks for each point only once, because a few bytes can name
    /// the whole board many times.
    fn agreed(&mut self, areas: &[Area]) -> PointSet {
        let all: PointSet = areas.iter().copied().collect();
        let mut agreed = PointSet::default();
        agreed.extend(
            all.points()
                .filter(|point| (self.agrees)(&Key::Mark(*point))),
        );
        agreed
    }

    /// Returns the labels that agree, and notes that they replace the labels of their points.
    fn labels(&mut self, labels: Labels<'static>) -> Labels<'static> {
        let agreeing: Labels<'_> = labels
            .into_iter()
            .filter(|label| (self.agrees)(&Key::Label(label.point)))
            .collect();
        self.relabelled.extend(agreeing.points());
        agreeing
    }

    pub(super) fn carry_out(mut self, properties: Vec<Property<'_>>) -> Meaning<'_> {
        let mut result = Joined {
            properties: Vec::with_capacity(properties.len() + self.added.len()),
            ..Joined::default()
        };
        for property in properties {
            if self.removed.contains(&property.ident) {
                continue;
            }
            if let Some(property) = self.remaining(property) {
                result.push(property);
            }
        }
        for property in self.added {
            result.push(property);
        }
        Meaning {
            mv: self.mv,
            properties: result.finish(),
        }
    }

    /// Returns a property of the native part without its removed marks and replaced labels.
    fn remaining<'a>(&mut self, property: Property<'a>) -> Option<Property<'a>> {
        let Some(id) = property.ident.standard() else {
            return Some(property);
        };
        match property.value {
            Value::Labels(labels) if id == Id::Label && !self.relabelled.is_empty() => {
                let rest: Labels<'_> = labels
                    .into_iter()
                    .filter(|label| !self.relabelled.contains(&label.point))
                    .collect();
                (!rest.is_empty()).then(|| Property::new(id, Value::Labels(rest)))
            }
            // An empty list has no points to remove, and stays.
            Value::Points(areas) if self.unmarked.contains(&id) && !areas.is_empty() => {
                let rest: Vec<_> = areas
                    .iter()
                    .flat_map(|area| area.points())
                    .filter(|point| !self.take_mark(id, *point))
                    .collect();
                (!rest.is_empty()).then(|| Property::points(id, rest))
            }
            value => Some(Property::new(id, value)),
        }
    }

    fn take_mark(&mut self, id: Id, point: Point) -> bool {
        match self.removed_marks.get_mut(&(id, point)) {
            Some(count) if *count > 0 => {
                *count -= 1;
                true
            }
            _ => false,
        }
    }
}

/// Collects the properties of a node, and joins the lists of one identifier: `TR[aa]` and `TR[bb]` -> `TR[aa][bb]`.
#[derive(Default)]
struct Joined<'a> {
    properties: Vec<Property<'a>>,
    points: HashMap<Id, (usize, Vec<Area>)>,
    labels: Option<(usize, Vec<Label<'a>>)>,
}

impl<'a> Joined<'a> {
    fn push(&mut self, mut property: Property<'a>) {
        let place = self.properties.len();
        match (property.ident.standard(), &mut property.value) {
            (Some(id), Value::Points(more)) => {
                let more = std::mem::take(more);
                if let Some((_, list)) = self.points.get_mut(&id) {
                    list.extend(more);
                    return;
                }
                self.points.insert(id, (place, more.into_vec()));
            }
            (Some(Id::Label), Value::Labels(more)) => {
                let more = std::mem::take(more);
                if let Some((_, list)) = &mut self.labels {
                    list.extend(more);
                    return;
                }
                self.labels = Some((place, more.into_vec()));
            }
            _ => {}
        }
        self.properties.push(property);
    }

    fn finish(mut self) -> Vec<Property<'a>> {
        for (place, list) in self.points.into_values() {
            if let Some(property) = self.properties.get_mut(place) {
                property.value = Value::Points(list.into());
            }
        }
        if let Some((place, list)) = self.labels
            && let Some(property) = self.properties.get_mut(place)
        {
            property.value = Value::Labels(list.into());
        }
        self.properties
    }
}
