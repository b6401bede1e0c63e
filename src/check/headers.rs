//! Headers that a record leaves out, although its content shows them: the kind of its game and the size of its board.

use super::{Reporter, rules};
use crate::bracket;
use crate::diagnostic::{About, Diagnostics, Mending, Repair};
use crate::format::Format;
use crate::format::piece::{Cut, Key, Piece};
use crate::ishi::rules::NO_BOARD_SIZE;
use crate::model::{GO, Game, Id, NodeId, Place, Point};

/// The lines of the largest usual board below 19x19.
const SMALLER: u8 = 13;

/// Reports a game of Go in `FF[4]` that does not name its kind. Its komi shows that it is Go.
///
/// Other records can be of any game: those of `TwixT` from Little Golem name no kind either.
pub(super) fn kind(text: &str, game: &Game<'_>, index: usize, log: &mut Diagnostics) {
    let root = NodeId::ROOT;
    let is_readable = |node| game.mv(node).is_none_or(|mv| mv.place != Place::Unreadable);
    let is_go = game.kind == GO
        && game.file_format == Some(4)
        && game.has(root, Id::Komi)
        && game.nodes().all(is_readable);
    if !is_go || bracket::in_first_node(text, log, index, Id::GameKind).is_some() {
        return;
    }
    let mut report = Reporter::new(game, index, Format::Sgf, log);
    let message = "the record does not name its kind of game".to_owned();
    let help = "read as Go, GM[1], because it has a komi";
    let about = About::ident(Id::FileFormat);
    report
        .mend(Mending::new(Repair::Property(Id::GameKind), true))
        .at(root, &rules::NO_GAME_KIND, about, message, help);
}

/// Reports the events of Ishi that do not name the size of their board, although a stone shows that it is 19x19.
pub(super) fn boards(games: &[Game<'_>], cuts: &[Cut], log: &mut Diagnostics) {
    let is_size = |piece: &Piece| matches!(piece.key, Key::Keyword("BOARDSIZE", _));
    for ((index, game), cut) in games.iter().enumerate().zip(cuts) {
        if has_far_stone(game) && !cut.pieces.iter().any(is_size) {
            let message = "the event does not name the size of its board".to_owned();
            let help = "read as 19x19; a stone is beyond line 13";
            log.enter_game(index);
            let mut report = Reporter::new(game, index, Format::Ishi, log);
            report
                .mend(Mending::new(Repair::Keyword("BOARDSIZE"), true))
                .at(NodeId::ROOT, &NO_BOARD_SIZE, None, message, help);
        }
    }
}

/// Returns whether a stone of a game on 19x19 is beyond line 13.
fn has_far_stone(game: &Game<'_>) -> bool {
    let lines = game.size.rows;
    if lines != 19 {
        return false;
    }
    let is_far = |point: Point| {
        game.size.contains(point) && (point.column >= SMALLER || point.row < lines - SMALLER)
    };
    let is_played_far = |node| matches!(game.mv(node).map(|mv| mv.place), Some(Place::Point(point)) if is_far(point));
    let is_set_far = |node| {
        let mut ids = [Id::AddBlack, Id::AddWhite].into_iter();
        ids.any(|id| game.points(node, id).any(is_far))
    };
    game.nodes()
        .any(|node| is_played_far(node) || is_set_far(node))
}
