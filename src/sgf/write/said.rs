//! The properties of a node as `FF[4]` allows them.

use std::collections::{HashMap, HashSet};

use super::barred::Site;
use crate::model::Property;
use crate::sgf::once;

/// The properties of a node that are written in another form, or not at all.
#[derive(Default)]
pub(super) struct Said<'g> {
    /// Properties that `FF[4]` does not allow in the node.
    barred: HashSet<*const Property<'g>>,
    /// The forms of lists that repeat points: `AB[aa][aa]` -> `AB[aa]`; `None` if no points are left.
    reduced: HashMap<*const Property<'g>, Option<Property<'g>>>,
}

impl<'g> Said<'g> {
    /// Finds the forms of properties. Repeated points stay if the record is written `as_read`.
    pub(super) fn new(
        site: &Site<'g, '_>,
        barred: HashSet<*const Property<'g>>,
        as_read: bool,
    ) -> Self {
        let mut said = Self {
            barred,
            reduced: HashMap::new(),
        };
        if !as_read {
            said.reduce(site.game.properties(site.node));
        }
        said
    }

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
        }
    }

    /// Returns the form in which a property is written; `None` if it is not.
    pub(super) fn form<'p>(&'p self, property: &'p Property<'g>) -> Option<&'p Property<'g>> {
        let place = std::ptr::from_ref(property);
        if property.ident.has_digit() || self.barred.contains(&place) {
            return None;
        }
        match self.reduced.get(&place) {
            Some(reduced) => reduced.as_ref(),
            None => Some(property),
        }
    }
}
