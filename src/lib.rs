//! Reads and writes Go game records in the Ishi Standard Format, Smart-Go and SGF FF[4].

pub mod carrier;
pub mod diagnostic;
pub mod format;
pub mod ishi;
pub mod model;
pub mod outcome;
