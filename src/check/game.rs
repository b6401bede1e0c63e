//! The walk through a game: each check sees each node with its position.

use super::path::Path;
use super::{Reporter, annotations, facts, info, marks, moves, positions, setup};
use crate::model::{GO, NodeId, Replay, Step};

/// Checks a game. The rules of games other than Go are not known here.
pub(super) fn check(report: &mut Reporter<'_, '_>) {
    let mut replay = Replay::new(report.game.size);
    let mut paths: Vec<Path> = Vec::new();
    let handicap = facts::handicap(report);
    // Nodes that are left are undone before the next one, because after the last one nobody looks at a position.
    let mut left = 0;
    for step in report.game.walk() {
        match step {
            Step::Enter(node) => {
                (0..std::mem::take(&mut left)).for_each(|_| replay.leave());
                let mut path = paths.last().copied().unwrap_or_default();
                enter(report, node, (&mut path, &paths), &mut replay, handicap);
                paths.push(path);
            }
            Step::Leave(_) => {
                paths.pop();
                left += 1;
            }
        }
    }
    if report.game.kind == GO {
        info::check(report);
        setup::handicap(report, handicap);
    }
}

fn enter(
    report: &mut Reporter<'_, '_>,
    node: NodeId,
    (path, former): (&mut Path, &[Path]),
    replay: &mut Replay,
    handicap: u32,
) {
    let game = report.game;
    if game.kind != GO {
        info::placed(report, node, path);
        path.branches |= game.first_child(node) != game.last_child(node);
        replay.enter(game, node);
        return;
    }
    let parent = game.parent(node);
    path.varies |= parent.is_some_and(|parent| game.first_child(parent) != Some(node));
    if !game.properties(node).is_empty() {
        setup::check(report, node, path, replay.board());
        marks::check(report, node);
        annotations::check(report, node, path);
        info::placed(report, node, path);
    }
    if let Some(mv) = game.mv(node) {
        moves::before(report, (node, mv), path, replay.board(), handicap);
        replay.enter(game, node);
        positions::played(report, (node, mv), path, former, replay.captured());
        moves::after(report, (node, mv), path, replay.captured());
    } else {
        moves::lacking(report, node);
        replay.enter(game, node);
        if game.is_setup(node) {
            positions::set_up(report, node, path, replay.board());
        }
    }
    moves::variations(report, node);
    path.branches |= game.first_child(node) != game.last_child(node);
}
