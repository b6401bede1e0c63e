//! The nodes of a game as the text of its record writes them.

use super::Collection;
use super::rewrite::units;
use crate::bracket::syntax::{self, TokenKind};
use crate::dispatch;
use crate::format::Format;
use crate::format::piece::{Cut, Key};
use crate::model::{Game, NodeId};
use crate::source::SourceError;

/// A node as its record writes it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WrittenNode {
    /// The index of the parent among the nodes of the game, from 0; `None` for the root.
    pub parent: Option<usize>,
    /// The properties with their values, in the order of the text: the identifier in capitals, and the text
    /// between the brackets of each value, with escapes.
    pub properties: Vec<(String, Vec<String>)>,
}

impl Collection {
    /// Returns the nodes of a game as the record wrote them, in the order of the text. The number of the game
    /// counts from 0, in the record as it was read. Ishi has no properties: convert such a record to SGF
    /// first.
    ///
    /// Most programs need the [games](Collection::games), because they mean the same for every format. The
    /// text is for programs that interpret properties themselves.
    ///
    /// # Errors
    ///
    /// [`SourceError::Io`] does not happen, because the bytes are in memory.
    ///
    /// # Examples
    ///
    /// ```
    /// let record = ishi::read(b"(;FF[3]PlayerBlack[a\\:b];B[dd]C[one])")?;
    /// let nodes = record.written(0)?;
    /// let player = ("PB".to_owned(), vec!["a\\:b".to_owned()]);
    /// assert_eq!(nodes[0].properties[1], player);
    /// assert_eq!(nodes[1].parent, Some(0));
    /// # Ok::<(), ishi::source::SourceError>(())
    /// ```
    pub fn written(&self, game: usize) -> Result<Vec<WrittenNode>, SourceError> {
        let mut before = 0;
        for unit in units(&self.origin.bytes, self)? {
            if self.format == Format::Ishi {
                break;
            }
            let (games, cuts) = dispatch::pieces(self.format, unit.text());
            let place = game.checked_sub(before);
            let found = place.and_then(|place| games.get(place).zip(cuts.get(place)));
            if let Some((game, cut)) = found {
                return Ok(nodes(unit.text(), game, cut));
            }
            before += games.len();
        }
        Ok(Vec::new())
    }
}

fn nodes(text: &str, game: &Game<'_>, cut: &Cut) -> Vec<WrittenNode> {
    // Nodes of the game that share a semicolon are one node of the text.
    let first = |node: NodeId| cut.shared.get(&node.index()) == Some(&node.index());
    let is_written = |node: &NodeId| !cut.shared.contains_key(&node.index()) || first(*node);
    let mut numbers = vec![0; game.index_limit()];
    let mut nodes: Vec<WrittenNode> = Vec::new();
    for node in game.nodes() {
        let number = if is_written(&node) {
            let number_of = |parent: NodeId| numbers.get(parent.index()).copied();
            nodes.push(WrittenNode {
                parent: game.parent(node).and_then(number_of),
                properties: Vec::new(),
            });
            nodes.len() - 1
        } else {
            let first = cut.shared.get(&node.index());
            first
                .and_then(|first| numbers.get(*first).copied())
                .unwrap_or(0)
        };
        if let Some(place) = numbers.get_mut(node.index()) {
            *place = number;
        }
    }
    for piece in &cut.pieces {
        let Key::Property(ident) = &piece.key else {
            continue;
        };
        let number = numbers.get(piece.node).copied().unwrap_or(0);
        if let Some(node) = nodes.get_mut(number) {
            let words = piece.span.slice(text);
            node.add(ident.as_str(), words);
        }
    }
    nodes
}

impl WrittenNode {
    /// Adds a property; the values of several with one name come together.
    fn add(&mut self, ident: &str, words: &str) {
        let values = values(words);
        match self.properties.iter_mut().find(|(known, _)| known == ident) {
            Some((_, known)) => known.extend(values),
            None => self.properties.push((ident.to_owned(), values)),
        }
    }
}

/// Returns the values of a property. One without its closing bracket ends where its piece does.
fn values(words: &str) -> Vec<String> {
    let Some(tokens) = syntax::property(words) else {
        let value = words.split_once('[').map(|(_, value)| value);
        return value.into_iter().map(ToOwned::to_owned).collect();
    };
    let values = tokens.iter().filter(|token| token.kind == TokenKind::Value);
    values.map(|token| token.text.to_owned()).collect()
}
