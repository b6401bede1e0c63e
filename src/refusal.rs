//! Refusals: games that cannot exist in a format.

use thiserror::Error;

use crate::debug::debug_as_display;
use crate::format::Format;
use crate::model::{BoardSize, GameKind};

/// Why a game cannot be written in a format.
#[derive(Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The format only holds Go.
    #[error("{format} holds only Go, and this is another game (GM[{kind}])")]
    Kind {
        /// The target.
        format: Format,
        /// The kind of the game.
        kind: GameKind,
    },
    /// The format only holds square boards of 2 to 19 lines.
    #[error("{format} holds only square boards from 2x2 to 19x19, and this one is {size}")]
    Size {
        /// The target.
        format: Format,
        /// The size of the board, columns first.
        size: BoardSize,
    },
}

debug_as_display!(Refusal);
