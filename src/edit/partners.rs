//! The nodes of a game that the nodes of its text come from.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use foldhash::{HashMap, HashMapExt, HashSet};
use smallvec::SmallVec;

use super::pairs;
use crate::ishi;
use crate::model::equal::same_move;
use crate::model::{Game, NodeId};

/// For each node of a shown game, by its index, its node of the game.
pub(crate) type Partners = Vec<Option<NodeId>>;

/// Returns the partners of the nodes of each game that a text of `game` shows.
///
/// If the trees differ, nodes with the same moves before them belong together: a root and the setup stones after it are
/// one event of Ishi, the move of a root is a node there, and variations can change places. Setup in mid-game starts a
/// further event.
pub(crate) fn partners(game: &Game<'_>, shown: &[Game<'_>]) -> Vec<Partners> {
    if let [only] = shown
        && let Some(partners) = in_place(game, only)
    {
        return vec![partners];
    }
    let further = match shown {
        [_] => Vec::new(),
        _ => ishi::further_events(game),
    };
    let starts: Vec<_> = std::iter::once(NodeId::ROOT).chain(further).collect();
    let taken: HashSet<_> = starts.iter().copied().collect();
    let lines = lines(game, 0);
    // The first one is at the end of its list.
    let mut free: HashMap<_, SmallVec<[NodeId; 1]>> = HashMap::new();
    let nodes: Vec<_> = game.nodes().filter(|node| !taken.contains(node)).collect();
    for node in nodes.into_iter().rev() {
        let line = lines.get(node.index()).copied();
        let key = (line, game.played(node).is_some());
        free.entry(key).or_default().push(node);
    }
    let of = |(shown, start): (&Game<'_>, NodeId)| {
        let above = game
            .parent(start)
            .and_then(|above| lines.get(above.index()));
        let before = above.copied().unwrap_or(0);
        let mut partners = vec![None; shown.index_limit()];
        let lines = self::lines(shown, before);
        for node in shown.nodes() {
            let line = lines.get(node.index()).copied();
            let key = (line, shown.played(node).is_some());
            let partner = match node {
                NodeId::ROOT => Some(start),
                _ => free.get_mut(&key).and_then(SmallVec::pop),
            };
            if let Some(place) = partners.get_mut(node.index()) {
                *place = partner;
            }
        }
        partners
    };
    let starts = starts.iter().copied();
    let starts = starts.chain(std::iter::repeat(NodeId::ROOT));
    shown.iter().zip(starts).map(of).collect()
}

/// Returns the partners in a game with the same tree and the same moves. A move off the board can be a pass there.
fn in_place(game: &Game<'_>, shown: &Game<'_>) -> Option<Partners> {
    let mut partners = vec![None; shown.index_limit()];
    for (own, node) in pairs(game, shown)? {
        let is_played = game.played(own).is_some();
        if is_played && !same_move(game.mv(own), shown.mv(node)) {
            return None;
        }
        *partners.get_mut(node.index())? = Some(own);
    }
    Some(partners)
}

/// Returns the hash of the moves up to each node, by its index, after the moves with the hash `before`.
fn lines(game: &Game<'_>, before: u64) -> Vec<u64> {
    let mut lines = vec![before; game.index_limit()];
    for node in game.nodes() {
        let above = game.parent(node).and_then(|above| lines.get(above.index()));
        let above = above.copied().unwrap_or(before);
        // A move without a place can be an empty node there.
        let line = match game.played(node) {
            None => above,
            Some(mv) => {
                let mut hasher = DefaultHasher::new();
                (above, mv.color, mv.point_on(game.size)).hash(&mut hasher);
                hasher.finish()
            }
        };
        if let Some(place) = lines.get_mut(node.index()) {
            *place = line;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Diagnostics;
    use crate::dispatch;
    use crate::format::Format;

    fn game(text: &str) -> Game<'_> {
        dispatch::read(Format::Sgf, text, &mut Diagnostics::new()).remove(0)
    }

    /// Returns for each shown game the numbers of the partners of its nodes, in the order of the text.
    fn numbers(own: &str, shown: &[&str]) -> Vec<Vec<Option<usize>>> {
        let own = game(own);
        let shown: Vec<_> = shown.iter().map(|text| game(text)).collect();
        let number = |node: NodeId| own.nodes().position(|one| one == node);
        let partners = partners(&own, &shown).into_iter().zip(&shown);
        let numbers = partners.map(|(partners, shown)| {
            let of = shown.nodes().map(|node| partners[node.index()]);
            of.map(|partner| partner.and_then(number)).collect()
        });
        numbers.collect()
    }

    #[test]
    fn nodes_with_the_same_moves_before_them_are_partners() {
        for (own, shown, expected) in [
            // The same tree.
            (
                "(;C[a];B[aa];C[b])",
                "(;C[x];B[aa];C[y])",
                &[Some(0), Some(1), Some(2)][..],
            ),
            // Stones after the root are a part of it.
            (
                "(;SZ[9];AB[aa];W[bb])",
                "(;SZ[9]AB[aa];W[bb])",
                &[Some(0), Some(2)],
            ),
            // The move of a root is a node.
            (
                "(;B[aa];W[bb])",
                "(;;B[aa];W[bb])",
                &[Some(0), None, Some(1)],
            ),
            // Variations in another order.
            (
                "(;(;B[aa];W[cc])(;B[bb]))",
                "(;(;B[bb])(;B[aa];W[cc]))",
                &[Some(0), Some(3), Some(1), Some(2)],
            ),
            // A move off the board.
            (
                "(;SZ[9];B[zz];W[bb])",
                "(;SZ[9];B[];W[bb])",
                &[Some(0), Some(1), Some(2)],
            ),
        ] {
            assert_eq!(numbers(own, &[shown]), [expected], "{own} {shown}");
        }
    }

    #[test]
    fn a_further_event_begins_with_setup_in_mid_game() {
        let own = "(;SZ[9];B[aa];AB[cc];W[bb])";
        let shown = ["(;SZ[9];B[aa])", "(;SZ[9]AB[aa][cc];W[bb])"];
        let expected = [[Some(0), Some(1)], [Some(2), Some(3)]];
        assert_eq!(numbers(own, &shown), expected);
    }
}
