//! The content of nodes: their moves and properties.

use std::ops::Range;

use super::{Game, NodeId};
use crate::model::{
    Area, Id, Label, Labels, Meaning, Move, Place, Point, PointSet, Property, SETUP, Share, Value,
};

impl<'a> Game<'a> {
    /// Returns the move of a node.
    #[inline]
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.node(id).mv
    }

    /// Sets or removes the move of a node.
    #[inline]
    pub fn set_move(&mut self, id: NodeId, mv: Option<Move>) {
        self.touch(id);
        self.node_mut(id).mv = mv;
    }

    /// Returns the move of a node, if it [is played](Move::is_played).
    #[inline]
    pub(crate) fn played(&self, id: NodeId) -> Option<Move> {
        self.mv(id).filter(|mv| mv.is_played(self.size))
    }

    /// Returns the move of a node without properties, if it [is played](Move::is_played).
    #[inline]
    pub(crate) fn only_move(&self, id: NodeId) -> Option<Move> {
        self.played(id).filter(|_| self.node(id).is_only_move())
    }

    /// Returns the properties of a node, in the order of the source.
    #[inline]
    pub fn properties(&self, id: NodeId) -> &[Property<'a>] {
        self.properties.get(self.range(id)).unwrap_or(&[])
    }

    /// Returns the properties of a node, for a reader to change.
    pub(crate) fn properties_mut(&mut self, id: NodeId) -> &mut [Property<'a>] {
        let range = self.range(id);
        self.properties.get_mut(range).unwrap_or_default()
    }

    /// Returns where the properties of a node are in the list of all properties.
    #[inline]
    fn range(&self, id: NodeId) -> Range<usize> {
        let node = self.node(id);
        node.start as usize..node.start as usize + node.count as usize
    }

    /// Adds a property to a node, after those it has.
    pub fn add_property(&mut self, id: NodeId, property: Property<'a>) {
        self.touch(id);
        let end = self.properties.len();
        if self.range(id).end != end {
            // The node's properties are not the last ones: move them there first.
            let moved: Vec<_> = self.properties(id).to_vec();
            self.properties.extend(moved);
            self.node_mut(id).start = u32::try_from(end).unwrap_or(u32::MAX);
        }
        self.properties.push(property);
        self.node_mut(id).count += 1;
    }

    /// Replaces all properties of a node.
    pub fn set_properties(&mut self, id: NodeId, properties: Vec<Property<'a>>) {
        self.touch(id);
        let room = self.properties_mut(id);
        if room.len() >= properties.len() {
            let kept = properties.len();
            for (old, new) in room.iter_mut().zip(properties) {
                *old = new;
            }
            self.node_mut(id).count = u32::try_from(kept).unwrap_or(u32::MAX);
            return;
        }
        let start = u32::try_from(self.properties.len()).unwrap_or(u32::MAX);
        let count = u32::try_from(properties.len()).unwrap_or(u32::MAX);
        self.properties.extend(properties);
        let node = self.node_mut(id);
        node.start = start;
        node.count = count;
    }

    /// Returns the value of a standard property, the first if the node has several of it.
    #[inline]
    pub fn get(&self, id: NodeId, property: Id) -> Option<&Value<'a>> {
        self.values(id, property).next()
    }

    /// Returns the values of a standard property, of each if the node has several of it.
    #[inline]
    pub fn values(&self, id: NodeId, property: Id) -> impl Iterator<Item = &Value<'a>> {
        let properties = self.properties(id).iter();
        properties
            .filter(move |candidate| candidate.is(property))
            .map(|found| &found.value)
    }

    /// Returns whether the node has a standard property.
    #[inline]
    pub fn has(&self, id: NodeId, property: Id) -> bool {
        self.get(id, property).is_some()
    }

    /// Returns the value of a standard property with one text.
    #[inline]
    pub fn text(&self, id: NodeId, property: Id) -> Option<&str> {
        match self.get(id, property)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the comment of a node.
    pub fn comment(&self, node: NodeId) -> Option<&str> {
        self.text(node, Id::Comment)
    }

    /// Returns the points of a standard property, rectangles expanded, in the order of the source;
    /// of all of them, if the node has several.
    pub fn points(&self, id: NodeId, property: Id) -> impl Iterator<Item = Point> {
        self.areas(id, property).flat_map(Area::points)
    }

    /// Returns the set of points of a standard property; of all of them, if the node has several.
    pub(crate) fn point_set(&self, id: NodeId, property: Id) -> PointSet {
        self.areas(id, property).collect()
    }

    /// Returns the points and rectangles of a standard property, in the order of the source.
    pub(crate) fn areas(&self, id: NodeId, property: Id) -> impl Iterator<Item = Area> {
        self.values(id, property)
            .filter_map(|value| match value {
                Value::Points(areas) => Some(areas),
                _ => None,
            })
            .flatten()
            .copied()
    }

    /// Returns the labels of a node.
    pub fn labels(&self, id: NodeId) -> impl Iterator<Item = &Label> {
        let labels = match self.get(id, Id::Label) {
            Some(Value::Labels(labels)) => Some(labels),
            _ => None,
        };
        labels.into_iter().flat_map(Labels::iter)
    }

    /// Returns the move number that the node sets, if it sets a valid one (SGF property MN).
    #[inline]
    pub fn move_number(&self, id: NodeId) -> Option<u32> {
        let text = self.text(id, Id::MoveNumber)?;
        number(text)
    }

    /// Returns a copy of the meaning of a node.
    pub(crate) fn meaning(&self, id: NodeId) -> Meaning<'a> {
        Meaning {
            mv: self.mv(id),
            properties: self.properties(id).to_vec(),
        }
    }

    /// Replaces the meaning of a node.
    pub(crate) fn set_meaning(&mut self, id: NodeId, meaning: Meaning<'a>) {
        self.set_move(id, meaning.mv);
        self.set_properties(id, meaning.properties);
    }

    /// Returns whether the move of a node could not be read, and its words are only in the text of the source. SGF and Smart-Go
    /// have them as a property too.
    pub(crate) fn has_lost_words(&self, id: NodeId) -> bool {
        self.mv(id).is_some_and(|mv| {
            mv.place == Place::Unreadable && !self.has(id, Id::of_moves(mv.color))
        })
    }

    /// Returns the first point that these lists of a node name a second time.
    ///
    /// Stops at the first repetition. A list without one has at most as many points as the board, so the search
    /// is short.
    pub(crate) fn first_repeated(&self, node: NodeId, ids: &[Id]) -> Option<Point> {
        let mut seen = PointSet::default();
        let mut areas = ids.iter().flat_map(|id| self.areas(node, *id));
        areas.find_map(|area| {
            let again = |point: &Point| seen.contains(*point);
            let found = match seen.part_of(area) {
                Share::None => None,
                Share::Some | Share::All => area.points().find(again),
            };
            seen.insert(area);
            found
        })
    }

    /// Returns whether the node adds or clears stones.
    #[inline]
    pub fn is_setup(&self, id: NodeId) -> bool {
        let properties = self.properties(id).iter();
        properties
            .filter_map(|property| property.ident.standard())
            .any(|id| SETUP.contains(&id))
    }
}

/// Reads the number of a move. A separate function keeps the code small that runs for every node.
fn number(text: &str) -> Option<u32> {
    text.trim().parse().ok()
}
