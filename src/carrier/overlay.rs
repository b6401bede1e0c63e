//! The overlay: entries that turn what the native part of a record says into what was meant.
//!
//! They are written in the words of SGF FF[4], dialect [`Dialect::Sgf`]:
//!
//! | entry | effect |
//! |---|---|
//! | `PB[exact]` | the property has this value instead |
//! | `+C[more]` | the node has this property too |
//! | `BR` | the node has no such property; `B` or `W`: no such move |
//! | `B[zz]` | this is the move |
//! | `LB[pd:exact]` | the points have these labels instead; those of other points stay |
//! | `TR[aa][bb]` | the points are marked too; also `SQ`, `CR`, `MA` |
//! | `-TR[aa]`, `-LB[pd:a]` | the points have no such mark or no label |
//!
//! Values of types that SGF defines, of which none needs more than the identifier, are written
//! whole; marks and labels go point by point, so that a change on one point by another program
//! leaves the others alone.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::model::equal;
use crate::model::{
    Area, BoardSize, Color, Dialect, Entry, Id, Ident, Label, Meaning, Move, Place, Point,
    Property, Value,
};
use crate::sgf::property::{move_text, parse_move, parse_property, property_text};

/// The most points of one kind of mark that are compared point by point.
const MOST_MARKS: usize = 4096;

/// What an entry is about: something that the native part of a node says or fails to say.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// The move.
    Move,
    /// A property as a whole.
    Property(Ident),
    /// The marks and labels on a point.
    Mark(Point),
}

/// Returns the entries that turn `said`, what the native part says, into `meaning`.
pub fn missing(meaning: &Meaning<'_>, said: &Meaning<'_>) -> Vec<Entry<'static>> {
    let differing = equal::differing(&meaning.properties, &said.properties);
    let sides = if differing.is_empty() {
        Sides::default()
    } else {
        Sides {
            meant: by_ident(&meaning.properties),
            said: by_ident(&said.properties),
        }
    };
    let mut texts = Vec::new();
    moves(meaning.mv, said.mv, &differing, &sides, &mut texts);
    for ident in differing {
        match ident.standard() {
            Some(Id::Black | Id::White) => {}
            Some(id @ (Id::Triangle | Id::Square | Id::Circle | Id::Cross)) => {
                marks(id, &sides, &mut texts);
            }
            Some(Id::Label) => labels(&sides, &mut texts),
            _ => whole(ident, &sides, &mut texts),
        }
    }
    texts
        .into_iter()
        .map(|text| Entry::new(Dialect::Sgf, text))
        .collect()
}

/// Lays the entries over what the native part says, on a board of this size.
///
/// Entries of other dialects and those that say nothing readable change nothing.
pub fn apply<'a>(said: Meaning<'a>, entries: &[Entry<'_>], size: BoardSize) -> Meaning<'a> {
    apply_where(said, entries, size, |_| true)
}

/// Lays the entries over what the native part says, as far as they are about things for which
/// `agrees` is true.
pub fn apply_where<'a>(
    said: Meaning<'a>,
    entries: &[Entry<'_>],
    size: BoardSize,
    agrees: impl FnMut(&Key) -> bool,
) -> Meaning<'a> {
    let mut changes = Changes::new(said.mv, agrees);
    for entry in entries {
        if entry.dialect == Dialect::Sgf
            && let Some(change) = Change::read(&entry.text, size)
        {
            changes.add(change);
        }
    }
    changes.carry_out(said.properties)
}

type Properties<'m, 'a> = BTreeMap<&'m Ident, Vec<&'m Property<'a>>>;

/// The properties of what was meant and of what is said, by identifier.
#[derive(Default)]
struct Sides<'m, 'a, 's, 'b> {
    meant: Properties<'m, 'a>,
    said: Properties<'s, 'b>,
}

impl<'m, 'a, 's, 'b> Sides<'m, 'a, 's, 'b> {
    fn meant(&self, ident: &Ident) -> &[&'m Property<'a>] {
        self.meant.get(ident).map_or(&[], Vec::as_slice)
    }

    fn said(&self, ident: &Ident) -> &[&'s Property<'b>] {
        self.said.get(ident).map_or(&[], Vec::as_slice)
    }
}

fn by_ident<'m, 'a>(properties: &'m [Property<'a>]) -> Properties<'m, 'a> {
    let mut groups = Properties::new();
    for property in properties {
        groups.entry(&property.ident).or_default().push(property);
    }
    groups
}

/// Moves, and properties B and W beside them: moves that could not be read, or of the other colour.
fn moves(
    meant: Option<Move>,
    said: Option<Move>,
    differing: &[&Ident],
    sides: &Sides<'_, '_, '_, '_>,
    texts: &mut Vec<String>,
) {
    let colors = [Ident::from(Id::Black), Ident::from(Id::White)];
    let mut reset = false;
    for ident in &colors {
        if differing.contains(&ident) && !sides.said(ident).is_empty() {
            texts.push(ident.to_string());
            reset = true;
        }
    }
    match (meant, said) {
        (Some(mv), said) if reset || !equal::same_move(Some(mv), said) => texts.push(move_text(mv)),
        (None, Some(mv)) => texts.push(mv.color.letter().to_string()),
        _ => {}
    }
    for ident in &colors {
        if reset || differing.contains(&ident) {
            let more = sides.meant(ident).iter();
            texts.extend(more.map(|property| format!("+{}", property_text(property))));
        }
    }
}

fn whole(ident: &Ident, sides: &Sides<'_, '_, '_, '_>, texts: &mut Vec<String>) {
    let meant = sides.meant(ident);
    for (index, property) in meant.iter().enumerate() {
        let sign = if index == 0 { "" } else { "+" };
        texts.push(format!("{sign}{}", property_text(property)));
    }
    if meant.is_empty() {
        texts.push(ident.to_string());
    }
}

fn marks(id: Id, sides: &Sides<'_, '_, '_, '_>, texts: &mut Vec<String>) {
    let ident = Ident::from(id);
    let (meant, said) = (sides.meant(&ident), sides.said(&ident));
    let (Some(more), Some(less)) = (mark_counts(meant), mark_counts(said)) else {
        all_new(&ident, meant, said, texts);
        return;
    };
    for (sign, points) in [("-", surplus(&less, &more)), ("", surplus(&more, &less))] {
        if !points.is_empty() {
            let text = property_text(&Property::points(id, points));
            texts.push(format!("{sign}{text}"));
        }
    }
}

/// Nothing stays of what the native part says of a mark or of labels.
fn all_new(
    ident: &Ident,
    meant: &[&Property<'_>],
    said: &[&Property<'_>],
    texts: &mut Vec<String>,
) {
    if !said.is_empty() {
        texts.push(ident.to_string());
    }
    texts.extend(meant.iter().map(|property| property_text(property)));
}

/// Returns the points that `more` has more often than `less`, as often as that.
fn surplus(more: &BTreeMap<Point, usize>, less: &BTreeMap<Point, usize>) -> Vec<Point> {
    more.iter()
        .flat_map(|(point, count)| {
            let known = less.get(point).copied().unwrap_or(0);
            std::iter::repeat_n(*point, count.saturating_sub(known))
        })
        .collect()
}

/// Counts the marks per point; none if there is anything but lists of points.
fn mark_counts(properties: &[&Property<'_>]) -> Option<BTreeMap<Point, usize>> {
    let mut counts = BTreeMap::new();
    let mut total = 0;
    for property in properties {
        let Value::Points(areas) = &property.value else {
            return None;
        };
        if areas.is_empty() {
            return None;
        }
        for point in areas.iter().flat_map(|area| area.points()) {
            total += 1;
            if total > MOST_MARKS {
                return None;
            }
            *counts.entry(point).or_default() += 1;
        }
    }
    Some(counts)
}

fn labels(sides: &Sides<'_, '_, '_, '_>, texts: &mut Vec<String>) {
    let ident = Ident::from(Id::Label);
    let (meant, said) = (sides.meant(&ident), sides.said(&ident));
    let (Some(new), Some(old)) = (label_texts(meant), label_texts(said)) else {
        all_new(&ident, meant, said, texts);
        return;
    };
    let label = |point: Point, text: &str| Label {
        point,
        text: text.to_owned().into(),
    };
    let gone: Box<[_]> = old
        .iter()
        .filter(|(point, _)| !new.contains_key(point))
        .filter_map(|(point, texts)| Some(label(*point, texts.first()?)))
        .collect();
    let new: Box<[_]> = new
        .iter()
        .filter(|(point, texts)| old.get(point) != Some(texts))
        .flat_map(|(point, texts)| texts.iter().map(|text| label(*point, text)))
        .collect();
    for (sign, labels) in [("-", gone), ("", new)] {
        if !labels.is_empty() {
            let text = property_text(&Property::new(Id::Label, Value::Labels(labels)));
            texts.push(format!("{sign}{text}"));
        }
    }
}

/// Collects the labels per point, sorted; none if there is anything but lists of labels.
fn label_texts<'m>(properties: &[&'m Property<'_>]) -> Option<BTreeMap<Point, Vec<&'m str>>> {
    let mut texts: BTreeMap<Point, Vec<&str>> = BTreeMap::new();
    for property in properties {
        let Value::Labels(labels) = &property.value else {
            return None;
        };
        for label in labels {
            texts.entry(label.point).or_default().push(&label.text);
        }
    }
    texts.values_mut().for_each(|texts| texts.sort_unstable());
    Some(texts)
}

/// What one entry changes.
enum Change {
    Move(Move),
    NoMove(Color),
    Replace(Property<'static>),
    Add(Property<'static>),
    Remove(Ident),
    AddMarks(Id, Box<[Area]>),
    RemoveMarks(Id, Box<[Area]>),
    Labels(Box<[Label<'static>]>),
    RemoveLabels(Box<[Label<'static>]>),
}

impl Change {
    fn read(text: &str, size: BoardSize) -> Option<Self> {
        if let Some(text) = text.strip_prefix('+') {
            return parse_property(text, size).map(Self::Add);
        }
        if let Some(text) = text.strip_prefix('-') {
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
            return is_ident.then(|| match text {
                "B" => Self::NoMove(Color::Black),
                "W" => Self::NoMove(Color::White),
                _ => Self::Remove(Ident::from(text)),
            });
        }
        if let Some(mv) = parse_move(text, size) {
            return Some(Self::Move(mv));
        }
        let property = parse_property(text, size)?;
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
}

/// All changes of a node together, so that each property is looked at once.
struct Changes<F> {
    agrees: F,
    mv: Option<Move>,
    removed: BTreeSet<Ident>,
    unmarked: BTreeSet<Id>,
    removed_marks: HashMap<(Id, Point), usize>,
    relabelled: BTreeSet<Point>,
    added: Vec<Property<'static>>,
}

impl<F: FnMut(&Key) -> bool> Changes<F> {
    fn new(mv: Option<Move>, agrees: F) -> Self {
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

    fn add(&mut self, change: Change) {
        match change {
            Change::Move(mv) => {
                if (self.agrees)(&Key::Move) {
                    self.mv = Some(mv);
                }
            }
            Change::NoMove(color) => {
                if (self.agrees)(&Key::Move) {
                    self.mv = self.mv.filter(|mv| mv.color != color);
                    self.removed.insert(Ident::from(color_id(color)));
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
                let points = self.points(&areas);
                if !points.is_empty() {
                    self.added.push(Property::points(id, points));
                }
            }
            Change::RemoveMarks(id, areas) => {
                self.unmarked.insert(id);
                for point in self.points(&areas) {
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

    /// Adds a property; the words of a move that cannot be read make it one.
    fn push(&mut self, property: Property<'static>) {
        let color = match property.ident.standard() {
            Some(Id::Black) => Some(Color::Black),
            Some(Id::White) => Some(Color::White),
            _ => None,
        };
        if let (Some(color), Value::Raw(_)) = (color, &property.value)
            && self
                .mv
                .is_none_or(|mv| mv.color == color && mv.place == Place::Pass)
        {
            self.mv = Some(Move {
                color,
                place: Place::Unreadable,
            });
        }
        self.added.push(property);
    }

    fn points(&mut self, areas: &[Area]) -> Vec<Point> {
        areas
            .iter()
            .flat_map(|area| area.points())
            .filter(|point| (self.agrees)(&Key::Mark(*point)))
            .collect()
    }

    /// Takes the labels of the points away and returns those that agree.
    fn labels(&mut self, labels: Box<[Label<'static>]>) -> Box<[Label<'static>]> {
        let agreeing: Box<[_]> = labels
            .into_iter()
            .filter(|label| (self.agrees)(&Key::Mark(label.point)))
            .collect();
        self.relabelled
            .extend(agreeing.iter().map(|label| label.point));
        agreeing
    }

    fn carry_out<'a>(mut self, properties: Vec<Property<'a>>) -> Meaning<'a> {
        let mut result = Joined::default();
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

    /// Returns what is left of a property of the native part.
    fn remaining<'a>(&mut self, property: Property<'a>) -> Option<Property<'a>> {
        let Some(id) = property.ident.standard() else {
            return Some(property);
        };
        match property.value {
            Value::Labels(labels) if id == Id::Label && !self.relabelled.is_empty() => {
                let rest: Box<[_]> = labels
                    .into_iter()
                    .filter(|label| !self.relabelled.contains(&label.point))
                    .collect();
                (!rest.is_empty()).then(|| Property::new(id, Value::Labels(rest)))
            }
            Value::Points(areas) if self.unmarked.contains(&id) => {
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

fn color_id(color: Color) -> Id {
    match color {
        Color::Black => Id::Black,
        Color::White => Id::White,
    }
}

/// Properties of a node, in which lists of one identifier are one list.
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

#[cfg(test)]
mod tests;
