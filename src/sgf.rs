//! SGF FF[4].

pub mod property;
mod read;

pub use read::read;
