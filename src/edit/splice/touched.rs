//! The nodes that a change can touch.

use super::{PiecedText, Renewed, Versions, node_of};
use crate::diagnostic::Span;
use crate::format::piece::Piece;

/// The nodes with parts that can change.
pub(super) enum Touched {
    /// All nodes, because their order has changed.
    All,
    /// These nodes.
    Some(NodeSet),
}

/// A set of nodes, as one flag per index.
#[derive(Default)]
pub(super) struct NodeSet(Vec<bool>);

impl NodeSet {
    fn add(&mut self, node: usize) {
        if self.0.len() <= node {
            self.0.resize(node + 1, false);
        }
        if let Some(place) = self.0.get_mut(node) {
            *place = true;
        }
    }

    fn has(&self, node: usize) -> bool {
        self.0.get(node).copied().unwrap_or(false)
    }
}

impl FromIterator<usize> for NodeSet {
    fn from_iter<I: IntoIterator<Item = usize>>(indexes: I) -> Self {
        let mut nodes = Self::default();
        indexes.into_iter().for_each(|node| nodes.add(node));
        nodes
    }
}

impl Touched {
    /// Returns the nodes with changed canonical text or with renewed parts. Includes the node before each of them,
    /// because a new part is inserted after its pieces.
    pub(super) fn of(versions: &Versions<'_>, renewed: &Renewed) -> Self {
        let shared = &versions.own.cut.shared;
        let after = versions.after;
        let before = versions.before.unwrap_or(after);
        let node_of_run = |run: &[Piece]| run.first().map(|piece| node_of(piece, shared));
        let written: NodeSet = runs(versions.own).filter_map(node_of_run).collect();
        let renewed_parts = renewed.parts.iter().chain(&renewed.gone).map(|part| part.0);
        let renewed: NodeSet = renewed.nodes.iter().copied().chain(renewed_parts).collect();
        let mut touched = NodeSet::default();
        let mut known = NodeSet::default();
        let mut last = None;
        let (mut old_runs, mut new_runs) = (runs(before), runs(after));
        loop {
            let (old, new) = match (old_runs.next(), new_runs.next()) {
                (None, None) => break,
                (Some(old), Some(new)) if node_of_run(old) == node_of_run(new) => (old, new),
                _ => return Self::All,
            };
            let Some(node) = node_of_run(new) else {
                continue;
            };
            known.add(node);
            if text_of(before, old) != text_of(after, new) || renewed.has(node) {
                let pieces = old.iter().chain(new);
                let nodes = pieces.map(|piece| node_of(piece, shared));
                nodes.chain(last).for_each(|node| touched.add(node));
            }
            if written.has(node) {
                last = Some(node);
            }
        }
        // The pieces of nodes without canonical text are deleted.
        let unknown = runs(versions.own).filter_map(node_of_run);
        let unknown = unknown.filter(|node| !known.has(*node));
        unknown.for_each(|node| touched.add(node));
        Self::Some(touched)
    }

    /// Returns whether parts of a node can change.
    pub(super) fn has(&self, node: usize) -> bool {
        match self {
            Self::All => true,
            Self::Some(nodes) => nodes.has(node),
        }
    }
}

/// Groups the pieces of a text by node, in the order of the text.
fn runs(text: PiecedText<'_>) -> impl Iterator<Item = &[Piece]> {
    text.cut.pieces.chunk_by(|one, next| one.node == next.node)
}

fn text_of<'t>(text: PiecedText<'t>, run: &[Piece]) -> &'t str {
    match (run.first(), run.last()) {
        (Some(first), Some(last)) => Span::new(first.span.start, last.span.end).slice(text.text),
        _ => "",
    }
}

#[cfg(test)]
mod tests;
