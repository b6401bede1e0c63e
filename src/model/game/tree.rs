//! The tree: how nodes hang together, and how they are added, moved and removed.

use thiserror::Error;

use crate::model::words::debug_as_display;

use super::id::{Node, NodeSlot};
use super::{Game, Move, NodeId};

/// Why a node cannot be moved or removed.
#[derive(Clone, Copy, PartialEq, Eq, Error)]
pub enum TreeError {
    /// The node is the root.
    #[error("the root of a game can be neither moved nor removed")]
    Root,
    /// The new parent is the node itself or below it.
    #[error("a node cannot be moved below itself")]
    BelowItself,
}

debug_as_display!(TreeError);

impl Game<'_> {
    /// Returns whether a node is one of this game.
    pub fn contains(&self, id: NodeId) -> bool {
        self.find_slot(id).is_some()
    }

    #[inline]
    fn find_slot(&self, id: NodeId) -> Option<&Node> {
        let is_ours = id.game == self.tag || id == NodeId::ROOT;
        let node = self.nodes.get(id.slot.index()).filter(|_| is_ours)?;
        (node.parent != Some(id.slot)).then_some(node)
    }

    #[inline]
    pub(super) fn node(&self, id: NodeId) -> &Node {
        match self.find_slot(id) {
            Some(node) => node,
            None => foreign(id),
        }
    }

    #[inline]
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let is_ours = id.game == self.tag || id == NodeId::ROOT;
        match self.nodes.get_mut(id.slot.index()) {
            Some(node) if is_ours && node.parent != Some(id.slot) => node,
            _ => foreign(id),
        }
    }

    /// Returns the node of a link. It needs no check, because nodes link only to nodes of this game that were
    /// not removed.
    #[inline]
    pub(super) fn linked(&self, slot: NodeSlot) -> Option<&Node> {
        self.nodes.get(slot.index())
    }

    /// Changes the node of a link.
    #[inline]
    fn change(&mut self, slot: NodeSlot, change: impl FnOnce(&mut Node)) {
        if let Some(node) = self.nodes.get_mut(slot.index()) {
            change(node);
        }
    }

    #[inline]
    pub(super) fn id(&self, slot: NodeSlot) -> NodeId {
        if slot == NodeSlot::ROOT {
            return NodeId::ROOT;
        }
        let game = self.tag;
        NodeId { slot, game }
    }

    /// Returns the node with this [index](NodeId::index).
    pub fn node_at(&self, index: usize) -> Option<NodeId> {
        let is_there = index < self.nodes.len();
        let id = is_there.then(|| self.id(NodeSlot::from_index(index)))?;
        self.contains(id).then_some(id)
    }

    /// Returns the parent, `None` for the root.
    #[inline]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent.map(|slot| self.id(slot))
    }

    /// Returns the first child. It continues the main line.
    #[inline]
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child.map(|slot| self.id(slot))
    }

    /// Returns the last child.
    #[inline]
    pub(crate) fn last_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).last_child.map(|slot| self.id(slot))
    }

    /// Returns the next sibling, the next variation.
    #[inline]
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next_sibling.map(|slot| self.id(slot))
    }

    /// Returns the children in order: the main line first, then the variations.
    #[inline]
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// Returns the pairs of nodes of two games, without those that are the same move without properties. Returns `None`
    /// unless the trees hang together in the same way and their nodes were added in the same order. So two readings
    /// of one text are compared without a walk.
    pub(crate) fn unlike(
        &self,
        other: &Game<'_>,
    ) -> Option<impl Iterator<Item = (NodeId, NodeId)>> {
        let same_length = self.nodes.len() == other.nodes.len();
        let mut nodes = self.nodes.iter().zip(&other.nodes);
        let has_same_tree = (self.removed, other.removed) == (0, 0)
            && same_length
            && nodes.all(|(one, two)| one.links() == two.links());
        let nodes = self.nodes.iter().zip(&other.nodes).enumerate();
        let unlike = nodes.filter(|(_, (one, two))| !one.is_same_move(two));
        has_same_tree.then_some(unlike.map(|(index, _)| {
            let slot = NodeSlot::from_index(index);
            (self.id(slot), other.id(slot))
        }))
    }

    /// Returns whether a node has siblings.
    #[inline]
    pub(crate) fn has_siblings(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let first = || self.linked(node.parent?)?.first_child;
        node.next_sibling.is_some() || first().is_some_and(|first| first != id.slot)
    }

    /// Adds a node as the last child of `parent`.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let slot = NodeSlot::from_index(self.nodes.len());
        let above = self.node_mut(parent);
        match above.last_child.replace(slot) {
            Some(before) => self.change(before, |before| before.next_sibling = Some(slot)),
            None => above.first_child = Some(slot),
        }
        self.new_node(Some(parent.slot))
    }

    /// Adds a line of nodes with a move each, the first as the last child of `parent`; returns the last one.
    pub(crate) fn add_line(
        &mut self,
        parent: NodeId,
        mut moves: impl Iterator<Item = Move>,
    ) -> NodeId {
        let Some(mv) = moves.next() else {
            return parent;
        };
        let first = self.add_child(parent);
        self.node_mut(first).mv = Some(mv);
        let mut last = first.slot;
        let start = u32::try_from(self.properties.len()).unwrap_or(u32::MAX);
        for mv in moves {
            let slot = NodeSlot::from_index(self.nodes.len());
            self.nodes.push(Node {
                parent: Some(last),
                mv: Some(mv),
                start,
                ..Node::default()
            });
            self.change(last, |before| {
                (before.first_child, before.last_child) = (Some(slot), Some(slot));
            });
            self.note_new(self.id(slot));
            last = slot;
        }
        self.id(last)
    }

    /// Adds a node as a child of `parent` directly after its child `after`, or as its first child.
    pub(crate) fn insert_child(&mut self, parent: NodeId, after: Option<NodeId>) -> NodeId {
        self.node(parent);
        let id = self.new_node(None);
        self.link(id.slot, parent.slot, after.map(|after| after.slot));
        id
    }

    /// Inserts a node between a node and its children.
    ///
    /// # Examples
    ///
    /// ```
    /// use ishi::model::{Game, NodeId};
    ///
    /// let mut game = Game::new();
    /// let first = game.play(NodeId::ROOT, "Q16")?;
    /// game.play(first, "D4")?;
    /// let between = game.insert(first);
    /// assert_eq!(game.line_to(between), [NodeId::ROOT, first, between]);
    /// assert_eq!(game.main_line().count(), 4);
    /// # Ok::<(), ishi::model::PointError>(())
    /// ```
    pub fn insert(&mut self, after: NodeId) -> NodeId {
        let children: Vec<_> = self.children(after).collect();
        let id = self.new_node(None);
        let (first, last) = {
            let node = self.node_mut(after);
            (node.first_child.take(), node.last_child.take())
        };
        self.link(id.slot, after.slot, None);
        let node = self.node_mut(id);
        (node.first_child, node.last_child) = (first, last);
        for child in children {
            self.node_mut(child).parent = Some(id.slot);
        }
        id
    }

    /// Adds a node as the child of `parent` with this number: 0 continues the line, 1 is the first
    /// variation. With a larger number than there are children it is the last.
    pub fn insert_variation(&mut self, parent: NodeId, number: usize) -> NodeId {
        let after = self.child_before(parent, number, None);
        self.insert_child(parent, after)
    }

    /// Puts the children of a node, all of them, into an order.
    pub(crate) fn order_children(&mut self, parent: NodeId, order: &[NodeId]) {
        self.touch_tree();
        let mut next = None;
        for child in order.iter().rev() {
            self.node_mut(*child).next_sibling = next.replace(child.slot);
        }
        let last = order.last().map(|last| last.slot);
        let parent = self.node_mut(parent);
        (parent.first_child, parent.last_child) = (next, last);
    }

    /// Moves a node with all below it to another number among its siblings: 0 makes it the
    /// continuation of the line.
    ///
    /// # Errors
    ///
    /// [`TreeError::Root`] if the node is the root.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut game = ishi::read(b"(;FF[4];B[pd](;W[dd])(;W[dp]))")?.games.remove(0);
    /// let variation = game.find("1b")?;
    /// game.move_variation(variation, 0)?;
    /// assert_eq!(game.find("end")?, variation);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn move_variation(&mut self, id: NodeId, number: usize) -> Result<(), TreeError> {
        let parent = self.parent(id).ok_or(TreeError::Root)?;
        self.move_node(id, parent, number)
    }

    /// Moves a node with all below it below another one, as the child with this number.
    ///
    /// # Errors
    ///
    /// [`TreeError`] if the node is the root, or `parent` is the node or below it.
    pub fn move_node(
        &mut self,
        id: NodeId,
        parent: NodeId,
        number: usize,
    ) -> Result<(), TreeError> {
        if id == NodeId::ROOT {
            return Err(TreeError::Root);
        }
        let mut above = std::iter::successors(Some(parent), |&at| self.parent(at));
        if above.any(|at| at == id) {
            return Err(TreeError::BelowItself);
        }
        let after = self.child_before(parent, number, Some(id));
        self.relink(id, parent, after);
        Ok(())
    }

    /// Removes a node and all nodes below it. Their identifiers become invalid.
    ///
    /// # Errors
    ///
    /// [`TreeError::Root`] if the node is the root.
    pub fn remove_node(&mut self, id: NodeId) -> Result<(), TreeError> {
        if id == NodeId::ROOT {
            return Err(TreeError::Root);
        }
        let gone: Vec<_> = self.nodes_from(id).collect();
        self.unlink(id);
        self.removed += gone.len();
        for id in gone {
            *self.node_mut(id) = Node {
                parent: Some(id.slot),
                ..Node::default()
            };
        }
        Ok(())
    }

    /// Returns the child of `parent` that comes before its child with this number, `but` not counted.
    fn child_before(&self, parent: NodeId, number: usize, but: Option<NodeId>) -> Option<NodeId> {
        let others = self.children(parent).filter(|&child| Some(child) != but);
        others.take(number).last()
    }

    /// Puts a node that hangs somewhere below `parent`, directly after its child `after`.
    fn relink(&mut self, id: NodeId, parent: NodeId, after: Option<NodeId>) {
        self.unlink(id);
        self.link(id.slot, parent.slot, after.map(|after| after.slot));
    }

    #[inline]
    fn new_node(&mut self, parent: Option<NodeSlot>) -> NodeId {
        let id = self.id(NodeSlot::from_index(self.nodes.len()));
        self.nodes.push(Node {
            parent,
            start: u32::try_from(self.properties.len()).unwrap_or(u32::MAX),
            ..Node::default()
        });
        self.note_new(id);
        id
    }

    #[inline]
    fn link(&mut self, slot: NodeSlot, parent: NodeSlot, after: Option<NodeSlot>) {
        self.touch_tree();
        let mut next = None;
        match after {
            Some(after) => self.change(after, |after| next = after.next_sibling.replace(slot)),
            None => self.change(parent, |parent| next = parent.first_child.replace(slot)),
        }
        self.change(slot, |node| {
            node.parent = Some(parent);
            node.next_sibling = next;
        });
        if next.is_none() {
            self.change(parent, |parent| parent.last_child = Some(slot));
        }
    }

    fn unlink(&mut self, id: NodeId) {
        self.touch_tree();
        let Some(parent) = self.parent(id) else {
            return;
        };
        let before = self
            .children(parent)
            .take_while(|&child| child != id)
            .last();
        let next = self.node_mut(id).next_sibling.take();
        match before {
            Some(before) => self.node_mut(before).next_sibling = next,
            None => self.node_mut(parent).first_child = next,
        }
        if next.is_none() {
            self.node_mut(parent).last_child = before.map(|before| before.slot);
        }
    }
}

/// Panics, as an index out of bounds does, because the intended node is unknown.
#[cold]
#[expect(clippy::panic, reason = "a mistake of the caller that no input makes")]
fn foreign(id: NodeId) -> ! {
    panic!("{id:?} is not a node of this game: it is of another game, or was removed")
}
