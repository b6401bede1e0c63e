//! SGF `FF[4]`.

#[cfg(test)]
mod laws;
mod once;
mod read;
mod write;

pub use read::read;
pub use write::write;
