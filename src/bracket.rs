//! The common part of SGF and Smart-Go: the syntax in brackets, the types of values, the tree.
//!
//! `read` turns one game tree into a game. The readers of the two formats then do the work that only their
//! format needs.

mod application;
pub(crate) mod book;
pub(crate) mod content;
mod kind;
mod node;
pub(crate) mod pieces;
mod places;
pub mod property;
mod read;
pub mod rules;
pub(crate) mod smartgo;
pub(crate) mod syntax;
pub(crate) mod text;
pub(crate) mod tokenizer;
pub(crate) mod typed;
mod words;

pub(crate) use application::drop_own_name;
pub(crate) use content::{ident_of, in_brackets, is_understood, values};
pub(crate) use pieces::is_dialect;
pub(crate) use places::{in_first_node, place_findings};
pub(crate) use property::property_text;
pub use read::read;
pub(crate) use read::trimmed;
pub use text::Escapes;
