//! The overlay of a node: entries that turn the meaning of its native part into the whole meaning.
//!
//! For example, Smart-Go writes a square on an empty point as `M`, and its readers see a cross. The entries `SQ[aa]`
//! and `-MA[aa]` make it a square again. Entries have the form of properties of SGF `FF[4]`, and their dialect is
//! [`Dialect::Sgf`]:
//!
//! | entry | effect |
//! |---|---|
//! | `PB[exact]` | replaces the property, or adds it |
//! | `+C[more]` | adds a property, also if the node already has one of this name |
//! | `BR` | removes the property; `B` or `W` also removes a move of this colour |
//! | `B[zz]` | replaces the move, or adds it |
//! | `-B`, `-W` | turns the pass into a move with an unreadable place |
//! | `LB[pd:exact]` | replaces the labels of the named points, or adds labels there |
//! | `TR[aa][bb]` | adds marks; also `SQ`, `CR`, `MA` |
//! | `-TR[aa]` | removes one mark for each named point |
//! | `-LB[pd:a]` | removes all labels of the named points |
//! | `-LB[pd:A]` and `LB[pd:a]` | replaces the label `A` by `a`; a label `B` from another program stays |
//!
//! Marks and labels go point by point, so that another program can change one point, and the entries still hold for
//! the other points. All other properties go as a whole. So do unreadable lists of marks or labels, and empty or very
//! long lists of marks.

mod change;

use std::collections::{BTreeMap, BTreeSet};

use crate::bracket::property::{move_text, property_text};
use crate::model::equal;
use crate::model::{
    BoardSize, Dialect, Entry, Id, Ident, Label, LabelText, Labels, Meaning, Move, Place, Point,
    Property, PropertyType, Value,
};

use change::{Change, Changes};

/// The most marks of one kind that go point by point. A longer list goes as a whole.
const MOST_MARKS: usize = 4096;

/// The subject of an entry. A reader decides for each key whether it believes the entry.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// The move.
    Move,
    /// A property as a whole.
    Property(Ident),
    /// The marks on a point.
    Mark(Point),
    /// The labels on a point.
    Label(Point),
}

/// Returns the identifier in an entry of SGF: `+C[more]` -> `C`. Returns `None` for entries of other dialects.
pub fn ident_of<'e>(entry: &'e Entry<'_>) -> Option<&'e str> {
    let text = entry.text.trim_start_matches(['+', '-']);
    let ident = text.split('[').next();
    ident.filter(|_| entry.dialect == Dialect::Sgf)
}

/// Returns the entries that turn `said`, the meaning of the native part, into `meaning`.
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
    moves(meaning, said.mv, &differing, &sides, &mut texts);
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

/// Returns the entry with the labels of `said` that `meaning` replaces by other labels.
///
/// For example, if `said` has the label `A` on `ce` and `meaning` has `a`, the entry is `-LB[ce:A]`. It tells the
/// reader that the entry `LB[ce:a]` of [`missing`] replaces `A`, and does not add a label to a point without one.
pub fn replaced_labels(meaning: &Meaning<'_>, said: &Meaning<'_>) -> Option<Entry<'static>> {
    let mut others: BTreeMap<Point, BTreeSet<LabelText<'_>>> = BTreeMap::new();
    for label in labelled(meaning) {
        others.entry(label.point).or_default().insert(label.text);
    }
    let is_replaced = |label: &Label<'_>| {
        let texts = others.get(&label.point);
        texts.is_some_and(|texts| !texts.contains(&label.text))
    };
    let labels: Labels<'_> = labelled(said).filter(is_replaced).collect();
    let text = property_text(&Property::new(Id::Label, Value::Labels(labels.clone())));
    (!labels.is_empty()).then(|| Entry::new(Dialect::Sgf, format!("-{text}")))
}

/// Returns the labels of a node.
pub fn labelled<'m>(meaning: &'m Meaning<'_>) -> impl Iterator<Item = Label<'m>> {
    let lists = meaning
        .properties
        .iter()
        .filter_map(|property| match &property.value {
            Value::Labels(labels) if property.is(Id::Label) => Some(labels),
            _ => None,
        });
    lists.flatten()
}

/// The changes that the entries of a carrier make to the native part of a node.
#[derive(Debug)]
pub struct Overlay {
    changes: Vec<Change>,
}

impl Overlay {
    /// Reads entries, on a board of this size. Ignores entries of other dialects and unreadable entries.
    pub fn read(entries: &[Entry<'_>], size: BoardSize) -> Self {
        let entries = entries.iter().filter(|entry| entry.dialect == Dialect::Sgf);
        Self {
            changes: entries
                .filter_map(|entry| Change::read(&entry.text, size))
                .collect(),
        }
    }

    /// Removes the changes that were written for another node. Returns whether there were any.
    pub fn take_strays(&mut self, said: &Meaning<'_>) -> bool {
        let Some(mv) = said.mv else {
            return false;
        };
        let sets_up = |property: &Property<'_>| property.property_type() == PropertyType::Setup;
        let has_setup = said.properties.iter().any(sets_up);
        let before = self.changes.len();
        self.changes
            .retain(|change| !change.is_of_another(mv, has_setup));
        self.changes.len() < before
    }

    /// Returns the labels that the entries replace: `-LB[ce:A]` and `LB[ce:a]` -> `A` on `ce`.
    pub fn replaced_labels(&self) -> BTreeMap<Point, LabelText<'_>> {
        let mut removed = BTreeMap::new();
        let mut set = BTreeSet::new();
        for change in &self.changes {
            match change {
                Change::RemoveLabels(labels) => {
                    removed.extend(labels.iter().map(|label| (label.point, label.text)));
                }
                Change::Labels(labels) => set.extend(labels.points()),
                _ => {}
            }
        }
        removed.retain(|point, _| set.contains(point));
        removed
    }

    /// Applies all changes to the meaning of the native part.
    pub fn apply<'a>(&self, said: Meaning<'a>) -> Meaning<'a> {
        self.apply_where(said, |_| true)
    }

    /// Applies the changes to the meaning of the native part if `agrees` returns `true` for their keys.
    pub fn apply_where<'a>(
        &self,
        said: Meaning<'a>,
        agrees: impl FnMut(&Key) -> bool,
    ) -> Meaning<'a> {
        let mut changes = Changes::new(said.mv, agrees);
        for change in &self.changes {
            changes.add(change.clone());
        }
        changes.carry_out(said.properties)
    }
}

type Properties<'m, 'a> = BTreeMap<&'m Ident, Vec<&'m Property<'a>>>;

/// The properties of the whole meaning and of the native part, by identifier.
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

/// Adds the entries for the move and for properties B and W: unreadable moves, and moves of the other colour.
fn moves(
    meaning: &Meaning<'_>,
    said: Option<Move>,
    differing: &[&Ident],
    sides: &Sides<'_, '_, '_, '_>,
    texts: &mut Vec<String>,
) {
    let colors = [Ident::from(Id::Black), Ident::from(Id::White)];
    let reset = colors
        .iter()
        .any(|ident| differing.contains(&ident) && !sides.said(ident).is_empty());
    if reset {
        let said = colors.iter().filter(|ident| !sides.said(ident).is_empty());
        texts.extend(said.map(ToString::to_string));
    }
    match (meaning.mv, said) {
        (Some(mv), said) if reset || !equal::same_move(Some(mv), said) => texts.push(move_text(mv)),
        (None, Some(mv)) => texts.push(mv.color.letter().to_string()),
        (Some(mv), Some(pass)) if mv.place == Place::Unreadable && pass.place == Place::Pass => {
            let is_word = |property: &Property<'_>| colors.contains(&property.ident);
            if !meaning.properties.iter().any(is_word) {
                texts.push(format!("-{}", mv.color.letter()));
            }
        }
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

/// Adds entries that remove all marks or labels of the native part, and add all of the meaning.
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

/// Returns the points of `more` without those of `less`: `aa` three times without `aa` once -> `aa` twice.
fn surplus(more: &BTreeMap<Point, usize>, less: &BTreeMap<Point, usize>) -> Vec<Point> {
    more.iter()
        .flat_map(|(point, count)| {
            let known = less.get(point).copied().unwrap_or(0);
            std::iter::repeat_n(*point, count.saturating_sub(known))
        })
        .collect()
}

/// Counts the marks per point. Returns `None` for an unreadable or empty list, or more than [`MOST_MARKS`] marks.
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
    let label = |point: Point, text: &LabelText<'_>| Label {
        point,
        text: text.clone().into_owned(),
    };
    let gone: Labels<'_> = old
        .iter()
        .filter(|(point, _)| !new.contains_key(point))
        .filter_map(|(point, texts)| Some(label(*point, texts.first()?)))
        .collect();
    let new: Labels<'_> = new
        .iter()
        .filter(|(point, texts)| !same_texts(old.get(point), texts))
        .flat_map(|(point, texts)| texts.iter().map(|text| label(*point, text)))
        .collect();
    for (sign, labels) in [("-", gone), ("", new)] {
        if !labels.is_empty() {
            let text = property_text(&Property::new(Id::Label, Value::Labels(labels)));
            texts.push(format!("{sign}{text}"));
        }
    }
}

/// Returns whether a point has the same labels on both sides, in any order.
fn same_texts(a: Option<&Vec<LabelText<'_>>>, b: &[LabelText<'_>]) -> bool {
    fn sorted<'t>(texts: &'t [LabelText<'_>]) -> Vec<&'t LabelText<'t>> {
        let mut texts: Vec<_> = texts.iter().collect();
        texts.sort_unstable();
        texts
    }
    a.is_some_and(|a| a == b || sorted(a) == sorted(b))
}

/// Collects the labels per point, in their order. Returns `None` if a value is not a list of labels.
fn label_texts<'m>(properties: &[&'m Property<'_>]) -> Option<BTreeMap<Point, Vec<LabelText<'m>>>> {
    let mut texts: BTreeMap<Point, Vec<_>> = BTreeMap::new();
    for property in properties {
        let Value::Labels(labels) = &property.value else {
            return None;
        };
        for label in labels {
            texts.entry(label.point).or_default().push(label.text);
        }
    }
    Some(texts)
}

#[cfg(test)]
mod tests;
