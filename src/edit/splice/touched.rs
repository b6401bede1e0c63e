//! The nodes that a change can touch.

use foldhash::{HashSet, HashSetExt};

use super::{PiecedText, Renewed, Versions, node_of};
use crate::diagnostic::Span;
use crate::format::piece::Piece;

/// The nodes with parts that can change.
pub(super) enum Touched {
    /// All nodes, because their order has changed.
    All,
    /// These nodes.
    Some(HashSet<usize>),
}

impl Touched {
    /// Returns the nodes with changed canonical text or with renewed parts. Includes the node before each of them,
    /// because a new part is inserted after its pieces.
    pub(super) fn of(versions: &Versions<'_>, renewed: &Renewed) -> Self {
        let shared = &versions.own.cut.shared;
        let after = versions.after;
        let before = versions.before.unwrap_or(after);
        let node_of_run = |run: &[Piece]| run.first().map(|piece| node_of(piece, shared));
        let written: HashSet<_> = runs(versions.own).filter_map(node_of_run).collect();
        let renewed_parts = renewed.parts.iter().chain(&renewed.gone).map(|part| part.0);
        let renewed: HashSet<_> = renewed.nodes.iter().copied().chain(renewed_parts).collect();
        let mut touched = HashSet::new();
        let mut known = HashSet::new();
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
            known.insert(node);
            if text_of(before, old) != text_of(after, new) || renewed.contains(&node) {
                let pieces = old.iter().chain(new);
                let nodes = pieces.map(|piece| node_of(piece, shared));
                touched.extend(nodes.chain(last));
            }
            if written.contains(&node) {
                last = Some(node);
            }
        }
        // The pieces of nodes without canonical text are deleted.
        let unknown = runs(versions.own).filter_map(node_of_run);
        touched.extend(unknown.filter(|node| !known.contains(node)));
        Self::Some(touched)
    }

    /// Returns whether parts of a node can change.
    pub(super) fn has(&self, node: usize) -> bool {
        match self {
            Self::All => true,
            Self::Some(nodes) => nodes.contains(&node),
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
