//! Reads and writes Go game records in the Ishi Standard Format, Smart-Go and SGF FF[4].

pub mod bracket;
pub mod carrier;
pub mod charset;
pub mod compare;
pub mod diagnostic;
pub mod format;
pub mod ishi;
pub mod model;
pub mod options;
pub mod outcome;
pub mod refusal;
pub mod sgf;
pub mod smartgo;
#[cfg(test)]
pub(crate) mod testing;
pub mod values;
