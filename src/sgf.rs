//! SGF `FF[4]`.

mod read;
mod write;

pub use read::read;
pub use write::write;
