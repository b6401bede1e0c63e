//! Reads and writes Go game records in the Ishi Standard Format, Smart-Go and SGF `FF[4]`.
//!
//! A reader turns the text of a record into [games](model::Game), a writer turns games into text:
//!
//! ```
//! let record = ishi::read(b"EVENT\nBLACK Shusaku\nB 1 Q16\n")?;
//! let sgf = ishi::write(&record.games, ishi::Format::Sgf)?;
//! assert!(String::from_utf8(sgf)?.contains("PB[Shusaku]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`convert()`] does both and proves that nothing was lost; [`convert::Conversion`] does so for
//! records of any size, one game at a time.

// No input ends the program: whatever can fail returns why.
#![deny(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::todo,
    clippy::unimplemented,
    clippy::unwrap_used
)]
#![cfg_attr(not(test), deny(clippy::unreachable))]

extern crate alloc;

pub mod backgammon;
pub mod bracket;
pub mod charset;
pub mod check;
mod collection;
pub mod compare;
pub mod convert;
pub mod diagnostic;
mod dispatch;
pub mod draw;
pub mod format;
#[cfg(feature = "archives")]
pub mod input;
pub mod ishi;
#[cfg(feature = "json")]
pub mod json;
pub mod memory;
pub mod model;
pub mod options;
pub mod outcome;
pub mod printable;
pub mod refusal;
pub mod sgf;
pub mod smartgo;
pub mod sniff;
pub mod source;
pub mod summary;
#[cfg(test)]
pub(crate) mod testing;
pub mod values;

pub use collection::{Collection, Games, WriteError, convert, read, read_source, write};
pub use format::Format;
