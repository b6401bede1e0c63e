//! SGF FF[4].

pub mod property;
