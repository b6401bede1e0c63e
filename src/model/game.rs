//! A game: its board, and its tree of nodes in an arena.

use std::num::NonZeroU32;

use super::detail::Entry;
use super::fact::Fact;
use super::point::{BoardSize, Color, Point};
use super::property::{Id, Label, Property, Value};

mod edit;
mod lines;

pub use edit::IllegalMove;

/// A node of a game's tree. Nodes are numbered in the order in which they were added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(NonZeroU32);

impl NodeId {
    /// The first node of every game.
    pub const ROOT: Self = Self(NonZeroU32::MIN);

    /// Returns the number of the node, from 0 for the root.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    fn from_index(index: usize) -> Self {
        let number = u32::try_from(index + 1).unwrap_or(u32::MAX);
        Self(NonZeroU32::new(number).unwrap_or(NonZeroU32::MAX))
    }
}

/// Where a move is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Place {
    /// On a point, which may be off the board.
    Point(Point),
    /// Nowhere: a pass.
    Pass,
    /// Somewhere that cannot be read; the source's words are in the node's properties
    /// (as [`Value::Raw`] of [`Id::Black`] or [`Id::White`]) or in its detail.
    Unreadable,
}

/// A move of Go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move {
    /// Who plays.
    pub color: Color,
    /// Where.
    pub place: Place,
}

impl Move {
    /// Creates a move on a point.
    pub fn at(color: Color, point: Point) -> Self {
        Self {
            color,
            place: Place::Point(point),
        }
    }

    /// Creates a pass.
    pub fn pass(color: Color) -> Self {
        Self {
            color,
            place: Place::Pass,
        }
    }

    /// Returns the point of the move, if it has one on a board of this size.
    pub fn point_on(self, size: BoardSize) -> Option<Point> {
        match self.place {
            Place::Point(point) if size.contains(point) => Some(point),
            _ => None,
        }
    }
}

/// A node: 32 bytes, so that a plain move costs no more.
#[derive(Debug, Clone, Default)]
struct Node {
    parent: Option<NodeId>,
    first_child: Option<NodeId>,
    last_child: Option<NodeId>,
    next_sibling: Option<NodeId>,
    /// The node's properties are `properties[start..start + count]`.
    start: u32,
    count: u32,
    /// One more than the index into `details`; 0 for none.
    detail: u32,
    mv: Option<Move>,
}

/// What all formats mean by a node: its move and its properties.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Meaning<'a> {
    /// The move.
    pub mv: Option<Move>,
    /// The properties.
    pub properties: Vec<Property<'a>>,
}

/// The number of a kind of game (SGF `FF[4]`, property GM): 1 is Go, 6 is Backgammon.
pub type GameKind = u32;

/// The number of Go among the kinds of game.
pub const GO: GameKind = 1;

/// The number of Backgammon among the kinds of game.
pub const BACKGAMMON: GameKind = 6;

/// One game record: a game, a problem, a joseki (Ishi: an event; SGF: a game tree).
///
/// A node has a *meaning* (its move and its properties) and a *detail* (what only one format stated
/// about it). Board size, kind of game and file format version are fields here, not properties.
#[derive(Debug, Clone)]
pub struct Game<'a> {
    /// The kind of game; [`GO`] unless the record says otherwise.
    pub kind: GameKind,
    /// The size of the board; 19x19 unless the record says otherwise.
    pub size: BoardSize,
    /// The file format that the record names (1 to 4); none for Ishi.
    pub file_format: Option<u32>,
    nodes: Vec<Node>,
    properties: Vec<Property<'a>>,
    details: Vec<Vec<Entry<'a>>>,
}

impl Default for Game<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl<'a> Game<'a> {
    /// Creates a game of Go on a 19x19 board with an empty root.
    pub fn new() -> Self {
        Self::with_capacity(1, 0)
    }

    /// Creates the same with room for as many nodes and properties.
    pub fn with_capacity(nodes: usize, properties: usize) -> Self {
        let mut arena = Vec::with_capacity(nodes.max(1));
        arena.push(Node::default());
        Self {
            kind: GO,
            size: BoardSize::DEFAULT,
            file_format: None,
            nodes: arena,
            properties: Vec::with_capacity(properties),
            details: Vec::new(),
        }
    }

    /// Returns the number of nodes, the root included.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of nodes with a move.
    pub fn move_count(&self) -> usize {
        self.nodes.iter().filter(|node| node.mv.is_some()).count()
    }

    fn node(&self, id: NodeId) -> &Node {
        // Ids are only made by the game, so the index exists; a foreign id reads the root.
        self.nodes
            .get(id.index())
            .or(self.nodes.first())
            .unwrap_or(&EMPTY)
    }

    fn node_mut(&mut self, id: NodeId) -> &mut Node {
        let index = if id.index() < self.nodes.len() {
            id.index()
        } else {
            0
        };
        #[expect(
            clippy::indexing_slicing,
            reason = "checked above; the root always exists"
        )]
        &mut self.nodes[index]
    }

    /// Adds a node as the last child of `parent`.
    pub fn add_child(&mut self, parent: NodeId) -> NodeId {
        let id = self.new_node(parent);
        match self.node_mut(parent).last_child.replace(id) {
            Some(last) => self.node_mut(last).next_sibling = Some(id),
            None => self.node_mut(parent).first_child = Some(id),
        }
        id
    }

    /// Adds a node as a child of `parent` directly after its child `after`, or as its first child.
    pub fn insert_child(&mut self, parent: NodeId, after: Option<NodeId>) -> NodeId {
        let id = self.new_node(parent);
        self.link(id, parent, after);
        id
    }

    /// Moves a node with all below it: it becomes a child of `parent` directly after its child
    /// `after`, or its first child. `parent` must not be below the node, nor be it, and `after`
    /// must be another child of `parent`.
    pub fn move_node(&mut self, id: NodeId, parent: NodeId, after: Option<NodeId>) {
        self.unlink(id);
        self.node_mut(id).parent = Some(parent);
        self.link(id, parent, after);
    }

    /// Puts the children of a node into another order. `order` must hold each of them once.
    pub fn reorder_children(&mut self, parent: NodeId, order: &[NodeId]) {
        let node = self.node_mut(parent);
        node.first_child = None;
        node.last_child = None;
        for &child in order {
            self.node_mut(child).next_sibling = None;
            match self.node_mut(parent).last_child.replace(child) {
                Some(last) => self.node_mut(last).next_sibling = Some(child),
                None => self.node_mut(parent).first_child = Some(child),
            }
        }
    }

    fn new_node(&mut self, parent: NodeId) -> NodeId {
        let id = NodeId::from_index(self.nodes.len());
        self.nodes.push(Node {
            parent: Some(parent),
            start: u32::try_from(self.properties.len()).unwrap_or(u32::MAX),
            ..Node::default()
        });
        id
    }

    fn link(&mut self, id: NodeId, parent: NodeId, after: Option<NodeId>) {
        let next = match after {
            Some(after) => self.node_mut(after).next_sibling.replace(id),
            None => self.node_mut(parent).first_child.replace(id),
        };
        self.node_mut(id).next_sibling = next;
        if next.is_none() {
            self.node_mut(parent).last_child = Some(id);
        }
    }

    fn unlink(&mut self, id: NodeId) {
        let Some(parent) = self.parent(id) else {
            return;
        };
        let next = self.node_mut(id).next_sibling.take();
        let before = self
            .children(parent)
            .take_while(|&child| child != id)
            .last();
        match before {
            Some(before) => self.node_mut(before).next_sibling = next,
            None => self.node_mut(parent).first_child = next,
        }
        if next.is_none() {
            self.node_mut(parent).last_child = before;
        }
    }

    /// Returns the parent; the root has none.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).parent
    }

    /// Returns the first child, which continues the main line.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).first_child
    }

    /// Returns the last child.
    pub fn last_child(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).last_child
    }

    /// Returns the next sibling, the next variation.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).next_sibling
    }

    /// Returns the children in order: the main line first, then the variations.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// Returns whether there are other variations beside a node.
    pub fn has_siblings(&self, id: NodeId) -> bool {
        let node = self.node(id);
        let first = node.parent.map(|parent| self.node(parent).first_child);
        node.next_sibling.is_some() || first.is_some_and(|first| first != Some(id))
    }

    /// Returns the move of a node.
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.node(id).mv
    }

    /// Sets or removes the move of a node.
    pub fn set_move(&mut self, id: NodeId, mv: Option<Move>) {
        self.node_mut(id).mv = mv;
    }

    /// Returns the properties of a node, in the order of the source.
    pub fn properties(&self, id: NodeId) -> &[Property<'a>] {
        let node = self.node(id);
        let (start, count) = (node.start as usize, node.count as usize);
        self.properties.get(start..start + count).unwrap_or(&[])
    }

    /// Adds a property to a node, after those it has.
    pub fn add_property(&mut self, id: NodeId, property: Property<'a>) {
        let end = self.properties.len();
        let node = self.node(id);
        let (start, count) = (node.start as usize, node.count as usize);
        if start + count != end {
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
        let node = self.node(id);
        let (start, count) = (node.start as usize, node.count as usize);
        if let Some(room) = self.properties.get_mut(start..start + count)
            && room.len() >= properties.len()
        {
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
    pub fn get(&self, id: NodeId, property: Id) -> Option<&Value<'a>> {
        self.values(id, property).next()
    }

    /// Returns the values of a standard property, of each if the node has several of it.
    pub fn values(&self, id: NodeId, property: Id) -> impl Iterator<Item = &Value<'a>> {
        let properties = self.properties(id).iter();
        properties
            .filter(move |candidate| candidate.is(property))
            .map(|found| &found.value)
    }

    /// Returns whether the node has a standard property.
    pub fn has(&self, id: NodeId, property: Id) -> bool {
        self.get(id, property).is_some()
    }

    /// Returns the value of a standard property with one text.
    pub fn text(&self, id: NodeId, property: Id) -> Option<&str> {
        match self.get(id, property)? {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the points of a standard property, rectangles expanded, in the order of the source;
    /// of all of them, if the node has several.
    pub fn points(&self, id: NodeId, property: Id) -> impl Iterator<Item = Point> {
        self.values(id, property)
            .filter_map(|value| match value {
                Value::Points(areas) => Some(areas),
                _ => None,
            })
            .flatten()
            .flat_map(|area| area.points())
    }

    /// Returns the labels of a node.
    pub fn labels(&self, id: NodeId) -> &[Label<'a>] {
        match self.get(id, Id::Label) {
            Some(Value::Labels(labels)) => labels,
            _ => &[],
        }
    }

    /// Returns the move number that the node sets, if it sets a valid one (SGF property MN).
    pub fn move_number(&self, id: NodeId) -> Option<u32> {
        self.text(id, Id::MoveNumber)?.trim().parse().ok()
    }

    /// Returns a copy of the meaning of a node.
    pub fn meaning(&self, id: NodeId) -> Meaning<'a> {
        Meaning {
            mv: self.mv(id),
            properties: self.properties(id).to_vec(),
        }
    }

    /// Replaces the meaning of a node.
    pub fn set_meaning(&mut self, id: NodeId, meaning: Meaning<'a>) {
        self.set_move(id, meaning.mv);
        self.set_properties(id, meaning.properties);
    }

    /// Returns whether the node adds or clears stones.
    pub fn is_setup(&self, id: NodeId) -> bool {
        self.properties(id).iter().any(|property| {
            property.is(Id::AddBlack) || property.is(Id::AddWhite) || property.is(Id::AddEmpty)
        })
    }

    /// Returns the detail of a node.
    pub fn details(&self, id: NodeId) -> &[Entry<'a>] {
        let index = self.node(id).detail as usize;
        index
            .checked_sub(1)
            .and_then(|index| self.details.get(index))
            .map_or(&[], Vec::as_slice)
    }

    /// Adds an entry to the detail of a node.
    pub fn add_detail(&mut self, id: NodeId, entry: Entry<'a>) {
        let index = self.node(id).detail as usize;
        if let Some(entries) = index
            .checked_sub(1)
            .and_then(|index| self.details.get_mut(index))
        {
            entries.push(entry);
            return;
        }
        self.details.push(vec![entry]);
        self.node_mut(id).detail = u32::try_from(self.details.len()).unwrap_or(0);
    }

    /// Replaces the detail of a node.
    pub fn set_details(&mut self, id: NodeId, entries: Vec<Entry<'a>>) {
        let index = self.node(id).detail as usize;
        match index
            .checked_sub(1)
            .and_then(|index| self.details.get_mut(index))
        {
            Some(old) => *old = entries,
            None if entries.is_empty() => {}
            None => {
                self.details.push(entries);
                self.node_mut(id).detail = u32::try_from(self.details.len()).unwrap_or(0);
            }
        }
    }

    /// Returns whether a fact is in the node's detail.
    pub fn has_fact(&self, id: NodeId, fact: &Fact) -> bool {
        self.facts(id).any(|found| found == *fact)
    }

    /// Returns the facts in the node's detail, in their order.
    pub fn facts(&self, id: NodeId) -> impl Iterator<Item = Fact> {
        self.details(id).iter().filter_map(Entry::fact)
    }

    /// Returns the label of the charset that the record came in, if its detail has one.
    pub fn charset_label(&self) -> Option<String> {
        self.facts(NodeId::ROOT).find_map(|fact| match fact {
            Fact::Charset(label) => Some(label),
            _ => None,
        })
    }

    /// Walks the tree in the order of a file: every node is entered, then left after its children.
    pub fn walk(&self) -> Walk<'_, 'a> {
        self.walk_from(NodeId::ROOT)
    }

    /// Walks the part of the tree below and with `top`.
    pub fn walk_from(&self, top: NodeId) -> Walk<'_, 'a> {
        Walk {
            game: self,
            top,
            next: Some(Step::Enter(top)),
        }
    }

    /// Returns all nodes in the order of a file.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.walk().filter_map(|step| match step {
            Step::Enter(id) => Some(id),
            Step::Leave(_) => None,
        })
    }

    /// Copies what is borrowed, so that the game outlives its input.
    pub fn into_owned(self) -> Game<'static> {
        Game {
            kind: self.kind,
            size: self.size,
            file_format: self.file_format,
            nodes: self.nodes,
            properties: self
                .properties
                .into_iter()
                .map(Property::into_owned)
                .collect(),
            details: self
                .details
                .into_iter()
                .map(|entries| entries.into_iter().map(Entry::into_owned).collect())
                .collect(),
        }
    }
}

static EMPTY: Node = Node {
    parent: None,
    first_child: None,
    last_child: None,
    next_sibling: None,
    start: 0,
    count: 0,
    detail: 0,
    mv: None,
};

/// One step of a walk through a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The node comes before its children.
    Enter(NodeId),
    /// The node and all below it are done.
    Leave(NodeId),
}

/// A walk through a tree; it follows the links of the arena and needs no stack.
#[derive(Debug, Clone)]
pub struct Walk<'g, 'a> {
    game: &'g Game<'a>,
    top: NodeId,
    next: Option<Step>,
}

impl Iterator for Walk<'_, '_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let step = self.next?;
        self.next = match step {
            Step::Enter(id) => Some(match self.game.first_child(id) {
                Some(child) => Step::Enter(child),
                None => Step::Leave(id),
            }),
            Step::Leave(id) if id == self.top => None,
            Step::Leave(id) => match self.game.next_sibling(id) {
                Some(sibling) => Some(Step::Enter(sibling)),
                None => self.game.parent(id).map(Step::Leave),
            },
        };
        Some(step)
    }
}

#[cfg(test)]
mod tests;
