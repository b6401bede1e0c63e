//! Tells whether the native part of a node is unchanged since its carrier was written.

use std::collections::{BTreeMap, BTreeSet};

use super::detail::of_kind;
use super::downgrade::{Target, downgrade, playable};
use super::native::{HALF_POINTS, Kind};
use super::text::{fit, fits, is_form_of};
use crate::charset::Charset;
use crate::memory::overlay::Key;
use crate::model::equal::{differing, same_move};
use crate::model::{Area, Id, Ident, Meaning, Point, PointSet, Property, Value};

/// Compares the native part of a node with the native part that the writer would write for its meaning.
///
/// The charset of the writer is unknown, so a text agrees in every form that a writer can give it: `Zhang` agrees with
/// `張`.
pub(super) struct Belief {
    differing: BTreeSet<Ident>,
    same_move: bool,
    /// Whether TE and BM have the same order.
    same_order: bool,
    /// Whether the time limit is the same in the meaning, because its unit is unknown.
    unknown_time: bool,
    marks: [PointSet; 2],
    letters: [BTreeMap<Point, Vec<usize>>; 2],
}

impl Belief {
    /// Prepares the comparison of a node's native part with a meaning. `unicode` tells whether the record
    /// is in Unicode.
    pub(super) fn new(
        said: &Meaning<'_>,
        meaning: &Meaning<'_>,
        root: bool,
        target: &Target,
        unicode: bool,
    ) -> Self {
        let in_charset = |charset| Target { charset, ..*target };
        let exact = downgrade(meaning, root, &in_charset(Charset::Utf8));
        let changed = changed_texts(said, &exact, unicode);
        let said = in_ascii(said);
        let expected = downgrade(meaning, root, &in_charset(Charset::Ascii));
        let time = Ident::from(Id::TimeLimit);
        let written = said.mv.map(|mv| playable(mv, target.size));
        Self {
            differing: differing(&said.properties, &expected.properties)
                .into_iter()
                .cloned()
                .chain(changed)
                .collect(),
            same_move: same_move(written, expected.mv),
            same_order: annotation(&said) == annotation(&expected),
            unknown_time: of_kind(&said.properties, &time) == of_kind(&meaning.properties, &time),
            marks: [&said, &expected].map(marks),
            letters: [&said, &expected].map(letters),
        }
    }

    /// Returns whether both agree about a subject.
    pub(super) fn agrees(&self, key: &Key) -> bool {
        let differs = |id: Id| self.differing.contains(&Ident::from(id));
        match key {
            Key::Move => self.same_move,
            Key::Mark(point) => {
                let [said, expected] = &self.marks;
                said.contains(*point) == expected.contains(*point)
            }
            Key::Label(point) => {
                let [said, expected] = &self.letters;
                said.get(point) == expected.get(point)
            }
            Key::Property(ident) => match Kind::of(ident) {
                Kind::Move => self.same_move,
                Kind::Annotation => {
                    self.same_order && !differs(Id::Tesuji) && !differs(Id::BadMove)
                }
                Kind::Letters => !differs(Id::Letters),
                Kind::Komi => {
                    !differs(Id::Komi) && !self.differing.contains(&Ident::from(HALF_POINTS))
                }
                Kind::Marks => !differs(Id::Mark),
                Kind::Same => {
                    !self.differing.contains(ident)
                        || self.unknown_time && *ident == Ident::from(Id::TimeLimit)
                }
            },
        }
    }
}

/// Returns the identifiers of TE and BM in their order, because the order makes them IT or DO.
fn annotation(native: &Meaning<'_>) -> Vec<Ident> {
    of_kind(&native.properties, &Ident::from(Id::Tesuji))
        .into_iter()
        .map(|property| property.ident)
        .collect()
}

fn marks(native: &Meaning<'_>) -> PointSet {
    areas(native, Id::Mark).collect()
}

fn letters(native: &Meaning<'_>) -> BTreeMap<Point, Vec<usize>> {
    let mut places: BTreeMap<Point, Vec<usize>> = BTreeMap::new();
    let points = areas(native, Id::Letters).flat_map(Area::points);
    for (place, point) in points.enumerate() {
        places.entry(point).or_default().push(place);
    }
    places
}

fn areas(native: &Meaning<'_>, id: Id) -> impl Iterator<Item = Area> {
    native
        .properties
        .iter()
        .filter(move |property| property.is(id))
        .filter_map(|property| match &property.value {
            Value::Points(areas) => Some(areas),
            _ => None,
        })
        .flatten()
        .copied()
}

/// Returns the properties with values outside ASCII that are not a form of the exact values.
fn changed_texts(said: &Meaning<'_>, exact: &Meaning<'_>, unicode: bool) -> Vec<Ident> {
    let is_form = |said: &Property<'_>, exact: &Property<'_>| match (&said.value, &exact.value) {
        (Value::Text(text), Value::Text(exact)) => is_form_of(text, exact, unicode),
        (said, exact) => said == exact,
    };
    let said = said.properties.iter().filter(|said| !is_ascii(&said.value));
    let said: Vec<_> = said.collect();
    let mut of: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for exact in exact.properties.iter().filter(|_| !said.is_empty()) {
        of.entry(&exact.ident).or_default().push(exact);
    }
    let is_changed = |said: &&&Property<'_>| {
        // This is short, because the writer makes at most a list and one other property of a name.
        let exact = of.get(&said.ident);
        !exact.is_some_and(|exact| exact.iter().any(|exact| is_form(said, exact)))
    };
    let changed = said.iter().filter(is_changed);
    changed.map(|property| property.ident.clone()).collect()
}

fn is_ascii(value: &Value<'_>) -> bool {
    match value {
        Value::Text(text) => text.is_ascii(),
        Value::Raw(values) => values.iter().all(|value| value.is_ascii()),
        _ => true,
    }
}

/// Returns a copy as in an ASCII file: texts are transliterated, and raw values with other characters are left out.
fn in_ascii<'a>(native: &Meaning<'a>) -> Meaning<'a> {
    let mut native = native.clone();
    native
        .properties
        .retain(|property| matches!(property.value, Value::Text(_)) || is_ascii(&property.value));
    for property in &mut native.properties {
        if let Value::Text(text) = &mut property.value
            && !fits(text, Charset::Ascii)
        {
            *text = fit(text, Charset::Ascii).into_owned().into();
        }
    }
    native
}
