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
    let mut nodes = vec![None; items.len()];
    for (number, tree) in trees.iter().enumerate() {
        for (node, line) in tree.lines() {
            if let Some(place) = nodes.get_mut(line as usize) {
                place.get_or_insert((number, node));
            }
        }
    }
    let mut lines = vec![Vec::new(); trees.len()];
    // An ENDVAR belongs to the game of the line before it.
    let mut owner = 0;
    for (item, node) in items.iter().zip(nodes) {
        owner = node.map_or(owner, |(number, _)| number);
        if let Some(own) = lines.get_mut(owner) {
            own.push((item, node.map(|(_, node)| node)));
        }
    }
    let games = trees.iter().zip(&lines);
    games.map(|(tree, lines)| cut(text, tree, lines)).collect()
}

/// Cuts the lines of a game, each with its node.
fn cut(text: &str, tree: &Tree<'_>, lines: &[(&Item<'_>, Option<NodeId>)]) -> Cut {
    let mut cut = Cut::default();
    let mut open = Vec::new();
    let mut before = NodeId::ROOT;
    let mut stones = false;
    for (item, node) in lines {
        let (node, key) = match (&item.line, *node) {
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
                stones |=
                    tree.role(node).is_event() && matches!(line, Line::Setup(_) | Line::Move(..));
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
