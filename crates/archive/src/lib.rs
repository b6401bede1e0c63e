//! Where records come from: files, folders and archives.
//!
//! [`Search`] finds all records below a path of the file system, one after the other;
//! [`Records`] reads them all on several threads;
//! [`archive::members`] goes through an archive that is in memory or anywhere else.
//!
//! ```
//! use ishi_archive::Records;
//!
//! let mut moves = 0;
//! for found in Records::below(["../../examples".into()], 2)? {
//!     match found.record {
//!         Ok(record) => moves += record.games.iter().map(|game| game.moves().count()).sum::<usize>(),
//!         Err(why) => eprintln!("{}: {why}", found.name),
//!     }
//! }
//! assert_eq!(moves, 9);
//! # Ok::<(), std::io::Error>(())
//! ```

// No input ends the program: functions that can fail return the reason.
#![deny(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::todo,
    clippy::unimplemented,
    clippy::unwrap_used
)]
#![cfg_attr(not(test), deny(clippy::unreachable))]

pub mod archive;
mod judge;
mod kind;
mod name;
mod records;
mod search;
mod walk;
mod why;

pub use archive::Kind;
pub use judge::is_record;
pub use kind::{look, without_ending};
pub use name::{Name, path_bytes, path_of, percent_decoded};
pub use records::{FoundRecord, Records};
pub use search::{Content, Found, Search, is_many};
pub use walk::{MANIFEST, backed_up, backup, is_temporary};
pub use why::Why;
