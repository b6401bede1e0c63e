//! SGF `FF[4]`.

pub mod property;
mod read;
mod write;

pub(crate) use read::drop_own_name;
pub use read::read;
pub use write::write;
