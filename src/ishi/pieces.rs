//! The pieces of the text of an Ishi record: its lines and blocks.

use super::item::Item;
use super::line::Line;
use super::read;
use super::structure::read::Tree;
use super::tokens::line_end;
use crate::diagnostic::{Diagnostics, Span};
use crate::format::piece::{Cut, Key, Piece, Scope};
use crate::model::{Game, NodeId};

/// Returns the tree and the moves of each game of a text, and its pieces in their order. Each has the end of its line.
///
/// Blank lines and stray ENDVAR, ENDCOM and ENDUSER lines are in no piece.
pub(crate) fn outlines(text: &str) -> (Vec<Game<'_>>, Vec<Cut>) {
    let (items, trees) = read::lines(text, &mut Diagnostics::ignored());
    let cuts = cuts(text, &items, &trees);
    (trees.into_iter().map(|tree| tree.game).collect(), cuts)
}

/// Reads the games of a unit, and calls `take` with their pieces before the games are made, because pieces and games
/// together need much memory.
pub(crate) fn read_with_pieces<'a, T>(
    text: &'a str,
    log: &mut Diagnostics,
    take: impl FnOnce(Vec<Cut>) -> T,
) -> (Vec<Game<'a>>, T) {
    let (items, trees) = read::lines(text, log);
    let taken = take(cuts(text, &items, &trees));
    (read::games(&items, trees, log), taken)
}

fn cuts(text: &str, items: &[Item<'_>], trees: &[Tree<'_>]) -> Vec<Cut> {
    let mut nodes = vec![None; items.len()];
    for (number, tree) in trees.iter().enumerate() {
        for (node, line) in tree.lines() {
            if let Some(place) = nodes.get_mut(line as usize) {
                place.get_or_insert((number, node));
            }
        }
    }
    let mut cutters: Vec<_> = trees.iter().map(Cutter::new).collect();
    // An ENDVAR belongs to the game of the line before it.
    let mut owner = None;
    for (item, node) in items.iter().zip(nodes) {
        owner = node.map(|(number, _)| number).or(owner);
        if let Some(cutter) = owner.and_then(|number: usize| cutters.get_mut(number)) {
            cutter.line(text, item, node.map(|(_, node)| node));
        }
    }
    cutters.into_iter().map(|cutter| cutter.cut).collect()
}

/// Cuts the lines of a game.
struct Cutter<'t> {
    tree: &'t Tree<'t>,
    cut: Cut,
    /// The nodes of the open variations.
    open: Vec<NodeId>,
    /// The node of the last line.
    node: NodeId,
    /// Whether stones came before in the node.
    stones: bool,
}

impl<'t> Cutter<'t> {
    fn new(tree: &'t Tree<'t>) -> Self {
        // A growing vector is up to half empty, and a unit can have thousands of events.
        let pieces = Vec::with_capacity(tree.lines().count());
        Self {
            tree,
            cut: Cut {
                pieces,
                ..Cut::default()
            },
            open: Vec::new(),
            node: NodeId::ROOT,
            stones: false,
        }
    }

    /// Adds a line, which is in a node unless it ends a variation.
    fn line(&mut self, text: &str, item: &Item<'_>, node: Option<NodeId>) {
        let (node, key) = match (&item.line, node) {
            (Line::EndVar, _) => match self.open.pop() {
                Some(node) => (node, Key::Close),
                None => return,
            },
            (Line::Var(_), Some(node)) => {
                self.open.push(node);
                (node, Key::Open)
            }
            (_, None) => return,
            (line, Some(node)) => (node, self.key(line, node)),
        };
        let piece = Piece {
            span: whole(text, item.span),
            node: node.index(),
            key,
        };
        let Cut { pieces, shared } = &mut self.cut;
        match pieces.last_mut() {
            // Several moves on one line.
            Some(before) if before.span.end > piece.span.start => {
                before.span.end = before.span.end.max(piece.span.end);
                let first = *shared.get(&before.node).unwrap_or(&before.node);
                shared.insert(before.node, first);
                shared.insert(piece.node, first);
            }
            _ => pieces.push(piece),
        }
    }

    fn key(&mut self, line: &Line<'_>, node: NodeId) -> Key {
        self.stones &= node == self.node;
        self.node = node;
        let is_event = self.tree.role(node).is_event();
        self.stones |= is_event && matches!(line, Line::Setup(_) | Line::Move(..));
        key(line, self.stones)
    }
}

fn key(line: &Line<'_>, stones: bool) -> Key {
    use Line::{Com, Mark, Move, Remark, Unknown, Unmark, User};
    let scope = match line {
        Mark(_) | Unmark(_) | Remark(_) | Com(_) | User(_) | Unknown(_) if stones => Scope::Stones,
        _ => Scope::Event,
    };
    match line {
        Move(..) => Key::Start,
        Unknown(_) => Key::Keyword("", scope),
        _ => Key::Keyword(line.name(), scope),
    }
}

/// Returns the whole lines of an item: the blanks around it and the end of its last line belong to it.
fn whole(text: &str, span: Span) -> Span {
    let before = text.get(..span.start).unwrap_or("");
    let start = before.trim_end_matches([' ', '\t']).len();
    let after = text.get(span.end..).unwrap_or("");
    let rest = after.trim_start_matches([' ', '\t']);
    let blanks = after.len() - rest.len();
    Span::new(start, span.end + blanks + line_end(rest.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the pieces of the games of a text: the node of each, and its key.
    fn keys(text: &str) -> Vec<String> {
        let of = |piece: &Piece| match &piece.key {
            Key::Keyword(word, scope) => format!("{}{word} {scope:?}", piece.node),
            key => format!("{}{key:?}", piece.node),
        };
        let (_, cuts) = outlines(text);
        let games = cuts
            .iter()
            .map(|cut| cut.pieces.iter().map(of).collect::<Vec<_>>());
        games.map(|pieces| pieces.join(", ")).collect()
    }

    #[test]
    fn lines_after_the_stones_of_an_event_are_about_the_stones_up_to_the_next_node() {
        let text =
            "EVENT a\nCOM\nENDCOM\nSETUP B C3\nMARK a@C3\nB 1 D4\nMARK b@D4\nREMARK r\nW 2 E5\n";
        let expected = "0EVENT Event, 0COM Event, 0SETUP Event, 0MARK Stones, \
                        1Start, 1MARK Event, 2REMARK Event, 2Start";
        assert_eq!(keys(text), [expected]);
    }

    #[test]
    fn an_endvar_is_in_the_game_of_the_line_before_it_if_that_has_an_open_variation() {
        let event = "EVENT a\nB 1 C3\nVAR\nB 1 D4\nENDVAR\nENDVAR\n";
        let expected = "0EVENT Event, 1Start, 2Open, 2Start, 2Close";
        assert_eq!(
            keys(&["ENDVAR\n", event, event].concat()),
            [expected, expected]
        );
    }
}
