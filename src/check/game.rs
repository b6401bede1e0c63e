//! The walk through a game: each check sees each node with its position.

use super::{Reporter, annotations, info, marks, moves, positions, setup};
use crate::model::{Color, GO, NodeId, Point, Replay, Step};

/// The last move on the path.
#[derive(Debug, Clone, Copy)]
pub(super) struct LastMove {
    pub color: Color,
    pub point: Option<Point>,
    /// The stone that it captured, if it was just one.
    pub captured: Option<Point>,
}

/// The state after the path to a node.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Path {
    /// The last move, if no setup came after it.
    pub last: Option<LastMove>,
    /// Who is to play, if setup states it.
    pub player: Option<Color>,
    /// How many moves there were.
    pub moves: usize,
    /// How many of the first moves were Black's.
    pub black_first: usize,
    /// Whether a node had game information.
    pub info: bool,
    /// Whether anything branches off.
    pub branches: bool,
    /// Whether the path has left the main line.
    pub varies: bool,
    /// The last number that was set.
    pub number: Option<u32>,
    /// The difference between the move number and the count of the moves, because MN set the number.
    pub number_offset: i64,
    /// What the positions have shown.
    pub seen: positions::Seen,
}

/// Checks a game. The rules of games other than Go are not known here.
pub(super) fn check(report: &mut Reporter<'_, '_>) {
    let mut replay = Replay::new(report.game.size);
    let mut paths: Vec<Path> = Vec::new();
    let handicap = info::handicap(report.game);
    for step in report.game.walk() {
        match step {
            Step::Enter(node) => {
                let mut path = paths.last().copied().unwrap_or_default();
                enter(report, node, (&mut path, &paths), &mut replay, handicap);
                paths.push(path);
            }
            Step::Leave(_) => {
                paths.pop();
                replay.leave();
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
    moves::before(report, node, path, replay.board(), handicap);
    replay.enter(game, node);
    if game.mv(node).is_none() && game.is_setup(node) {
        positions::set_up(report, node, path, replay.board());
    }
    let point = game.mv(node).and_then(|mv| mv.point_on(game.size));
    positions::played(report, node, path, former, (point, replay.captured()));
    moves::after(report, node, path, replay.captured());
    moves::variations(report, node);
    path.branches |= game.first_child(node) != game.last_child(node);
}
