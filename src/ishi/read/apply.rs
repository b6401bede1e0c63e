//! Applies the carrier of a node, the data that its lines do not express, to the meaning of the lines.
//!
//! An entry is believed only if the lines that are written for its meaning mean the same for the entry's
//! subject as the lines in the record. So a change by another program wins, but only for its subject.

use std::collections::BTreeMap;

use crate::memory::overlay::{Key, Overlay};
use crate::model::equal::{differing, same_move};
use crate::model::{Dialect, Entry, Fact, Id, Ident, LabelText, Meaning, Point, Value};

/// Returns whether an entry stays in the node's detail: it does not change the meaning of the lines.
pub(super) fn is_detail(entry: &Entry<'_>) -> bool {
    let about_lines = matches!(entry.fact(), Some(Fact::GameComment | Fact::GameName));
    entry.dialect != Dialect::Sgf && !about_lines
}

/// Returns the meaning with the believed entries, and whether there are other entries.
///
/// `resaid` is the meaning of the lines that are written for the carrier, for each charset that they can be in.
pub(super) fn believed<'a>(
    said: Meaning<'a>,
    resaid: &[Meaning<'static>],
    overlay: &Overlay,
) -> (Meaning<'a>, bool) {
    let mut stale = false;
    let native = said.clone();
    let resaid: Vec<_> = resaid
        .iter()
        .map(|resaid| Agreement::of(&native, resaid))
        .collect();
    let meaning = overlay.apply_where(said, |key| {
        let agrees = resaid.iter().any(|resaid| resaid.holds_for(key));
        stale |= !agrees;
        agrees
    });
    (meaning, stale)
}

/// The parts in which two meanings agree.
struct Agreement<'m> {
    same_move: bool,
    differing: Vec<&'m Ident>,
    glyphs: [Glyphs<'m>; 2],
}

impl<'m> Agreement<'m> {
    fn of(a: &'m Meaning<'_>, b: &'m Meaning<'_>) -> Self {
        Self {
            same_move: same_move(a.mv, b.mv),
            differing: differing(&a.properties, &b.properties),
            glyphs: [glyphs(a), glyphs(b)],
        }
    }

    fn holds_for(&self, key: &Key) -> bool {
        match key {
            Key::Move => self.same_move,
            Key::Property(ident) => self.differing.binary_search(&ident).is_err(),
            Key::Mark(point) | Key::Label(point) => {
                let [a, b] = &self.glyphs;
                a.get(point) == b.get(point)
            }
        }
    }
}

/// The signs and labels on each point, sorted.
type Glyphs<'m> = BTreeMap<Point, BTreeMap<(Id, LabelText<'m>), usize>>;

fn glyphs<'m>(meaning: &'m Meaning<'_>) -> Glyphs<'m> {
    let mut found = Glyphs::new();
    let mut add = |point, id, text| {
        *found
            .entry(point)
            .or_default()
            .entry((id, text))
            .or_default() += 1;
    };
    for property in &meaning.properties {
        let Some(id @ (Id::Label | Id::Triangle | Id::Square | Id::Circle | Id::Cross)) =
            property.ident.standard()
        else {
            continue;
        };
        match &property.value {
            Value::Labels(labels) => {
                for label in labels {
                    add(label.point, id, label.text);
                }
            }
            Value::Points(areas) => {
                for point in areas.iter().flat_map(|area| area.points()) {
                    add(point, id, LabelText::from(""));
                }
            }
            _ => {}
        }
    }
    found
}
