//! Collects the data of a node that `FF[4]` cannot express.

use std::collections::{HashMap, HashSet};

use super::barred::Site;
use crate::bracket::property::property_text;
use crate::charset::Charset;
use crate::memory::{PROPERTY, decode_property, encode_property};
use crate::model::{Color, Dialect, Entry, NodeId, Property, Value};
use crate::options::WriteOptions;
use crate::outcome::{Outcome, Outcomes, of_detail, of_property};
use crate::sgf::once;

/// The carrier of a node while it is filled.
pub(super) struct Parcel<'g> {
    node: NodeId,
    plain: bool,
    entries: Vec<Entry<'g>>,
    /// The outcome of each entry, and the name of its data.
    items: Vec<(Outcome, String)>,
    /// Private properties with the name of the carrier.
    foreign: Vec<&'g Property<'g>>,
    /// Properties that `FF[4]` does not allow in the node.
    barred: HashSet<*const Property<'g>>,
    /// The native forms of lists that repeat points: `AB[aa][aa]` -> `AB[aa]`; `None` if no points are left.
    reduced: HashMap<*const Property<'g>, Option<Property<'g>>>,
}

impl<'g> Parcel<'g> {
    /// Starts with the detail of the node, and with its repeated points unless the record is written as read.
    pub(super) fn new(
        site: &Site<'g, '_>,
        barred: HashSet<*const Property<'g>>,
        options: &WriteOptions,
    ) -> Self {
        let Site { game, node, .. } = *site;
        let mut parcel = Self {
            node,
            plain: options.plain,
            entries: Vec::new(),
            items: Vec::new(),
            foreign: Vec::new(),
            barred,
            reduced: HashMap::new(),
        };
        for entry in game.details(node) {
            parcel.add(entry.clone(), Outcome::Kept, of_detail(entry));
        }
        if !options.as_read {
            parcel.reduce(game.properties(node));
        }
        parcel
    }

    /// Adds entries for repeated points: `AB[aa][aa]` -> `+AB[aa]`.
    fn reduce(&mut self, properties: &'g [Property<'g>]) {
        let is_list = |property: &&Property<'_>| once::is_list(property);
        let lists = properties.iter().filter(is_list);
        let lists = lists.filter(|list| !self.barred.contains(&std::ptr::from_ref(*list)));
        let lists: Vec<_> = lists.collect();
        if lists.is_empty() {
            return;
        }
        for reduced in once::reduced(&lists) {
            if let Some(list) = lists.get(reduced.index) {
                self.reduced.insert(*list, reduced.once);
            }
            let entry = format!("+{}", property_text(&reduced.again));
            let what = of_property(&reduced.again.ident);
            self.add(Entry::new(Dialect::Sgf, entry), Outcome::Adapted, what);
        }
    }

    /// Returns the native form of a property, without repeated points.
    pub(super) fn said<'p>(&'p self, property: &'p Property<'g>) -> &'p Property<'g> {
        let reduced = self.reduced.get(&std::ptr::from_ref(property));
        reduced.and_then(Option::as_ref).unwrap_or(property)
    }

    fn add(&mut self, entry: Entry<'g>, outcome: Outcome, what: String) {
        self.entries.push(entry);
        self.items.push((outcome, what));
    }

    /// Takes a property if it has no native form in the node, or is named XI. Returns whether it does.
    pub(super) fn takes(&mut self, property: &'g Property<'g>) -> bool {
        if property.ident.has_digit() {
            self.add_property(Dialect::SmartGo, property);
            true
        } else if property.ident.as_str() == PROPERTY {
            self.foreign.push(property);
            true
        } else if self.barred.contains(&std::ptr::from_ref(property)) {
            let entry = Entry::new(Dialect::Sgf, format!("+{}", property_text(property)));
            self.add(entry, Outcome::Kept, of_property(&property.ident));
            true
        } else {
            matches!(self.reduced.get(&std::ptr::from_ref(property)), Some(None))
        }
    }

    fn add_property(&mut self, dialect: Dialect, property: &Property<'_>) {
        let what = of_property(&property.ident);
        let entry = Entry::new(dialect, property_text(property));
        self.add(entry, Outcome::Kept, what);
    }

    /// Adds the entry `-B` or `-W`: the pass in the record stands for a move with an unreadable place.
    pub(super) fn add_unreadable(&mut self, color: Color) {
        let entry = Entry::new(Dialect::Sgf, format!("-{}", color.letter()));
        let what = format!("place of a move that cannot be read ({})", color.letter());
        self.add(entry, Outcome::Adapted, what);
    }

    /// Returns the property XI of another program that stays native, if it cannot be mistaken for a carrier.
    ///
    /// All others become entries. `FF[4]` allows one property of a name in a node (section 2.2), so `XI[a]XI[b]` needs
    /// a carrier, and so does `XI[a]` in a node with other entries.
    pub(super) fn take_foreign(&mut self) -> Vec<&'g Property<'g>> {
        let foreign = std::mem::take(&mut self.foreign);
        if self.plain {
            let (ours, mut others): (Vec<_>, Vec<_>) = foreign
                .into_iter()
                .partition(|found| reads_as_carrier(found));
            let again = others.split_off(others.len().min(1));
            self.enclose(ours);
            self.enclose(again);
            return others;
        }
        let is_alone = self.entries.is_empty() && foreign.len() < 2;
        if is_alone && !foreign.iter().any(|found| reads_as_carrier(found)) {
            return foreign;
        }
        self.enclose(foreign);
        Vec::new()
    }

    fn enclose(&mut self, foreign: Vec<&Property<'_>>) {
        for property in foreign {
            self.add_property(Dialect::Sgf, property);
        }
    }

    /// Records the outcomes and returns the value of the carrier. Returns `None` if it is empty or the file is plain.
    pub(super) fn close(self, options: &WriteOptions, outcomes: &mut Outcomes) -> Option<String> {
        for (outcome, what) in self.items {
            let outcome = if self.plain { Outcome::Lost } else { outcome };
            outcomes.record(outcome, what, self.node);
        }
        if self.plain || self.entries.is_empty() {
            return None;
        }
        let ascii = !matches!(options.charset, None | Some(Charset::Utf8));
        encode_property(&self.entries, ascii)
    }
}

fn values<'p>(property: &'p Property<'_>) -> impl Iterator<Item = &'p str> {
    let values = match &property.value {
        Value::Raw(values) => &**values,
        _ => &[],
    };
    values.iter().map(AsRef::as_ref)
}

fn reads_as_carrier(property: &Property<'_>) -> bool {
    values(property).any(|value| decode_property(value).is_some())
}
