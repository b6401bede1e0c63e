//! The pieces of the text of a game tree: parentheses, semicolons, and properties with their values.

use std::cell::OnceCell;

use foldhash::{HashMap, HashMapExt};

use super::node::{capitals, dialect};
use super::syntax::{Token, TokenKind};
use super::tokenizer;
use crate::diagnostic::{Diagnostics, Span};
use crate::format::piece::{Cut, Key, Piece};
use crate::model::{Ident, NodeId};

/// Returns the pieces of a game tree, in their order.
///
/// `log` has read the text, with the places of its nodes. Nodes that share a semicolon are one node in the
/// pieces, the first of them.
pub(crate) fn pieces(text: &str, log: &Diagnostics) -> Cut {
    let (nodes, shared) = nodes(log);
    let mut cutter = Cutter {
        nodes,
        shared,
        pieces: Vec::new(),
        node: NodeId::ROOT.index(),
        strays: false,
        opening: Vec::new(),
        open: Vec::new(),
        is_dialect: OnceCell::new(),
        text,
    };
    for token in tokenizer::tokens(text) {
        if !cutter.token(&token) {
            break;
        }
    }
    let Cutter { pieces, shared, .. } = cutter;
    Cut { pieces, shared }
}

/// Returns where nodes start in the text, each with the first node that starts there, and of nodes with one
/// start the first.
fn nodes(log: &Diagnostics) -> (Vec<(usize, usize)>, HashMap<usize, usize>) {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut shared = HashMap::new();
    let places = (0..).map_while(|node| log.place_of(0, node));
    for (node, place) in places.enumerate() {
        match starts.last() {
            Some((start, first)) if *start == place.start => {
                shared.insert(*first, *first);
                shared.insert(node, *first);
            }
            _ => starts.push((place.start, node)),
        }
    }
    (starts, shared)
}

/// Makes pieces of tokens.
struct Cutter<'t> {
    nodes: Vec<(usize, usize)>,
    shared: HashMap<usize, usize>,
    pieces: Vec<Piece>,
    /// The node that properties belong to.
    node: usize,
    /// Whether text that no reader understands came after the last piece.
    strays: bool,
    /// The pieces of parentheses before a node that has not started yet.
    opening: Vec<usize>,
    /// For each open parenthesis its first node, `None` before the node starts.
    open: Vec<Option<usize>>,
    /// Whether the first node has the names of a dialect, found when a property has such a name.
    is_dialect: OnceCell<bool>,
    text: &'t str,
}

/// Returns whether the first node of a text has names of game information in a dialect.
pub(crate) fn is_dialect(text: &str) -> bool {
    dialect::is_root(tokenizer::root_values(text).into_iter())
}

impl Cutter<'_> {
    /// Takes a token; returns whether the game continues.
    fn token(&mut self, token: &Token<'_>) -> bool {
        let span = Span::new(token.start, token.end());
        match token.kind {
            // The next game.
            TokenKind::Preface => return self.pieces.is_empty(),
            // A surplus closing parenthesis has no meaning.
            TokenKind::ExtraClose | TokenKind::Moves => {}
            TokenKind::Stray => self.strays = true,
            TokenKind::Open => {
                self.opening.push(self.pieces.len());
                self.open.push(None);
                self.push(span, Key::Open);
            }
            TokenKind::Node => {
                self.enter(token.start);
                self.push(span, Key::Start);
            }
            TokenKind::Close => return self.close(span),
            TokenKind::Identifier => {
                self.enter(token.start);
                let ident = self.ident(token);
                self.push(span, Key::Property(ident));
            }
            // The bracket that closes a value belongs to it.
            TokenKind::Value => self.extend(token.start.saturating_sub(1), token.end() + 1),
            TokenKind::Unclosed => self.extend(token.start, token.end()),
        }
        true
    }

    /// Returns the identifier of a property, in `FF[4]` if the text has it in a dialect.
    fn ident(&self, token: &Token<'_>) -> Ident {
        let ident = capitals(token.text);
        let value = || {
            let (_, value) = self.text.get(token.end()..)?.split_once('[')?;
            dialect::property(&ident, value.split(']').next()?)
        };
        let is_root = self.node == NodeId::ROOT.index();
        let is_dialect = || *self.is_dialect.get_or_init(|| is_dialect(self.text));
        match is_root.then(value).flatten() {
            Some(id) if is_dialect() => id.into(),
            _ => Ident::from(ident.as_ref()),
        }
    }

    /// Enters the node that starts at an offset, if one does.
    fn enter(&mut self, start: usize) {
        let found = self.nodes.binary_search_by_key(&start, |node| node.0);
        let Some(&(_, node)) = found.ok().and_then(|at| self.nodes.get(at)) else {
            return;
        };
        self.node = node;
        if self.open.is_empty() {
            // The first parenthesis is missing.
            self.open.push(Some(node));
        }
        for piece in self.opening.drain(..) {
            if let Some(piece) = self.pieces.get_mut(piece) {
                piece.node = node;
            }
        }
        let waiting = self.open.iter_mut().rev();
        for first in waiting.take_while(|first| first.is_none()) {
            *first = Some(node);
        }
    }

    /// Closes a parenthesis; returns whether the game continues.
    fn close(&mut self, span: Span) -> bool {
        if let Some(node) = self.open.pop() {
            let node = node.unwrap_or(self.node);
            self.pieces.push(Piece {
                span,
                node,
                key: Key::Close,
            });
        }
        !self.open.is_empty()
    }

    fn push(&mut self, span: Span, key: Key) {
        self.strays = false;
        let node = self.node;
        self.pieces.push(Piece { span, node, key });
    }

    /// Adds a value to the property before it. After text that is in no piece, it is a second piece.
    fn extend(&mut self, start: usize, end: usize) {
        let strays = std::mem::take(&mut self.strays);
        let Some(piece) = self.pieces.last_mut() else {
            return;
        };
        if !matches!(piece.key, Key::Property(_)) {
            return;
        }
        if strays {
            let further = Piece {
                span: Span::new(start, end),
                ..piece.clone()
            };
            self.pieces.push(further);
        } else {
            piece.span.end = piece.span.end.max(end);
        }
    }
}
