//! The pieces of the text of an Ishi record: its lines and blocks.

use super::item::Item;
use super::line::Line;
use super::structure;
use super::structure::read::Tree;
use super::syntax;
use crate::diagnostic::{Diagnostics, Span};
use crate::model::NodeId;
use crate::piece::{Cut, Key, Piece, Scope};

/// Returns the pieces of each game of a text, in their order. Each has the end of its line.
///
/// Blank lines and stray ENDVAR, ENDCOM and ENDUSER lines are in no piece.
pub(crate) fn pieces(text: &str) -> Vec<Cut> {
    let items = syntax::parse(text, &mut Diagnostics::new());
    let trees = structure::read::build(&items, &mut Diagnostics::new());
    let lines: Vec<_> = trees.iter().map(|tree| Lines::of(tree, &items)).collect();
    // An ENDVAR belongs to the game of the line before it.
    let mut owner = 0;
    let owners = (0..items.len()).map(|index| {
        owner = lines
            .iter()
            .position(|game| game.has(index))
            .unwrap_or(owner);
        owner
    });
    let owners: Vec<usize> = owners.collect();
    let games = lines.iter().enumerate();
    games
        .map(|(number, game)| {
            let own = (0..items.len()).filter(|index| owners.get(*index) == Some(&number));
            game.cut(text, own)
        })
        .collect()
}

/// The lines of a game.
struct Lines<'l, 'a> {
    items: &'l [Item<'a>],
    /// For each line its node.
    nodes: Vec<Option<NodeId>>,
    tree: &'l Tree<'a>,
}

impl<'l, 'a> Lines<'l, 'a> {
    fn of(tree: &'l Tree<'a>, items: &'l [Item<'a>]) -> Self {
        let mut nodes = vec![None; items.len()];
        for (node, line) in tree.lines() {
            if let Some(place) = nodes.get_mut(line as usize) {
                *place = Some(node);
            }
        }
        Self { items, nodes, tree }
    }

    /// Returns whether a line is about the game.
    fn has(&self, index: usize) -> bool {
        self.nodes.get(index).is_some_and(Option::is_some)
    }

    fn cut(&self, text: &str, lines: impl Iterator<Item = usize>) -> Cut {
        let mut cut = Cut::default();
        let mut open = Vec::new();
        let mut before = NodeId::ROOT;
        let mut stones = false;
        for index in lines {
            let Some(item) = self.items.get(index) else {
                break;
            };
            let node = self.nodes.get(index).copied().flatten();
            let (node, key) = match (&item.line, node) {
                (Line::EndVar, _) => match open.pop() {
                    Some(node) => (node, Key::Close),
                    None => continue,
                },
                (Line::Var(_), Some(node)) => {
                    open.push(node);
                    (node, Key::Open)
                }
                (_, None) => continue,
                (line, Some(node)) => {
                    if node != before {
                        stones = false;
                        before = node;
                    }
                    stones |= self.tree.role(node).is_event()
                        && matches!(line, Line::Setup(_) | Line::Move(..));
                    (node, key(line, stones))
                }
            };
            let piece = Piece {
                span: whole(text, item.span),
                node: node.index(),
                key,
            };
            match cut.pieces.last_mut() {
                // Several moves on one line.
                Some(before) if before.span.end > piece.span.start => {
                    before.span.end = before.span.end.max(piece.span.end);
                    let first = *cut.shared.get(&before.node).unwrap_or(&before.node);
                    cut.shared.insert(before.node, first);
                    cut.shared.insert(piece.node, first);
                }
                _ => cut.pieces.push(piece),
            }
        }
        cut
    }
}

fn key(line: &Line<'_>, stones: bool) -> Key {
    let scope = if stones { Scope::Stones } else { Scope::Event };
    let (word, scope) = match line {
        Line::Move(..) => return Key::Start,
        Line::Event(_) => ("EVENT", Scope::Event),
        Line::Header(header, _) => (header.keyword(), Scope::Event),
        Line::BoardSize(_) => ("BOARDSIZE", Scope::Event),
        Line::Setup(_) => ("SETUP", Scope::Event),
        Line::Mark(_) | Line::Unmark(_) => ("MARK", scope),
        Line::Hide(_) => ("HIDE", Scope::Event),
        Line::Prisoner(_) => ("PRISONER", Scope::Event),
        Line::Diagram(_) => ("DIAGRAM", Scope::Event),
        Line::Var(_) => ("VAR", Scope::Event),
        Line::EndVar => ("ENDVAR", Scope::Event),
        Line::Remark(_) => ("REMARK", scope),
        Line::Com(_) => ("COM", scope),
        Line::User(_) => ("USER", scope),
        Line::Unknown(_) => ("", scope),
    };
    Key::Keyword(word, scope)
}

/// Returns the whole lines of an item: the blanks around it and the end of its last line belong to it.
fn whole(text: &str, span: Span) -> Span {
    let before = text.get(..span.start).unwrap_or("");
    let start = before.trim_end_matches([' ', '\t']).len();
    let after = text.get(span.end..).unwrap_or("");
    let blanks = after.len() - after.trim_start_matches([' ', '\t']).len();
    let end = match after.as_bytes().get(blanks..) {
        Some([b'\r', b'\n', ..]) => 2,
        Some([b'\r' | b'\n', ..]) => 1,
        _ => 0,
    };
    Span::new(start, span.end + blanks + end)
}
