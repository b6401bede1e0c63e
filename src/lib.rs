//! Reads, writes, converts, checks and draws Go game records in the Ishi Standard Format, Smart-Go
//! and SGF `FF[4]`.
//!
//! ```
//! let record = ishi::read(b"EVENT\nBLACK Shusaku\nB 1 Q16\nW 2 D4\n")?;
//! let game = &record.games[0];
//! assert_eq!(game.move_count(), 2);
//! let sgf = String::from_utf8(ishi::write(&record.games, ishi::Format::Sgf)?)?;
//! assert!(sgf.contains("PB[Shusaku]") && sgf.contains(";B[pd];W[dp]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`read`] tells the format and the charset of a record from its bytes. A record is a list of
//! [games](model::Game), each a tree of [nodes](model::NodeId) with moves and
//! [properties](model::Property). They mean the same whatever format they come from: that of SGF
//! `FF[4]`. [`write()`] makes a record of games.
//!
//! # Tasks
//!
//! **Convert a record.** [`convert()`] reads and writes, and proves that nothing was lost:
//!
//! ```
//! let sgf = ishi::convert(b"EVENT\nB 1 Q16\nREMARK a fine move\nW 2 D4\n", ishi::Format::Sgf)?;
//! let ishi = ishi::convert(&sgf, ishi::Format::Ishi)?;
//! assert!(String::from_utf8_lossy(&ishi).contains("REMARK a fine move"));
//! # Ok::<(), ishi::convert::ConvertError>(())
//! ```
//!
//! For files of any size, with options and a report, see [`convert::Conversion`].
//!
//! **Walk through a game.** [`Game::main_line`](model::Game::main_line) gives the nodes of the game
//! as it was played, [`Game::nodes`](model::Game::nodes) all of them, [`Game::variations`](model::Game::variations) what
//! branches off; [`Game::position`](model::Game::position) is the board at a node.
//! [`Game::find`](model::Game::find) takes an [address](model::Address) such as `12b3` or `D4`:
//!
//! ```
//! use ishi::model::Point;
//!
//! let record = ishi::read(b"(;FF[4]SZ[9];B[cg];W[gc](;B[gg])(;B[cc]C[better]))")?;
//! let game = &record.games[0];
//! let node = game.find("2b")?;
//! assert_eq!(game.comment(node), Some("better"));
//! let corner = Point::from_name("C7", game.size)?;
//! assert!(game.position(node).board().stone(corner).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! **Build a game** with a [`model::Builder`], and **edit** one with the methods of
//! [`model::Game`]: `play`, `set_text`, `set_property`, `insert`, `move_variation`, `remove_node`. What no record
//! may have, [`write()`] refuses, and names the node, the property and the reason.
//!
//! **Check a record** with [`check::check`]: everything that is wrong or doubtful, as data.
//! **Draw a position** with [`draw::Drawing`]: as text, SVG or PNG. **Compare** two games with
//! [`compare::compare`]. **Hand games to other programs** as [JSON](json), where feature `json` is on.
//!
//! # Modules, in the order in which one needs them
//!
//! - [`model`]: games, nodes, moves, points, positions
//! - [`convert`](mod@convert), [`source`]: conversions with options and reports; records game by game
//! - [`check`], [`diagnostic`]: findings and their rules
//! - [`draw`], [`compare`], [`summary`], [`json`]: what else to do with games
//! - [`format`](mod@format), [`charset`], [`sniff`]: what a record is written in
//! - [`outcome`], [`refusal`]: what became of each thing in a conversion, and what cannot be one
//! - [`witness`]: second, naive readers that compare source and result of a conversion
//! - [`input`], [`printable`]: files, folders and archives; text that is safe in a terminal
//!
//! # Errors and panics
//!
//! No record makes the library panic, print or exit: what is wrong in it is in the findings. A
//! [node](model::NodeId) of another game does, as an index out of bounds would.

// No input ends the program: whatever can fail returns why.
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

extern crate alloc;

mod account;
mod backgammon;
#[doc(hidden)]
pub mod bracket;
pub mod charset;
pub mod check;
mod collection;
pub mod compare;
pub mod convert;
mod debug;
pub mod diagnostic;
mod dispatch;
pub mod draw;
mod edit;
pub mod format;
#[cfg(feature = "archives")]
pub mod input;
mod ishi;
#[cfg(feature = "json")]
pub mod json;
pub mod ledger;
mod memory;
pub mod model;
mod options;
pub mod outcome;
mod piece;
pub mod printable;
pub mod refusal;
mod sgf;
mod smartgo;
pub mod sniff;
pub mod source;
pub mod summary;
#[cfg(test)]
pub(crate) mod testing;
mod values;
pub mod witness;

pub use collection::{
    ByteEdit, Collection, Converted, Games, WriteError, WrittenNode, convert, convert_with, read,
    read_source, write,
};
pub use format::Format;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
