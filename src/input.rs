//! Where records come from: files, folders and archives.
//!
//! [`Search`] finds all records below a path of the file system, one after the other;
//! [`Records`] reads them all on several threads;
//! [`archive::members`] goes through an archive that is in memory or anywhere else.

pub mod archive;
mod judge;
mod kind;
mod name;
mod records;
mod search;
mod walk;
mod why;

pub use judge::Judge;
pub use kind::{Kind, look, without_ending};
pub use name::{Name, path_bytes, path_of, percent_decoded, percent_encoded};
pub use records::{FoundRecord, Records};
pub use search::{Content, Found, Search, is_many, own_name};
pub use walk::{MANIFEST, backed_up, backup, count, is_temporary};
pub use why::Why;
