//! The Ishi Standard Format of 17 March 1990.

pub mod canonical;
pub mod headers;
pub mod interpret;
pub mod item;
pub mod line;
mod read;
pub mod rules;
pub mod split;
pub mod syntax;
mod write;

pub use read::read;
pub use write::write;
