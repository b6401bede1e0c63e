//! Finds the diagrams that set up or hide stones. Variations can come between a diagram and its lines.

use std::collections::HashSet;

use crate::ishi::item::Item;
use crate::ishi::line::Line;

/// A sequence while its lines are gone through.
#[derive(Clone, Copy, Default)]
struct DiagramSequence {
    /// Whether it has a move. If so, lines after a variation are about that move.
    moved: bool,
    /// The index of the diagram that the next lines are about. `None` if they are about another node.
    diagram: Option<usize>,
}

/// Returns the indexes of the DIAGRAM lines with a SETUP or HIDE line.
pub(super) fn changing(items: &[Item<'_>]) -> HashSet<usize> {
    let mut changing = HashSet::new();
    let mut open = Vec::new();
    let mut sequence = DiagramSequence::default();
    for (index, item) in items.iter().enumerate() {
        match item.line {
            Line::Event(_) => {
                open.clear();
                sequence = DiagramSequence::default();
            }
            Line::Move(..) => {
                sequence = DiagramSequence {
                    moved: true,
                    diagram: None,
                }
            }
            Line::Diagram(_) => sequence.diagram = Some(index),
            Line::Var(_) => {
                open.push(sequence);
                sequence.moved = false;
            }
            // A stray ENDVAR is left out.
            Line::EndVar => {
                if let Some(outer) = open.pop() {
                    sequence = outer;
                    if sequence.moved {
                        sequence.diagram = None;
                    }
                }
            }
            Line::Setup(_) | Line::Hide(_) => changing.extend(sequence.diagram),
            _ => {}
        }
    }
    changing
}
