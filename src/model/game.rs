//! A game: its board, and its tree of nodes in an arena.

mod address;
mod content;
mod edit;
mod id;
mod lines;
mod moves;
mod replay;
mod tree;
mod walk;

use foldhash::{HashMap, HashMapExt};

use super::moves::Move;
use super::point::BoardSize;
use super::property::{GO, GameKind, Property};
use id::{Node, Tag};

pub(crate) use address::letters;
pub use address::{Address, AddressError, Tracker};
pub use edit::IllegalMove;
pub use id::NodeId;
pub use moves::{PlayedMove, Positions};
pub(crate) use replay::Bookmark;
pub use replay::Replay;
pub use tree::TreeError;
pub use walk::{Step, Walk};

/// The meaning of a node, the same in all formats: its move and its properties.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Meaning<'a> {
    /// The move.
    pub mv: Option<Move>,
    /// The properties.
    pub properties: Vec<Property<'a>>,
}

/// One game record: a game, a problem, a joseki (Ishi: an event; SGF: a game tree).
///
/// The *meaning* of a node is its move and its properties.
/// Board size, kind of game and file format version are fields here, not properties.
#[derive(Debug, Clone)]
pub struct Game<'a> {
    /// The kind of game; [`GO`] unless the record says otherwise.
    pub kind: GameKind,
    /// The size of the board; 19x19 unless the record says otherwise.
    pub size: BoardSize,
    /// The file format that the record names (1 to 4), `None` for Ishi.
    pub file_format: Option<u32>,
    tag: Tag,
    nodes: Vec<Node>,
    /// How many nodes of the arena were removed.
    removed: usize,
    properties: Vec<Property<'a>>,
    /// The changes since the game was read. `None` for a game that was made.
    edits: Option<Edits<'a>>,
}

/// The changes in a game since it was read.
#[derive(Debug, Clone)]
struct Edits<'a> {
    kind: GameKind,
    size: BoardSize,
    /// The changed nodes, each as it was read; `None` for an added node.
    nodes: HashMap<NodeId, Option<Meaning<'a>>>,
    /// Whether the tree was changed.
    tree: bool,
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
            tag: Tag::next(),
            nodes: arena,
            removed: 0,
            properties: Vec::with_capacity(properties),
            edits: None,
        }
    }

    /// Returns the number of nodes, the root included.
    pub fn node_count(&self) -> usize {
        self.nodes.len() - self.removed
    }

    /// Returns a number that is larger than the [index](NodeId::index) of every node.
    pub(crate) fn index_limit(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of nodes with a move.
    pub fn move_count(&self) -> usize {
        self.nodes.iter().filter(|node| node.mv.is_some()).count()
    }

    /// Notes that the game is as a record has it: from now on changes are.
    pub(crate) fn into_read(mut self) -> Self {
        self.edits = Some(Edits {
            kind: self.kind,
            size: self.size,
            nodes: HashMap::new(),
            tree: false,
        });
        self
    }

    /// Returns whether anything was changed since the game was read; a game that was made is changed.
    pub(crate) fn is_changed(&self) -> bool {
        let changed = |edits: &Edits<'_>| edits.tree || !edits.nodes.is_empty();
        !self.has_read_board() || self.edits.as_ref().is_none_or(changed)
    }

    /// Returns a number that this game and its clones have alone.
    pub(crate) fn tag(&self) -> u32 {
        self.tag.number()
    }

    /// Returns whether the kind of game and the size of the board are unchanged since the record was read.
    pub(crate) fn has_read_board(&self) -> bool {
        let read = self.edits.as_ref();
        read.is_some_and(|edits| (edits.kind, edits.size) == (self.kind, self.size))
    }

    /// Returns the meaning of a changed node when the game was read. Returns `None` if the node was added or
    /// is unchanged, or if the game was made.
    pub(crate) fn before(&self, id: NodeId) -> Option<&Meaning<'a>> {
        let edits = self.edits.as_ref()?;
        edits
            .nodes
            .get(&id)
            .filter(|_| self.has_read_board())?
            .as_ref()
    }

    /// Returns the game with the meanings of its nodes when it was read; added nodes are empty. Returns
    /// `None` for a game that was made.
    pub(crate) fn with_former_meanings(&self) -> Option<Self> {
        let mut former = self.clone();
        for (id, meaning) in former.edits.take()?.nodes {
            if former.contains(id) {
                former.set_meaning(id, meaning.unwrap_or_default());
            }
        }
        Some(former)
    }

    /// Returns whether anything of a node was not read but made.
    pub(crate) fn is_made(&self, id: NodeId) -> bool {
        let changed = |edits: &Edits<'_>| edits.nodes.contains_key(&id);
        !self.has_read_board() || self.edits.as_ref().is_none_or(changed)
    }

    /// Notes that the content of a node is about to change.
    #[inline]
    fn touch(&mut self, id: NodeId) {
        if self.edits.is_some() {
            self.keep_meaning(id);
        }
    }

    /// Keeps the meaning of a node as it was read, unless that was done before. Readers never get here.
    #[cold]
    fn keep_meaning(&mut self, id: NodeId) {
        let known = |edits: &Edits<'_>| edits.nodes.contains_key(&id);
        if self.edits.as_ref().is_none_or(known) {
            return;
        }
        let meaning = self.meaning(id);
        if let Some(edits) = &mut self.edits {
            edits.nodes.insert(id, Some(meaning));
        }
    }

    /// Notes that a node is new.
    #[inline]
    fn note_new(&mut self, id: NodeId) {
        if self.edits.is_some() {
            self.keep_new(id);
        }
    }

    #[cold]
    fn keep_new(&mut self, id: NodeId) {
        if let Some(edits) = &mut self.edits {
            edits.nodes.insert(id, None);
        }
    }

    /// Notes that the tree changes.
    #[inline]
    fn touch_tree(&mut self) {
        if let Some(edits) = &mut self.edits {
            edits.tree = true;
        }
    }

    /// Copies borrowed data, so that the game outlives its input.
    pub fn into_owned(self) -> Game<'static> {
        Game {
            kind: self.kind,
            size: self.size,
            file_format: self.file_format,
            tag: self.tag,
            nodes: self.nodes,
            removed: self.removed,
            properties: self
                .properties
                .into_iter()
                .map(Property::into_owned)
                .collect(),
            edits: self.edits.map(Edits::into_owned),
        }
    }
}

impl Edits<'_> {
    fn into_owned(self) -> Edits<'static> {
        let owned = |meaning: Meaning<'_>| Meaning {
            mv: meaning.mv,
            properties: meaning
                .properties
                .into_iter()
                .map(Property::into_owned)
                .collect(),
        };
        let nodes = self.nodes.into_iter();
        Edits {
            kind: self.kind,
            size: self.size,
            nodes: nodes.map(|(id, node)| (id, node.map(owned))).collect(),
            tree: self.tree,
        }
    }
}

#[cfg(test)]
mod tests;
