//! Finds the nodes that change the position without a move.

use foldhash::{HashSet, HashSetExt};

use crate::model::{Color, Game, Id, NodeId, Replay, Step};

/// Returns the nodes below the root that have no move and change stones.
///
/// A stone that a move put on the board changes too when it is set up again: it loses its number.
pub fn changing(game: &Game<'_>) -> HashSet<NodeId> {
    let mut changing = HashSet::new();
    if !game
        .nodes_with_properties()
        .any(|node| may_change(game, node))
    {
        return changing;
    }
    let mut replay = Replay::new(game.size);
    for step in game.walk() {
        match step {
            Step::Enter(node) => {
                if may_change(game, node) && changes(game, node, &replay) {
                    changing.insert(node);
                }
                replay.enter(game, node);
            }
            Step::Leave(_) => replay.leave(),
        }
    }
    changing
}

fn may_change(game: &Game<'_>, node: NodeId) -> bool {
    node != NodeId::ROOT && game.played(node).is_none() && game.is_setup(node)
}

fn changes(game: &Game<'_>, node: NodeId, before: &Replay) -> bool {
    let stone = |point| before.board().stone(point);
    let adds = |id, color| {
        game.points(node, id).any(|point| {
            game.size.contains(point)
                && stone(point).is_none_or(|stone| stone.color != color || stone.step != 0)
        })
    };
    adds(Id::AddBlack, Color::Black)
        || adds(Id::AddWhite, Color::White)
        || game
            .points(node, Id::AddEmpty)
            .any(|point| stone(point).is_some())
}
