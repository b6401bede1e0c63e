//! Writes Smart-Go: `FF[1]` as its specification defines it and as programs of its time read it.

mod layout;

use crate::format::charset::Charset;
use crate::format::{Format, Refusal, WriteOptions};
use crate::model::equal::differing;
use crate::model::{
    Board, GO, Game, Id, Ident, IdentSet, Meaning, NodeId, Property, Replay, Step, Value,
};

use super::downgrade::{Limits, downgrade};
use super::upgrade::{Setting, upgrade};

use layout::Layout;

/// Appends a game with LF line ends. Data that the format cannot express is left out.
///
/// # Errors
///
/// Games other than Go, and boards that are not square or not from 2x2 to 19x19 (specification, "Go-Specific
/// Properties"), are refused.
pub fn write(game: &Game<'_>, options: &WriteOptions, out: &mut String) -> Result<(), Refusal> {
    refuse(game)?;
    let target = Limits {
        size: game.size,
        charset: options.charset.unwrap_or(Charset::Ascii),
    };
    let writer = Writer {
        game,
        target,
        replay: options.as_read.then(|| Replay::new(game.size)),
    };
    writer.run(out);
    Ok(())
}

/// Returns how many bytes the points of a game take at least, because rectangles are written point by point:
/// `AB[aa:ss]` has 361 points of four bytes.
pub(crate) fn bytes_of_points(game: &Game<'_>) -> usize {
    let nodes = game.nodes_with_properties();
    let properties = nodes.flat_map(|node| game.properties(node));
    let areas = properties.filter_map(|property| match &property.value {
        Value::Points(areas) => Some(areas),
        _ => None,
    });
    let points: usize = areas.flatten().map(|area| area.count()).sum();
    points * "[aa]".len()
}

pub(super) fn refuse(game: &Game<'_>) -> Result<(), Refusal> {
    if game.kind != GO {
        return Err(Refusal::Kind {
            format: Format::SmartGo,
            kind: game.kind,
        });
    }
    if !game.size.is_square() || !(2..=19).contains(&game.size.columns) {
        return Err(Refusal::Size {
            format: Format::SmartGo,
            size: game.size,
        });
    }
    Ok(())
}

struct Writer<'g, 'a> {
    game: &'g Game<'a>,
    target: Limits,
    /// The position, if the record is written as it was read.
    replay: Option<Replay>,
}

impl Writer<'_, '_> {
    fn run(mut self, out: &mut String) {
        let mut layout = Layout::new(out);
        for step in self.game.walk() {
            match step {
                Step::Enter(node) => {
                    if self.starts_tree(node) {
                        layout.open();
                    }
                    layout.start_node();
                    if node == NodeId::ROOT {
                        layout.root(self.target.size.columns);
                    }
                    if let Some(replay) = &mut self.replay {
                        replay.enter(self.game, node);
                    }
                    self.node(node, &mut layout);
                }
                Step::Leave(node) => {
                    if self.starts_tree(node) {
                        layout.close();
                    }
                    if let Some(replay) = &mut self.replay {
                        replay.leave();
                    }
                }
            }
        }
        layout.finish();
    }

    /// Returns whether a node is the first of a tree: the root, or one of several children.
    fn starts_tree(&self, node: NodeId) -> bool {
        node == NodeId::ROOT || self.game.has_siblings(node)
    }

    fn node(&self, node: NodeId, layout: &mut Layout<'_>) {
        let game = self.game;
        if let Some(mv) = game.only_move(node) {
            return layout.mv(mv);
        }
        let root = node == NodeId::ROOT;
        let meaning = game.meaning(node);
        if meaning == Meaning::default() {
            return;
        }
        let mut native = downgrade(&meaning, root, &self.target);
        if let Some(replay) = &self.replay {
            add_lacking(&mut native, &meaning, replay.board());
        }
        layout.node(&native);
    }
}

/// Adds the properties that Smart-Go cannot express in their form of `FF[4]`, because the record that was read has them so:
/// `LB[aa:long]`.
fn add_lacking<'a>(native: &mut Meaning<'a>, meaning: &Meaning<'a>, board: &Board) {
    let position = Setting {
        board: Some(board),
        minutes: true,
    };
    let said = upgrade(native.clone(), &position);
    let lacking = IdentSet::of(differing(&meaning.properties, &said.properties));
    let marks = [Id::Label, Id::Triangle, Id::Square, Id::Circle, Id::Cross].map(Ident::from);
    let lacks_marks = marks.iter().any(|ident| lacking.has(ident));
    let is_added = |ident: &Ident| lacking.has(ident) || lacks_marks && marks.contains(ident);
    let added = meaning.properties.iter();
    let added: Vec<_> = added.filter(|one| is_added(&one.ident)).cloned().collect();
    let idents = IdentSet::of(added.iter().map(|one| &one.ident));
    native.properties.retain(|own| {
        let is_list = own.is(Id::Mark) || own.is(Id::Letters);
        !(lacks_marks && is_list || idents.has(&own.ident))
    });
    native.properties.extend(added);
}

/// Returns whether a property is game information, or about the whole file; these come before the others.
fn is_game_info(property: &Property<'_>) -> bool {
    property.ident.standard().is_some_and(|id| id < Id::Black)
}
