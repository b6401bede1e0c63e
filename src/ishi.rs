//! The Ishi Standard Format of 17 March 1990.
//!
//! `mean` turns the lines of a node into properties of the model, and `say` turns properties into lines. The reader
//! and the writer use both modules. `structure` does the same for the tree.

pub(crate) mod book;
mod clean;
pub(crate) mod content;
mod item;
#[cfg(test)]
mod laws;
pub(crate) mod line;
mod mean;
pub(crate) mod pieces;
mod read;
mod role;
pub(crate) mod rules;
mod say;
pub(crate) mod split;
mod structure;
mod syntax;
mod tokens;
mod write;

pub use read::read;
pub(crate) use say::{continued_title, unread_headers};
pub(crate) use structure::write::further_events;
pub(crate) use tokens::{LineKind, Tokens};
pub use write::write;
