//! Wrong move numbers of Ishi: those that stay, because the next number in the record would fall without them, and right
//! ones after a wrong one.

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};

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

/// Returns the moves among `found` that are right because the move before them has a wrong number, each with that move:
/// `B 3` and `W 3` in `B 1`, `W 3`, `B 3`.
pub(super) fn wrong_before(game: &Game<'_>, found: &HashSet<NodeId>) -> HashMap<NodeId, NodeId> {
    let mut wrong = HashMap::new();
    // Each node with the number before it, and the node before it if that has a number, with the number that it should have.
    let mut open = vec![(NodeId::ROOT, 0_u32, None)];
    while let Some((node, before, above)) = open.pop() {
        let natural = before.saturating_add(u32::from(game.mv(node).is_some()));
        let given = game.move_number(node);
        if let (Some((above, should)), Some(number)) = (above, given)
            && found.contains(&node)
            && number == u32::saturating_add(should, 1)
        {
            wrong.insert(node, above);
        }
        let above = given.map(|_| (node, natural));
        open.extend(
            game.children(node)
                .map(|child| (child, given.unwrap_or(natural), above)),
        );
    }
    wrong
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostics;
    use crate::dispatch;
    use crate::format::Format;

    /// Returns the indexes of the moves that keep their numbers. The moves of `removed` would lose theirs.
    fn kept_of(numbers: &[Option<u32>], removed: &[usize]) -> Vec<usize> {
        let moves = numbers.iter().zip('a'..).map(|(number, column)| {
            let number = number.map_or(String::new(), |number| format!("MN[{number}]"));
            format!(";B[{column}a]{number}")
        });
        let text = format!("(;FF[4]GM[1]SZ[19]{})", moves.collect::<String>());
        let games = dispatch::read(Format::Sgf, &text, &mut Diagnostics::new());
        let moves: Vec<_> = games[0].main_line().skip(1).collect();
        let removed = removed.iter().map(|index| moves[*index]).collect();
        let kept = kept(&games[0], &removed);
        let kept = moves
            .iter()
            .zip(0..)
            .filter(|(node, _)| kept.contains(*node));
        kept.map(|(_, index)| index).collect()
    }

    #[test]
    fn a_number_is_right_after_a_wrong_one() {
        for (text, expected) in [
            (";B[aa];W[ba]MN[3];B[ca]MN[3];W[da]", &[(3, 2)][..]),
            (";B[aa]MN[11];W[ba]MN[2];B[ca]", &[(2, 1)]),
            // The number repeats.
            (";B[aa];W[ba]MN[1];B[ca]MN[2]", &[]),
            (";B[aa];W[ba];B[ca]MN[2];W[da]", &[]),
        ] {
            let text = format!("(;FF[4]GM[1]SZ[19]{text})");
            let games = dispatch::read(Format::Sgf, &text, &mut Diagnostics::new());
            let nodes: HashSet<_> = games[0].nodes().collect();
            let wrong = wrong_before(&games[0], &nodes).into_iter();
            let wrong: Vec<_> = wrong.map(|(a, b)| (a.index(), b.index())).collect();
            assert_eq!(wrong, expected, "{text}");
        }
    }

    #[test]
    fn a_number_is_kept_if_the_next_right_one_would_repeat_or_fall() {
        for (numbers, removed, expected) in [
            (&[3, 1, 4][..], &[1][..], &[1][..]),
            (&[3, 1, 3], &[1], &[1]),
            (&[3, 1, 5], &[1], &[]),
            // These numbers repeat already.
            (&[3, 1, 1], &[1], &[]),
            (&[3, 1, 2, 4], &[1, 2], &[1, 2]),
            (&[3, 1, 2, 6], &[1, 2], &[]),
            // A number without one is the next of the record.
            (&[3, 1, 0, 4], &[1], &[1]),
            (&[3, 1, 0, 2], &[1], &[]),
            (&[3, 1, 0, 6], &[1], &[]),
            // The right number 9 parts the first move from the second.
            (&[3, 2, 9, 1, 10], &[1, 3], &[3]),
            (&[3, 2, 4, 1, 10], &[1, 3], &[1]),
        ] {
            let numbers: Vec<_> = numbers
                .iter()
                .map(|number| Some(*number).filter(|number| *number > 0))
                .collect();
            assert_eq!(kept_of(&numbers, removed), expected, "{numbers:?}");
        }
    }
}
