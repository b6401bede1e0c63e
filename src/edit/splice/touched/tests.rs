//! Tests of the nodes that a change can touch.

use super::*;
use crate::dispatch;
use crate::format::Format;
use crate::format::piece::{Cut, Key};

fn cut(text: &str) -> Cut {
    dispatch::pieces(Format::Sgf, text).1.remove(0)
}

/// Returns the touched ones of the first five nodes, or `None` for all. `gone` is a node that the record lacks.
fn touched(texts: [&str; 3], gone: Option<usize>, renewed: &Renewed) -> Option<Vec<usize>> {
    let [own, before, after] = texts;
    let mut cuts = texts.map(cut);
    let game = dispatch::pieces(Format::Sgf, after).0.remove(0);
    cuts[0].pieces.retain(|piece| Some(piece.node) != gone);
    let text = |text, cut| PiecedText { text, cut };
    let versions = Versions {
        own: text(own, &cuts[0]),
        before: Some(text(before, &cuts[1])),
        after: text(after, &cuts[2]),
        game: &game,
        lines: false,
    };
    match Touched::of(&versions, renewed) {
        Touched::All => None,
        Touched::Some(found) => Some((0..5).filter(|node| found.contains(node)).collect()),
    }
}

#[test]
fn a_changed_node_touches_the_one_before_it() {
    let root = "(;PB[a];B[aa]C[x];W[bb];B[cc])";
    let other = "(;PB[a];B[aa]C[y];W[bb];B[cc])";
    let none = Renewed::default();
    assert_eq!(touched([root; 3], None, &none), Some(vec![]));
    assert_eq!(touched([root, root, other], None, &none), Some(vec![0, 1]));
    let nodes = Renewed {
        nodes: [3].into_iter().collect(),
        ..Renewed::default()
    };
    assert_eq!(touched([root; 3], None, &nodes), Some(vec![2, 3]));
    let parts = Renewed {
        parts: [(0, Key::Start)].into_iter().collect(),
        ..Renewed::default()
    };
    // The end of the tree is a piece of the first node.
    assert_eq!(touched([root; 3], None, &parts), Some(vec![0, 3]));
    // A node that the record lacks has no pieces, so that the one before it counts.
    assert_eq!(touched([root; 3], Some(2), &nodes), Some(vec![1, 3]));
    // The pieces of a node without canonical text are deleted.
    let shorter = "(;PB[a];B[aa]C[x];W[bb])";
    assert_eq!(
        touched([root, shorter, shorter], None, &none),
        Some(vec![3])
    );
    assert_eq!(touched([root, root, shorter], None, &none), None);
    assert_eq!(touched([root, shorter, root], None, &none), None);
}
