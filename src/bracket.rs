//! What SGF and Smart-Go share: the syntax in brackets, the types of values, the tree.

pub mod rules;
pub(crate) mod smartgo;
pub(crate) mod syntax;
pub(crate) mod text;
pub(crate) mod typed;
