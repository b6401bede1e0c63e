//! SGF FF[4].

pub mod property;
mod read;
mod write;

pub use read::read;
pub use write::write;
