//! Headers that a record leaves out, although its content shows them: the kind of its game and the size of its board.

use super::{Reporter, rules};
use crate::bracket;
use crate::diagnostic::{Diagnostics, PropertyPart};
use crate::format::Format;
use crate::ishi;
use crate::ishi::rules::NO_BOARD_SIZE;
use crate::model::{GO, Game, Id, NodeId, Place, Point};
use crate::piece::Key;

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
    report
        .about(Id::FileFormat.ident(), PropertyPart::Ident)
        .at(root, &rules::NO_GAME_KIND, message, help);
}

/// Reports an event of Ishi that does not name the size of its board, although a stone shows that it is 19x19.
pub(super) fn board(text: &str, index: usize, report: &mut Reporter<'_, '_>) {
    let game = report.game;
    let lines = game.size.rows;
    if lines != 19 {
        return;
    }
    let is_far = |point: Point| {
        game.size.contains(point) && (point.column >= SMALLER || point.row < lines - SMALLER)
    };
    let is_played_far = |node| matches!(game.mv(node).map(|mv| mv.place), Some(Place::Point(point)) if is_far(point));
    let is_set_far = |node| {
        let mut ids = [Id::AddBlack, Id::AddWhite].into_iter();
        ids.any(|id| game.points(node, id).any(is_far))
    };
    let is_named = || {
        let cuts = ishi::pieces::pieces(text);
        let pieces = cuts.get(index).map_or(&[][..], |cut| &cut.pieces);
        pieces
            .iter()
            .any(|piece| matches!(piece.key, Key::Keyword("BOARDSIZE", _)))
    };
    let is_far_from_small = |node| is_played_far(node) || is_set_far(node);
    if game.nodes().any(is_far_from_small) && !is_named() {
        let message = "the event does not name the size of its board".to_owned();
        let help = "read as 19x19; a stone is beyond line 13";
        report.at(NodeId::ROOT, &NO_BOARD_SIZE, message, help);
    }
}
