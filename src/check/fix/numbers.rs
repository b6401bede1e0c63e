//! Wrong move numbers of Ishi that stay, because the next number in the record would fall without them.

use std::collections::HashSet;

use crate::model::{Game, NodeId};

/// Returns the moves among `removed` that keep their numbers: `W 1` in `B 3`, `W 1`, `B 4`, because `W 4`, `B 4` would
/// repeat a number.
pub(super) fn kept(game: &Game<'_>, removed: &HashSet<NodeId>) -> HashSet<NodeId> {
    let (mut kept, mut seen) = (HashSet::new(), HashSet::new());
    let mut open = vec![(NodeId::ROOT, 0_u32, 0_u32)];
    while let Some((node, before, now)) = open.pop() {
        let step = u32::from(game.mv(node).is_some());
        let natural = now.saturating_add(step);
        let (before, now) = match game.move_number(node) {
            None => (before.saturating_add(step), natural),
            Some(number) if removed.contains(&node) => (number, natural),
            Some(number) => {
                if before < number && number <= now {
                    keep_above(game, node, removed, &mut seen, &mut kept);
                }
                (number, number)
            }
        };
        open.extend(game.children(node).map(|child| (child, before, now)));
    }
    kept
}

/// Keeps the numbers between a move and the last number before it that is right.
fn keep_above(
    game: &Game<'_>,
    node: NodeId,
    removed: &HashSet<NodeId>,
    seen: &mut HashSet<NodeId>,
    kept: &mut HashSet<NodeId>,
) {
    let mut above = game.parent(node);
    while let Some(node) = above.filter(|node| seen.insert(*node)) {
        if removed.contains(&node) {
            kept.insert(node);
        } else if game.move_number(node).is_some() {
            return;
        }
        above = game.parent(node);
    }
}
