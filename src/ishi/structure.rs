//! How a record represents the nodes of a game: lines to a tree, and a tree to lines.

pub(super) mod read;
pub(super) mod write;
