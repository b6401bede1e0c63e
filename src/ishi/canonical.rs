//! The canonical mapping: how Ishi says what a node means.
//!
//! Each function is about one kind of a node's data and depends on the game's meaning alone, never
//! on detail (facts excepted that say where a root's comment and marks stand). The reader maps with
//! them what it understood and keeps the original lines only where the result differs; the writer
//! uses them where no such lines are kept. A [`Replay`] has entered the node, unless a function
//! says otherwise.

mod comment;
mod marks;
mod stones;
mod text;

pub use comment::{EventComments, comment, event_comments};
pub use marks::marks;
pub use stones::{hide, position, prisoners, region, setup};
pub use text::{fit, fit_line};

use super::headers;
use super::line::{Header, Line, Location, Play};
use crate::charset::Charset;
use crate::model::{Game, Id, Move, NodeId, Replay};

/// Returns the title of the event: `EV`, else `GN`, else nothing.
pub fn title(game: &Game<'_>, charset: Charset) -> String {
    let text = game
        .text(NodeId::ROOT, Id::Event)
        .or_else(|| game.text(NodeId::ROOT, Id::GameName))
        .unwrap_or_default();
    fit_line(text, charset).into_owned()
}

/// Returns the line of a header about the root's game information.
pub fn header_line(header: Header, game: &Game<'_>, charset: Charset) -> Option<String> {
    let text = headers::to_line(header, game.properties(NodeId::ROOT))?;
    let fitted = fit_line(&text, charset);
    Some(if fitted == text {
        text
    } else {
        fitted.into_owned()
    })
}

/// Returns the `BOARDSIZE` line; the board is square.
pub fn board_size(game: &Game<'_>) -> Line<'static> {
    Line::BoardSize(game.size.rows)
}

/// Returns the line of a move with its number.
///
/// A move that is not on the board, or that cannot be read, is `PASS`. Ishi's numbers start at 1
/// (specification, section 5.4, keyword `B`), so number 0 is written as 1.
pub fn move_line(game: &Game<'_>, mv: Move, replay: &Replay) -> Line<'static> {
    let location = mv
        .point_on(game.size)
        .and_then(|point| Location::of(point, game.size));
    Line::Move(
        mv.color,
        replay.number().max(1),
        location.map_or(Play::Pass, Play::At),
    )
}
