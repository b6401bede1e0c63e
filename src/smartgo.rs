//! Smart-Go: the format of the Smart Game Board, `FF[1]` to `FF[3]` or without a number.
//!
//! The source is the definition in the dissertation of Anders Kierulf, "Smart Game Board: a
//! Workbench for Game-Playing Programs". Its syntax is that of SGF; what differs is what some
//! properties are called and mean. `upgrade` maps what a node has in Smart-Go to its meaning in
//! `FF[4]`, `downgrade` maps a meaning to the canonical form of Smart-Go. Both sides are values of
//! [`Meaning`](crate::model::Meaning); on the side of Smart-Go it holds L, M and TM unchanged.

mod belief;
mod detail;
mod downgrade;
mod letters;
mod native;
mod read;
pub mod rules;
mod text;
mod upgrade;
mod write;

pub use read::read;
pub use write::write;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
