//! Changes of whole games: game information, the sides of the board, parts of the tree, the games of a record.
//!
//! Each function changes a game in memory. [`Collection::write`](crate::Collection::write) writes the changes into the bytes of
//! the record: it keeps every other byte, and reads the result back to compare it.

mod board;
mod games;
mod header;
#[cfg(test)]
mod laws;
mod tree;

pub use board::{BoardError, Symmetry, swap_colors, turn};
pub use games::{join, sort};
pub use header::{Header, HeaderError, header, header_id};
pub use tree::{Strip, keep_main_line, keep_part, strip};
