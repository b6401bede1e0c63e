//! Smart-Go: the format of the Smart Game Board, `FF[1]` to `FF[3]` or without a number.
//!
//! The source is the definition in the dissertation of Anders Kierulf, "Smart Game Board: a
//! Workbench for Game-Playing Programs". The syntax is almost the one of SGF: escapes differ, text can stand before the
//! game, and identifiers can have a digit. Some properties differ, for example `L[aa][bb]` is `LB[aa:A][bb:B]` in SGF.
//!
//! `upgrade` maps the properties of a node to their meaning in `FF[4]`, and `downgrade` maps a meaning to the canonical
//! form of Smart-Go. Both sides are values of [`Meaning`](crate::model::Meaning), and the native side of Smart-Go has
//! L, M and TM as in the record.

mod downgrade;
mod letters;
mod native;
mod read;
pub mod rules;
mod text;
mod upgrade;
mod write;

pub(crate) use read::read;
pub(crate) use write::bytes_of_points;
pub use write::write;

#[cfg(test)]
mod laws;
#[cfg(test)]
mod tests;
