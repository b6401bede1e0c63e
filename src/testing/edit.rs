//! Edits of games, as a person or another program makes them: one list for all tests of edited records.

use crate::model::equal::same_properties;
use crate::model::{Color, GO, Game, Id, Move, NodeId, Point, Property, SETUP, Value};

/// An edit of one game. It has the number of its node in the order of the tree, so the same edit can be made in the game of
/// another format.
#[derive(Debug, Clone)]
pub enum Edit {
    /// Replaces a property of a node by another one, adds one, or removes it.
    Property(usize, Id, Option<Property<'static>>),
    /// Sets or removes the move of a node.
    Move(usize, Option<Move>),
    /// Inserts a node with a move after another one.
    Insert(usize, Move),
    /// Adds a variation of one move below a node, as the child with a number.
    Add(usize, usize, Move),
    /// Removes a node. Its children take its place.
    Remove(usize),
    /// Removes a node with all below it.
    RemoveBranch(usize),
    /// Removes all below a node.
    RemoveRest(usize),
    /// Makes a variation the continuation of the line.
    Promote(usize),
}

/// A kind of edit.
pub struct Kind {
    /// The name of the edit.
    pub name: &'static str,
    /// Whether it changes one field of one node.
    pub is_field: bool,
    /// Chooses the edit. Returns `None` if the game has no place for it.
    pub choose: fn(&Scene<'_>) -> Option<Edit>,
}

/// The games of an edit, and the number that chooses its place.
pub struct Scene<'s> {
    /// The game that is edited.
    game: &'s Game<'static>,
    /// The same game in its source, with nodes in the same order. It can be the same game.
    source: &'s Game<'static>,
    /// Chooses one of several places.
    seed: usize,
    /// The nodes of both games, in the order of the tree.
    nodes: [Vec<NodeId>; 2],
}

macro_rules! kinds {
    ($($is_field:literal $name:literal: $choose:expr;)*) => {
        /// All kinds of edits.
        pub const KINDS: &[Kind] = &[$(Kind { name: $name, is_field: $is_field, choose: $choose }),*];
    };
}

kinds! {
    true "comment changed": |scene| scene.text(&[Id::Comment], |_| Some("quite other words".to_owned()));
    true "comment with signs": |scene| scene.text(&[Id::Comment], |_| Some("x]\\:\n(;B[aa])\nENDCOM?".to_owned()));
    true "comment added": comment_added;
    true "name changed": |scene| scene.text(NAMES, |_| Some("Quite Another".to_owned()));
    true "name added": name_added;
    true "text changed to one with the same ASCII form": |scene| scene.text(TEXTS, |text| Some(with_accent(text)));
    true "text deleted": |scene| scene.text(TEXTS, |_| None);
    true "move changed": |scene| scene.mv(|node, color| Some(Move::at(color, scene.free_point(node)?)));
    true "move made a pass": |scene| scene.mv(|_, color| Some(Move::pass(color)));
    false "move emptied": move_emptied;
    true "mark moved": |scene| scene.points(MARKS);
    false "sign of a mark changed": sign_changed;
    true "label changed": label_changed;
    true "stones set up elsewhere": |scene| scene.points(&[Id::AddBlack, Id::AddWhite]);
    false "node deleted": |scene| scene.pick(scene.moves()).map(Edit::Remove);
    false "rest of a line deleted": |scene| scene.pick(scene.parents(1)).map(Edit::RemoveRest);
    false "variation deleted": |scene| scene.pick(scene.variations()).map(Edit::RemoveBranch);
    false "variation moved": |scene| scene.pick(scene.variations()).map(Edit::Promote);
    false "node inserted": |scene| {
        let node = scene.pick(scene.numbers())?;
        Some(Edit::Insert(node, scene.new_move(node)?))
    };
    false "variation inserted": |scene| {
        let node = scene.pick(scene.parents(1))?;
        Some(Edit::Add(node, 1, scene.new_move(node)?))
    };
}

const NAMES: &[Id] = &[Id::PlayerBlack, Id::PlayerWhite, Id::Event];
const TEXTS: &[Id] = &[
    Id::Comment,
    Id::Name,
    Id::PlayerBlack,
    Id::PlayerWhite,
    Id::Event,
    Id::Place,
];
const MARKS: &[Id] = &[Id::Triangle, Id::Square, Id::Circle, Id::Cross];

impl Edit {
    /// Makes the edit. Returns the node that it is about. The game must have been the one of its [`Scene`].
    pub fn make(&self, game: &mut Game<'static>) -> NodeId {
        match self {
            Self::Property(node, id, new) => {
                let node = numbered(game, *node);
                match new {
                    Some(new) if new.ident == (*id).into() => {}
                    _ => _ = game.remove_property(node, *id),
                }
                if let Some(new) = new {
                    game.set_property(node, new.clone());
                }
                node
            }
            Self::Move(node, mv) => {
                let node = numbered(game, *node);
                game.set_move(node, *mv);
                node
            }
            Self::Insert(node, mv) => {
                let new = game.insert(numbered(game, *node));
                game.set_move(new, Some(*mv));
                new
            }
            Self::Add(node, place, mv) => {
                let new = game.insert_variation(numbered(game, *node), *place);
                game.set_move(new, Some(*mv));
                new
            }
            Self::Remove(node) => {
                let node = numbered(game, *node);
                let parent = game.parent(node).expect("a node below the root");
                let place = game.children(parent).position(|child| child == node);
                let children: Vec<_> = game.children(node).collect();
                for (child, place) in children.into_iter().zip(place.expect("a child")..) {
                    game.move_node(child, parent, place).expect("a node above");
                }
                game.remove_node(node).expect("a node below the root");
                node
            }
            Self::RemoveBranch(node) => {
                let node = numbered(game, *node);
                game.remove_node(node).expect("a node below the root");
                node
            }
            Self::RemoveRest(node) => {
                let node = numbered(game, *node);
                for child in game.children(node).collect::<Vec<_>>() {
                    game.remove_node(child).expect("a node below the root");
                }
                node
            }
            Self::Promote(node) => {
                let node = numbered(game, *node);
                game.move_variation(node, 0).expect("a node below the root");
                node
            }
        }
    }

    /// Returns the words that the edit gives to a node, if every format writes them as they are.
    pub fn words(&self) -> Option<&str> {
        let Self::Property(_, _, Some(property)) = self else {
            return None;
        };
        let Value::Text(text) = &property.value else {
            return None;
        };
        let is_plain = |c: char| c == ' ' || c.is_ascii_alphabetic();
        text.chars().all(is_plain).then_some(text)
    }

    /// Returns whether the edit changes the tree or the position.
    pub fn changes_positions(&self) -> bool {
        !matches!(self, Self::Property(_, id, _) if !SETUP.contains(id))
    }
}

impl<'s> Scene<'s> {
    /// Returns the scene of an edit in a game, and in the same game in its source.
    pub fn new(game: &'s Game<'static>, source: &'s Game<'static>, seed: usize) -> Self {
        let nodes = [game, source].map(|game| game.nodes().collect());
        Self {
            game,
            source,
            seed,
            nodes,
        }
    }

    /// Chooses one of several.
    fn pick<T>(&self, mut from: Vec<T>) -> Option<T> {
        let mixed = self.seed.wrapping_mul(2_654_435_761) >> 7;
        let index = mixed.checked_rem(from.len())?;
        Some(from.swap_remove(index))
    }

    fn node(&self, number: usize) -> NodeId {
        self.nodes[0][number]
    }

    fn numbers(&self) -> Vec<usize> {
        (0..self.nodes[0].len()).collect()
    }

    /// Returns whether something holds for a node in both games.
    fn in_both(&self, number: usize, holds: impl Fn(&Game<'static>, NodeId) -> bool) -> bool {
        let [nodes, of_source] = &self.nodes;
        holds(self.game, nodes[number]) && holds(self.source, of_source[number])
    }

    /// Returns the nodes below the root with a move on the board.
    fn moves(&self) -> Vec<usize> {
        let mut found = self.numbers();
        found.retain(|number| {
            let mv = self.game.mv(self.node(*number));
            *number > 0 && mv.is_some_and(|mv| mv.point_on(self.game.size).is_some())
        });
        found
    }

    /// Returns the nodes with so many children at least.
    fn parents(&self, count: usize) -> Vec<usize> {
        let mut found = self.numbers();
        found.retain(|number| self.game.children(self.node(*number)).count() >= count);
        found
    }

    /// Returns the nodes that are not the first child of their parents.
    fn variations(&self) -> Vec<usize> {
        let mut found = self.numbers();
        found.retain(|number| {
            let node = self.node(*number);
            let parent = self.game.parent(node);
            parent.is_some_and(|parent| self.game.first_child(parent) != Some(node))
        });
        found
    }

    /// Returns whether a node has the same value of a property in both games.
    fn is_shown(&self, number: usize, id: Id) -> bool {
        let of = |game: &Game<'static>, node: NodeId| -> Vec<_> {
            let properties = game.properties(node).iter();
            properties.filter(|one| one.is(id)).cloned().collect()
        };
        let [nodes, of_source] = &self.nodes;
        let shown = of(self.game, nodes[number]);
        same_properties(&shown, &of(self.source, of_source[number]))
    }

    /// Returns the nodes with a property that is the same in both games.
    fn holders(&self, ids: &[Id]) -> Vec<(usize, Id)> {
        let all = self.numbers().into_iter();
        let pairs = all.flat_map(|number| ids.iter().map(move |id| (number, *id)));
        let has = |(number, id): &(usize, Id)| {
            self.game.has(self.node(*number), *id) && self.is_shown(*number, *id)
        };
        pairs.filter(has).collect()
    }

    fn text(&self, ids: &[Id], new: impl Fn(&str) -> Option<String>) -> Option<Edit> {
        let (node, id) = self.pick(self.holders(ids))?;
        let old = self.game.text(self.node(node), id)?;
        let new = new(old).map(|new| Property::text(id, new));
        Some(Edit::Property(node, id, new))
    }

    fn mv(&self, new: impl Fn(usize, Color) -> Option<Move>) -> Option<Edit> {
        let node = self.pick(self.moves())?;
        let color = self.game.mv(self.node(node))?.color;
        Some(Edit::Move(node, Some(new(node, color)?)))
    }

    /// Replaces the first point of a list by a free one.
    fn points(&self, ids: &[Id]) -> Option<Edit> {
        let (node, id) = self.pick(self.holders(ids))?;
        let mut points: Vec<_> = self.game.points(self.node(node), id).collect();
        *points.first_mut()? = self.free_point(node)?;
        Some(Edit::Property(node, id, Some(Property::points(id, points))))
    }

    fn new_move(&self, after: usize) -> Option<Move> {
        let mv = self.game.mv(self.node(after));
        let color = mv.map_or(Color::Black, |mv| mv.color.opponent());
        Some(Move::at(color, self.free_point(after)?))
    }

    /// Returns an empty point of a board of Go that no property of a node names.
    fn free_point(&self, number: usize) -> Option<Point> {
        if self.game.kind != GO {
            return None;
        }
        let lacks = |game: &Game<'_>, node: NodeId, point: Point| {
            let mut properties = game.properties(node).iter();
            !properties.any(|property| match &property.value {
                Value::Points(areas) => areas.iter().any(|area| area.contains(point)),
                Value::Labels(labels) => labels.iter().any(|label| label.point == point),
                value => format!("{value:?}").contains(&point.to_sgf().unwrap_or_default()),
            })
        };
        let position = self.game.position(self.node(number));
        let points: Vec<_> = self.game.size.area().points().collect();
        let turned = points.iter().cycle().skip(self.seed % points.len().max(1));
        let is_free = |point: &&Point| {
            position.board().stone(**point).is_none()
                && self.in_both(number, |game, node| lacks(game, node, **point))
        };
        turned.take(points.len()).find(is_free).copied()
    }
}

fn numbered(game: &Game<'_>, number: usize) -> NodeId {
    game.nodes().nth(number).expect("a node of the game")
}

fn comment_added(scene: &Scene<'_>) -> Option<Edit> {
    let mut nodes = scene.numbers();
    nodes.retain(|node| scene.in_both(*node, |game, node| !game.has(node, Id::Comment)));
    let new = Property::text(Id::Comment, "added words");
    Some(Edit::Property(scene.pick(nodes)?, Id::Comment, Some(new)))
}

fn name_added(scene: &Scene<'_>) -> Option<Edit> {
    let new = Property::text(Id::PlayerWhite, "Bo");
    let is_new = scene.in_both(0, |game, root| !game.has(root, Id::PlayerWhite));
    is_new.then_some(Edit::Property(0, Id::PlayerWhite, Some(new)))
}

/// Returns a text with another letter that becomes the same in ASCII, if the text is words of ASCII.
fn with_accent(text: &str) -> String {
    let pairs = [
        ("e", "\u{e9}"),
        ("a", "\u{e0}"),
        ("o", "\u{f4}"),
        ("n", "\u{f1}"),
    ];
    let changed = pairs.iter().find(|(old, _)| text.contains(old));
    changed.map_or_else(
        || format!("{text} \u{e9}"),
        |(old, new)| text.replacen(old, new, 1),
    )
}

/// Removes the move of a node without properties.
fn move_emptied(scene: &Scene<'_>) -> Option<Edit> {
    let mut moves = scene.moves();
    moves.retain(|node| scene.in_both(*node, |game, node| game.properties(node).is_empty()));
    Some(Edit::Move(scene.pick(moves)?, None))
}

fn sign_changed(scene: &Scene<'_>) -> Option<Edit> {
    let mut found = scene.holders(&[Id::Triangle]);
    found.retain(|(node, _)| scene.in_both(*node, |game, node| !game.has(node, Id::Circle)));
    let (node, id) = scene.pick(found)?;
    let points = scene.game.points(scene.node(node), id);
    let new = Property::points(Id::Circle, points);
    Some(Edit::Property(node, id, Some(new)))
}

fn label_changed(scene: &Scene<'_>) -> Option<Edit> {
    let (node, id) = scene.pick(scene.holders(&[Id::Label]))?;
    let labels = scene.game.labels(scene.node(node));
    let mut labels: Vec<_> = labels.cloned().collect();
    let first = labels.first()?.point;
    let is_alone = labels.iter().filter(|label| label.point == first).count() == 1;
    labels.first_mut()?.text = "z".into();
    let new = Property::new(id, Value::Labels(labels.into()));
    is_alone.then_some(Edit::Property(node, id, Some(new)))
}
