//! The input of an edit, and its result.

use crate::bracket::property::{move_text, property_text};
use crate::diagnostic::Diagnostics;
use crate::dispatch;
use crate::format::Format;
use crate::model::{BoardSize, Game, NodeId, Point, Value};

/// A converted record that is edited.
pub(super) struct Scene<'s> {
    /// The game of the source.
    pub game: &'s Game<'static>,
    /// The converted text.
    pub text: &'s str,
    /// Another game with its converted text.
    pub other: (&'s Game<'static>, &'s str),
    /// The seed for the place of the edit.
    pub seed: usize,
}

impl Scene<'_> {
    /// Chooses one of several.
    pub(super) fn pick<T>(&self, mut from: Vec<T>) -> Option<T> {
        let mixed = self.seed.wrapping_mul(2_654_435_761) >> 7;
        let index = mixed.checked_rem(from.len())?;
        Some(from.swap_remove(index))
    }

    /// Returns the node with this number in the order of the tree.
    pub(super) fn node(&self, number: usize) -> NodeId {
        self.game.nodes().nth(number).expect("a node of the text")
    }

    /// Returns all points of the board. The first one depends on the seed.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> {
        let BoardSize { columns, rows } = self.game.size;
        let count = usize::from(columns) * usize::from(rows);
        let at = move |index: usize| {
            let place = u16::try_from((index + self.seed * 7) % count).unwrap_or(0);
            let column = u8::try_from(place % u16::from(columns)).unwrap_or(0);
            let row = u8::try_from(place / u16::from(columns)).unwrap_or(0);
            Point::new(column, row)
        };
        (0..count).map(at)
    }

    /// Returns a point without a stone after a node.
    pub(super) fn empty_point(&self, node: NodeId) -> Option<Point> {
        let replay = self.game.position(node);
        self.points()
            .find(|point| replay.board().stone(*point).is_none())
    }
}

/// An edited record.
pub(super) struct Edit {
    /// The result with the edit.
    pub text: String,
    /// The games of the source with the same edit.
    pub expected: Vec<Game<'static>>,
    pub changed: Changed,
}

impl Edit {
    /// An edit that changes no other data.
    pub(super) fn content(text: String, expected: Game<'static>) -> Self {
        Self {
            text,
            expected: vec![expected],
            changed: Changed::Nothing,
        }
    }

    /// An edit that may change data that depends on the position.
    pub(super) fn tree(text: String, expected: Game<'static>) -> Self {
        Self {
            text,
            expected: vec![expected],
            changed: Changed::Position,
        }
    }

    /// An edit that damages a carrier: only the properties of the record count.
    pub(super) fn shown(format: Format, text: String) -> Self {
        let games = dispatch::read(format, &text, &mut Diagnostics::new());
        let expected = games.into_iter().map(Game::into_owned).collect();
        Self {
            text,
            expected,
            changed: Changed::Nothing,
        }
    }
}

/// The other data that an edit may change.
pub(super) enum Changed {
    /// No other data.
    Nothing,
    /// Data that depends on the position.
    Position,
    /// The tree, and the content of nodes: the number of the game with each.
    Contents(Vec<(usize, NodeId)>),
}

/// Returns whether a text is words of ASCII, in one line and without escapes.
pub(super) fn is_plain(text: &str) -> bool {
    let plain = |c: char| c == ' ' || c.is_ascii_alphanumeric();
    text.chars().all(plain) && text.trim() == text && !text.is_empty()
}

/// Returns the content of a node as sorted words: move and properties, but no move number.
pub(super) fn content(game: &Game<'_>, node: NodeId) -> String {
    let mut all: Vec<String> = Vec::new();
    for property in game.properties(node) {
        match &property.value {
            Value::Points(areas) if !areas.is_empty() => {
                let points = areas.iter().flat_map(|area| area.points());
                all.extend(points.map(|point| format!("{} {point:?}", property.ident)));
            }
            Value::Labels(labels) => all.extend(labels.iter().map(|label| format!("{label:?}"))),
            _ if property.ident.as_str() == "MN" => {}
            Value::Text(text) if text.parse::<f64>().is_ok() => {
                let number: f64 = text.parse().unwrap_or_default();
                all.push(format!("{} {number}", property.ident));
            }
            _ => all.push(property_text(property)),
        }
    }
    all.extend(game.mv(node).map(move_text));
    all.sort();
    all.join(" ")
}

/// Removes a node. Its children take its place.
pub(super) fn remove(game: &mut Game<'static>, node: NodeId) {
    let parent = game.parent(node).expect("a node below the root");
    let place = game
        .children(parent)
        .position(|child| child == node)
        .expect("a child");
    let children: Vec<_> = game.children(node).collect();
    for (index, child) in children.into_iter().enumerate() {
        game.move_node(child, parent, place + index)
            .expect("a node above");
    }
    game.remove_node(node).expect("a node below the root");
}
