//! Finds the unit of a time limit: minutes in Smart-Go, seconds in SGF. Many records do not name their format.

use crate::bracket::syntax::{self, TokenKind};
use crate::model::{Game, Id, NodeId, Value};

/// Properties that Smart Game Board wrote and later programs did not.
const OF_SMART_GAME_BOARD: [Id; 8] = [
    Id::Mark,
    Id::Letters,
    Id::CheckMark,
    Id::Sigma,
    Id::Evaluation,
    Id::ExpectedMove,
    Id::SpeciesBlack,
    Id::SpeciesWhite,
];

/// Properties that Smart Game Board did not know.
const LATER: [Id; 9] = [
    Id::Application,
    Id::Charset,
    Id::Style,
    Id::Label,
    Id::Rules,
    Id::Overtime,
    Id::Triangle,
    Id::Square,
    Id::Circle,
];

/// The unit of a time limit that is only a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeUnit {
    /// Minutes, because the record is in `FF[1]` or `FF[2]`.
    Minutes,
    /// Minutes, because the record looks like one of Smart Game Board.
    LikelyMinutes,
    Unknown,
}

impl TimeUnit {
    /// Returns the unit in a game with its native properties. `text` is the text of the game.
    pub(super) fn of(game: &Game<'_>, text: &str) -> Self {
        match game.file_format {
            // Programs that name themselves wrote seconds into files of every number.
            Some(1 | 2) if !game.has(NodeId::ROOT, Id::Application) => Self::Minutes,
            None if has_limit(game) && is_of_smart_game_board(game, text) => Self::LikelyMinutes,
            _ => Self::Unknown,
        }
    }

    /// Returns whether the unit is taken to be minutes.
    pub(super) fn is_minutes(self) -> bool {
        self != Self::Unknown
    }
}

fn has_limit(game: &Game<'_>) -> bool {
    game.nodes().any(|node| game.has(node, Id::TimeLimit))
}

fn is_of_smart_game_board(game: &Game<'_>, text: &str) -> bool {
    let has = |ids: &[Id]| {
        let mut nodes = game.nodes();
        nodes.any(|node| ids.iter().any(|id| game.has(node, *id)))
    };
    !has(&LATER) && (has(&OF_SMART_GAME_BOARD) || has_corners(game) || has_long_identifiers(text))
}

/// Returns whether a view is two corners.
fn has_corners(game: &Game<'_>) -> bool {
    let is_corners = |value: &Value<'_>| {
        let areas = match value {
            Value::Points(areas) => &**areas,
            _ => &[],
        };
        matches!(areas, [from, to] if from.is_single() && to.is_single())
    };
    let mut views = game.nodes().filter_map(|node| game.get(node, Id::View));
    views.any(is_corners)
}

/// Returns whether identifiers are spelled out: `GaMe`, `Black`.
fn has_long_identifiers(text: &str) -> bool {
    syntax::tokens(text).any(|token| {
        let has = |is: fn(&u8) -> bool| token.text.as_bytes().iter().any(is);
        token.kind == TokenKind::Identifier
            && has(u8::is_ascii_uppercase)
            && has(u8::is_ascii_lowercase)
    })
}
