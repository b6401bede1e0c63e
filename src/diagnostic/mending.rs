//! The fixes of findings, as the readers and checks that report the findings know them.

use crate::model::{Game, Id, Ident, Move, NodeId, Property};

/// A fix before it is tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Mending {
    /// The parts of the fix.
    pub repairs: Vec<Repair>,
    /// Whether the record proves that the fix is right.
    pub is_safe: bool,
}

impl Mending {
    /// Creates a fix of one part.
    pub(crate) fn new(repair: Repair, is_safe: bool) -> Self {
        let repairs = vec![repair];
        Self { repairs, is_safe }
    }
}

/// A part of a fix.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Repair {
    /// The canonical form of the text at the place of the finding, because `ishi` understands the text.
    Canonical,
    /// The missing end of the variation that starts at the place of the finding.
    End,
    /// The canonical form of a property of the node.
    Property(Id),
    /// The canonical form of the lines of the node with a keyword of Ishi.
    Keyword(&'static str),
    /// The nodes into which a reader divided the node.
    Node,
    /// A change of the game.
    Change(GameChange),
}

/// Changes of properties.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct GameChange {
    /// With the indexes of the nodes, because a check of Smart-Go reads the record a second time.
    properties: Vec<(usize, Ident, Option<Property<'static>>)>,
    /// A move that becomes the first one.
    first: Option<Move>,
}

impl GameChange {
    /// Returns whether each changed property has one value in its node, so that the change loses no second value.
    pub(crate) fn is_of_one_value(&self, game: &Game<'_>) -> bool {
        self.targets().all(|(node, ident)| {
            let node = game.node_at(node);
            let properties = node.into_iter().flat_map(|node| game.properties(node));
            let mut same = properties.filter(|one| one.ident == *ident);
            let first = same.next();
            same.all(|other| first.is_some_and(|first| first.value == other.value))
        })
    }

    /// Returns the changed properties with the indexes of their nodes.
    pub(crate) fn targets(&self) -> impl Iterator<Item = (usize, &Ident)> {
        let properties = self.properties.iter();
        properties.map(|(node, ident, _)| (*node, ident))
    }

    /// Makes the change, and returns the node that it adds.
    pub(crate) fn make(&self, game: &mut Game<'_>) -> Option<NodeId> {
        for (node, ident, property) in &self.properties {
            let Some(node) = game.node_at(*node) else {
                continue;
            };
            match property {
                Some(property) => game.set_property(node, property.clone()),
                None => _ = game.remove_property(node, ident.clone()),
            }
        }
        let mv = self.first?;
        let node = game.insert(NodeId::ROOT);
        game.set_move(node, Some(mv));
        Some(node)
    }

    /// Adds a move before all others.
    pub(crate) fn play_first(mut self, mv: Move) -> Self {
        self.first = Some(mv);
        self
    }

    /// Adds a property to a node, or replaces it.
    pub(crate) fn set(mut self, node: NodeId, property: Property<'static>) -> Self {
        let change = (node.index(), property.ident.clone(), Some(property));
        self.properties.push(change);
        self
    }

    /// Removes a property from a node.
    pub(crate) fn remove(mut self, node: NodeId, ident: impl Into<Ident>) -> Self {
        self.properties.push((node.index(), ident.into(), None));
        self
    }

    /// Returns the change as a fix.
    pub(crate) fn into_mending(self, is_safe: bool) -> Mending {
        Mending::new(Repair::Change(self), is_safe)
    }
}

/// Returns a change that sets a property.
pub(crate) fn set(node: NodeId, property: Property<'static>) -> GameChange {
    GameChange::default().set(node, property)
}

/// Returns a change that removes a property.
pub(crate) fn remove(node: NodeId, ident: impl Into<Ident>) -> GameChange {
    GameChange::default().remove(node, ident)
}
