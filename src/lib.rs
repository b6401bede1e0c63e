//! Reads and writes Go game records in the Ishi Standard Format, Smart-Go and SGF FF[4].

extern crate alloc;

pub mod bracket;
pub mod carrier;
pub mod charset;
mod collection;
pub mod compare;
pub mod convert;
pub mod diagnostic;
pub mod format;
pub mod ishi;
pub mod model;
pub mod options;
pub mod outcome;
pub mod refusal;
pub mod sgf;
pub mod smartgo;
pub mod source;
#[cfg(test)]
pub(crate) mod testing;
pub mod values;

pub use collection::{Collection, Games, convert, read, read_source, write};
pub use format::Format;
