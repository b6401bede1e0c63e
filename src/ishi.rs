//! The Ishi Standard Format of 17 March 1990.

pub mod canonical;
pub mod line;
