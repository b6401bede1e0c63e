//! The Ishi Standard Format of 17 March 1990.

pub mod headers;
pub mod line;
